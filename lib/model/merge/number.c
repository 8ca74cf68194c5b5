/* SPDX-License-Identifier: MIT */
/*
 * Numbers the runs of merged results. All states of an input are numbered from the same base. So a
 * state that one input lacks has a gap there, and equal numbers come from the same input. The base
 * is
 * - 0 for shards: no earlier input has a configuration of this input;
 * - after the last run of the input's configurations for replicates;
 * - after all runs if the input's numbers of pairs, none of which an earlier input has, show that
 *   its runs are further runs. The inputs then need not share a configuration.
 */
#include "model/merge/merge.h"

#include <string.h>

typedef struct numbering {
    bres__index configurations; /* of all benchmarks */
    uint64_t *counts;           /* by position: the highest run of the configuration + 1 */
    size_t count_capacity;
    size_t *positions; /* of the configurations of the input's states */
    size_t position_capacity;
    bres__merge_pairs pairs; /* of the input */
    bres__index known_pairs; /* of the earlier inputs */
    uint64_t end;            /* the highest of all runs + 1 */
} numbering;

static void key_put_text(bres__text *key, const char *text)
{
    const size_t length = text != NULL ? strlen(text) : SIZE_MAX;

    bres__text_append(key, (const char *)&length, sizeof(length));
    if (text != NULL)
        bres__text_append(key, text, length);
}

static void key_put_number(bres__text *key, bool present, int64_t number)
{
    bres__text_putc(key, present ? '1' : '0');
    if (present)
        bres__text_append(key, (const char *)&number, sizeof(number));
}

/* Appends the properties that states of one configuration share. The name counts only for a state
 * without device and axis values. */
static void key_put_state(bres__text *key, const bres_state *state)
{
    int64_t number = 0;
    bool present = bres_state_device(state, &number);

    if (!present && state->axis_value_count == 0)
        key_put_text(key, state->name);
    key_put_number(key, present, number);
    present = bres_state_type_config_index(state, &number);
    key_put_number(key, present, number);
    for (uint32_t i = 0; i < state->axis_value_count; i++) {
        const bres_value *value = &state->axis_values[i];

        key_put_text(key, value->field->name);
        bres__text_putc(key, (char)value->field->type.json);
        key_put_text(key, value->field->type.text);
        bres__text_putc(key, (char)value->json);
        key_put_text(key, value->text);
    }
}

/* Finds or adds the position of the configuration of a state. */
static bres_status numbering_find(numbering *self, const bres__merge_part *part,
                                  const bres_state *state, size_t *position)
{
    const size_t known = self->configurations.count;
    bres__text *key = &self->configurations.key;

    bres__text_append(key, (const char *)&part->group, sizeof(part->group));
    key_put_state(key, state);
    if (!BRES__RESERVE(&self->counts, &self->count_capacity, known + 1) ||
        !bres__index_take(&self->configurations, position))
        return bres__error_memory();
    if (*position == known)
        self->counts[known] = 0;
    return BRES_OK;
}

/* Finds the configurations of all states of an input, whose parts are `part` up to `end`. */
static bres_status input_find(numbering *self, const bres__merge_part *part,
                              const bres__merge_part *end)
{
    bres_status status = BRES_OK;
    size_t found = 0;

    for (; part != end; part = part->following) {
        const bres_subbench *bench = part->bench;

        if (!BRES__RESERVE(&self->positions, &self->position_capacity, found + bench->state_count))
            return bres__error_memory();
        for (size_t i = 0; i < bench->state_count && status == BRES_OK; i++)
            status = numbering_find(self, part, bench->states[i], &self->positions[found++]);
    }
    return status;
}

/* Adds the pairs of an input to the known pairs; *count is the number of distinct new pairs.
 * *are_new is false without pairs, and if an earlier input has one of the pairs. */
static bres_status pairs_take(numbering *self, uint64_t *count, bool *are_new)
{
    bres__index *known = &self->known_pairs;
    const size_t before = known->count;

    *are_new = self->pairs.count > 0;
    for (size_t i = 0; i < self->pairs.count; i++) {
        size_t position;

        bres__text_append(&known->key, (const char *)&self->pairs.numbers[i], sizeof(int64_t));
        if (!bres__index_take(known, &position))
            return bres__error_memory();
        *are_new = *are_new && position >= before;
    }
    *count = known->count - before;
    return BRES_OK;
}

/* The highest run so far, plus 1, of the configurations that an input has. */
static uint64_t input_end(const numbering *self, const bres__merge_part *part,
                          const bres__merge_part *end)
{
    const size_t *position = self->positions;
    uint64_t highest = 0;

    for (; part != end; part = part->following) {
        for (size_t i = 0; i < part->bench->state_count; i++, position++) {
            if (self->counts[*position] > highest)
                highest = self->counts[*position];
        }
    }
    return highest;
}

/* Records the runs of an input, whose run 0 becomes `base`; returns its highest merged run + 1. */
static uint64_t input_count(numbering *self, const bres__merge_part *part,
                            const bres__merge_part *end, uint64_t base)
{
    const size_t *position = self->positions;
    uint64_t highest = base;

    for (; part != end; part = part->following) {
        for (size_t i = 0; i < part->bench->state_count; i++, position++) {
            const uint64_t number = base + part->bench->states[i]->run;

            if (number >= self->counts[*position])
                self->counts[*position] = number + 1;
            if (number >= highest)
                highest = number + 1;
        }
    }
    return highest;
}

static bres_status input_number(bres__merge *merge, numbering *self, size_t input,
                                const bres__merge_part *part, const bres__merge_part *end)
{
    uint64_t pairs = 0;
    bool are_new = false;
    uint64_t base;
    uint64_t last;
    bres_status status = bres__merge_read_pairs(merge, merge->inputs[input], &self->pairs);

    if (status == BRES_OK)
        status = pairs_take(self, &pairs, &are_new);
    if (status == BRES_OK)
        status = input_find(self, part, end);
    if (status != BRES_OK)
        return status;
    base = are_new ? self->end : input_end(self, part, end);
    last = input_count(self, part, end, base);
    /* A run without states also counts. */
    if (are_new && base + pairs > last)
        last = base + pairs;
    if (last > self->end)
        self->end = last;
    merge->bases[input] = base;
    merge->ends[input] = last;
    return BRES_OK;
}

bres_status bres__merge_number(bres__merge *merge)
{
    numbering self = { .end = 0 };
    const bres__merge_part *part = merge->parts;
    bres_status status = BRES_OK;

    merge->bases = bres__arena_calloc(&merge->scratch, merge->count, sizeof(*merge->bases));
    merge->ends = bres__arena_calloc(&merge->scratch, merge->count, sizeof(*merge->ends));
    if (merge->bases == NULL || merge->ends == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < merge->count && status == BRES_OK; i++) {
        const bres__merge_part *end = part;

        while (end != NULL && end->input == i)
            end = end->following;
        status = input_number(merge, &self, i, part, end);
        part = end;
    }
    bres__index_free(&self.configurations);
    bres__index_free(&self.known_pairs);
    bres__free(self.pairs.numbers);
    bres__free(self.positions);
    bres__free(self.counts);
    return status;
}
