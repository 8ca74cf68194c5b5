/* SPDX-License-Identifier: MIT */
/*
 * The request to the kernel that keeps the processors awake.
 */
#include "judge/processors/awake.h"

#include "base/fault.h"
#include "support/machine_tree.h"
#include "support/solutions.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEVICE "/dev/cpu_dma_latency"
#define DRIVER "/sys/devices/system/cpu/cpuidle/current_driver"

/* Reads the latency that was written to the device; -1: none. Returns the number of bytes, -1
 * without the device. */
static ssize_t device_read(const bres_test_tree *tree, int32_t *latency)
{
    char path[4096 + sizeof(DEVICE)];
    ssize_t size;
    int fd;

    snprintf(path, sizeof(path), "%s" DEVICE, tree->root);
    fd = open(path, O_RDONLY | O_CLOEXEC);
    *latency = -1;
    size = fd >= 0 ? read(fd, latency, sizeof(*latency)) : -1;
    close(fd);
    return size;
}

static const struct {
    const char *driver; /* NULL: the file is missing */
    int32_t latency;
} rows[] = {
    { "haltpoll\n", 0 }, { "intel_idle\n", 2 }, { "acpi_idle\n", 2 }, { "none\n", 2 }, { NULL, 2 },
};

Test(judge, awake_limits_the_time_to_wake_up)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        bres_test_tree tree;
        int32_t latency;
        int awake;

        bres_test_tree_open(&tree);
        bres_test_tree_put(&tree, DEVICE, "");
        if (rows[i].driver != NULL)
            bres_test_tree_put(&tree, DRIVER, rows[i].driver);
        awake = bres__awake_begin(tree.root);
        cr_assert_geq(awake, 0, "row %zu", i);
        cr_expect_neq(fcntl(awake, F_GETFD) & FD_CLOEXEC, 0, "row %zu", i);
        cr_expect_eq(device_read(&tree, &latency), (ssize_t)sizeof(latency), "row %zu", i);
        cr_expect_eq(latency, rows[i].latency, "row %zu", i);
        bres__awake_end(awake);
        cr_expect_eq(fcntl(awake, F_GETFD), -1, "row %zu", i);
    }
}

Test(judge, awake_is_left_without_the_device)
{
    bres_test_tree tree;
    int32_t latency;

    bres_test_tree_open(&tree);
    cr_expect_eq(bres__awake_begin(tree.root), -1);
    cr_expect_eq(device_read(&tree, &latency), -1, "the judge makes no file");
    bres__awake_end(-1);
}

/* If the device fails, a judgement continues without it, and no descriptor stays open. */
Test(judge, awake_ends_if_the_device_fails)
{
    bres_test_leftovers before;
    bres_test_tree tree;
    size_t failures = 0;
    bool is_hit = true;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, DEVICE, "");
    bres_test_leftovers_begin(&before);
    for (size_t n = 1; is_hit; n++) {
        int awake;

        bres__faults_arm(BRES__FAULT_IO, n, false);
        awake = bres__awake_begin(tree.root);
        is_hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        failures += awake < 0;
        bres__awake_end(awake);
        bres_test_leftovers_check(&before, "a failure");
    }
    bres_test_leftovers_end();
    cr_expect_geq(failures, 2, "opening it, and writing");
}

Test(judge, awake_is_asked_for_samples)
{
    bres_test_solution solution = {
        .name = "product_unrolled",
        .problem = "matrix-multiplication",
        .status = "BENCHMARKED",
    };
    bres_test_leftovers before;
    bres_judge_options options;
    bres_test_tree tree;
    int32_t latency;

    bres_test_tree_open(&tree);
    bres_test_tree_put(&tree, DEVICE, "");
    setenv("BENCHRESULT_SYSTEM_ROOT", tree.root, 1);
    bres_test_solution_options(&solution, &options);
    bres_test_leftovers_begin(&before);
    bres_judgement_free(bres_test_solution_judge(&solution, &options));
    bres_test_leftovers_check(&before, "a judgement");
    bres_test_leftovers_end();
    unsetenv("BENCHRESULT_SYSTEM_ROOT");
    cr_expect_eq(device_read(&tree, &latency), (ssize_t)sizeof(latency));
    cr_expect_eq(latency, 2);
}
