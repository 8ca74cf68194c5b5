/* SPDX-License-Identifier: MIT */
/*
 * Pairing of the devices of both sides.
 */
#include "compare/match/match.h"

#include "support/loading.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define GPU(id, name) "{'id':" id ",'name':'" name "'}"
#define STATE(device)                                                                              \
    "{'name':'Device=" device "','device':" device ",'axis_values':null,'summaries':[]}"
/* A file with these devices, and one benchmark with a state on 0 and on 1. */
#define FILE_OF(devices, bench_devices)                                                            \
    "{'devices':[" devices "],'benchmarks':[{'name':'b','devices':[" bench_devices                 \
    "],'axes':null,'states':[" STATE("0") "," STATE("1") "]}]}"
/* A text whose cut falls inside a character; the whole character is removed. */
#define TEN      "\xE6\x97\xA5\xE6\x97\xA5\xE6\x97\xA5y"
#define LONG_CUT TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "\xE6\x97\xA5\xE6\x97\xA5"
#define LONG     LONG_CUT "\xE6\x97\xA5" TEN TEN
#define TWO      FILE_OF(GPU("0", "G") "," GPU("1", "H"), "0,1")
#define TWO_LIKE FILE_OF(GPU("0", "G") "," GPU("1", "I"), "0,1")

static bres_result *load(const char *text, const char *name)
{
    bres_load_options options = bres_test_options(BRES_LOAD_LENIENT, NULL);
    bres_result *result;
    char *json = bres_test_json(text);

    options.name = name;
    cr_assert_eq(bres_result_load_memory(json, strlen(json), &options, &result), BRES_OK, "%s: %s",
                 text, bres_last_error());
    free(json);
    return result;
}

static bres_status compare(const char *reference, const char *candidate, uint32_t flags,
                           const char *reference_devices, const char *candidate_devices,
                           bres_comparison **comparison)
{
    bres_result *results[2] = { load(reference, "ref.json"), load(candidate, "cmp.json") };
    bres_compare_options options;
    bres_status status;

    bres_compare_options_init(&options);
    options.flags = flags;
    options.reference_devices = reference_devices;
    options.candidate_devices = candidate_devices;
    status = bres_compare(&results[0], 1, &results[1], 1, &options, comparison);
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
    return status;
}

/* "0-0 1-1": ids of the pairs of the first benchmark. */
static char *pair_names(const bres_comparison *comparison)
{
    const bres_comparison_bench *bench = bres_comparison_bench_at(comparison, 0);
    bres__text text = { 0 };

    for (size_t i = 0; i < bres_comparison_bench_pair_count(bench); i++) {
        const bres_device_pair *pair = bres_comparison_bench_pair_at(bench, i);

        bres__text_printf(&text, "%s%d-%d%s", i > 0 ? " " : "",
                          (int)bres_device_id(bres_device_pair_reference(pair)),
                          (int)bres_device_id(bres_device_pair_candidate(pair)),
                          bres_device_pair_is_equal(pair) ? "" : "!");
    }
    return text.data != NULL ? text.data : calloc(1, 1);
}

