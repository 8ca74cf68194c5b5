/* SPDX-License-Identifier: MIT */
/*
 * The machine's passport in a result, and reports of changes.
 */
#include "support/machine_tree.h"
#include "support/support.h"
#include "system/system.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define CPU "/sys/devices/system/cpu/"

/* A machine at the beginning and at the end of a run. */
typedef struct stage {
    bres_test_tree tree;
    bres__machine begin;
    bres__machine end;
    bres__text log;
} stage;

static stage *stage_open(void)
{
    static stage s;

    memset(&s, 0, sizeof(s));
    bres_test_tree_open(&s.tree);
    bres_test_tree_fill(&s.tree);
    bres__machine_read(s.tree.root, &s.begin);
    return &s;
}

static char *put(const bres__machine *begin, const bres__machine *end)
{
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };

    bres__json_begin(&json, '{');
    bres__machine_put(&json, begin, end);
    bres__json_end(&json, '}');
    cr_assert(!text.failed);
    cr_assert_eq(bres__json_check_object(text.data), BRES_OK, "%s: %s", bres_last_error(),
                 text.data);
    return bres__text_steal(&text);
}

static void expect_has(const char *json, const char *part)
{
    cr_expect_not_null(strstr(json, part), "'%s' is not in %s", part, json);
}

static void report(void *context, const char *message)
{
    stage *s = context;

    bres__text_puts(&s->log, message);
    bres__text_puts(&s->log, "\n");
}

static void expect_report(stage *s, const char *expected)
{
    bres__text_clear(&s->log);
    cr_assert_eq(bres__machine_report_changes(&s->begin, &s->end, report, s), BRES_OK);
    cr_expect_str_eq(s->log.length > 0 ? s->log.data : "", expected);
    bres__text_free(&s->log);
}

Test(system, passport_of_a_run_that_has_begun)
{
    stage *s = stage_open();
    char *json;

    bres_test_tree_remove(&s->tree, CPU "intel_pstate/no_turbo");
    bres_test_tree_put(&s->tree, CPU "smt/control", "");
    bres__machine_read(s->tree.root, &s->begin);
    json = put(&s->begin, NULL);
    expect_has(json, "{\"host\":{\"system\":\"Linux\",\"release\":\"6.1.0-17-amd64\",");
    expect_has(json, "\"processors\":5,");
    expect_has(json, "\"cpu_limit\":1.5,\"memory_limit\":1073741824,");
    expect_has(json, "\"begin\":{\"running\":3,\"frequency\":2999990000,\"temperature\":41.5,"
                     "\"swap_used\":12288,\"cpu_pressure\":1.5,");
    expect_has(json, "\"unknown\":{\"absent\":[\"turbo\"],\"empty\":[\"smt\"]}}}");
    cr_expect_null(strstr(json, "\"end\""));
    cr_expect_null(strstr(json, "steal"), "counters have no meaning alone");
    bres__free(json);
}

Test(system, passport_of_a_run_that_has_ended)
{
    stage *s = stage_open();
    char *json;

    bres_test_tree_put(&s->tree, CPU "cpu8/cpufreq/scaling_governor", "powersave\n");
    bres_test_tree_remove(&s->tree, "/sys/firmware/acpi/platform_profile");
    bres_test_tree_put(&s->tree, "/proc/loadavg", "0.00 0.01 0.05 9/456 1234\n");
    bres_test_tree_put(&s->tree, "/proc/pressure/cpu", "some avg10=2.50 total=2500000\n");
    bres__machine_read(s->tree.root, &s->end);
    json = put(&s->begin, &s->end);
    expect_has(json, "\"governor\":\"performance\",");
    expect_has(json, "\"end\":{\"running\":9,");
    expect_has(json, "\"during\":{\"steal\":0.0,\"cpu_wait\":0.0,\"swapped_pages\":0,"
                     "\"cpu_stall\":0.5,");
    expect_has(json, "\"throttled_periods\":0,\"throttled_time\":0.0,\"thermal_throttles\":0},");
    expect_has(json, "\"changed\":{\"governor\":{\"begin\":\"performance\","
                     "\"end\":\"performance (0-3), powersave (8)\"},"
                     "\"platform_profile\":{\"begin\":\"balanced\",\"end\":null}},");
    bres__free(json);
    expect_report(s, "the governor of CPU frequencies changed during the run: it was "
                     "'performance', and is now 'performance (0-3), powersave (8)'\n"
                     "the platform profile changed during the run: it was 'balanced', and is now "
                     "unknown (absent)\n");
}

