/* SPDX-License-Identifier: MIT */
/*
 * Charts. A stand-in for gnuplot prints its script, so that the chart file has the script;
 * tests/tools/test_compare_plot.py runs the real gnuplot.
 */
#include "base/base.h"
#include "report/plot/axis.h"
#include "report/plot/chart.h"
#include "report/plot/path.h"
#include "support/compared.h"
#include "support/summary.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A directory with a stand-in for gnuplot, and for charts. */
struct place {
    char top[2048];
    char path[4096]; /* the previous PATH */
    bres__text log;  /* logged messages, one per line */
};

static void place_set_gnuplot(struct place *place, const char *script)
{
    char file[2100];

    snprintf(file, sizeof file, "%s/gnuplot", place->top);
    bres_test_write_file(file, script, strlen(script));
    cr_assert_eq(chmod(file, 0755), 0);
}

static void place_hear(void *user, bres_log_level level, const char *message)
{
    struct place *place = user;

    bres__text_printf(&place->log, "%s: %s\n", level == BRES_LOG_INFO ? "info" : "warning",
                      message);
}

static void place_begin(struct place *place)
{
    char path[8192];

    memset(place, 0, sizeof *place);
    strcpy(place->top, bres_test_directory());
    snprintf(place->path, sizeof place->path, "%s", getenv("PATH"));
    snprintf(path, sizeof path, "%s:%s", place->top, place->path);
    setenv("PATH", path, 1);
    place_set_gnuplot(place, "#!/bin/sh\nexec cat\n");
}

static void place_end(struct place *place)
{
    setenv("PATH", place->path, 1);
    bres__text_free(&place->log);
}

/* A path in the place; valid until the next seven calls. */
static const char *in_place(const struct place *place, const char *name)
{
    static char paths[8][2200];
    static unsigned next;
    char *path = paths[next++ % 8];

    snprintf(path, sizeof paths[0], "%s/%s", place->top, name);
    return path;
}

static char *read_chart(const struct place *place, const char *name)
{
    return bres_test_read_file(in_place(place, name), NULL);
}

static bres_plot_options options_of(struct place *place, const char *summary, const char *axis,
                                    const char *along)
{
    bres_plot_options options;

    bres_plot_options_init(&options);
    options.summary_path = summary;
    options.along_axis = axis;
    options.along_path = along;
    options.log = place_hear;
    options.log_user = place;
    return options;
}

static void pair_free(const bres_compared *pair)
{
    bres_comparison_free((bres_comparison *)pair->comparison);
}

static void check_parts(const char *text, const char *const *parts)
{
    const char *next = text;

    for (; *parts != NULL; parts++) {
        const char *found = strstr(next, *parts);

        cr_assert_not_null(found, "'%s' is not in:\n%s", *parts, next);
        next = found + strlen(*parts);
    }
}

#define TIMED(seconds, noise)                                                                      \
    "[" BRES_DOC_GPU("mean", seconds) "," BRES_DOC_GPU(                                            \
        "stdev/relative", noise) "," BRES_DOC_VALUE("nv/cold/sm_clock_rate/mean", "1e9") "]"
#define POINTS(n, t)                                                                               \
    BRES_DOC_POINT("N", "int64", "'" n "'") "," BRES_DOC_POINT("T", "string", "'" t "'")
#define AXES BRES_DOC_AXIS("N", "int64", "pow2") "," BRES_DOC_AXIS("T", "string", "")
#define ROW(n, t, seconds, noise)                                                                  \
    BRES_DOC_STATE("N=" n " T=" t, "0", POINTS(n, t), TIMED(seconds, noise))
#define DEVICE       "{'id':0,'name':'GPU \\u0060x\\u0060 100%'}"
#define COPY(states) BRES_DOC_BENCH("copy", "[0]", AXES, states)

static const char reference[] = BRES_DOC(
    DEVICE,
    COPY(ROW("4", "a", "1e-3", ".01") "," ROW("2", "a", "2e-3", ".01") "," ROW(
        "8", "a", "4e-3",
        ".01") "," ROW("4", "b", "1", ".01")) "," BRES_DOC_BENCH("so`rt\\u0022", "[0]", "",
                                                                 BRES_DOC_STATE("s", "0", "",
                                                                                TIMED("1", "-1"))));
