/* SPDX-License-Identifier: MIT */
/* Symbols of shared objects: tests/objects/timed.c. */
#include "base/fault.h"
#include "support/support.h"

#include <benchresult/timer.h>
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static const char *object_path(void)
{
    return bres_test_beside("objects/libtimed.so");
}

/* A number in the shared object, which must be loaded. */
static int object_number(const char *name)
{
    void *object = dlopen(object_path(), RTLD_NOW | RTLD_NOLOAD);
    const int *number;
    int value;

    cr_assert_not_null(object, "%s", dlerror());
    number = dlsym(object, name);
    cr_assert_not_null(number, "%s", dlerror());
    value = *number;
    dlclose(object);
    return value;
}

static void measure(bres_timer *timer, bres_measurement **measurement)
{
    bres_timer_options options;

    bres_timer_options_init(&options);
    options.number = 500;
    cr_assert_eq(bres_timer_measure(timer, BRES_TIMING_TIMEIT, &options, measurement), BRES_OK,
                 "%s", bres_last_error());
}

Test(timer, timer_symbol)
{
    const char *path = object_path();
    const bres_task_spec *spec;
    bres_measurement *measurement;
    bres_timer *timer;
    char label[4200];

    snprintf(label, sizeof(label), "%s:timed_statement", path);
    cr_assert_eq(bres_timer_new_symbol(path, "timed_statement", "timed_setup", NULL, &timer),
                 BRES_OK, "%s", bres_last_error());
    cr_expect_eq(object_number("timed_setups"), 0);
    measure(timer, &measurement);
    cr_expect_eq(object_number("timed_executions"), 505);
    cr_expect_eq(object_number("timed_setups"), 2);
    spec = bres_measurement_spec(measurement);
    cr_expect_str_eq(spec->stmt, "timed_statement");
    cr_expect_str_eq(spec->setup, "timed_setup");
    cr_expect_str_eq(spec->label, label);
    bres_timer_free(timer);
    cr_expect_null(dlopen(path, RTLD_NOW | RTLD_NOLOAD), "it is not loaded any more");
    bres_measurement_free(measurement);
}

Test(timer, timer_symbol_with_a_spec)
{
    bres_measurement *measurement;
    bres_timer *timer;
    bres_task_spec spec;

    bres_task_spec_init(&spec);
    spec.stmt = "the statement";
    spec.setup = "the setup";
    spec.label = "";
    cr_assert_eq(
        bres_timer_new_symbol(object_path(), "timed_other_statement", "timed_setup", &spec, &timer),
        BRES_OK, "%s", bres_last_error());
    measure(timer, &measurement);
    cr_expect_eq(object_number("timed_executions"), 505);
    cr_expect_str_eq(bres_measurement_spec(measurement)->stmt, "the statement");
    cr_expect_str_eq(bres_measurement_spec(measurement)->setup, "the setup");
    cr_expect_str_eq(bres_measurement_spec(measurement)->label, "");
    bres_measurement_free(measurement);
    bres_timer_free(timer);
}

/* 42 */
Test(timer, timer_symbol_that_is_not_there)
{
    const char *path = object_path();
    const char *text = bres_test_source("Makefile");
    const struct {
        const char *library;
        const char *symbol;
        const char *setup;
        bres_status status;
        const char *message;
    } rows[] = {
        { "/no/such/object.so", "f", NULL, BRES_ERROR_NO_FILE, "cannot load the shared object: " },
        { "libno-such-object.so", "f", NULL, BRES_ERROR_NO_FILE, "libno-such-object.so" },
        { text, "f", NULL, BRES_ERROR_NO_FILE, "invalid ELF header" },
        { path, "no_such_symbol", NULL, BRES_ERROR_KEY, "no_such_symbol" },
        { path, "timed_statement", "no_such_setup", BRES_ERROR_KEY, "no_such_setup" },
        { path, "timed_nothing", NULL, BRES_ERROR_KEY, "its value is NULL" },
        { path, "\xff", NULL, BRES_ERROR_ARGUMENT, "UTF-8" },
        { NULL, "f", NULL, BRES_ERROR_ARGUMENT, "library is NULL" },
        { path, NULL, NULL, BRES_ERROR_ARGUMENT, "symbol is NULL" },
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        bres_timer *timer = (bres_timer *)1;

        cr_expect_eq(
            bres_timer_new_symbol(rows[i].library, rows[i].symbol, rows[i].setup, NULL, &timer),
            rows[i].status, "row %zu: %s", i, bres_last_error());
        cr_expect_null(timer);
        cr_expect_not_null(strstr(bres_last_error(), rows[i].message), "row %zu: %s", i,
                           bres_last_error());
    }
    cr_expect_eq(bres_timer_new_symbol(path, "timed_statement", NULL, NULL, NULL),
                 BRES_ERROR_ARGUMENT);
}

static bres_status sweep_new(void *context)
{
    bres_timer *timer = NULL;
    const bres_status status =
        bres_timer_new_symbol(context, "timed_statement", "timed_setup", NULL, &timer);

    cr_assert_eq(timer == NULL, status != BRES_OK);
    bres_timer_free(timer);
    return status;
}

Test(timer, timer_symbol_survives_every_failure)
{
    char path[4096];

    snprintf(path, sizeof(path), "%s", object_path());
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, sweep_new, path);
}
