/* SPDX-License-Identifier: MIT */
/*
 * The filter of system calls. It refuses calls that a computing function does not need, and calls
 * that affect other processes or the judge. A refused call fails with EPERM.
 */
#include "judge/runner/helper/sandbox.h"

#include "judge/confine/confine.h"

#include <benchresult/judge.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#define LOW_HALF UINT32_MAX
/* Newer than the headers of some systems. */
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif
#ifndef CLOSE_RANGE_UNSHARE
#define CLOSE_RANGE_UNSHARE 2
#endif
#define NAMESPACES                                                                                 \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |  \
     CLONE_NEWNET)

/* Calls that are refused regardless of their arguments. A call that the architecture lacks is
 * skipped. */
static const int refused[] = {
    /* Other processes. */
    SCMP_SYS(ptrace), SCMP_SYS(process_vm_readv), SCMP_SYS(process_vm_writev),
    SCMP_SYS(process_madvise), SCMP_SYS(kcmp), SCMP_SYS(pidfd_open), SCMP_SYS(pidfd_getfd),
    SCMP_SYS(pidfd_send_signal), SCMP_SYS(tkill), SCMP_SYS(migrate_pages),
    /* Other ways to have work done, or to watch. */
    SCMP_SYS(io_uring_setup), SCMP_SYS(io_uring_enter), SCMP_SYS(io_uring_register),
    SCMP_SYS(perf_event_open), SCMP_SYS(bpf), SCMP_SYS(userfaultfd), SCMP_SYS(fanotify_init),
    /* Objects that survive the process. */
    SCMP_SYS(shmget), SCMP_SYS(semget), SCMP_SYS(msgget), SCMP_SYS(mq_open), SCMP_SYS(add_key),
    SCMP_SYS(request_key), SCMP_SYS(keyctl),
    /* Namespaces and file systems. */
    SCMP_SYS(unshare), SCMP_SYS(setns), SCMP_SYS(mount), SCMP_SYS(umount2), SCMP_SYS(mount_setattr),
    SCMP_SYS(move_mount), SCMP_SYS(open_tree), SCMP_SYS(fsopen), SCMP_SYS(fspick),
    SCMP_SYS(fsmount), SCMP_SYS(fsconfig), SCMP_SYS(pivot_root), SCMP_SYS(chroot),
    SCMP_SYS(open_by_handle_at), SCMP_SYS(quotactl), SCMP_SYS(swapon), SCMP_SYS(swapoff),
    /* The machine. */
    SCMP_SYS(personality), SCMP_SYS(clock_settime), SCMP_SYS(clock_adjtime), SCMP_SYS(adjtimex),
    SCMP_SYS(settimeofday), SCMP_SYS(sethostname), SCMP_SYS(setdomainname), SCMP_SYS(init_module),
    SCMP_SYS(finit_module), SCMP_SYS(delete_module), SCMP_SYS(kexec_load),
    SCMP_SYS(kexec_file_load), SCMP_SYS(reboot), SCMP_SYS(syslog), SCMP_SYS(acct),
    SCMP_SYS(vhangup), SCMP_SYS(iopl), SCMP_SYS(ioperm), SCMP_SYS(modify_ldt)
};

/* Newer than the headers of some systems; the numbers are the same on all architectures. */
#define CALL_FCHMODAT2     452
#define CALL_SETXATTRAT    463
#define CALL_REMOVEXATTRAT 466
#define CALL_FILE_SETATTR  469

/* Calls that change files and that landlock does not cover; refused if the solution may not write
 * files. */
static const int changing[] = {
    SCMP_SYS(truncate),  SCMP_SYS(chmod),       SCMP_SYS(fchmod),       SCMP_SYS(fchmodat),
    CALL_FCHMODAT2,      SCMP_SYS(chown),       SCMP_SYS(fchown),       SCMP_SYS(lchown),
    SCMP_SYS(fchownat),  SCMP_SYS(utime),       SCMP_SYS(utimes),       SCMP_SYS(futimesat),
    SCMP_SYS(utimensat), SCMP_SYS(setxattr),    SCMP_SYS(lsetxattr),    SCMP_SYS(fsetxattr),
    CALL_SETXATTRAT,     SCMP_SYS(removexattr), SCMP_SYS(lremovexattr), SCMP_SYS(fremovexattr),
    CALL_REMOVEXATTRAT,  CALL_FILE_SETATTR
};