static const char candidate[] = BRES_DOC(
    DEVICE,
    COPY(ROW("4", "a", "1.5e-3", ".01") "," ROW("2", "a", "1e-3", ".01") "," ROW(
        "8", "a", "4e-3",
        "2") "," ROW("4", "b", "1",
                     ".01")) "," BRES_DOC_BENCH("so`rt\\u0022", "[0]", "",
                                                BRES_DOC_STATE("s", "0", "", TIMED("1.01", "-1"))));

Test(report, plot_path_templates)
{
    static const struct {
        const char *template;
        const char *path; /* NULL: refused */
    } cases[] = {
        { "p.svg", "p.svg" },
        { "{benchmark}-{device}-{axis}-{pair}.svg", "w_b_n-7-N_pow2-3.svg" },
        { "{{{benchmark}}}.png", "{w_b_n}.png" },
        { "a{{b}}c", "a{b}c" },
        { "{bench}", NULL },
        { "{}", NULL },
        { "{0}", NULL },
        { "{benchmark", NULL },
        { "benchmark}", NULL },
        { "{{benchmark}", NULL },
        { "{benchmark!r}", NULL },
        { "{benchmark:>9}", NULL },
        { "{benchmark.x}", NULL },
        { "{ benchmark }", NULL },
        { "{{", "{" },
        { "{", NULL },
    };
    static const bres__plot_fields fields = { "../../w/b{n}", "7", "N[pow2]", 3 };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres__text path = { 0 };
        const bres_status status = bres__plot_path_expand(&path, cases[i].template, &fields);

        cr_expect_eq(status, cases[i].path != NULL ? BRES_OK : BRES_ERROR_ARGUMENT, "%s",
                     cases[i].template);
        if (cases[i].path != NULL)
            cr_expect_str_eq(path.data, cases[i].path, "%s", cases[i].template);
        else
            cr_expect_not_null(strstr(bres_last_error(), cases[i].template), "%s",
                               bres_last_error());
        bres__text_free(&path);
    }
}

Test(report, plot_path_fields)
{
    static const struct {
        const char *name;
        const char *field;
    } cases[] = {
        { "bench.v1/x", "bench_v1_x" }, { "-_a_-", "a" }, { "...", "value" }, { "", "value" },
        { "a b  c", "a_b_c" },          { "é", "value" }, { "a_", "a" },      { "__", "value" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bres__plot_fields fields = { cases[i].name, "", "", 0 };
        bres__text path = { 0 };

        cr_assert_eq(bres__plot_path_expand(&path, "{benchmark}", &fields), BRES_OK);
        cr_expect_str_eq(path.data, cases[i].field, "'%s'", cases[i].name);
        bres__text_free(&path);
    }
}

Test(report, plot_check)
{
    static const struct {
        const char *summary;
        const char *axis;
        const char *along;
        const char *complaint; /* NULL: fine */
    } cases[] = {
        { NULL, NULL, NULL, NULL },
        { "a.svg", NULL, NULL, NULL },
        { "a.PNG", NULL, NULL, NULL },
        { "d.x/a.b.pdf", "N", "{pair}.svg", NULL },
        { "a.jpg", NULL, NULL, "'a.jpg'" },
        { "", NULL, NULL, "''" },
        { "svg", NULL, NULL, "'svg'" },
        { ".svg", NULL, NULL, "'.svg'" },
        { "a.svg/b", NULL, NULL, "'a.svg/b'" },
        { NULL, "", "a.svg", "empty" },
        { NULL, "N", NULL, "'N'" },
        { NULL, "N", "a.{pair}", "'a.{pair}'" },
        { NULL, "N", "{x}.svg", "{x}" },
    };
    bres_plot_options options;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct place nowhere;

        options = options_of(&nowhere, cases[i].summary, cases[i].axis, cases[i].along);
        cr_expect_eq(bres_plot_check(&options),
                     cases[i].complaint == NULL ? BRES_OK : BRES_ERROR_ARGUMENT, "case %zu", i);
        if (cases[i].complaint != NULL)
            cr_expect_not_null(strstr(bres_last_error(), cases[i].complaint), "%s",
                               bres_last_error());
    }
    bres_plot_options_init(NULL);
    bres_plot_options_init(&options);
    options.flags = 2;
    cr_assert_eq(bres_plot_check(&options), BRES_ERROR_ARGUMENT);
    bres_plot_options_init(&options);
    options.reserved = 1;
    cr_assert_eq(bres_plot_check(&options), BRES_ERROR_ARGUMENT);
    bres_plot_options_init(&options);
    options.threshold_diff = -1;
    cr_assert_eq(bres_plot_check(&options), BRES_ERROR_ARGUMENT);
    options.size = 8;
    cr_assert_eq(bres_plot_check(&options), BRES_ERROR_VERSION);
    cr_assert_eq(bres_compare_plot(NULL, 1, NULL), BRES_ERROR_ARGUMENT);
}

