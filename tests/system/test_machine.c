/* SPDX-License-Identifier: MIT */
/*
 * Facts about synthetic machines.
 */
#include "support/machine_tree.h"
#include "support/support.h"
#include "system/system.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CPU    "/sys/devices/system/cpu/"
#define KERNEL "/proc/sys/kernel/"

/* A fact as text, "?absent" for an unknown one; valid until the next call. */
static const char *told(const bres__machine *machine, bres__fact_id id)
{
    static char text[1024];
    const bres__fact *fact = &machine->facts[id];

    if (fact->state != BRES__FACT_KNOWN)
        snprintf(text, sizeof(text), "?%s", bres__fact_state_name(fact->state));
    else if (fact->form == BRES__FORM_TEXT)
        snprintf(text, sizeof(text), "%s", bres__machine_text(machine, id));
    else if (fact->form == BRES__FORM_INTEGER)
        snprintf(text, sizeof(text), "%lld", (long long)fact->integer);
    else
        snprintf(text, sizeof(text), "%g", fact->real);
    return text;
}

typedef struct expectation {
    bres__fact_id id;
    const char *text;
} expectation;

Test(system, full_tree_has_every_fact)
{
    static const expectation expected[] = {
        { BRES__FACT_SYSTEM, "Linux" },
        { BRES__FACT_RELEASE, "6.1.0-17-amd64" },
        { BRES__FACT_PROCESSOR, "Made-up CPU @ 3.00GHz" },
        { BRES__FACT_PROCESSORS, "5" },
        { BRES__FACT_MICROCODE, "0xd0003a5" },
        { BRES__FACT_CPUS_ALLOWED, "1-2" },
        { BRES__FACT_SMT, "on" },
        { BRES__FACT_THREADS_PER_CORE, "2" },
        { BRES__FACT_ISOLATED, "2-3" },
        { BRES__FACT_NOHZ_FULL, "" },
        { BRES__FACT_NUMA_NODES, "2" },
        { BRES__FACT_NUMA_BALANCING, "1" },
        { BRES__FACT_ZONE_RECLAIM, "0" },
        { BRES__FACT_SCALING_DRIVER, "intel_pstate" },
        { BRES__FACT_GOVERNOR, "performance" },
        { BRES__FACT_MIN_FREQUENCY, "800000000" },
        { BRES__FACT_MAX_FREQUENCY, "3000000000 (0-3), 2500000000 (8)" },
        { BRES__FACT_HIGHEST_FREQUENCY, "3500000000" },
        { BRES__FACT_TURBO, "off" },
        { BRES__FACT_CPU_LIMIT, "1.5" },
        { BRES__FACT_MEMORY_LIMIT, "1073741824" },
        { BRES__FACT_ASLR, "2" },
        { BRES__FACT_HUGE_PAGES, "madvise" },
        { BRES__FACT_SAME_PAGE_MERGING, "0" },
        { BRES__FACT_SWAP, "3145728" },
        { BRES__FACT_PERF_PARANOID, "-1" },
        { BRES__FACT_NMI_WATCHDOG, "1" },
        { BRES__FACT_CLOCK_SOURCE, "tsc" },
        { BRES__FACT_POWER_SOURCE, "mains" },
        { BRES__FACT_PLATFORM_PROFILE, "balanced" },
        { BRES__FACT_HYPERVISOR, "none" },
        { BRES__FACT_CONTAINER, "none" },
        { BRES__FACT_MITIGATIONS, "vulnerable: mds; mitigated: bhi, spectre_v1" },
        { BRES__FACT_GPU_DRIVER, "570.86.10" },
        { BRES__FACT_RUN_SETTING, "pinned to 1" },
        { BRES__FACT_RUNNING, "3" },
        { BRES__FACT_FREQUENCY, "2999990000" },
        { BRES__FACT_TEMPERATURE, "41.5" },
        { BRES__FACT_SWAP_USED, "12288" },
        { BRES__FACT_CPU_PRESSURE, "1.5" },
        { BRES__FACT_MEMORY_PRESSURE, "0.25" },
        { BRES__FACT_IO_PRESSURE, "0" },
        { BRES__FACT_CPU_WAIT, "0.0025" },
        { BRES__FACT_SWAPPED_PAGES, "42" },
        { BRES__FACT_CPU_STALL, "2" },
        { BRES__FACT_MEMORY_STALL, "0.5" },
        { BRES__FACT_IO_STALL, "0" },
        { BRES__FACT_THROTTLED_PERIODS, "4" },
        { BRES__FACT_THROTTLED_TIME, "0.251" },
        { BRES__FACT_THERMAL_THROTTLES, "15" },
    };
    bres_test_tree tree;
    bres__machine machine;

    bres_test_tree_open(&tree);
    bres_test_tree_fill(&tree);
    setenv("BENCHRESULT_SETTING", "pinned to 1", 1);
    bres__machine_read(tree.root, &machine);
    unsetenv("BENCHRESULT_SETTING");
    for (size_t i = 0; i < sizeof(expected) / sizeof(expected[0]); i++)
        cr_expect_str_eq(told(&machine, expected[i].id), expected[i].text, "%s: %s",
                         bres__fact_describe(expected[i].id)->key, told(&machine, expected[i].id));
    cr_expect_float_eq(machine.facts[BRES__FACT_STEAL].real, 250.0 / (double)sysconf(_SC_CLK_TCK),
                       1e-9);
    for (int id = 0; id < BRES__FACT_COUNT; id++)
        cr_expect_eq(machine.facts[id].state, BRES__FACT_KNOWN, "%s",
                     bres__fact_describe((bres__fact_id)id)->key);
}

