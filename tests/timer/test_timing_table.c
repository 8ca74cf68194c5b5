/* SPDX-License-Identifier: MIT */
/*
 * Timing tables. Cases are numbered as in the specification of torch.utils.benchmark.
 */
#include "support/loading.h"
#include "support/timings.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define US           "\nTimes are in microseconds (us).\n"
#define S            "\nTimes are in seconds (s).\n"
#define GOOD         "\033[92m\033[1m"
#define NEAR         "\033[34m\033[1m"
#define FAR          "\033[31m\033[1m"
#define BAD          "\033[2m\033[91m"
#define OFF          "\033[0m\033[0m"

/* A measurement of a test: `count` times from `first` on, `step` apart. */
typedef struct timing_row {
    const char *label;
    const char *name;
    const char *description;
    const char *env;
    int32_t threads;
    size_t count;
    double first;
    double step;
} timing_row;

static bres_measurement *row_make(const timing_row *row)
{
    double times[8];
    bres_task_spec spec;

    bres_task_spec_init(&spec);
    spec.label = row->label;
    spec.sub_label = row->name;
    spec.description = row->description;
    spec.env = row->env;
    spec.num_threads = row->threads;
    for (size_t i = 0; i < row->count; i++)
        times[i] = row->first + (double)i * row->step;
    return bres_test_timing(&spec, 1, times, row->count);
}

/* Compares the table of measurements with a text, except for blanks at line ends. Frees the
 * measurements. */
static void check_list(const char *name, bres_measurement **list, size_t count, uint32_t flags,
                       uint32_t color, const char *expected)
{
    char *text = bres_test_timing_table(list, count, flags, color);

    bres_test_trim_lines(text);
    cr_assert_str_eq(text, expected, "%s:\n%s\n---\n%s", name, text, expected);
    bres_string_free(text);
    bres_test_timings_free(list, count);
}

static void check_table(const char *name, const timing_row *rows, size_t count, uint32_t flags,
                        uint32_t color, const char *expected)
{
    bres_measurement *list[16];

    for (size_t i = 0; i < count; i++)
        list[i] = row_make(&rows[i]);
    check_list(name, list, count, flags, color, expected);
}

static const timing_row saxpy[] = {
    { "saxpy", "naive", "n=1k", NULL, 1, 5, 10e-6, 0.2e-6 },
    { "saxpy", "naive", "n=64k", NULL, 1, 5, 640e-6, 2e-6 },
    { "saxpy", "unrolled", "n=1k", NULL, 1, 5, 6e-6, 0.1e-6 },
    { "saxpy", "unrolled", "n=64k", NULL, 1, 5, 300e-6, 50e-6 },
    { "saxpy", "naive", "n=1k", NULL, 4, 5, 9e-6, 0.1e-6 },
    { "saxpy", "unrolled", "n=64k", NULL, 4, 5, 100e-6, 1e-6 },
};

Test(timer, timing_table_of_the_specification)
{
    check_table("plain", saxpy, COUNT(saxpy), 0, BRES_TIMING_COLOR_NONE,
                "[------------ saxpy ------------]\n"
                "                |  n=1k  |  n=64k\n"
                "1 threads: ----------------------\n"
                "      naive     |  10.4  |  644.0\n"
                "      unrolled  |   6.2  |  400.0\n"
                "4 threads: ----------------------\n"
                "      naive     |   9.2  |\n"
                "      unrolled  |        |  102.0\n" US);
    check_table("trimmed and highlighted", saxpy, COUNT(saxpy),
                BRES_TIMING_TABLE_TRIM | BRES_TIMING_TABLE_HIGHLIGHT, BRES_TIMING_COLOR_NONE,
                "[--------------- saxpy ---------------]\n"
                "                |  n=1k  |     n=64k\n"
                "1 threads: ----------------------------\n"
                "      naive     |   10   |   640\n"
                "      unrolled  |    6   |  400 (! 25%)\n"
                "4 threads: ----------------------------\n"
                "      naive     |    9   |\n"
                "      unrolled  |        |   100\n" US
                "(! XX%) These times vary: XX is IQR / median in percent.\n");
}

