/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "model/model.h"

#include "support/describe.h"
#include "support/support.h"

#include <benchresult/nvbench.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INPUTS_MAX 4

/* Loads a text in which ' stands for ". */
static bres_status load_quietly(const char *name, const char *text, bres_result **result)
{
    bres_load_options options;
    char *json = strdup(text);
    bres_status status;

    for (char *quote = json; (quote = strchr(quote, '\'')) != NULL;)
        *quote = '"';
    bres_load_options_init(&options);
    options.name = name;
    status = bres_result_load_memory(json, strlen(json), &options, result);
    free(json);
    return status;
}

static bres_result *load(const char *name, const char *text)
{
    bres_result *result;

    cr_assert_eq(load_quietly(name, text, &result), BRES_OK, "%s: %s", text, bres_last_error());
    return result;
}

static bres_result *merge(bres_result *const *inputs, size_t count)
{
    bres_result *merged;

    cr_assert_eq(bres_result_merge(inputs, count, &merged), BRES_OK, "%s", bres_last_error());
    return merged;
}

/* Merges two results and releases the inputs, which the merged result must not need. */
static bres_result *merge_two(bres_result *a, bres_result *b)
{
    bres_result *const inputs[] = { a, b };
    bres_result *merged = merge(inputs, 2);

    bres_result_unref(a);
    bres_result_unref(b);
    return merged;
}

Test(model, one_merged_result_is_itself_but_for_the_meta_section)
{
    bres_result *result;
    bres_result *merged;
    bres_result *again;

    cr_assert_eq(bres_test_build_small(&result), BRES_OK);
    char *expected = bres_test_describe_body(result);
    merged = merge(&result, 1);
    again = merge(&merged, 1);
    cr_expect_str_eq(bres_result_meta_json(merged),
                     "{\"argv\":[\"prog\"],\"version\":{\"json\":{\"string\":\"1.0.0\"}},"
                     "\"benchresult\":{\"merged\":[{\"argv\":[\"prog\"],\"version\":{\"json\":{"
                     "\"string\":\"1.0.0\"}}}],\"merged_runs\":[{\"run\":0,\"runs\":2}]}}");
    cr_expect_str_eq(bres_result_file_version(merged), "1.0.0");
    cr_expect_str_eq(bres_result_meta_json(again), bres_result_meta_json(merged));
    cr_expect_null(bres_result_path(merged));
    bres_result_unref(result);
    bres_result_unref(merged);
    char *actual = bres_test_describe_body(again);
    bres_test_same_text(actual, expected, "merged twice");
    free(actual);
    free(expected);
    bres_result_unref(again);
}

/* A comparison needs the races of the inputs. */
Test(model, a_merged_result_lists_races)
{
    static const struct {
        const char *inputs[2]; /* `benchresult` objects */
        const char *races;     /* NULL: none */
    } rows[] = {
        { { "{'pair':1}", "{}" }, NULL },
        { { "{'race':{'seed':'1'}}", "{}" }, "\"races\":[{\"seed\":\"1\"}]" },
        { { "{}", "{'race':{'seed':'1'}}" }, "\"races\":[{\"seed\":\"1\"}]" },
        { { "{'race':{'seed':'1'}}", "{'races':[{'seed':'2'},{'seed':'3'}]}" },
          "\"races\":[{\"seed\":\"1\"},{\"seed\":\"2\"},{\"seed\":\"3\"}]" },
        { { "{'race':7}", "{'races':{}}" }, NULL },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_result *inputs[2];
        bres_result *merged;
        const char *races;

        for (int n = 0; n < 2; n++) {
            char text[256];

            snprintf(text, sizeof(text), "{'meta':{'benchresult':%s},'devices':[],'benchmarks':[]}",
                     rows[i].inputs[n]);
            inputs[n] = load("input", text);
        }
        merged = merge_two(inputs[0], inputs[1]);
        races = strstr(bres_result_meta_json(merged), "],\"races\"");
        cr_expect_eq(races != NULL, rows[i].races != NULL, "row %zu: %s", i,
                     bres_result_meta_json(merged));
        if (races != NULL && rows[i].races != NULL)
            cr_expect_eq(strncmp(races + 2, rows[i].races, strlen(rows[i].races)), 0, "row %zu: %s",
                         i, races);
        bres_result_unref(merged);
    }
}

Test(model, a_merged_result_never_changes)
{
    bres_result *result;
    bres_result *merged;
    bres_state *state;

    cr_assert_eq(bres_test_build_small(&result), BRES_OK);
    merged = merge(&result, 1);
    cr_expect_eq(bres_result_set_meta_json(merged, "{}"), BRES_ERROR_STATE);
    state = (bres_state *)bres_subbench_state_at(bres_result_subbench_at(merged, 0), 0);
    cr_expect_eq(bres_state_set_run(state, 3), BRES_ERROR_STATE);
    bres_result_unref(result);
    bres_result_unref(merged);
}

