/* SPDX-License-Identifier: MIT */
#include "support/machine_tree.h"

#include "base/base.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CPU "/sys/devices/system/cpu/"

void bres_test_tree_open(bres_test_tree *tree)
{
    snprintf(tree->root, sizeof(tree->root), "%s", bres_test_directory());
}

void bres_test_tree_put_bytes(const bres_test_tree *tree, const char *path, const void *data,
                              size_t size)
{
    char full[8192];

    snprintf(full, sizeof(full), "%s%s", tree->root, path);
    cr_assert_eq(bres__make_parents(full), BRES_OK, "%s", bres_last_error());
    bres_test_write_file(full, data, size);
}

void bres_test_tree_put(const bres_test_tree *tree, const char *path, const char *text)
{
    bres_test_tree_put_bytes(tree, path, text, strlen(text));
}

void bres_test_tree_remove(const bres_test_tree *tree, const char *path)
{
    char full[8192];

    snprintf(full, sizeof(full), "%s%s", tree->root, path);
    cr_assert_eq(unlink(full), 0, "%s", full);
}

static void put_cpu(const bres_test_tree *tree, int cpu, const char *file, const char *text)
{
    char path[256];

    snprintf(path, sizeof(path), CPU "cpu%d/%s", cpu, file);
    bres_test_tree_put(tree, path, text);
}

static void fill_cpus(const bres_test_tree *tree)
{
    static const int cpus[] = { 0, 1, 2, 3, 8 };

    for (size_t i = 0; i < sizeof(cpus) / sizeof(cpus[0]); i++) {
        put_cpu(tree, cpus[i], "cpufreq/scaling_driver", "intel_pstate\n");
        put_cpu(tree, cpus[i], "cpufreq/scaling_governor", "performance\n");
        put_cpu(tree, cpus[i], "cpufreq/scaling_min_freq", "800000\n");
        put_cpu(tree, cpus[i], "cpufreq/scaling_max_freq", cpus[i] < 8 ? "3000000\n" : "2500000\n");
        put_cpu(tree, cpus[i], "cpufreq/cpuinfo_max_freq", "3500000\n");
        put_cpu(tree, cpus[i], "thermal_throttle/core_throttle_count", i == 0 ? "7\n" : "2\n");
    }
    put_cpu(tree, 0, "cpufreq/scaling_cur_freq", "2999990\n");
    put_cpu(tree, 0, "topology/thread_siblings_list", "0,2\n");
    put_cpu(tree, 2, "topology/thread_siblings_list", "0,2\n");
}

