/* SPDX-License-Identifier: MIT */
/*
 * The public machine.
 */
#include "base/base.h"
#include "support/gpu.h"
#include "support/machine_tree.h"
#include "support/support.h"

#include <benchresult/cuda.h>
#include <benchresult/system.h>
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define CPU "/sys/devices/system/cpu/"

static bres_machine *read_machine(const bres_test_tree *tree)
{
    bres_machine *machine;

    cr_assert_eq(bres_machine_read(tree->root, &machine), BRES_OK, "%s", bres_last_error());
    return machine;
}

/* The message of the finding about a fact; "": none. */
static const char *message_of(const bres_machine *machine, const char *key)
{
    const bres_finding *finding;

    for (size_t i = 0; (finding = bres_machine_finding_at(machine, i)) != NULL; i++) {
        if (strcmp(finding->key, key) == 0)
            return finding->message;
    }
    return "";
}

Test(system, findings_of_counters_are_sentences)
{
    bres_test_tree tree;
    bres_machine *machine;
    const char *message;

    bres_test_tree_open(&tree);
    bres_test_tree_fill(&tree);
    bres_test_tree_put(&tree, "/proc/self/schedstat", "5 0 1\n");
    machine = read_machine(&tree);
    bres_test_tree_put(&tree, "/proc/self/schedstat", "9 1508000000 2\n");
    cr_assert_eq(bres_machine_update(machine), BRES_OK);
    message = message_of(machine, "cpu_wait");
    cr_expect_eq(strstr(message, "the main thread waited 1.508 s of "), message, "%s", message);
    cr_expect_not_null(strstr(message, " s for a CPU: other programs used the CPU"), "%s", message);
    bres_machine_free(machine);
}

Test(system, facts_have_keys_values_and_files)
{
    const bres_machine_fact *fact;
    bres_test_tree tree;
    bres_machine *machine;

    bres_test_tree_open(&tree);
    bres_test_tree_fill(&tree);
    bres_test_tree_remove(&tree, CPU "smt/control");
    machine = read_machine(&tree);
    fact = bres_machine_fact_find(machine, "governor");
    cr_assert_not_null(fact);
    cr_expect_str_eq(fact->name, "the governor of CPU frequencies");
    cr_expect_str_eq(fact->value, "performance");
    cr_expect_str_eq(fact->file, CPU "cpu*/cpufreq/scaling_governor");
    cr_expect_null(fact->unknown);
    cr_expect_eq(fact->kind, BRES_FACT_SETTING);
    cr_expect_eq(fact->is_number, 0);
    fact = bres_machine_fact_find(machine, "cpu_pressure");
    cr_expect_str_eq(fact->value, "1.5");
    cr_expect_eq(fact->kind, BRES_FACT_GAUGE);
    cr_expect(fact->is_number != 0 && fact->number == 1.5);
    fact = bres_machine_fact_find(machine, "thermal_throttles");
    cr_expect_eq(fact->kind, BRES_FACT_COUNTER);
    cr_expect(fact->is_number != 0 && fact->number == 15);
    fact = bres_machine_fact_find(machine, "smt");
    cr_expect_null(fact->value);
    cr_expect_str_eq(fact->unknown, "absent");
    cr_expect_eq(fact->is_number, 0);
    fact = bres_machine_fact_find(machine, "nohz_full");
    cr_expect_str_eq(fact->value, "", "an empty list is known");
    cr_expect_null(bres_machine_fact_find(machine, "machine")->file);
    cr_expect_null(bres_machine_fact_find(machine, "host_name"));
    cr_expect_null(bres_machine_fact_at(machine, bres_machine_fact_count(machine)));
    cr_expect_null(bres_machine_finding_at(machine, bres_machine_finding_count(machine)));
    bres_machine_free(machine);
}

