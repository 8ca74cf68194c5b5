/* SPDX-License-Identifier: MIT */
#include "base/alloc.h"
#include "formats/write/write.h"
#include "stats/stats.h"

#include <math.h>

double bres__write_value(const bres_state *state, const char *tag)
{
    double value;

    return bres_summary_float64(bres_state_summary(state, tag), &value) ? value : NAN;
}

/* The first of these summaries that the state has. */
static double first_value(const bres_state *state, const char *const *tags)
{
    double value = NAN;

    while (isnan(value) && *tags != NULL)
        value = bres__write_value(state, *tags++);
    return value;
}

static void take_summaries(bres__written *written)
{
    static const char *const means[] = { "bres/import/time/mean", "nv/cold/time/gpu/mean",
                                         "nv/cpu_only/time/cpu/mean", NULL };
    static const char *const medians[] = { "bres/import/time/median", "nv/cold/time/gpu/median",
                                           "nv/cpu_only/time/cpu/median", NULL };
    static const char *const deviations[] = { "bres/import/time/stdev",
                                              "nv/cold/time/gpu/stdev/absolute",
                                              "nv/cpu_only/time/cpu/stdev/absolute", NULL };

    written->mean = first_value(written->state, means);
    written->median = first_value(written->state, medians);
    written->stdev = first_value(written->state, deviations);
    written->min = written->max = NAN;
}

static bres_status take_samples(bres__written *written)
{
    double *values = bres__calloc(written->count, sizeof(*values));
    double squares = 0;

    if (values == NULL)
        return bres__error_memory();
    written->mean = 0;
    for (size_t i = 0; i < written->count; i++) {
        values[i] = (double)written->times[i];
        written->mean += values[i] / (double)written->count;
    }
    for (size_t i = 0; i < written->count; i++)
        squares += (values[i] - written->mean) * (values[i] - written->mean);
    written->stdev = written->count > 1 ? sqrt(squares / (double)(written->count - 1)) : NAN;
    written->median = bres__median(values, written->count);
    written->min = values[0];
    written->max = values[written->count - 1];
    bres__free(values);
    return BRES_OK;
}

static bres_status written_fill(bres__written *written)
{
    const double executions = bres__write_value(written->state, "bres/cpu_batch/block_size");
    bres_status status;

    written->executions = executions >= 1 ? executions : 1;
    if (bres_state_is_skipped(written->state))
        return BRES_OK;
    status = bres_state_samples(written->state, &written->times, &written->count);
    if (status != BRES_OK)
        return status;
    if (written->count != 0)
        return take_samples(written);
    take_summaries(written);
    return BRES_OK;
}

bres_status bres__write_states(const bres_result *result,
                               bres_status (*write)(void *user, const bres__written *state),
                               void *user)
{
    bres_status status = BRES_OK;

    for (size_t b = 0; b < bres_result_subbench_count(result) && status == BRES_OK; b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t s = 0; s < bres_subbench_state_count(bench) && status == BRES_OK; s++) {
            bres__written written = { .bench = bres_subbench_name(bench),
                                      .state = bres_subbench_state_at(bench, s),
                                      .median = NAN,
                                      .mean = NAN,
                                      .stdev = NAN,
                                      .min = NAN,
                                      .max = NAN };

            status = written_fill(&written);
            if (status == BRES_OK)
                status = write(user, &written);
        }
    }
    return status;
}

void bres__write_name(bres__text *text, const bres__written *state, char between)
{
    bres__text_puts(text, state->bench);
    for (size_t i = 0; i < bres_state_axis_value_count(state->state); i++) {
        const bres_value *value = bres_state_axis_value_at(state->state, i);

        bres__text_printf(text, "/%s%c%s", bres_value_name(value), between, bres_value_text(value));
    }
}
