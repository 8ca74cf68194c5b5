/* SPDX-License-Identifier: MIT */
/*
 * Probes that are saved for later runs.
 */
#include "base/base.h"
#include "support/machine_tree.h"
#include "support/probed.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state directory of the user, in the tree of a made-up machine. */
static const char *state_open(bres_test_tree *tree)
{
    static char state[8192];

    bres_test_tree_open(tree);
    bres_test_tree_fill(tree);
    setenv("BENCHRESULT_SYSTEM_ROOT", tree->root, 1);
    snprintf(state, sizeof(state), "%s/state", tree->root);
    setenv("XDG_STATE_HOME", state, 1);
    return state;
}

static void expect_saved(const char *path, const bres_probe_outcome *outcome)
{
    bres_saved_probe saved;

    bres_saved_probe_init(&saved);
    cr_assert_eq(bres_saved_probe_load(path, &saved), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(saved.run_variation, outcome->run_variation);
    cr_expect_eq(saved.detectable_effect, outcome->detectable_effect);
    cr_expect_eq(saved.one_run_effect, outcome->one_run_effect);
    cr_expect_str_eq(saved.date, "2026-11-23T01:02:03Z");
}

Test(race, probe_is_saved)
{
    const struct timespec now = { .tv_sec = 1795395723, .tv_nsec = 999999999 };
    bres_test_probed probed;
    bres_test_tree tree;
    bres_saved_probe saved;
    char expected[8300];
    char *path;

    snprintf(expected, sizeof(expected), "%s/benchresult/machine.json", state_open(&tree));
    bres_test_probed_open(&probed, 0.002);
    bres_test_probed_measure(&probed);
    bres_saved_probe_init(&saved);
    cr_assert_eq(bres_saved_probe_load(NULL, &saved), BRES_OK);
    cr_expect(saved.run_variation == 0 && saved.date[0] == '\0');
    bres__wall_set(&now);
    cr_assert_eq(bres_probe_save(probed.probe, NULL), BRES_OK, "%s", bres_last_error());
    bres__wall_set(NULL);
    expect_saved(NULL, probed.outcome);
    cr_assert_eq(bres_saved_probe_path(&path), BRES_OK);
    cr_expect_str_eq(path, expected);
    expect_saved(path, probed.outcome);
    bres_string_free(path);
    bres_probe_free(probed.probe);
}

Test(race, probe_save_refuses)
{
    bres_test_probed probed;
    bres_test_tree tree;
    bres_saved_probe saved = { .size = 0 };

    state_open(&tree);
    bres_test_probed_open(&probed, 0.002);
    probed.options.max_time = 0.5;
    bres_test_probed_measure(&probed);
    cr_expect_eq(bres_probe_save(probed.probe, NULL), BRES_ERROR_STATE);
    cr_expect_not_null(strstr(bres_last_error(), "allow more time"), "%s", bres_last_error());
    cr_expect_eq(bres_probe_save(NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_saved_probe_load(NULL, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_saved_probe_load(NULL, &saved), BRES_ERROR_VERSION);
    cr_expect_eq(bres_saved_probe_path(NULL), BRES_ERROR_ARGUMENT);
    bres_saved_probe_init(NULL);
    bres_saved_probe_init(&saved);
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    cr_expect_eq(bres_saved_probe_load(NULL, &saved), BRES_ERROR_NO_FILE);
    bres_probe_free(probed.probe);
    bres_test_probed_open(&probed, 0.002);
    bres_test_probed_measure(&probed);
    cr_expect_eq(bres_probe_save(probed.probe, NULL), BRES_ERROR_NO_FILE);
    bres_probe_free(probed.probe);
}

static bres_status save_and_load(void *context)
{
    bres_saved_probe saved;
    bres_status status = bres_probe_save(context, NULL);

    bres_saved_probe_init(&saved);
    return status == BRES_OK ? bres_saved_probe_load(NULL, &saved) : status;
}

Test(race, probe_save_without_memory)
{
    bres_test_probed probed;
    bres_test_tree tree;

    state_open(&tree);
    bres_test_probed_open(&probed, 0.002);
    bres_test_probed_measure(&probed);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, save_and_load, probed.probe);
    bres_probe_free(probed.probe);
}