Test(model, merging_nothing_is_an_error)
{
    bres_result *nothing[] = { NULL };
    bres_result *merged = (bres_result *)&merged;
    bres_result *result;

    cr_expect_eq(bres_result_merge(nothing, 1, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_result_merge(NULL, 1, &merged), BRES_ERROR_ARGUMENT);
    cr_expect_null(merged);
    cr_expect_eq(bres_result_merge(nothing, 0, &merged), BRES_ERROR_ARGUMENT);
    cr_assert_eq(bres_result_new(&result), BRES_OK);
    bres_result *const hole[] = { result, NULL };
    cr_expect_eq(bres_result_merge(hole, 2, &merged), BRES_ERROR_ARGUMENT);
    cr_expect_not_null(strstr(bres_last_error(), "result 2"));
    cr_expect_null(merged);
    bres_result_unref(result);
}

/* The entry of an input without states in the list of runs. */
#define NO_RUNS "{\"run\":0,\"runs\":0}"

Test(model, meta_sections_are_listed)
{
    static const struct {
        const char *inputs[INPUTS_MAX]; /* NULL: the result has no meta section */
        size_t count;
        const char *expected;
    } table[] = {
        { { NULL }, 1, "{\"benchresult\":{\"merged\":[null],\"merged_runs\":[" NO_RUNS "]}}" },
        { { NULL, "{\"a\":1}" },
          2,
          "{\"benchresult\":{\"merged\":[null,{\"a\":1}],\"merged_runs\":[" NO_RUNS "," NO_RUNS
          "]}}" },
        { { "{\"a\": 1}", NULL },
          2,
          "{\"a\":1,\"benchresult\":{\"merged\":[{\"a\":1},null],\"merged_runs\":[" NO_RUNS
          "," NO_RUNS "]}}" },
        { { "{\"benchresult\":{\"host\":\"x\"},\"a\":1}", "{}" },
          2,
          "{\"a\":1,\"benchresult\":{\"merged\":[{\"benchresult\":{\"host\":\"x\"},\"a\":1},{}],"
          "\"merged_runs\":[" NO_RUNS "," NO_RUNS "]}}" },
        { { "{\"a\":1,\"benchresult\":{\"merged\":[{\"b\":2}, null]}}", "{\"c\":3}" },
          2,
          "{\"a\":1,\"benchresult\":{\"merged\":[{\"b\":2},null,{\"c\":3}],\"merged_runs\":"
          "[" NO_RUNS "," NO_RUNS "," NO_RUNS "]}}" },
        { { "{\"c\":3}", "{\"benchresult\":{\"merged\":[]}}" },
          2,
          "{\"c\":3,\"benchresult\":{\"merged\":[{\"c\":3}],\"merged_runs\":[" NO_RUNS "]}}" },
        { { "{\"benchresult\":{\"merged\":1}}" },
          1,
          "{\"benchresult\":{\"merged\":[{\"benchresult\":{\"merged\":1}}],\"merged_runs\":"
          "[" NO_RUNS "]}}" },
        { { "{\"benchresult\":[{\"merged\":[]}]}" },
          1,
          "{\"benchresult\":{\"merged\":[{\"benchresult\":[{\"merged\":[]}]}],\"merged_runs\":"
          "[" NO_RUNS "]}}" },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        bres_result *inputs[INPUTS_MAX];
        bres_result *merged;

        for (size_t r = 0; r < table[i].count; r++) {
            cr_assert_eq(bres_result_new(&inputs[r]), BRES_OK);
            if (table[i].inputs[r] != NULL)
                cr_assert_eq(bres_result_set_meta_json(inputs[r], table[i].inputs[r]), BRES_OK);
        }
        merged = merge(inputs, table[i].count);
        for (size_t r = 0; r < table[i].count; r++)
            bres_result_unref(inputs[r]);
        cr_expect_str_eq(bres_result_meta_json(merged), table[i].expected, "row %zu", i);
        bres_result_unref(merged);
    }
}

Test(model, shards_are_put_together)
{
    bres_result *a =
        load("a.json",
             "{'meta':{'argv':['p','--shard','0/2']},'site':'x','devices':[{'id':0,'name':'A'}],"
             "'benchmarks':[{'name':'copy','index':0,'timeout':15.0,'devices':[0],'axes':["
             "{'name':'T','type':'type','flags':'','values':["
             "{'input_string':'I8','description':'','is_active':false},"
             "{'input_string':'I16','description':'short','is_active':true}]},"
             "{'name':'N','type':'int64','flags':'pow2','unit':'items','values':["
             "{'input_string':'4','description':'2^4 = 16','value':16},"
             "{'input_string':'5','description':'2^5 = 32','value':32}]}],"
             "'states':[{'name':'Device=0 T=I16 N=2^4','device':0,'type_config_index':1,"
             "'axis_values':[{'name':'T','type':'string','value':'I16'},"
             "{'name':'N','type':'int64','value':'16'}],'summaries':null,'is_skipped':false}]},"
             "{'name':'only a','index':1,'devices':null,'axes':null,'states':[]}]}");
    bres_result *b = load(
        "b.json",
        "{'meta':{'argv':['p','--shard','1/2']},'more':{'k':[1,2]},"
        "'devices':[{'name':'A','id':0},{'id':1,'name':'B'}],"
        "'benchmarks':[{'name':'only b','index':0,'devices':[],'axes':[],'states':[]},"
        "{'name':'copy','index':1,'min_samples':3,'timeout':15.00,'devices':[1,0],'axes':["
        "{'name':'N','type':'int64','flags':'pow2','unit':'items','values':["
        "{'input_string':'5','description':'2^5 = 32','value':32},"
        "{'input_string':'6','description':'2^6 = 64','value':64}]},"
        "{'name':'T','type':'type','values':["
        "{'input_string':'I8','description':'','is_active':true}]},"
        "{'name':'M','type':'string','flags':null,'values':null}],"
        "'states':[{'name':'Device=1 T=I8 N=2^6','device':1,'type_config_index':0,'mood':'good',"
        "'axis_values':[{'name':'T','type':'string','value':'I8'},"
        "{'name':'N','type':'int64','value':'64'}],'summaries':[],'is_skipped':true,"
        "'skip_reason':'tired'}]}]}");
    bres_result *merged = merge_two(a, b);
    const bres_subbench *copy = bres_result_subbench_at(merged, 0);
    const bres_axis *type = bres_subbench_axis_at(copy, 0);
    const bres_axis *n = bres_subbench_axis_at(copy, 1);
    const char *const exponents[] = { "4", "5", "6" };
    const bres_state *state;

    cr_expect_str_eq(bres_result_extra_json(merged), "{\"site\":\"x\",\"more\":{\"k\":[1,2]}}");
    cr_expect_eq(bres_result_device_count(merged), 2);
    cr_expect_str_eq(bres_device_name(bres_result_device_at(merged, 1)), "B");
    cr_assert_eq(bres_result_subbench_count(merged), 3);
    cr_expect_str_eq(bres_subbench_name(bres_result_subbench_at(merged, 1)), "only a");
    cr_expect_str_eq(bres_subbench_name(bres_result_subbench_at(merged, 2)), "only b");
    cr_expect_str_eq(bres_subbench_extra_json(copy),
                     "{\"index\":0,\"timeout\":15.0,\"min_samples\":3}");
    cr_expect_str_eq(bres_subbench_extra_json(bres_result_subbench_at(merged, 2)), "{\"index\":2}");
    cr_expect_eq(bres_result_subbench(merged, "copy"), copy);
    cr_assert_eq(bres_subbench_device_count(copy), 2);
    cr_expect_eq(bres_subbench_device_id_at(copy, 0), 0);
    cr_expect_eq(bres_subbench_device_id_at(copy, 1), 1);
    cr_expect_eq(copy->devices_json, BRES__JSON_ARRAY);
    cr_expect_eq(bres_result_subbench_at(merged, 1)->devices_json, BRES__JSON_NULL);

    cr_assert_eq(bres_subbench_axis_count(copy), 3);
    cr_expect_str_eq(bres_axis_name(type), "T");
    cr_expect_eq(bres_axis_value_count(type), 2);
    cr_expect(bres_axis_value_is_active(bres_axis_value_at(type, 0)), "active in one of them");
    cr_expect_str_eq(bres_axis_full_name(n), "N[pow2]");
    cr_expect_str_eq(bres_axis_extra_json(n), "{\"unit\":\"items\"}");
    cr_assert_eq(bres_axis_value_count(n), 3);
    for (size_t i = 0; i < 3; i++)
        cr_expect_str_eq(bres_axis_value_input_string(bres_axis_value_at(n, i)), exponents[i]);
    cr_expect_str_eq(bres_axis_name(bres_subbench_axis_at(copy, 2)), "M");

    cr_assert_eq(bres_subbench_state_count(copy), 2);
    state = bres_subbench_state_at(copy, 1);
    cr_expect_eq(bres_state_subbench(state), copy);
    cr_expect_str_eq(bres_state_name(state), "Device=1 T=I8 N=2^6");
    cr_expect_str_eq(bres_state_point_name(state), "T=I8 N[pow2]=6");
    cr_expect_eq(bres_subbench_state(copy, "T=I8 N[pow2]=6"), state);
    cr_expect_str_eq(bres_state_extra_json(state), "{\"mood\":\"good\"}");
    cr_expect_str_eq(bres_state_skip_reason(state), "tired");
    cr_expect_eq(bres_state_run(state), 0);
    bres_result_unref(merged);
}

Test(model, a_list_that_one_input_has_is_there)
{
    static const struct {
        const char *first;
        const char *second;
        bres__json_kind kind;
    } table[] = {
        { NULL, NULL, BRES__JSON_MISSING }, { NULL, "null", BRES__JSON_NULL },
        { "null", NULL, BRES__JSON_NULL },  { "null", "[]", BRES__JSON_ARRAY },
        { "[]", NULL, BRES__JSON_ARRAY },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        const char *const lists[] = { table[i].first, table[i].second };
        bres_result *inputs[2];
        bres_result *merged;
        const bres_subbench *bench;

        for (size_t r = 0; r < 2; r++) {
            const char *list = lists[r];
            char text[200];

            if (list == NULL)
                snprintf(text, sizeof(text), "{'benchmarks':[{'name':'b','states':[]}]}");
            else
                snprintf(text, sizeof(text),
                         "{'devices':%s,'benchmarks':[{'name':'b','devices':%s,'axes':%s,"
                         "'states':[]}]}",
                         list, list, list);
            inputs[r] = load("in.json", text);
        }
        merged = merge_two(inputs[0], inputs[1]);
        bench = bres_result_subbench_at(merged, 0);
        cr_expect_eq(merged->devices_json, table[i].kind, "row %zu", i);
        cr_expect_eq(bench->devices_json, table[i].kind, "row %zu", i);
        cr_expect_eq(bench->axes_json, table[i].kind, "row %zu", i);
        bres_result_unref(merged);
    }
}

Test(model, benchmarks_match_by_name_and_occurrence)
{
    static const struct {
        const char *inputs[3][4];
        const char *expected;
    } table[] = {
        { { { "x", "y" }, { "x", "y" } }, "x2 y2 " },
        { { { "x", "y" }, { "y", "x" } }, "x2 y2 " },
        { { { "x", "x" }, { "x" } }, "x2 x1 " },
        { { { "x" }, { "x", "x" } }, "x2 x1 " },
        { { { "x" }, { "y", "x", "x" }, { "x", "x", "x" } }, "x3 y1 x2 x1 " },
        { { { NULL }, { "x" } }, "x1 " },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        bres_result *inputs[3];
        bres_result *merged;
        char actual[64] = "";

        for (size_t r = 0; r < 3; r++) {
            cr_assert_eq(bres_result_new(&inputs[r]), BRES_OK);
            for (size_t b = 0; b < 4 && table[i].inputs[r][b] != NULL; b++) {
                bres_subbench *bench;
                bres_state *state;

                cr_assert_eq(bres_result_add_subbench(inputs[r], table[i].inputs[r][b], &bench),
                             BRES_OK);
                cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
            }
        }
        merged = merge(inputs, 3);
        for (size_t b = 0; b < bres_result_subbench_count(merged); b++) {
            const bres_subbench *bench = bres_result_subbench_at(merged, b);

            sprintf(actual + strlen(actual), "%s%zu ", bres_subbench_name(bench),
                    bres_subbench_state_count(bench));
        }
        cr_expect_str_eq(actual, table[i].expected, "row %zu", i);
        for (size_t r = 0; r < 3; r++)
            bres_result_unref(inputs[r]);
        bres_result_unref(merged);
    }
}

/* States are written as `x@run`, where x is a value of the axis. */
static bres_result *runs_result(const char *states)
{
    static const char *const values[] = { "a", "b", "c" };
    bres_result *result;
    bres_subbench *bench;

    cr_assert_eq(bres_result_new(&result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(result, "b", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_string_axis(bench, "x", values, 3), BRES_OK);
    for (const char *next = states; *next != '\0'; next += strspn(next, " ")) {
        const char value[] = { *next, '\0' };
        bres_state *state;
        char *end;
        unsigned long run = strtoul(next + 2, &end, 10);

        cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
        cr_assert_eq(bres_state_add_axis_string(state, "x", value), BRES_OK);
        if (run != 0)
            cr_assert_eq(bres_state_set_run(state, (uint32_t)run), BRES_OK);
        next = end;
    }
    return result;
}

static void check_runs(const bres_result *result, const char *expected)
{
    const bres_subbench *bench = bres_result_subbench_at(result, 0);
    char actual[128] = "";

    for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
        const bres_state *state = bres_subbench_state_at(bench, i);

        sprintf(actual + strlen(actual), "%s%s@%u", i == 0 ? "" : " ",
                bres_state_point_text(state, "x"), (unsigned)bres_state_run(state));
    }
    cr_expect_str_eq(actual, expected);
}

Test(model, replicates_become_runs)
{
    static const struct {
        const char *inputs[3];
        const char *expected;
    } table[] = {
        { { "a@0 b@0", "a@0 b@0", "a@0" }, "a@0 b@0 a@1 b@1 a@2" },
        { { "a@0 a@1", "a@0", "" }, "a@0 a@1 a@2" },
        { { "a@0 a@0", "a@0 a@0 b@0", "" }, "a@0 a@0 a@1 a@1 b@1" },
        { { "a@3", "a@0", "a@2" }, "a@3 a@4 a@7" },
        { { "a@5 a@1", "b@2", "b@0 a@0" }, "a@5 a@1 b@2 b@6 a@6" },
        { { "a@0 b@0", "a@0", "a@0 b@0" }, "a@0 b@0 a@1 a@2 b@2" },
        { { "a@0", "b@0 a@0", "a@0 a@1 b@1" }, "a@0 b@1 a@1 a@2 a@3 b@3" },
        { { "a@0", "b@0", "b@0" }, "a@0 b@0 b@1" },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        bres_result *inputs[3];
        bres_result *merged;

        for (size_t r = 0; r < 3; r++)
            inputs[r] = runs_result(table[i].inputs[r]);
        merged = merge(inputs, 3);
        check_runs(merged, table[i].expected);
        bres_result_unref(merged);
        merged = merge_two(merge_two(inputs[0], inputs[1]), inputs[2]);
        check_runs(merged, table[i].expected);
        bres_result_unref(merged);
    }
}

/* The numbers of pairs distinguish further runs from shards. */
Test(model, runs_of_pairs_keep_their_place)
{
    static const char format[] =
        "{'meta':{'benchresult':{'pair':%d}},'benchmarks':[{'name':'b','axes':["
        "{'name':'x','type':'string','values':[]}],'states':[%s]}]}";
    static const char state[] =
        "{'name':'x=%c','axis_values':[{'name':'x','type':'string','value':'%c'}]}";
    static const struct {
        int pairs[4];
        const char *states; /* one letter per input; '-': no state */
        const char *expected;
    } table[] = {
        { { 0, 1, 2, 3 }, "abab", "a@0 b@1 a@2 b@3" },
        { { 0, 1, 2, 3 }, "a--b", "a@0 b@3" },
        { { 7, 3, 5, 4 }, "aaab", "a@0 a@1 a@2 b@3" },
        { { 0, 1, 0, 1 }, "aabb", "a@0 a@1 b@0 b@1" },
        { { 0, 1, 0, 1 }, "aaab", "a@0 a@1 a@2 b@0" },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        bres_result *inputs[4];
        bres_result *merged;

        for (size_t r = 0; r < 4; r++) {
            const char letter = table[i].states[r];
            char text[400];
            char one[100] = "";

            if (letter != '-')
                snprintf(one, sizeof(one), state, letter, letter);
            snprintf(text, sizeof(text), format, table[i].pairs[r], one);
            inputs[r] = load("in.json", text);
        }
        merged = merge(inputs, 4);
        check_runs(merged, table[i].expected);
        bres_result_unref(merged);
        merged = merge_two(merge_two(merge_two(inputs[0], inputs[1]), inputs[2]), inputs[3]);
        check_runs(merged, table[i].expected);
        bres_result_unref(merged);
    }
}

Test(model, the_key_run_is_kept_and_made)
{
    bres_result *merged = merge_two(runs_result("a@0 b@7"), runs_result("a@0"));
    const bres_subbench *bench = bres_result_subbench_at(merged, 0);

    cr_expect_not(bres_subbench_state_at(bench, 0)->has_run);
    cr_expect(bres_subbench_state_at(bench, 1)->has_run);
    cr_expect(bres_subbench_state_at(bench, 2)->has_run);
    bres_result_unref(merged);
}

Test(model, run_numbers_that_do_not_fit_are_refused)
{
    bres_result *const inputs[] = { runs_result("a@4294967295"), runs_result("a@0") };
    bres_result *merged;

    cr_expect_eq(bres_result_merge(inputs, 2, &merged), BRES_ERROR_LIMIT);
    cr_expect_null(merged);
    bres_result_unref(inputs[0]);
    bres_result_unref(inputs[1]);
}

/* Two states, and whether they have the same configuration. */
Test(model, states_are_distinguished_by_device_and_values)
{
    static const struct {
        const char *first;
        const char *second;
        bool same;
    } table[] = {
        { "'name':'s'", "'name':'s'", true },
        { "'name':'s'", "'name':'t'", false },
        { "'name':'s','device':null", "'name':'s'", true },
        { "'name':'s','device':0", "'name':'t','device':0", true },
        { "'name':'s','device':0", "'name':'s','device':1", false },
        { "'name':'s','device':0", "'name':'s'", false },
        { "'name':'s','type_config_index':0", "'name':'s','type_config_index':1", false },
        { "'name':'s','type_config_index':0", "'name':'s'", false },
        { "'name':'s','axis_values':[{'name':'x','type':'int64','value':'4'}]",
          "'name':'t','axis_values':[{'name':'x','type':'int64','value':'4'}]", true },
        { "'name':'s','axis_values':[{'name':'x','type':'int64','value':'4'}]",
          "'name':'s','axis_values':[{'name':'x','type':'int64','value':'5'}]", false },
        { "'name':'s','axis_values':[{'name':'x','type':'int64','value':'4'}]",
          "'name':'s','axis_values':[{'name':'x','type':'int64','value':4}]", false },
        { "'name':'s','axis_values':[{'name':'x','type':'int64','value':'4'}]",
          "'name':'s','axis_values':[{'name':'x','type':'string','value':'4'}]", false },
        { "'name':'s','axis_values':[{'name':'x','type':'int64','value':'4'}]",
          "'name':'s','axis_values':[{'name':'y','type':'int64','value':'4'}]", false },
        { "'name':'s','axis_values':[{'name':'x','type':'int64','value':'4'}]", "'name':'s'",
          false },
        { "'name':'s','axis_values':[{'name':'x','type':'int64','value':'4'}]",
          "'name':'s','axis_values':[{'name':'x','type':'int64','value':'4'},"
          "{'name':'y','type':'int64','value':'4'}]",
          false },
    };
    static const char format[] =
        "{'benchmarks':[{'name':'b','axes':[{'name':'x','values':[]},{'name':'y','values':[]}],"
        "'states':[{%s}]}]}";

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        char first[400];
        char second[400];
        bres_result *merged;
        const bres_subbench *bench;

        snprintf(first, sizeof(first), format, table[i].first);
        snprintf(second, sizeof(second), format, table[i].second);
        merged = merge_two(load("a", first), load("b", second));
        bench = bres_result_subbench_at(merged, 0);
        cr_assert_eq(bres_subbench_state_count(bench), 2);
        cr_expect_eq(bres_state_run(bres_subbench_state_at(bench, 1)), table[i].same ? 1 : 0,
                     "%s and %s", table[i].first, table[i].second);
        bres_result_unref(merged);
    }
}

Test(model, merged_states_have_the_samples_of_their_inputs)
{
    static const float first[] = { 1, 2 };
    static const float second[] = { 3, 4, 5 };
    bres_result *inputs[2];
    bres_result *merged;
    const float *times;
    size_t count;

    for (size_t r = 0; r < 2; r++) {
        const bres_subbench *bench;

        inputs[r] = runs_result("a@0");
        bench = bres_result_subbench_at(inputs[r], 0);
        cr_assert_eq(bres_state_set_samples((bres_state *)bres_subbench_state_at(bench, 0),
                                            r == 0 ? first : second, r == 0 ? 2 : 3),
                     BRES_OK);
    }
    merged = merge_two(merge_two(inputs[0], inputs[1]), runs_result("c@0"));
    for (size_t i = 0; i < 2; i++) {
        const bres_state *state = bres_subbench_state_at(bres_result_subbench_at(merged, 0), i);

        bres_state_release_samples(state);
        cr_assert_eq(bres_state_samples(state, &times, &count), BRES_OK);
        cr_expect_eq(count, i + 2);
        cr_expect_eq(times[0], i == 0 ? 1 : 3);
    }
    bres_result_unref(merged);
}

Test(model, values_of_an_axis_are_united_in_order)
{
    static const struct {
        const char *first;
        const char *second;
        const char *expected; /* input strings */
    } table[] = {
        { "{'input_string':'1','value':1},{'input_string':'2','value':2}",
          "{'input_string':'2','value':2},{'input_string':'3','value':3}", "1 2 3 " },
        { "{'input_string':'1','value':1}", "{'input_string':'1','value':1.0}", "1 1 " },
        { "{'input_string':'1','value':1}", "{'input_string':'1','value':'1'}", "1 1 " },
        { "{'input_string':'1','value':1}", "{'input_string':'1','value':2}", "1 1 " },
        { "{'input_string':'1','value':1}", "{'input_string':'one','value':1}", "1 one " },
        { "{'input_string':'1'}", "{'input_string':'1','value':''}", "1 1 " },
        { "{'input_string':'1'}", "{'input_string':'1','value':null}", "1 1 " },
        { "{'input_string':'1','value':1},{'input_string':'1','value':1}",
          "{'input_string':'1','value':1}", "1 1 " },
        { "{'input_string':'1','value':1,'k':{'a':1,'b':[2]}}",
          "{'input_string':'1','value':1,'k':{'b':[2],'a':1}}", "1 " },
        { "", "{'input_string':'1','value':1}", "1 " },
    };
    static const char format[] =
        "{'benchmarks':[{'name':'b','axes':[{'name':'x','values':[%s]}],'states':[]}]}";

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        char texts[2][300];
        char actual[64] = "";
        bres_result *merged;
        const bres_axis *axis;

        snprintf(texts[0], sizeof(texts[0]), format, table[i].first);
        snprintf(texts[1], sizeof(texts[1]), format, table[i].second);
        merged = merge_two(load("a", texts[0]), load("b", texts[1]));
        axis = bres_subbench_axis(bres_result_subbench_at(merged, 0), "x");
        for (size_t v = 0; v < bres_axis_value_count(axis); v++)
            sprintf(actual + strlen(actual), "%s ",
                    bres_axis_value_input_string(bres_axis_value_at(axis, v)));
        cr_expect_str_eq(actual, table[i].expected, "row %zu", i);
        bres_result_unref(merged);
    }
}

