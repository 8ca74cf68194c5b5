/* SPDX-License-Identifier: MIT */
/*
 * Signals during a count: the command gets them, and what was made for it is removed.
 */
#include "count.h"

#include <signal.h>
#include <stddef.h>

static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };

#define NUMBER_COUNT (sizeof numbers / sizeof *numbers)

static volatile sig_atomic_t caught;
static volatile sig_atomic_t pending;

static void signal_catch(int number, siginfo_t *info, void *context)
{
    (void)context;
    caught = number;
    /* The system sends what a terminal means to all processes of the group, the command too. */
    if (info->si_code != SI_KERNEL)
        pending = number;
}

void count_signals_catch(void)
{
    struct sigaction action = { .sa_sigaction = signal_catch, .sa_flags = SA_SIGINFO };

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < NUMBER_COUNT; i++) {
        struct sigaction before;

        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

int count_signals_pass(void *user)
{
    const int number = pending;

    (void)user;
    pending = 0;
    return number;
}

bool count_signals_caught(void)
{
    return caught != 0;
}

void count_signals_end(void)
{
    if (caught == 0)
        return;
    signal(caught, SIG_DFL);
    raise(caught);
}