/* Case 109: the first chart replaces a file; later charts get other names. */
Test(report, plot_names_of_charts)
{
    const bres_compared pair = bres_test_compared(reference, candidate, NULL);
    const bres_compared pairs[3] = { pair, pair, pair };
    bres_plot_options options;
    struct place place;
    char *text;

    place_begin(&place);
    bres_test_write_file(in_place(&place, "p.svg"), "old", 3);
    bres_test_write_file(in_place(&place, "p-copy-2.svg"), "old", 3);
    options = options_of(&place, in_place(&place, "sub/../p.svg"), NULL, NULL);
    cr_assert_eq(bres_compare_plot(pairs, 3, &options), BRES_OK, "%s", bres_last_error());
    for (int i = 0; i < 3; i++) {
        static const char *const names[] = { "p.svg", "p-copy-1.svg", "p-copy-3.svg" };

        text = read_chart(&place, names[i]);
        check_parts(text, (const char *const[]){ "set terminal svg ", NULL });
        free(text);
    }
    text = read_chart(&place, "p-copy-2.svg");
    cr_assert_str_eq(text, "old");
    free(text);
    check_parts(place.log.data,
                (const char *const[]){ "info: wrote the chart", "p.svg", "warning: ", "already",
                                       "p-copy-1.svg", "already", "p-copy-3.svg", NULL });
    place_end(&place);
    pair_free(&pair);
}

/* Checks that the script escapes all special characters of texts from files. */
static void check_harmless(const char *script)
{
    for (const char *c = script; *c != '\0'; c++)
        cr_assert(*c == '\n' || (*c >= ' ' && *c <= '~' && strchr("`@|!", *c) == NULL),
                  "character %d in:\n%s", *c, script);
}

Test(report, plot_summary_script)
{
    const bres_compared pair = bres_test_compared(reference, candidate, NULL);
    bres_plot_options options;
    bres_filter *filter;
    struct place place;
    char *script;

    place_begin(&place);
    options = options_of(&place, in_place(&place, "new/dir/p.svg"), NULL, NULL);
    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_OK, "%s", bres_last_error());
    script = read_chart(&place, "new/dir/p.svg");
    check_harmless(script);
    check_parts(script,
                (const char *const[]){
                    "foreground = \"black\"\n",
                    "set label \"GPU timing change - GPU \\140x\\140 100\\045\"",
                    "set xrange [-60:60]\n", "set yrange [5.5:0.5]\n", "first 4.5 to graph 1",
                    "(\"copy \\174 N=2\\1362 T=a\" 1)\n", "(\"copy \\174 N=2\\1361 T=a\" 2)\n",
                    "(\"so\\140rt\\042\" 5)\n", "$rows << END_OF_ROWS\n0 25 1 0 50 0.6 1.4\n",
                    "1 -25 2 -50 0 1.6 2.4\n", "\nEND_OF_ROWS\nplot $rows using ($1 == 0 ?",
                    "\"SLOW\"", "\"FAST\"", "\"SAME\"", "\"undecided\"\n", NULL });
    free(script);

    /* A dark chart without the rows that hardly differ, and with axes that a filter fixes. */
    cr_assert_eq(bres_filter_new(&filter), BRES_OK);
    cr_assert_eq(bres_filter_add_axis(filter, "T=a"), BRES_OK);
    cr_assert_eq(bres_filter_add_axis(filter, "N=[4,2]"), BRES_OK);
    cr_assert_eq(bres_filter_add_axis(filter, "X[pow2]=4"), BRES_OK);
    options.filter = filter;
    options.flags = BRES_PLOT_DARK;
    options.threshold_diff = 0.4;
    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_OK, "%s", bres_last_error());
    script = read_chart(&place, "new/dir/p.svg");
    check_parts(script,
                (const char *const[]){ "background rgb \"black\"", "foreground = \"white\"",
                                       "(T=a, X=2\\1364)\" at screen 0.5", "set yrange [2.5:0.5]\n",
                                       "(\"copy \\174 N=2\\1362\" 1)\n", NULL });
    free(script);
    bres_filter_free(filter);
    place_end(&place);
    pair_free(&pair);
}

