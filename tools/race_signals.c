/* SPDX-License-Identifier: MIT */
/*
 * Signals during a race: the command that runs gets them, and the race ends with what it has.
 */
#include "race.h"

#include <signal.h>

static const int numbers[] = { SIGINT, SIGTERM };

#define NUMBER_COUNT (sizeof numbers / sizeof *numbers)

static volatile sig_atomic_t caught;
static volatile sig_atomic_t pending;

static void signal_catch(int number)
{
    caught = number;
    pending = number;
    /* Whoever sends another does not want to wait. */
    for (size_t i = 0; i < NUMBER_COUNT; i++)
        signal(numbers[i], SIG_DFL);
}

void race_signals_catch(void)
{
    struct sigaction action = { .sa_handler = signal_catch, .sa_flags = SA_RESTART };

    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < NUMBER_COUNT; i++) {
        struct sigaction before;

        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

int race_signals_caught(void)
{
    return caught;
}

int race_signals_pass(void *user)
{
    const int number = pending;

    (void)user;
    pending = 0;
    return number;
}
