/* SPDX-License-Identifier: MIT */
/* Races of two functions, in virtual time. */
#include "base/fault.h"
#include "race/carry.h"
#include "race/race.h"
#include "support/measured.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof(*(array)))
#define MS           INT64_C(1000000)

/* Two bodies on one clock, and everything that their race needs. */
typedef struct course {
    bres_test_clock time;
    bres_clock clock;
    bres_test_body bodies[BRES__RACE_SIDES];
    bres_race_side sides[BRES__RACE_SIDES];
    bres_race_options options;
    bres_race_outcome outcome;
    bres_result *result;
    bres_subbench *benches[BRES__RACE_SIDES];
    bres_status status;
    char log[1024];
} course;

static void on_log(void *user, bres_log_level level, const char *message)
{
    course *self = user;

    cr_expect_eq(level, BRES_LOG_WARNING);
    strncat(self->log, message, sizeof(self->log) - strlen(self->log) - 1);
}

static void course_begin(course *self, const int64_t *reference, const int64_t *candidate,
                         size_t count)
{
    static const char *const names[] = { "reference", "candidate" };

    memset(self, 0, sizeof(*self));
    self->time.now = 1000000;
    self->time.cost = 25;
    self->clock = bres_test_clock_of(&self->time);
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        self->bodies[side] = (bres_test_body){
            .clock = &self->time,
            .durations = side == BRES__RACE_REFERENCE ? reference : candidate,
            .count = count,
        };
        self->sides[side] =
            (bres_race_side){ .cpu = bres_test_body_run, .context = &self->bodies[side] };
    }
    cr_assert_eq(bres_result_new(&self->result), BRES_OK);
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        cr_assert_eq(bres_result_add_subbench(self->result, names[side], &self->benches[side]),
                     BRES_OK);
        self->sides[side].bench = self->benches[side];
    }
    bres_race_options_init(&self->options);
    self->options.clock = &self->clock;
    self->options.log = on_log;
    self->options.log_user = self;
    bres_race_outcome_init(&self->outcome);
}

static void course_run(course *self)
{
    self->status = bres_race(&self->sides[BRES__RACE_REFERENCE], &self->sides[BRES__RACE_CANDIDATE],
                             &self->options, &self->outcome);
}

static void course_end(course *self)
{
    bres_result_unref(self->result);
}

typedef struct race_row {
    const char *name;
    int64_t reference[2];
    int64_t candidate[2];
    size_t count;
    double max_time;
    int64_t max_pairs;
    bres_verdict verdict;
    bres_race_stop end;
    uint64_t pairs;
    uint64_t block_size;
    const char *message;
} race_row;

static const race_row rows[] = {
    { "the same", { MS }, { MS }, 1, 10, 1000, BRES_SAME, BRES_RACE_DECIDED, 24, 1, NULL },
    { "3 % slower",
      { 100 * MS },
      { 103 * MS },
      1,
      10,
      1000,
      BRES_SLOW,
      BRES_RACE_DECIDED,
      24,
      1,
      NULL },
    { "3 % faster",
      { 103 * MS },
      { 100 * MS },
      1,
      10,
      1000,
      BRES_FAST,
      BRES_RACE_DECIDED,
      24,
      1,
      NULL },
    { "short for the clock",
      { 100 },
      { 103 },
      1,
      10,
      1000,
      BRES_SLOW,
      BRES_RACE_DECIDED,
      24,
      256,
      NULL },
    { "short on one side",
      { 10 * MS },
      { 10000 },
      1,
      10,
      1000,
      BRES_FAST,
      BRES_RACE_DECIDED,
      24,
      4,
      NULL },
    { "too noisy",
      { MS, 3 * MS },
      { 3 * MS, MS },
      2,
      10,
      40,
      BRES_AMBIGUOUS,
      BRES_RACE_PAIRS_OVER,
      40,
      1,
      NULL },
    { "no time",
      { 100 * MS },
      { 100 * MS },
      1,
      1,
      1000,
      BRES_AMBIGUOUS,
      BRES_RACE_TIME_OVER,
      1,
      1,
      "ratio 1.0000 after 1 pair, too few for an interval: undecided; about 17 more pairs would "
      "probably show SAME" },
    { "no time for a pair",
      { 1000 * MS },
      { 1000 * MS },
      1,
      1,
      0,
      BRES_AMBIGUOUS,
      BRES_RACE_TIME_OVER,
      0,
      1,
      "no pair was measured" },
    { "one pair", { MS }, { MS }, 1, 0, 1, BRES_AMBIGUOUS, BRES_RACE_PAIRS_OVER, 1, 1, NULL },
};