Test(model, flags_that_are_missing_are_as_empty_ones)
{
    bres_result *merged = merge_two(
        load("a", "{'benchmarks':[{'name':'b','axes':[{'name':'x','values':[]}],'states':[]}]}"),
        load("b", "{'benchmarks':[{'name':'b','axes':[{'name':'x','flags':'','values':[]}],"
                  "'states':[]}]}"));

    cr_expect_eq(merged->subbenches[0]->axes[0]->flags.json, BRES__JSON_STRING);
    bres_result_unref(merged);
}

Test(model, repeated_axes_match_by_occurrence)
{
    static const char text[] =
        "{'benchmarks':[{'name':'b','axes':[{'name':'x','type':'int64','values':[]},"
        "{'name':'x','type':'string','values':[]}],'states':[]}]}";
    bres_result *merged = merge_two(load("a", text), load("b", text));
    const bres_subbench *bench = bres_result_subbench_at(merged, 0);

    cr_assert_eq(bres_subbench_axis_count(bench), 2);
    cr_expect_str_eq(bres_axis_type(bres_subbench_axis_at(bench, 0)), "int64");
    cr_expect_str_eq(bres_axis_type(bres_subbench_axis_at(bench, 1)), "string");
    bres_result_unref(merged);
}

typedef struct conflict_row {
    const char *inputs[INPUTS_MAX];
    size_t count;
    const char *message;
} conflict_row;

