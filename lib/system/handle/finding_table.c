/* SPDX-License-Identifier: MIT */
/*
 * The table of findings about a machine. A finding is a row: the fact, how severe the finding is,
 * when it holds, what the fact means for measurements, and the command that would fix it.
 */
#include "system/handle/finding_table.h"
#include "system/cpu_list.h"

#include <string.h>

/* Fractions of the elapsed time above which a counter's growth is reported. */
#define STEAL_SHARE    0.001
#define WAIT_SHARE     0.002
/* Percent of the last 10 seconds. */
#define PRESSURE_LIMIT 1.0

/* The number of a fact; 0 if it is unknown. */
static double number_of(const bres__machine *machine, bres__fact_id id)
{
    double number;

    return bres__fact_number(machine, id, &number) ? number : 0;
}

static bool is_on(const bres__machine *machine, bres__fact_id id)
{
    return bres__fact_is(machine, id, "on");
}

static bool is_positive(const bres__machine *machine, bres__fact_id id)
{
    return number_of(machine, id) > 0;
}

static bool is_filled(const bres__machine *machine, bres__fact_id id)
{
    const char *text = bres__machine_text(machine, id);

    return text != NULL && text[0] != '\0';
}

/* A text other than "none". */
static bool exists(const bres__machine *machine, bres__fact_id id)
{
    return is_filled(machine, id) && !bres__fact_is(machine, id, "none");
}

static bool is_battery(const bres__machine *machine, bres__fact_id id)
{
    return bres__fact_is(machine, id, "battery");
}

/* The number of CPUs on which the process may run; 0: unknown. */
static double usable_cpus(const bres__machine *machine)
{
    const char *allowed = bres__machine_text(machine, BRES__FACT_CPUS_ALLOWED);
    bres__cpu_list list;

    if (allowed != NULL && bres__cpu_list_parse(&list, allowed, strlen(allowed)))
        return (double)bres__cpu_list_length(&list);
    return number_of(machine, BRES__FACT_PROCESSORS);
}

static bool is_below_one_cpu(const bres__machine *machine, bres__fact_id id)
{
    const double limit = number_of(machine, id);

    return limit > 0 && limit < 1;
}

static bool is_below_usable_cpus(const bres__machine *machine, bres__fact_id id)
{
    const double limit = number_of(machine, id);

    return limit >= 1 && limit < usable_cpus(machine);
}

static bool is_not_performance(const bres__machine *machine, bres__fact_id id)
{
    return is_filled(machine, id) && !bres__fact_is(machine, id, "performance");
}

static bool is_below_highest(const bres__machine *machine, bres__fact_id id)
{
    const double limit = number_of(machine, id);

    return limit > 0 && limit < number_of(machine, BRES__FACT_HIGHEST_FREQUENCY);
}

static bool is_saving_profile(const bres__machine *machine, bres__fact_id id)
{
    return bres__fact_is(machine, id, "low-power") || bres__fact_is(machine, id, "quiet") ||
           bres__fact_is(machine, id, "cool");
}

static bool has_switch(const bres__machine *machine, bres__fact_id id, const char *name)
{
    const char *path = bres__fact_path(machine, id);

    return is_on(machine, id) && strstr(path, name) != NULL;
}

static bool is_intel_turbo(const bres__machine *machine, bres__fact_id id)
{
    return has_switch(machine, id, "no_turbo");
}

static bool is_boost(const bres__machine *machine, bres__fact_id id)
{
    return has_switch(machine, id, "boost");
}

static bool is_slow_clock(const bres__machine *machine, bres__fact_id id)
{
    return bres__fact_is(machine, id, "hpet") || bres__fact_is(machine, id, "acpi_pm") ||
           bres__fact_is(machine, id, "jiffies") || bres__fact_is(machine, id, "refined-jiffies");
}

static bool has_nodes_and(const bres__machine *machine, bres__fact_id id)
{
    return number_of(machine, BRES__FACT_NUMA_NODES) > 1 && is_positive(machine, id);
}

static bool is_always(const bres__machine *machine, bres__fact_id id)
{
    return bres__fact_is(machine, id, "always");
}

static bool is_one(const bres__machine *machine, bres__fact_id id)
{
    return number_of(machine, id) == 1;
}

