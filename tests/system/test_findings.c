/* SPDX-License-Identifier: MIT */
/*
 * Findings about synthetic machines.
 */
#include "base/base.h"
#include "support/machine_tree.h"
#include "support/support.h"

#include <benchresult/system.h>
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define CPU    "/sys/devices/system/cpu/"
#define KERNEL "/proc/sys/kernel/"

static bres_machine *read_machine(const bres_test_tree *tree)
{
    bres_machine *machine;

    cr_assert_eq(bres_machine_read(tree->root, &machine), BRES_OK, "%s", bres_last_error());
    return machine;
}

/* The finding about a fact; NULL: none. */
static const bres_finding *finding_of(const bres_machine *machine, const char *key)
{
    for (size_t i = 0; i < bres_machine_finding_count(machine); i++) {
        if (strcmp(bres_machine_finding_at(machine, i)->key, key) == 0)
            return bres_machine_finding_at(machine, i);
    }
    return NULL;
}

typedef struct tree_file {
    const char *path;
    const char *text;
} tree_file;

/* Each row is a tree of at most four files; message NULL: no finding about the fact. */
static const struct {
    tree_file files[4];
    const char *key;
    bres_severity severity;
    const char *message;
    const char *file;
    const char *fix;
} rows[] = {
    { { { "/sys/class/power_supply/BAT0/type", "Battery\n" },
        { "/sys/class/power_supply/BAT0/status", "Discharging\n" } },
      "power_source",
      BRES_SEVERITY_CRITICAL,
      "the power source is 'battery': the CPUs slow down to save energy; connect the power supply",
      "/sys/class/power_supply",
      NULL },
    { { { "/proc/self/cgroup", "0::/\n" },
        { "/sys/fs/cgroup/cgroup.controllers", "cpu\n" },
        { "/sys/fs/cgroup/cpu.max", "50000 100000\n" } },
      "cpu_limit",
      BRES_SEVERITY_CRITICAL,
      "the CPU limit of the cgroup is 0.5 CPUs: the kernel stops even a process with one "
      "thread in each period",
      "/sys/fs/cgroup/cpu.max",
      NULL },
    { { { "/proc/self/cgroup", "0::/\n" },
        { "/sys/fs/cgroup/cgroup.controllers", "cpu\n" },
        { "/sys/fs/cgroup/cpu.max", "150000 100000\n" },
        { "/proc/self/status", "Cpus_allowed_list:\t0-1\n" } },
      "cpu_limit",
      BRES_SEVERITY_WARNING,
      "the CPU limit of the cgroup is 1.5 CPUs: the kernel stops a process that uses more CPUs at "
      "once",
      "/sys/fs/cgroup/cpu.max",
      NULL },
    { { { "/proc/self/cgroup", "0::/\n" },
        { "/sys/fs/cgroup/cgroup.controllers", "cpu\n" },
        { "/sys/fs/cgroup/cpu.max", "200000 100000\n" },
        { "/proc/self/status", "Cpus_allowed_list:\t0-1\n" } },
      .key = "cpu_limit" },
    { { { CPU "online", "0\n" }, { CPU "cpu0/cpufreq/scaling_governor", "powersave\n" } },
      "governor",
      BRES_SEVERITY_WARNING,
      "the governor of CPU frequencies is 'powersave': the frequency follows the load",
      CPU "cpu*/cpufreq/scaling_governor",
      "sudo cpupower frequency-set -g performance" },
    { { { CPU "online", "0\n" }, { CPU "cpu0/cpufreq/scaling_governor", "performance\n" } },
      .key = "governor" },
    { { { CPU "online", "0\n" },
        { CPU "cpu0/cpufreq/scaling_max_freq", "1000000\n" },
        { CPU "cpu0/cpufreq/cpuinfo_max_freq", "3000000\n" } },
      "max_frequency",
      BRES_SEVERITY_NOTE,
      "the highest allowed CPU frequency is 1000000000 Hz: the CPU supports a higher one",
      CPU "cpu*/cpufreq/scaling_max_freq",
      NULL },
    { { { CPU "intel_pstate/no_turbo", "0\n" } },
      "turbo",
      BRES_SEVERITY_WARNING,
      "turbo is 'on': the frequency depends on the temperature and on the load of other CPUs",
      CPU "intel_pstate/no_turbo",
      "echo 1 | sudo tee " CPU "intel_pstate/no_turbo" },
    { { { CPU "cpufreq/boost", "1\n" } },
      "turbo",
      BRES_SEVERITY_WARNING,
      "turbo is 'on': the frequency depends on the temperature and on the load of other CPUs",
      CPU "cpufreq/boost",
      "echo 0 | sudo tee " CPU "cpufreq/boost" },
    { { { CPU "cpufreq/boost", "0\n" } }, .key = "turbo" },
    { { { "/sys/firmware/acpi/platform_profile", "quiet\n" } },
      "platform_profile",
      BRES_SEVERITY_WARNING,
      "the platform profile is 'quiet': the firmware limits the frequency",
      "/sys/firmware/acpi/platform_profile",
      "echo performance | sudo tee /sys/firmware/acpi/platform_profile" },
    { { { CPU "smt/control", "on\n" } },
      "smt",
      BRES_SEVERITY_NOTE,
      "simultaneous multithreading is 'on': a CPU slows down while its sibling on the same core "
      "works",
      CPU "smt/control",
      "echo off | sudo tee " CPU "smt/control" },
    { { { CPU "isolated", "2-3\n" } },
      "isolated",
      BRES_SEVERITY_NOTE,
      "the list of isolated CPUs is '2-3': the scheduler keeps other programs away from them; "
      "taskset -c CPUS COMMAND uses them",
      CPU "isolated",
      NULL },
    { { { CPU "isolated", "\n" } }, .key = "isolated" },
    { { { CPU "nohz_full", "1\n" },
        { CPU "online", "0\n" },
        { CPU "cpu0/cpufreq/scaling_driver", "intel_pstate\n" } },
      "nohz_full",
      BRES_SEVERITY_NOTE,
      "the list of CPUs without a timer tick is '1': intel_pstate does not adapt the frequency of "
      "these CPUs to their load",
      CPU "nohz_full",
      NULL },
    { { { KERNEL "numa_balancing", "1\n" }, { "/sys/devices/system/node/online", "0-1\n" } },
      "numa_balancing",
      BRES_SEVERITY_WARNING,
      "NUMA balancing is 1: the kernel moves pages between nodes while a program runs",
      KERNEL "numa_balancing",
      "sudo sysctl kernel.numa_balancing=0" },
    { { { KERNEL "numa_balancing", "1\n" }, { "/sys/devices/system/node/online", "0\n" } },
      .key = "numa_balancing" },
    { { { "/proc/sys/vm/zone_reclaim_mode", "1\n" },
        { "/sys/devices/system/node/online", "0-1\n" } },
      "zone_reclaim",
      BRES_SEVERITY_NOTE,
      "the reclaim of pages within NUMA nodes is 1: the kernel frees pages of a node before it "
      "uses free pages of another node",
      "/proc/sys/vm/zone_reclaim_mode",
      "sudo sysctl vm.zone_reclaim_mode=0" },
    { { { "/sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n" } },
      "clock_source",
      BRES_SEVERITY_WARNING,
      "the clock source is 'hpet': a reading of the clock takes about a microsecond; boot with "
      "clocksource=tsc",
      "/sys/devices/system/clocksource/clocksource0/current_clocksource",
      NULL },
    { { { KERNEL "randomize_va_space", "0\n" }, { "/proc/self/personality", "00040000\n" } },
      "aslr",
      BRES_SEVERITY_WARNING,
      "address space randomization is 0: all runs of a program have the same memory layout, so "
      "its effect on times does not average out",
      KERNEL "randomize_va_space",
      "sudo sysctl kernel.randomize_va_space=2" },
    { { { KERNEL "randomize_va_space", "2\n" }, { "/proc/self/personality", "00040000\n" } },
      "aslr",
      BRES_SEVERITY_WARNING,
      "address space randomization is 0: this process was started without it, so measurements "
      "cover a single memory layout",
      "/proc/self/personality",
      NULL },
    { { { KERNEL "randomize_va_space", "1\n" } },
      "aslr",
      BRES_SEVERITY_NOTE,
      "address space randomization is 1: the heap always begins at the same place",
      KERNEL "randomize_va_space",
      "sudo sysctl kernel.randomize_va_space=2" },
    { { { KERNEL "randomize_va_space", "2\n" } }, .key = "aslr" },
    { { { "/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never\n" } },
      "huge_pages",
      BRES_SEVERITY_NOTE,
      "the mode of transparent huge pages is 'always': the kernel merges pages while a program "
      "runs",
      "/sys/kernel/mm/transparent_hugepage/enabled",
      "echo madvise | sudo tee /sys/kernel/mm/transparent_hugepage/enabled" },
    { { { "/sys/kernel/mm/ksm/run", "1\n" } },
      "same_page_merging",
      BRES_SEVERITY_WARNING,
      "same-page merging is 1: the kernel looks for equal pages while a program runs",
      "/sys/kernel/mm/ksm/run",
      "echo 0 | sudo tee /sys/kernel/mm/ksm/run" },
    { { { KERNEL "perf_event_paranoid", "3\n" } },
      "perf_event_paranoid",
      BRES_SEVERITY_NOTE,
      "perf_event_paranoid is 3: programs without administrator rights cannot read hardware "
      "counters",
      KERNEL "perf_event_paranoid",
      "sudo sysctl kernel.perf_event_paranoid=2" },
    { { { KERNEL "nmi_watchdog", "1\n" } },
      "nmi_watchdog",
      BRES_SEVERITY_NOTE,
      "the NMI watchdog is 1: the watchdog uses a hardware counter and interrupts the CPUs",
      KERNEL "nmi_watchdog",
      "sudo sysctl kernel.nmi_watchdog=0" },
    { { { "/sys/hypervisor/type", "xen\n" } },
      "hypervisor",
      BRES_SEVERITY_NOTE,
      "the hypervisor is 'xen': other machines share the processor, and their load is not visible "
      "here",
      "/sys/hypervisor/type",
      NULL },
    { { { "/proc/cpuinfo", "flags\t: fpu hypervisor\n" } },
      "hypervisor",
      BRES_SEVERITY_NOTE,
      "the hypervisor is 'unnamed': other machines share the processor, and their load is not "
      "visible here",
      "/proc/cpuinfo",
      NULL },
    { { { "/proc/cpuinfo", "flags\t: fpu\n" } }, .key = "hypervisor" },
    { { { "/proc/loadavg", "0.00 0.00 0.00 3/99 1\n" }, { CPU "online", "0-7\n" } },
      "running",
      BRES_SEVERITY_WARNING,
      "the number of running threads is 3: other programs use the CPUs; top lists them",
      "/proc/loadavg",
      NULL },
    { { { "/proc/loadavg", "0.00 0.00 0.00 2/99 1\n" }, { CPU "online", "0-7\n" } },
      .key = "running" },
    { { { "/proc/loadavg", "0.00 0.00 0.00 1/99 1\n" } }, .key = "running" },
    { { { "/proc/pressure/cpu", "some avg10=12.50 total=5\n" } },
      "cpu_pressure",
      BRES_SEVERITY_WARNING,
      "the CPU pressure is 12.5 %: threads waited for a CPU during this share of the last 10 "
      "seconds",
      "/proc/pressure/cpu",
      NULL },
    { { { "/proc/pressure/cpu", "some avg10=1.00 total=5\n" } }, .key = "cpu_pressure" },
    { { { "/proc/pressure/memory", "some avg10=2.00 total=5\n" } },
      "memory_pressure",
      BRES_SEVERITY_WARNING,
      "the memory pressure is 2 %: threads waited for memory during this share of the last "
      "10 seconds",
      "/proc/pressure/memory",
      NULL },
    { { { "/proc/pressure/io", "some avg10=2.00 total=5\n" } },
      "io_pressure",
      BRES_SEVERITY_NOTE,
      "the I/O pressure is 2 %: threads waited for I/O during this share of the last 10 "
      "seconds",
      "/proc/pressure/io",
      NULL },
    { { { "/proc/swaps", "Filename Type Size Used Priority\n/dev/sda2 partition 8 4 -2\n" } },
      "swap_used",
      BRES_SEVERITY_NOTE,
      "the used swap space is 4096 bytes: the kernel has moved memory of programs to a disk",
      "/proc/swaps",
      "sudo swapoff -a" },
};

