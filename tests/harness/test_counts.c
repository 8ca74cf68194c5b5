/* SPDX-License-Identifier: MIT */
#include "base/fault.h"

#include "support/staged.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

#define ELEMENTS 1024
#define BYTES    (3 << 20)

static void add_counts(bres_run *run)
{
    bres_run_add_elements(run, ELEMENTS - 24, NULL);
    bres_run_add_elements(run, 24, "Items");
    bres_run_add_reads(run, 1 << 20, "In");
    bres_run_add_writes(run, 2 << 20, "Out");
}

static bres_status body_counts_before(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    add_counts(run);
    return bres_run_exec_cpu_batched(run, bres_test_body_run_batch, &s->measured);
}

static bres_status body_counts_after(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    cr_assert_eq(bres_run_exec_cpu_batched(run, bres_test_body_run_batch, &s->measured), BRES_OK);
    add_counts(run);
    return BRES_OK;
}

static bres_status body_counts_around(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    bres_run_add_elements(run, ELEMENTS - 24, NULL);
    bres_run_add_elements(run, 24, "Items");
    cr_assert_eq(bres_run_exec_cpu_batched(run, bres_test_body_run_batch, &s->measured), BRES_OK);
    bres_run_add_reads(run, 1 << 20, "In");
    bres_run_add_writes(run, 2 << 20, "Out");
    return BRES_OK;
}

static void run_stage(bres_test_stage *s, bres_bench_fn body)
{
    cr_assert_eq(bres_test_stage_prepare(s, body), BRES_OK);
    cr_assert_eq(bres_test_stage_run(s), BRES_OK);
    cr_assert(!s->failed && !bres_state_is_skipped(s->state), "%s",
              bres_state_skip_reason(s->state));
}

/* Whether a summary is a count of the system, which depends on the real machine. */
static bool is_of_the_system(const bres_summary *summary)
{
    return strncmp(bres_summary_tag(summary), "bres/os/", 8) == 0;
}

/* The virtual clock gives the same times, so all values except the counts of the system are
 * equal. */
Test(harness, counts_before_and_after_the_measurement_give_equal_summaries)
{
    static const bres_bench_fn bodies[] = { body_counts_after, body_counts_around };
    bres_test_stage before;

    run_stage(&before, body_counts_before);
    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
        const size_t count = bres_state_summary_count(before.state);
        bres_test_stage other;

        run_stage(&other, bodies[i]);
        cr_assert_eq(bres_state_summary_count(other.state), count, "body %zu", i);
        for (size_t k = 0; k < count; k++) {
            const bres_summary *expected = bres_state_summary_at(before.state, k);
            const bres_summary *summary = bres_state_summary_at(other.state, k);

            cr_expect_str_eq(bres_summary_tag(summary), bres_summary_tag(expected), "body %zu", i);
            if (is_of_the_system(expected))
                continue;
            cr_expect_str_eq(bres_value_text(bres_summary_field(summary, "value")),
                             bres_value_text(bres_summary_field(expected, "value")), "%s",
                             bres_summary_tag(expected));
        }
        bres_test_stage_free(&other);
    }
    bres_test_stage_free(&before);
}

static size_t place_of(const bres_state *state, const char *tag)
{
    size_t place = 0;

    while (place < bres_state_summary_count(state) &&
           strcmp(bres_summary_tag(bres_state_summary_at(state, place)), tag) != 0)
        place++;
    return place;
}

Test(harness, counts_have_the_places_that_nvbench_gives_them)
{
    static const char *const order[] = {
        "nv/element_count/Items",    "nv/gmem/reads/In",
        "nv/gmem/writes/Out",        "nv/cpu_only/sample_size",
        "nv/cpu_only/time/cpu/mean", "nv/cpu_only/time/cpu/iqr/relative",
        "nv/cpu_only/bw/item_rate",  "nv/cpu_only/bw/global/bytes_per_second",
        "nv/cpu_only/walltime",
    };
    bres_test_stage s;

    run_stage(&s, body_counts_after);
    for (size_t i = 1; i < sizeof(order) / sizeof(order[0]); i++)
        cr_expect_lt(place_of(s.state, order[i - 1]), place_of(s.state, order[i]), "%s", order[i]);
    cr_expect_lt(place_of(s.state, "nv/cpu_only/walltime"), bres_state_summary_count(s.state));
    cr_expect_float_eq(bres_test_stage_float64(&s, "nv/cpu_only/bw/item_rate"), ELEMENTS / 0.001,
                       1e-3);
    cr_expect_float_eq(bres_test_stage_float64(&s, "nv/cpu_only/bw/global/bytes_per_second"),
                       BYTES / 0.001, 1);
    bres_test_stage_free(&s);
}

