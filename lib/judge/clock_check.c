/* SPDX-License-Identifier: MIT */
/*
 * The time that the runner claims against what the judge sees from outside.
 *
 * The runner takes the time of a call in the solution's own process, where the solution can lie to
 * it. The judge's clock encloses the call, and the exchange of messages around it:
 *
 *     claimed <= wall                          always
 *     wall - claimed  =  what an exchange costs, and what the machine did meanwhile
 *
 * The second is noisy upwards: on a busy machine each process waits for a processor, for longer
 * than an exchange costs. So single calls say nothing, but
 *
 * - the smallest difference of all samples is hardly more than what the cheapest exchange without a
 *   call has cost, unless every claim is too small;
 * - half of the samples are not late by much more than half of the exchanges without a call are,
 *   unless most claims are too small, with the truth in between.
 *
 * The allowances are a few times what honest solutions need on two processors with six processes
 * that never rest: 0.05 ms for the smallest difference, 0.35 ms for the middle one.
 *
 * The processor time that the system has booked for the process contains no waiting. It cannot be
 * more than all processors could do in the claimed time, but for the exchange's own work.
 */
#include "judge/judge.h"

/* Both clocks tick alike, but one of them may be adjusted by the system. */
#define DRIFT 1e-3
#define TICK  1e-6

/* Below so many samples all of them may have been late. */
#define COUNT_MIN 5u

#define SMALLEST_ALLOWANCE 0.1e-3
#define SMALLEST_EXCHANGES 4.0
#define SMALLEST_SHARE     0.02 /* of the claim: long calls are few */
#define MIDDLE_ALLOWANCE   1e-3
#define MIDDLE_EXCHANGES   2.0
#define WORK_ALLOWANCE     0.5e-3

/* One figure of all samples. */
typedef struct ranked {
    double smallest;
    double middle;
} ranked;

typedef double figure_of(const bres__sample *sample, unsigned processors);

static double claim_of(const bres__sample *sample, unsigned processors)
{
    (void)processors;
    return sample->seconds;
}

static double idle_of(const bres__sample *sample, unsigned processors)
{
    (void)processors;
    return sample->idle_wall;
}

static double rest_of(const bres__sample *sample, unsigned processors)
{
    (void)processors;
    return sample->wall - sample->seconds;
}

static double work_beyond(const bres__sample *sample, unsigned processors)
{
    const unsigned width = sample->threads > processors ? sample->threads : processors;

    return sample->cpu - sample->seconds * width;
}

/* The one below which there are as many as wanted: of few values, without memory for an order. */
static double figure_at(const bres__sample *samples, size_t count, size_t rank, figure_of *figure,
                        unsigned processors)
{
    for (size_t i = 0; i < count; i++) {
        const double value = figure(&samples[i], processors);
        size_t below = 0;
        size_t same = 0;

        for (size_t k = 0; k < count; k++) {
            const double other = figure(&samples[k], processors);

            below += other < value;
            same += other == value;
        }
        if (below <= rank && rank < below + same)
            return value;
    }
    return 0;
}

static ranked rank_all(const bres__sample *samples, size_t count, figure_of *figure,
                       unsigned processors)
{
    return (ranked){ .smallest = figure_at(samples, count, 0, figure, processors),
                     .middle = figure_at(samples, count, (count - 1) / 2, figure, processors) };
}

static bool claims_too_much(const bres__sample *samples, size_t count, char message[256])
{
    for (size_t i = 0; i < count; i++) {
        if (samples[i].seconds <= samples[i].wall * (1 + DRIFT) + TICK)
            continue;
        bres__format(message, 256,
                     "sample %zu is said to have taken %.3g s, but was over after %.3g s", i + 1,
                     samples[i].seconds, samples[i].wall);
        return true;
    }
    return false;
}

static bool claims_too_little(const bres__sample *samples, size_t count, char message[256])
{
    const ranked rest = rank_all(samples, count, rest_of, 0);
    const ranked idle = rank_all(samples, count, idle_of, 0);
    const ranked claim = rank_all(samples, count, claim_of, 0);
    const double smallest =
        SMALLEST_ALLOWANCE + SMALLEST_EXCHANGES * idle.smallest + SMALLEST_SHARE * claim.smallest;
    const double middle = MIDDLE_ALLOWANCE + MIDDLE_EXCHANGES * idle.middle;
    const bool in_all = rest.smallest > smallest;

    if (!in_all && rest.middle <= middle)
        return false;
    bres__format(message, 256,
                 "%s samples took at least %.3g s more than is said, where %.3g s can be explained",
                 in_all ? "all" : "half of the", in_all ? rest.smallest : rest.middle,
                 in_all ? smallest : middle);
    return true;
}

static bool works_too_much(const bres__sample *samples, size_t count, unsigned processors,
                           char message[256])
{
    const ranked work = rank_all(samples, count, work_beyond, processors);

    if (work.middle <= WORK_ALLOWANCE)
        return false;
    bres__format(message, 256,
                 "half of the samples used at least %.3g s more of the processors than these can "
                 "do in the time that is said",
                 work.middle);
    return true;
}

bool bres__clock_is_wrong(const bres__sample *samples, size_t count, unsigned processors,
                          char message[256])
{
    message[0] = '\0';
    return claims_too_much(samples, count, message) ||
           (count >= COUNT_MIN && (claims_too_little(samples, count, message) ||
                                   works_too_much(samples, count, processors, message)));
}
