/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "support/criteria.h"
#include "support/support.h"

#include <benchresult/report.h>
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const double times[] = { 1, 1, 1, 1, 1, 1, NAN, 3 };
static const float times32[] = { 0.5f, 0.25f };
static const bres_replay_stream streams[] = {
    { .benchmark = "copy", .name = "N=1", .times = times, .count = 8 },
    { .benchmark = "copy", .name = "N=2", .times32 = times32, .count = 2 },
    { .benchmark = "sort", .name = "N=3" },
    { .name = "a|b\nc" },
};

Test(report, replay_markdown)
{
    bres_criterion *criteria[2] = { bres_test_criterion("stdrel", NULL),
                                    bres_test_criterion("stdrel", "min-time=1") };
    bres_replay_options options;
    char *text;
    size_t length;

    bres_replay_options_init(&options);
    options.min_samples = 6;
    cr_assert_eq(bres_replay_report(streams, 4, criteria, 2, &options, &text, &length), BRES_OK,
                 "%s", bres_last_error());
    cr_assert_eq(strlen(text), length);
    cr_assert_str_eq(text, "# Replay\n"
                           "\n"
                           "- stdrel: max-noise=0.005, min-time=0.5\n"
                           "- stdrel #2: max-noise=0.005, min-time=1\n"
                           "\n"
                           "The criteria are asked after each sample, from sample 6 on.\n"
                           "\n"
                           "## copy\n"
                           "\n"
                           "### N=1\n"
                           "\n"
                           "|         |   Measured |   stdrel |   stdrel #2 |\n"
                           "|:--------|-----------:|---------:|------------:|\n"
                           "| Samples |          7 |        6 |           6 |\n"
                           "| Median  |    1.000 s |  1.000 s |     1.000 s |\n"
                           "| Noise   |     58.79% |    0.00% |       0.00% |\n"
                           "| Time    |    9.000 s |  6.000 s |     6.000 s |\n"
                           "| Saved   |            |   33.33% |      33.33% |\n"
                           "\n"
                           "1 sample was refused: negative, or not finite.\n"
                           "\n"
                           "### N=2\n"
                           "\n"
                           "|         |   Measured |   stdrel |   stdrel #2 |\n"
                           "|:--------|-----------:|---------:|------------:|\n"
                           "| Samples |          2 |      > 2 |         > 2 |\n"
                           "| Median  | 500.000 ms |        - |           - |\n"
                           "| Noise   |          - |        - |           - |\n"
                           "| Time    | 750.000 ms |        - |           - |\n"
                           "| Saved   |            |        - |           - |\n"
                           "\n"
                           "## sort\n"
                           "\n"
                           "### N=3\n"
                           "\n"
                           "|         |   Measured |   stdrel |   stdrel #2 |\n"
                           "|:--------|-----------:|---------:|------------:|\n"
                           "| Samples |          0 |      > 0 |         > 0 |\n"
                           "| Median  |          - |        - |           - |\n"
                           "| Noise   |          - |        - |           - |\n"
                           "| Time    |   0.000 ns |        - |           - |\n"
                           "| Saved   |            |        - |           - |\n"
                           "\n"
                           "## a|b\\nc\n"
                           "\n"
                           "|         |   Measured |   stdrel |   stdrel #2 |\n"
                           "|:--------|-----------:|---------:|------------:|\n"
                           "| Samples |          0 |      > 0 |         > 0 |\n"
                           "| Median  |          - |        - |           - |\n"
                           "| Noise   |          - |        - |           - |\n"
                           "| Time    |   0.000 ns |        - |           - |\n"
                           "| Saved   |            |        - |           - |\n");
    bres_string_free(text);
    bres_criterion_free(criteria[0]);
    bres_criterion_free(criteria[1]);
}

Test(report, replay_refuses_bad_arguments)
{
    static const bres_replay_stream bad[] = {
        { .name = NULL, .times = times, .count = 1 },
        { .name = "none", .count = 1 },
        { .name = "both", .times = times, .times32 = times32, .count = 1 },
    };
    bres_criterion *criterion = bres_test_criterion("sample-count", "target-samples=0");
    bres_criterion *nothing = NULL;
    bres_replay_options options;
    char *text = NULL;
    size_t length = 7;

    bres_replay_options_init(NULL);
    bres_replay_options_init(&options);
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        cr_assert_eq(bres_replay_report(&bad[i], 1, &criterion, 1, NULL, &text, &length),
                     BRES_ERROR_ARGUMENT, "row %zu", i);
        cr_assert(text == NULL && length == 0);
    }
    cr_assert_eq(bres_replay_report(NULL, 1, &criterion, 1, NULL, &text, NULL),
                 BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_replay_report(streams, 0, &criterion, 1, NULL, &text, NULL),
                 BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_replay_report(streams, 1, NULL, 1, NULL, &text, NULL), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_replay_report(streams, 1, &criterion, 0, NULL, &text, NULL),
                 BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_replay_report(streams, 1, &nothing, 1, NULL, &text, NULL),
                 BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_replay_report(streams, 1, &criterion, 1, NULL, NULL, &length),
                 BRES_ERROR_ARGUMENT);
    options.format = BRES_FORMAT_PYTHON;
    cr_assert_eq(bres_replay_report(streams, 1, &criterion, 1, &options, &text, NULL),
                 BRES_ERROR_ARGUMENT);
    bres_replay_options_init(&options);
    options.reserved = 1;
    cr_assert_eq(bres_replay_report(streams, 1, &criterion, 1, &options, &text, NULL),
                 BRES_ERROR_ARGUMENT);
    options.size = 4;
    cr_assert_eq(bres_replay_report(streams, 1, &criterion, 1, &options, &text, NULL),
                 BRES_ERROR_VERSION);
    cr_assert_eq(bres_replay_report(streams, 1, &criterion, 1, NULL, &text, NULL),
                 BRES_ERROR_VALUE);
    cr_assert_null(text);
    bres_criterion_free(criterion);
}

static bres_status replay_once(void *context)
{
    bres_criterion *criterion = context;
    bres_replay_options options;
    bres_status status = BRES_OK;

    bres_replay_options_init(&options);
    for (unsigned round = 0; status == BRES_OK && round < 2; round++) {
        char *text;

        options.format = round == 0 ? BRES_FORMAT_MARKDOWN : BRES_FORMAT_JSON;
        status = bres_replay_report(streams, 4, &criterion, 1, &options, &text, NULL);
        cr_assert_eq(text != NULL, status == BRES_OK);
        bres_string_free(text);
    }
    return status;
}

Test(report, replay_reports_want_of_memory)
{
    bres_criterion *criterion = bres_test_criterion("any-of(entropy,iqr)", NULL);

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, replay_once, criterion);
    bres_criterion_free(criterion);
}
