/* SPDX-License-Identifier: MIT */
#include "system/facts.h"

#define CPU     "/sys/devices/system/cpu/"
#define KERNEL  "/proc/sys/kernel/"
#define GAUGE   .shown.kind = BRES__CLASS_GAUGE
#define COUNTER .shown.kind = BRES__CLASS_COUNTER

#define FACT(key_, name_, path_, reader_)                                                          \
    .shown = { .key = (key_), .name = (name_), .path = (path_) }, .reader = (reader_)

static const bres__fact_row rows[BRES__FACT_COUNT] = {
    [BRES__FACT_SYSTEM] = { FACT("system", "the system", KERNEL "ostype", BRES__READ_TEXT) },
    [BRES__FACT_RELEASE] = { FACT("release", "the kernel", KERNEL "osrelease", BRES__READ_TEXT),
                             .shown.identifies = true },
    [BRES__FACT_MACHINE] = { FACT("machine", "the architecture", NULL, BRES__READ_OTHER) },
    [BRES__FACT_PROCESSOR] = { FACT("processor", "the processor", "/proc/cpuinfo",
                                    BRES__READ_OTHER),
                               .shown.identifies = true },
    [BRES__FACT_PROCESSORS] = { FACT("processors", "the number of CPUs", CPU "online",
                                     BRES__READ_LENGTH),
                                .shown.identifies = true },
    [BRES__FACT_MICROCODE] = { FACT("microcode", "the microcode", "/proc/cpuinfo",
                                    BRES__READ_OTHER),
                               .shown.identifies = true },
    [BRES__FACT_CPUS_ALLOWED] = { FACT("cpus_allowed", "the list of allowed CPUs",
                                       "/proc/self/status", BRES__READ_OTHER) },
    [BRES__FACT_SMT] = { FACT("smt", "simultaneous multithreading", CPU "smt/control",
                              BRES__READ_TEXT) },
    [BRES__FACT_THREADS_PER_CORE] = { FACT("threads_per_core", "the number of threads per core",
                                           CPU "cpu0/topology/thread_siblings_list",
                                           BRES__READ_LENGTH) },
    [BRES__FACT_ISOLATED] = { FACT("isolated", "the list of isolated CPUs", CPU "isolated",
                                   BRES__READ_LIST) },
    [BRES__FACT_NOHZ_FULL] = { FACT("nohz_full", "the list of CPUs without a timer tick",
                                    CPU "nohz_full", BRES__READ_LIST) },
    [BRES__FACT_NUMA_NODES] = { FACT("numa_nodes", "the number of NUMA nodes",
                                     "/sys/devices/system/node/online", BRES__READ_LENGTH) },
    [BRES__FACT_NUMA_BALANCING] = { FACT("numa_balancing", "NUMA balancing",
                                         KERNEL "numa_balancing", BRES__READ_INTEGER) },
    [BRES__FACT_SCALING_DRIVER] = { FACT("scaling_driver", "the driver of CPU frequencies",
                                         "cpufreq/scaling_driver", BRES__READ_CPU_TEXT) },
    [BRES__FACT_GOVERNOR] = { FACT("governor", "the governor of CPU frequencies",
                                   "cpufreq/scaling_governor", BRES__READ_CPU_TEXT),
                              .shown.identifies = true },
    [BRES__FACT_MIN_FREQUENCY] = { FACT("min_frequency", "the lowest allowed CPU frequency",
                                        "cpufreq/scaling_min_freq", BRES__READ_CPU_FREQUENCY) },
    [BRES__FACT_MAX_FREQUENCY] = { FACT("max_frequency", "the highest allowed CPU frequency",
                                        "cpufreq/scaling_max_freq", BRES__READ_CPU_FREQUENCY) },
    [BRES__FACT_HIGHEST_FREQUENCY] = { FACT("highest_frequency", "the highest CPU frequency",
                                            "cpufreq/cpuinfo_max_freq", BRES__READ_CPU_FREQUENCY) },
    [BRES__FACT_TURBO] = { FACT("turbo", "turbo", CPU "intel_pstate/no_turbo", BRES__READ_OTHER),
                           .shown.identifies = true },
    [BRES__FACT_CPU_LIMIT] = { FACT("cpu_limit", "the CPU limit of the cgroup",
                                    "/sys/fs/cgroup/cpu.max", BRES__READ_OTHER) },
    [BRES__FACT_MEMORY_LIMIT] = { FACT("memory_limit", "the memory limit of the cgroup",
                                       "/sys/fs/cgroup/memory.max", BRES__READ_OTHER) },
    [BRES__FACT_ASLR] = { FACT("aslr", "address space randomization", KERNEL "randomize_va_space",
                               BRES__READ_OTHER) },
    [BRES__FACT_HUGE_PAGES] = { FACT("huge_pages", "the mode of transparent huge pages",
                                     "/sys/kernel/mm/transparent_hugepage/enabled",
                                     BRES__READ_CHOICE) },
    [BRES__FACT_SAME_PAGE_MERGING] = { FACT("same_page_merging", "same-page merging",
                                            "/sys/kernel/mm/ksm/run", BRES__READ_INTEGER) },
    [BRES__FACT_PERF_PARANOID] = { FACT("perf_event_paranoid", "perf_event_paranoid",
                                        KERNEL "perf_event_paranoid", BRES__READ_SIGNED) },
    [BRES__FACT_NMI_WATCHDOG] = { FACT("nmi_watchdog", "the NMI watchdog", KERNEL "nmi_watchdog",
                                       BRES__READ_INTEGER) },
    [BRES__FACT_CLOCK_SOURCE] = { FACT("clock_source", "the clock source",
                                       "/sys/devices/system/clocksource/clocksource0/"
                                       "current_clocksource",
                                       BRES__READ_TEXT) },
    [BRES__FACT_POWER_SOURCE] = { FACT("power_source", "the power source",
                                       "/sys/class/power_supply", BRES__READ_OTHER) },
    [BRES__FACT_PLATFORM_PROFILE] = { FACT("platform_profile", "the platform profile",
                                           "/sys/firmware/acpi/platform_profile",
                                           BRES__READ_TEXT) },
    [BRES__FACT_HYPERVISOR] = { FACT("hypervisor", "the hypervisor", "/sys/hypervisor/type",
                                     BRES__READ_OTHER) },
    [BRES__FACT_CONTAINER] = { FACT("container", "the container", "/run/systemd/container",
                                    BRES__READ_OTHER) },
    [BRES__FACT_MITIGATIONS] = { FACT("mitigations", "the mitigation of processor faults",
                                      CPU "vulnerabilities", BRES__READ_OTHER) },
    [BRES__FACT_GPU_DRIVER] = { FACT("gpu_driver", "the NVIDIA driver",
                                     "/proc/driver/nvidia/version", BRES__READ_OTHER),
                                .shown.identifies = true },
    [BRES__FACT_RUNNING] = { FACT("running", "the number of running threads", "/proc/loadavg",
                                  BRES__READ_OTHER),
                             GAUGE },
    [BRES__FACT_FREQUENCY] = { FACT("frequency", "the frequency of the first CPU",
                                    CPU "cpu0/cpufreq/scaling_cur_freq", BRES__READ_FREQUENCY),
                               GAUGE },
    [BRES__FACT_CPU_PRESSURE] = { FACT("cpu_pressure", "the CPU pressure", "/proc/pressure/cpu",
                                       BRES__READ_OTHER),
                                  GAUGE },
    [BRES__FACT_MEMORY_PRESSURE] = { FACT("memory_pressure", "the memory pressure",
                                          "/proc/pressure/memory", BRES__READ_OTHER),
                                     GAUGE },
    [BRES__FACT_IO_PRESSURE] = { FACT("io_pressure", "the I/O pressure", "/proc/pressure/io",
                                      BRES__READ_OTHER),
                                 GAUGE },
    [BRES__FACT_STEAL] = { FACT("steal", "steal time", "/proc/stat", BRES__READ_OTHER), COUNTER },
    [BRES__FACT_CPU_STALL] = { FACT("cpu_stall", "waiting for CPUs", "/proc/pressure/cpu",
                                    BRES__READ_OTHER),
                               COUNTER },
    [BRES__FACT_MEMORY_STALL] = { FACT("memory_stall", "waiting for memory",
                                       "/proc/pressure/memory", BRES__READ_OTHER),
                                  COUNTER },
    [BRES__FACT_IO_STALL] = { FACT("io_stall", "waiting for I/O", "/proc/pressure/io",
                                   BRES__READ_OTHER),
                              COUNTER },
    [BRES__FACT_THROTTLED_PERIODS] = { FACT("throttled_periods", "periods throttled by the cgroup",
                                            "/sys/fs/cgroup/cpu.stat", BRES__READ_OTHER),
                                       COUNTER },
    [BRES__FACT_THROTTLED_TIME] = { FACT("throttled_time", "time throttled by the cgroup",
                                         "/sys/fs/cgroup/cpu.stat", BRES__READ_OTHER),
                                    COUNTER },
    [BRES__FACT_THERMAL_THROTTLES] = { FACT("thermal_throttles", "thermal throttling events",
                                            "thermal_throttle/core_throttle_count",
                                            BRES__READ_CPU_SUM),
                                       COUNTER },
};

const bres__fact_row *bres__fact_row_of(bres__fact_id id)
{
    return &rows[id];
}

const bres__fact_info *bres__fact_describe(bres__fact_id id)
{
    return &rows[id].shown;
}

const char *bres__fact_state_name(bres__fact_state state)
{
    static const char *const names[] = {
        [BRES__FACT_ABSENT] = "absent",         [BRES__FACT_KNOWN] = NULL,
        [BRES__FACT_UNREADABLE] = "unreadable", [BRES__FACT_EMPTY] = "empty",
        [BRES__FACT_TOO_LARGE] = "too large",   [BRES__FACT_MALFORMED] = "malformed",
    };

    return names[state];
}
