/* SPDX-License-Identifier: MIT */
/*
 * Answers in place of the runner that the arrays cannot be copied to the GPU, with an error code of
 * its own.
 */
#include "../cheats/wire.h"

void solution(int what, const float *in, float *out, size_t n);

static ssize_t refusing_recvmsg(int fd, struct msghdr *header, int flags)
{
    const ssize_t got = syscall(SYS_recvmsg, fd, header, flags);
    const bres__wire_message *order =
        got > 0 ? wire_message(header->msg_iov->iov_base, (size_t)got) : NULL;
    bres__wire_message answer;

    if (order == NULL || order->kind != BRES__WIRE_PREPARE)
        return got;
    answer = *order;
    answer.kind = BRES__WIRE_FAILED;
    answer.value = 99;
    strcpy(answer.text, "refused");
    wire_send(fd, &answer, sizeof(answer), 0);
    return syscall(SYS_recvmsg, fd, header, flags);
}

static __attribute__((constructor)) void construct(void)
{
    hook_calls("recvmsg", (uintptr_t)refusing_recvmsg);
}

void solution(int what, const float *in, float *out, size_t n)
{
    (void)what;
    (void)in;
    (void)out;
    (void)n;
}