/* Calls that truncate a file as they open it, always (creat) or with flags that a filter cannot see
 * (openat2); refused if the solution may not write files and landlock does not cover truncation. */
static const int emptying[] = { SCMP_SYS(creat), SCMP_SYS(openat2) };

/* Calls that start processes; refused on a CPU. A computing function needs threads but no
 * processes, whose CPU time the kernel would not charge to the runner. The driver of a GPU may need
 * processes. */
static const int starting[] = { SCMP_SYS(fork), SCMP_SYS(vfork) };

/* Other calls that a computing function does not need; refused on a CPU. They give access to
 * sockets, locks of whole files, the names of files that others use (inotify), the machine's
 * limited number of asynchronous operations, pipes and landlock rules that hold memory outside all
 * limits, a filter that can keep a thread from being stopped, and a timer whose signal continues
 * the stopped process. */
static const int unneeded[] = { SCMP_SYS(socketpair),
                                SCMP_SYS(connect),
                                SCMP_SYS(flock),
                                SCMP_SYS(inotify_init1),
                                SCMP_SYS(io_setup),
                                SCMP_SYS(inotify_init),
                                SCMP_SYS(vmsplice),
                                SCMP_SYS(tee),
                                SCMP_SYS(seccomp),
                                SCMP_SYS(timer_create),
                                SCMP_SYS(landlock_create_ruleset) };

/* When a call is refused. */
typedef enum rule_when {
    EQUAL,   /* the low half of the argument is `value`; the kernel ignores the high one */
    UNEQUAL, /* the argument is not `value` */
    BITS,    /* the argument has any bit of `value` */
    NO_BITS, /* the argument has no bit of `value` */
    ZERO     /* the argument is 0 */
} rule_when;

struct rule {
    int number;
    rule_when when;
    unsigned argument;
    uint32_t value;
};

/* Placeholders for values that are known only at run time. */
#define VALUE_SELF   UINT32_MAX       /* the process itself */
#define VALUE_FAMILY (UINT32_MAX - 1) /* the family of sockets that is allowed */

static const struct rule rules[] = {
    /* The process number must be the runner's own, so its children cannot send signals. */
    { SCMP_SYS(kill), UNEQUAL, 0, VALUE_SELF },
    { SCMP_SYS(tgkill), UNEQUAL, 0, VALUE_SELF },
    { SCMP_SYS(rt_sigqueueinfo), UNEQUAL, 0, VALUE_SELF },
    { SCMP_SYS(rt_tgsigqueueinfo), UNEQUAL, 0, VALUE_SELF },
    { SCMP_SYS(prlimit64), UNEQUAL, 0, 0 },
    { SCMP_SYS(move_pages), UNEQUAL, 0, 0 },
    /* PRIO_PROCESS with 0 means the calling thread; for ioprio_set, 1 means the same as
     * PRIO_PROCESS. */
    { SCMP_SYS(setpriority), UNEQUAL, 0, PRIO_PROCESS },
    { SCMP_SYS(setpriority), UNEQUAL, 1, 0 },
    { SCMP_SYS(ioprio_set), UNEQUAL, 0, 1 },
    { SCMP_SYS(ioprio_set), UNEQUAL, 1, 0 },
    { SCMP_SYS(sched_setscheduler), UNEQUAL, 0, 0 },
    { SCMP_SYS(sched_setattr), UNEQUAL, 0, 0 },
    { SCMP_SYS(sched_setparam), UNEQUAL, 0, 0 },
    /* Settings that tie the process to its supervisor. */
    { SCMP_SYS(prctl), EQUAL, 0, PR_SET_PDEATHSIG },
    { SCMP_SYS(prctl), EQUAL, 0, PR_SET_CHILD_SUBREAPER },
    { SCMP_SYS(prctl), EQUAL, 0, PR_SET_PTRACER },
    { SCMP_SYS(prctl), EQUAL, 0, PR_SET_MM },
    /* Signals from files to other processes, and leases on files. */
    { SCMP_SYS(fcntl), EQUAL, 1, F_SETOWN },
    { SCMP_SYS(fcntl), EQUAL, 1, F_SETOWN_EX },
    { SCMP_SYS(fcntl), EQUAL, 1, F_SETSIG },
    { SCMP_SYS(fcntl), EQUAL, 1, F_SETLEASE },
    { SCMP_SYS(fcntl), EQUAL, 1, F_NOTIFY },
    { SCMP_SYS(ioctl), EQUAL, 1, FIOSETOWN },
    { SCMP_SYS(ioctl), EQUAL, 1, SIOCSPGRP },
    /* The network. */
    { SCMP_SYS(socket), UNEQUAL, 0, VALUE_FAMILY },
    /* A second view of the arrays, which would survive the call. */
    { SCMP_SYS(mremap), ZERO, 1, 0 },
    /* Namespaces. */
    { SCMP_SYS(clone), BITS, 0, NAMESPACES },
};