static bres_status body_counts_then_fails(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    cr_assert_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_OK);
    add_counts(run);
    cr_expect_eq(bres_run_add_elements(run, INT64_MAX, "More"), BRES_ERROR_ARGUMENT);
    return BRES_OK;
}

Test(harness, counts_that_do_not_fit_fail_the_state)
{
    bres_test_stage s;

    cr_assert_eq(bres_test_stage_prepare(&s, body_counts_then_fails), BRES_OK);
    cr_assert_eq(bres_test_stage_run(&s), BRES_OK);
    cr_expect(s.failed && bres_state_is_skipped(s.state));
    cr_expect_null(bres_state_summary(s.state, "nv/element_count/More"));
    /* The measurement is still in the file. */
    cr_expect_float_eq(bres_test_stage_float64(&s, "nv/cpu_only/bw/item_rate"), ELEMENTS / 0.001,
                       1e-3);
    bres_test_stage_free(&s);
}

static bres_status body_counts_only(bres_run *run, void *context)
{
    (void)context;
    add_counts(run);
    return BRES_OK;
}

static bres_status body_is_skipped(bres_run *run, void *context)
{
    bres_test_stage *s = context;

    bres_run_set_skip_time(run, 1);
    cr_assert_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_OK);
    add_counts(run);
    return BRES_OK;
}

Test(harness, counts_without_a_measurement_have_no_rates)
{
    static const bres_bench_fn bodies[] = { body_counts_only, body_is_skipped };

    for (size_t i = 0; i < sizeof(bodies) / sizeof(bodies[0]); i++) {
        bres_test_stage s;

        cr_assert_eq(bres_test_stage_prepare(&s, bodies[i]), BRES_OK);
        cr_assert_eq(bres_test_stage_run(&s), BRES_OK);
        cr_expect(bres_state_is_skipped(s.state), "body %zu", i);
        cr_expect_eq(bres_state_summary_count(s.state), 3, "body %zu", i);
        bres_test_stage_free(&s);
    }
}

static bres_status body_of_sizes(bres_run *run, void *context)
{
    bres_test_stage *s = context;
    bres_summary *summary = NULL;

    cr_expect_eq(bres_run_add_buffer_size(run, 10, "app/first", "First", "The first buffer."),
                 BRES_OK);
    cr_assert_eq(bres_run_exec_cpu(run, bres_test_body_run, &s->measured), BRES_OK);
    cr_expect_eq(bres_run_add_buffer_size(run, INT64_MAX, "app/peak", "", NULL), BRES_OK);
    cr_assert_eq(bres_run_summary(run, "app/errors", &summary), BRES_OK);
    bres_summary_set_texts(summary, "Errors", NULL, NULL, NULL);
    bres_summary_set_int64(summary, "value", 3);
    bres_run_add_elements(run, 1, "Items");
    return BRES_OK;
}

Test(harness, sizes_and_summaries_of_a_body_stay_where_they_are_added)
{
    bres_test_stage s;
    const bres_summary *summary;
    size_t last;

    run_stage(&s, body_of_sizes);
    /* The harness adds two of its own after the summaries of the body. */
    last = bres_state_summary_count(s.state) - 3;
    summary = bres_state_summary_at(s.state, 0);
    cr_expect_str_eq(bres_summary_tag(summary), "app/first");
    cr_expect_str_eq(bres_summary_name(summary), "First");
    cr_expect_str_eq(bres_summary_description(summary), "The first buffer.");
    cr_expect_str_eq(bres_summary_hint(summary), "bytes");
    cr_expect(!bres_summary_is_hidden(summary));
    cr_expect_eq(bres_test_stage_int64(&s, "app/first"), 10);
    cr_expect_str_eq(bres_summary_tag(bres_state_summary_at(s.state, 1)), "nv/element_count/Items");
    summary = bres_state_summary_at(s.state, last - 1);
    cr_expect_str_eq(bres_summary_tag(summary), "app/peak");
    cr_expect_str_eq(bres_summary_name(summary), "None");
    cr_expect_str_eq(bres_summary_description(summary), "");
    cr_expect(bres_summary_is_hidden(summary));
    cr_expect_eq(bres_test_stage_int64(&s, "app/peak"), INT64_MAX);
    cr_expect_str_eq(bres_summary_tag(bres_state_summary_at(s.state, last)), "app/errors");
    cr_expect_eq(bres_test_stage_int64(&s, "app/errors"), 3);
    bres_test_stage_free(&s);
}

