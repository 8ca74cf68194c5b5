/* SPDX-License-Identifier: MIT */
/* The engine of races, with a source whose times are scripted. */
#include "race/race.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <string.h>

enum { ROWS = 2 };

/* From -1 to 1. Times without noise would look like those of a coarse clock. */
static double noise(unsigned round)
{
    return (double)(round * round % 101) / 50 - 1;
}

/* A source, and the calls that the engine has made. */
typedef struct script {
    bres__race race;
    double candidate[ROWS]; /* seconds of a row's candidate; the reference takes 1 */
    unsigned refuse;        /* the measurement that is not taken, from 1; 0: none */
    unsigned stop;          /* the measurement that ends the race; 0: none */
    unsigned measured;
    unsigned completed;
    unsigned reports;
    char order[64]; /* a letter per measurement */
} script;

static bres_status script_measure(void *user, unsigned side, bool *taken)
{
    script *self = user;

    if (self->measured < sizeof(self->order) - 1)
        self->order[self->measured] = side == BRES__RACE_REFERENCE ? 'R' : 'C';
    self->measured++;
    *taken = self->measured != self->refuse;
    if (self->measured == self->stop)
        self->race.stop_reason = BRES_RACE_FAILED;
    return BRES_OK;
}

static bres_status script_complete(void *user, const unsigned *order)
{
    script *self = user;

    cr_expect_eq(order[0] + order[1], 1u, "each side once");
    cr_expect_eq(self->order[self->measured - 2], bres__race_order_letter(order));
    self->completed++;
    return BRES_OK;
}

/* The times of the second row are noisier. */
static bres_status script_time(void *user, const bres__race_row *row, unsigned side,
                               double *seconds)
{
    const script *self = user;
    const size_t index = (size_t)(row - self->race.rows);

    *seconds = side == BRES__RACE_REFERENCE ? 1 : self->candidate[index];
    if (side == BRES__RACE_CANDIDATE)
        *seconds *= 1 + (index == 1 ? 5e-3 : 1e-6) * noise(self->completed);
    return BRES_OK;
}

static void script_report(void *user)
{
    ((script *)user)->reports++;
}

static bool interrupted_at_once(void *user)
{
    (void)user;
    return true;
}