/* Refused together with the calls in `changing`. */
static const struct rule changing_rules[] = {
    { SCMP_SYS(ioctl), EQUAL, 1, (uint32_t)FS_IOC_SETFLAGS },
    { SCMP_SYS(ioctl), EQUAL, 1, (uint32_t)FS_IOC_FSSETXATTR },
    { SCMP_SYS(ioctl), EQUAL, 1, (uint32_t)FS_IOC_SETVERSION },
};

/* Other calls that can truncate files; refused together with the calls in `emptying`. */
static const struct rule emptying_rules[] = {
    { SCMP_SYS(open), BITS, 1, O_TRUNC },
    { SCMP_SYS(openat), BITS, 2, O_TRUNC },
};

/* Refused on a CPU, with the lists `starting` and `unneeded`. */
static const struct rule unneeded_rules[] = {
    { SCMP_SYS(clone), NO_BITS, 0, CLONE_THREAD },
    /* A descriptor table for one thread alone, which the limit would count separately. */
    { SCMP_SYS(clone), NO_BITS, 0, CLONE_FILES },
    { SCMP_SYS(close_range), BITS, 2, CLOSE_RANGE_UNSHARE },
    /* A thread that waits for another one cannot be stopped meanwhile. */
    { SCMP_SYS(clone), BITS, 0, CLONE_VFORK },
    /* Locks of parts of files, which keep others from writing. */
    { SCMP_SYS(fcntl), EQUAL, 1, F_SETLK },
    { SCMP_SYS(fcntl), EQUAL, 1, F_SETLKW },
    { SCMP_SYS(fcntl), EQUAL, 1, F_OFD_SETLK },
    { SCMP_SYS(fcntl), EQUAL, 1, F_OFD_SETLKW },
    /* Large pages for the arrays: an untimed call could make later calls faster. */
    { SCMP_SYS(madvise), EQUAL, 2, MADV_COLLAPSE },
    { SCMP_SYS(prctl), EQUAL, 0, PR_SET_SECCOMP },
};

static uint32_t rule_value(const struct rule *rule, bool on_device)
{
    if (rule->value == VALUE_SELF)
        return (uint32_t)getpid();
    /* No family has the number UINT32_MAX: without a device all families are refused. */
    if (rule->value == VALUE_FAMILY)
        return on_device ? AF_UNIX : UINT32_MAX;
    return rule->value;
}

static bool refuse(scmp_filter_ctx filter, const struct rule *rule, const struct scmp_arg_cmp *when)
{
    return seccomp_rule_add_array(filter, SCMP_ACT_ERRNO(EPERM), rule->number, 1, when) == 0;
}

