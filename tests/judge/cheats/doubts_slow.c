/* SPDX-License-Identifier: MIT */
/*
 * Problem: matrix-multiplication
 * Status: BENCHMARKED
 *
 * Is slow in each fourth call, and uses processor time between the end of the call and the answer
 * to the judge, so that its time may be doubted and not count: no violation, and nothing won.
 */
#include "busy.h"
#include "compute.h"
#include "wire.h"

static int is_slow;

static ssize_t busy_send(int fd, const void *data, size_t size, int flags)
{
    const bres__wire_message *message = wire_message(data, size);

    if (message != NULL && message->kind == BRES__WIRE_CALL && is_slow)
        busy_spin(BUSY_MS);
    return wire_send(fd, data, size, flags);
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    static unsigned calls;
    static unsigned replaced;

    if (replaced == 0)
        replaced = hook_calls("send", (uintptr_t)busy_send);
    compute_product(a, b, c, m, n, k);
    is_slow = ++calls % 4 == 0;
    if (is_slow)
        busy_spin(50);
}