Test(race, race_ends)
{
    for (size_t i = 0; i < COUNT(rows); i++) {
        const race_row *row = &rows[i];
        course self;

        course_begin(&self, row->reference, row->candidate, row->count);
        self.options.max_time = row->max_time;
        self.options.max_pairs = row->max_pairs;
        course_run(&self);
        cr_assert_eq(self.status, BRES_OK, "%s: %s", row->name, bres_last_error());
        cr_expect_eq(self.outcome.verdict, (uint32_t)row->verdict, "%s: %s", row->name,
                     self.outcome.message);
        cr_expect_eq(self.outcome.stop_reason, (uint32_t)row->end, "%s: %s", row->name,
                     bres_race_stop_name((bres_race_stop)self.outcome.stop_reason));
        cr_expect_eq(self.outcome.pairs, row->pairs, "%s: %s", row->name, self.outcome.message);
        cr_expect_eq(self.outcome.block_size, row->block_size, "%s: %lu", row->name,
                     (unsigned long)self.outcome.block_size);
        if (row->message != NULL)
            cr_expect_str_eq(self.outcome.message, row->message, "%s: %s", row->name,
                             self.outcome.message);
        cr_expect_not_null(self.outcome.reference);
        cr_expect_not_null(self.outcome.candidate);
        course_end(&self);
    }
}

static const char *text_of(const bres_state *state, const char *tag)
{
    const char *text = bres_summary_string(bres_state_summary(state, tag));

    return text != NULL ? text : "";
}

Test(race, race_states)
{
    static const int64_t durations[] = { MS, 2 * MS };
    const bres_state *states[BRES__RACE_SIDES];
    course self;

    course_begin(&self, &durations[0], &durations[1], 1);
    self.options.seed = 4;
    self.options.elements = 3;
    course_run(&self);
    cr_assert_eq(self.status, BRES_OK, "%s", bres_last_error());
    states[0] = self.outcome.reference;
    states[1] = self.outcome.candidate;
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        const char *order = text_of(states[side], "bres/race/order");
        const float *samples;
        size_t count;

        cr_assert_eq(bres_state_samples(states[side], &samples, &count), BRES_OK);
        cr_assert_eq(count, self.outcome.pairs);
        cr_expect_eq(samples[count - 1], (float)((double)(durations[side] + 25) * 1e-9));
        cr_expect_eq(strlen(order), count);
        cr_expect_eq(strspn(order, "RC"), count, "%s", order);
        cr_expect_str_eq(text_of(states[side], "bres/race/side"),
                         side == 0 ? "reference" : "candidate");
        cr_expect_str_eq(text_of(states[side], "bres/race/seed"), "4");
        cr_expect_str_eq(text_of(states[side], "bres/race/verdict"), "SLOW");
        cr_expect_eq(bres_test_summary_value(states[side], "bres/race/ratio"), self.outcome.ratio);
        cr_expect_eq(bres_test_summary_value(states[side], "bres/race/ratio/lower"),
                     self.outcome.lower);
        cr_expect_eq(bres_test_summary_value(states[side], "nv/cpu_only/sample_size"),
                     (double)count);
        cr_expect(bres_summary_is_hidden(bres_state_summary(states[side], "bres/race/order")));
    }
    cr_expect_str_eq(text_of(states[0], "bres/race/order"), text_of(states[1], "bres/race/order"));
    cr_expect_float_eq(self.outcome.ratio, 2, 1e-4);
    course_end(&self);
}

/* Both states in one benchmark, distinguished by an axis; and sides without states. */
Test(race, race_states_of_one_benchmark)
{
    static const int64_t durations[] = { MS, MS };
    static const char *const values[] = { "old", "new" };
    const bres_axis_setting axes[] = { { .axis = "Code", .string = "old" },
                                       { .axis = "Code", .string = "new" } };
    course self;

    course_begin(&self, &durations[0], &durations[1], 1);
    cr_assert_eq(bres_subbench_add_string_axis(self.benches[0], "Code", values, 2), BRES_OK);
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
        self.sides[side].bench = self.benches[0];
        self.sides[side].axes = &axes[side];
        self.sides[side].axis_count = 1;
    }
    course_run(&self);
    cr_assert_eq(self.status, BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_subbench_state_count(self.benches[0]), 2);
    cr_expect_str_eq(bres_state_name(self.outcome.reference), "Code=old");
    cr_expect_str_eq(bres_state_name(self.outcome.candidate), "Code=new");
    self.sides[0].bench = NULL;
    self.sides[1].bench = NULL;
    course_run(&self);
    cr_expect_eq(self.status, BRES_OK);
    cr_expect_null(self.outcome.reference);
    cr_expect_null(self.outcome.candidate);
    cr_expect_eq(bres_subbench_state_count(self.benches[0]), 2);
    course_end(&self);
}

