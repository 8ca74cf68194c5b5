/* SPDX-License-Identifier: MIT */
/*
 * Lines about the states of a benchmark program.
 */
#include "report/bench/bench.h"

static void put_tag(bres__text *text, bres__status_tag tag, bool color)
{
    static const struct {
        const char *text; /* padded to five characters */
        const char *color;
    } tags[] = {
        [BRES__STATUS_RUN] = { "Run: ", "\033[1m" },
        [BRES__STATUS_PASS] = { "Pass:", "\033[32m" },
        [BRES__STATUS_SKIP] = { "Skip:", "\033[33m" },
        [BRES__STATUS_FAIL] = { "Fail:", "\033[31m" },
        [BRES__STATUS_WARN] = { "Warn:", "\033[33m" },
        [BRES__STATUS_INFO] = { "Info:", "\033[36m" },
    };

    if (color)
        bres__text_puts(text, tags[tag].color);
    bres__text_puts(text, tags[tag].text);
    if (color)
        bres__text_puts(text, "\033[0m");
    bres__text_putc(text, ' ');
}

void bres__status_put(bres__text *text, bres__status_tag tag, bool color, const char *message)
{
    put_tag(text, tag, color);
    bres__text_puts_visible(text, message);
    bres__text_putc(text, '\n');
}

void bres__status_put_state(bres__text *text, const bres_state *state)
{
    const char *name = bres_state_name(state);

    bres__text_puts_visible(text, bres_subbench_name(bres_state_subbench(state)));
    if (name == NULL || name[0] == '\0')
        return;
    bres__text_puts(text, " [");
    bres__text_puts_visible(text, name);
    bres__text_putc(text, ']');
}

void bres__status_put_run(bres__text *text, bool color, size_t index, size_t count,
                          const char *state)
{
    put_tag(text, BRES__STATUS_RUN, color);
    bres__text_printf(text, "[%zu/%zu] %s\n", index, count, state);
}

static bool state_number(const bres_state *state, const char *tag, double *number)
{
    return bres_value_float64(bres_summary_field(bres_state_summary(state, tag), "value"), number);
}

static void put_seconds(bres__text *text, double seconds)
{
    const bres__display_value display = { .kind = BRES_KIND_FLOAT64, .real = seconds };

    bres__display_put_with_unit(text, &display, "duration");
}

/* The tags of the summaries in a Pass line. */
typedef struct pass_tags {
    const char *count;
    const char *mean;
    const char *median;
    const char *walltime;
    const char *kind; /* of samples */
    bool on_cpu;
} pass_tags;

/* Shows the median of a measurement on the CPU, because its samples have outliers, and the mean of
 * other measurements. The other value follows in parentheses if the mean is over twice the median.
 */
static void put_average(bres__text *text, const bres_state *state, const pass_tags *tags,
                        double mean)
{
    double median;
    const bool known = state_number(state, tags->median, &median);
    const bool far = known && mean > 2 * median;

    put_seconds(text, known && tags->on_cpu ? median : mean);
    bres__text_puts(text, known && tags->on_cpu ? " median" : " mean");
    if (!far)
        return;
    bres__text_puts(text, tags->on_cpu ? " (mean " : " (median ");
    put_seconds(text, tags->on_cpu ? mean : median);
    bres__text_putc(text, ')');
}

/* Returns false if the state lacks these summaries. */
static bool put_measurement(bres__text *text, bool color, const bres_state *state,
                            const pass_tags *tags)
{
    double executions = 1;
    double preempted = 0;
    double count;
    double mean;
    double walltime;

    if (!state_number(state, tags->count, &count) || !state_number(state, tags->mean, &mean) ||
        !state_number(state, tags->walltime, &walltime))
        return false;
    if (tags->on_cpu)
        (void)state_number(state, "bres/cpu_batch/block_size", &executions);
    (void)state_number(state, "bres/os/preempted_samples", &preempted);
    put_tag(text, BRES__STATUS_PASS, color);
    put_average(text, state, tags, mean);
    bres__text_printf(text, ", %.0f %s", count, tags->kind);
    if (executions != 1)
        bres__text_printf(text, " of %.0f executions", executions);
    if (preempted > 0)
        bres__text_printf(text, " (%.0f preempted)", preempted);
    bres__text_puts(text, ", ");
    put_seconds(text, mean * count * executions);
    bres__text_puts(text, " measured, ");
    put_seconds(text, walltime);
    bres__text_puts(text, " in all\n");
    return true;
}

void bres__status_put_pass(bres__text *text, bool color, const bres_state *state)
{
    static const pass_tags measurements[] = {
        { "nv/cpu_only/sample_size", "nv/cpu_only/time/cpu/mean", "nv/cpu_only/time/cpu/median",
          "nv/cpu_only/walltime", "samples", true },
        { "nv/cold/sample_size", "nv/cold/time/gpu/mean", "nv/cold/time/gpu/median",
          "nv/cold/walltime", "samples", false },
        { "nv/batch/sample_size", "nv/batch/time/gpu/mean", "nv/batch/time/gpu/median",
          "nv/batch/walltime", "launches in a row", false },
    };
    bool measured = false;

    for (size_t i = 0; i < sizeof measurements / sizeof *measurements; i++)
        measured = put_measurement(text, color, state, &measurements[i]) || measured;
    /* The body may have added only other summaries. */
    if (!measured)
        bres__status_put(text, BRES__STATUS_PASS, color, "done");
}