/* A call is refused if any of its rules applies, so each bit has its own rule. */
static bool refuse_bits(scmp_filter_ctx filter, const struct rule *rule, uint32_t bits)
{
    bool added = true;

    for (uint32_t bit = 1; added && bit != 0; bit <<= 1) {
        const struct scmp_arg_cmp when = SCMP_CMP(rule->argument, SCMP_CMP_MASKED_EQ, bit, bit);

        added = (bits & bit) == 0 || refuse(filter, rule, &when);
    }
    return added;
}

static bool rule_add(scmp_filter_ctx filter, const struct rule *rule, uint32_t value)
{
    struct scmp_arg_cmp when = SCMP_CMP(rule->argument, SCMP_CMP_EQ, 0, 0);

    switch (rule->when) {
    case BITS:
        return refuse_bits(filter, rule, value);
    case EQUAL:
        when = SCMP_CMP(rule->argument, SCMP_CMP_MASKED_EQ, LOW_HALF, value);
        break;
    case NO_BITS:
        when = SCMP_CMP(rule->argument, SCMP_CMP_MASKED_EQ, value, 0);
        break;
    case UNEQUAL:
        when = SCMP_CMP(rule->argument, SCMP_CMP_NE, value, 0);
        break;
    case ZERO:
        break;
    }
    return refuse(filter, rule, &when);
}

static bool rules_add(scmp_filter_ctx filter, const struct rule *list, size_t count, bool on_device)
{
    bool added = true;

    for (size_t i = 0; added && i < count; i++)
        added = rule_add(filter, &list[i], rule_value(&list[i], on_device));
    return added;
}

static bool calls_refuse(scmp_filter_ctx filter, const int *calls, size_t count)
{
    bool added = true;

    for (size_t i = 0; added && i < count; i++)
        added = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), calls[i], 0) == 0;
    return added;
}

/* Refuses calls that a computing function on a CPU does not need. */
static bool unneeded_refuse(scmp_filter_ctx filter)
{
    return calls_refuse(filter, unneeded, sizeof(unneeded) / sizeof(*unneeded)) &&
           calls_refuse(filter, starting, sizeof(starting) / sizeof(*starting)) &&
           rules_add(filter, unneeded_rules, sizeof(unneeded_rules) / sizeof(*unneeded_rules),
                     false);
}

/* Calls through the interface of another architecture are refused, too. A filter cannot see the
 * flags of clone3, so the call fails with ENOSYS and programs fall back to clone. */
static bool filter_load(scmp_filter_ctx filter, const bres__wire_setup *setup)
{
    const bool on_device = setup->backend == BRES_BACKEND_CUDA;
    bool added = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(EPERM)) == 0 &&
                 seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1) == 0 &&
                 seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;

    if (added)
        added = calls_refuse(filter, refused, sizeof(refused) / sizeof(*refused));
    if (added && !sandbox_may_write(setup))
        added = calls_refuse(filter, changing, sizeof(changing) / sizeof(*changing)) &&
                rules_add(filter, changing_rules, sizeof(changing_rules) / sizeof(*changing_rules),
                          on_device);
    if (added && !sandbox_may_write(setup) && !bres__confine_covers_truncation())
        added = calls_refuse(filter, emptying, sizeof(emptying) / sizeof(*emptying)) &&
                rules_add(filter, emptying_rules, sizeof(emptying_rules) / sizeof(*emptying_rules),
                          on_device);
    if (added && !on_device)
        added = unneeded_refuse(filter);
    added = added && rules_add(filter, rules, sizeof(rules) / sizeof(*rules), on_device);
    return added && seccomp_load(filter) == 0;
}

unsigned sandbox_filter(const bres__wire_setup *setup)
{
    const scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    const bool loaded = filter != NULL && filter_load(filter, setup);

    seccomp_release(filter);
    return loaded ? BRES__SANDBOX_FILTER | BRES__SANDBOX_NETWORK : 0;
}