#define BENCH(members) "{'benchmarks':[{'name':'copy','states':[]," members "}]}"
#define AXIS(members)  BENCH("'axes':[{'name':'N','values':[]," members "}]")
#define VALUE(members) BENCH("'axes':[{'name':'N','values':[{'input_string':'1'" members "}]}]")

static const conflict_row conflicts[] = {
    { { "{'benchmarks':[]}", "{'benchmarks':[],'devices':[{'id':0,'name':'A'}]}",
        "{'benchmarks':[],'devices':null}", "{'benchmarks':[],'devices':[{'id':0,'name':'B'}]}" },
      4,
      "device 0 differs between in1.json and in3.json" },
    { { "{'benchmarks':[],'k':1}", "{'benchmarks':[],'k':1.5}" },
      2,
      "the key 'k' of the result differs between in0.json and in1.json" },
    { { "{'benchmarks':[],'devices':[{'id':0,'name':'A','uuid':18446744073709551617}]}",
        "{'benchmarks':[],'devices':[{'id':0,'name':'A','uuid':18446744073709551618}]}" },
      2,
      "device 0 differs between in0.json and in1.json" },
    { { "{'benchmarks':[]}", "{'benchmarks':[],'k':null}", "{'benchmarks':[],'k':false}" },
      3,
      "the key 'k' of the result differs between in1.json and in2.json" },
    { { BENCH("'timeout':15.0"), BENCH("'timeout':16.0") },
      2,
      "the key 'timeout' of benchmark 'copy' differs between in0.json and in1.json" },
    { { BENCH("'a\\u0062':[1,2]"), BENCH("'ab':[2,1]") },
      2,
      "the key 'ab' of benchmark 'copy' differs between in0.json and in1.json" },
    { { AXIS("'type':'int64'"), AXIS("'type':'string'") },
      2,
      "the type of axis 'N' of benchmark 'copy' differs between in0.json and in1.json" },
    { { AXIS("'type':'int64'"), AXIS("'k':1") },
      2,
      "the type of axis 'N' of benchmark 'copy' differs between in0.json and in1.json" },
    { { AXIS("'flags':'pow2'"), AXIS("'flags':''") },
      2,
      "the flags of axis 'N' of benchmark 'copy' differs between in0.json and in1.json" },
    { { AXIS("'k':1"), AXIS("'k':2") },
      2,
      "an unknown key of axis 'N' of benchmark 'copy' differs between in0.json and in1.json" },
    { { AXIS("'k':1"), AXIS("'flags':null") },
      2,
      "an unknown key of axis 'N' of benchmark 'copy' differs between in0.json and in1.json" },
    { { VALUE(",'k':1"), VALUE(",'k':2") },
      2,
      "an unknown key of a value of axis 'N' of benchmark 'copy' differs between in0.json and "
      "in1.json" },
};

