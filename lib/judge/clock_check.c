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
 * than an exchange costs. Most kernels tell of that waiting, which is then taken off, although some
 * of it was within the call and is in the claim, too. So single calls say little, but
 *
 * - the smallest difference of all samples is hardly more than what an exchange without a call
 *   costs, unless every claim is too small;
 * - nor is that in the middle much more, unless most claims are too small, with the truth in
 *   between.
 *
 * The processor time that the system has booked for the process contains no waiting. The share of
 * the wall time that it is says how many processors the solution uses; it cannot have used much
 * more than these can do in the claimed time. The thread that calls cannot have used more than the
 * claimed time. So what a lie about its work can take off is waiting.
 *
 * The allowances are a few times what honest solutions need on two processors with ten processes
 * that never rest.
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
#define MIDDLE_BLIND       10e-3 /* instead, where the kernel does not tell of waiting */
#define MIDDLE_EXCHANGES   2.0
#define WORK_ALLOWANCE     0.5e-3
#define WORK_SHARE         1.25

/* One figure of all samples. */
typedef struct ranked {
    double smallest;
    double middle;
} ranked;

/* `width` is how many processors are used. */
typedef double figure_of(const bres__sample *sample, double width);

static double claim_of(const bres__sample *sample, double width)
{
    (void)width;
    return sample->seconds;
}

static double idle_of(const bres__sample *sample, double width)
{
    (void)width;
    return sample->idle_wall;
}

static double rest_of(const bres__sample *sample, double width)
{
    (void)width;
    return sample->wall - sample->seconds - sample->waited;
}

static double waited_of(const bres__sample *sample, double width)
{
    (void)width;
    return sample->waited;
}

static double width_of(const bres__sample *sample, double width)
{
    (void)width;
    return sample->wall > 0 ? sample->cpu / sample->wall : 0;
}

static double work_beyond(const bres__sample *sample, double width)
{
    return sample->cpu - sample->seconds * width;
}

/* The one below which there are as many as wanted: of few values, without memory for an order. */
static double figure_at(const bres__sample *samples, size_t count, size_t rank, figure_of *figure,
                        double width)
{
    for (size_t i = 0; i < count; i++) {
        const double value = figure(&samples[i], width);
        size_t below = 0;
        size_t same = 0;

        for (size_t k = 0; k < count; k++) {
            const double other = figure(&samples[k], width);

            below += other < value;
            same += other == value;
        }
        if (below <= rank && rank < below + same)
            return value;
    }
    return 0;
}

static ranked rank_all(const bres__sample *samples, size_t count, figure_of *figure, double width)
{
    return (ranked){ .smallest = figure_at(samples, count, 0, figure, width),
                     .middle = figure_at(samples, count, (count - 1) / 2, figure, width) };
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
    const double middle =
        (rank_all(samples, count, waited_of, 0).middle > 0 ? MIDDLE_ALLOWANCE : MIDDLE_BLIND) +
        MIDDLE_EXCHANGES * idle.middle;
    const bool in_all = rest.smallest > smallest;

    if (!in_all && rest.middle <= middle)
        return false;
    bres__format(message, 256,
                 "%s samples took at least %.3g s more than is said, where %.3g s can be explained",
                 in_all ? "all" : "half of the", in_all ? rest.smallest : rest.middle,
                 in_all ? smallest : middle);
    return true;
}

static bool works_too_much(const bres__sample *samples, size_t count, char message[256])
{
    const double used = rank_all(samples, count, width_of, 0).middle;
    const double width = WORK_SHARE * (used > 1 ? used : 1);
    const ranked work = rank_all(samples, count, work_beyond, width);

    if (work.middle <= WORK_ALLOWANCE)
        return false;
    bres__format(message, 256,
                 "half of the samples used at least %.3g s more of the processors than these can "
                 "do in the time that is said",
                 work.middle);
    return true;
}

/* The thread that calls cannot work longer than the call takes. Its processor time has no waiting
 * in it, so that the mean tells, and to say the truth now and then does not help. */
static bool first_works_too_much(const bres__sample *samples, size_t count, char message[256])
{
    double sum = 0;

    for (size_t i = 0; i < count; i++)
        sum += samples[i].cpu_first - samples[i].seconds;
    if (sum <= WORK_ALLOWANCE * (double)count)
        return false;
    bres__format(message, 256,
                 "samples used %.3g s more of a processor than is said, on average, where %.3g s "
                 "can be explained",
                 sum / (double)count, WORK_ALLOWANCE);
    return true;
}

bool bres__clock_is_wrong(const bres__sample *samples, size_t count, char message[256])
{
    message[0] = '\0';
    return claims_too_much(samples, count, message) ||
           (count >= COUNT_MIN && (claims_too_little(samples, count, message) ||
                                   works_too_much(samples, count, message) ||
                                   first_works_too_much(samples, count, message)));
}
