/* SPDX-License-Identifier: MIT */
/*
 * Records of Google Benchmark: which of them are one state, and the values that they give.
 */
#include "support/imported.h"
#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Imports a document with these records; ' stands for ". */
static bres_result *import_records(const char *records, uint32_t flags)
{
    bres_import_options options = bres_test_import_options(NULL);
    char text[4096];
    char *document;
    bres_result *result;

    snprintf(text, sizeof text, "{'context':{},'benchmarks':[%s]}", records);
    document = bres_test_json(text);
    options.flags = flags;
    cr_assert_eq(bres_result_import_memory(document, strlen(document), &options, &result), BRES_OK,
                 "%s: %s", records, bres_last_error());
    free(document);
    return result;
}

/* A counter may have the name of a member that its record lacks. */
Test(formats, google_counters_have_names_of_members)
{
    static const char *const names[] = {
        "rms",          "real_coefficient", "cpu_coefficient", "big_o",
        "label",        "skipped",          "error_occurred",  "error_message",
        "skip_message", "aggregate_name",   "aggregate_unit",  "other",
    };
    /* The kind of a record may come after its members. */
    static const char *const records[] = {
        "{'name':'n','run_type':'iteration','real_time':1,'%s':3.5}",
        "{'%s':3.5,'name':'n','real_time':1,'run_type':'iteration'}",
    };

    for (size_t i = 0; i < COUNT(names); i++) {
        for (size_t k = 0; k < COUNT(records); k++) {
            char record[256];
            char tag[64];
            bres_result *result;

            snprintf(record, sizeof record, records[k], names[i]);
            snprintf(tag, sizeof tag, "bres/import/counter/%s", names[i]);
            result = import_records(record, 0);
            cr_assert_eq(bres_test_import_value(bres_test_import_state(result, "n", "n"), tag), 3.5,
                         "%s", record);
            bres_result_unref(result);
        }
    }
}

Test(formats, google_labels_stand_beside_counters)
{
    bres_result *result =
        import_records("{'name':'n','real_time':1,'label':3.5,'label':'text'}", 0);
    const bres_state *state = bres_test_import_state(result, "n", "n");

    cr_assert_eq(bres_test_import_value(state, "bres/import/counter/label"), 3.5);
    cr_assert_str_eq(bres_state_extra_json(state), "{\"bres/import/label\":\"text\"}");
    bres_result_unref(result);
}
