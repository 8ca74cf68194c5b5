/* SPDX-License-Identifier: MIT */
/*
 * Measuring into a result that is being built.
 */
#include "model/model.h"
#include "support/measured.h"
#include "support/support.h"

#include <benchresult/compare.h>
#include <criterion/criterion.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define MS           INT64_C(1000000)

/* A result with a benchmark and one axis of each kind, and a body in virtual time. */
typedef struct loop {
    bres_test_clock time;
    bres_clock clock;
    bres_test_body script;
    bres_measure_options options;
    bres_result *result;
    bres_subbench *bench;
    char log[512];
} loop;

static void on_log(void *user, bres_log_level level, const char *message)
{
    loop *self = user;

    (void)level;
    strncat(self->log, message, sizeof(self->log) - strlen(self->log) - 1);
}

/* Fails only if memory runs out. */
static bres_status loop_build(loop *self)
{
    static const int64_t integers[] = { 1, 2 };
    static const int64_t exponents[] = { 4, 10 };
    static const double reals[] = { 0.5, 1.5 };
    static const char *const strings[] = { "left", "right" };
    bres_status status = bres_result_new(&self->result);

    if (status == BRES_OK)
        status = bres_result_add_subbench(self->result, "b", &self->bench);
    if (status == BRES_OK)
        status = bres_subbench_add_int64_axis(self->bench, "N", integers, 2);
    if (status == BRES_OK)
        status = bres_subbench_add_pow2_axis(self->bench, "P", exponents, 2);
    if (status == BRES_OK)
        status = bres_subbench_add_float64_axis(self->bench, "F", reals, 2);
    if (status == BRES_OK)
        status = bres_subbench_add_string_axis(self->bench, "S", strings, 2);
    return status;
}

static void loop_init(loop *self, const int64_t *durations, size_t count)
{
    memset(self, 0, sizeof(*self));
    self->time.now = 5000;
    self->time.cost = 20;
    self->clock = bres_test_clock_of(&self->time);
    self->script = (bres_test_body){ .clock = &self->time, .durations = durations, .count = count };
    bres_measure_options_init(&self->options);
    self->options.clock = &self->clock;
    self->options.log = on_log;
    self->options.log_user = self;
}

static void loop_begin(loop *self, const int64_t *durations, size_t count)
{
    loop_init(self, durations, count);
    cr_assert_eq(loop_build(self), BRES_OK, "%s", bres_last_error());
}

static bres_status loop_measure(loop *self, bres_state **state)
{
    return bres_measure_cpu(bres_test_body_run, &self->script, &self->options, self->bench, state);
}

Test(measure, measure_options_have_the_defaults_of_the_settings)
{
    bres_measure_options options;
    const bres_measure_options expected = { .size = sizeof(options),
                                            .min_samples = 10,
                                            .warmup_runs = 1,
                                            .max_warmup_time = -1,
                                            .skip_time = -1,
                                            .timeout = 15 };

    bres_measure_options_init(NULL);
    memset(&options, 0x55, sizeof(options));
    bres_measure_options_init(&options);
    cr_expect_arr_eq(&options, &expected, sizeof(options));
}

static bool after_seven(void *user)
{
    size_t *asked = user;

    return ++*asked > 7;
}

Test(measure, measure_cpu_is_interrupted_by_its_caller)
{
    static const int64_t durations[] = { MS };
    bres_state *state;
    size_t asked = 0;
    loop self;

    loop_begin(&self, durations, COUNT(durations));
    self.options.is_interrupted = after_seven;
    self.options.interrupt_user = &asked;
    cr_assert_eq(loop_measure(&self, &state), BRES_ERROR_INTERRUPTED);
    cr_expect_null(state);
    cr_expect_str_eq(bres_last_error(), "the measurement was interrupted");
    cr_expect_eq(bres_subbench_state_count(self.bench), 0);
    cr_expect_leq(self.script.calls, 9);
    bres_result_unref(self.result);
}