/* A chart without rows is not drawn; file formats; devices. */
Test(report, plot_summary_corners)
{
    bres_compared pair = bres_test_compared(reference, candidate, NULL);
    bres_plot_options options;
    struct place place;
    char *script;

    place_begin(&place);
    options = options_of(&place, in_place(&place, "p.png"), NULL, NULL);
    options.threshold_diff = 10;
    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_OK, "%s", bres_last_error());
    cr_assert_neq(access(options.summary_path, F_OK), 0);
    check_parts(place.log.data, (const char *const[]){ "is not written", NULL });
    options.threshold_diff = 0;
    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_OK);
    script = read_chart(&place, "p.png");
    check_parts(script, (const char *const[]){ "set terminal pngcairo ", "size 1500,600 ", NULL });
    free(script);
    options.summary_path = in_place(&place, "p.pdf");
    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_OK);
    script = read_chart(&place, "p.pdf");
    check_parts(script,
                (const char *const[]){ "set terminal pdfcairo ", "size 10.00in,4.00in", NULL });
    free(script);
    pair_free(&pair);

    /* On the CPU, with rows that do not differ. */
    pair = bres_test_compared(bres_test_reference, bres_test_reference, NULL);
    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_OK);
    script = read_chart(&place, "p.pdf");
    check_parts(script, (const char *const[]){ "set xrange [-5:5]\n", NULL });
    free(script);
    pair_free(&pair);
    place_end(&place);
}

Test(report, plot_along_script)
{
    const bres_compared pair = bres_test_compared(reference, candidate, NULL);
    bres_plot_options options;
    struct place place;
    char *script;

    place_begin(&place);
    options = options_of(&place, NULL, "N", in_place(&place, "{benchmark}-{device}-{axis}.svg"));
    options.threshold_diff = 100; /* applies to the summary chart only */
    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_OK, "%s", bres_last_error());
    script = read_chart(&place, "copy-0-N.svg");
    check_harmless(script);
    check_parts(script, (const char *const[]){
                            "set label \"GPU \\140x\\140 100\\045\" at screen",
                            "set xlabel \"N\"\n", "set ylabel \"time [s]\"\n", "(\"2\\1361\" 2)\n",
                            "(\"2\\1363\" 8)\n", "$line0_0 << END_OF_DATA\n2 0.002", "\n4 0.001",
                            "\n8 0.004", "$line0_1 << END_OF_DATA\n2 0.001",
                            /* The noise is 2: the band is from a third to three times. */
                            "\n8 0.0013333333333333333 0.012\nEND_OF_DATA\n", "plot $band0_1 using",
                            "$line0_1 using", "title \"T = a\", $band0_0",
                            "dashtype 2 title \"T = a ref\", ",
                            /* One point has no band. */
                            "$line1_1 using", "title \"T = b\", $line1_0 using", NULL });
    free(script);
    check_parts(place.log.data,
                (const char *const[]){ "wrote the chart", "copy-0-N.svg",
                                       "benchmark 'so`rt\"' has no axis 'N'", NULL });
    place_end(&place);
    pair_free(&pair);
}

#define SAME_X(name)                                                                               \
    BRES_DOC_STATE(name, "0", BRES_DOC_POINT("N", "int64", "'4'"), TIMED("1", ".01"))
#define WITH_N(states)                                                                             \
    BRES_DOC(DEVICE, BRES_DOC_BENCH("b", "[0]", BRES_DOC_AXIS("N", "int64", ""), states))

/* The script of the chart along N of a document against itself; free() it. */
static char *along_script(struct place *place, const char *document)
{
    const bres_compared pair = bres_test_compared(document, document, NULL);
    const bres_plot_options options = options_of(place, NULL, "N", in_place(place, "a.svg"));

    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_OK, "%s", bres_last_error());
    pair_free(&pair);
    return read_chart(place, "a.svg");
}