Test(model, contradictions_are_conflicts)
{
    for (size_t i = 0; i < sizeof(conflicts) / sizeof(*conflicts); i++) {
        const conflict_row *row = &conflicts[i];
        bres_result *inputs[INPUTS_MAX];
        bres_result *merged = (bres_result *)&merged;

        for (size_t r = 0; r < row->count; r++) {
            char name[] = "in0.json";

            name[2] = (char)('0' + r);
            inputs[r] = load(name, row->inputs[r]);
        }
        cr_expect_eq(bres_result_merge(inputs, row->count, &merged), BRES_ERROR_CONFLICT, "row %zu",
                     i);
        cr_expect_null(merged);
        cr_expect_str_eq(bres_last_error(), row->message);
        for (size_t r = 0; r < row->count; r++)
            bres_result_unref(inputs[r]);
    }
}

Test(model, results_without_a_path_are_named_by_their_place)
{
    bres_result *inputs[2];
    bres_result *merged;

    for (size_t i = 0; i < 2; i++) {
        cr_assert_eq(bres_result_new(&inputs[i]), BRES_OK);
        cr_assert_eq(bres_result_add_device(inputs[i], 4, i == 0 ? "A" : "B", NULL, NULL), BRES_OK);
    }
    cr_expect_eq(bres_result_merge(inputs, 2, &merged), BRES_ERROR_CONFLICT);
    cr_expect_str_eq(bres_last_error(), "device 4 differs between result 1 and result 2");
    bres_result_unref(inputs[0]);
    bres_result_unref(inputs[1]);
}

