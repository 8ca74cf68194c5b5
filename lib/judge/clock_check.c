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
 * longer than the call takes. What the kernel knows of the judge's own waiting is taken off. That
 * of the runner is not: a solution can have a thread wait as long as it likes, for a processor that
 * its other threads and processes use, whose time need not be known.
 *
 * The processor time that the kernel has booked contains no waiting. No thread can have used more
 * of it than the claimed time, but for the exchange's own work, and all together no more than all
 * processors can give in that time. A clock that is too slow, and work before the time is taken or
 * after it, both show here. Of threads that came and went within the call only the sum is known: a
 * lie about theirs has to be large enough for the judge's own clock, as one about the time of
 * processes. On a GPU it says nothing, for there the process waits by looking again and again.
 *
 * But the kernel also books what it does itself on a thread's behalf, and what a virtual machine
 * has waited for: to map the arrays takes a hundredth of a millisecond, and now and then tens of
 * them. So a sample for which one of the two clocks does not fit does not count, whoever is to
 * blame, and another one is taken; to lie in some of the samples wins nothing. When most are like
 * that it is the solution.
 *
 * Where other processes want the processors, too, it is common that a short sample of an honest
 * solution does not fit the judge's clock, and rare that one does not fit the processor time. So
 * many more have to be like that.
 */
#include "judge/clock_check.h"

/* Both clocks tick alike, but one of them may be adjusted by the system. */
#define DRIFT 1e-3
#define TICK  1e-6

/* Beside this, twice what an exchange without a call usually takes. */
#define ALLOWANCE  1e-3
#define EXCHANGES  2.0
#define WAIT_SHARE 0.75

/* Fewer samples of which more of the processors was used, or calls that were disturbed, say
 * nothing, */
#define DOUBTED_MIN 5
/* nor do fewer that the judge's clock does not fit. */
#define DELAYED_MIN 20

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
                     "in %zu of %zu samples a thread used more of a processor than is said, or all "
                     "of them more than there are",
                     doubted, doubted + count);
        return true;
    }
    if (bres__most_are_delayed(delayed, count)) {
        bres__format(message, 256,
                     "%zu of %zu samples took longer than their time and the exchange of messages "
                     "explain",
                     delayed, delayed + count);
        return true;
    }
    return claims_too_much(samples, count, message);
}
