/* SPDX-License-Identifier: MIT */
/*
 * Warnings about results of different machines.
 */
#include "support/loading.h"
#include "support/support.h"

#include "base/base.h"

#include <benchresult/compare.h>
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#define DOC(meta) "{'meta':{" meta "},'devices':[],'benchmarks':[]}"
#define HOST(members)                                                                              \
    DOC("'version':{'json':{'string':'1.0.0'}},'benchresult':{'host':{" members "}}")
#define MERGED(members)                                                                            \
    DOC("'version':{'json':{'string':'1.0.0'}},'benchresult':{'merged':[{'benchresult':{'host':"   \
        "{" members "}}},{}]}")
#define PART(members) "{'benchresult':{'host':{" members "}}}"
#define PARTS(list)   DOC("'version':{'json':{'string':'1.0.0'}},'benchresult':{'merged':[" list "]}")
#define NO_HOST       DOC("'version':{'json':{'string':'1.0.0'}}")
#define TEN(text)     text text text text text text text text text text
#define CLOCK(clock)                                                                               \
    DOC("'version':{'json':{'string':'1.0.0'}},'benchresult':{'import':{'clock':'" clock "'}}")
#define WARNING "the results were measured on different machines or settings: "

static bres_result *load(const char *text, const char *name)
{
    bres_load_options options = bres_test_options(BRES_LOAD_LENIENT, NULL);
    char *json = bres_test_json(text);
    bres_result *result;

    options.name = name;
    cr_assert_eq(bres_result_load_memory(json, strlen(json), &options, &result), BRES_OK, "%s: %s",
                 text, bres_last_error());
    free(json);
    return result;
}

static const struct {
    const char *reference;
    const char *candidate;
    const char *log;
} rows[] = {
    { HOST("'governor':'performance'"), HOST("'governor':'performance'"), "" },
    { HOST("'governor':'performance'"), NO_HOST, "" },
    { NO_HOST, HOST("'governor':'performance'"), "" },
    { HOST("'governor':'performance'"), HOST("'turbo':'on'"), "" },
    { HOST("'governor':'performance'"), HOST("'governor':'powersave'"),
      WARNING "the governor of CPU frequencies is 'performance' in 'a.json', and 'powersave' in "
              "'b.json'\n" },
    { HOST("'turbo':'" TEN("0123456789") "'"),
      HOST("'turbo':'" TEN("012345678") "012345678\u00e9" TEN("x") "'"),
      WARNING "turbo is '" TEN("0123456789") "' in 'a.json', and '" TEN(
          "012345678") "012345678...' in 'b.json'\n" },
    { HOST("'processors':8"), HOST("'processors':16"),
      WARNING "the number of CPUs is 8 in 'a.json', and 16 in 'b.json'\n" },
    { HOST("'processor':'A \\u0041','turbo':'on','microcode':'0x1','release':'6.1','gpu_driver':"
           "'550.1'"),
      HOST("'processor':'B','turbo':'off','microcode':'0x2','release':'6.2','gpu_driver':'560.2'"),
      WARNING "the kernel is '6.1' in 'a.json', and '6.2' in 'b.json'\n" WARNING
              "the processor is 'A A' in 'a.json', and 'B' in 'b.json'\n" WARNING
              "the microcode is '0x1' in 'a.json', and '0x2' in 'b.json'\n" WARNING
              "turbo is 'on' in 'a.json', and 'off' in 'b.json'\n" WARNING
              "the NVIDIA driver is '550.1' in 'a.json', and '560.2' in 'b.json'\n" },
    { HOST("'cpus_allowed':'0-1','begin':{'running':1}"),
      HOST("'cpus_allowed':'0-3','begin':{'running':9}"), "" },
    { HOST("'turbo':'on'"), MERGED("'turbo':'off'"),
      WARNING "turbo is 'on' in 'a.json', and 'off' in 'b.json'\n" },
    { HOST("'turbo':'on'"), PARTS(PART("'turbo':'on'") "," PART("'turbo':'off'")),
      WARNING "turbo is 'on' in 'a.json', and 'off' in 'b.json'\n" },
    { NO_HOST, PARTS(PART("'processors':2") ",7,{}," PART("'processors':4")),
      WARNING "the number of CPUs is 2 and 4 in parts of 'b.json'\n" },
    { HOST("'turbo':'on'"),
      PARTS("{'benchresult':{'merged':[" PART("'turbo':'on'") "," PART("'turbo':'off'") "]}}"),
      WARNING "turbo is 'on' in 'a.json', and 'off' in 'b.json'\n" },
    { HOST("'turbo':'on'"), PARTS("{'benchresult':{'merged':{'host':{'turbo':'off'}}}}"), "" },
    { HOST("'turbo':'on'"), DOC("'benchresult':{'merged':[]}"),
      "b.json: the file has no version (expected version 1.0.0)\n" },
    { CLOCK("wall"), CLOCK("wall"), "" },
    { CLOCK("wall"), NO_HOST, "" },
    { CLOCK("wall"), CLOCK("cpu"),
      "the results have times of different clocks: the imported clock is 'wall' in 'a.json', and "
      "'cpu' in 'b.json'\n" },
    { HOST("'turbo':'on'"), HOST("'turbo':null"),
      WARNING "turbo is 'on' in 'a.json', and null in 'b.json'\n" },
};