Test(measure, measure_cpu_adds_a_state)
{
    static const bres_axis_setting axes[] = { { .axis = "S", .string = "right" },
                                              { .axis = "N", .int64 = 2 },
                                              { .axis = "F", .float64 = 1.5 },
                                              { .axis = "P", .int64 = 1024 } };
    static const int64_t durations[] = { 1000, 2000, 3000, 2000 };
    bres_state *state;
    loop self;
    double value;

    loop_begin(&self, durations, COUNT(durations));
    self.options.axes = axes;
    self.options.axis_count = COUNT(axes);
    self.options.min_samples = 12;
    self.options.warmup_runs = 4;
    self.options.timeout = 1e-6;
    self.options.elements = 7;
    self.options.global_bytes = 21;
    cr_assert_eq(loop_measure(&self, &state), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_subbench_state_count(self.bench), 1);
    cr_expect_eq(bres_subbench_state_at(self.bench, 0), state);
    cr_expect_str_eq(bres_state_name(state), "S=right N=2 F=1.5 P=2^10");
    cr_expect_str_eq(state->extra,
                     "{\"min_samples\":12,\"cold_warmup_runs\":4,\"cold_max_warmup_walltime\":-1.0,"
                     "\"batch_target_time\":0.5,\"skip_time\":-1.0,\"timeout\":1e-06}");
    cr_expect_not(bres_state_is_skipped(state));
    cr_expect_eq(bres_test_summary_value(state, "nv/cpu_only/sample_size"), 1);
    value = bres_test_summary_value(state, "nv/cpu_only/time/cpu/mean");
    /* The fifth execution has confirmed that no larger block fits into the timeout. */
    cr_expect_eq(value, 2020 * 1e-9);
    cr_expect_eq(bres_test_summary_value(state, "nv/cpu_only/bw/item_rate"), 7 / value);
    cr_expect_eq(bres_test_summary_value(state, "nv/cpu_only/bw/global/bytes_per_second"),
                 21 / value);
    cr_expect_not_null(strstr(self.log, "1 samples, fewer than min-samples (12)"), "%s", self.log);
    bres_result_unref(self.result);
}

