/* SPDX-License-Identifier: MIT */
/*
 * Names of Google Benchmark: functions with slashes, arguments and options.
 */
#include "formats/google_benchmark/google_benchmark.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* "function|name=value|value" */
static void show(const bres__google_name *name, char *text, size_t size)
{
    size_t at = name->function;
    bres__slice axis;
    bres__slice value;
    int length = snprintf(text, size, "%.*s", (int)name->function, name->text);

    while (bres__google_name_argument(name, &at, &axis, &value))
        length += snprintf(text + length, size - (size_t)length, "|%.*s%s%.*s", (int)axis.length,
                           axis.data, axis.length > 0 ? "=" : "", (int)value.length, value.data);
}

Test(formats, google_names_are_cut)
{
    static const char *const rows[][2] = {
        { "f", "f" },
        { "f/8", "f|8" },
        { "f/-8/x:16", "f|-8|x=16" },
        { "f/8/min_time:0.010/repeats:3/process_time/real_time/threads:2", "f|8" },
        { "f/real_time", "f" },
        { "f/real_time2", "f/real_time2" },
        { "f/iterations:", "f/iterations:" },
        { "templ<std::vector<int>>", "templ<std::vector<int>>" },
        { "capture/with/slash", "capture/with/slash" },
        { "capture/a:1/7", "capture|a=1|7" },
        { "Fix/meth/n:5", "Fix/meth|n=5" },
        { "f/x:y/1", "f/x:y|1" },
        /* Parts that are not options, because other parts or earlier kinds of options follow. */
        { "f/threads:4/n:5", "f|threads=4|n=5" },
        { "f/threads:2/threads:4", "f|threads=2" },
        { "f/threads:2/iterations:4", "f|threads=2" },
        { "f/iterations:2/min_time:0.5", "f|iterations=2" },
        { "8", "8" },
        { "", "" },
        { "/", "/" },
        { "//7", "/|7" },
    };
    char text[128];

    for (size_t i = 0; i < COUNT(rows); i++) {
        const bres__google_name name = bres__google_name_cut(rows[i][0], NAN);

        show(&name, text, sizeof text);
        cr_assert_str_eq(text, rows[i][1], "%s", rows[i][0]);
    }
}

Test(formats, google_names_have_a_number_of_threads)
{
    static const struct {
        const char *name;
        double threads; /* 0: none */
    } rows[] = {
        { "f/threads:2", 2 },
        { "f/8/threads:16/real_time", 0 },
        { "f/real_time/threads:4", 4 },
        { "f/threads:x", 0 },
        { "f/threads:1_0", 0 },
        { "f/threads:", 0 },
        { "f/threads:2/8", 0 },
        { "f/mythreads:2", 0 },
        { "threads:2", 0 },
        { "f", 0 },
        { "", 0 },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        const double threads = bres__google_name_threads(rows[i].name);

        cr_assert(rows[i].threads > 0 ? threads == rows[i].threads : isnan(threads), "%s: %g",
                  rows[i].name, threads);
    }
}

Test(formats, google_names_of_a_family_are_cut_alike)
{
    static const struct {
        const char *names[2];
        const char *shown; /* the first name's parts; NULL: the names do not agree */
    } rows[] = {
        { { "f/1", "f/2" }, "f|1" },
        { { "c/a:1/7", "c/b/8" }, NULL },
        { { "c/1/7", "c/1/x/8" }, NULL },
        { { "f/3/1", "f/3/x/1" }, NULL },
        { { "f/1/2", "f/1/3" }, "f|1|2" },
        { { "a/1", "b/1" }, NULL },
        /* Options are equal within a family, and the records have one thread. */
        { { "f/threads:1", "f/threads:8" }, "f|threads=1" },
        { { "f/threads:1/threads:1", "f/threads:2/threads:1" }, "f|threads=1" },
        { { "f/iterations:4", "f/iterations:8" }, "f|iterations=4" },
        { { "f/repeats:4/real_time", "f/repeats:8/real_time" }, "f|repeats=4" },
        { { "f/min_time:0.5", "f/min_time:0.7" }, NULL },
        { { "f/1/repeats:3/real_time", "f/2/repeats:3/real_time" }, "f|1" },
        { { "f/g/1/2", "f/g/1" }, NULL },
    };
    char text[128];

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres__google_name names[2] = { bres__google_name_cut(rows[i].names[0], 1),
                                       bres__google_name_cut(rows[i].names[1], 1) };
        const bool agree = bres__google_names_agree(names, 2);

        cr_assert_eq(agree, rows[i].shown != NULL, "%s", rows[i].names[0]);
        if (agree) {
            show(&names[0], text, sizeof text);
            cr_assert_str_eq(text, rows[i].shown);
        }
    }
}
