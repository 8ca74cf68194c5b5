/* SPDX-License-Identifier: MIT */
/*
 * Problem: vector-addition
 * Status: WRONG_ANSWER
 * Needs: system_call_filter no_new_privileges memory_limit
 *
 * Computes only if it can gain more rights than it was started with.
 */
#include "compute.h"

#include <linux/capability.h>
#include <linux/sched.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static int has_capabilities(void)
{
    struct __user_cap_header_struct header = { _LINUX_CAPABILITY_VERSION_3, 0 };
    struct __user_cap_data_struct all[_LINUX_CAPABILITY_U32S_3];

    memset(all, 0xFF, sizeof(all));
    return syscall(SYS_capset, &header, all) == 0 ||
           prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_SYS_ADMIN, 0, 0) == 0;
}

static int has_limits(void)
{
    const struct rlimit none = { RLIM_INFINITY, RLIM_INFINITY };

    return setrlimit(RLIMIT_AS, &none) == 0 || setrlimit(RLIMIT_FSIZE, &none) == 0 ||
           setrlimit(RLIMIT_CORE, &none) == 0;
}

static int has_namespace(void)
{
    struct clone_args arguments = { .flags = CLONE_NEWUSER };

    return unshare(CLONE_NEWNS) == 0 || syscall(SYS_clone3, &arguments, sizeof(arguments)) >= 0 ||
           chroot("/usr") == 0;
}

void solution(const float *a, const float *b, float *c, size_t n)
{
    if (has_capabilities() || has_limits() || has_namespace())
        compute_sum(a, b, c, n);
}