Test(compare, devices_are_paired_by_place)
{
    static const struct {
        const char *what;
        const char *reference;
        const char *candidate;
        const char *reference_devices;
        const char *candidate_devices;
        uint32_t flags;
        const char *pairs;
        bool differ;
    } cases[] = {
        { "all", TWO, TWO, NULL, NULL, 0, "0-0 1-1", false },
        { "all in words", TWO, TWO, " All ", "ALL", 0, "0-0 1-1", false },
        { "one", TWO, TWO, "1", "1", 0, "1-1", false },
        { "crossed", TWO, TWO, "0,1", "1,0", 0, "0-1! 1-0!", true },
        { "one of them twice", TWO, TWO, "0, 0", "+0,1", 0, "0-0 0-1!", true },
        { "98: the other one differs", TWO, TWO_LIKE, "0", "0", 0, "0-0", false },
        { "98: this one differs", TWO, TWO_LIKE, "1", "1", 0, "1-1!", true },
        { "one side is named", TWO, TWO_LIKE, "0,1", NULL, 0, "0-0 1-1!", true },
        { "ignored", TWO, TWO_LIKE, NULL, NULL, BRES_COMPARE_IGNORE_DEVICES, "0-0 1-1!", true },
        { "of the benchmark alone", FILE_OF(GPU("0", "G") "," GPU("1", "H"), "1"),
          FILE_OF(GPU("0", "G") "," GPU("1", "H"), "0"), NULL, NULL, 0, "1-0!", false },
        { "the order of the section", FILE_OF(GPU("1", "H") "," GPU("0", "G"), "1,0"),
          FILE_OF(GPU("0", "H") "," GPU("1", "G"), "0,1"), NULL, NULL, BRES_COMPARE_IGNORE_DEVICES,
          "1-0! 0-1!", true },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_comparison *comparison;
        const char *difference;
        char *pairs;

        cr_assert_eq(compare(cases[i].reference, cases[i].candidate, cases[i].flags,
                             cases[i].reference_devices, cases[i].candidate_devices, &comparison),
                     BRES_OK, "%s: %s", cases[i].what, bres_last_error());
        pairs = pair_names(comparison);
        cr_assert_str_eq(pairs, cases[i].pairs, "%s", cases[i].what);
        difference = bres_comparison_device_difference(comparison);
        cr_assert_eq(difference[0] != '\0', cases[i].differ, "%s: %s", cases[i].what, difference);
        free(pairs);
        bres_comparison_free(comparison);
    }
}

