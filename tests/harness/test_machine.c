/* SPDX-License-Identifier: MIT */
/*
 * The properties of the machine in the result of a benchmark program, and in its log.
 */
#include "base/base.h"
#include "support/machine_tree.h"
#include "support/support.h"
#include "support/virtual_clock.h"

#include <benchresult/harness.h>
#include <benchresult/nvbench.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define GOVERNOR "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"

typedef struct stage {
    bres_test_tree tree;
    bres_test_clock time;
    bool changes; /* the body changes the machine */
    char output[4096 + 16];
    char errors[4096 + 16];
} stage;

static void execute(void *context)
{
    stage *s = context;

    s->time.now += 1000000;
}

static bres_status body(bres_run *run, void *context)
{
    stage *s = context;

    if (s->changes)
        bres_test_tree_put(&s->tree, GOVERNOR, "powersave\n");
    return bres_run_exec_cpu(run, execute, s);
}

static void stage_open(stage *s)
{
    *s = (stage){ .time = { .cost = 25 } };
    bres_test_tree_open(&s->tree);
    bres_test_tree_fill(&s->tree);
    setenv("BENCHRESULT_SYSTEM_ROOT", s->tree.root, 1);
    snprintf(s->output, sizeof(s->output), "%s/out.json", s->tree.root);
    snprintf(s->errors, sizeof(s->errors), "%s/errors", s->tree.root);
}

/* Runs a program in this process; its log goes to a file. */
static void run(stage *s)
{
    char *argv[] = { "sleeper",
                     "--no-isolate",
                     "--stopping-criterion",
                     "sample-count",
                     "--target-samples=4",
                     "--min-samples=4",
                     "--json",
                     s->output,
                     "--md",
                     "/dev/null",
                     NULL };
    const bres_clock clock = bres_test_clock_of(&s->time);
    const int kept = dup(STDERR_FILENO);
    const int errors = open(s->errors, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    bres_suite *suite = bres_suite_new();
    int status;

    bres_suite_set_clock(suite, &clock);
    bres_suite_add(suite, "sleep", body, s);
    fflush(stderr);
    cr_assert(errors >= 0 && dup2(errors, STDERR_FILENO) == STDERR_FILENO);
    close(errors);
    status = bres_main(suite, 10, argv);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    cr_assert_eq(status, 0);
}

/* A member of "host" as JSON text; "" if it is missing. */
static const char *host_member(const stage *s, const char *key)
{
    static char text[1024];
    bres__slice meta;
    bres__slice own;
    bres__slice host;
    bres__slice member;
    char *json = bres_test_read_file(s->output, NULL);

    cr_assert(bres__json_member(json, "meta", &meta));
    cr_assert(bres__json_member(meta.data, "benchresult", &own));
    cr_assert(bres__json_member(own.data, "host", &host));
    text[0] = '\0';
    if (bres__json_member(host.data, key, &member))
        snprintf(text, sizeof(text), "%.*s", (int)member.length, member.data);
    free(json);
    return text;
}

Test(harness, main_records_the_machine)
{
    char *log;
    stage s;

    stage_open(&s);
    run(&s);
    cr_expect_str_eq(host_member(&s, "governor"), "\"performance\"");
    cr_expect_str_eq(host_member(&s, "processors"), "5");
    cr_expect_str_eq(host_member(&s, "changed"), "");
    cr_expect_str_eq(host_member(&s, "name"), "", "the name of the host");
    cr_expect_not_null(strstr(host_member(&s, "begin"), "\"running\""));
    cr_expect_not_null(strstr(host_member(&s, "end"), "\"running\""));
    cr_expect_not_null(strstr(host_member(&s, "during"), "\"steal\""));
    log = bres_test_read_file(s.errors, NULL);
    cr_expect_null(strstr(log, "changed"), "%s", log);
    free(log);
}

Test(harness, main_reports_a_machine_that_changes)
{
    char *log;
    stage s;

    stage_open(&s);
    s.changes = true;
    run(&s);
    cr_expect_str_eq(host_member(&s, "governor"), "\"performance\"", "as at the start");
    cr_expect_not_null(strstr(host_member(&s, "changed"), "\"governor\""));
    log = bres_test_read_file(s.errors, NULL);
    cr_expect_not_null(strstr(log, "Warn: the governor of CPU frequencies changed during the run: "
                                   "it was 'performance', and is now 'powersave (0), performance "
                                   "(1-3,8)'\n"),
                       "%s", log);
    free(log);
}

Test(harness, main_records_the_known_run_variation)
{
    char *log;
    stage s;

    stage_open(&s);
    bres_test_tree_save_variation(&s.tree, "0.0125");
    run(&s);
    cr_expect_str_eq(host_member(&s, "run_variation"), "0.0125");
    cr_expect_str_eq(host_member(&s, "run_variation_date"), "\"2026-11-23T08:00:00Z\"");
    log = bres_test_read_file(s.errors, NULL);
    cr_expect_null(strstr(log, "variation"), "%s", log);
    free(log);
    bres_test_tree_put(&s.tree, GOVERNOR, "powersave\n");
    run(&s);
    cr_expect_str_eq(host_member(&s, "run_variation"), "", "another governor");
}

Test(harness, main_warns_of_a_damaged_run_variation)
{
    char *log;
    stage s;

    stage_open(&s);
    bres_test_tree_save_variation(&s.tree, "3");
    run(&s);
    cr_expect_str_eq(host_member(&s, "run_variation"), "");
    log = bres_test_read_file(s.errors, NULL);
    cr_expect_not_null(strstr(log, "Warn: the known run variation of this machine is not recorded"),
                       "%s", log);
    free(log);
}
