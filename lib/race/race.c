/* SPDX-License-Identifier: MIT */
/*
 * Runs rounds until the race is over. The order of each round is drawn independently, not balanced
 * over several rounds: the decision relies on an order that nothing can predict.
 */
#include "race/race.h"
#include "race/carry.h"

#include <math.h>

const char *const bres__race_side_names[BRES__RACE_SIDES] = { "reference", "candidate" };

static void row_free(bres__race_row *row)
{
    bres__sequential_free(&row->sequential);
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++)
        bres__free(row->seconds[side]);
    bres__free(row->order);
    bres__free(row->state);
    bres__free(row->bench);
}

void bres__race_free(bres__race *race)
{
    for (size_t i = 0; i < race->row_count; i++)
        row_free(&race->rows[i]);
    bres__free(race->rows);
    bres__free(race->order);
}

bres_status bres__race_set_sides(bres__race *race, unsigned count)
{
    unsigned *order = bres__calloc(count, sizeof(*order));

    if (order == NULL)
        return bres__error_memory();
    bres__free(race->order);
    race->order = order;
    race->side_count = count;
    return BRES_OK;
}

static bool row_init(const bres__race *race, bres__race_row *row, const char *bench,
                     const char *state)
{
    *row = (bres__race_row){
        .bench = bench != NULL ? bres__strdup(bench) : NULL,
        .state = state != NULL ? bres__strdup(state) : NULL,
        .sides = { BRES__RACE_REFERENCE, BRES__RACE_CANDIDATE },
        .sequential.options = {
            .error_rate = race->options.error_rate,
            .min_effect = race->options.min_effect,
            .equivalence_margin = race->options.equivalence_margin,
            .min_pairs = (size_t)race->options.min_pairs,
            .one_sided = (race->options.flags & BRES_RACE_NOT_SLOWER) != 0,
            .same_error_rate = race->options.error_rate,
        },
    };
    bres_race_outcome_init(&row->outcome);
    return (row->bench != NULL) == (bench != NULL) && (row->state != NULL) == (state != NULL);
}

bres_status bres__race_add_row(bres__race *race, const char *bench, const char *state)
{
    void *rows = race->rows;
    bres__race_row row;
    bool done =
        bres__array_reserve(&rows, &race->row_capacity, race->row_count + 1, sizeof(*race->rows));

    race->rows = rows;
    if (!done)
        return bres__error_memory();
    done = row_init(race, &row, bench, state);
    if (done)
        race->rows[race->row_count++] = row;
    else
        row_free(&row);
    return done ? BRES_OK : bres__error_memory();
}

bres_status bres__race_add_comparison(bres__race *race, unsigned reference, unsigned candidate)
{
    const bres_status status = bres__race_add_row(race, NULL, NULL);

    if (status == BRES_OK) {
        race->rows[race->row_count - 1].sides[BRES__RACE_REFERENCE] = reference;
        race->rows[race->row_count - 1].sides[BRES__RACE_CANDIDATE] = candidate;
    }
    return status;
}

bool bres__race_is_interrupted(bres__race *race)
{
    const bres_race_options *options = &race->options;

    if (!race->interrupted && options->is_interrupted != NULL)
        race->interrupted = options->is_interrupted(options->interrupt_user);
    return race->interrupted;
}

bool bres__race_is_late(bres__race *race)
{
    const uint64_t now = race->clock.now(race->clock.user);

    if (now > race->last)
        race->elapsed += now - race->last;
    race->last = now;
    return race->options.max_time > 0 && (double)race->elapsed * 1e-9 >= race->options.max_time;
}

static bool side_is_wanted(const bres__race *race, unsigned side)
{
    return race->is_wanted != NULL && race->is_wanted(race->wanted_user, side);
}

static bool race_is_decided(const bres__race *race)
{
    bool wanted = false;

    for (unsigned side = 0; side < race->side_count && !wanted; side++)
        wanted = side_is_wanted(race, side);
    return race->decided == race->row_count && !wanted &&
           (race->row_count > 0 || race->is_wanted != NULL);
}

bool bres__race_is_over(bres__race *race)
{
    const int64_t max_pairs = race->options.max_pairs;
    const bool late = bres__race_is_late(race);

    if (race->stop_reason != 0)
        return true;
    if (race_is_decided(race))
        race->stop_reason = BRES_RACE_DECIDED;
    else if (bres__race_is_interrupted(race))
        race->stop_reason = BRES_RACE_INTERRUPTED;
    else if (max_pairs > 0 && race->rounds >= (uint64_t)max_pairs)
        race->stop_reason = BRES_RACE_PAIRS_OVER;
    else if (late)
        race->stop_reason = BRES_RACE_TIME_OVER;
    return race->stop_reason != 0;
}

static bool row_has_side(const bres__race_row *row, unsigned side)
{
    return row->sides[BRES__RACE_REFERENCE] == side || row->sides[BRES__RACE_CANDIDATE] == side;
}

static bool side_is_needed(const bres__race *race, unsigned side)
{
    for (size_t i = 0; i < race->row_count; i++) {
        const bres__race_row *row = &race->rows[i];

        if (row->outcome.stop_reason != BRES_RACE_DECIDED && row_has_side(row, side))
            return true;
    }
    return side_is_wanted(race, side);
}

/* Draws the order of the sides that are needed, or of all sides if no side is needed. Returns the
 * number of sides. */
