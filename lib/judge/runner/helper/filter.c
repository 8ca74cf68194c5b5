/* SPDX-License-Identifier: MIT */
/*
 * The filter of system calls: what a function that computes has no use for, and what would reach
 * other processes or the judge. A call that is refused fails with EPERM, as it may anywhere.
 */
#include "judge/runner/helper/sandbox.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE    AUDIT_ARCH_X86_64
/* Calls of the x32 interface have this bit in their number. */
#define OTHER_INTERFACE 0x40000000u
#elif defined(__aarch64__)
#define ARCHITECTURE    AUDIT_ARCH_AARCH64
#define OTHER_INTERFACE 0x80000000u
#endif

#ifdef ARCHITECTURE

#define NAMESPACES                                                                                 \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |  \
     CLONE_NEWNET)

/* Whether a call is refused. */
typedef enum rule_when {
    ALWAYS,
    MISSING, /* always, as if the system did not have it */
    EQUAL,   /* when the low half of the argument is `value` */
    UNEQUAL, /* when it is not */
    BITS,    /* when it has any bit of `value` */
    ZERO     /* when all of the argument is 0 */
} rule_when;

struct rule {
    int number;
    rule_when when;
    unsigned argument;
    uint32_t value;
};

/* These stand for values that are known at run time. */
#define VALUE_SELF   UINT32_MAX       /* the process itself */
#define VALUE_FAMILY (UINT32_MAX - 1) /* the family of sockets that is allowed */

static const struct rule rules[] = {
    /* Other processes. Numbers of processes are compared with the caller's own: what it starts
     * cannot signal at all. */
    { SYS_ptrace, ALWAYS, 0, 0 },
    { SYS_process_vm_readv, ALWAYS, 0, 0 },
    { SYS_process_vm_writev, ALWAYS, 0, 0 },
    { SYS_process_madvise, ALWAYS, 0, 0 },
    { SYS_kcmp, ALWAYS, 0, 0 },
    { SYS_pidfd_open, ALWAYS, 0, 0 },
    { SYS_pidfd_getfd, ALWAYS, 0, 0 },
    { SYS_pidfd_send_signal, ALWAYS, 0, 0 },
    { SYS_kill, UNEQUAL, 0, VALUE_SELF },
    { SYS_tgkill, UNEQUAL, 0, VALUE_SELF },
    { SYS_tkill, ALWAYS, 0, 0 },
    { SYS_rt_sigqueueinfo, UNEQUAL, 0, VALUE_SELF },
    { SYS_rt_tgsigqueueinfo, UNEQUAL, 0, VALUE_SELF },
    { SYS_prlimit64, UNEQUAL, 0, 0 },
    { SYS_migrate_pages, ALWAYS, 0, 0 },
    { SYS_move_pages, UNEQUAL, 0, 0 },
    /* What ties the process to those that keep it. */
    { SYS_prctl, EQUAL, 0, PR_SET_PDEATHSIG },
    { SYS_prctl, EQUAL, 0, PR_SET_CHILD_SUBREAPER },
    { SYS_prctl, EQUAL, 0, PR_SET_PTRACER },
    { SYS_prctl, EQUAL, 0, PR_SET_MM },
    /* The network. */
    { SYS_socket, UNEQUAL, 0, VALUE_FAMILY },
    /* Other ways to have work done, or to watch. */
    { SYS_io_uring_setup, ALWAYS, 0, 0 },
    { SYS_io_uring_enter, ALWAYS, 0, 0 },
    { SYS_io_uring_register, ALWAYS, 0, 0 },
    { SYS_perf_event_open, ALWAYS, 0, 0 },
    { SYS_bpf, ALWAYS, 0, 0 },
    { SYS_userfaultfd, ALWAYS, 0, 0 },
    { SYS_fanotify_init, ALWAYS, 0, 0 },
    /* A second view of the arrays, which would stay when they are taken away. */
    { SYS_mremap, ZERO, 1, 0 },
    /* What stays behind when the process has ended. */
    { SYS_shmget, ALWAYS, 0, 0 },
    { SYS_semget, ALWAYS, 0, 0 },
    { SYS_msgget, ALWAYS, 0, 0 },
    { SYS_mq_open, ALWAYS, 0, 0 },
    { SYS_add_key, ALWAYS, 0, 0 },
    { SYS_request_key, ALWAYS, 0, 0 },
    { SYS_keyctl, ALWAYS, 0, 0 },
    /* Namespaces and file systems. The flags of clone3 cannot be seen from here; without it
     * programs use clone. */
    { SYS_clone3, MISSING, 0, 0 },
    { SYS_clone, BITS, 0, NAMESPACES },
    { SYS_unshare, ALWAYS, 0, 0 },
    { SYS_setns, ALWAYS, 0, 0 },
    { SYS_mount, ALWAYS, 0, 0 },
    { SYS_umount2, ALWAYS, 0, 0 },
    { SYS_mount_setattr, ALWAYS, 0, 0 },
    { SYS_move_mount, ALWAYS, 0, 0 },
    { SYS_open_tree, ALWAYS, 0, 0 },
    { SYS_fsopen, ALWAYS, 0, 0 },
    { SYS_fspick, ALWAYS, 0, 0 },
    { SYS_fsmount, ALWAYS, 0, 0 },
    { SYS_fsconfig, ALWAYS, 0, 0 },
    { SYS_pivot_root, ALWAYS, 0, 0 },
    { SYS_chroot, ALWAYS, 0, 0 },
    { SYS_open_by_handle_at, ALWAYS, 0, 0 },
    { SYS_quotactl, ALWAYS, 0, 0 },
    { SYS_swapon, ALWAYS, 0, 0 },
    { SYS_swapoff, ALWAYS, 0, 0 },
    /* The machine. */
    { SYS_personality, ALWAYS, 0, 0 },
    { SYS_clock_settime, ALWAYS, 0, 0 },
    { SYS_clock_adjtime, ALWAYS, 0, 0 },
    { SYS_adjtimex, ALWAYS, 0, 0 },
    { SYS_settimeofday, ALWAYS, 0, 0 },
    { SYS_sethostname, ALWAYS, 0, 0 },
    { SYS_setdomainname, ALWAYS, 0, 0 },
    { SYS_init_module, ALWAYS, 0, 0 },
    { SYS_finit_module, ALWAYS, 0, 0 },
    { SYS_delete_module, ALWAYS, 0, 0 },
    { SYS_kexec_load, ALWAYS, 0, 0 },
    { SYS_kexec_file_load, ALWAYS, 0, 0 },
    { SYS_reboot, ALWAYS, 0, 0 },
    { SYS_syslog, ALWAYS, 0, 0 },
    { SYS_acct, ALWAYS, 0, 0 },
    { SYS_vhangup, ALWAYS, 0, 0 },
#ifdef __x86_64__
    { SYS_iopl, ALWAYS, 0, 0 },
    { SYS_ioperm, ALWAYS, 0, 0 },
    { SYS_modify_ldt, ALWAYS, 0, 0 },
#endif
};