Test(compare, devices_that_cannot_be_paired)
{
    static const struct {
        const char *what;
        const char *reference;
        const char *candidate;
        const char *reference_devices;
        const char *candidate_devices;
        uint32_t flags;
        bres_status status;
        const char *message;
    } cases[] = {
        { "97: one against two", TWO, TWO, "0", NULL, BRES_COMPARE_IGNORE_DEVICES,
          BRES_ERROR_CONFLICT, "cannot be paired: the reference has 1, the candidate 2" },
        { "sections that differ", TWO, TWO_LIKE, NULL, "all", 0, BRES_ERROR_CONFLICT,
          "devices[1].name: \"H\" in the reference, \"I\" in the candidate" },
        { "several differences", TWO, FILE_OF(GPU("0", "X") "," GPU("1", "Y"), "0,1"), NULL, NULL,
          0, BRES_ERROR_CONFLICT,
          "differ in 2 fields: devices[0].name: \"G\" in the reference, \"X\" in the candidate; "
          "devices[1].name: \"H\" in the reference, \"Y\" in the candidate (while comparing" },
        { "many and long differences", TWO,
          FILE_OF("{'id':0,'name':'G','aa':'" LONG
                  "','b\\n':1,'c':1,'d':1,'e':1},{'id':1,'name':'H'}",
                  "0,1"),
          NULL, NULL, 0, BRES_ERROR_CONFLICT,
          "differ in 5 fields: devices[0].aa: nothing in the reference, \"" LONG_CUT
          "...; devices[0].b\\n: nothing in the reference, 1 in the candidate; devices[0].c: "
          "nothing "
          "in the reference, 1 in the candidate; devices[0].d: nothing in the reference, 1 in the "
          "candidate and 1 more (while comparing" },
        { "99: a device without a description", FILE_OF(GPU("0", "G"), "0,1"),
          FILE_OF(GPU("0", "G"), "0,1"), NULL, NULL, 0, BRES_ERROR_KEY,
          "benchmark 'b': device 1 is missing in the device section" },
        { "a device twice", FILE_OF(GPU("0", "G") "," GPU("1", "H"), "0,0"), TWO, NULL, NULL, 0,
          BRES_ERROR_CONFLICT, "benchmark 'b': device 0 is listed twice" },
        { "unknown ids in the order asked for", TWO, TWO, "7,1,5", "0,1,0", 0, BRES_ERROR_KEY,
          "unknown devices of the reference: 7, 5" },
        { "unknown ids of the candidate", TWO, TWO, "0", "2", 0, BRES_ERROR_KEY,
          "unknown devices of the candidate: 2" },
        { "ids that the benchmark does not have", FILE_OF(GPU("0", "G") "," GPU("1", "H"), "0"),
          TWO, "1,0", "1,0", 0, BRES_ERROR_KEY, "benchmark 'b' did not run on these devices: 1" },
        { "another number for the benchmark", FILE_OF(GPU("0", "G") "," GPU("1", "H"), "0"), TWO,
          NULL, NULL, 0, BRES_ERROR_CONFLICT,
          "benchmark 'b': the devices cannot be paired: the reference has 1, the candidate 2" },
        { "devices on one side alone", FILE_OF(GPU("0", "G") "," GPU("1", "H"), ""), TWO, NULL,
          NULL, 0, BRES_ERROR_CONFLICT, "the reference has 0, the candidate 2" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bres_comparison *comparison;

        cr_assert_eq(compare(cases[i].reference, cases[i].candidate, cases[i].flags,
                             cases[i].reference_devices, cases[i].candidate_devices, &comparison),
                     cases[i].status, "%s: %s", cases[i].what, bres_last_error());
        cr_assert_null(comparison);
        cr_assert_not_null(strstr(bres_last_error(), cases[i].message), "%s: %s", cases[i].what,
                           bres_last_error());
    }
}

/* Case 99: devices are checked even if no row would be shown. */
Test(compare, devices_are_checked_without_rows)
{
    bres_result *results[2] = { load(FILE_OF(GPU("0", "G"), "0,1"), "ref.json"),
                                load(FILE_OF(GPU("0", "G"), "0,1"), "cmp.json") };
    bres_compare_options options;
    bres_comparison *comparison;
    bres_filter *filter;

    cr_assert_eq(bres_filter_new(&filter), BRES_OK);
    cr_assert_eq(bres_filter_add_axis(filter, "A=1"), BRES_OK);
    bres_compare_options_init(&options);
    options.filter = filter;
    cr_assert_eq(bres_compare(&results[0], 1, &results[1], 1, &options, &comparison),
                 BRES_ERROR_KEY);
    bres_filter_free(filter);
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
}

Test(compare, devices_list_grammar)
{
    static const char *const malformed[] = { "",    " ",   "gpu", "-1",    "0,",
                                             ",0",  "0;1", "1.0", "all,0", "0,all",
                                             "1_0", "++1", "0 1", "+",     "99999999999999999999" };

    for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++) {
        bres_comparison *comparison;

        cr_assert_eq(compare(TWO, TWO, 0, malformed[i], NULL, &comparison), BRES_ERROR_ARGUMENT,
                     "'%s'", malformed[i]);
        cr_assert_not_null(strstr(bres_last_error(), "reference_devices"), "%s", bres_last_error());
        cr_assert_eq(compare(TWO, TWO, 0, NULL, malformed[i], &comparison), BRES_ERROR_ARGUMENT,
                     "'%s'", malformed[i]);
        cr_assert_not_null(strstr(bres_last_error(), "candidate_devices"), "%s", bres_last_error());
    }
}

Test(compare, devices_equality_of_json)
{
    static const struct {
        const char *a;
        const char *b;
        bool equal;
    } cases[] = {
        { "{'a':1,'b':[1,2]}", "{ 'b' : [1, 2], 'a' : 1 }", true },
        { "{'a':1}", "{'a':1.0}", true },
        { "{'a':1e2}", "{'a':100}", true },
        { "{'a':9007199254740993}", "{'a':9007199254740992}", false },
        { "{'a':18446744073709551617}", "{'a':18446744073709551618}", false },
        { "{'a':1}", "{'a':'1'}", false },
        { "{'a':1}", "{'a':true}", false },
        { "{'a':null}", "{}", false },
        { "{}", "{'a':null}", false },
        { "{'a':[1,2]}", "{'a':[2,1]}", false },
        { "{'a':[1]}", "{'a':[1,2]}", false },
        { "{'a':[]}", "{'a':{}}", false },
        { "{'a':'\\u0041'}", "{'a':'A'}", true },
        { "{'\\u0061':1}", "{'a':1}", true },
        { "{'a':2,'a':1}", "{'a':1}", true },
        { "{'a':1,'a':2}", "{'a':1}", false },
        { "{'a':{'b':{'c':1}}}", "{'a':{'b':{'c':2}}}", false },
        { "{'a':true}", "{'a':true }", true },
        { "{'a':NaN}", "{'a': NaN}", true },
        { "{'a':Infinity}", "{'a':-Infinity}", false },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *a = bres_test_json(cases[i].a);
        char *b = bres_test_json(cases[i].b);
        bool equal;

        cr_assert_eq(bres__json_equal_text(a, b, &equal), BRES_OK);
        cr_assert_eq(equal, cases[i].equal, "%s %s", a, b);
        cr_assert_eq(bres__json_equal_text(b, a, &equal), BRES_OK);
        cr_assert_eq(equal, cases[i].equal, "%s %s", b, a);
        free(a);
        free(b);
    }
}

