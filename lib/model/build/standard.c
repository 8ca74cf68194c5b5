/* SPDX-License-Identifier: MIT */
/*
 * The standard summaries of a measurement: NVBench's tags, names, hints and order.
 */
#include "model/build/build.h"
#include "stats/stats.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Size of the first published bres_times. */
#define TIMES_FIRST_SIZE (offsetof(bres_times, default_clock) + sizeof(double))

/* Ten summaries describe the times of one kind. The enumerators are in the order of output. */
enum {
    TIME_MIN,
    TIME_MAX,
    TIME_MEAN,
    TIME_STDEV,
    TIME_STDEV_RELATIVE,
    TIME_Q1,
    TIME_MEDIAN,
    TIME_Q3,
    TIME_IQR,
    TIME_IQR_RELATIVE,
    TIME_COUNT
};

typedef struct time_values {
    double value[TIME_COUNT];
    bool has_iqr_relative;
} time_values;

/* The tags follow "nv/cold/" or "nv/cpu_only/". */
#define TIME_TEXTS(part, unit)                                                                     \
    {                                                                                              \
        [TIME_MIN] = { "time/" part "/min", "Min " unit " Time",                                   \
                       "Shortest of the " unit " times.", "duration", BRES__HIDDEN },              \
        [TIME_MAX] = { "time/" part "/max", "Max " unit " Time", "Longest of the " unit " times.", \
                       "duration", BRES__HIDDEN },                                                 \
        [TIME_MEAN] = { "time/" part "/mean", unit " Time", "Mean of the " unit " times.",         \
                        "duration", NULL },                                                        \
        [TIME_STDEV] = { "time/" part "/stdev/absolute", "Noise",                                  \
                         "Standard deviation of the " unit " times.", "duration", BRES__HIDDEN },  \
        [TIME_STDEV_RELATIVE] = { "time/" part "/stdev/relative", "Noise",                         \
                                  "Relative standard deviation of the " unit " times.",            \
                                  "percentage", NULL },                                            \
        [TIME_Q1] = { "time/" part "/q1", "Q1 " unit " Time",                                      \
                      "First quartile of the " unit " times.", "duration", BRES__HIDDEN },         \
        [TIME_MEDIAN] = { "time/" part "/median", "Median " unit " Time",                          \
                          "Median of the " unit " times.", "duration", BRES__HIDDEN },             \
        [TIME_Q3] = { "time/" part "/q3", "Q3 " unit " Time",                                      \
                      "Third quartile of the " unit " times.", "duration", BRES__HIDDEN },         \
        [TIME_IQR] = { "time/" part "/iqr/absolute", "IQR",                                        \
                       "Interquartile range of the " unit " times.", "duration", BRES__HIDDEN },   \
        [TIME_IQR_RELATIVE] = { "time/" part "/iqr/relative", "Rel IQR",                           \
                                "Interquartile range relative to the median of the " unit          \
                                " times.",                                                         \
                                "percentage", BRES__HIDDEN },                                      \
    }

static const bres__summary_texts cpu_texts[TIME_COUNT] = TIME_TEXTS("cpu", "CPU");
static const bres__summary_texts gpu_texts[TIME_COUNT] = TIME_TEXTS("gpu", "GPU");

/* Summaries that occur once in a measurement. */
static const bres__summary_texts row_sample_size = { "sample_size", "Samples", "Number of samples.",
                                                     "sample_size", NULL };
static const bres__summary_texts row_walltime = { "walltime", "Walltime",
                                                  "Time that the whole measurement took.",
                                                  "duration", BRES__HIDDEN };
static const bres__summary_texts row_clock = { "sm_clock_rate/mean", "Clock Rate",
                                               "Mean clock rate of the multiprocessors.",
                                               "frequency", BRES__HIDDEN };
static const bres__summary_texts row_scaling = { "sm_clock_rate/scaling/percent", "Clock Scaling",
                                                 "Mean clock rate relative to the default one.",
                                                 "percentage", BRES__HIDDEN };

/* The summaries of a measurement that is being added. */
typedef struct standard_set {
    bres__summaries summaries;
    bres_times times;
    bool cold; /* false: CPU-only */
} standard_set;

static bres_status time_values_of(const double *times, size_t count, time_values *values)
{
    double *sorted = bres__calloc(count, sizeof(*sorted));
    bres__quartiles quartiles;
    bres__moments moments;

    if (sorted == NULL)
        return bres__error_memory();
    memcpy(sorted, times, count * sizeof(*sorted));
    bres__sort_float64(sorted, count);
    bres__quartiles_of_sorted(sorted, count, &quartiles);
    bres__free(sorted);
    bres__moments_of(times, count, &moments);
    values->value[TIME_MIN] = moments.min;
    values->value[TIME_MAX] = moments.max;
    values->value[TIME_MEAN] = moments.mean;
    values->value[TIME_STDEV] = moments.stdev;
    if (!bres__stdev_noise(count, moments.stdev, moments.mean, &values->value[TIME_STDEV_RELATIVE]))
        values->value[TIME_STDEV_RELATIVE] = INFINITY;
    values->value[TIME_Q1] = quartiles.q1;
    values->value[TIME_MEDIAN] = quartiles.median;
    values->value[TIME_Q3] = quartiles.q3;
    values->value[TIME_IQR] = quartiles.q3 - quartiles.q1;
    values->has_iqr_relative =
        bres__robust_noise(count, &quartiles, &values->value[TIME_IQR_RELATIVE]);
    return BRES_OK;
}

