/* SPDX-License-Identifier: MIT */
/*
 * Parts of a result as text, and the records that bindings read.
 */
#include "base/base.h"
#include "support/support.h"
#include "support/written.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <string.h>

#define HEAD                                                                                       \
    "\"name\":\"b\",\"index\":7,\"odd\":1,\"devices\":[0],\"axes\":[{\"name\":\"N\","              \
    "\"type\":\"int64\",\"flags\":\"\",\"values\":[{\"input_string\":\"4\",\"value\":4.0}]}]"
#define STATE_HEAD                                                                                 \
    "\"name\":\"N=4\",\"timeout\":1.50,\"device\":3,\"type_config_index\":2,\"axis_values\":[{"    \
    "\"name\":\"N\",\"type\":\"int64\",\"value\":4}]"
#define SUMMARY                                                                                    \
    "{\"tag\":\"t\",\"name\":false,\"hide\":0,\"data\":[{\"name\":\"value\",\"type\":\"float64\"," \
    "\"value\":0.50}]}"
#define UTILIZATION                                                                                \
    "{\"tag\":\"nv/cold/bw/global/utilization\",\"data\":[{\"name\":\"value\",\"type\":\"int64\"," \
    "\"value\":\"1\"},{\"name\":\"x\",\"type\":\"string\",\"value\":\"y\"}]}"
#define STATE_TAIL "\"is_skipped\":null,\"skip_reason\":5,\"run\":9"
#define FILE_TEXT                                                                                  \
    "{\"benchmarks\":[{" HEAD ",\"states\":[{" STATE_HEAD ",\"summaries\":[" SUMMARY               \
    "," UTILIZATION "]," STATE_TAIL "},{\"name\":\"\",\"is_skipped\":true,"                        \
    "\"skip_reason\":\"why\"},{\"name\":\"\"}]}]}"

static const bres_state *part_state(const bres_result *result, size_t index)
{
    return bres_subbench_state_at(bres_result_subbench_at(result, 0), index);
}

static void part_check(bres_status status, char *json, const char *expected)
{
    cr_assert_eq(status, BRES_OK, "%s", bres_last_error());
    cr_assert_str_eq(json, expected);
    bres_string_free(json);
}

Test(nvbench, parts_are_as_in_the_file)
{
    bres_result *result = bres_test_load_strict(FILE_TEXT);
    const bres_state *state = part_state(result, 0);
    char *json;
    bres_status status;

    status = bres_subbench_json(bres_result_subbench_at(result, 0), &json);
    part_check(status, json, "{" HEAD "}");
    status = bres_state_json(state, &json);
    part_check(status, json, "{" STATE_HEAD "," STATE_TAIL "}");
    status = bres_summary_json(bres_state_summary_at(state, 0), &json);
    part_check(status, json, SUMMARY);
    bres_result_unref(result);
}

Test(nvbench, parts_of_a_built_result)
{
    bres_result *result;
    bres_subbench *bench;
    char *json;
    bres_status status;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "first", &bench), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "second", &bench), BRES_OK);
    status = bres_subbench_json(bench, &json);
    part_check(status, json, "{\"name\":\"second\",\"index\":1,\"devices\":null,\"axes\":null}");
    bres_result_unref(result);
}

Test(nvbench, parts_need_their_arguments)
{
    char *json = (char *)"";

    cr_assert_eq(bres_subbench_json(NULL, &json), BRES_ERROR_ARGUMENT);
    cr_assert_null(json);
    json = (char *)"";
    cr_assert_eq(bres_state_json(NULL, &json), BRES_ERROR_ARGUMENT);
    cr_assert_null(json);
    json = (char *)"";
    cr_assert_eq(bres_summary_json(NULL, &json), BRES_ERROR_ARGUMENT);
    cr_assert_null(json);
    cr_assert_eq(bres_state_json(NULL, NULL), BRES_ERROR_ARGUMENT);
}

static bres_status part_end(bres_status status, char *json)
{
    cr_assert_eq(json != NULL, status == BRES_OK);
    bres_string_free(json);
    return status;
}

static bres_status parts_once(void *context)
{
    const bres_state *state = part_state(context, 0);
    char *json;
    bres_status status = bres_state_json(state, &json);

    status = part_end(status, json);
    if (status != BRES_OK)
        return status;
    status = bres_subbench_json(bres_state_subbench(state), &json);
    status = part_end(status, json);
    if (status != BRES_OK)
        return status;
    status = bres_summary_json(bres_state_summary_at(state, 0), &json);
    return part_end(status, json);
}

Test(nvbench, parts_survive_every_failing_allocation)
{
    bres_result *result = bres_test_load_strict(FILE_TEXT);

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, parts_once, result);
    bres_result_unref(result);
}

Test(nvbench, state_records_say_what_the_getters_say)
{
    bres_result *result = bres_test_load_strict(FILE_TEXT);
    bres_state_record record;

    bres_state_fill_record(part_state(result, 0), &record);
    cr_assert_str_eq(record.name, "N=4");
    cr_assert_str_eq(record.point_name, "N=4");
    cr_assert_null(record.skip_reason);
    cr_assert_eq(record.device, 3);
    cr_assert_eq(record.type_config_index, 2);
    cr_assert_eq(record.run, 9);
    cr_assert_eq(record.bw, 1.0);
    cr_assert_eq(record.has, BRES_STATE_HAS_DEVICE | BRES_STATE_HAS_TYPE_CONFIG_INDEX |
                                 BRES_STATE_HAS_BW | BRES_STATE_SKIP_UNKNOWN |
                                 BRES_STATE_HAS_SKIP_REASON);
    bres_state_fill_record(part_state(result, 1), &record);
    cr_assert_str_eq(record.skip_reason, "why");
    cr_assert_eq(record.has, BRES_STATE_IS_SKIPPED | BRES_STATE_HAS_SKIP_REASON);
    bres_state_fill_record(part_state(result, 2), &record);
    cr_assert_eq(record.has, 0);
    bres_state_fill_record(NULL, &record);
    cr_assert_null(record.name);
    cr_assert_eq(record.has, 0);
    bres_state_fill_record(part_state(result, 0), NULL);
    bres_result_unref(result);
}

Test(nvbench, summary_records_come_in_blocks)
{
    bres_result *result = bres_test_load_strict(FILE_TEXT);
    const bres_state *state = part_state(result, 0);
    bres_summary_record records[3];

    cr_assert_eq(bres_state_summary_records(state, 0, records, 3), 2);
    cr_assert_eq(records[0].summary, bres_state_summary_at(state, 0));
    cr_assert_eq(records[0].kind, BRES_KIND_FLOAT64);
    cr_assert_eq(records[0].float64, 0.5);
    cr_assert_eq(records[0].field_count, 1);
    cr_assert_eq(records[1].kind, BRES_KIND_INT64);
    cr_assert_eq(records[1].int64, 1);
    cr_assert_eq(records[1].float64, 1.0);
    cr_assert_eq(records[1].field_count, 2);
    cr_assert_neq(records[0].shape, records[1].shape);
    cr_assert_eq(bres_state_summary_records(state, 1, records, 1), 1);
    cr_assert_eq(records[0].summary, bres_state_summary_at(state, 1));
    cr_assert_eq(bres_state_summary_records(state, 2, records, 3), 0);
    cr_assert_eq(bres_state_summary_records(state, 0, NULL, 3), 0);
    cr_assert_eq(bres_state_summary_records(NULL, 0, records, 3), 0);
    bres_result_unref(result);
}