Test(model, equal_values_in_another_form_are_no_conflict)
{
    static const struct {
        const char *inputs[2];
        const char *expected; /* extra keys of the result */
    } table[] = {
        { { "{'benchmarks':[],'k':{'a':1,'b':2}}", "{'benchmarks':[],'k':{ 'b':2 , 'a':1 }}" },
          "{\"k\":{\"a\":1,\"b\":2}}" },
        { { "{'benchmarks':[],'k':1.50}", "{'benchmarks':[],'k':15e-1}" }, "{\"k\":1.50}" },
        { { "{'benchmarks':[],'k':1}", "{'benchmarks':[],'k':1.0}" }, "{\"k\":1}" },
        { { "{'benchmarks':[],'k':'\\u0061'}", "{'benchmarks':[],'k':'a'}" },
          "{\"k\":\"\\u0061\"}" },
        { { "{'benchmarks':[],'k':NaN}", "{'benchmarks':[],'k':NaN}" }, "{\"k\":NaN}" },
        { { "{'benchmarks':[],'k':null}", "{'benchmarks':[],'k': null }" }, "{\"k\":null}" },
        { { "{'benchmarks':[],'k':1,'k':2}", "{'benchmarks':[],'k':2}" }, "{\"k\":2}" },
        { { "{'benchmarks':[],'k':2}", "{'benchmarks':[],'k':1,'k':2}" }, "{\"k\":2}" },
    };

    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
        bres_result *merged =
            merge_two(load("a", table[i].inputs[0]), load("b", table[i].inputs[1]));

        cr_expect_str_eq(bres_result_extra_json(merged), table[i].expected, "row %zu", i);
        bres_result_unref(merged);
    }
}

