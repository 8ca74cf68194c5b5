/* SPDX-License-Identifier: MIT */
/*
 * Passes the states of a result to a writer. States that differ only in the run are passed as one.
 */
#include "base/alloc.h"
#include "formats/write/runs.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The runs of one state: a chain of positions in the benchmark, in order. */
typedef struct chain {
    size_t first;
    size_t last;
} chain;

typedef struct bench_states {
    bres__export *owner;
    const bres_subbench *bench;
    size_t count;
    bool has_devices;     /* the states ran on several devices */
    bres__index alike;    /* keys of states, with the run */
    size_t *alike_counts; /* number of states with each key */
    size_t alike_capacity;
    bres__index keys; /* of chains */
    chain *chains;    /* by key */
    size_t chain_capacity;
    size_t *next;            /* by state: the next run; SIZE_MAX: none */
    const bres_state **runs; /* of the state that is being written */
} bench_states;

static bool has_several_devices(const bres_subbench *bench)
{
    int64_t first;
    int64_t other;
    bool has_first = false;

    for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
        if (!bres_state_device(bres_subbench_state_at(bench, i), &other))
            continue;
        if (has_first && other != first)
            return true;
        first = other;
        has_first = true;
    }
    return false;
}

/* Appends a key of a number, the device, the name and the axis values of a state. */
static void put_key(bres__text *key, const bres_state *state, size_t number)
{
    int64_t device = -1;

    bres_state_device(state, &device);
    bres__text_printf(key, "%zu %lld ", number, (long long)device);
    bres__text_puts(key, bres_state_name(state));
    bres__text_putc(key, '\0');
    bres__text_puts(key, bres_state_point_name(state));
}

/* Adds a state to the chain of its runs, or begins a chain. If each run has several equal states,
 * the first states of the runs form a chain, the second states form another, and so on. */
static bres_status states_add(bench_states *self, size_t position)
{
    const bres_state *state = bres_subbench_state_at(self->bench, position);
    size_t found;
    size_t known;

    self->next[position] = SIZE_MAX;
    put_key(&self->alike.key, state, bres_state_run(state));
    if (!bres__array_reserve_zeroed(&self->alike_counts, &self->alike_capacity,
                                    self->alike.count + 1, sizeof(*self->alike_counts)) ||
        !bres__index_take(&self->alike, &found))
        return bres__error_memory();
    put_key(&self->keys.key, state, self->alike_counts[found]++);
    known = self->keys.count;
    if (!BRES__RESERVE(&self->chains, &self->chain_capacity, known + 1) ||
        !bres__index_take(&self->keys, &found))
        return bres__error_memory();
    if (self->keys.count != known)
        self->chains[found].first = position;
    else
        self->next[self->chains[found].last] = position;
    self->chains[found].last = position;
    return BRES_OK;
}

static bres_status chain_write(const bench_states *self, const chain *runs,
                               bres_status (*write)(void *user, const bres__written *state),
                               void *user)
{
    char device[BRES__NUMBER_SIZE];
    bres__written written = { .owner = self->owner,
                              .bench = bres_subbench_name(self->bench),
                              .state = bres_subbench_state_at(self->bench, runs->first),
                              .runs = self->runs };
    const size_t before = self->owner->written;
    size_t skipped = 0;
    bres_status status;

    for (size_t i = runs->first; i != SIZE_MAX; i = self->next[i]) {
        const bres_state *run = bres_subbench_state_at(self->bench, i);

        if (bres_state_is_skipped(run))
            skipped++;
        else
            self->runs[written.run_count++] = run;
    }
    if (written.run_count != 0) {
        written.state = self->runs[0];
        bres__export_lose(self->owner, "skipped runs of states that other runs measured", skipped);
    }
    if (self->has_devices)
        written.device = bres__write_device(self->owner, written.state, device);
    status = bres__written_fill(&written);
    if (status == BRES_OK && written.of_both)
        status = bres__export_leave_out(self->owner, "whose runs have times of different clocks");
    else if (status == BRES_OK && written.has_odd_times)
        status = bres__export_leave_out(self->owner, "with times that are not finite");
    else if (status == BRES_OK)
        status = write(user, &written);
    if (status == BRES_OK && written.run_count == 0 && self->owner->written != before)
        bres__export_lose(self->owner, "further runs of states that were skipped in all runs",
                          skipped - 1);
    bres__written_free(&written);
    return status;
}

