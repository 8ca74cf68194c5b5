/* SPDX-License-Identifier: MIT */
#include "harness/run/signals.h"

#include "base/base.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

static const int signal_numbers[] = { SIGINT, SIGTERM, SIGPIPE };

#define SIGNAL_COUNT (sizeof signal_numbers / sizeof *signal_numbers)

/* The only variables that the handler uses. A PID fits in an int. */
static volatile sig_atomic_t signal_first;
static volatile sig_atomic_t signal_child;
static volatile sig_atomic_t signal_in_child;

static struct sigaction signal_before[SIGNAL_COUNT];
static bool signal_installed;

static void signal_catch(int number)
{
    if (signal_first != 0 && !signal_in_child)
        _exit(128 + number);
    signal_first = number;
    if (signal_child != 0)
        kill((pid_t)signal_child, number);
}

static void signal_fill(sigset_t *set)
{
    sigemptyset(set);
    sigaddset(set, SIGINT);
    sigaddset(set, SIGTERM);
}

void bres__signals_install(void)
{
    /* SA_RESTART, so that the signal does not interrupt a body that waits for a device or a
     * file. */
    struct sigaction action = { .sa_handler = signal_catch, .sa_flags = SA_RESTART };

    signal_first = 0;
    signal_child = 0;
    signal_in_child = 0;
    signal_fill(&action.sa_mask);
    for (size_t i = 0; i < SIGNAL_COUNT; i++) {
        struct sigaction *before = &signal_before[i];

        sigaction(signal_numbers[i], NULL, before);
        if (before->sa_handler == SIG_IGN)
            continue;
        action.sa_handler = signal_numbers[i] == SIGPIPE ? SIG_IGN : signal_catch;
        sigaction(signal_numbers[i], &action, NULL);
    }
    signal_installed = true;
}

void bres__signals_restore(void)
{
    for (size_t i = 0; i < SIGNAL_COUNT && signal_installed; i++)
        sigaction(signal_numbers[i], &signal_before[i], NULL);
    signal_installed = false;
    signal_first = 0;
}

int bres__signals_caught(void)
{
    return signal_first;
}

pid_t bres__signals_fork(void)
{
    sigset_t block;
    sigset_t before;
    pid_t child;

    /* A signal between fork() and the assignments would be lost: the parent does not know the
     * child's PID yet, and the child does not know that it is the child. */
    signal_fill(&block);
    sigprocmask(SIG_BLOCK, &block, &before);
    errno = EAGAIN;
    child = BRES__FAULT(BRES__FAULT_IO) ? -1 : fork();
    if (child == 0) {
        signal_in_child = 1;
        if (signal_installed)
            sigaction(SIGPIPE, &signal_before[SIGNAL_COUNT - 1], NULL);
    } else if (child > 0) {
        signal_child = child;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return child;
}

void bres__signals_forget_child(void)
{
    signal_child = 0;
}