static void expect_text(const char *found, const char *expected, size_t row)
{
    if (expected == NULL)
        cr_expect_null(found, "row %zu: %s", row, found);
    else
        cr_expect(found != NULL && strcmp(found, expected) == 0, "row %zu: %s", row,
                  found != NULL ? found : "NULL");
}

Test(system, findings_by_fact)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const bres_finding *finding;
        bres_test_tree tree;
        bres_machine *machine;

        bres_test_tree_open(&tree);
        for (size_t k = 0; k < 4 && rows[i].files[k].path != NULL; k++)
            bres_test_tree_put(&tree, rows[i].files[k].path, rows[i].files[k].text);
        machine = read_machine(&tree);
        finding = finding_of(machine, rows[i].key);
        cr_expect_eq(finding != NULL, rows[i].message != NULL, "row %zu: %s", i,
                     finding != NULL ? finding->message : rows[i].key);
        if (finding != NULL && rows[i].message != NULL) {
            cr_expect_eq(finding->severity, rows[i].severity, "row %zu", i);
            expect_text(finding->message, rows[i].message, i);
            expect_text(finding->file, rows[i].file, i);
            expect_text(finding->fix, rows[i].fix, i);
        }
        bres_machine_free(machine);
    }
}

Test(system, absent_machine_has_no_findings)
{
    bres_machine *machine;

    cr_assert_eq(bres_machine_read("/nonexistent/tree", &machine), BRES_OK);
    cr_expect_eq(bres_machine_finding_count(machine), 0);
    bres_machine_free(machine);
}