static bres_status bench_write(bres__export *owner, const bres_subbench *bench,
                               bres_status (*write)(void *user, const bres__written *state),
                               void *user)
{
    bench_states self = { .owner = owner,
                          .bench = bench,
                          .count = bres_subbench_state_count(bench),
                          .has_devices = has_several_devices(bench) };
    bres_status status = BRES_OK;

    self.next = bres__calloc(self.count, sizeof(*self.next));
    self.runs = bres__calloc(self.count, sizeof(*self.runs));
    if (self.next == NULL || self.runs == NULL)
        status = bres__error_memory();
    for (size_t i = 0; i < self.count && status == BRES_OK; i++)
        status = states_add(&self, i);
    for (size_t i = 0; i < self.keys.count && status == BRES_OK; i++)
        status = chain_write(&self, &self.chains[i], write, user);
    bres__index_free(&self.alike);
    bres__free(self.alike_counts);
    bres__index_free(&self.keys);
    bres__free(self.chains);
    bres__free(self.next);
    bres__free(self.runs);
    return status;
}

bres_status bres__write_states(bres__export *self,
                               bres_status (*write)(void *user, const bres__written *state),
                               void *user)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < bres_result_subbench_count(self->result) && status == BRES_OK; i++)
        status = bench_write(self, bres_result_subbench_at(self->result, i), write, user);
    return status;
}

/* Appends a part of a name. */
static void put_value(bres__text *text, const char *axis, char between, const char *value)
{
    bres__text_putc(text, '/');
    bres__text_puts(text, axis);
    bres__text_putc(text, between);
    bres__text_puts(text, value != NULL ? value : "null");
}

void bres__write_name(bres__text *text, const bres__written *state, char between)
{
    bres__text_puts(text, state->bench);
    if (state->device != NULL)
        put_value(text, "Device", between, state->device);
    for (size_t i = 0; i < bres_state_axis_value_count(state->state); i++) {
        const bres_value *value = bres_state_axis_value_at(state->state, i);

        put_value(text, bres_value_name(value), between, bres_value_text(value));
    }
}

const char *bres__write_free_axis(const bres__written *state, const char *name,
                                  char text[BRES__FREE_AXIS_SIZE])
{
    bres__format(text, BRES__FREE_AXIS_SIZE, "%s", name);
    for (unsigned number = 2; bres_state_axis_value(state->state, text) != NULL; number++)
        bres__format(text, BRES__FREE_AXIS_SIZE, "%s#%u", name, number);
    return text;
}

void bres__write_format_scaled(char buffer[BRES__NUMBER_SIZE], double value, int tens,
                               bres__float_form form)
{
    const double product = value * pow(10, tens);
    double rounded;

    bres__format(buffer, BRES__NUMBER_SIZE, "%.*g", DBL_DIG, product);
    /* Conversion to seconds can turn a source number of few digits into one of many digits. */
    if (tens != 0 && bres__parse_float64(buffer, strlen(buffer), &rounded) == BRES__PARSE_OK &&
        fabs(rounded - product) <= 2 * DBL_EPSILON * fabs(product))
        bres__format_float64(buffer, rounded, form);
    else
        bres__format_scaled(buffer, value, tens, form);
}

void bres__write_scaled(bres__json_writer *json, double value, int tens)
{
    char number[BRES__NUMBER_SIZE];

    bres__write_format_scaled(number, value, tens, BRES__FLOAT_JSON);
    bres__json_write_literal(json, number);
}

void bres__write_sample(bres__json_writer *json, float value, int tens)
{
    char number[BRES__NUMBER_SIZE];

    bres__format_float32(number, value, tens, BRES__FLOAT_JSON);
    bres__json_write_literal(json, number);
}

void bres__write_statistic(bres__json_writer *json, const bres__written *state, double value,
                           int tens)
{
    if (state->count != 0 && (double)(float)value == value)
        bres__write_sample(json, (float)value, tens);
    else
        bres__write_scaled(json, value, tens);
}