static unsigned race_draw(bres__race *race)
{
    unsigned *order = race->order;
    unsigned count = 0;

    for (unsigned side = 0; side < race->side_count; side++) {
        if (side_is_needed(race, side))
            order[count++] = side;
    }
    for (unsigned side = 0; count == 0 && side < race->side_count; side++)
        order[side] = side;
    count = count > 0 ? count : race->side_count;
    for (unsigned i = count - 1; i > 0; i--) {
        const unsigned other = i - (unsigned)bres__random_below(&race->order_generator, i + 1);
        const unsigned side = order[i];

        order[i] = order[other];
        order[other] = side;
    }
    return count;
}

char bres__race_order_letter(const unsigned *order)
{
    return order[0] == BRES__RACE_REFERENCE ? 'R' : 'C';
}

/* The order letter of a row in a round of `count` sides; NUL: the round does not have both sides of
 * the row. */
static char row_letter(const bres__race_row *row, const unsigned *order, unsigned count)
{
    char letter = '\0';
    unsigned found = 0;

    for (unsigned i = 0; i < count; i++) {
        if (!row_has_side(row, order[i]))
            continue;
        if (found++ == 0)
            letter = order[i] == row->sides[BRES__RACE_REFERENCE] ? 'R' : 'C';
    }
    return found == BRES__RACE_SIDES ? letter : '\0';
}

static bool row_reserve(bres__race_row *row)
{
    const size_t count = row->sequential.count;
    void *order = row->order;
    bool done = bres__array_reserve(&order, &row->order_capacity, count + 2, 1);

    row->order = order;
    for (unsigned side = 0; side < BRES__RACE_SIDES; side++)
        done = done &&
               bres__doubles_reserve(&row->seconds[side], &row->seconds_capacity[side], count + 1);
    return done && bres__sequential_reserve(&row->sequential);
}

static void row_add(bres__race_row *row, const double *seconds, char letter)
{
    const size_t count = row->sequential.count;

    for (unsigned side = 0; side < BRES__RACE_SIDES; side++)
        row->seconds[side][count] = seconds[side];
    row->order[count] = letter;
    row->order[count + 1] = '\0';
    bres__sequential_add_times(&row->sequential, seconds[BRES__RACE_REFERENCE],
                               seconds[BRES__RACE_CANDIDATE]);
}

static bool row_is_decided(const bres__race *race, const bres__race_row *row)
{
    return bres__sequential_decide(&row->sequential) != BRES__SEQUENTIAL_OPEN &&
           (!race->tests_carry_over ||
            bres__race_carry_over_is_testable(row->order, row->sequential.count));
}

static void row_decide(bres__race *race, bres__race_row *row)
{
    const bool was_decided = row->outcome.stop_reason == BRES_RACE_DECIDED;
    const bool is_decided = row_is_decided(race, row);

    row->outcome.stop_reason = is_decided ? BRES_RACE_DECIDED : 0;
    race->decided = race->decided + is_decided - was_decided;
}

/* A row may be open again: it was decided at the error rate that fewer rows shared. */
void bres__race_share_error_rate(bres__race *race)
{
    if ((race->options.flags & BRES_RACE_NOT_SLOWER) == 0)
        return;
    for (size_t i = 0; i < race->row_count; i++) {
        race->rows[i].sequential.options.error_rate =
            race->options.error_rate / (double)race->row_count;
        if (race->rows[i].sequential.count > 0)
            row_decide(race, &race->rows[i]);
    }
}

/* A pair in which a side has no time is discarded: only the counter records it. */
static bres_status row_record(bres__race *race, bres__race_row *row,
                              const bres__race_source *source, char letter)
{
    double seconds[BRES__RACE_SIDES] = { 0 };
    bool complete = true;
    bres_status status = row_reserve(row) ? BRES_OK : bres__error_memory();

    for (unsigned side = 0; side < BRES__RACE_SIDES && status == BRES_OK; side++) {
        status = source->time(source->user, row, row->sides[side], &seconds[side]);
        complete = complete && seconds[side] > 0;
    }
    if (status != BRES_OK)
        return status;
    if (!complete) {
        row->outcome.discarded++;
        return BRES_OK;
    }
    row_add(row, seconds, letter);
    row_decide(race, row);
    return BRES_OK;
}

static bres_status race_record(bres__race *race, const bres__race_source *source, unsigned count,
                               bool taken)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < race->row_count && status == BRES_OK; i++) {
        bres__race_row *row = &race->rows[i];
        const char letter = row_letter(row, race->order, count);

        if (letter == '\0' || (row->outcome.stop_reason == BRES_RACE_DECIDED && !race->refines))
            continue;
        if (taken)
            status = row_record(race, row, source, letter);
        else
            row->outcome.discarded++;
    }
    return status;
}

static void race_report(bres__race *race, const bres__race_source *source)
{
    if (source->report == NULL || race->elapsed < race->next_report)
        return;
    race->next_report = race->elapsed + source->report_interval;
    source->report(source->user);
}

bres_status bres__race_run_round(bres__race *race, const bres__race_source *source)
{
    const unsigned count = race_draw(race);
    bool taken = true;
    bres_status status = BRES_OK;

    for (unsigned i = 0; i < count && status == BRES_OK && taken; i++) {
        if (!source->stored && bres__race_is_interrupted(race))
            return BRES_OK;
        status = source->measure(source->user, race->order[i], &taken);
        if (race->stop_reason != 0)
            return status;
    }
    if (status == BRES_OK && taken && source->complete != NULL)
        status = source->complete(source->user, race->order);
    if (status != BRES_OK || race->stop_reason != 0)
        return status;
    race->rounds++;
    status = race_record(race, source, count, taken);
    if (status == BRES_OK)
        race_report(race, source);
    return status;
}

bres_status bres__race_run(bres__race *race, const bres__race_source *source)
{
    bres_status status = BRES_OK;

    while (status == BRES_OK && !bres__race_is_over(race))
        status = bres__race_run_round(race, source);
    return status;
}