/* The labels that distinguish series. */
Test(report, plot_along_series)
{
    static const struct {
        const char *document;
        const char *labels[3];
    } cases[] = {
        /* The only axis: the benchmark. */
        { WITH_N(SAME_X("s")), { "title \"b\"", "title \"b ref\"" } },
        /* Equal states. */
        { WITH_N(SAME_X("s") "," SAME_X("s")),
          { "title \"occurrence=1/2\"", "title \"occurrence=2/2\"" } },
        /* States that differ only in their names. */
        { WITH_N(SAME_X("s") "," SAME_X("t")), { "title \"s\"", "title \"t\"" } },
    };
    struct place place;

    place_begin(&place);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *script = along_script(&place, cases[i].document);

        check_parts(script, cases[i].labels);
        free(script);
    }
    place_end(&place);
}

#define ALONG(value)                                                                               \
    BRES_DOC(BRES_DOC_GPU_0,                                                                       \
             BRES_DOC_BENCH("b", "[0]", BRES_DOC_AXIS("N", "string", ""),                          \
                            BRES_DOC_STATE("s", "0", BRES_DOC_POINT("N", "string", value),         \
                                           TIMED("1", ".01"))))

Test(report, plot_along_values_that_cannot_be_drawn)
{
    static const char *const values[] = { "'0'",   "'-4'", "'x'",      "'inf'",
                                          "'nan'", "''",   "'1e-310'", "'1e301'" };
    struct place place;

    place_begin(&place);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        char document[4096];
        bres_compared pair;
        bres_plot_options options = options_of(&place, NULL, "N", in_place(&place, "a.svg"));

        snprintf(document, sizeof document, ALONG("%s"), values[i]);
        pair = bres_test_compared(document, document, NULL);
        cr_expect_eq(bres_compare_plot(&pair, 1, &options), BRES_ERROR_VALUE, "%s", values[i]);
        check_parts(bres_last_error(), (const char *const[]){ "'b'", "'s'", "axis 'N'", NULL });
        options.along_axis = "M";
        cr_expect_eq(bres_compare_plot(&pair, 1, &options), BRES_ERROR_KEY);
        cr_expect_not_null(strstr(bres_last_error(), "'M'"), "%s", bres_last_error());
        pair_free(&pair);
    }
    place_end(&place);
}

/* Tics are round numbers, not too many, for any two values that a chart can show. */
Test(report, plot_tics)
{
    static const struct {
        double low;
        double high;
        size_t count;
        const char *tics[4];
    } cases[] = {
        { 1, 1, 4, { "(\"0.99\" 0.99)", "(\"1\" 1)", "(\"1.02\" 1.02)" } },
        { 1, 2, 6, { "(\"1\" 1)", "(\"1.2\" 1.2)", "(\"2\" 2)" } },
        { 1e-3, 1, 10, { "(\"0.001\" 0.001)", "(\"0.002\" 0.002)", "(\"1\" 1)" } },
        { 1e-12, 1e3, 16, { "(\"1e-12\" 1e-12)", "(\"1e-11\" 1e-11)", "(\"1000\" 1000)" } },
        { 1e-300, 1e300, 19, { "[1e-305:1e+305]", "(\"1e-279\"", "(\"1\" 1)", "(\"1e+279\"" } },
        { 1e-300, 1e-300, 4, { "(\"1e-300\" 1e-300)" } },
        { 1e300, 1e300, 3, { "(\"1e+300\" 1e+300)" } },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres__plot_range range = { cases[i].low, cases[i].high };
        bres__text script = { 0 };
        const char *next;
        size_t count = 0;

        bres__plot_range_widen(&range);
        cr_expect_gt(bres__plot_range_place(&range, cases[i].low), 0, "case %zu", i);
        cr_expect_lt(bres__plot_range_place(&range, cases[i].high), 1, "case %zu", i);
        bres__plot_put_range(&script, 'y', &range);
        bres__plot_put_tics(&script, 'y', &range);
        next = script.data;
        for (size_t part = 0; part < 4 && cases[i].tics[part] != NULL; part++) {
            next = strstr(next, cases[i].tics[part]);
            cr_assert_not_null(next, "case %zu: '%s' is not in:\n%s", i, cases[i].tics[part],
                               script.data);
        }
        for (next = script.data; (next = strstr(next, "set ytics add")) != NULL; next++)
            count++;
        cr_expect_eq(count, cases[i].count, "case %zu: %zu in\n%s", i, count, script.data);
        bres__text_free(&script);
    }
}

#define N_AT(value, seconds, noise)                                                                \
    BRES_DOC_STATE("N=" value, "0", BRES_DOC_POINT("N", "float64", "'" value "'"),                 \
                   TIMED(seconds, noise))