Test(system, absent_tree_is_unknown)
{
    bres__machine machine;

    bres__error(BRES_ERROR_KEY, "an earlier error");
    bres__machine_read("/nonexistent/tree", &machine);
    for (int id = 0; id < BRES__FACT_COUNT; id++) {
        if (id != BRES__FACT_MACHINE && id != BRES__FACT_RUN_SETTING)
            cr_expect_eq(machine.facts[id].state, BRES__FACT_ABSENT, "%s",
                         bres__fact_describe((bres__fact_id)id)->key);
    }
    cr_expect_str_eq(bres_last_error(), "an earlier error");
    cr_expect_null(bres__machine_text(&machine, BRES__FACT_GOVERNOR));
}

/* Checks a tree in which every file has this content. */
static void expect_all(const char *content, size_t size, bres__fact_state expected)
{
    static const char *const paths[] = {
        KERNEL "ostype",
        KERNEL "perf_event_paranoid",
        "/proc/cpuinfo",
        "/proc/self/cgroup",
        "/sys/kernel/mm/transparent_hugepage/enabled",
        CPU "isolated",
        CPU "intel_pstate/no_turbo",
        "/proc/loadavg",
        "/proc/pressure/cpu",
        "/proc/swaps",
        "/proc/vmstat",
        "/proc/self/schedstat",
        "/sys/class/thermal/thermal_zone0/temp",
        CPU "cpu0/cpufreq/scaling_governor",
        CPU "cpu0/thermal_throttle/core_throttle_count",
    };
    static const bres__fact_id ids[] = {
        BRES__FACT_SYSTEM,      BRES__FACT_PERF_PARANOID, BRES__FACT_PROCESSOR,
        BRES__FACT_CPU_LIMIT,   BRES__FACT_HUGE_PAGES,    BRES__FACT_ISOLATED,
        BRES__FACT_TURBO,       BRES__FACT_RUNNING,       BRES__FACT_CPU_PRESSURE,
        BRES__FACT_SWAP,        BRES__FACT_SWAPPED_PAGES, BRES__FACT_CPU_WAIT,
        BRES__FACT_TEMPERATURE, BRES__FACT_GOVERNOR,      BRES__FACT_THERMAL_THROTTLES,
    };
    bres_test_tree tree;
    bres__machine machine;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, CPU "online", "0\n");
    for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
        bres_test_tree_put_bytes(&tree, paths[i], content, size);
    bres__machine_read(tree.root, &machine);
    for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
        /* The beginning of a huge file may be enough, but here it lacks the line. */
        const bool prefix = ids[i] == BRES__FACT_PROCESSOR && expected == BRES__FACT_TOO_LARGE;

        cr_expect_eq(machine.facts[ids[i]].state, prefix ? BRES__FACT_ABSENT : expected, "%s: %s",
                     bres__fact_describe(ids[i])->key, told(&machine, ids[i]));
    }
}

