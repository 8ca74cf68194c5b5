/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: CHANNEL_FORGED
 *
 * Writes messages to every socket that it finds.
 */
#include "compute.h"

#include <sys/socket.h>

#define DESCRIPTORS 64

void solution(const float *a, const float *b, float *c, size_t n)
{
    static const char message[256];

    compute_sum(a, b, c, n);
    for (int fd = 3; fd < DESCRIPTORS; fd++)
        send(fd, message, sizeof(message), MSG_NOSIGNAL | MSG_DONTWAIT);
}