Test(system, most_severe_findings_come_first)
{
    bres_test_tree tree;
    bres_machine *machine;
    uint32_t severity = BRES_SEVERITY_CRITICAL;

    bres_test_tree_open(&tree);
    bres_test_tree_fill(&tree);
    bres_test_tree_put(&tree, "/sys/class/power_supply/AC/online", "0\n");
    bres_test_tree_put(&tree, "/sys/class/power_supply/BAT0/type", "Battery\n");
    bres_test_tree_put(&tree, CPU "intel_pstate/no_turbo", "0\n");
    machine = read_machine(&tree);
    cr_expect_str_eq(bres_machine_finding_at(machine, 0)->key, "power_source");
    for (size_t i = 0; i < bres_machine_finding_count(machine); i++) {
        const bres_finding *finding = bres_machine_finding_at(machine, i);

        cr_expect_leq(finding->severity, severity, "%s", finding->key);
        severity = finding->severity;
    }
    cr_expect_eq(severity, BRES_SEVERITY_NOTE);
    bres_machine_free(machine);
}

/* Growth of counters, and settings that changed between two readings. */
Test(system, findings_of_an_update)
{
    const bres_finding *finding;
    bres_test_tree tree;
    bres_machine *machine;

    bres_test_tree_open(&tree);
    bres_test_tree_fill(&tree);
    machine = read_machine(&tree);
    cr_expect_null(finding_of(machine, "thermal_throttles"));
    cr_assert_eq(bres_machine_update(machine), BRES_OK);
    cr_expect_null(finding_of(machine, "thermal_throttles"), "nothing has changed");
    cr_expect_null(finding_of(machine, "governor"));
    bres_test_tree_put(&tree, CPU "cpu2/thermal_throttle/core_throttle_count", "5\n");
    bres_test_tree_put(&tree, CPU "cpu8/cpufreq/scaling_governor", "powersave\n");
    bres_test_tree_put(&tree, "/proc/stat", "cpu  1 2 3 4 5 6 7 900000 9 10\n");
    cr_assert_eq(bres_machine_update(machine), BRES_OK);
    finding = finding_of(machine, "thermal_throttles");
    cr_assert_not_null(finding);
    cr_expect_eq(finding->severity, BRES_SEVERITY_CRITICAL);
    cr_expect_eq(strstr(finding->message, "the number of thermal throttling events grew by 3 in "),
                 finding->message, "%s", finding->message);
    cr_expect_str_eq(finding->file, CPU "cpu*/thermal_throttle/core_throttle_count");
    cr_expect_not_null(finding_of(machine, "steal"));
    cr_expect_null(finding_of(machine, "throttled_periods"));
    cr_expect_str_eq(bres_machine_fact_find(machine, "governor")->value,
                     "performance (0-3), powersave (8)");
    bres_machine_free(machine);
}