#define ALONG_N(type, states)                                                                      \
    BRES_DOC(BRES_DOC_GPU_0, BRES_DOC_BENCH("b", "[0]", BRES_DOC_AXIS("N", type, ""), states))

/* Times and values that are far apart, and times that a chart cannot show. */
Test(report, plot_along_extremes)
{
    static const char document[] = ALONG_N(
        "float64", N_AT("1e-300", "5e-324", ".1") "," N_AT("1e-299", "1e-300", ".1") "," N_AT(
                       "1", "1e300", "1e308") "," N_AT("1e300", "1", ".1"));
    static const char denormal[] = ALONG_N("float64", N_AT("1", "5e-324", ".1"));
    const bres_compared pair = bres_test_compared(denormal, denormal, NULL);
    bres_plot_options options;
    struct place place;
    char *script;

    place_begin(&place);
    script = along_script(&place, document);
    check_parts(script, (const char *const[]){
                            "set xrange [1e-305:1e+305]\n", "set yrange [1e-305:1e+305]\n",
                            "(\"1e-299\"", "(\"1\" 1)\n", "(\"1e+300\"",
                            "$line0_0 << END_OF_DATA\n9.9999999999999999e-300 1e-300\n", NULL });
    free(script);
    options = options_of(&place, NULL, "N", in_place(&place, "none.svg"));
    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_OK, "%s", bres_last_error());
    cr_assert_neq(access(options.along_path, F_OK), 0);
    pair_free(&pair);
    place_end(&place);
}

/* A label that would overlap the previous label is left out. */
Test(report, plot_along_labels_of_the_axis)
{
#define ZEROS "0000000000000000000000000000000000000000"
    static const char numbers[] =
        ALONG_N("int64", N_AT("1000", "1", ".1") "," N_AT("1200", "1", ".1") "," N_AT(
                             "1210", "1", ".1") "," N_AT("2000", "1", ".1"));
    static const char texts[] =
        ALONG_N("string", N_AT("1000." ZEROS, "1", ".1") "," N_AT(
                              "1200." ZEROS, "1", ".1") "," N_AT("2000", "1", ".1"));
    struct place place;
    char *script;

    place_begin(&place);
    script = along_script(&place, numbers);
    check_parts(script, (const char *const[]){ "set xtics add (\"1000\" 1000)\n",
                                               "set xtics add (\"1200\" 1200)\n",
                                               "set xtics add (\"2000\" 2000)\n", NULL });
    cr_assert_null(strstr(script, "(\"1210\""), "%s", script);
    free(script);
    script = along_script(&place, texts);
    check_parts(script, (const char *const[]){ "set xtics add (\"1000." ZEROS "\" 1000)\n",
                                               "set xtics add (\"2000\" 2000)\n", NULL });
    cr_assert_null(strstr(script, "(\"1200."), "%s", script);
    free(script);
    place_end(&place);
}

/* States without the axis, without a time, or on no device. */
Test(report, plot_along_leaves_out)
{
#define CPU(name, axes)                                                                            \
    "{'name':'" name "','device':null,'axis_values':[" axes                                        \
    "],'summaries':[" BRES_DOC_VALUE("nv/cpu_only/time/cpu/mean", "1") "]}"
#define ON_CPU(states)                                                                             \
    BRES_DOC("", BRES_DOC_BENCH("b", "[]", BRES_DOC_AXIS("N", "int64", ""), states))
    static const char some[] =
        ON_CPU(CPU("s", BRES_DOC_POINT("N", "int64", "'4'")) "," CPU("t", ""));
    static const char none[] = ON_CPU(CPU("t", ""));
    bres_compared pair = bres_test_compared(some, some, NULL);
    bres_plot_options options;
    struct place place;
    char *script;

    place_begin(&place);
    options = options_of(&place, in_place(&place, "s.svg"), "N", in_place(&place, "{device}.svg"));
    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_OK, "%s", bres_last_error());
    script = read_chart(&place, "cpu.svg");
    check_parts(script, (const char *const[]){ "set label \"CPU\"", NULL });
    free(script);
    script = read_chart(&place, "s.svg");
    check_parts(script, (const char *const[]){ "set label \"CPU timing change\"", NULL });
    free(script);
    check_parts(place.log.data, (const char *const[]){ "1 states without axis 'N'", NULL });
    pair_free(&pair);
    pair = bres_test_compared(none, none, NULL);
    options.summary_path = NULL;
    options.along_path = in_place(&place, "none.svg");
    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_OK, "%s", bres_last_error());
    cr_assert_neq(access(options.along_path, F_OK), 0);
    pair_free(&pair);
    place_end(&place);
}