static const struct {
    const char *path;
    const char *text;
} server[] = {
    { "/proc/sys/kernel/ostype", "Linux\n" },
    { "/proc/sys/kernel/osrelease", "6.1.0-17-amd64\n" },
    { "/proc/cpuinfo", "processor\t: 0\nvendor_id\t: GenuineIntel\nmodel\t\t: 106\n"
                       "model name\t: Made-up CPU @ 3.00GHz \nmicrocode\t: 0xd0003a5\n"
                       "flags\t\t: fpu tsc_known_freq nohypervisor\n\nprocessor\t: 1\n"
                       "model name\t: Other CPU\n" },
    { CPU "online", "0-3,8\n" },
    { "/proc/self/status", "Name:\tx\nCpus_allowed:\tf\nCpus_allowed_list:\t1-2\n" },
    { CPU "smt/control", "on\n" },
    { CPU "isolated", "2-3\n" },
    { CPU "nohz_full", "(null)\n" },
    { "/sys/devices/system/node/online", "0-1\n" },
    { "/proc/sys/kernel/numa_balancing", "1\n" },
    { "/proc/sys/vm/zone_reclaim_mode", "0\n" },
    { CPU "intel_pstate/no_turbo", "1\n" },
    { "/proc/sys/kernel/randomize_va_space", "2\n" },
    { "/proc/self/personality", "00000000\n" },
    { "/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n" },
    { "/sys/kernel/mm/ksm/run", "0\n" },
    { "/proc/swaps", "Filename\t\t\tType\t\tSize\t\tUsed\t\tPriority\n"
                     "/dev/dm-1 partition\t2048\t\t0\t\t-2\n"
                     "/swap\\040file file\t1024\t\t12\t\t-3\n" },
    { "/proc/vmstat", "pgfault 7\npswpin 30\npswpout 12\n" },
    { "/proc/sys/kernel/perf_event_paranoid", "-1\n" },
    { "/proc/sys/kernel/nmi_watchdog", "1\n" },
    { "/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n" },
    { "/sys/class/power_supply/AC/type", "Mains\n" },
    { "/sys/class/power_supply/AC/online", "1\n" },
    { "/sys/firmware/acpi/platform_profile", "balanced\n" },
    { CPU "vulnerabilities/spectre_v1", "Mitigation: usercopy barriers\n" },
    { CPU "vulnerabilities/meltdown", "Not affected\n" },
    { CPU "vulnerabilities/mds", "Vulnerable: no microcode\n" },
    { CPU "vulnerabilities/bhi", "Mitigation: BHI_DIS_S\n" },
    { "/proc/driver/nvidia/version",
      "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  570.86.10  Release Build\n"
      "GCC version:  gcc version 12.2.0\n" },
    { "/proc/loadavg", "0.00 0.01 0.05 3/456 1234\n" },
    { "/proc/stat", "cpu  1 2 3 4 5 6 7 250 9 10\ncpu0 1 2 3 4 5 6 7 8 9 10\nintr 1\n" },
    { "/proc/self/schedstat", "1000000000 2500000 77\n" },
    { "/sys/class/thermal/thermal_zone0/temp", "41500\n" },
    { "/sys/class/thermal/thermal_zone1/temp", "-5000\n" },
    { "/sys/class/thermal/cooling_device0/type", "Processor\n" },
    { "/proc/pressure/cpu", "some avg10=1.50 avg60=0.00 avg300=0.00 total=2000000\n"
                            "full avg10=9.00 avg60=0.00 avg300=0.00 total=9\n" },
    { "/proc/pressure/memory", "some avg10=0.25 avg60=0.00 avg300=0.00 total=500000\n" },
    { "/proc/pressure/io", "some avg10=0.00 avg60=0.00 avg300=0.00 total=0\n" },
    { "/proc/self/cgroup", "0::/user/job\n" },
    { "/sys/fs/cgroup/cgroup.controllers", "cpu memory\n" },
    { "/sys/fs/cgroup/user/job/cpu.max", "max 100000\n" },
    { "/sys/fs/cgroup/user/job/memory.max", "max\n" },
    { "/sys/fs/cgroup/user/job/cpu.stat", "usage_usec 5\nnr_throttled 3\nthrottled_usec 250000\n" },
    { "/sys/fs/cgroup/user/cpu.max", "150000 100000\n" },
    { "/sys/fs/cgroup/user/memory.max", "1073741824\n" },
    { "/sys/fs/cgroup/user/cpu.stat", "usage_usec 9\nnr_throttled 1\nthrottled_usec 1000\n" },
};

void bres_test_tree_fill(const bres_test_tree *tree)
{
    for (size_t i = 0; i < sizeof(server) / sizeof(server[0]); i++)
        bres_test_tree_put(tree, server[i].path, server[i].text);
    fill_cpus(tree);
}

void bres_test_tree_save_variation(const bres_test_tree *tree, const char *variation)
{
    /* The name is the MD5 of processor, kernel and governor, each with its NUL. */
    static const char text[] =
        "{\"version\": 1, \"machines\": {\"2db143c096e20b1fba8171432fec6a67\": {"
        "\"processor\": \"Made-up CPU @ 3.00GHz\", \"kernel\": \"6.1.0-17-amd64\", "
        "\"governor\": \"performance\", \"date\": \"2026-11-23T08:00:00Z\", "
        "\"run_variation\": %s, \"detectable_effect\": 0.02, \"one_run_effect\": 0.05}}}";
    char file[sizeof(text) + 64];
    char state[sizeof(tree->root) + 16];

    snprintf(file, sizeof(file), text, variation);
    snprintf(state, sizeof(state), "%s/state", tree->root);
    setenv("XDG_STATE_HOME", state, 1);
    bres_test_tree_put(tree, "/state/benchresult/machine.json", file);
}
