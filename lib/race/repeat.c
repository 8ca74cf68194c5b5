/* SPDX-License-Identifier: MIT */
/*
 * Detects a command that does not write its result file in each run: its results repeat the samples
 * of an earlier run.
 */
#include "model/model.h"
#include "race/commands.h"

#include <inttypes.h>
#include <string.h>

/* Fewer samples, or fewer different values, can repeat by chance if the clock is coarse. */
#define SAMPLES_MIN 10
#define VALUES_MIN  5

/* The samples that two results have in common, of all states. */
typedef struct repetition {
    size_t samples;
    float values[VALUES_MIN]; /* the first different values */
    size_t value_count;
} repetition;

static void value_note(repetition *found, float value)
{
    for (size_t i = 0; i < found->value_count; i++) {
        if (found->values[i] == value)
            return;
    }
    if (found->value_count < VALUES_MIN)
        found->values[found->value_count++] = value;
}

/* Whether two states have the same samples. Samples that cannot be read count as different. */
static bool state_repeats(const bres_state *a, const bres_state *b, repetition *found)
{
    const float *values[2];
    size_t counts[2];
    bool same = strcmp(a->name, b->name) == 0 &&
                bres_state_samples(a, &values[0], &counts[0]) == BRES_OK &&
                bres_state_samples(b, &values[1], &counts[1]) == BRES_OK && counts[0] == counts[1];

    for (size_t i = 0; same && i < counts[0]; i++) {
        same = values[0][i] == values[1][i];
        value_note(found, values[0][i]);
    }
    found->samples += same ? counts[0] : 0;
    bres_state_release_samples(a);
    bres_state_release_samples(b);
    return same;
}

static bool bench_repeats(const bres_subbench *a, const bres_subbench *b, repetition *found)
{
    bool same = a->state_count == b->state_count;

    for (size_t i = 0; same && i < a->state_count; i++)
        same = state_repeats(a->states[i], b->states[i], found);
    return same;
}

static bool result_repeats(const bres_result *a, const bres_result *b, repetition *found)
{
    bool same = a->subbench_count == b->subbench_count;

    for (size_t i = 0; same && i < a->subbench_count; i++)
        same = bench_repeats(a->subbenches[i], b->subbenches[i], found);
    return same && found->samples >= SAMPLES_MIN && found->value_count == VALUES_MIN;
}

void bres__race_warn_of_repetition(bres_command_race *race, unsigned side)
{
    const bres_race_options *options = &race->race.options;
    const uint64_t pair = race->race.rounds;
    repetition found = { .samples = 0 };
    bres__error_record record;
    char message[256];
    bool repeats;

    if (options->log == NULL || race->whole || race->repeats[side] || pair == 0)
        return;
    bres__error_save(&record);
    repeats = result_repeats(race->runs[side][pair - 1], race->current[side], &found);
    bres__error_restore(&record);
    if (!repeats)
        return;
    race->repeats[side] = true;
    bres__format(message, sizeof(message),
                 "runs %" PRIu64 " and %" PRIu64 " of the %s have the same %zu samples (expected a "
                 "command that writes its result file in each run)",
                 pair, pair + 1,
                 race->race.side_count == 1 ? "command" : bres__race_side_names[side],
                 found.samples);
    options->log(options->log_user, BRES_LOG_WARNING, message);
}