Test(report, plot_without_gnuplot)
{
    const bres_compared pair = bres_test_compared(reference, candidate, NULL);
    bres_plot_options options;
    struct place place;

    place_begin(&place);
    options = options_of(&place, in_place(&place, "p.svg"), NULL, NULL);
    place_set_gnuplot(&place,
                      "#!/bin/sh\nprintf '\\n   ^\\n   \"stdin\", line 3: bad\\n' >&2; exit 1\n");
    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_ERROR_IO);
    check_parts(bres_last_error(), (const char *const[]){ "p.svg", "line 3: bad", NULL });
    place_set_gnuplot(&place, "#!/bin/sh\nexit 0\n");
    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_ERROR_IO);
    check_parts(bres_last_error(), (const char *const[]){ "no reason given", NULL });
    setenv("PATH", "/nowhere", 1);
    cr_assert_eq(bres_compare_plot(&pair, 1, &options), BRES_ERROR_NO_FILE);
    check_parts(bres_last_error(), (const char *const[]){ "gnuplot", "PATH", NULL });
    cr_assert_neq(access(options.summary_path, F_OK), 0);
    place_end(&place);
    pair_free(&pair);
}

/* Long labels are cut at a whole character, and many rows get fewer labels. */
Test(report, plot_long_labels)
{
    bres__chart chart = { .width = 10 };
    bres__text text = { 0 };

    for (int i = 0; i < 119; i++)
        bres__text_putc(&text, 'x');
    bres__text_puts(&text, "é");
    cr_assert_eq(bres__plot_cut(&text, BRES__LABEL_MAX), 120);
    bres__text_puts(&text, "日本");
    cr_assert_eq(bres__plot_cut(&text, BRES__LABEL_MAX), 120);
    cr_assert_str_eq(text.data + 117, "xx\xE2\x80\xA6");
    /* A title is cut to the width of the chart. */
    bres__chart_put_title(&chart, &text);
    cr_assert_eq(bres__text_width(text.data), 113);
    cr_assert_not_null(strstr(chart.script.data, "xx\\342\\200\\246\" at screen 0.5"));
    bres__text_free(&chart.script);
    bres__text_clear(&text);
    cr_assert_eq(bres__plot_cut(&text, BRES__LABEL_MAX), 0);
    bres__text_free(&text);
}

struct sweep {
    bres_compared pair;
    bres_plot_options options;
};

static bres_status sweep_run(void *context)
{
    const struct sweep *sweep = context;

    return bres_compare_plot(&sweep->pair, 1, &sweep->options);
}

Test(report, plot_survives_every_failure)
{
    struct sweep sweep = { .pair = bres_test_compared(reference, candidate, NULL) };
    struct place place;

    place_begin(&place);
    sweep.options = options_of(&place, in_place(&place, "p.svg"), "N", in_place(&place, "a.svg"));
    /* The test's own log also allocates memory. */
    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_run, &sweep);
    /* Without a descriptor of the process, the library polls for its end. */
    bres_test_sweep_partial(BRES__FAULT_IO, BRES_ERROR_IO, sweep_run, &sweep);
    /* The same while the library looks for a free name. */
    sweep.options.along_path = sweep.options.summary_path;
    for (int n = 1; n < 200; n++) {
        bres__faults_arm(BRES__FAULT_ALLOC, (size_t)n, false);
        sweep_run(&sweep);
        bres__faults_arm(BRES__FAULT_ALLOC, 0, false);
        remove(in_place(&place, "p-copy-1.svg"));
    }
    place_end(&place);
    pair_free(&sweep.pair);
}

#define SUMMARY(tag, value)                                                                        \
    "{'tag':'" tag "','data':[{'name':'value','type':'float64','value':'" value "'}]}"