/* Adds the summaries of the times and returns their mean. */
static double set_add_times(standard_set *set, const bres__summary_texts *texts,
                            const double *times)
{
    time_values values = { 0 };

    if (set->summaries.status == BRES_OK)
        set->summaries.status = time_values_of(times, set->times.count, &values);
    if (set->summaries.status != BRES_OK)
        return NAN;
    for (size_t i = 0; i < TIME_COUNT; i++) {
        if (i != TIME_IQR_RELATIVE || values.has_iqr_relative)
            bres__summaries_add_float64(&set->summaries, &texts[i], values.value[i]);
    }
    return values.value[TIME_MEAN];
}

static void set_add_clocks(standard_set *set)
{
    const bres_times *times = &set->times;
    bres__moments moments;

    if (times->clocks == NULL)
        return;
    bres__moments_of(times->clocks, times->count, &moments);
    if (moments.sum == 0)
        return;
    bres__summaries_add_float64(&set->summaries, &row_clock, moments.mean);
    if (times->default_clock != 0)
        bres__summaries_add_float64(&set->summaries, &row_scaling,
                                    moments.mean / times->default_clock);
}

static void set_add_all(standard_set *set)
{
    const bres_times *times = &set->times;
    double mean = NAN;

    bres__summaries_add_int64(&set->summaries, &row_sample_size, (int64_t)times->count);
    if (set->cold)
        bres__summaries_add_float64(&set->summaries, &row_walltime, times->walltime);
    if (times->count != 0) {
        if (times->cpu != NULL)
            mean = set_add_times(set, cpu_texts, times->cpu);
        if (set->cold)
            mean = set_add_times(set, gpu_texts, times->gpu);
        bres__summaries_add_rates(&set->summaries,
                                  &(bres__work){ times->elements, times->global_bytes },
                                  set->cold ? times->peak_bytes_per_second : 0, mean);
        if (set->cold)
            set_add_clocks(set);
    }
    if (!set->cold && !isnan(times->walltime))
        bres__summaries_add_float64(&set->summaries, &row_walltime, times->walltime);
}

/* NULL: out of memory. */
static bres__samples *samples_narrow(const double *values, size_t count)
{
    bres__samples *samples = bres__samples_new(NULL, count);

    for (size_t i = 0; samples != NULL && i < count; i++)
        samples->values[i] = (float)values[i];
    return samples;
}

/* Adds the summaries and the samples. On failure, leaves the state unchanged. */
static bres_status set_finish(standard_set *set)
{
    const double *seconds = set->cold ? set->times.gpu : set->times.cpu;
    const double *clocks = set->cold ? set->times.clocks : NULL;
    const size_t count = set->times.count;
    bres_state *state = set->summaries.state;
    bres__samples *times = NULL;
    bres__samples *rates = NULL;
    bres_status status;

    if (count != 0) {
        times = samples_narrow(seconds, count);
        rates = times != NULL && clocks != NULL ? samples_narrow(clocks, count) : NULL;
        if (times == NULL || (clocks != NULL && rates == NULL))
            set->summaries.status = bres__error_memory();
    }
    set_add_all(set);
    status = bres__summaries_end(&set->summaries);
    if (status != BRES_OK) {
        bres__free(times);
        bres__free(rates);
        return status;
    }
    atomic_store(&state->times, times);
    atomic_store(&state->rates, rates);
    atomic_store(&state->keep_samples, true);
    return BRES_OK;
}

static bres_status set_check(const standard_set *set, const char *function)
{
    const bres_state *state = set->summaries.state;
    const bres_times *times = &set->times;

    if (times->count != 0 && (set->cold ? times->gpu : times->cpu) == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "%s: the %s times are NULL", function,
                           set->cold ? "GPU" : "CPU");
    if (atomic_load(&state->times) != NULL || atomic_load(&state->rates) != NULL)
        return bres__error(BRES_ERROR_CONFLICT, "%s: state '%s' has samples already", function,
                           state->name);
    return BRES_OK;
}

static bres_status state_add_set(bres_state *state, const bres_times *times, bool cold,
                                 const char *function)
{
    standard_set set = { .cold = cold };
    bres_status status = bres__state_check_open(state);

    bres_times_init(&set.times);
    if (status == BRES_OK && times == NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "%s: times is NULL", function);
    if (status == BRES_OK)
        status = bres__options_load(&set.times, sizeof(set.times), times, TIMES_FIRST_SIZE,
                                    "bres_times");
    if (status != BRES_OK)
        return status;
    set.summaries = bres__summaries_begin(state, cold ? "nv/cold/" : "nv/cpu_only/");
    status = set_check(&set, function);
    return status == BRES_OK ? set_finish(&set) : status;
}

void bres_times_init(bres_times *times)
{
    if (times != NULL)
        *times = (bres_times){ .size = sizeof(*times) };
}

bres_status bres_state_add_cold_summaries(bres_state *state, const bres_times *times)
{
    return state_add_set(state, times, true, "bres_state_add_cold_summaries");
}

bres_status bres_state_add_cpu_only_summaries(bres_state *state, const bres_times *times)
{
    return state_add_set(state, times, false, "bres_state_add_cpu_only_summaries");
}