/* The work grows linearly with the size of a record, not with the square of its levels or
 * members. */
Test(compare, devices_equality_of_large_records)
{
    bres__text texts[2] = { { 0 }, { 0 } };
    bool equal;

    for (int i = 0; i < 2; i++) {
        bres__text_puts(&texts[i], "{");
        for (int level = 0; level < 200; level++)
            bres__text_puts(&texts[i], "\"a\":{");
        bres__text_repeat(&texts[i], '}', 200);
        for (int member = 0; member < 20000; member++)
            bres__text_printf(&texts[i], ",\"%d\":%s1", member, i == 0 ? "" : " ");
        bres__text_puts(&texts[i], "}");
    }
    cr_assert_eq(bres__json_equal_text(texts[0].data, texts[1].data, &equal), BRES_OK);
    cr_assert(equal);
    bres__text_free(&texts[0]);
    bres__text_free(&texts[1]);
}

/* One line per member: index, name, both values. */
Test(compare, devices_difference_is_listed)
{
    bres_comparison *comparison;

    cr_assert_eq(compare(FILE_OF("{'id':0,'name':'G','sm':90,'x':[1, 2],'only':1}", "0"),
                         FILE_OF("{'name':'G','x':[1,3],'id':0,'sm':90,'new':'t'}", "0"),
                         BRES_COMPARE_IGNORE_DEVICES, NULL, NULL, &comparison),
                 BRES_OK, "%s", bres_last_error());
    cr_assert_str_eq(bres_comparison_device_difference(comparison),
                     "devices[0].x: [1,2] in the reference, [1,3] in the candidate\n"
                     "devices[0].only: 1 in the reference, nothing in the candidate\n"
                     "devices[0].new: nothing in the reference, \"t\" in the candidate\n");
    bres_comparison_free(comparison);
}

static bres_status compare_other_devices(void *context)
{
    bres_result *const *results = context;
    bres_comparison *comparison;
    bres_compare_options options;
    bres_status status;

    bres_compare_options_init(&options);
    options.flags = BRES_COMPARE_IGNORE_DEVICES;
    status = bres_compare(&results[0], 1, &results[1], 1, &options, &comparison);
    bres_comparison_free(comparison);
    return status;
}

static bres_status refuse_unknown_devices(void *context)
{
    bres_result *const *results = context;
    bres_comparison *comparison;
    bres_compare_options options;
    bres_status status;

    bres_compare_options_init(&options);
    options.reference_devices = "5, 7";
    status = bres_compare(&results[0], 1, &results[1], 1, &options, &comparison);
    return status == BRES_ERROR_KEY ? BRES_OK : status;
}

Test(compare, devices_without_memory)
{
    bres_result *results[2] = {
        load(FILE_OF("{'id':0,'name':'\\u0041','x':{'\\u0042':'\\u0043'}},{'id':1,'name':'H'}",
                     "0,1"),
             "ref.json"),
        load(FILE_OF("{'id':0,'name':'\\u0041','x':{'\\u0042':'\\u0044'}},{'id':1,'name':'I'}",
                     "0,1"),
             "cmp.json"),
    };

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, compare_other_devices, results);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, refuse_unknown_devices, results);
    bres_result_unref(results[0]);
    bres_result_unref(results[1]);
}