/* A state with rates, one whose rate is not a number, and more. */
static const char measured[] =
    "{'benchmarks':[{'name':'b','devices':[0],'axes':[{'name':'N','type':'string','values':[]}],"
    "'states':["
    "{'name':'x','device':0,'axis_values':[{'name':'N','type':'string','value':'a`b'}],"
    "'summaries':[" SUMMARY("nv/cold/bw/item_rate", "2e9") "," SUMMARY(
        "nv/cold/bw/global/bytes_per_second",
        "5e9") "," SUMMARY("nv/cold/bw/global/utilization",
                           "0.5") "]},"
                                  "{'name':'y','device':0,'axis_values':[],'summaries':[" SUMMARY(
                                      "nv/cold/bw/item_rate", "nan") "]}%s]}]}";

static bres_result *measured_result(const char *more)
{
    char json[2048];

    snprintf(json, sizeof json, measured, more);
    return bres_test_load("r.json", 0, json);
}

Test(report, plot_of_states)
{
    static const char no_peak[] = ",{'name':'z','device':0,'axis_values':[],'summaries':[" SUMMARY(
        "nv/cpu_only/bw/global/bytes_per_second", "7e9") "]}";
    static const struct {
        bres_chart chart;
        const char *more;
        const char *parts[6];
    } cases[] = {
        { BRES_CHART_BANDWIDTH,
          "",
          { "(\"b \\174 N=a\\140b\" 1)\n", "\"Memory bandwidth\"", "share of the peak",
            "set yrange [1.5:0.5]", "\n25 1 0 50 0.7 1.3\nEND_OF_BOXES", NULL } },
        { BRES_CHART_BANDWIDTH,
          no_peak,
          { "bytes per second", "set yrange [2.5:0.5]", "\n2.5e+09 1 0 5e+09 ",
            "\n3.5e+09 2 0 7e+09 ", NULL } },
        { BRES_CHART_THROUGHPUT,
          "",
          { "\"Throughput\"", "items per second", "set yrange [1.5:0.5]", "\n1e+09 1 0 2e+09 ",
            NULL } },
    };
    struct place place;

    place_begin(&place);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const bres_plot_options options = options_of(&place, in_place(&place, "s.svg"), NULL, NULL);
        bres_result *result = measured_result(cases[i].more);
        char *script;

        cr_assert_eq(bres_summary_plot(&result, 1, cases[i].chart, NULL, &options), BRES_OK, "%s",
                     bres_last_error());
        script = read_chart(&place, "s.svg");
        check_harmless(script);
        check_parts(script, cases[i].parts);
        free(script);
        bres_result_unref(result);
    }
    place_end(&place);
}

Test(report, plot_of_states_refuses_bad_arguments)
{
    bres_result *result = measured_result("");
    bres_summary_options summary;
    bres_plot_options options;
    struct place place;

    place_begin(&place);
    options = options_of(&place, in_place(&place, "s.svg"), NULL, NULL);
    bres_summary_options_init(&summary);
    cr_expect_eq(bres_summary_plot(NULL, 1, BRES_CHART_BANDWIDTH, NULL, &options),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_summary_plot(&result, 1, (bres_chart)3, NULL, &options), BRES_ERROR_ARGUMENT);
    summary.sort = BRES_COLUMN_PHASES;
    cr_expect_eq(bres_summary_plot(&result, 1, BRES_CHART_BANDWIDTH, &summary, &options),
                 BRES_ERROR_ARGUMENT);
    /* No state has samples. */
    cr_expect_eq(bres_summary_plot(&result, 1, BRES_CHART_DISTRIBUTION, NULL, &options), BRES_OK);
    cr_expect_not_null(strstr(place.log.data, "s.svg' is not written: no state has a value"));
    options.summary_path = NULL;
    cr_expect_eq(bres_summary_plot(&result, 1, BRES_CHART_BANDWIDTH, NULL, &options),
                 BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_summary_plot(&result, 1, BRES_CHART_BANDWIDTH, NULL, NULL),
                 BRES_ERROR_ARGUMENT);
    bres_result_unref(result);
    place_end(&place);
}

struct states_sweep {
    bres_result *result;
    bres_plot_options options;
};

static bres_status states_sweep_run(void *context)
{
    const struct states_sweep *sweep = context;

    return bres_summary_plot(&sweep->result, 1, BRES_CHART_BANDWIDTH, NULL, &sweep->options);
}

Test(report, plot_of_states_survives_every_failure)
{
    struct states_sweep sweep = { .result = measured_result("") };
    struct place place;

    place_begin(&place);
    sweep.options = options_of(&place, in_place(&place, "s.svg"), NULL, NULL);
    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, states_sweep_run, &sweep);
    place_end(&place);
    bres_result_unref(sweep.result);
}