Test(system, odd_files_have_a_reason)
{
    static char huge[1 << 20];

    memset(huge, '7', sizeof(huge));
    expect_all("", 0, BRES__FACT_EMPTY);
    expect_all(huge, sizeof(huge), BRES__FACT_TOO_LARGE);
    expect_all("1\0002\n", 4, BRES__FACT_MALFORMED);
}

/* One file per row; the second text is the expected fact. */
static const struct {
    const char *path;
    const char *content;
    bres__fact_id id;
    const char *text;
} odd[] = {
    { KERNEL "ostype", "Linux", BRES__FACT_SYSTEM, "Linux" },
    { KERNEL "ostype", "\n", BRES__FACT_SYSTEM, "?empty" },
    { KERNEL "ostype", "a\x1b[31mb\n", BRES__FACT_SYSTEM, "?malformed" },
    { KERNEL "ostype", "caf\xC3\n", BRES__FACT_SYSTEM, "?malformed" },
    { KERNEL "numa_balancing", "-1\n", BRES__FACT_NUMA_BALANCING, "?malformed" },
    { KERNEL "numa_balancing", "99999999999999999999\n", BRES__FACT_NUMA_BALANCING, "?malformed" },
    { KERNEL "perf_event_paranoid", "4", BRES__FACT_PERF_PARANOID, "4" },
    { CPU "isolated", "\n", BRES__FACT_ISOLATED, "" },
    { CPU "isolated", "0-3,8", BRES__FACT_ISOLATED, "0-3,8" },
    { CPU "isolated", "3-1\n", BRES__FACT_ISOLATED, "?malformed" },
    { CPU "isolated", "1,1\n", BRES__FACT_ISOLATED, "?malformed" },
    { CPU "isolated", "1,\n", BRES__FACT_ISOLATED, "?malformed" },
    { CPU "isolated", "-1\n", BRES__FACT_ISOLATED, "?malformed" },
    { CPU "isolated", "99999999999\n", BRES__FACT_ISOLATED, "?malformed" },
    { CPU "intel_pstate/no_turbo", "2\n", BRES__FACT_TURBO, "?malformed" },
    { CPU "cpufreq/boost", "1\n", BRES__FACT_TURBO, "on" },
    { CPU "cpufreq/boost", "0\n", BRES__FACT_TURBO, "off" },
    { "/sys/kernel/mm/transparent_hugepage/enabled", "always madvise\n", BRES__FACT_HUGE_PAGES,
      "?malformed" },
    { "/sys/kernel/mm/transparent_hugepage/enabled", "[]\n", BRES__FACT_HUGE_PAGES, "?malformed" },
    { "/proc/driver/nvidia/version", "NVRM version: none\nGCC version: 12.2\n",
      BRES__FACT_GPU_DRIVER, "?malformed" },
    { "/proc/loadavg", "0.00 0.01 0.05 /456 1234\n", BRES__FACT_RUNNING, "?malformed" },
    { "/proc/loadavg", "0.00 0.01\n", BRES__FACT_RUNNING, "?malformed" },
    { "/proc/pressure/io", "some avg10=nan total=-1\n", BRES__FACT_IO_PRESSURE, "?malformed" },
    { "/proc/pressure/io", "some avg10=nan total=-1\n", BRES__FACT_IO_STALL, "?malformed" },
    { "/proc/pressure/io", "some avg10=2 total=1e6", BRES__FACT_IO_STALL, "1" },
    { "/proc/swaps", "Filename Type Size Used Priority\n", BRES__FACT_SWAP, "0" },
    { "/proc/swaps", "Filename Type Size Used\n/dev/sda file 12 x -1\n", BRES__FACT_SWAP,
      "?malformed" },
    { "/proc/swaps", "Filename Type Size Used\n/dev/sda file 12\n", BRES__FACT_SWAP_USED,
      "?malformed" },
    { "/proc/swaps", "Filename\n/dev/sda file 9223372036854775807 0 -1\n", BRES__FACT_SWAP,
      "?malformed" },
    { "/proc/vmstat", "pswpin 1\n", BRES__FACT_SWAPPED_PAGES, "?malformed" },
    { "/proc/vmstat", "pswpin 9223372036854775807\npswpout 1\n", BRES__FACT_SWAPPED_PAGES,
      "?malformed" },
    { "/proc/self/schedstat", "7\n", BRES__FACT_CPU_WAIT, "?malformed" },
    { "/proc/self/schedstat", "0 0 0\n", BRES__FACT_CPU_WAIT, "0" },
    { "/sys/class/thermal/thermal_zone0/temp", "warm\n", BRES__FACT_TEMPERATURE, "?malformed" },
    { "/sys/class/thermal/cooling_device0/temp", "1\n", BRES__FACT_TEMPERATURE, "?absent" },
    { "/proc/stat", "cpu  1 2 3\n", BRES__FACT_STEAL, "?malformed" },
    { "/proc/stat", "cpu  1 2 3 4 5 6 7 -8 9\n", BRES__FACT_STEAL, "?malformed" },
    { "/proc/stat", "cpu  1\ncpu0 1\ncpu1 1\ncpu5 1\nintr 1\n", BRES__FACT_PROCESSORS, "3" },
    { "/proc/stat", "cpu  1\ncpu0 1", BRES__FACT_PROCESSORS, "?absent" },
    { "/proc/cpuinfo", "flags\t: fpu hypervisor tsc\n", BRES__FACT_HYPERVISOR, "unnamed" },
    { "/proc/cpuinfo", "model name\t:\nflags\t: x\n", BRES__FACT_PROCESSOR, "?empty" },
    { "/proc/cpuinfo", "Features\t: fp asimd\n", BRES__FACT_HYPERVISOR, "?absent" },
    { "/sys/hypervisor/type", "xen\n", BRES__FACT_HYPERVISOR, "xen" },
    { "/.dockerenv", "", BRES__FACT_CONTAINER, "docker" },
    { "/run/.containerenv", "", BRES__FACT_CONTAINER, "podman" },
    { "/run/systemd/container", "lxc\n", BRES__FACT_CONTAINER, "lxc" },
    { "/sys/class/power_supply/BAT0/type", "Battery\n", BRES__FACT_POWER_SOURCE, "?empty" },
    { CPU "vulnerabilities/meltdown", "Not affected\n", BRES__FACT_MITIGATIONS, "none needed" },
};

