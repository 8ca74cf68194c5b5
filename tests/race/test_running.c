/* SPDX-License-Identifier: MIT */
/* The record of a running program, which allows a resumed race to end a program that a killed race
 * has left. */
#include "base/base.h"
#include "race/program/running.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t program_start(void)
{
    const pid_t pid = fork();

    if (pid == 0)
        for (;;)
            pause();
    cr_assert_gt(pid, 0);
    cr_assert_eq(setpgid(pid, pid), 0);
    return pid;
}

/* Ends the program; returns whether it had been killed before. */
static bool program_was_killed(pid_t pid)
{
    siginfo_t info = { .si_pid = 0 };

    cr_assert_eq(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT), 0);
    kill(pid, SIGKILL);
    cr_assert_eq(waitpid(pid, NULL, 0), pid);
    return info.si_pid == pid;
}

static const char *record_of(const char *top)
{
    static char path[2200];

    snprintf(path, sizeof(path), "%s/race.running", top);
    return path;
}

Test(race, running_program_is_killed)
{
    const char *top = bres_test_directory();
    const pid_t pid = program_start();

    bres__race_running_record(top, pid);
    cr_assert_eq(access(record_of(top), F_OK), 0);
    bres__race_running_kill(top);
    cr_expect_neq(access(record_of(top), F_OK), 0);
    cr_expect(program_was_killed(pid));
    bres__race_running_kill(top);
}

/* The id of a process that has ended may be reused by another process. */
Test(race, running_program_of_another_start_is_not_killed)
{
    const char *top = bres_test_directory();
    const pid_t pid = program_start();
    char texts[5][128];

    bres__format(texts[0], sizeof(texts[0]), "%ld 1 boot\n", (long)pid);
    bres__format(texts[1], sizeof(texts[1]), "%ld", (long)pid);
    bres__format(texts[2], sizeof(texts[2]), "-%ld 1 boot\n", (long)pid);
    strcpy(texts[3], "text");
    strcpy(texts[4], "99999999999999999999 1 boot\n");
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        bres_test_write_file(record_of(top), texts[i], strlen(texts[i]));
        bres__race_running_kill(top);
        cr_expect_neq(access(record_of(top), F_OK), 0, "'%s'", texts[i]);
    }
    cr_expect_not(program_was_killed(pid));
}

/* Either the program is killed, or its complete record stays for the next attempt. */
Test(race, running_program_when_calls_fail)
{
    static const unsigned kinds[] = { BRES__FAULT_IO, BRES__FAULT_ALLOC };
    const char *top = bres_test_directory();

    for (size_t i = 0; i < 4; i++) {
        bool hit = true;

        for (size_t n = 1; hit; n++) {
            const pid_t pid = program_start();

            bres__race_running_record(top, pid);
            bres__faults_arm(kinds[i % 2], n, i >= 2);
            bres__race_running_kill(top);
            hit = bres__faults_hit();
            bres__faults_arm(0, 0, false);
            bres__race_running_kill(top);
            cr_expect_neq(access(record_of(top), F_OK), 0, "call %zu", n);
            cr_expect(program_was_killed(pid), "call %zu", n);
        }
    }
}

/* A program without a complete record is not killed, and no other process is. */
Test(race, running_record_when_calls_fail)
{
    static const unsigned kinds[] = { BRES__FAULT_IO, BRES__FAULT_ALLOC };
    const char *top = bres_test_directory();

    for (size_t i = 0; i < 4; i++) {
        bool hit = true;

        for (size_t n = 1; hit; n++) {
            const pid_t pid = program_start();

            bres__faults_arm(kinds[i % 2], n, i >= 2);
            bres__race_running_record(top, pid);
            hit = bres__faults_hit();
            bres__faults_arm(0, 0, false);
            bres__race_running_kill(top);
            cr_expect_eq(program_was_killed(pid), !hit, "call %zu", n);
            unlink(record_of(top));
        }
    }
}
