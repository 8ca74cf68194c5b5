/* SPDX-License-Identifier: MIT */
/*
 * The properties of the machine in the result of a tuner, and in its log.
 */
#include "base/base.h"
#include "model/model.h"
#include "support/machine_tree.h"
#include "support/tuned.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define GOVERNOR "/sys/devices/system/cpu/cpu8/cpufreq/scaling_governor"

static void expect_host(const bres_tuner *tuner, const char *part, bool expected)
{
    const bres_result *result = bres_tuner_result(tuner);

    cr_assert_not_null(result);
    cr_expect_eq(strstr(result->meta, part) != NULL, expected, "'%s' in %s", part, result->meta);
}

Test(tune, machine_is_in_the_result)
{
    bres_test_tuned tuned;
    bres_test_tree tree;

    bres_test_tree_open(&tree);
    bres_test_tree_fill(&tree);
    setenv("BENCHRESULT_SYSTEM_ROOT", tree.root, 1);
    bres_test_tuned_begin(&tuned);
    bres_test_tuned_new(&tuned);
    cr_assert_eq(bres_test_tuned_run(&tuned), BRES_OK, "%s", bres_last_error());
    expect_host(tuned.tuner, "\"host\":{\"system\":\"Linux\"", true);
    expect_host(tuned.tuner, "\"during\":", true);
    expect_host(tuned.tuner, "\"changed\":", false);
    cr_expect_str_eq(tuned.log, "");
    bres_test_tuned_free(&tuned);
}

/* The machine changes between the first request and the end. */
Test(tune, machine_that_changes_is_reported)
{
    bres_test_tuned tuned;
    bres_test_tree tree;
    bres_trial *trial;

    bres_test_tree_open(&tree);
    bres_test_tree_fill(&tree);
    setenv("BENCHRESULT_SYSTEM_ROOT", tree.root, 1);
    bres_test_tuned_begin(&tuned);
    bres_test_tuned_new(&tuned);
    cr_assert_eq(bres_tuner_ask(tuned.tuner, &trial, NULL), BRES_OK, "%s", bres_last_error());
    bres_test_tree_put(&tree, GOVERNOR, "powersave\n");
    cr_assert_eq(bres_tuner_finish(tuned.tuner), BRES_OK, "%s", bres_last_error());
    expect_host(tuned.tuner, "\"changed\":{\"governor\":{\"begin\":\"performance\",", true);
    cr_expect_str_eq(tuned.log, "the governor of CPU frequencies changed during the run: it was "
                                "'performance', and is now 'performance (0-3), powersave (8)'\n");
    bres_test_tuned_free(&tuned);
}

Test(tune, known_run_variation_is_in_the_result)
{
    for (int damaged = 0; damaged < 2; damaged++) {
        bres_test_tuned tuned;
        bres_test_tree tree;

        bres_test_tree_open(&tree);
        bres_test_tree_fill(&tree);
        setenv("BENCHRESULT_SYSTEM_ROOT", tree.root, 1);
        bres_test_tree_save_variation(&tree, damaged ? "0" : "0.0125");
        bres_test_tuned_begin(&tuned);
        bres_test_tuned_new(&tuned);
        cr_assert_eq(bres_test_tuned_run(&tuned), BRES_OK, "%s", bres_last_error());
        expect_host(tuned.tuner, "\"run_variation\":0.0125,", !damaged);
        cr_expect_eq(strstr(tuned.log, "the known run variation") != NULL, damaged, "%s",
                     tuned.log);
        bres_test_tuned_free(&tuned);
    }
}