Test(race, race_order_follows_the_seed)
{
    static const int64_t durations[] = { MS, MS };
    char orders[3][16];

    for (unsigned i = 0; i < 3; i++) {
        course self;

        course_begin(&self, &durations[0], &durations[1], 1);
        self.options.seed = i / 2;
        course_run(&self);
        strncpy(orders[i], text_of(self.outcome.candidate, "bres/race/order"), 15);
        orders[i][15] = '\0';
        cr_expect_not_null(strchr(orders[i], 'R'));
        cr_expect_not_null(strchr(orders[i], 'C'));
        course_end(&self);
    }
    cr_expect_str_eq(orders[0], orders[1]);
    cr_expect_str_neq(orders[0], orders[2]);
}

static bool is_interrupted(void *user)
{
    const course *self = user;

    return self->bodies[BRES__RACE_CANDIDATE].executions >= 6;
}

Test(race, race_is_interrupted)
{
    static const int64_t durations[] = { MS, 2 * MS };
    course self;

    course_begin(&self, &durations[0], &durations[1], 1);
    self.options.is_interrupted = is_interrupted;
    self.options.interrupt_user = &self;
    course_run(&self);
    cr_assert_eq(self.status, BRES_OK, "%s", bres_last_error());
    cr_expect_eq(self.outcome.stop_reason, BRES_RACE_INTERRUPTED);
    cr_expect_eq(self.outcome.verdict, BRES_AMBIGUOUS);
    /* Warm-up and block search come first, with three trials per side. */
    cr_expect(self.outcome.pairs >= 1 && self.outcome.pairs <= 2, "%lu",
              (unsigned long)self.outcome.pairs);
    cr_expect_not_null(self.outcome.candidate);
    course_end(&self);
}

static void fail_later(void *context)
{
    bres_test_body *body = context;

    bres_test_body_run(body);
    if (body->executions == 8)
        bres_measure_fail("no more of it");
}

Test(race, race_fails_with_its_function)
{
    static const int64_t durations[] = { MS, MS };
    course self;

    course_begin(&self, &durations[0], &durations[1], 1);
    self.sides[BRES__RACE_CANDIDATE].cpu = fail_later;
    course_run(&self);
    cr_expect_eq(self.status, BRES_ERROR_VALUE);
    cr_expect_str_eq(bres_last_error(), "no more of it");
    cr_expect_eq(self.bodies[BRES__RACE_CANDIDATE].executions, 8);
    cr_expect_null(self.outcome.reference);
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++)
        cr_expect_eq(bres_subbench_state_count(self.benches[side]), 0);
    course_end(&self);
}

/* A pair in which the clock steps backwards does not count. */
Test(race, race_discards_pairs_without_a_time)
{
    static const int64_t steady[] = { MS, MS, MS, MS, MS, MS, MS, MS };
    static const int64_t steps[] = { MS, MS, MS, MS, MS, -MS, MS, MS };
    static const int64_t backwards = -MS;
    course self;

    course_begin(&self, steady, steps, COUNT(steady));
    course_run(&self);
    cr_assert_eq(self.status, BRES_OK, "%s", bres_last_error());
    cr_expect_eq(self.outcome.verdict, BRES_SAME);
    cr_expect_eq(self.outcome.pairs, 23);
    cr_expect_eq(self.outcome.discarded, 4, "%lu", (unsigned long)self.outcome.discarded);
    course_end(&self);

    course_begin(&self, steady, &backwards, 1);
    self.time.now = UINT64_C(1) << 40;
    course_run(&self);
    cr_expect_eq(self.status, BRES_ERROR_VALUE);
    cr_expect_not_null(strstr(bres_last_error(), "the clock stepped backwards"), "%s",
                       bres_last_error());
    course_end(&self);
}

static void no_time(void *context, uint64_t count)
{
    (void)context;
    (void)count;
}

Test(race, race_on_a_clock_that_stands_still)
{
    static const int64_t durations[] = { MS, MS };
    course self;

    course_begin(&self, &durations[0], &durations[1], 1);
    self.time.cost = 0;
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++)
        self.sides[side] = (bres_race_side){ .cpu_batch = no_time };
    course_run(&self);
    cr_expect_eq(self.status, BRES_ERROR_VALUE);
    cr_expect_not_null(strstr(bres_last_error(), "took no time by this clock"), "%s",
                       bres_last_error());
    course_end(&self);
}

