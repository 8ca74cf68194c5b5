/* SPDX-License-Identifier: MIT */
/*
 * cv: Tensara's rule: finished when the throughput (1 / time) varies little, or after many samples.
 */
#include "criterion/criteria.h"
#include "stats/online.h"
#include "stats/stats.h"

#include <math.h>

typedef struct cv {
    double max_cv;
    double long_time;
    uint64_t min_samples;
    uint64_t max_samples;
    double first; /* seconds */
    uint64_t count;
    size_t invalid; /* consecutive samples without a finite rate */
    bres__online rates;
} cv;

static bres_status cv_start(void *state, const bres_criterion *criterion, void *user)
{
    cv *self = state;
    int64_t min_samples = 0;
    int64_t max_samples = 0;

    (void)user;
    (void)bres_criterion_float64(criterion, "max-cv", &self->max_cv);
    (void)bres_criterion_float64(criterion, "cv-long-time", &self->long_time);
    (void)bres_criterion_int64(criterion, "cv-min-samples", &min_samples);
    (void)bres_criterion_int64(criterion, "cv-max-samples", &max_samples);
    if (max_samples <= 0)
        return bres__error(BRES_ERROR_VALUE,
                           "criterion 'cv': cv-max-samples is 0 (expected 1 or more)");
    self->min_samples = (uint64_t)min_samples;
    self->max_samples = (uint64_t)max_samples;
    return BRES_OK;
}

static void cv_add(void *state, double seconds, void *user)
{
    cv *self = state;
    const double rate = 1 / seconds;

    (void)user;
    if (self->count == 0)
        self->first = seconds;
    self->count++;
    if (isfinite(rate)) {
        bres__online_add(&self->rates, rate);
        self->invalid = 0;
    } else {
        self->invalid++;
    }
}

/* A long benchmark is not repeated until it is steady. It gets a fixed number of samples, halfway
 * between the minimum and the maximum. */
static bool cv_is_finished(const void *state, void *user)
{
    const cv *self = state;
    double ratio;

    (void)user;
    if (self->count >= self->max_samples || self->invalid >= BRES__CRITERION_INVALID_MAX)
        return true;
    if (self->first >= self->long_time && self->count > 0)
        return self->count >= (self->min_samples + self->max_samples) / 2;
    return self->count >= self->min_samples &&
           bres__relative(sqrt(bres__online_unbiased(&self->rates)), self->rates.mean, &ratio) &&
           ratio < self->max_cv;
}

static const bres_parameter cv_parameters[] = {
    BRES__PARAMETER_REAL("max-cv", "stop below this coefficient of variation", 0.02),
    BRES__PARAMETER_COUNT("cv-min-samples", "smallest number of samples", 5),
    BRES__PARAMETER_COUNT("cv-max-samples", "largest number of samples", 15),
    BRES__PARAMETER_REAL("cv-long-time",
                         "fix the number of samples if the first sample takes longer", 1),
};

const bres__builtin bres__builtin_cv = {
    .definition = { .size = sizeof(bres_criterion_definition),
                    .name = "cv",
                    .description = "the throughput varies little, or enough samples were taken",
                    .parameters = cv_parameters,
                    .parameter_count = 4,
                    .state_size = sizeof(cv),
                    .start = cv_start,
                    .add = cv_add,
                    .is_finished = cv_is_finished },
};