/* Returns the status of the comparison. */
static bres_status compare(bres_result **references, size_t reference_count, bres_result *candidate,
                           bres_test_log *log)
{
    bres_compare_options options;
    bres_comparison *comparison;
    bres_status status;

    bres_compare_options_init(&options);
    options.log = log != NULL ? bres_test_log_add : NULL;
    options.log_user = log;
    status = bres_compare(references, reference_count, &candidate, 1, &options, &comparison);
    bres_comparison_free(comparison);
    return status;
}

Test(compare, machines_that_differ_give_warnings)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_result *reference = load(rows[i].reference, "a.json");
        bres_result *candidate = load(rows[i].candidate, "b.json");
        bres_test_log log = { .count = 0 };

        cr_assert_eq(compare(&reference, 1, candidate, &log), BRES_OK, "row %zu: %s", i,
                     bres_last_error());
        cr_expect_str_eq(bres_test_log_text(&log), rows[i].log, "row %zu: %s", i,
                         bres_test_log_text(&log));
        cr_assert_eq(compare(&reference, 1, candidate, NULL), BRES_OK, "without a log");
        bres_test_log_clear(&log);
        bres_result_unref(reference);
        bres_result_unref(candidate);
    }
}

/* The second run of the reference differs from the first; the candidate does not. */
Test(compare, machines_of_replicates_are_compared)
{
    bres_result *references[] = { load(HOST("'turbo':'on'"), "a.json"),
                                  load(HOST("'turbo':'off'"), "b.json") };
    bres_result *candidate = load(HOST("'turbo':'on'"), "c.json");
    bres_test_log log = { .count = 0 };

    cr_assert_eq(compare(references, 2, candidate, &log), BRES_OK, "%s", bres_last_error());
    cr_expect_not_null(strstr(bres_test_log_text(&log),
                              WARNING "turbo is 'on' in 'a.json', and 'off' in 'b.json'\n"),
                       "%s", bres_test_log_text(&log));
    bres_test_log_clear(&log);
    bres_result_unref(references[0]);
    bres_result_unref(references[1]);
    bres_result_unref(candidate);
}

typedef struct sweep_case {
    bres_result *reference;
    bres_result *candidate;
} sweep_case;

static bres_status compare_once(void *context)
{
    const sweep_case *sweep = context;
    bres_result *reference = sweep->reference;
    bres_test_log log = { .count = 0 };
    const bres_status status = compare(&reference, 1, sweep->candidate, &log);

    bres_test_log_clear(&log);
    return status;
}

/* Without memory, a long message is cut, and the test's own log loses lines. */
Test(compare, machines_survive_failing_allocations)
{
    sweep_case sweep = { .reference = load(HOST("'processor':'A\\n'"), "a.json"),
                         .candidate = load(HOST("'processor':'B'"), "b.json") };

    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, compare_once, &sweep);
    bres_result_unref(sweep.reference);
    bres_result_unref(sweep.candidate);
}
