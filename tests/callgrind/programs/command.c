/* SPDX-License-Identifier: MIT */
/*
 * A command whose instructions the tests count: command WHAT [ARGUMENT].
 */
#include "counted.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t caught;

static void signal_catch(int number)
{
    caught = number;
}

/* Prints a line when the handler is ready, and waits for a signal. */
static int wait_for_signal(int number)
{
    sigset_t all;
    sigset_t before;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    if (number != 0)
        signal(number, signal_catch);
    puts("ready");
    fflush(stdout);
    while (caught == 0)
        sigsuspend(&before);
    puts("caught");
    return 7;
}

/* The child executes ten loops, which do not count for the parent. */
static int fork_and_count(void)
{
    int status = 0;
    const pid_t child = fork();

    if (child == 0) {
        for (int i = 0; i < 10; i++)
            counted_loop();
        exit(0);
    }
    waitpid(child, &status, 0);
    counted_tree();
    return status;
}

static void copy_input(void)
{
    char line[256];

    while (fgets(line, sizeof line, stdin) != NULL)
        fputs(line, stdout);
}

static void ask(void)
{
    char name[256] = "";

    puts("name?");
    fflush(stdout);
    if (fgets(name, sizeof name, stdin) != NULL)
        printf("hello, %s", name);
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    const int number = argc > 2 ? atoi(argv[2]) : 0;
    int status = 0;

    if (strcmp(what, "status") == 0) {
        counted_tree();
        status = number;
    } else if (strcmp(what, "copy") == 0) {
        copy_input();
        fputs("to the standard error\n", stderr);
    } else if (strcmp(what, "ask") == 0) {
        ask();
    } else if (strcmp(what, "kill") == 0) {
        raise(number);
    } else if (strcmp(what, "wait") == 0) {
        status = wait_for_signal(number);
    } else if (strcmp(what, "fork") == 0) {
        status = fork_and_count();
    } else if (strcmp(what, "exec") == 0) {
        execlp("true", "true", (char *)NULL);
    } else if (strcmp(what, "getenv") == 0 && argc > 2) {
        puts(getenv(argv[2]) != NULL ? getenv(argv[2]) : "none");
    }
    return status;
}