Test(system, changed_settings_are_findings)
{
    const bres_finding *finding;
    bres_test_tree tree;
    bres_machine *machine;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, KERNEL "nmi_watchdog", "1\n");
    machine = read_machine(&tree);
    bres_test_tree_put(&tree, KERNEL "nmi_watchdog", "0\n");
    cr_assert_eq(bres_machine_update(machine), BRES_OK);
    finding = finding_of(machine, "nmi_watchdog");
    cr_assert_not_null(finding);
    cr_expect_str_eq(finding->message, "the NMI watchdog changed: it was 1, and is now 0");
    cr_expect_eq(finding->severity, BRES_SEVERITY_WARNING);
    bres_machine_free(machine);
}

/* Texts of the report are wrapped, but commands and files are not. */
Test(system, commands_and_files_are_short)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        cr_expect(rows[i].fix == NULL || strlen(rows[i].fix) <= 70, "%s", rows[i].fix);
        cr_expect(rows[i].file == NULL || strlen(rows[i].file) <= 70, "%s", rows[i].file);
    }
}

Test(system, setting_of_the_run_is_a_finding)
{
    bres_test_tree tree;
    bres_machine *machine;

    bres_test_tree_open(&tree);
    setenv("BENCHRESULT_SETTING", "pinned to 1", 1);
    machine = read_machine(&tree);
    unsetenv("BENCHRESULT_SETTING");
    cr_expect_str_eq(finding_of(machine, "setting")->message,
                     "the setting of the run is 'pinned to 1': benchresult doctor started this "
                     "process");
    cr_expect_null(finding_of(machine, "setting")->file);
    bres_machine_free(machine);
}