/* Cells of every color; case 29: colors do not change the layout. */
Test(timer, timing_table_colors)
{
    static const timing_row rows[] = {
        { "l", "a", "x", NULL, 1, 1, 10e-6, 0 },   { "l", "b", "x", NULL, 1, 1, 10.09e-6, 0 },
        { "l", "c", "x", NULL, 1, 1, 10.9e-6, 0 }, { "l", "d", "x", NULL, 1, 1, 15e-6, 0 },
        { "l", "e", "x", NULL, 1, 1, 20e-6, 0 },   { "l", "f", "x", NULL, 1, 1, 50e-6, 0 },
        { "l", "a", "y", NULL, 1, 1, 30e-6, 0 },   { "l", "a", "y", NULL, 2, 1, 90e-6, 0 },
    };

    check_table("by column", rows, COUNT(rows), 0, BRES_TIMING_COLOR_COLUMNS,
                "[---------- l ----------]\n"
                "         |   x    |   y\n"
                "1 threads: --------------\n"
                "      a  |  " GOOD "10.0" OFF "  |  " GOOD "30.0" OFF "\n"
                "      b  |  " GOOD "10.1" OFF "  |\n"
                "      c  |  " NEAR "10.9" OFF "  |\n"
                "      d  |  15.0  |\n"
                "      e  |  " BAD "20.0" OFF "  |\n"
                "      f  |  " FAR "50.0" OFF "  |\n"
                "2 threads: --------------\n"
                "      a  |        |  " GOOD "90.0" OFF "\n" US);
    check_table("by row", rows, COUNT(rows), 0, BRES_TIMING_COLOR_ROWS,
                "[---------- l ----------]\n"
                "         |   x    |   y\n"
                "1 threads: --------------\n"
                "      a  |  " GOOD "10.0" OFF "  |  " BAD "30.0" OFF "\n"
                "      b  |  " GOOD "10.1" OFF "  |\n"
                "      c  |  " GOOD "10.9" OFF "  |\n"
                "      d  |  " GOOD "15.0" OFF "  |\n"
                "      e  |  " GOOD "20.0" OFF "  |\n"
                "      f  |  " GOOD "50.0" OFF "  |\n"
                "2 threads: --------------\n"
                "      a  |        |  " GOOD "90.0" OFF "\n" US);
}

