/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: WRONG_ANSWER
 * Needs: system_call_filter
 *
 * Computes only if it can leave a key in the kernel, where the process of the next case would find
 * it.
 */
#include "compute.h"

#include <sys/syscall.h>
#include <unistd.h>

/* The keyrings of the user and of the session. */
static const int rings[] = { -4, -3, -5 };

static int can_keep(void)
{
    for (size_t i = 0; i < sizeof(rings) / sizeof(*rings); i++) {
        if (syscall(SYS_add_key, "user", "benchresult-cheat", "kept", 4, rings[i]) >= 0)
            return 1;
    }
    return syscall(SYS_keyctl, 0, -3, 1) >= 0;
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    if (can_keep())
        compute_sum(a, b, c, n);
}
