/* SPDX-License-Identifier: MIT */
#include "base/random.h"

#include "base/error.h"

#include <errno.h>
#include <sys/random.h>

/* The finalizer of splitmix64, with the constants of Stafford's variant 13. */
static uint64_t mixed(uint64_t number)
{
    number = (number ^ (number >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    number = (number ^ (number >> 27)) * UINT64_C(0x94d049bb133111eb);
    return number ^ (number >> 31);
}

uint64_t bres__random_next(bres__random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    if (!random->is_secret)
        return mixed(random->state);
    random->other += UINT64_C(0xd1342543de82ef95);
    return mixed(random->state) ^ mixed(random->other);
}

uint64_t bres__random_below(bres__random *random, uint64_t limit)
{
    /* Rejects the numbers above the largest multiple of `limit` in 2^64, so that every result is
     * equally likely. */
    const uint64_t rest = (UINT64_MAX % limit + 1) % limit;
    uint64_t number;

    do
        number = bres__random_next(random);
    while (number > UINT64_MAX - rest);
    return number % limit;
}

double bres__random_unit(bres__random *random)
{
    return (double)(bres__random_next(random) >> 11) * 0x1p-53;
}

bres__random bres__random_stream(uint64_t seed, uint64_t stream)
{
    /* Mixes the seed before and after adding the stream, so that neither adjacent seeds nor
     * adjacent streams start at adjacent states. Adjacent states would give the same numbers a few
     * steps apart. */
    return (bres__random){ .state =
                               mixed(mixed(seed) + (stream + 1) * UINT64_C(0xd1342543de82ef95)) };
}

bres__random bres__random_secret_stream(uint64_t seed, uint64_t stream)
{
    bres__random random = bres__random_stream(seed, stream);

    random.other = bres__random_stream(~seed, stream).state;
    random.is_secret = true;
    return random;
}

bres_status bres__random_secret(uint64_t *seed)
{
    *seed = 0;
    for (;;) {
        const ssize_t got = getrandom(seed, sizeof(*seed), 0);

        if (got == (ssize_t)sizeof(*seed))
            return BRES_OK;
        if (got < 0 && errno != EINTR)
            return bres__error_system("draw a secret random number", NULL);
    }
}
