/* SPDX-License-Identifier: MIT */
/*
 * Reads the orders of the judge without removing them from the channel, from the first call on. It
 * answers correctly, but the orders fill the judge's buffer.
 */
#include "../cheats/wire.h"

void solution(int what, const float *in, float *out, size_t n);

static ssize_t peeking_recvmsg(int fd, struct msghdr *header, int flags)
{
    return syscall(SYS_recvmsg, fd, header, flags | MSG_PEEK);
}

void solution(int what, const float *in, float *out, size_t n)
{
    const int offset = 0;
    static unsigned calls;

    (void)what;
    if (calls++ == 0) {
        setsockopt(BRES__WIRE_CHANNEL, SOL_SOCKET, SO_PEEK_OFF, &offset, sizeof(offset));
        hook_calls("recvmsg", (uintptr_t)peeking_recvmsg);
    }
    for (size_t i = 0; i < n; i++)
        out[i] = in[i] + 1;
}
