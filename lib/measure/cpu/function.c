/* SPDX-License-Identifier: MIT */
/*
 * Measures a function as a state of a result that is being built.
 */
#include "measure/cpu/measure.h"
#include "measure/options.h"
#include "model/model.h"

static bres_status state_measure(bres_state *state, const bres__cpu_body *body,
                                 const bres_measure_options *options,
                                 const bres__settings *settings, const bres_clock *clock)
{
    bres__measure_caller caller = { .options = options };
    const bres__measure_hooks hooks = bres__measure_caller_hooks(&caller);
    char reason[BRES__SKIP_REASON];
    bool skipped;
    bres_status status;

    status = bres__measure_cpu(state, body, settings, clock, options->elements,
                               options->global_bytes, &hooks, &skipped, reason);
    status = bres__measure_caller_end(&caller, status);
    if (status == BRES_OK && skipped)
        status = bres_state_set_skipped(state, reason);
    return status;
}

static bres_status subbench_measure(const char *function, const bres__cpu_body *body,
                                    const bres_measure_options *given, bres_subbench *bench,
                                    bres_state **state)
{
    bres_measure_options options;
    bres__settings settings;
    bres_clock clock;
    bres_state *made = NULL;
    bres_status status;

    if (state == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: state is NULL", function);
    *state = NULL;
    if (body->plain == NULL && body->batched == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: fn is NULL", function);
    status = bres__measure_options_load(given, &options, &settings, &clock);
    if (status == BRES_OK)
        status = bres_subbench_add_state(bench, &made);
    if (status != BRES_OK)
        goto out;
    status = bres__measure_options_put(made, bench, &options, &settings);
    if (status == BRES_OK)
        status = state_measure(made, body, &options, &settings, &clock);
    if (status == BRES_OK)
        *state = made;
    else
        bres__subbench_drop_state(bench, made);
out:
    bres__settings_free(&settings);
    return status;
}

bres_status bres_measure_cpu(bres_cpu_fn fn, void *context, const bres_measure_options *options,
                             bres_subbench *bench, bres_state **state)
{
    const bres__cpu_body body = { .plain = fn, .context = context };

    return subbench_measure("bres_measure_cpu", &body, options, bench, state);
}

bres_status bres_measure_cpu_batched(bres_cpu_batch_fn fn, void *context,
                                     const bres_measure_options *options, bres_subbench *bench,
                                     bres_state **state)
{
    const bres__cpu_body body = { .batched = fn, .context = context };

    return subbench_measure("bres_measure_cpu_batched", &body, options, bench, state);
}
