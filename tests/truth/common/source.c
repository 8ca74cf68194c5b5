/* SPDX-License-Identifier: MIT */
#include "truth/common/source.h"

#include <math.h>

uint32_t truth_next(truth_source *source)
{
    const uint64_t old = source->state;
    const uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27);
    const unsigned turn = (unsigned)(old >> 59);

    source->state = old * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (mixed >> turn) | (mixed << (-turn & 31));
}

truth_source truth_source_make(uint64_t seed)
{
    truth_source source = { .state = seed * UINT64_C(0x2545f4914f6cdd1d) + 12345 };

    for (int i = 0; i < 4; i++)
        truth_next(&source);
    return source;
}

double truth_uniform(truth_source *source)
{
    return ((double)truth_next(source) + 0.5) * 0x1p-32;
}

double truth_between(truth_source *source, double low, double high)
{
    return low + (high - low) * truth_uniform(source);
}

double truth_gauss(truth_source *source)
{
    return sqrt(-2 * log(truth_uniform(source))) * cos(6.283185307179586 * truth_uniform(source));
}