static const char *const three[] = {
    "{'meta':{'argv':['a'],'benchresult':{'order':1}},'k':1,'devices':[{'id':1,'name':'B'}],"
    "'benchmarks':[{'name':'copy','index':0,'timeout':15.0,'devices':[1],'axes':["
    "{'name':'x','type':'string','values':[{'input_string':'a','value':'a'},"
    "{'input_string':'a','value':'a'}]}],'states':["
    "{'name':'x=a','device':1,'axis_values':[{'name':'x','type':'string','value':'a'}],'run':1}]},"
    "{'name':'copy','index':1,'devices':null,'axes':null,'states':[{'name':'s'}]}]}",

    "{'devices':null,'l':{'m':[1, 2]},'benchmarks':[{'name':'sort','index':0,'n':1,'states':["
    "{'name':'s','summaries':[{'tag':'t','data':[{'name':'value','type':'int64','value':'3'}]}]}]},"
    "{'name':'copy','index':1,'min_samples':3,'devices':[0,1],'axes':["
    "{'name':'y','type':'int64','flags':'pow2','values':[{'input_string':'3','value':8}]},"
    "{'name':'x','type':'string','flags':'','values':[{'input_string':'b','value':'b'}]}],"
    "'states':[{'name':'x=a','device':1,'axis_values':[{'name':'x','type':'string','value':'a'}]},"
    "{'name':'x=b','device':0,'axis_values':[{'name':'x','type':'string','value':'b'}]}]}]}",

    "{'meta':{'argv':['c']},'k':1,'z':0,'devices':[{'name':'B','id':1},{'id':0,'name':'A'}],"
    "'benchmarks':[{'name':'copy','index':0,'timeout':15.0,'min_samples':3,'more':1,'axes':["
    "{'name':'x','type':'string','values':[{'input_string':'c','value':'c'},"
    "{'input_string':'a','value':'a','is_active':true}]}],'states':["
    "{'name':'x=a','device':1,'axis_values':[{'name':'x','type':'string','value':'a'}],'run':4}]},"
    "{'name':'copy','index':1,'states':[{'name':'s'},{'name':'s'}]},"
    "{'name':'copy','index':2,'states':[]},"
    "{'name':'sort','index':3,'n':1,'late':true,'states':[{'name':'s'}]}]}",
};

