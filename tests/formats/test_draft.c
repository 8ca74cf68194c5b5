/* SPDX-License-Identifier: MIT */
/*
 * States of a draft with many names: the draft hashes names above some number.
 */
#include "formats/draft.h"

#include <criterion/criterion.h>
#include <stdio.h>

#define STATES 3
#define AXES   60
#define TAGS   40
#define ROUNDS 3

/* Begins states; the last state gets its names consecutively, the others in turn. */
static void fill(bres__draft *draft, bres__draft_state **states, size_t count,
                 void (*add)(bres__draft_state *state, size_t i))
{
    for (size_t s = 0; s < STATES; s++)
        states[s] = bres__draft_begin(draft);
    for (size_t i = 0; i < count; i++) {
        for (size_t s = 0; s + 1 < STATES; s++)
            add(states[s], i);
    }
    for (size_t i = 0; i < count; i++)
        add(states[STATES - 1], i);
    cr_assert(!draft->failed);
}

/* The given name, and the name of the axis, to which a number may be appended. */
typedef char given_name[32];
typedef char axis_name[48];

static bool is_taken(axis_name *names, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (strcmp(names[i], name) == 0)
            return true;
    }
    return false;
}

/* The name for a value on the axis: the first free name. */
static void find_free(axis_name *names, size_t count, const char *axis)
{
    snprintf(names[count], sizeof(*names), "%s", axis);
    for (int number = 2; is_taken(names, count, names[count]); number++)
        snprintf(names[count], sizeof(*names), "%s#%d", axis, number);
}

/* The given axis of value `i`. */
static void name_axis(given_name name, size_t i)
{
    static const char *const pool[] = { "a", "a#2", "b", "a", "c", "a#3", "b", "b#2#2", "b#2" };

    if (i % 4 == 1)
        snprintf(name, sizeof(given_name), "axis %zu", i / 8);
    else
        snprintf(name, sizeof(given_name), "%s", pool[i % (sizeof(pool) / sizeof(*pool))]);
}

static void add_axis(bres__draft_state *state, size_t i)
{
    given_name name;

    name_axis(name, i);
    bres__draft_axis_value(state, name, BRES__AXIS_TEXT, "x");
}

Test(formats, an_axis_that_a_state_has_gets_the_first_free_number)
{
    bres__draft draft = { 0 };
    bres__draft_state *states[STATES];
    axis_name names[AXES];

    fill(&draft, states, AXES, add_axis);
    for (size_t i = 0; i < AXES; i++) {
        given_name given;

        name_axis(given, i);
        find_free(names, i, given);
    }
    for (size_t s = 0; s < STATES; s++) {
        const bres__draft_axis *axis = states[s]->axes;

        for (size_t i = 0; i < AXES; i++, axis = axis->next) {
            cr_assert_not_null(axis);
            cr_assert_str_eq(axis->axis, names[i], "state %zu, value %zu", s, i);
        }
        cr_assert_null(axis);
    }
    bres__draft_free(&draft);
}

/* Adds a value; each round has another order of the tags. */
static void add_value(bres__draft_state *state, size_t i)
{
    char tag[24];

    snprintf(tag, sizeof(tag), "tag %zu", i * (1 + 6 * (i / TAGS)) % TAGS);
    bres__draft_value(state, &(bres__measure){ .tag = tag }, (double)i);
}

Test(formats, values_of_many_measures_find_their_series)
{
    bres__draft draft = { 0 };
    bres__draft_state *states[STATES];

    fill(&draft, states, (size_t)ROUNDS * TAGS, add_value);
    for (size_t s = 0; s < STATES; s++) {
        size_t count = 0;

        for (const bres__series *series = states[s]->series; series != NULL;
             series = series->next, count++)
            cr_assert_eq(series->list.count, (size_t)ROUNDS, "%s", series->measure.tag);
        cr_assert_eq(count, (size_t)TAGS);
    }
    bres__draft_free(&draft);
}
