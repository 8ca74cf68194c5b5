/* SPDX-License-Identifier: MIT */
/*
 * The runner measures the time of a call in the solution's own process, where the solution can
 * forge it. Two clocks are outside of that process.
 *
 * The judge's wall clock encloses the call and the exchange of messages and memory around it:
 *
 *     claimed <= wall                          always
 *     wall - claimed  =  cost of an exchange, and delays by the system
 *
 * Delays only add time: on a busy system both sides wait for a processor, sometimes for longer than
 * the call takes. The judge's own waiting, which the kernel reports, is subtracted. The runner's
 * waiting is not, because a solution can make a thread wait for its own threads and processes.
 *
 * CPU time does not include waiting. No thread can have used more than the claimed time, apart from
 * the work of the exchange, and all threads together no more than all processors have in that time.
 * This shows a clock that is too slow, and work before or after the timed interval. Of threads that
 * start and end within the call, only the sum is known; a lie about them, or about processes, must
 * be large enough for the wall clock. On a GPU CPU time says nothing, because the process polls.
 *
 * The kernel also books its own work and the waiting of a virtual machine as CPU time: mapping the
 * arrays takes 10 us, and now and then tens of times that. So a sample that one of the clocks
 * contradicts is repeated, whatever the cause; a lie in some samples gains nothing. If most samples
 * are contradicted, the solution is the cause.
 *
 * On a busy system the wall clock often contradicts a short sample of an honest solution, and CPU
 * time rarely does. So the wall clock needs many more contradictions for a verdict.
 */
#include "judge/clock_check.h"

/* Both clocks tick alike, but one of them may be adjusted by the system. */
#define DRIFT 1e-3
#define TICK  1e-6

/* Allowed differences: a fixed time, and twice the cost of an exchange without a call. */
#define ALLOWANCE  1e-3
#define EXCHANGES  2.0
#define WAIT_SHARE 0.75

/* Fewer doubted samples or disturbed calls prove nothing. */
#define DOUBTED_MIN 5
/* Fewer delayed samples prove nothing. */
#define DELAYED_MIN 20

static bool claims_too_much(const bres__sample *samples, size_t count, char message[256])
{
    for (size_t i = 0; i < count; i++) {
        if (samples[i].seconds <= samples[i].wall * (1 + DRIFT) + TICK)
            continue;
        bres__format(message, 256, "sample %zu claims %.3g s, but ended after %.3g s", i + 1,
                     samples[i].seconds, samples[i].wall);
        return true;
    }
    return false;
}

static double allowed_of(const bres__sample *sample)
{
    return ALLOWANCE + EXCHANGES * sample->overhead_wall;
}

bool bres__clock_is_delayed(const bres__sample *sample)
{
    return sample->wall - sample->waited - (1 + WAIT_SHARE) * sample->seconds > allowed_of(sample);
}

bool bres__clock_doubts(bres_backend backend, const bres__sample *sample)
{
    const double allowed = allowed_of(sample);

    return backend == BRES_BACKEND_CPU &&
           (sample->cpu_thread - sample->seconds > allowed ||
            sample->cpu - sample->seconds * sample->processors > allowed);
}

bool bres__most_are_doubted(size_t doubted, size_t count)
{
    return doubted >= DOUBTED_MIN && doubted > count;
}

bool bres__most_are_delayed(size_t delayed, size_t count)
{
    return delayed >= DELAYED_MIN && delayed / 2 > count;
}

bool bres__too_many_are_disturbed(size_t disturbed, size_t count)
{
    return disturbed >= DOUBTED_MIN + count / 4;
}

bool bres__clock_is_wrong(const bres__sample *samples, size_t count, size_t doubted, size_t delayed,
                          char message[256])
{
    message[0] = '\0';
    if (bres__most_are_doubted(doubted, count)) {
        bres__format(message, 256,
                     "in %zu of %zu samples a thread used more CPU time than claimed, or all "
                     "threads used more than all processors have",
                     doubted, doubted + count);
        return true;
    }
    if (bres__most_are_delayed(delayed, count)) {
        bres__format(message, 256,
                     "%zu of %zu samples took longer than their claimed times and the exchange of "
                     "messages explain",
                     delayed, delayed + count);
        return true;
    }
    return claims_too_much(samples, count, message);
}