Test(model, merging_is_associative)
{
    bres_result *inputs[3];
    bres_result *merged;

    for (size_t i = 0; i < 3; i++)
        inputs[i] = load("in.json", three[i]);
    merged = merge(inputs, 3);
    char *flat = bres_test_describe(merged);
    bres_result_unref(merged);

    merged = merge_two(bres_result_ref(inputs[0]),
                       merge_two(bres_result_ref(inputs[1]), bres_result_ref(inputs[2])));
    char *right = bres_test_describe(merged);
    bres_result_unref(merged);

    merged = merge_two(merge_two(inputs[0], inputs[1]), inputs[2]);
    char *left = bres_test_describe(merged);
    bres_result_unref(merged);

    bres_test_same_text(left, flat, "((a, b), c)");
    bres_test_same_text(right, flat, "(a, (b, c))");
    free(flat);
    free(left);
    free(right);
}

Test(model, results_merged_one_after_the_other)
{
    enum { COUNT = 500 };
    bres_result *merged = runs_result("a@0");
    const bres_subbench *bench;

    for (size_t i = 1; i < COUNT; i++)
        merged = merge_two(merged, runs_result("a@0"));
    bench = bres_result_subbench_at(merged, 0);
    cr_assert_eq(bres_subbench_state_count(bench), COUNT);
    for (size_t i = 0; i < COUNT; i++)
        cr_assert_eq(bres_state_run(bres_subbench_state_at(bench, i)), i);
    bres_result_unref(merged);
}

static bres_status merge_and_free(void *context)
{
    bres_result *const *inputs = context;
    bres_result *merged = (bres_result *)&merged;
    bres_status status = bres_result_merge(inputs, 3, &merged);

    cr_assert_eq(merged == NULL, status != BRES_OK);
    bres_result_unref(merged);
    return status;
}

Test(model, merging_without_memory)
{
    bres_result *inputs[3];

    for (size_t i = 0; i < 3; i++)
        inputs[i] = load("in.json", three[i]);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, merge_and_free, inputs);
    for (size_t i = 0; i < 3; i++)
        bres_result_unref(inputs[i]);

    for (size_t i = 0; i < 3; i++)
        cr_assert_eq(bres_test_build_small(&inputs[i]), BRES_OK);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, merge_and_free, inputs);
    for (size_t i = 0; i < 3; i++)
        bres_result_unref(inputs[i]);
}
