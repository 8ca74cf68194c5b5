/* SPDX-License-Identifier: MIT */
#include <unistd.h>

void solution(void);

static __attribute__((constructor)) void construct(void)
{
    _exit(3);
}

void solution(void)
{
}