/* A body that makes the next block of the other side slower. */
typedef struct untidy {
    bres_test_clock *time;
    const void **last; /* the side that ran before */
    int64_t price;
    uint64_t number; /* state of the noise generator */
} untidy;

static void run_untidy(void *context)
{
    untidy *self = context;

    self->number = self->number * UINT64_C(6364136223846793005) + 1;
    self->time->now += (uint64_t)(MS + (int64_t)(self->number >> 50));
    if (*self->last != self)
        self->time->now += (uint64_t)self->price;
    *self->last = self;
}

Test(race, race_reports_carry_over)
{
    static const int64_t durations[] = { MS, MS };
    course self;

    for (int64_t price = 0; price <= MS / 10; price += MS / 10) {
        const void *last = NULL;
        untidy sides[BRES__RACE_SIDES];

        course_begin(&self, &durations[0], &durations[1], 1);
        for (unsigned side = 0; side < BRES__RACE_SIDES; side++) {
            sides[side] = (untidy){ &self.time, &last, side == 1 ? price : 0, side + 1 };
            self.sides[side] = (bres_race_side){ .cpu = run_untidy, .context = &sides[side] };
        }
        self.options.min_pairs = 80;
        course_run(&self);
        cr_assert_eq(self.status, BRES_OK, "%s", bres_last_error());
        cr_expect_eq(self.outcome.carries_over, price != 0, "price %ld: p %g and %g", (long)price,
                     self.outcome.reference_carry_over_p, self.outcome.candidate_carry_over_p);
        cr_expect_float_eq(self.outcome.candidate_carry_over, (double)price / (double)MS, 0.02,
                           "%g", self.outcome.candidate_carry_over);
        cr_expect_float_eq(self.outcome.reference_carry_over, 0, 0.02);
        cr_expect_eq(strstr(self.log, "carry-over") != NULL, price != 0);
        course_end(&self);
    }
}

/* The second side of each pair takes 1.21 times as long as the first one. */
Test(race, race_order_effect)
{
    const char order[] = "RCRCRCRCRCRCRCRCRCRC";
    double seconds[20];
    double late[20];
    bres__race_pairs pairs = { .seconds = { seconds, late }, .order = order, .count = 20 };
    bres__order_effect effect;

    for (unsigned i = 0; i < 20; i++) {
        seconds[i] = 1;
        late[i] = order[i] == 'R' ? 1.21 : 1 / 1.21;
    }
    cr_assert_eq(bres__race_order_effect(&pairs, &effect), BRES_OK);
    cr_expect_float_eq(effect.effect, log(1.21), 1e-12);
    cr_expect_lt(effect.p, 0.01);
    for (pairs.count = 0; pairs.count <= 8; pairs.count += 8) {
        cr_assert_eq(bres__race_order_effect(&pairs, &effect), BRES_OK);
        cr_expect_eq(effect.effect, 0, "too few");
        cr_expect_eq(effect.p, 1, "too few");
    }
}

Test(race, race_options_that_are_refused)
{
    static const int64_t durations[] = { MS, MS };
    static const struct {
        size_t offset; /* of a double or an int64 */
        double real;
        int64_t count;
        const char *expected;
    } cases[] = {
        { offsetof(bres_race_options, error_rate), 0, 0, "error_rate is 0" },
        { offsetof(bres_race_options, error_rate), 1, 0, "error_rate is 1" },
        { offsetof(bres_race_options, error_rate), NAN, 0, "error_rate is nan" },
        { offsetof(bres_race_options, min_effect), -0.1, 0, "min_effect is -0.1" },
        { offsetof(bres_race_options, min_effect), 0.1, 0, "equivalence_margin is 0.01" },
        { offsetof(bres_race_options, equivalence_margin), INFINITY, 0,
          "equivalence_margin is inf" },
        { offsetof(bres_race_options, max_time), -1, 0, "max_time is -1" },
        { offsetof(bres_race_options, max_pairs), 0, -1, "max_pairs is -1" },
        { offsetof(bres_race_options, min_pairs), 0, -1, "min_pairs is -1" },
        { offsetof(bres_race_options, warmup_runs), 0, -1, "warmup_runs is -1" },
        { offsetof(bres_race_options, elements), 0, -1, "elements is -1" },
        { offsetof(bres_race_options, global_bytes), 0, -1, "global_bytes is -1" },
    };
    course self;

    for (size_t i = 0; i < COUNT(cases); i++) {
        course_begin(&self, &durations[0], &durations[1], 1);
        if (cases[i].count != 0)
            memcpy((char *)&self.options + cases[i].offset, &cases[i].count, sizeof(int64_t));
        else
            memcpy((char *)&self.options + cases[i].offset, &cases[i].real, sizeof(double));
        course_run(&self);
        cr_expect_eq(self.status, BRES_ERROR_ARGUMENT, "%s", cases[i].expected);
        cr_expect_not_null(strstr(bres_last_error(), cases[i].expected), "%s", bres_last_error());
        cr_expect_eq(self.bodies[0].executions, 0);
        course_end(&self);
    }
    course_begin(&self, &durations[0], &durations[1], 1);
    self.options.max_time = 0;
    self.options.max_pairs = 0;
    course_run(&self);
    cr_expect_not_null(strstr(bres_last_error(), "might never end"));
    self.options.max_pairs = 10;
    self.options.flags = 1;
    course_run(&self);
    cr_expect_eq(self.status, BRES_ERROR_ARGUMENT);
    self.options.flags = 0;
    self.options.reserved = 1;
    course_run(&self);
    cr_expect_eq(self.status, BRES_ERROR_ARGUMENT);
    course_end(&self);
}