Test(timer, timing_table_small_cases)
{
    static const timing_row one[] = { { "l", "a", "x", NULL, 1, 1, 1, 0 },
                                      { "l", "a", "x", NULL, 1, 1, 2, 0 } };
    static const timing_row noisy[] = { { "l", "a", "x", NULL, 1, 2, 1, 40 },
                                        { "l", "b", "x", NULL, 1, 1, 2, 0 } };
    static const timing_row labels[] = { { NULL, "a", "x", NULL, 1, 1, 1, 0 },
                                         { "", "a", "x", NULL, 1, 1, 1, 0 },
                                         { NULL, "b", "x", NULL, 1, 1, 1, 0 } };
    static const timing_row blank[] = { { "l", "a", "", NULL, 1, 1, 1, 0 },
                                        { "l", "b", NULL, NULL, 1, 1, 1, 0 } };
    static const timing_row powers[] = { { "l", "a", "x", NULL, 1, 1, 1000, 0 },
                                         { "l", "b", "x", NULL, 1, 1, 999, 0 } };
    static const timing_row range[] = { { "l", "a", "x", NULL, 1, 1, 100e-9, 0 },
                                        { "l", "b", "x", NULL, 1, 1, 3000, 0 } };
    static const timing_row trimmed[] = { { "l", "a", "x", NULL, 1, 4, 1500e-9, 0 },
                                          { "l", "b", "x", NULL, 1, 4, 999.999e-9, 0 } };
    static const timing_row close[] = { { "l", "a", "x", NULL, 1, 1, 10e-9, 0 },
                                        { "l", "b", "x", NULL, 1, 1, 90e-9, 0 } };
    static const timing_row zero[] = { { "l", "a", "x", NULL, 1, 2, 0, 0 },
                                       { "l", "b", "x", NULL, 1, 1, 5e-9, 0 } };
    static const timing_row none[] = { { "l", "a", "x", NULL, 1, 0, 0, 0 } };
    static const struct {
        const char *name;
        const timing_row *rows;
        size_t count;
        uint32_t flags;
        uint32_t color;
        const char *expected;
    } cases[] = {
        { "case 20: replicates are pooled", one, 2, 0, 0,
          "[----- l -----]\n         |   x\n1 threads: ----\n      a  |  1.5\n" S },
        { "cases 21, 27: one row and thread is the best", one, 1, 0, 1,
          "[----- l -----]\n         |   x\n1 threads: ----\n      a  |  " GOOD "1.0" OFF "\n" S },
        { "case 31: nothing to highlight", one, 1, BRES_TIMING_TABLE_HIGHLIGHT, 0,
          "[----- l -----]\n         |   x\n1 threads: ----\n      a  |  1.0\n" S },
        { "warnings are not asked for", noisy, 2, 0, 0,
          "[----- l ------]\n         |   x\n1 threads: -----\n      a  |  21.0\n"
          "      b  |   2.0\n" S },
        { "case 14: labels none and \"\"", labels, 3, 0, 0,
          "[------  -----]\n         |   x\n1 threads: ----\n      a  |  1.0\n      b  |  1.0\n" S
          "\n[------  -----]\n         |   x\n1 threads: ----\n      a  |  1.0\n" S },
        { "cases 15, 16: no description", blank, 2, 0, 0,
          "[----- l -----]\n         |\n1 threads: ----\n      a  |  1.0\n      b  |  1.0\n" S },
        { "case 23: 1000 is wider than its column", powers, 2, 0, 0,
          "[------ l -------]\n         |    x\n1 threads: -------\n      a  |  1000.0\n"
          "      b  |  999.0\n" S },
        { "case 24: 100 ns and 3000 s", range, 2, 0, 0,
          "[----------- l -----------]\n         |         x\n"
          "1 threads: ----------------\n      a  |            100.0\n"
          "      b  |  3000000000000.0\n\nTimes are in nanoseconds (ns).\n" },
        { "case 30: one digit", trimmed, 1, BRES_TIMING_TABLE_TRIM, 0,
          "[---- l ----]\n         |  x\n1 threads: --\n      a  |  2\n" US },
        { "case 28: within 100 ns of the best", close, 2, 0, 1,
          "[----- l ------]\n         |   x\n1 threads: -----\n      a  |  " GOOD "10.0" OFF "\n"
          "      b  |  " GOOD "90.0" OFF "\n\nTimes are in nanoseconds (ns).\n" },
        { "case 4: zero", zero, 2, BRES_TIMING_TABLE_TRIM | BRES_TIMING_TABLE_HIGHLIGHT, 2,
          "[---- l ----]\n         |  x\n1 threads: --\n      a  |  " GOOD "0" OFF
          "\n      b  |  " GOOD "5" OFF "\n\nTimes are in nanoseconds (ns).\n" },
        { "case 1: without times", none, 1, BRES_TIMING_TABLE_TRIM, 1,
          "[---- l ----]\n         |  x\n1 threads: --\n      a  |\n" S },
    };

    for (size_t i = 0; i < COUNT(cases); i++)
        check_table(cases[i].name, cases[i].rows, cases[i].count, cases[i].flags, cases[i].color,
                    cases[i].expected);
}

