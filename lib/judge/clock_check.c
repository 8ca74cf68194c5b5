/* SPDX-License-Identifier: MIT */
/*
 * The time that the runner claims against what the judge sees from outside.
 *
 * The runner takes the time of a call in the solution's own process, where the solution can lie to
 * it. Outside of that process there are two clocks.
 *
 * The judge's own encloses the call, and the exchange of messages and memory around it:
 *
 *     claimed <= wall                          always
 *     wall - claimed  =  what an exchange costs, and what the machine did meanwhile
 *
 * The second is noisy upwards: on a busy machine each side waits for a processor, sometimes for
 * longer than the call takes. What the kernel knows of that waiting is taken off, all of it, though
 * what fell within the call is in the claimed time, too; but not all systems tell, and what a
 * virtual machine waits for is not in it. So no single call tells either; but not every call has to
 * wait: in the sample that waited least, what surrounds the call is less than most of the call,
 * beside the exchange.
 *
 * The processor time that the kernel has booked contains no waiting. That of the thread that calls
 * is not more than the claimed time, but for the exchange's own work. That of all threads is not
 * more than as many processors as it had while it did not wait can do in the claimed time. A clock
 * that is too slow, and work before the time is taken or after it, both show here. On a GPU it says
 * nothing, for there the process waits by looking again and again.
 *
 * But the kernel also books what it does itself on the thread's behalf, and what a virtual machine
 * has waited for: to map the arrays takes a hundredth of a millisecond, and now and then tens of
 * them. So a sample of which the thread has used more does not count, whoever is to blame, and
 * another one is taken; to lie in some of the samples wins nothing. When most are like that it is
 * the solution.
 *
 * The allowances are several times what honest solutions need on two processors with ten processes
 * that never rest: an exchange of processor time, and a third of the call of wall time.
 */
#include "judge/judge.h"

/* Both clocks tick alike, but one of them may be adjusted by the system. */
#define DRIFT 1e-3
#define TICK  1e-6

/* Beside this, twice what an exchange without a call usually takes. */
#define ALLOWANCE  1e-3
#define EXCHANGES  2.0
#define WAIT_SHARE 0.75
#define WORK_SHARE 1.25

/* A figure of a sample. `width` is how many processors are used. */
typedef double figure_of(const bres__sample *sample, double width);

static double idle_of(const bres__sample *sample, double width)
{
    (void)width;
    return sample->idle_wall;
}

static double wait_of(const bres__sample *sample, double width)
{
    (void)width;
    return sample->wall - sample->waited - (1 + WAIT_SHARE) * sample->seconds;
}

/* How many processors worked for it while the thread that called did not wait for one. */
static double width_of(const bres__sample *sample, double width)
{
    const double busy = sample->wall - sample->waited;

    (void)width;
    return busy > 0 ? sample->cpu / busy : 0;
}

static double work_of(const bres__sample *sample, double width)
{
    return sample->cpu - sample->seconds * width;
}

/* The figure below which there are as many as wanted; of few values, so that no order is kept. */
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

static double limit_of(const bres__sample *samples, size_t count)
{
    return ALLOWANCE + EXCHANGES * figure_at(samples, count, (count - 1) / 2, idle_of, 0);
}

static bool lasts_too_long(const bres__sample *samples, size_t count, char message[256])
{
    const double wait = figure_at(samples, count, 0, wait_of, 0);
    const double limit = limit_of(samples, count);

    if (wait <= limit)
        return false;
    bres__format(message, 256,
                 "every sample took at least %.3g s longer than its time and the exchange of "
                 "messages explain",
                 wait - limit);
    return true;
}

static bool works_too_much(const bres__sample *samples, size_t count, char message[256])
{
    const size_t middle = (count - 1) / 2;
    const double used = figure_at(samples, count, middle, width_of, 0);
    const double width = WORK_SHARE * (used > 1 ? used : 1);
    const double work = figure_at(samples, count, middle, work_of, width);

    if (work <= limit_of(samples, count))
        return false;
    bres__format(message, 256,
                 "half of the samples used at least %.3g s more of the processors than these can "
                 "do in the time that is said",
                 work);
    return true;
}

bool bres__clock_doubts(bres_backend backend, const bres__sample *sample)
{
    return backend == BRES_BACKEND_CPU &&
           sample->cpu_first - sample->seconds > ALLOWANCE + EXCHANGES * sample->idle_wall;
}

bool bres__clock_doubts_most(size_t doubted, size_t count)
{
    return doubted >= BRES__CLOCK_SAMPLES_MIN && doubted > count;
}

bool bres__clock_is_wrong(bres_backend backend, const bres__sample *samples, size_t count,
                          size_t doubted, char message[256])
{
    message[0] = '\0';
    if (bres__clock_doubts_most(doubted, count)) {
        bres__format(message, 256,
                     "in %zu of %zu samples the thread that called used more of a processor than "
                     "is said",
                     doubted, doubted + count);
        return true;
    }
    if (claims_too_much(samples, count, message))
        return true;
    if (count < BRES__CLOCK_SAMPLES_MIN)
        return false;
    return lasts_too_long(samples, count, message) ||
           (backend == BRES_BACKEND_CPU && works_too_much(samples, count, message));
}