static bres__race_source script_begin(script *self, const bres_race_options *options)
{
    *self = (script){ .candidate = { 1.5, 1 } };
    cr_assert_eq(bres__race_open(&self->race, options), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(bres__race_add_row(&self->race, "bench", "slower"), BRES_OK);
    cr_assert_eq(bres__race_add_row(&self->race, "bench", "equal"), BRES_OK);
    return (bres__race_source){
        .user = self,
        .measure = script_measure,
        .complete = script_complete,
        .time = script_time,
        .report = script_report,
    };
}

static bres_race_options script_options(int64_t max_pairs)
{
    bres_race_options options;

    bres_race_options_init(&options);
    options.max_time = 0;
    options.max_pairs = max_pairs;
    return options;
}

Test(race, engine_decides_each_row_for_itself)
{
    const bres_race_options options = script_options(500);
    script self;
    const bres__race_source source = script_begin(&self, &options);
    const bres__race_row *rows = self.race.rows;

    cr_assert_eq(bres__race_run(&self.race, &source), BRES_OK);
    cr_expect_eq(self.race.stop_reason, BRES_RACE_DECIDED);
    cr_expect_eq(self.race.decided, (size_t)ROWS);
    for (size_t i = 0; i < ROWS; i++)
        bres__race_row_set_verdict(&self.race.rows[i]);
    cr_expect_eq(rows[0].outcome.verdict, BRES_SLOW);
    cr_expect_eq(rows[1].outcome.verdict, BRES_SAME);
    cr_expect_lt(rows[0].outcome.pairs, rows[1].outcome.pairs, "a decided row gets no more pairs");
    cr_expect_eq(rows[1].outcome.pairs, self.race.rounds);
    cr_expect_eq(strlen(rows[0].order), rows[0].outcome.pairs);
    cr_expect_eq(self.completed, self.race.rounds);
    cr_expect_eq(self.reports, self.race.rounds);
    bres__race_free(&self.race);
}

/* The error rate that a decided row has used cannot be shared. */
Test(race, engine_shares_the_error_rate_with_later_rows)
{
    bres_race_options options = script_options(500);
    bres__race_source source;
    script self;
    uint64_t rounds;

    options.flags |= BRES_RACE_NOT_SLOWER;
    options.equivalence_margin = options.min_effect;
    options.min_pairs = 2;
    source = script_begin(&self, &options);
    self.race.row_count = 1;
    bres__race_share_error_rate(&self.race);
    cr_assert_eq(bres__race_run(&self.race, &source), BRES_OK);
    cr_expect_eq(self.race.decided, 1u);
    rounds = self.race.rounds;
    self.race.row_count = ROWS;
    bres__race_share_error_rate(&self.race);
    cr_expect_eq(self.race.rows[0].sequential.options.error_rate, options.error_rate / ROWS);
    cr_expect_eq(self.race.decided, 0u);
    self.race.stop_reason = 0;
    cr_assert_eq(bres__race_run(&self.race, &source), BRES_OK);
    cr_expect_eq(self.race.decided, (size_t)ROWS);
    cr_expect_gt(self.race.rows[0].sequential.count, rounds);
    bres__race_free(&self.race);
}

Test(race, engine_discards_a_row_without_a_time)
{
    const bres_race_options options = script_options(3);
    script self;
    const bres__race_source source = script_begin(&self, &options);

    self.candidate[1] = 0;
    cr_assert_eq(bres__race_run(&self.race, &source), BRES_OK);
    cr_expect_eq(self.race.stop_reason, BRES_RACE_PAIRS_OVER);
    cr_expect_eq(self.race.rows[0].sequential.count, 3u);
    cr_expect_eq(self.race.rows[0].outcome.discarded, 0u);
    cr_expect_eq(self.race.rows[1].sequential.count, 0u);
    cr_expect_eq(self.race.rows[1].outcome.discarded, 3u);
    bres__race_free(&self.race);
}

Test(race, engine_discards_a_round)
{
    const bres_race_options options = script_options(3);
    script self;
    const bres__race_source source = script_begin(&self, &options);

    self.refuse = 3;
    cr_assert_eq(bres__race_run(&self.race, &source), BRES_OK);
    cr_expect_eq(self.race.rounds, 3u, "the budget counts it");
    cr_expect_eq(self.measured, 5u, "the other side is not measured");
    cr_expect_eq(self.completed, 2u);
    for (size_t i = 0; i < ROWS; i++) {
        cr_expect_eq(self.race.rows[i].sequential.count, 2u);
        cr_expect_eq(self.race.rows[i].outcome.discarded, 1u);
    }
    bres__race_free(&self.race);
}

Test(race, engine_is_stopped_by_its_source)
{
    const bres_race_options options = script_options(9);
    script self;
    const bres__race_source source = script_begin(&self, &options);

    self.stop = 4;
    cr_assert_eq(bres__race_run(&self.race, &source), BRES_OK);
    cr_expect_eq(self.race.stop_reason, BRES_RACE_FAILED);
    cr_expect_eq(self.race.rounds, 1u, "the round leaves no trace");
    cr_expect_eq(self.completed, 1u);
    cr_expect_eq(self.race.rows[0].sequential.count, 1u);
    bres__race_free(&self.race);
}

Test(race, engine_does_not_interrupt_stored_rounds)
{
    bres_race_options options = script_options(9);
    script self;
    bres__race_source source;

    options.is_interrupted = interrupted_at_once;
    source = script_begin(&self, &options);
    cr_assert_eq(bres__race_run_round(&self.race, &source), BRES_OK);
    cr_expect_eq(self.race.rounds, 0u);
    source.stored = true;
    cr_assert_eq(bres__race_run_round(&self.race, &source), BRES_OK);
    cr_expect_eq(self.race.rounds, 1u);
    source.stored = false;
    cr_assert_eq(bres__race_run(&self.race, &source), BRES_OK);
    cr_expect_eq(self.race.stop_reason, BRES_RACE_INTERRUPTED);
    cr_expect_eq(self.race.rounds, 1u);
    bres__race_free(&self.race);
}

enum { SIDES = 3 };

/* Three sides, and the number of measurements of each. */
typedef struct trio {
    bres__race race;
    unsigned measured[SIDES];
    unsigned wanted; /* measurements of the first side */
    unsigned rounds;
    bool may_skip; /* not every round measures every side */
} trio;

static bres_status trio_measure(void *user, unsigned side, bool *taken)
{
    ((trio *)user)->measured[side]++;
    *taken = true;
    return BRES_OK;
}

static bres_status trio_complete(void *user, const unsigned *order)
{
    trio *self = user;

    self->rounds++;
    cr_expect(self->may_skip || order[0] + order[1] + order[2] == 3, "each side once");
    return BRES_OK;
}

/* The last two sides differ by too little for a decision at first. */
static bres_status trio_time(void *user, const bres__race_row *row, unsigned side, double *seconds)
{
    const trio *self = user;

    (void)row;
    *seconds = side == 0 ? 1 : 1.5;
    *seconds *= 1 + (side == 2 ? 0.02 : 1e-6) * noise(self->rounds);
    return BRES_OK;
}

static bool trio_wants(void *user, unsigned side)
{
    const trio *self = user;

    return side == 0 && self->measured[0] < self->wanted;
}

static void trio_begin(trio *self, const bres_race_options *options, bool refines)
{
    cr_assert_eq(bres__race_open(&self->race, options), BRES_OK);
    cr_assert_eq(bres__race_set_sides(&self->race, SIDES), BRES_OK);
    cr_assert_eq(bres__race_add_comparison(&self->race, 0, 1), BRES_OK);
    cr_assert_eq(bres__race_add_comparison(&self->race, 2, 0), BRES_OK);
    cr_assert_eq(bres__race_add_comparison(&self->race, 1, 2), BRES_OK);
    self->race.is_wanted = trio_wants;
    self->race.wanted_user = self;
    self->race.refines = refines;
}

Test(race, engine_measures_only_the_sides_that_are_needed)
{
    const bres_race_options options = script_options(2000);

    for (int refines = 0; refines <= 1; refines++) {
        trio self = { .may_skip = true };
        const bres__race_source source = {
            .user = &self, .measure = trio_measure, .complete = trio_complete, .time = trio_time
        };
        const bres__race_row *rows;

        trio_begin(&self, &options, refines != 0);
        rows = self.race.rows;
        cr_assert_eq(bres__race_run(&self.race, &source), BRES_OK);
        cr_expect_eq(self.race.stop_reason, BRES_RACE_DECIDED);
        for (size_t i = 0; i < self.race.row_count; i++)
            bres__race_row_set_verdict(&self.race.rows[i]);
        cr_expect_eq(rows[0].outcome.verdict, BRES_SLOW);
        cr_expect_eq(rows[1].outcome.verdict, BRES_FAST);
        cr_expect_eq(rows[2].outcome.verdict, BRES_SAME);
        cr_expect_lt(self.measured[0], self.measured[1], "its rows are decided early");
        cr_expect_eq(self.measured[1], self.measured[2]);
        cr_expect_eq(self.measured[1], self.race.rounds);
        cr_expect_eq(rows[1].sequential.count, refines != 0 ? self.measured[0] : 10u);
        bres__race_free(&self.race);
    }
}

Test(race, engine_measures_a_side_that_is_wanted)
{
    const bres_race_options options = script_options(5000);
    trio self = { .wanted = 4000, .may_skip = true };
    const bres__race_source source = {
        .user = &self, .measure = trio_measure, .complete = trio_complete, .time = trio_time
    };

    trio_begin(&self, &options, false);
    cr_assert_eq(bres__race_run(&self.race, &source), BRES_OK);
    cr_expect_eq(self.race.stop_reason, BRES_RACE_DECIDED);
    cr_expect_eq(self.measured[0], 4000u);
    cr_expect_lt(self.measured[1], 4000u);
    bres__race_free(&self.race);
}

Test(race, engine_draws_the_order_of_all_sides)
{
    const bres_race_options options = script_options(20);
    trio self = { .wanted = 100 };
    const bres__race_source source = {
        .user = &self, .measure = trio_measure, .complete = trio_complete, .time = trio_time
    };
    size_t first = 0;

    trio_begin(&self, &options, true);
    cr_assert_eq(bres__race_run(&self.race, &source), BRES_OK);
    cr_expect_eq(self.race.stop_reason, BRES_RACE_PAIRS_OVER);
    for (const char *letter = self.race.rows[1].order; *letter != '\0'; letter++)
        first += *letter == 'R';
    cr_expect_eq(strlen(self.race.rows[1].order), 20u);
    cr_expect(first > 2 && first < 18, "%zu of 20", first);
    bres__race_free(&self.race);
}
