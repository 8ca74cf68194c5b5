/* SPDX-License-Identifier: MIT */
/*
 * Warnings about samples that are fewer or noisier than they should be, or that do not belong
 * together. Parameters of the criterion are found by name: any criterion with a "max-noise" or a
 * "min-time" is checked.
 */
#include "measure/sampling/sampling.h"
#include "stats/stats.h"

#include <benchresult/model.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

/* Fraction of the median block above which the clock's cost gets a warning. */
#define CLOCK_SHARE 0.05

/* A warning needs one preempted sample in this many, and at least this many samples. */
#define PREEMPTED_SHARE 20

static void sampling_log(const bres__sampling *sampling, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void sampling_log(const bres__sampling *sampling, const char *format, ...)
{
    char message[256];
    va_list arguments;

    va_start(arguments, format);
    bres__vformat(message, sizeof(message), format, arguments);
    va_end(arguments);
    sampling->hooks->log(sampling->hooks->user, BRES_LOG_WARNING, message);
}

static bool sampling_noise(const bres__sampling *sampling, double *noise)
{
    bres__moments moments;

    bres__moments_of(sampling->samples, sampling->count, &moments);
    return bres__stdev_noise(sampling->count, moments.stdev, moments.mean, noise);
}

static void sampling_warn_noise(const bres__sampling *sampling, double max_noise)
{
    const double timeout = sampling->settings->timeout;
    double noise;

    if (sampling->count < BRES__NOISE_MIN)
        sampling_log(sampling,
                     "timeout of %g s: %zu samples are too few to estimate the noise (expected at "
                     "least %u)",
                     timeout, sampling->count, BRES__NOISE_MIN);
    else if (!sampling_noise(sampling, &noise))
        sampling_log(sampling, "timeout of %g s: the noise cannot be estimated", timeout);
    else if (noise > max_noise)
        sampling_log(sampling, "timeout of %g s: the noise is %.2f %%, above max-noise (%.2f %%)",
                     timeout, noise * 100, max_noise * 100);
}

/* A criterion with a max-noise may stop above it: when the noise is stable, or when another part of
 * a combination has ended the measurement. */
static void sampling_warn_stop(const bres__sampling *sampling)
{
    const bool alternatives = strstr(bres_criterion_name(sampling->criterion), "any-of") != NULL;
    double max_noise;
    double noise;

    if (sampling->settings->run_once || !bres_criterion_is_finished(sampling->criterion) ||
        !bres_criterion_float64(sampling->criterion, "max-noise", &max_noise) ||
        !sampling_noise(sampling, &noise) || !(noise > max_noise))
        return;
    sampling_log(sampling,
                 alternatives
                     ? "the criterion stopped at a noise of %.2f %%, above max-noise (%.2f "
                       "%%)"
                     : "the noise is stable at %.2f %%, above max-noise (%.2f %%)",
                 noise * 100, max_noise * 100);
}

/* "samples 1 to 60 took 5.2 % longer than the later samples" */
static void sampling_warn_phases(const bres__sampling *sampling)
{
    const bres__change_point *phases = &sampling->phases;
    const double change = phases->after / phases->before;
    char rest[64];

    if (change < 1 && phases->end == sampling->count)
        bres__format(rest, sizeof(rest), "the later samples");
    else if (change < 1)
        bres__format(rest, sizeof(rest), "samples %zu to %zu", phases->at + 1, phases->end);
    else if (phases->begin == 0)
        bres__format(rest, sizeof(rest), "the earlier samples");
    else
        bres__format(rest, sizeof(rest), "samples %zu to %zu", phases->begin + 1, phases->at);
    sampling_log(sampling, "two phases: samples %zu to %zu took %.1f %% longer than %s",
                 change < 1 ? phases->begin + 1 : phases->at + 1,
                 change < 1 ? phases->at : phases->end, (fmax(change, 1 / change) - 1) * 100, rest);
}

static void sampling_warn_preempted(const bres__sampling *sampling, const bres_state *state)
{
    int64_t observed;
    int64_t preempted;

    if (!bres_summary_int64(bres_state_summary(state, "bres/os/observed_samples"), &observed) ||
        !bres_summary_int64(bres_state_summary(state, "bres/os/preempted_samples"), &preempted))
        return;
    if (observed >= PREEMPTED_SHARE && preempted * PREEMPTED_SHARE >= observed)
        sampling_log(sampling, "%" PRId64 " of %" PRId64 " samples were preempted", preempted,
                     observed);
}

/* Blocks stay short if the time does not allow longer ones, or if the function becomes faster;
 * functions that time a part of themselves have no blocks. */
static void sampling_warn_clock(const bres__sampling *sampling, const bres_state *state)
{
    const bres_summary *summary = bres_state_summary(state, "nv/cpu_only/time/cpu/median");
    double median;
    double share;

    if (sampling->body == NULL || sampling->settings->run_once ||
        !bres_summary_float64(summary, &median) || !(median > 0))
        return;
    share = sampling->clock_cost / (median * (double)sampling->block_size);
    if (share > CLOCK_SHARE)
        sampling_log(sampling,
                     "a reading of the clock takes %.3g %% of the median sample, whose block size "
                     "is %" PRIu64,
                     share * 100, sampling->block_size);
}

static void sampling_warn_timeout(const bres__sampling *sampling)
{
    const bres__settings *settings = sampling->settings;
    double parameter;

    if (sampling->count == 0)
        sampling_log(sampling, "timeout of %g s: no sample was taken", settings->timeout);
    if (bres_criterion_float64(sampling->criterion, "max-noise", &parameter))
        sampling_warn_noise(sampling, parameter);
    if (sampling->count < (uint64_t)settings->min_samples)
        sampling_log(sampling, "timeout of %g s: %zu samples, fewer than min-samples (%" PRId64 ")",
                     settings->timeout, sampling->count, settings->min_samples);
    if (bres_criterion_float64(sampling->criterion, "min-time", &parameter) &&
        sampling->measured < parameter)
        sampling_log(sampling, "timeout of %g s: %g s were measured, less than min-time (%g s)",
                     settings->timeout, sampling->measured, parameter);
}

void bres__sampling_warn(const bres__sampling *sampling, const bres_state *state)
{
    if (sampling->hooks->log == NULL)
        return;
    if (sampling->refused != 0)
        sampling_log(sampling,
                     "%" PRIu64 " of %" PRIu64 " executions gave no time, the last because %s",
                     sampling->refused, sampling->refused + sampling->count,
                     bres__outcome_text(sampling->outcome));
    if (sampling->timed_out)
        sampling_warn_timeout(sampling);
    else
        sampling_warn_stop(sampling);
    if (sampling->has_phases)
        sampling_warn_phases(sampling);
    sampling_warn_clock(sampling, state);
    sampling_warn_preempted(sampling, state);
}
