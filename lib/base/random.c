/* SPDX-License-Identifier: MIT */
#include "base/random.h"

#include "base/error.h"

#include <errno.h>
#include <sys/random.h>

double bres__random_unit(bres__random *random)
{
    return (double)(bres__random_next(random) >> 11) * 0x1p-53;
}

bres__random bres__random_stream(uint64_t seed, uint64_t stream)
{
    /* Mixes the seed before and after adding the stream, so that neither adjacent seeds nor
     * adjacent streams start at adjacent states. Adjacent states would give the same numbers a few
     * steps apart. */
    const uint64_t place = bres__random_mixed(seed) + (stream + 1) * UINT64_C(0xd1342543de82ef95);

    return (bres__random){ .state = bres__random_mixed(place) };
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
