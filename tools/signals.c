/* SPDX-License-Identifier: MIT */
/*
 * Signals while a subcommand runs commands or measurements: the handler records a signal, and the
 * subcommand passes it on to the running command.
 */
#include "tool.h"

#include <signal.h>

static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };

/* The inherited actions of SIGPIPE and SIGCHLD. */
static void (*inherited_pipe)(int) = SIG_DFL;
static void (*inherited_child)(int) = SIG_DFL;

void tool_signals_begin(void)
{
    inherited_pipe = signal(SIGPIPE, SIG_DFL);
    inherited_child = signal(SIGCHLD, SIG_DFL);
}

void tool_signals_restore(void)
{
    if (inherited_pipe == SIG_IGN)
        signal(SIGPIPE, SIG_IGN);
    if (inherited_child == SIG_IGN)
        signal(SIGCHLD, SIG_IGN);
}

static volatile sig_atomic_t caught;
static volatile sig_atomic_t pending;
static unsigned wanted;

static size_t number_count(void)
{
    return (wanted & TOOL_SIGNALS_HANGUP) != 0 ? 3 : 2;
}

static void signal_catch(int number, siginfo_t *info, void *context);

/* A signal that was ignored at the start of the program stays ignored. */
void tool_signals_release(void)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct sigaction now;

        if (sigaction(numbers[i], NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO) != 0 &&
            now.sa_sigaction == signal_catch)
            signal(numbers[i], SIG_DFL);
    }
}

static void signal_catch(int number, siginfo_t *info, void *context)
{
    (void)context;
    caught = number;
    /* The kernel sends a signal from a terminal to the whole process group, including the command.
     */
    if ((wanted & TOOL_SIGNALS_TERMINAL) == 0 || info->si_code != SI_KERNEL)
        pending = number;
    if ((wanted & TOOL_SIGNALS_ONCE) != 0)
        tool_signals_release();
}

void tool_signals_catch(unsigned flags)
{
    struct sigaction action = { .sa_sigaction = signal_catch, .sa_flags = SA_SIGINFO };

    wanted = flags;
    if ((flags & TOOL_SIGNALS_ONCE) != 0)
        action.sa_flags |= SA_RESTART;
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < number_count(); i++) {
        struct sigaction before;

        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

int tool_signals_caught(void)
{
    return caught;
}

int tool_signals_pass(void *user)
{
    const int number = pending;

    (void)user;
    pending = 0;
    return number;
}

bool tool_signals_interrupted(void *user)
{
    (void)user;
    return caught != 0;
}

void tool_signals_end(void)
{
    if (caught == 0)
        return;
    signal(caught, SIG_DFL);
    raise(caught);
}
