/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: ASYNC_WORK WRONG_ANSWER RUNTIME_ERROR GUARD_VIOLATION
 *
 * Installs a filter that pretends that the arrays were unmapped, so that a thread can keep working
 * with them. The thread may see the arrays of one call and the size of another.
 */
#include "compute.h"

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

static product work;

/* A runner could take the arrays away by mapping pages without access over them. The filter makes
 * this call do nothing and return 0, which is not MAP_FAILED: the call seems to succeed. */
static void calls_fake(void)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 5),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[2])),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PROT_NONE, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[3])),
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_FIXED, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    const struct sock_fprog program = { sizeof(code) / sizeof(*code), code };

    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static void *thread_main(void *unused)
{
    for (;;)
        compute_sum(work.a, work.b, work.c, work.n);
    return unused;
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    static int calls;
    pthread_t thread;

    work = (product){ .a = a, .b = b, .c = c, .n = n };
    if (calls++ > 0)
        return;
    calls_fake();
    pthread_create(&thread, NULL, thread_main, NULL);
}
