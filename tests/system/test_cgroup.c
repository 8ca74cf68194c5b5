/* SPDX-License-Identifier: MIT */
/*
 * Limits of control groups of both versions.
 */
#include "support/machine_tree.h"
#include "support/support.h"
#include "system/system.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define GROUP  "/proc/self/cgroup"
#define MOUNT  "/sys/fs/cgroup"
#define HYBRID "3:cpu,cpuacct:/job\n2:memory:/job\n1:name=systemd:/\n0::/\n"

typedef struct tree_file {
    const char *path;
    const char *text;
} tree_file;

static const struct {
    const char *what;
    tree_file files[6];
    const char *cpu;
    const char *memory;
    const char *throttled;
} rows[] = {
    { "no file of the group", { { GROUP, "0::/\n" } }, "?absent", "?absent", "?absent" },
    { "a group of another name space",
      { { GROUP, "0::/docker/abc\n" },
        { MOUNT "/cgroup.controllers", "cpu\n" },
        { MOUNT "/cpu.max", "200000 100000\n" },
        { MOUNT "/memory.max", "4096\n" } },
      "2",
      "4096",
      "?absent" },
    { "a path that leads out of the tree",
      { { GROUP, "0::/../../x\n" },
        { MOUNT "/cgroup.controllers", "cpu\n" },
        { MOUNT "/cpu.max", "50000 100000\n" } },
      "0.5",
      "?absent",
      "?absent" },
    { "the smallest limit counts",
      { { GROUP, "0::/a/b\n" },
        { MOUNT "/cgroup.controllers", "cpu\n" },
        { MOUNT "/a/b/cpu.max", "300000 100000\n" },
        { MOUNT "/a/cpu.max", "100000 100000\n" },
        { MOUNT "/a/b/memory.max", "9\n" },
        { MOUNT "/a/memory.max", "max\n" } },
      "1",
      "9",
      "?absent" },
    { "the smallest limit counts, also the group's own",
      { { GROUP, "0::/a/b\n" },
        { MOUNT "/cgroup.controllers", "cpu\n" },
        { MOUNT "/a/b/cpu.max", "100000 100000\n" },
        { MOUNT "/a/cpu.max", "300000 100000\n" },
        { MOUNT "/a/b/memory.max", "9\n" },
        { MOUNT "/a/memory.max", "10\n" } },
      "1",
      "9",
      "?absent" },
    { "malformed limits",
      { { GROUP, "0::/a\n" },
        { MOUNT "/cgroup.controllers", "cpu\n" },
        { MOUNT "/a/cpu.max", "-5 100000\n" },
        { MOUNT "/a/memory.max", "lots\n" },
        { MOUNT "/a/cpu.stat", "nr_throttled x\nthrottled_usec 1\n" } },
      "?malformed",
      "?malformed",
      "?absent" },
    { "the first version",
      { { GROUP, HYBRID },
        { MOUNT "/cpu/job/cpu.cfs_quota_us", "250000\n" },
        { MOUNT "/cpu/job/cpu.cfs_period_us", "100000\n" },
        { MOUNT "/memory/job/memory.limit_in_bytes", "65536\n" },
        { MOUNT "/cpu/job/cpu.stat",
          "nr_periods 9\nnr_throttled 2\nthrottled_time 3000000000\n" } },
      "2.5",
      "65536",
      "2" },
    { "the first version without limits",
      { { GROUP, HYBRID },
        { MOUNT "/cpu/cpu.cfs_quota_us", "-1\n" },
        { MOUNT "/memory/memory.limit_in_bytes", "9223372036854771712\n" } },
      "none",
      "none",
      "?absent" },
    { "the first version, the group's own",
      { { GROUP, HYBRID },
        { MOUNT "/cpu/job/cpu.cfs_quota_us", "100000\n" },
        { MOUNT "/cpu/job/cpu.cfs_period_us", "100000\n" },
        { MOUNT "/cpu/cpu.cfs_quota_us", "300000\n" },
        { MOUNT "/cpu/cpu.cfs_period_us", "100000\n" } },
      "1",
      "?absent",
      "?absent" },
    { "no period",
      { { GROUP, HYBRID }, { MOUNT "/cpu/cpu.cfs_quota_us", "5\n" } },
      "?absent",
      "?absent",
      "?absent" },
    { "a line without a path", { { GROUP, "cpu\n0::\n:\n" } }, "?absent", "?absent", "?absent" },
};

static void expect(const bres__machine *machine, bres__fact_id id, const char *expected,
                   const char *what)
{
    const bres__fact *fact = &machine->facts[id];
    char text[64];

    if (fact->state != BRES__FACT_KNOWN)
        snprintf(text, sizeof(text), "?%s", bres__fact_state_name(fact->state));
    else if (fact->form == BRES__FORM_TEXT)
        snprintf(text, sizeof(text), "%s", bres__machine_text(machine, id));
    else
        snprintf(text, sizeof(text), "%g",
                 fact->form == BRES__FORM_REAL ? fact->real : (double)fact->integer);
    cr_expect_str_eq(text, expected, "%s, %s: %s", what, bres__fact_describe(id)->key, text);
}

Test(system, cgroup_limits)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_tree tree;
        bres__machine machine;

        bres_test_tree_open(&tree);
        for (size_t k = 0; k < 6 && rows[i].files[k].path != NULL; k++)
            bres_test_tree_put(&tree, rows[i].files[k].path, rows[i].files[k].text);
        bres__machine_read(tree.root, &machine);
        expect(&machine, BRES__FACT_CPU_LIMIT, rows[i].cpu, rows[i].what);
        expect(&machine, BRES__FACT_MEMORY_LIMIT, rows[i].memory, rows[i].what);
        expect(&machine, BRES__FACT_THROTTLED_PERIODS, rows[i].throttled, rows[i].what);
    }
}

Test(system, cgroup_times_are_seconds)
{
    bres_test_tree tree;
    bres__machine machine;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, GROUP, HYBRID);
    bres_test_tree_put(&tree, MOUNT "/cpu/job/cpu.stat",
                       "nr_throttled 2\nthrottled_time 3000000000");
    bres__machine_read(tree.root, &machine);
    expect(&machine, BRES__FACT_THROTTLED_TIME, "3", "the first version");
    cr_expect_eq(bres__cgroup_throttled(tree.root), 3);
}