Test(measure, measure_cpu_once)
{
    static const int64_t duration = 1000;
    bres_state *state;
    loop self;

    loop_begin(&self, &duration, 1);
    self.options.flags = BRES_MEASURE_RUN_ONCE;
    cr_assert_eq(loop_measure(&self, &state), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(self.script.executions, 1);
    bres_result_unref(self.result);
}

Test(measure, measure_cpu_states_can_be_compared)
{
    static const int64_t fast[] = { MS, MS + 1000, MS + 2000 };
    static const int64_t slow[] = { 2 * MS, 2 * MS + 1000, 2 * MS + 2000 };
    bres_state *states[2];
    bres_decision decision;
    loop self;

    loop_begin(&self, fast, COUNT(fast));
    for (int i = 0; i < 2; i++) {
        self.script.durations = i == 0 ? fast : slow;
        self.options.min_samples = 100;
        cr_assert_eq(loop_measure(&self, &states[i]), BRES_OK, "%s", bres_last_error());
    }
    bres_decision_init(&decision);
    cr_assert_eq(bres_compare_states(states[0], states[1], NULL, &decision), BRES_OK, "%s",
                 bres_last_error());
    cr_expect_eq(decision.verdict, BRES_SLOW);
    bres_result_unref(self.result);
}

Test(measure, measure_cpu_batched_adds_a_state)
{
    static const int64_t duration = 1000;
    bres_state *state;
    loop self;

    loop_begin(&self, &duration, 1);
    cr_assert_eq(bres_measure_cpu_batched(bres_test_body_run_batch, &self.script, &self.options,
                                          self.bench, &state),
                 BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_subbench_state_at(self.bench, 0), state);
    cr_expect_eq(bres_test_summary_value(state, "bres/cpu_batch/block_size"), 1000);
    cr_expect_eq(bres_test_summary_value(state, "nv/cpu_only/time/cpu/median"),
                 1000020 * 1e-9 / 1000);
    bres_result_unref(self.result);
}

Test(measure, measure_cpu_keeps_a_state_that_is_too_short)
{
    static const int64_t duration = 1000;
    bres_state *state;
    loop self;

    loop_begin(&self, &duration, 1);
    self.options.skip_time = 1e-3;
    cr_assert_eq(loop_measure(&self, &state), BRES_OK, "%s", bres_last_error());
    cr_assert_not_null(state);
    cr_expect(bres_state_is_skipped(state));
    cr_expect_str_eq(bres_state_skip_reason(state),
                     "the last warm-up took 1.020 us, less than the skip time of 1000.000 us");
    cr_expect_eq(bres_state_summary_count(state), 0);
    bres_result_unref(self.result);
}

/* With the system's clock, a test can only check that the measurement ends. */
static void count_up(void *context)
{
    ++*(uint64_t *)context;
}

static void count_up_batch(void *context, uint64_t count)
{
    for (uint64_t i = 0; i < count; i++) {
        count_up(context);
        BRES_CLOBBER();
    }
}

Test(measure, measure_cpu_in_real_time)
{
    bres_measure_options options;
    bres_state *state;
    uint64_t calls = 0;
    loop self;

    loop_begin(&self, NULL, 0);
    bres_measure_options_init(&options);
    options.timeout = 0;
    cr_assert_eq(bres_measure_cpu(count_up, &calls, &options, self.bench, &state), BRES_OK, "%s",
                 bres_last_error());
    cr_expect_eq(calls, 3);
    cr_assert_eq(bres_measure_cpu_batched(count_up_batch, &calls, &options, self.bench, &state),
                 BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_test_summary_value(state, "bres/cpu_batch/block_size"), 1);
    cr_expect_geq(bres_test_summary_value(state, "nv/cpu_only/time/cpu/median"), 0);
    bres_result_unref(self.result);
}

typedef struct refused_row {
    void (*change)(loop *self);
    bres_status status;
    const char *message;
} refused_row;

static const bres_axis_setting unknown_axis = { .axis = "Q", .int64 = 2 };
static const bres_axis_setting nameless_axis = { .int64 = 2 };
static const bres_axis_setting missing_string = { .axis = "S", .int64 = 2 };
static const bres_axis_setting extra_string = { .axis = "N", .string = "2" };
static const bres_axis_setting no_power = { .axis = "P", .int64 = 1000 };
static const bres_axis_setting twice[] = { { .axis = "N", .int64 = 2 },
                                           { .axis = "N", .int64 = 2 } };
static bres_clock half_clock;

static void set_axis(loop *self, const bres_axis_setting *axes, size_t count)
{
    self->options.axes = axes;
    self->options.axis_count = count;
}

#define CHANGE(name, statement)                                                                    \
    static void name(loop *self)                                                                   \
    {                                                                                              \
        statement;                                                                                 \
    }

CHANGE(size, self->options.size = 8)
CHANGE(flags, self->options.flags = 4)
CHANGE(reserved, self->options.reserved = 3)
CHANGE(reserved2, self->options.reserved2 = 4)
CHANGE(clock_kind, self->options.clock_kind = 3)
CHANGE(min_samples, self->options.min_samples = 0)
CHANGE(warmup_runs, self->options.warmup_runs = -1)
CHANGE(timeout, self->options.timeout = -1)
CHANGE(skip_time, self->options.skip_time = 1e308 * 10)
CHANGE(elements, self->options.elements = -5)
CHANGE(global_bytes, self->options.global_bytes = -6)
CHANGE(axes_null, set_axis(self, NULL, 2))
CHANGE(axis_unknown, set_axis(self, &unknown_axis, 1))
CHANGE(axis_nameless, set_axis(self, &nameless_axis, 1))
CHANGE(axis_missing_string, set_axis(self, &missing_string, 1))
CHANGE(axis_extra_string, set_axis(self, &extra_string, 1))
CHANGE(axis_no_power, set_axis(self, &no_power, 1))
CHANGE(axis_twice, set_axis(self, twice, 2))
CHANGE(clock_half, half_clock = self->clock; half_clock.now = NULL;
       self->options.clock = &half_clock)

static const refused_row refused_rows[] = {
    { size, BRES_ERROR_VERSION, NULL },
    { flags, BRES_ERROR_ARGUMENT, "bres_measure_options.flags: unknown flags 0x4" },
    { reserved, BRES_ERROR_ARGUMENT, "bres_measure_options.reserved is 3 (expected 0)" },
    { reserved2, BRES_ERROR_ARGUMENT, "bres_measure_options.reserved2 is 4 (expected 0)" },
    { clock_kind, BRES_ERROR_ARGUMENT, "bres_measure_options: unknown clock_kind 3" },
    { min_samples, BRES_ERROR_ARGUMENT, "min_samples is 0 (expected at least 1)" },
    { warmup_runs, BRES_ERROR_ARGUMENT, "cold_warmup_runs is -1 (expected at least 0)" },
    { timeout, BRES_ERROR_ARGUMENT, NULL },
    { skip_time, BRES_ERROR_ARGUMENT, "skip_time is inf (expected a finite number)" },
    { elements, BRES_ERROR_ARGUMENT, "bres_measure_options.elements is -5 (expected at least 0)" },
    { global_bytes, BRES_ERROR_ARGUMENT,
      "bres_measure_options.global_bytes is -6 (expected at least 0)" },
    { axes_null, BRES_ERROR_ARGUMENT,
      "bres_measure_options.axes is NULL (expected 2 axis values)" },
    { axis_unknown, BRES_ERROR_KEY, "benchmark 'b' has no axis 'Q'" },
    { axis_nameless, BRES_ERROR_ARGUMENT, "the name of the axis is NULL" },
    { axis_missing_string, BRES_ERROR_KIND, "axis 'S' has type string and accepts no int64" },
    { axis_extra_string, BRES_ERROR_KIND, "axis 'N' has type int64 and accepts no string" },
    { axis_no_power, BRES_ERROR_ARGUMENT, "axis 'P': 1000 is not a power of two" },
    { axis_twice, BRES_ERROR_CONFLICT, NULL },
    { clock_half, BRES_ERROR_ARGUMENT, "bres_clock: now is NULL" },
};

/* Each error is found before the body is executed, and no state is added. */
Test(measure, measure_cpu_refuses_before_it_measures)
{
    static const int64_t duration = 1000;

    for (size_t i = 0; i < COUNT(refused_rows); i++) {
        bres_state *state;
        loop self;

        loop_begin(&self, &duration, 1);
        state = (bres_state *)&self;
        refused_rows[i].change(&self);
        cr_expect_eq(loop_measure(&self, &state), refused_rows[i].status, "row %zu: %s", i,
                     bres_last_error());
        if (refused_rows[i].message != NULL)
            cr_expect_str_eq(bres_last_error(), refused_rows[i].message, "row %zu", i);
        cr_expect_null(state, "row %zu", i);
        cr_expect_eq(self.script.executions, 0, "row %zu", i);
        cr_expect_eq(bres_subbench_state_count(self.bench), 0, "row %zu", i);
        bres_result_unref(self.result);
    }
}

Test(measure, measure_cpu_refuses_null)
{
    bres_state *state;
    loop self;

    loop_begin(&self, NULL, 0);
    cr_expect_eq(bres_measure_cpu(count_up, NULL, NULL, self.bench, NULL), BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(bres_last_error(), "bres_measure_cpu: state is NULL");
    cr_expect_eq(bres_measure_cpu(NULL, NULL, NULL, self.bench, &state), BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(bres_last_error(), "bres_measure_cpu: fn is NULL");
    cr_expect_eq(bres_measure_cpu_batched(count_up_batch, NULL, NULL, self.bench, NULL),
                 BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(bres_last_error(), "bres_measure_cpu_batched: state is NULL");
    cr_expect_eq(bres_measure_cpu_batched(NULL, NULL, NULL, self.bench, &state),
                 BRES_ERROR_ARGUMENT);
    cr_expect_str_eq(bres_last_error(), "bres_measure_cpu_batched: fn is NULL");
    state = (bres_state *)&self;
    cr_expect_eq(bres_measure_cpu(count_up, NULL, NULL, NULL, &state), BRES_ERROR_ARGUMENT);
    cr_expect_null(state);
    bres_result_unref(self.result);
}

/* A criterion that refuses its start, or its n-th measurement. */
typedef struct unwilling {
    bool start;
    size_t at;
    size_t count;
} unwilling;

static bres_status unwilling_start(void *state, const bres_criterion *criterion, void *user)
{
    const unwilling *self = user;

    (void)state;
    (void)criterion;
    return self->start ? BRES_ERROR_VALUE : BRES_OK;
}

static bres_status unwilling_reserve(void *state, void *user)
{
    unwilling *self = user;

    (void)state;
    self->count++;
    return self->count == self->at ? BRES_ERROR_LIMIT : BRES_OK;
}

static void unwilling_add(void *state, double seconds, void *user)
{
    (void)state;
    (void)seconds;
    (void)user;
}

static bool unwilling_is_finished(const void *state, void *user)
{
    (void)state;
    (void)user;
    return false;
}

static bres_criterion *unwilling_new(unwilling *self)
{
    bres_criterion_definition definition;
    bres_criteria *criteria;
    bres_criterion *criterion;

    bres_criterion_definition_init(&definition);
    definition.name = "unwilling";
    definition.user = self;
    definition.start = unwilling_start;
    definition.reserve = unwilling_reserve;
    definition.add = unwilling_add;
    definition.is_finished = unwilling_is_finished;
    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criteria_register(criteria, &definition), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres_criterion_new(criteria, "unwilling", &criterion), BRES_OK);
    bres_criteria_free(criteria);
    return criterion;
}

Test(measure, measure_cpu_takes_its_state_back_when_it_fails)
{
    static const int64_t durations[] = { 1000, -1 };
    static const struct {
        unwilling criterion;
        int64_t duration;
        bres_status status;
        uint64_t executions;
    } rows[] = {
        { { .start = true }, 1000, BRES_ERROR_VALUE, 0 },
        { { .at = 1 }, 1000, BRES_ERROR_LIMIT, 2 },
        { { .at = 40 }, 1000, BRES_ERROR_LIMIT, 41 },
        { { .at = 1000 }, -1, BRES_ERROR_VALUE, 65 },
    };
    bres_state *first;
    bres_state *state;
    loop self;

    loop_begin(&self, durations, 1);
    self.time.now = 1000000000;
    self.options.min_samples = 1;
    cr_assert_eq(loop_measure(&self, &first), BRES_OK, "%s", bres_last_error());
    for (size_t i = 0; i < COUNT(rows); i++) {
        unwilling refusing = rows[i].criterion;
        bres_criterion *criterion = unwilling_new(&refusing);

        self.time.cost = 0;
        self.script.durations = &rows[i].duration;
        self.script.executions = 0;
        self.options.criterion = criterion;
        cr_expect_eq(loop_measure(&self, &state), rows[i].status, "row %zu: %s", i,
                     bres_last_error());
        cr_expect_null(state, "row %zu", i);
        cr_expect_eq(self.script.executions, rows[i].executions, "row %zu", i);
        cr_expect_eq(bres_subbench_state_count(self.bench), 1, "row %zu", i);
        cr_expect_eq(bres_subbench_state_at(self.bench, 0), first, "row %zu", i);
        bres_criterion_free(criterion);
    }
    bres_result_unref(self.result);
}

/* A body that measures into the same benchmark: the states that it adds stay when the outer
 * measurement fails. */
static void nested(void *context)
{
    loop *self = context;
    bres_measure_options options = self->options;
    bres_state *state;

    options.criterion = NULL;
    options.timeout = 0;
    cr_assert_eq(bres_measure_cpu(bres_test_body_run, &self->script, &options, self->bench, &state),
                 BRES_OK);
}

Test(measure, measure_cpu_takes_back_no_other_state)
{
    static const int64_t duration = 1000;
    unwilling refusing = { .at = 2 };
    bres_criterion *criterion = unwilling_new(&refusing);
    bres_state *state;
    loop self;

    loop_begin(&self, &duration, 1);
    self.options.criterion = criterion;
    cr_expect_eq(bres_measure_cpu(nested, &self, &self.options, self.bench, &state),
                 BRES_ERROR_LIMIT);
    cr_expect_eq(bres_subbench_state_count(self.bench), 3);
    for (size_t i = 0; i < 3; i++)
        cr_expect_eq(bres_test_summary_value(bres_subbench_state_at(self.bench, i),
                                             "nv/cpu_only/sample_size"),
                     1);
    bres_criterion_free(criterion);
    bres_result_unref(self.result);
}

/* Takes enough samples for their array to grow several times. */
static bres_status measure_all(void *context)
{
    static const int64_t duration = 2 * MS;
    const bool batched = *(const bool *)context;
    bres_state *state = NULL;
    bres_status status;
    loop self;

    loop_init(&self, &duration, 1);
    set_axis(&self, twice, 1);
    status = loop_build(&self);
    if (status == BRES_OK) {
        status = batched ? bres_measure_cpu_batched(bres_test_body_run_batch, &self.script,
                                                    &self.options, self.bench, &state)
                         : loop_measure(&self, &state);
        cr_assert_eq(bres_subbench_state_count(self.bench), status == BRES_OK);
        cr_assert_eq(state != NULL, status == BRES_OK);
    }
    bres_result_unref(self.result);
    return status;
}

Test(measure, measure_cpu_survives_every_failing_allocation)
{
    for (int batched = 0; batched < 2; batched++) {
        bool context = batched == 1;

        bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, measure_all, &context);
    }
}
