/* SPDX-License-Identifier: MIT */
/*
 * The columns of the summary report: by name, by default, and by the summaries of a state.
 */
#include "base/fault.h"
#include "report/summary/columns.h"
#include "support/summary.h"
#include "support/support.h"

#include <benchresult/build.h>
#include <criterion/criterion.h>
#include <string.h>

#define COLUMNS(a, b) (BRES_COLUMN_BIT(BRES_COLUMN_##a) | BRES_COLUMN_BIT(BRES_COLUMN_##b))

/* A state of a benchmark "b", and the report of its result. */
typedef struct stage {
    bres_result *result;
    bres_subbench *bench;
    bres_state *state;
    char *text;
} stage;

static stage stage_begin(void)
{
    stage s = { .text = NULL };

    cr_assert_eq(bres_result_new(&s.result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(s.result, "b", &s.bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(s.bench, &s.state), BRES_OK);
    return s;
}

static bres_summary *stage_add(const stage *s, const char *tag)
{
    bres_summary *summary;

    cr_assert_eq(bres_state_add_summary(s->state, tag, &summary), BRES_OK);
    cr_assert_eq(bres_summary_set_texts(summary, NULL, NULL, NULL, "Hidden."), BRES_OK);
    return summary;
}

static void stage_add_real(const stage *s, const char *tag, double value)
{
    cr_assert_eq(bres_summary_set_float64(stage_add(s, tag), "value", value), BRES_OK);
}

static void stage_add_count(const stage *s, const char *tag, int64_t value)
{
    cr_assert_eq(bres_summary_set_int64(stage_add(s, tag), "value", value), BRES_OK);
}

static void stage_add_text(const stage *s, const char *tag, const char *value)
{
    cr_assert_eq(bres_summary_set_string(stage_add(s, tag), "value", value), BRES_OK);
}

/* Six samples on the CPU, whose median is 4.1 us. */
static void stage_measure(const stage *s, double last)
{
    const double cpu[] = { 1.1e-6, 2.1e-6, 3.1e-6, 4.1e-6, 5.1e-6, last };
    bres_times times;

    bres_times_init(&times);
    times.count = sizeof cpu / sizeof *cpu;
    times.cpu = cpu;
    times.walltime = 1;
    cr_assert_eq(bres_state_add_cpu_only_summaries(s->state, &times), BRES_OK);
}

/* The same on a GPU, with CPU times twice as long. */
static void stage_measure_gpu(const stage *s, double last)
{
    const double gpu[] = { 1.1e-6, 2.1e-6, 3.1e-6, 4.1e-6, 5.1e-6, last };
    const double cpu[] = { 2.2e-6, 4.2e-6, 6.2e-6, 8.2e-6, 10.2e-6, 2 * last };
    bres_times times;

    bres_times_init(&times);
    times.count = sizeof gpu / sizeof *gpu;
    times.gpu = gpu;
    times.cpu = cpu;
    times.walltime = 1;
    cr_assert_eq(bres_state_add_cold_summaries(s->state, &times), BRES_OK);
}

/* Checks the report without its headings, in a format and with a set of columns; 0: the default. */
static void stage_expect(stage *s, bres_format format, uint32_t columns, const char *expected)
{
    static const char heading[] = "# Benchmark Results\n\n## b\n\n";
    const char *shown;
    bres_summary_options options;

    bres_summary_options_init(&options);
    options.format = format;
    if (columns != 0)
        options.columns = columns;
    cr_assert_eq(bres_summary_report(&s->result, 1, &options, &s->text, NULL), BRES_OK, "%s",
                 bres_last_error());
    shown = s->text;
    if (format == BRES_FORMAT_MARKDOWN)
        shown += strlen(heading);
    cr_expect_str_eq(shown, expected, "%s\ninstead of\n%s", shown, expected);
    bres_string_free(s->text);
}

static void stage_end(stage *s)
{
    bres_result_unref(s->result);
}

Test(report, columns_have_names)
{
    const uint32_t all = bres_summary_columns();
    unsigned count = 0;

    for (; bres_column_name((bres_column)count) != NULL; count++) {
        bres_column column = BRES_COLUMN_DEFAULT;

        cr_expect_eq(bres_column_find(bres_column_name((bres_column)count), &column), BRES_OK);
        cr_expect_eq((unsigned)column, count);
        cr_expect_neq(all & BRES_COLUMN_BIT(count), 0);
    }
    cr_expect_eq(all, BRES_COLUMN_BIT(count) - 1);
    cr_expect_null(bres_column_name((bres_column)-1));
}

Test(report, column_of_an_unknown_name)
{
    static const char message[] = "unknown column 'medain' (did you mean 'median'?); expected "
                                  "default, summaries, samples,";
    bres_column column = BRES_COLUMN_MIN;

    cr_assert_eq(bres_column_find("medain", &column), BRES_ERROR_KEY);
    cr_expect_eq(column, BRES_COLUMN_DEFAULT);
    cr_expect_eq(strncmp(bres_last_error(), message, strlen(message)), 0, "%s", bres_last_error());
    cr_expect_eq(bres_column_find(NULL, &column), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_column_find("min", NULL), BRES_ERROR_ARGUMENT);
}

/* Files of CPU-only measurements from NVBench have NVBench's own tables. */
Test(report, columns_of_a_file_of_nvbench)
{
    static const char table[] = "| Samples | CPU Time | Noise  |\n|---------|----------|--------|\n"
                                "|      6x | 3.600 us | 51.97% |\n";
    stage s = stage_begin();

    stage_measure(&s, 6.1e-6);
    stage_expect(&s, BRES_FORMAT_MARKDOWN, 0, table);
    stage_expect(&s, BRES_FORMAT_MARKDOWN, BRES_COLUMN_BIT(BRES_COLUMN_SUMMARIES), table);
    stage_end(&s);
}

Test(report, columns_of_a_measurement_of_the_library)
{
    static const char *const tags[] = { "bres/clock/kind", "bres/cpu_batch/block_size" };

    for (size_t i = 0; i < 2; i++) {
        stage s = stage_begin();

        if (i == 0)
            stage_add_text(&s, tags[i], "wall");
        else
            stage_add_count(&s, tags[i], 100);
        stage_add_real(&s, "bres/median/lower", 1.1e-6);
        stage_add_real(&s, "bres/median/upper", 6.1e-6);
        stage_measure(&s, 6.1e-6);
        stage_expect(&s, BRES_FORMAT_MARKDOWN, 0,
                     "| Samples |  Median  |      95% CI       | Noise  |\n"
                     "|---------|----------|-------------------|--------|\n"
                     "|      6x | 4.100 us | [1.100, 6.100] us | 51.97% |\n");
        stage_expect(&s, BRES_FORMAT_MARKDOWN, BRES_COLUMN_BIT(BRES_COLUMN_SUMMARIES),
                     "| Samples | CPU Time | Noise  |\n|---------|----------|--------|\n"
                     "|      6x | 3.600 us | 51.97% |\n");
        stage_end(&s);
    }
}

/* The state has samples, but a default table does not read them. */
Test(report, columns_without_an_interval)
{
    stage s = stage_begin();

    stage_add_text(&s, "bres/clock/kind", "thread");
    stage_measure(&s, 6.1e-6);
    stage_expect(&s, BRES_FORMAT_MARKDOWN, 0,
                 "| Samples | Median (thread) | Noise  |\n|---------|-----------------|--------|\n"
                 "|      6x |        4.100 us | 51.97% |\n");
    stage_expect(&s, BRES_FORMAT_MARKDOWN, BRES_COLUMN_BIT(BRES_COLUMN_CI),
                 "|      95% CI       |\n|-------------------|\n| [1.100, 6.100] us |\n");
    stage_end(&s);
}

Test(report, columns_by_clock)
{
    stage s = stage_begin();

    stage_add_text(&s, "bres/clock/kind", "wall");
    stage_add_text(&s, "bres/clock/other/kind", "thread");
    stage_add_real(&s, "bres/clock/other/median", 3e-6);
    stage_measure(&s, 6.1e-6);
    stage_expect(&s, BRES_FORMAT_MARKDOWN, COLUMNS(WALL_TIME, CPU_TIME),
                 "| Wall Time | CPU Time (thread) |\n|-----------|-------------------|\n"
                 "|  4.100 us |          3.000 us |\n");
    stage_end(&s);

    s = stage_begin();
    stage_add_text(&s, "bres/clock/kind", "process");
    stage_measure(&s, 6.1e-6);
    stage_expect(&s, BRES_FORMAT_MARKDOWN, COLUMNS(WALL_TIME, CPU_TIME),
                 "| Wall Time | CPU Time (process) |\n|-----------|--------------------|\n"
                 "|           |           4.100 us |\n");
    stage_end(&s);
}

Test(report, columns_about_samples)
{
    stage s = stage_begin();

    stage_add_count(&s, "bres/cpu_batch/block_size", 100);
    stage_add_count(&s, "bres/os/preempted_samples", 2);
    stage_add_count(&s, "bres/phases/change_at", 4);
    stage_add_real(&s, "bres/phases/change", -0.0494);
    stage_measure(&s, 6.1e-6);
    stage_expect(&s, BRES_FORMAT_MARKDOWN,
                 COLUMNS(EXECUTIONS, SAMPLES) | COLUMNS(PREEMPTED, PHASES) | COLUMNS(MIN, MAX),
                 "| Samples | Executions |   Min    |   Max    | Preempted |    Phases     |\n"
                 "|---------|------------|----------|----------|-----------|---------------|\n"
                 "|      6x |       600x | 1.100 us | 6.100 us |        2x | -4.9% after 4 |\n");
    stage_end(&s);
}

/* A default table shows phases if the state has any. */
Test(report, columns_with_phases)
{
    stage s = stage_begin();

    stage_add_text(&s, "bres/clock/kind", "wall");
    stage_add_count(&s, "bres/phases/change_at", 4);
    stage_add_real(&s, "bres/phases/change", 0.1);
    stage_measure(&s, 6.1e-6);
    stage_expect(&s, BRES_FORMAT_MARKDOWN, 0,
                 "| Samples |  Median  | Noise  |     Phases     |\n"
                 "|---------|----------|--------|----------------|\n"
                 "|      6x | 4.100 us | 51.97% | +10.0% after 4 |\n");
    stage_end(&s);
}

/* The mean is 19.267 us, the median 4.1 us. */
Test(report, columns_with_a_mean_far_from_the_median)
{
    stage s = stage_begin();

    stage_measure(&s, 100.1e-6);
    stage_expect(&s, BRES_FORMAT_MARKDOWN, 0,
                 "| Samples | CPU Time  |  Median  |  Noise  |\n"
                 "|---------|-----------|----------|---------|\n"
                 "|      6x | 19.267 us | 4.100 us | 205.67% |\n");
    stage_expect(&s, BRES_FORMAT_MARKDOWN, BRES_COLUMN_BIT(BRES_COLUMN_MEAN),
                 "|   Mean    |  Median  |\n|-----------|----------|\n| 19.267 us | 4.100 us |\n");
    stage_expect(&s, BRES_FORMAT_MARKDOWN, COLUMNS(MEAN, MEDIAN),
                 "|   Mean    |  Median  |\n|-----------|----------|\n| 19.267 us | 4.100 us |\n");
    stage_end(&s);
}

Test(report, columns_on_a_gpu)
{
    stage s = stage_begin();

    stage_add_count(&s, "bres/phases/change_at", 4);
    stage_add_real(&s, "bres/phases/change", 0.1);
    stage_measure_gpu(&s, 100.1e-6);
    stage_expect(&s, BRES_FORMAT_MARKDOWN, 0,
                 "| Samples | CPU Time  |  Noise  | GPU Time  |  Noise  |\n"
                 "|---------|-----------|---------|-----------|---------|\n"
                 "|      6x | 38.533 us | 205.67% | 19.267 us | 205.67% |\n");
    stage_expect(&s, BRES_FORMAT_MARKDOWN,
                 COLUMNS(MEAN, CI) | COLUMNS(WALL_TIME, CPU_TIME) | COLUMNS(NOISE, PHASES),
                 "|   Mean    |  Median  |       95% CI        |  Noise  | Wall Time | "
                 "CPU Time (thread) |     Phases     |\n"
                 "|-----------|----------|---------------------|---------|-----------|-"
                 "------------------|----------------|\n"
                 "| 19.267 us | 4.100 us | [1.100, 100.100] us | 205.67% |           | "
                 "                  | +10.0% after 4 |\n");
    stage_end(&s);
}

/* A state without times, and one with too few for an interval. */
Test(report, columns_without_values)
{
    const double cpu[] = { 900e-9, 1e-6 };
    bres_times times;
    stage s = stage_begin();

    stage_expect(
        &s, BRES_FORMAT_MARKDOWN, COLUMNS(MEAN, CI) | COLUMNS(MEDIAN, EXECUTIONS),
        "| Executions | Mean | Median | 95% CI |\n|------------|------|--------|--------|\n"
        "|            |      |        |        |\n");
    bres_times_init(&times);
    times.count = 2;
    times.cpu = cpu;
    cr_assert_eq(bres_state_add_cpu_only_summaries(s.state, &times), BRES_OK);
    stage_expect(&s, BRES_FORMAT_MARKDOWN, COLUMNS(MIN, CI),
                 "| 95% CI |    Min     |\n|--------|------------|\n|        | 900.000 ns |\n");
    stage_end(&s);
}

Test(report, columns_of_csv)
{
    stage s = stage_begin();

    stage_add_text(&s, "bres/clock/kind", "wall");
    stage_add_real(&s, "bres/median/lower", 0.5);
    stage_add_real(&s, "bres/median/upper", 2);
    stage_measure(&s, 6.1e-6);
    stage_expect(&s, BRES_FORMAT_CSV, COLUMNS(MIN, CI),
                 "Benchmark,Device,Device Name,Skipped,95% CI Lower (sec),95% CI Upper (sec),"
                 "Min (sec)\nb,,,No,0.5,2,1.1e-06\n");
    stage_expect(&s, BRES_FORMAT_CSV, BRES_COLUMN_BIT(BRES_COLUMN_SAMPLES),
                 "Benchmark,Device,Device Name,Skipped,Samples\nb,,,No,6\n");
    cr_assert_eq(bres_subbench_add_state(s.bench, &s.state), BRES_OK); /* without an interval */
    stage_expect(&s, BRES_FORMAT_CSV, COLUMNS(SAMPLES, CI),
                 "Benchmark,Device,Device Name,Skipped,Samples,95% CI Lower (sec),"
                 "95% CI Upper (sec)\nb,,,No,6,0.5,2\nb,,,No,,,\n");
    stage_end(&s);
}

/* If the units of the ends differ, both ends have a unit. */
Test(report, columns_with_an_interval_of_two_units)
{
    stage s = stage_begin();

    stage_add_real(&s, "bres/median/lower", 900e-9);
    stage_add_real(&s, "bres/median/upper", 1.1e-6);
    stage_expect(&s, BRES_FORMAT_MARKDOWN, BRES_COLUMN_BIT(BRES_COLUMN_CI),
                 "|         95% CI         |\n|------------------------|\n"
                 "| [900.000 ns, 1.100 us] |\n");
    stage_end(&s);
}

/* A summary with the same name has a separate column. */
Test(report, columns_beside_a_summary_of_the_same_name)
{
    stage s = stage_begin();
    bres_summary *summary;

    stage_measure(&s, 6.1e-6);
    cr_assert_eq(bres_state_add_summary(s.state, "Median", &summary), BRES_OK);
    cr_assert_eq(bres_summary_set_int64(summary, "value", 7), BRES_OK);
    stage_expect(&s, BRES_FORMAT_MARKDOWN, COLUMNS(SUMMARIES, MEDIAN),
                 "| Samples | CPU Time | Noise  | Median |  Median  |\n"
                 "|---------|----------|--------|--------|----------|\n"
                 "|      6x | 3.600 us | 51.97% |      7 | 4.100 us |\n");
    stage_end(&s);
}

static bres_status report_once(void *context)
{
    stage *s = context;
    bres_summary_options options;
    bres_status status;
    char *text;

    bres_summary_options_init(&options);
    options.columns = bres_summary_columns();
    status = bres_summary_report(&s->result, 1, &options, &text, NULL);
    bres_string_free(text);
    return status;
}

Test(report, columns_report_want_of_memory)
{
    stage s = stage_begin();

    stage_add_count(&s, "bres/phases/change_at", 4);
    stage_add_real(&s, "bres/phases/change", 0.1);
    stage_measure(&s, 6.1e-6);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, report_once, &s);
    stage_end(&s);
}

/* 41 items in a median of 4.1 us, regardless of the mean. */
Test(report, columns_with_rates_by_the_median)
{
    const double cpu[] = { 1.1e-6, 2.1e-6, 3.1e-6, 4.1e-6, 5.1e-6, 1e-3 };
    stage s = stage_begin();
    bres_times times;

    bres_times_init(&times);
    times.count = sizeof cpu / sizeof *cpu;
    times.cpu = cpu;
    times.walltime = 1;
    times.elements = 41;
    cr_assert_eq(bres_state_add_cpu_only_summaries(s.state, &times), BRES_OK);
    stage_add_count(&s, "bres/cpu_batch/block_size", 1);
    stage_expect(&s, BRES_FORMAT_MARKDOWN, 0,
                 "| Samples |  Median  |  Noise  | Elem/s  |\n"
                 "|---------|----------|---------|---------|\n"
                 "|      6x | 4.100 us | 240.46% | 10.000M |\n");
    stage_end(&s);
}

Test(report, columns_of_the_distribution)
{
    stage s = stage_begin();

    stage_measure(&s, 6.1e-6);
    stage_expect(&s, BRES_FORMAT_MARKDOWN, COLUMNS(P5, P95) | COLUMNS(P99, HISTOGRAM),
                 "|    P5    |   P95    |   P99    |    P1 to P99     |\n"
                 "|----------|----------|----------|------------------|\n"
                 "| 1.100 us | 6.100 us | 6.100 us | █  █  █  █  █  █ |\n");
    stage_end(&s);
}

/* Without the times of the body, the report has only the time of the samples. */
Test(report, columns_of_the_time_spent)
{
    stage s = stage_begin();

    stage_measure(&s, 6.1e-6);
    stage_expect(&s, BRES_FORMAT_CSV, COLUMNS(SET_UP, WARM_UP) | COLUMNS(MEASURING, TOTAL),
                 "Benchmark,Device,Device Name,Skipped,Set-up (sec),Warm-up (sec),Measuring (sec),"
                 "Total (sec)\nb,,,No,,,1,1\n");
    stage_add_real(&s, "bres/elapsed/body", 8);
    stage_add_real(&s, "bres/elapsed/measurement", 3);
    stage_expect(&s, BRES_FORMAT_CSV, COLUMNS(SET_UP, WARM_UP) | COLUMNS(MEASURING, TOTAL),
                 "Benchmark,Device,Device Name,Skipped,Set-up (sec),Warm-up (sec),Measuring (sec),"
                 "Total (sec)\nb,,,No,5,2,1,8\n");
    stage_end(&s);
}
