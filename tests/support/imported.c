/* SPDX-License-Identifier: MIT */
#include "support/imported.h"

#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

bres_import_options bres_test_import_options(const bres_load_options *load)
{
    bres_import_options options;

    bres_import_options_init(&options);
    options.load = load;
    return options;
}

char *bres_test_import_data(const char *name, size_t *size)
{
    return bres_test_read_file(bres_test_source("tests/formats/data/%s", name), size);
}

bres_result *bres_test_import(const char *name)
{
    bres_result *result;

    cr_assert_eq(bres_result_import(bres_test_source("tests/formats/data/%s", name), NULL, &result),
                 BRES_OK, "%s: %s", name, bres_last_error());
    return result;
}

const bres_state *bres_test_import_state(const bres_result *result, const char *bench,
                                         const char *state)
{
    const bres_subbench *found = bres_result_subbench(result, bench);

    cr_assert_not_null(found, "%s", bench);
    for (size_t i = 0; i < bres_subbench_state_count(found); i++) {
        const bres_state *each = bres_subbench_state_at(found, i);

        if (strcmp(bres_state_name(each), state) == 0)
            return each;
    }
    cr_assert_fail("%s has no state '%s'", bench, state);
    return NULL;
}

double bres_test_import_value(const bres_state *state, const char *tag)
{
    double value = NAN;

    bres_summary_float64(bres_state_summary(state, tag), &value);
    return value;
}

void bres_test_check_import(const char *text,
                            void (*describe)(const bres_result *result, bres__text *states),
                            const char *states, const char *warnings)
{
    bres_test_log log = { 0 };
    const bres_load_options options = bres_test_options(0, &log);
    bres__text found = { 0 };
    bres_result *result;

    cr_assert_eq(bres_test_load_text(text, &options, &result), BRES_OK, "%s: %s", text,
                 bres_last_error());
    describe(result, &found);
    cr_expect_str_eq(found.data, states, "%s", text);
    if (warnings != NULL)
        cr_expect_str_eq(log.count != 0 ? bres_test_log_text(&log) : "", warnings, "%s", text);
    bres__text_free(&found);
    bres_test_log_clear(&log);
    bres_result_unref(result);
}