Test(race, race_arguments_that_are_refused)
{
    static const int64_t durations[] = { MS, MS };
    course self;

    course_begin(&self, &durations[0], &durations[1], 1);
    cr_expect_eq(bres_race(NULL, &self.sides[1], NULL, &self.outcome), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_race(&self.sides[0], NULL, NULL, &self.outcome), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_race(&self.sides[0], &self.sides[1], NULL, NULL), BRES_ERROR_ARGUMENT);
    self.outcome.size = 8;
    cr_expect_eq(bres_race(&self.sides[0], &self.sides[1], NULL, &self.outcome),
                 BRES_ERROR_VERSION);
    bres_race_outcome_init(&self.outcome);
    self.sides[0].cpu_batch = no_time;
    course_run(&self);
    cr_expect_eq(self.status, BRES_ERROR_ARGUMENT, "two functions");
    self.sides[0].cpu = NULL;
    self.sides[0].cpu_batch = NULL;
    course_run(&self);
    cr_expect_eq(self.status, BRES_ERROR_ARGUMENT, "none");
    self.sides[0].cpu = bres_test_body_run;
    self.sides[0].axis_count = 1;
    course_run(&self);
    cr_expect_eq(self.status, BRES_ERROR_ARGUMENT, "no axes");
    self.sides[0].axes = &(bres_axis_setting){ .axis = "None", .int64 = 1 };
    course_run(&self);
    cr_expect_eq(self.status, BRES_ERROR_KEY, "an axis that is not there");
    cr_expect_eq(bres_subbench_state_count(self.benches[0]), 0);
    bres_race_options_init(NULL);
    bres_race_outcome_init(NULL);
    cr_expect_str_eq(bres_race_stop_name((bres_race_stop)77), "unknown stop reason");
    course_end(&self);
}

static bres_status race_once(void *context)
{
    static const int64_t durations[] = { MS, MS };
    course self;

    (void)context;
    bres__faults_arm(0, 0, false);
    course_begin(&self, &durations[0], &durations[1], 1);
    bres__faults_arm(BRES__FAULT_ALLOC, *(size_t *)context, false);
    course_run(&self);
    if (self.status != BRES_OK) {
        cr_assert_null(self.outcome.reference);
        cr_assert_null(self.outcome.candidate);
        cr_assert_eq(bres_subbench_state_count(self.benches[0]), 0);
        cr_assert_eq(bres_subbench_state_count(self.benches[1]), 0);
    }
    course_end(&self);
    return self.status;
}

Test(race, race_without_memory)
{
    for (size_t n = 1;; n++) {
        const bres_status status = race_once(&n);
        const bool hit = bres__faults_hit();

        bres__faults_arm(0, 0, false);
        cr_assert(status == BRES_ERROR_MEMORY || (status == BRES_OK && n > 1), "fault %zu: %s", n,
                  bres_last_error());
        if (!hit)
            break;
    }
}

static void on_progress(void *user, uint64_t pairs, double ratio, double lower, double upper)
{
    uint64_t *told = user;

    cr_expect_gt(pairs, *told);
    cr_expect(lower <= ratio && ratio <= upper, "%g %g %g", lower, ratio, upper);
    *told = pairs;
}

Test(race, race_tells_its_progress)
{
    static const int64_t reference[] = { 100 * MS, 300 * MS };
    static const int64_t candidate[] = { 300 * MS, 100 * MS };
    uint64_t told = 0;
    course self;

    course_begin(&self, reference, candidate, 2);
    self.options.progress = on_progress;
    self.options.progress_user = &told;
    course_run(&self);
    cr_expect_gt(told, 10);
    course_end(&self);
}
