/* SPDX-License-Identifier: MIT */
#include "judge/confine/user.h"

#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define READ_ALL (1u << CAP_DAC_READ_SEARCH)

static void capabilities_set(uint32_t kept)
{
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    const struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3] = { { kept, kept, kept } };

    syscall(SYS_capset, &header, held);
}

void bres__capabilities_drop(void)
{
    capabilities_set(0);
}

static bool has_capabilities(uint32_t wanted)
{
    struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
    struct __user_cap_data_struct held[_LINUX_CAPABILITY_U32S_3] = { { 0 } };

    return syscall(SYS_capget, &header, held) == 0 && (held[0].effective & wanted) == wanted;
}

/* When a process changes its user, the kernel makes the process's files in /proc inaccessible to
 * it, until the process is dumpable again. */
bool bres__user_drop(bool reads_all)
{
    const uint32_t kept = reads_all ? READ_ALL : 0;

    if (geteuid() != 0)
        return true;
    if (!has_capabilities(kept | 1u << CAP_SETUID | 1u << CAP_SETGID | 1u << CAP_KILL) ||
        setgroups(0, NULL) != 0 || setresgid(BRES__NOBODY, BRES__NOBODY, BRES__NOBODY) != 0)
        return false;
    prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0);
    /* Otherwise access(), which compilers call for TMPDIR, ignores the capability. */
    if (reads_all)
        prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP | SECBIT_NO_SETUID_FIXUP_LOCKED, 0, 0, 0);
    if (setresuid(BRES__NOBODY, BRES__NOBODY, BRES__NOBODY) != 0)
        return false;
    capabilities_set(kept);
    if (reads_all)
        prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_DAC_READ_SEARCH, 0, 0);
    prctl(PR_SET_DUMPABLE, 1);
    return true;
}
