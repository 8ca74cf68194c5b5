/* SPDX-License-Identifier: MIT */
/* The priority of the solution's process, which only a privileged judge can raise. */
#include "judge/runner/inside.h"
#include "judge/solutions/misbehave.h"
#include "support/called.h"
#include "support/solutions.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define HIGHEST (-20)

/* Whether this process may have the highest priority: a child process tries. */
static bool is_permitted(void)
{
    int status = -1;
    const pid_t child = fork();

    if (child == 0)
        _exit(setpriority(PRIO_PROCESS, 0, HIGHEST) == 0 ? 0 : 1);
    cr_assert_eq(waitpid(child, &status, 0), child);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The nice value of the autogroup of a process; false without autogroups. */
static bool autogroup_read(pid_t process, int *nice)
{
    char path[64];
    char text[128] = "";
    const char *value;
    FILE *file;

    snprintf(path, sizeof(path), "/proc/%d/autogroup", (int)process);
    file = fopen(path, "re");
    if (file == NULL)
        return false;
    value = fgets(text, sizeof(text), file) != NULL ? strstr(text, "nice ") : NULL;
    fclose(file);
    *nice = value != NULL ? atoi(value + strlen("nice ")) : 0;
    return value != NULL;
}

static int priority_of(pid_t process)
{
    int value;

    errno = 0;
    value = getpriority(PRIO_PROCESS, (id_t)process);
    cr_expect_eq(errno, 0);
    return value;
}

Test(judge, priority_is_raised_where_permitted)
{
    const bool permitted = is_permitted();
    bres_test_called called;
    int nice;
    int begin;

    bres_test_called_begin(&called, "misbehave", BEHAVE);
    bres_test_called_start(&called, BRES__RUNNER_RETURNED);
    begin = priority_of(called.runner->process);
    bres__runner_raise_priority(called.runner);
    cr_expect_eq(priority_of(called.runner->process), permitted ? HIGHEST : begin);
    if (autogroup_read(called.runner->process, &nice))
        cr_expect_eq(nice, permitted ? HIGHEST : 0);
    cr_expect_eq(priority_of(called.runner->supervisor), begin);
    bres_test_called_call(&called, 0, BRES__RUNNER_RETURNED);
    bres_test_called_expect_output(&called, 0);
    bres_test_called_end(&called);
}

/* In tests the load is unknown, so the judge assumes that other programs may be running. */
Test(judge, priority_is_that_of_threads_beside_other_programs)
{
    const bres_test_solution solution = { .name = "prints_nice", .problem = "relu" };
    bres_judge_options options;
    bres_judgement *judgement;

    bres_test_solution_options(&solution, &options);
    options.flags |= BRES_JUDGE_FIRST_CASE;
    judgement = bres_test_solution_judge(&solution, &options);
    cr_expect_eq(bres_judgement_passed_tests(judgement), bres_judgement_total_tests(judgement),
                 "%s", bres_judgement_message(judgement));
    cr_expect_eq(strstr(bres_judgement_output(judgement), "nice -20\n") != NULL, is_permitted(),
                 "%s", bres_judgement_output(judgement));
    bres_judgement_free(judgement);
}

/* Without the process, neither its priority nor its autogroup can be changed. */
Test(judge, priority_stays_without_a_process)
{
    const int begin = priority_of(0);
    const bres__runner runner = { .process = INT32_MAX };

    bres__runner_raise_priority(&runner);
    cr_expect_eq(priority_of(0), begin);
}