Test(system, same_machine_has_no_changes)
{
    stage *s = stage_open();
    char *json;

    bres__machine_read(s->tree.root, &s->end);
    expect_report(s, "");
    json = put(&s->begin, &s->end);
    cr_expect_null(strstr(json, "changed"), "%s", json);
    bres__free(json);
}

Test(system, throttling_is_reported)
{
    stage *s = stage_open();

    bres_test_tree_put(&s->tree, CPU "cpu2/thermal_throttle/core_throttle_count", "5\n");
    bres_test_tree_put(&s->tree, "/sys/fs/cgroup/user/cpu.stat",
                       "nr_throttled 6\nthrottled_usec 201000\n");
    bres__machine_read(s->tree.root, &s->end);
    expect_report(s, "the cgroup's CPU limit throttled the run in 5 periods, for 0.2 s\n"
                     "the CPUs were throttled because of heat 3 times during the run\n");
    s->begin = s->end;
    bres_test_tree_put(&s->tree, CPU "cpu2/thermal_throttle/core_throttle_count", "0\n");
    bres__machine_read(s->tree.root, &s->end);
    expect_report(s, "");
}

Test(system, numbers_that_change)
{
    stage *s = stage_open();

    bres_test_tree_put(&s->tree, CPU "online", "0-3\n");
    bres_test_tree_put(&s->tree, "/sys/fs/cgroup/user/cpu.max", "50000 100000\n");
    bres__machine_read(s->tree.root, &s->end);
    expect_report(s, "the number of CPUs changed during the run: it was 5, and is now 4\n"
                     "the highest allowed CPU frequency changed during the run: it was "
                     "'3000000000 (0-3), 2500000000 (8)', and is now 3000000000\n"
                     "the CPU limit of the cgroup changed during the run: it was 1.5, and is now "
                     "0.5\n");
}

Test(system, run_without_randomization_has_one_layout)
{
    stage *s = stage_open();
    char *json = put(&s->begin, NULL);

    cr_expect_null(strstr(json, "one_layout"), "%s", json);
    bres__free(json);
    bres_test_tree_put(&s->tree, "/proc/self/personality", "00040000\n");
    bres__machine_read(s->tree.root, &s->begin);
    json = put(&s->begin, NULL);
    expect_has(json, "\"aslr\":0,");
    expect_has(json, "\"one_layout\":true,\"begin\":{");
    bres__free(json);
}

Test(system, root_is_a_variable)
{
    setenv("BENCHRESULT_SYSTEM_ROOT", "/some/tree", 1);
    cr_expect_str_eq(bres__system_root(), "/some/tree");
    unsetenv("BENCHRESULT_SYSTEM_ROOT");
    cr_expect_str_eq(bres__system_root(), "");
}

static void ignore(void *context, const char *message)
{
    (void)context;
    (void)message;
}

static bres_status report_once(void *context)
{
    stage *s = context;
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    bres_status status = bres__machine_report_changes(&s->begin, &s->end, ignore, s);

    bres__json_begin(&json, '{');
    bres__machine_put(&json, &s->begin, &s->end);
    bres__json_end(&json, '}');
    if (status == BRES_OK && text.failed)
        status = bres__error_memory();
    bres__text_free(&text);
    return status;
}

Test(system, passports_survive_failing_allocations)
{
    stage *s = stage_open();

    bres_test_tree_put(&s->tree, CPU "smt/control", "off\n");
    bres__machine_read(s->tree.root, &s->end);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, report_once, s);
}