#define RULE_COUNT       (sizeof(rules) / sizeof(rules[0]))
/* The most instructions that a rule takes, and what stands around all of them. */
#define RULE_LENGTH      7
#define PROGRAM_CAPACITY (RULE_COUNT * RULE_LENGTH + 8)

struct program {
    struct sock_filter code[PROGRAM_CAPACITY];
    unsigned short length;
};

static void put(struct program *program, unsigned short code, uint32_t value, unsigned char if_true,
                unsigned char if_false)
{
    program->code[program->length++] =
        (struct sock_filter){ .code = code, .jt = if_true, .jf = if_false, .k = value };
}

static void put_load(struct program *program, size_t offset)
{
    put(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void put_return(struct program *program, uint32_t action)
{
    put(program, BPF_RET | BPF_K, action, 0, 0);
}

static size_t argument_offset(const struct rule *rule)
{
    return offsetof(struct seccomp_data, args) + rule->argument * sizeof(uint64_t);
}

/* Skips `skipped` instructions after these unless the rule's condition holds. Both machines have
 * the low half of a number first. */
static void put_condition(struct program *program, const struct rule *rule, uint32_t value,
                          unsigned char skipped)
{
    if (rule->when == ALWAYS || rule->when == MISSING)
        return;
    put_load(program, argument_offset(rule));
    if (rule->when == BITS) {
        put(program, BPF_JMP | BPF_JSET | BPF_K, value, 0, skipped);
    } else if (rule->when == UNEQUAL) {
        put(program, BPF_JMP | BPF_JEQ | BPF_K, value, skipped, 0);
    } else if (rule->when == EQUAL) {
        put(program, BPF_JMP | BPF_JEQ | BPF_K, value, 0, skipped);
    } else {
        put(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, (unsigned char)(skipped + 2));
        put_load(program, argument_offset(rule) + sizeof(uint32_t));
        put(program, BPF_JMP | BPF_JEQ | BPF_K, 0, 0, skipped);
    }
}

/* The number of the call is loaded before each rule that is not alone with it, and after. */
static void put_rule(struct program *program, const struct rule *rule, uint32_t value)
{
    const unsigned short test = program->length;

    put(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)rule->number, 0, 0);
    put_condition(program, rule, value, 1);
    put_return(program, SECCOMP_RET_ERRNO | (rule->when == MISSING ? ENOSYS : EPERM));
    if (rule->when != ALWAYS && rule->when != MISSING)
        put_load(program, offsetof(struct seccomp_data, nr));
    program->code[test].jf = (unsigned char)(program->length - test - 1);
}

static uint32_t rule_value(const struct rule *rule, bool on_device)
{
    if (rule->when == UNEQUAL && rule->value == VALUE_SELF)
        return (uint32_t)getpid();
    /* No family has the number of none, which would be refused anyway. */
    if (rule->when == UNEQUAL && rule->value == VALUE_FAMILY)
        return on_device ? AF_UNIX : UINT32_MAX;
    return rule->value;
}

unsigned sandbox_filter(bool on_device)
{
    static struct program program;
    struct sock_fprog filter;

    put_load(&program, offsetof(struct seccomp_data, arch));
    put(&program, BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    put_return(&program, SECCOMP_RET_ERRNO | EPERM);
    put_load(&program, offsetof(struct seccomp_data, nr));
    put(&program, BPF_JMP | BPF_JSET | BPF_K, OTHER_INTERFACE, 0, 1);
    put_return(&program, SECCOMP_RET_ERRNO | EPERM);
    for (size_t i = 0; i < RULE_COUNT; i++)
        put_rule(&program, &rules[i], rule_value(&rules[i], on_device));
    put_return(&program, SECCOMP_RET_ALLOW);
    filter = (struct sock_fprog){ .len = program.length, .filter = program.code };
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) != 0)
        return 0;
    return BRES__SANDBOX_FILTER | BRES__SANDBOX_NETWORK;
}

#else

unsigned sandbox_filter(bool on_device)
{
    (void)on_device;
    return 0;
}

#endif