static bool is_above_two(const bres__machine *machine, bres__fact_id id)
{
    return number_of(machine, id) > 2;
}

static bool is_fixed_by(const bres__machine *machine, bres__fact_id id, bool process)
{
    double number;
    const bool known = bres__fact_number(machine, id, &number);

    return known && number == 0 && (machine->facts[id].path != NULL) == process;
}

static bool is_fixed_system(const bres__machine *machine, bres__fact_id id)
{
    return is_fixed_by(machine, id, false);
}

static bool is_fixed_process(const bres__machine *machine, bres__fact_id id)
{
    return is_fixed_by(machine, id, true);
}

/* Whether threads other than this one run, at least one for every four CPUs. */
static bool is_crowded(const bres__machine *machine, bres__fact_id id)
{
    const double others = number_of(machine, id) - 1;

    return others > 0 && 4 * others >= number_of(machine, BRES__FACT_PROCESSORS);
}

static bool is_pressed(const bres__machine *machine, bres__fact_id id)
{
    return number_of(machine, id) > PRESSURE_LIMIT;
}

static bool is_with_intel_pstate(const bres__machine *machine, bres__fact_id id)
{
    return is_filled(machine, id) &&
           bres__fact_is(machine, BRES__FACT_SCALING_DRIVER, "intel_pstate");
}

/* clang-format off */
static const bres__finding_row rows[] = {
    { BRES__FACT_POWER_SOURCE, BRES_SEVERITY_CRITICAL, is_battery,
      "the CPUs slow down to save energy; connect the power supply", NULL },
    { BRES__FACT_CPU_LIMIT, BRES_SEVERITY_CRITICAL, is_below_one_cpu,
      "the kernel stops even a process with one thread in each period", NULL },
    { BRES__FACT_CPU_LIMIT, BRES_SEVERITY_WARNING, is_below_usable_cpus,
      "the kernel stops a process that uses more CPUs at once", NULL },
    { BRES__FACT_GOVERNOR, BRES_SEVERITY_WARNING, is_not_performance,
      "the frequency follows the load", "sudo cpupower frequency-set -g performance" },
    { BRES__FACT_MAX_FREQUENCY, BRES_SEVERITY_NOTE, is_below_highest,
      "the CPU supports a higher one", NULL },
    { BRES__FACT_TURBO, BRES_SEVERITY_WARNING, is_intel_turbo,
      "the frequency depends on the temperature and on the load of other CPUs",
      "echo 1 | sudo tee {file}" },
    { BRES__FACT_TURBO, BRES_SEVERITY_WARNING, is_boost,
      "the frequency depends on the temperature and on the load of other CPUs",
      "echo 0 | sudo tee {file}" },
    { BRES__FACT_PLATFORM_PROFILE, BRES_SEVERITY_WARNING, is_saving_profile,
      "the firmware limits the frequency", "echo performance | sudo tee {file}" },
    { BRES__FACT_SMT, BRES_SEVERITY_NOTE, is_on,
      "a CPU slows down while its sibling on the same core works", "echo off | sudo tee {file}" },
    { BRES__FACT_ISOLATED, BRES_SEVERITY_NOTE, is_filled,
      "the scheduler keeps other programs away from them; taskset -c CPUS COMMAND uses them", NULL },
    { BRES__FACT_NOHZ_FULL, BRES_SEVERITY_NOTE, is_with_intel_pstate,
      "intel_pstate does not adapt the frequency of these CPUs to their load", NULL },
    { BRES__FACT_NUMA_BALANCING, BRES_SEVERITY_WARNING, has_nodes_and,
      "the kernel moves pages between nodes while a program runs",
      "sudo sysctl kernel.numa_balancing=0" },
    { BRES__FACT_ZONE_RECLAIM, BRES_SEVERITY_NOTE, has_nodes_and,
      "the kernel frees pages of a node before it uses free pages of another node",
      "sudo sysctl vm.zone_reclaim_mode=0" },
    { BRES__FACT_CLOCK_SOURCE, BRES_SEVERITY_WARNING, is_slow_clock,
      "a reading of the clock takes about a microsecond; boot with clocksource=tsc", NULL },
    { BRES__FACT_ASLR, BRES_SEVERITY_WARNING, is_fixed_system,
      "all runs of a program have the same memory layout, so its effect on times does not average out",
      "sudo sysctl kernel.randomize_va_space=2" },
    { BRES__FACT_ASLR, BRES_SEVERITY_WARNING, is_fixed_process,
      "this process was started without it, so measurements cover a single memory layout", NULL },
    { BRES__FACT_ASLR, BRES_SEVERITY_NOTE, is_one,
      "the heap always begins at the same place", "sudo sysctl kernel.randomize_va_space=2" },
    { BRES__FACT_HUGE_PAGES, BRES_SEVERITY_NOTE, is_always,
      "the kernel merges pages while a program runs", "echo madvise | sudo tee {file}" },
    { BRES__FACT_SAME_PAGE_MERGING, BRES_SEVERITY_WARNING, is_one,
      "the kernel looks for equal pages while a program runs", "echo 0 | sudo tee {file}" },
    { BRES__FACT_PERF_PARANOID, BRES_SEVERITY_NOTE, is_above_two,
      "programs without administrator rights cannot read hardware counters",
      "sudo sysctl kernel.perf_event_paranoid=2" },
    { BRES__FACT_NMI_WATCHDOG, BRES_SEVERITY_NOTE, is_one,
      "the watchdog uses a hardware counter and interrupts the CPUs",
      "sudo sysctl kernel.nmi_watchdog=0" },
    { BRES__FACT_HYPERVISOR, BRES_SEVERITY_NOTE, exists,
      "other machines share the processor, and their load is not visible here", NULL },
    { BRES__FACT_RUNNING, BRES_SEVERITY_WARNING, is_crowded,
      "other programs use the CPUs; top lists them", NULL },
    { BRES__FACT_CPU_PRESSURE, BRES_SEVERITY_WARNING, is_pressed,
      "threads waited for a CPU during this share of the last 10 seconds", NULL },
    { BRES__FACT_MEMORY_PRESSURE, BRES_SEVERITY_WARNING, is_pressed,
      "threads waited for memory during this share of the last 10 seconds", NULL },
    { BRES__FACT_IO_PRESSURE, BRES_SEVERITY_NOTE, is_pressed,
      "threads waited for I/O during this share of the last 10 seconds", NULL },
    { BRES__FACT_SWAP_USED, BRES_SEVERITY_NOTE, is_positive,
      "the kernel has moved memory of programs to a disk", "sudo swapoff -a" },
    { BRES__FACT_RUN_SETTING, BRES_SEVERITY_NOTE, exists,
      "benchresult doctor started this process", NULL },
};

