/* SPDX-License-Identifier: MIT */
/*
 * Warnings about samples that are fewer or noisier than they should be. The criterion is
 * asked for its parameters by their names: whatever has a "max-noise" or a "min-time" is judged.
 */
#include "measure/sampling.h"
#include "stats/stats.h"

#include <inttypes.h>
#include <stdarg.h>

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

static void sampling_warn_noise(const bres__sampling *sampling, double max_noise)
{
    const double timeout = sampling->settings->timeout;
    bres__moments moments;
    double noise;

    if (sampling->count < BRES__NOISE_MIN) {
        sampling_log(sampling,
                     "timeout of %g s: %zu samples are too few to estimate the noise (expected at "
                     "least %u)",
                     timeout, sampling->count, BRES__NOISE_MIN);
        return;
    }
    bres__moments_of(sampling->samples, sampling->count, &moments);
    if (!bres__stdev_noise(sampling->count, moments.stdev, moments.mean, &noise))
        sampling_log(sampling, "timeout of %g s: the noise cannot be estimated", timeout);
    else if (noise > max_noise)
        sampling_log(sampling,
                     "timeout of %g s: the noise is %.2f %%, above the %.2f %% of max-noise",
                     timeout, noise * 100, max_noise * 100);
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
        sampling_log(sampling,
                     "timeout of %g s: %zu samples, fewer than the %" PRId64 " of min-samples",
                     settings->timeout, sampling->count, settings->min_samples);
    if (bres_criterion_float64(sampling->criterion, "min-time", &parameter) &&
        sampling->measured < parameter)
        sampling_log(sampling,
                     "timeout of %g s: %g s were measured, less than the %g s of min-time",
                     settings->timeout, sampling->measured, parameter);
}

void bres__sampling_warn(const bres__sampling *sampling)
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
}