Test(system, single_odd_file)
{
    for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
        bres_test_tree tree;
        bres__machine machine;

        bres_test_tree_open(&tree);
        bres_test_tree_put(&tree, odd[i].path, odd[i].content);
        bres__machine_read(tree.root, &machine);
        cr_expect_str_eq(told(&machine, odd[i].id), odd[i].text, "row %zu, %s '%s': %s", i,
                         odd[i].path, odd[i].content, told(&machine, odd[i].id));
    }
}

/* A directory in place of a file can be opened, but not read, even by root. */
Test(system, unreadable_files_are_unknown)
{
    bres_test_tree tree;
    bres__machine machine;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, KERNEL "osrelease/file", "");
    bres_test_tree_put(&tree, CPU "cpu0/cpufreq/scaling_governor/file", "");
    bres_test_tree_put(&tree, CPU "online", "0\n");
    bres_test_tree_put(&tree, "/proc/cpuinfo/file", "");
    bres_test_tree_put(&tree, "/sys/class/power_supply", "a file in place of a directory");
    bres__machine_read(tree.root, &machine);
    cr_expect_str_eq(told(&machine, BRES__FACT_RELEASE), "?unreadable");
    cr_expect_str_eq(told(&machine, BRES__FACT_GOVERNOR), "?unreadable");
    cr_expect_str_eq(told(&machine, BRES__FACT_PROCESSOR), "?unreadable");
    cr_expect_str_eq(told(&machine, BRES__FACT_POWER_SOURCE), "?absent");
}