static const bres__counter_row counter_rows[] = {
    { BRES__FACT_THERMAL_THROTTLES, BRES_SEVERITY_CRITICAL, 0,
      "the number of thermal throttling events grew by", "in", "",
      "the CPUs slowed down because of heat" },
    { BRES__FACT_THROTTLED_PERIODS, BRES_SEVERITY_CRITICAL, 0,
      "the number of periods throttled by the cgroup grew by", "in", "",
      "the cgroup reached its CPU limit, and the kernel stopped its processes" },
    { BRES__FACT_STEAL, BRES_SEVERITY_WARNING, STEAL_SHARE,
      "the steal time of all CPUs grew by", "s in", "",
      "the hypervisor gave the CPUs to other machines" },
    { BRES__FACT_CPU_WAIT, BRES_SEVERITY_WARNING, WAIT_SHARE,
      "the main thread waited", "s of", " for a CPU",
      "other programs used the CPU of this process" },
    { BRES__FACT_SWAPPED_PAGES, BRES_SEVERITY_WARNING, 0,
      "the number of swapped pages grew by", "in", "",
      "the memory is too small for all programs" },
};
/* clang-format on */

#define ROW_COUNT     (sizeof(rows) / sizeof(rows[0]))
#define COUNTER_COUNT (sizeof(counter_rows) / sizeof(counter_rows[0]))

const bres__finding_row *bres__finding_row_at(size_t index)
{
    return index < ROW_COUNT ? &rows[index] : NULL;
}

const bres__counter_row *bres__counter_row_at(size_t index)
{
    return index < COUNTER_COUNT ? &counter_rows[index] : NULL;
}