static bres_status body_has_no_tag(bres_run *run, void *context)
{
    (void)context;
    return bres_run_add_buffer_size(run, 1, "", "Name", NULL);
}

static bres_status body_has_no_summary_tag(bres_run *run, void *context)
{
    bres_summary *summary = (bres_summary *)context;

    cr_expect_eq(bres_run_summary(run, NULL, &summary), BRES_ERROR_ARGUMENT);
    cr_expect_null(summary);
    return BRES_OK;
}

static bres_status body_has_an_empty_summary_tag(bres_run *run, void *context)
{
    bres_summary *summary;

    (void)context;
    return bres_run_summary(run, "", &summary);
}

static bres_status body_has_no_place_for_a_summary(bres_run *run, void *context)
{
    (void)context;
    return bres_run_summary(run, "app/errors", NULL);
}

static bres_status body_has_too_large_a_buffer(bres_run *run, void *context)
{
    (void)context;
    return bres_run_add_buffer_size(run, UINT64_C(1) << 63, "app/size", NULL, NULL);
}

Test(harness, sizes_and_summaries_that_are_refused)
{
    static const struct {
        bres_bench_fn body;
        const char *reason;
    } rows[] = {
        { body_has_no_tag, "the tag of a buffer size is missing" },
        { body_has_no_summary_tag, "the tag of a summary is missing" },
        { body_has_an_empty_summary_tag, "the tag of a summary is missing" },
        { body_has_no_place_for_a_summary, "bres_state_add_summary: summary is NULL" },
        { body_has_too_large_a_buffer, "the size of buffer 'app/size' does not fit in int64" },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_test_stage s;

        cr_assert_eq(bres_test_stage_prepare(&s, rows[i].body), BRES_OK);
        cr_assert_eq(bres_test_stage_run(&s), BRES_OK);
        cr_expect(s.failed, "row %zu", i);
        cr_expect_str_eq(bres_state_skip_reason(s.state), rows[i].reason, "row %zu", i);
        cr_expect_eq(bres_state_summary_count(s.state), 0, "row %zu", i);
        bres_test_stage_free(&s);
    }
}

Test(harness, counts_of_a_run_that_is_null)
{
    bres_summary *summary = NULL;
    const bres_status statuses[] = {
        bres_run_add_elements(NULL, 1, NULL),
        bres_run_add_reads(NULL, 1, NULL),
        bres_run_add_writes(NULL, 1, NULL),
        bres_run_add_buffer_size(NULL, 1, "app/size", NULL, NULL),
        bres_run_summary(NULL, "app/errors", &summary),
    };

    for (size_t i = 0; i < sizeof(statuses) / sizeof(statuses[0]); i++)
        cr_expect_eq(statuses[i], BRES_ERROR_ARGUMENT, "call %zu", i);
}

/* If memory runs out, either the state or the run fails. */
static bres_status count_once(void *context)
{
    const bres_bench_fn *body = context;
    bres_test_stage s;
    bres_status status = bres_test_stage_prepare(&s, *body);

    if (status == BRES_OK)
        status = bres_test_stage_run(&s);
    if (status == BRES_OK && s.failed) {
        cr_assert_str_eq(bres_state_skip_reason(s.state), "out of memory");
        status = BRES_ERROR_MEMORY;
    }
    bres_test_stage_free(&s);
    return status;
}

static bres_status body_of_all_counts(bres_run *run, void *context)
{
    bres_test_stage *s = context;
    bres_summary *summary = NULL;

    bres_run_set_timeout(run, 0.01);
    bres_run_exec_cpu(run, bres_test_body_run, &s->measured);
    add_counts(run);
    bres_run_add_buffer_size(run, 1, "app/size", "Size", "A size.");
    return bres_run_summary(run, "app/errors", &summary);
}

Test(harness, counting_without_memory)
{
    static const bres_bench_fn body = body_of_all_counts;

    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, count_once, (void *)&body);
}