/* A pipe without a writer must not block the library. */
Test(system, pipes_are_empty)
{
    char path[8192];
    bres_test_tree tree;
    bres__machine machine;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, KERNEL "ostype", "Linux\n");
    snprintf(path, sizeof(path), "%s%s", tree.root, KERNEL "osrelease");
    cr_assert_eq(mkfifo(path, 0600), 0);
    bres__machine_read(tree.root, &machine);
    cr_expect_str_eq(told(&machine, BRES__FACT_RELEASE), "?empty");
}

/* Links to missing files, or to themselves. */
Test(system, links_without_a_file_are_reasons)
{
    char path[8192];
    bres_test_tree tree;
    bres__machine machine;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, KERNEL "ostype", "Linux\n");
    snprintf(path, sizeof(path), "%s%s", tree.root, KERNEL "osrelease");
    cr_assert_eq(symlink("osrelease", path), 0);
    snprintf(path, sizeof(path), "%s%s", tree.root, KERNEL "nmi_watchdog");
    cr_assert_eq(symlink("nothing", path), 0);
    snprintf(path, sizeof(path), "%s%s", tree.root, "/sys");
    cr_assert_eq(symlink("sys", path), 0);
    bres__machine_read(tree.root, &machine);
    cr_expect_str_eq(told(&machine, BRES__FACT_RELEASE), "?unreadable");
    cr_expect_str_eq(told(&machine, BRES__FACT_NMI_WATCHDOG), "?absent");
    cr_expect_str_eq(told(&machine, BRES__FACT_SMT), "?unreadable");
    cr_expect_str_eq(told(&machine, BRES__FACT_TEMPERATURE), "?unreadable");
}

Test(system, setting_of_the_run_is_printable)
{
    bres_test_tree tree;
    bres__machine machine;

    bres_test_tree_open(&tree);
    setenv("BENCHRESULT_SETTING", "a\nb", 1);
    bres__machine_read(tree.root, &machine);
    cr_expect_str_eq(told(&machine, BRES__FACT_RUN_SETTING), "?malformed");
    unsetenv("BENCHRESULT_SETTING");
    bres__machine_read(tree.root, &machine);
    cr_expect_str_eq(told(&machine, BRES__FACT_RUN_SETTING), "none");
}

Test(system, faults_of_system_calls_are_reasons)
{
    bres_test_tree tree;
    bres__machine machine;

    bres_test_tree_open(&tree);
    bres_test_tree_fill(&tree);
    bres__faults_arm(BRES__FAULT_IO, 1, true);
    bres__machine_read(tree.root, &machine);
    bres__faults_arm(0, 0, false);
    cr_expect_str_eq(told(&machine, BRES__FACT_GOVERNOR), "?absent", "the CPUs are unknown");
    cr_expect_str_eq(told(&machine, BRES__FACT_RELEASE), "?unreadable");
    cr_expect_str_eq(told(&machine, BRES__FACT_TURBO), "?unreadable");
    cr_expect_str_eq(told(&machine, BRES__FACT_POWER_SOURCE), "?unreadable");
}

