/* SPDX-License-Identifier: MIT */
/* Takes 50 ms, without using the processor. */
#include <time.h>

void solution(void);

void solution(void)
{
    const struct timespec time = { .tv_nsec = 50000000 };

    nanosleep(&time, NULL);
}