Test(timer, timing_table_envs)
{
    static const timing_row two[] = {
        { "l", "b", "x", "new branch", 1, 1, 2000, 0 },
        { "l", "b", "x", "base", 1, 1, 1400, 0 },
        { "l", "a", "x", "base", 1, 1, 1400, 0 },
        { "l", "a", "x", "new branch", 1, 1, 2000, 0 },
    };
    static const timing_row unknown[] = {
        { "l", "a", "x", "a", 1, 1, 1, 0 },
        { "l", "a", "x", NULL, 1, 1, 2, 0 },
        { "l", "a", "x", "", 1, 1, 3, 0 },
    };
    static const timing_row same[] = {
        { "l", "a", "x", "e", 1, 1, 1, 0 },
        { "l", "b", "x", "e", 2, 1, 2, 0 },
    };
    static const timing_row groups[] = {
        { "l", "a", "x", "e", 2, 1, 1, 0 },
        { "l", "a", "x", "f", 1, 1, 2, 0 },
        { "l", "b", "x", "f", 1, 1, 3, 0 },
        { "l", "b", "x", "f", 2, 1, 4, 0 },
    };

    check_table("two envs", two, COUNT(two), 0, 0,
                "[----------- l ------------]\n"
                "                   |    x\n"
                "1 threads: -----------------\n"
                "  (base)        b  |  1400.0\n"
                "                a  |  1400.0\n"
                "  (new branch)  b  |  2000.0\n"
                "                a  |  2000.0\n" S);
    check_table("case 17: an unknown env", unknown, COUNT(unknown), 0, 0,
                "[------------ l -------------]\n"
                "                        |   x\n"
                "1 threads: -------------------\n"
                "  (Unspecified env)  a  |  2.0\n"
                "                     a  |  3.0\n"
                "  (a)                a  |  1.0\n" S);
    check_table("case 18: the same env everywhere", same, COUNT(same), 0, 0,
                "[----- l -----]\n         |   x\n1 threads: ----\n      a  |  1.0\n"
                "2 threads: ----\n      b  |  2.0\n" S);
    check_table("case 18: one env in one group of threads", groups, COUNT(groups), 0, 0,
                "[----- l ------]\n          |   x\n1 threads: -----\n  (f)  a  |  2.0\n"
                "       b  |  3.0\n2 threads: -----\n  (e)  a  |  1.0\n  (f)  b  |  4.0\n" S);
}

/* Cases 22 and 32: the effect of a warning on the other cells of its column. */
Test(timer, timing_table_warnings)
{
    const double times[] = { 1, 1, 9.55, 9.55 };
    bres_measurement *list[] = {
        bres_test_time("l", "a", "x", 10),
        NULL,
        bres_test_time("l", "c", "y", 10),
    };
    bres_task_spec spec;

    bres_task_spec_init(&spec);
    spec.label = "l";
    spec.sub_label = "b";
    spec.description = "x";
    list[1] = bres_test_timing(&spec, 1, times, COUNT(times));
    check_list("case 32", list, COUNT(list), BRES_TIMING_TABLE_HIGHLIGHT, 0,
               "[-------------- l --------------]\n"
               "         |       x        |   y\n"
               "1 threads: ----------------------\n"
               "      a  |  10.0          |\n"
               "      b  |  5.3 (! 162%)  |\n"
               "      c  |                |  10.0\n" S
               "(! XX%) These times vary: XX is IQR / median in percent.\n");
}

/* Case 19. */
Test(timer, timing_table_tells_what_it_hides)
{
    bres_timing_table_options options;
    bres_test_log log = { 0 };
    bres_measurement *list[2];
    const double times[] = { 1, 2 };
    bres_task_spec spec;
    char *text;

    bres_task_spec_init(&spec);
    spec.label = "l";
    spec.sub_label = "a\nb";
    spec.stmt = "f";
    list[0] = bres_test_timing(&spec, 1, &times[0], 1);
    spec.stmt = "g";
    list[1] = bres_test_timing(&spec, 1, &times[1], 1);
    bres_timing_table_options_init(&options);
    options.log = bres_test_log_add;
    options.log_user = &log;
    cr_assert_eq(bres_timing_table((const bres_measurement *const *)list, 2, &options, &text, NULL),
                 BRES_OK);
    bres_string_free(text);
    cr_assert_eq(log.count, 1);
    cr_assert_not_null(strstr(bres_test_log_text(&log), "row 'a\\nb'"), "%s",
                       bres_test_log_text(&log));
    bres_test_log_clear(&log);
    check_list("the last one is shown", list, 2, 0, 0,
               "[------ l -------]\n            |\n1 threads: -------\n      a\\nb  |  2.0\n" S);
}