Test(system, process_without_randomization)
{
    bres_test_tree tree;
    bres__machine machine;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, KERNEL "randomize_va_space", "2\n");
    bres_test_tree_put(&tree, "/proc/self/personality", "00040000\n");
    bres__machine_read(tree.root, &machine);
    cr_expect_str_eq(told(&machine, BRES__FACT_ASLR), "0");
}

Test(system, virtual_machine_names_its_vendor)
{
    bres_test_tree tree;
    bres__machine machine;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, "/proc/cpuinfo", "flags\t: fpu hypervisor\n");
    bres_test_tree_put(&tree, "/sys/class/dmi/id/sys_vendor", "QEMU\n");
    bres__machine_read(tree.root, &machine);
    cr_expect_str_eq(told(&machine, BRES__FACT_HYPERVISOR), "QEMU");
}

Test(system, laptops_on_a_battery)
{
    bres_test_tree tree;
    bres__machine machine;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, "/sys/class/power_supply/AC/type", "Mains\n");
    bres_test_tree_put(&tree, "/sys/class/power_supply/AC/online", "0\n");
    bres_test_tree_put(&tree, "/sys/class/power_supply/BAT0/type", "Battery\n");
    bres_test_tree_put(&tree, "/sys/class/power_supply/BAT0/status", "Discharging\n");
    bres__machine_read(tree.root, &machine);
    cr_expect_str_eq(told(&machine, BRES__FACT_POWER_SOURCE), "battery");
    bres_test_tree_put(&tree, "/sys/class/power_supply/AC/online", "1\n");
    bres__machine_read(tree.root, &machine);
    cr_expect_str_eq(told(&machine, BRES__FACT_POWER_SOURCE), "mains");
    bres_test_tree_remove(&tree, "/sys/class/power_supply/AC/type");
    bres_test_tree_put(&tree, "/sys/class/power_supply/BAT0/scope", "Device\n");
    bres__machine_read(tree.root, &machine);
    cr_expect_str_eq(told(&machine, BRES__FACT_POWER_SOURCE), "?empty", "a mouse");
}

/* More CPUs, values and ranges than the library keeps. */
Test(system, many_different_cpus)
{
    bres_test_tree tree;
    bres__machine machine;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, CPU "online", "0-9\n");
    for (int cpu = 0; cpu < 10; cpu++) {
        char path[128];
        char value[32];

        snprintf(path, sizeof(path), CPU "cpu%d/cpufreq/scaling_max_freq", cpu);
        snprintf(value, sizeof(value), "%d\n", 1000 + cpu);
        bres_test_tree_put(&tree, path, value);
        snprintf(path, sizeof(path), CPU "cpu%d/cpufreq/scaling_governor", cpu);
        bres_test_tree_put(&tree, path, cpu % 2 == 0 ? "powersave" : "performance\n");
    }
    bres__machine_read(tree.root, &machine);
    cr_expect_str_eq(told(&machine, BRES__FACT_MAX_FREQUENCY), "mixed");
    cr_expect_str_eq(told(&machine, BRES__FACT_GOVERNOR),
                     "powersave (0,2,4,6,8), performance (1,3,5,7,9)");
    bres_test_tree_put(&tree, CPU "cpu3/cpufreq/scaling_governor", "");
    bres__machine_read(tree.root, &machine);
    cr_expect_str_eq(told(&machine, BRES__FACT_GOVERNOR),
                     "powersave (0,2,4,6,8), performance (1,5,7,9)");
}

/* The real machine: Linux has these files, and every text is complete. */
Test(system, this_machine_is_readable)
{
    bres__machine machine;

    bres__machine_read("", &machine);
    cr_expect_str_eq(told(&machine, BRES__FACT_SYSTEM), "Linux");
    cr_expect_eq(machine.facts[BRES__FACT_MACHINE].state, BRES__FACT_KNOWN);
    cr_expect_gt(machine.facts[BRES__FACT_RUNNING].integer, 0, "this test runs");
    cr_expect_leq(machine.used, sizeof(machine.texts));
}