Test(system, public_functions_check_their_arguments)
{
    bres_machine *machine = (bres_machine *)1;
    size_t length = 7;
    size_t count;
    char *text = (char *)1;
    int32_t cpu;

    cr_expect_eq(bres_machine_read("", NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_machine_update(NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_machine_read_gpu(NULL, 0), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_machine_json(NULL, &text, &length), BRES_ERROR_ARGUMENT);
    cr_expect(text == NULL && length == 0);
    cr_expect_eq(bres_machine_quiet_cpus(NULL, &cpu, 1, &count), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_machine_fact_count(NULL), 0);
    cr_expect_eq(bres_machine_finding_count(NULL), 0);
    cr_expect_null(bres_machine_fact_at(NULL, 0));
    cr_expect_null(bres_machine_finding_at(NULL, 0));
    cr_expect_null(bres_machine_fact_find(NULL, "smt"));
    bres_machine_free(NULL);
    cr_assert_eq(bres_machine_read("/nonexistent", &machine), BRES_OK);
    cr_expect_null(bres_machine_fact_find(machine, NULL));
    cr_expect_eq(bres_machine_quiet_cpus(machine, NULL, 1, &count), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_machine_quiet_cpus(machine, NULL, 0, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_machine_json(machine, NULL, NULL), BRES_ERROR_ARGUMENT);
    bres_machine_free(machine);
}

Test(system, severities_have_names)
{
    cr_expect_str_eq(bres_severity_name(BRES_SEVERITY_NOTE), "note");
    cr_expect_str_eq(bres_severity_name(BRES_SEVERITY_WARNING), "warning");
    cr_expect_str_eq(bres_severity_name(BRES_SEVERITY_CRITICAL), "critical");
    cr_expect_null(bres_severity_name((bres_severity)3));
}

Test(system, root_may_come_from_the_variable)
{
    bres_test_tree tree;
    bres_machine *machine;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, "/proc/sys/kernel/ostype", "Made-up\n");
    setenv("BENCHRESULT_SYSTEM_ROOT", tree.root, 1);
    cr_assert_eq(bres_machine_read(NULL, &machine), BRES_OK);
    unsetenv("BENCHRESULT_SYSTEM_ROOT");
    cr_expect_str_eq(bres_machine_fact_find(machine, "system")->value, "Made-up");
    cr_assert_eq(bres_machine_update(machine), BRES_OK, "the root stays the same");
    cr_expect_str_eq(bres_machine_fact_find(machine, "system")->value, "Made-up");
    bres_machine_free(machine);
}

Test(system, json_has_facts_and_findings)
{
    bres_test_tree tree;
    bres_machine *machine;
    size_t length;
    char *text;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, "/proc/sys/kernel/nmi_watchdog", "1\n");
    machine = read_machine(&tree);
    cr_assert_eq(bres_machine_json(machine, &text, &length), BRES_OK);
    cr_expect_eq(length, strlen(text));
    cr_assert_eq(bres__json_check_object(text), BRES_OK, "%s: %s", bres_last_error(), text);
    cr_expect_not_null(strstr(text, "\"nmi_watchdog\": 1"), "%s", text);
    cr_expect_not_null(strstr(text, "\"gpus\": []"), "%s", text);
    cr_expect_not_null(strstr(text, "\"severity\": \"note\""), "%s", text);
    cr_expect_not_null(strstr(text, "\"fix\": \"sudo sysctl kernel.nmi_watchdog=0\""), "%s", text);
    cr_expect_null(strstr(text, "\"end\""));
    bres_string_free(text);
    cr_assert_eq(bres_machine_update(machine), BRES_OK);
    cr_assert_eq(bres_machine_json(machine, &text, NULL), BRES_OK);
    cr_expect_not_null(strstr(text, "\"end\""));
    bres_string_free(text);
    bres_machine_free(machine);
}

Test(system, gpus_have_facts_and_findings)
{
    fake_nvml_state *state;
    bres_test_tree tree;
    bres_machine *machine;
    size_t before;
    char *text;

    bres_test_gpu_begin(1);
    state = bres_test_nvml_begin(false);
    state->reasons = 0x24;
    state->highest_clock = 1980;
    state->sm_clock = 1200;
    state->processes = 2;
    bres_test_tree_open(&tree);
    machine = read_machine(&tree);
    before = bres_machine_fact_count(machine);
    cr_assert_eq(bres_machine_read_gpu(machine, 0), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_machine_fact_count(machine), before + 10);
    cr_expect_str_eq(bres_machine_fact_find(machine, "gpu0/persistence")->value, "off");
    cr_expect_str_eq(bres_machine_fact_find(machine, "gpu0/sm_clock")->value, "1200000000");
    cr_expect_str_eq(bres_machine_fact_find(machine, "gpu0/locked")->unknown, "not reported");
    cr_expect_str_eq(bres_machine_fact_find(machine, "gpu0/throttle_reasons")->value,
                     "software power cap, software thermal slowdown");
    cr_assert_eq(bres_machine_finding_count(machine), 4);
    cr_expect_str_eq(bres_machine_finding_at(machine, 0)->message,
                     "the clocks of GPU 0 are reduced: software power cap, software thermal "
                     "slowdown");
    cr_expect_str_eq(bres_machine_finding_at(machine, 1)->message, "2 processes compute on GPU 0");
    cr_expect_str_eq(bres_machine_finding_at(machine, 2)->fix,
                     "sudo nvidia-smi -i 0 -lgc 1980,1980");
    cr_expect_str_eq(bres_machine_finding_at(machine, 3)->fix, "sudo nvidia-smi -i 0 -pm 1");
    cr_assert_eq(bres_machine_json(machine, &text, NULL), BRES_OK);
    cr_expect_not_null(strstr(text, "\"device\": 0"), "%s", text);
    bres_string_free(text);
    cr_expect_eq(bres_machine_read_gpu(machine, 0), BRES_ERROR_ARGUMENT, "twice");
    cr_expect_eq(bres_machine_read_gpu(machine, 1), BRES_ERROR_ARGUMENT, "unknown");
    cr_expect_eq(bres_machine_read_gpu(machine, -1), BRES_ERROR_ARGUMENT);
    state->persistence = 1;
    state->processes = 0;
    state->reasons = 2;
    cr_assert_eq(bres_machine_update(machine), BRES_OK, "%s", bres_last_error());
    cr_expect_str_eq(bres_machine_fact_find(machine, "gpu0/locked")->value, "on");
    cr_assert_eq(bres_machine_finding_count(machine), 1);
    cr_expect_str_eq(bres_machine_finding_at(machine, 0)->message,
                     "GPU 0: persistence changed during the run: it was off, and is now on");
    bres_machine_free(machine);
}

Test(system, gpu_without_management_library_is_a_finding)
{
    bres_test_tree tree;
    bres_machine *machine;

    bres_test_gpu_begin(1);
    setenv("BENCHRESULT_NVML_LIBRARY", "/nonexistent/nvml.so", 1);
    bres_test_tree_open(&tree);
    machine = read_machine(&tree);
    cr_assert_eq(bres_machine_read_gpu(machine, 0), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_machine_finding_count(machine), 1);
    cr_expect_str_eq(bres_machine_finding_at(machine, 0)->key, "gpu0/unknown");
    cr_expect_eq(strncmp(bres_machine_finding_at(machine, 0)->message,
                         "the state of GPU 0 is unknown: cannot open", 42),
                 0);
    cr_expect_str_eq(bres_machine_fact_find(machine, "gpu0/ecc")->unknown, "not reported");
    bres_machine_free(machine);
}

Test(system, gpu_without_a_driver_is_an_error)
{
    bres_test_tree tree;
    bres_machine *machine;

    bres_test_gpu_begin(0);
    bres_test_tree_open(&tree);
    machine = read_machine(&tree);
    cr_expect_eq(bres_machine_read_gpu(machine, 0), BRES_ERROR_NO_DEVICE);
    bres_machine_free(machine);
}

static bres_status read_once(void *context)
{
    const bres_test_tree *tree = context;
    bres_machine *machine;
    bres_status status = bres_machine_read(tree->root, &machine);
    char *text = NULL;
    int32_t cpus[4];
    size_t count;

    cr_assert((status == BRES_OK) == (machine != NULL));
    if (status == BRES_OK)
        status = bres_machine_read_gpu(machine, 0);
    if (status == BRES_OK)
        status = bres_machine_update(machine);
    if (status == BRES_OK)
        status = bres_machine_quiet_cpus(machine, cpus, 4, &count);
    if (status == BRES_OK)
        status = bres_machine_json(machine, &text, NULL);
    bres_string_free(text);
    bres_machine_free(machine);
    return status;
}

Test(system, machines_survive_failing_allocations)
{
    bres_test_tree tree;

    bres_test_gpu_begin(1);
    bres_test_nvml_begin(false);
    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, CPU "online", "0\n");
    bres_test_tree_put(&tree, CPU "cpu0/cpufreq/scaling_governor", "powersave\n");
    bres_test_tree_put(&tree, "/proc/stat", "cpu  9\ncpu0 1 2 3 4 5 6 7 8\n");
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, read_once, &tree);
}