/* Cases 25 and 26: names that would break the layout. */
Test(timer, timing_table_names)
{
    static const timing_row rows[] = {
        { "\xE8\xA1\xA8\n\033[0m", "a\nb", "d\td", "e\r", 1, 1, 1, 0 },
        { "\xE8\xA1\xA8\n\033[0m", "\xE8\xA1\x8C", "cafe\xCC\x81", "\xC2\x9B", 1, 1, 2, 0 },
        { "\xE8\xA1\xA8\n\033[0m", "\xC3\xBC", "cafe\xCC\x81", "\xC2\x9B", 1, 1, 3, 0 },
    };

    check_table("names", rows, COUNT(rows), 0, 0,
                "[--------- \xE8\xA1\xA8\\n\\x1B[0m ----------]\n"
                "                  |  d\\td  |  cafe\xCC\x81\n"
                "1 threads: -----------------------\n"
                "  (e\\r)     a\\nb  |  1.0   |\n"
                "  (\\u009B)  \xE8\xA1\x8C    |        |  2.0\n"
                "            \xC3\xBC     |        |  3.0\n" S);
}

/* Hundreds of rows and columns: each line has the right length, and each time is at its
 * position. */
Test(timer, timing_table_of_hundreds)
{
    enum { ROWS = 300, COLUMNS = 200 };
    bres_measurement **list = calloc(ROWS * COLUMNS, sizeof(*list));
    size_t lines = 0;
    size_t width = 0;
    char *text;

    for (size_t i = 0; i < (size_t)ROWS * COLUMNS; i++) {
        char row[32];
        char column[32];

        snprintf(row, sizeof row, "row %zu", i / COLUMNS);
        snprintf(column, sizeof column, "%zu", i % COLUMNS);
        list[i] = bres_test_time("many", row, column, 1e-3 * (double)(i + 1));
    }
    text = bres_test_timing_table(list, (size_t)ROWS * COLUMNS, BRES_TIMING_TABLE_HIGHLIGHT, 0);
    for (const char *line = text; *line != '\0' && *line != '\n'; lines++) {
        const size_t length = strcspn(line, "\n");

        width = lines == 0 ? length : width;
        cr_assert_eq(length, width, "line %zu", lines);
        line += length + 1;
    }
    cr_assert_eq(lines, ROWS + 3);
    cr_assert_not_null(strstr(text, "60000.0"));
    bres_string_free(text);
    bres_test_timings_free(list, (size_t)ROWS * COLUMNS);
    free(list);
}

Test(timer, timing_table_refuses)
{
    bres_timing_table_options options;
    const bres_measurement *none[] = { NULL };
    char *text;
    size_t length;

    bres_timing_table_options_init(&options);
    bres_timing_table_options_init(NULL);
    cr_assert_eq(bres_timing_table(NULL, 0, NULL, &text, &length), BRES_OK);
    cr_assert_str_eq(text, "");
    cr_assert_eq(length, 0);
    bres_string_free(text);
    cr_assert_eq(bres_timing_table(NULL, 0, NULL, NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_timing_table(NULL, 1, NULL, &text, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_null(text);
    cr_assert_eq(bres_timing_table(none, 1, NULL, &text, NULL), BRES_ERROR_ARGUMENT);
    options.flags = 4;
    cr_assert_eq(bres_timing_table(NULL, 0, &options, &text, NULL), BRES_ERROR_ARGUMENT);
    options.flags = 0;
    options.color = 3;
    cr_assert_eq(bres_timing_table(NULL, 0, &options, &text, NULL), BRES_ERROR_ARGUMENT);
    options.color = 0;
    options.size = 3;
    cr_assert_eq(bres_timing_table(NULL, 0, &options, &text, NULL), BRES_ERROR_VERSION);
    cr_assert_null(text);
}

/* A nanosecond, and times at both ends of the range of a double, in one table. */
Test(timer, timing_table_extremes)
{
    bres_measurement *list[] = { bres_test_time("l", "a", "x", 1e-9),
                                 bres_test_time("l", "b", "x", 1e308),
                                 bres_test_time("l", "c", "x", 1e-320) };

    for (uint32_t flags = 0; flags <= 3; flags++) {
        char *text = bres_test_timing_table(list, COUNT(list), flags, flags % 3);

        cr_assert_null(strstr(text, " nan "));
        bres_string_free(text);
    }
    bres_test_timings_free(list, COUNT(list));
}
