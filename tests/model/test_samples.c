/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "model/model.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <string.h>

#define PATH_GOOD "good" /* sidecars that the callback below knows */
#define PATH_BAD  "bad"

static atomic_size_t loads;
static atomic_bool repaired;
static const bres_state *overtaken; /* a state whose samples another reader reads first */

/* Loads the values 0, 1, 2, ...; the bad sidecar can be loaded only after its repair. */
static bres_status fake_load(const bres_result *result, const bres__sidecar *sidecar,
                             bres__samples **samples)
{
    *samples = NULL;
    if (result == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "no result");
    if (strcmp(sidecar->path, PATH_BAD) == 0 && !atomic_load(&repaired))
        return bres__error(BRES_ERROR_SIDECAR, "the file has gone");
    atomic_fetch_add(&loads, 1);
    if (overtaken != NULL) {
        const bres_state *state = overtaken;
        const float *times;
        size_t count;

        overtaken = NULL;
        (void)bres_state_samples(state, &times, &count);
    }
    *samples = bres__samples_new(NULL, (size_t)sidecar->count);
    if (*samples == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < (*samples)->count; i++)
        (*samples)->values[i] = (float)i;
    return BRES_OK;
}

/* A result as a reader makes it, with one state. */
static bres_state *loaded_state(const bres__sources *sources, bres_result **result)
{
    bres_subbench *bench;
    bres_state *state;

    atomic_store(&loads, 0);
    atomic_store(&repaired, false);
    cr_assert_eq(bres_result_new(result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(*result, "b", &bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(bench, &state), BRES_OK);
    state->sources = sources;
    (*result)->load_samples = fake_load;
    (*result)->frozen = true;
    return state;
}

Test(model, samples_are_read_once_and_again_after_a_release)
{
    const bres__sources sources = { { .path = PATH_GOOD, .count = 3 },
                                    { .path = PATH_GOOD, .count = 3 } };
    bres_result *result;
    const bres_state *state = loaded_state(&sources, &result);
    const float *times;
    const float *again;
    size_t count;

    cr_assert_eq(bres_state_samples(state, &times, &count), BRES_OK);
    cr_expect(count == 3 && times[2] == 2);
    cr_assert_eq(bres_state_samples(state, &again, &count), BRES_OK);
    cr_expect_eq(again, times);
    cr_expect_eq(atomic_load(&loads), 1);
    cr_assert_eq(bres_state_frequencies(state, &again, &count), BRES_OK);
    cr_expect(count == 3 && again[1] == 1);
    cr_expect_eq(atomic_load(&loads), 2);
    bres_state_release_samples(state);
    bres_state_release_samples(state);
    cr_assert_eq(bres_state_samples(state, &times, &count), BRES_OK);
    cr_expect(count == 3 && times[2] == 2);
    cr_expect_eq(atomic_load(&loads), 3);
    bres_result_unref(result);
}

Test(model, absent_and_empty_samples_differ)
{
    const bres__sources absent = { { .path = NULL, .count = 4 }, { .path = NULL, .count = 0 } };
    const bres__sources empty = { { .path = PATH_GOOD, .count = 0 }, { .path = NULL, .count = 0 } };
    bres_result *result;
    const bres_state *state = loaded_state(&absent, &result);
    const float *times = &(const float){ 0 };
    size_t count = 7;

    cr_expect_eq(bres_state_samples(state, &times, &count), BRES_OK);
    cr_expect(times == NULL && count == 0);
    bres_result_unref(result);
    state = loaded_state(&empty, &result);
    cr_expect_eq(bres_state_samples(state, &times, &count), BRES_OK);
    cr_expect(times != NULL && count == 0);
    cr_expect_eq(bres_state_frequencies(state, &times, &count), BRES_OK);
    cr_expect(times == NULL && count == 0);
    bres_result_unref(result);
    state = loaded_state(NULL, &result);
    cr_expect_eq(bres_state_samples(state, &times, &count), BRES_OK);
    cr_expect(times == NULL && count == 0);
    bres_result_unref(result);
}

Test(model, a_load_that_failed_is_tried_again)
{
    const bres__sources sources = { { .path = PATH_BAD, .count = 2 },
                                    { .path = PATH_BAD, .count = 2 } };
    bres_result *result;
    const bres_state *state = loaded_state(&sources, &result);
    const float *times = &(const float){ 0 };
    size_t count = 7;

    cr_expect_eq(bres_state_samples(state, &times, &count), BRES_ERROR_SIDECAR);
    cr_expect(times == NULL && count == 0);
    cr_expect_eq(bres_state_frequencies(state, &times, &count), BRES_ERROR_SIDECAR);
    cr_expect_eq(bres__state_pin_samples(state), BRES_ERROR_SIDECAR);
    bres__faults_arm(BRES__FAULT_ALLOC, 1, false);
    atomic_store(&repaired, true);
    cr_expect_eq(bres_state_samples(state, &times, &count), BRES_ERROR_MEMORY);
    bres__faults_arm(0, 0, false);
    cr_expect(times == NULL && count == 0);
    cr_expect_eq(bres_state_samples(state, &times, &count), BRES_OK);
    cr_expect(times != NULL && count == 2);
    bres_result_unref(result);
}

Test(model, frequencies_of_another_count_are_refused)
{
    const bres__sources differ = { { .path = PATH_GOOD, .count = 3 },
                                   { .path = PATH_GOOD, .count = 2 } };
    const bres__sources alone = { { .path = NULL, .count = 3 }, { .path = PATH_GOOD, .count = 2 } };
    bres_result *result;
    bres_state *state = loaded_state(&differ, &result);
    const float *rates;
    size_t count;

    cr_expect_eq(bres_state_frequencies(state, &rates, &count), BRES_ERROR_SIDECAR);
    cr_expect(rates == NULL && count == 0);
    cr_expect_not_null(strstr(bres_last_error(), "3 samples, but 2 frequencies"));
    cr_expect_eq(bres_state_samples(state, &rates, &count), BRES_OK);
    cr_expect_eq(bres_state_frequencies(state, &rates, &count), BRES_ERROR_SIDECAR);
    bres_result_unref(result);

    state = loaded_state(&alone, &result);
    cr_expect_eq(bres_state_frequencies(state, &rates, &count), BRES_OK);
    cr_expect_eq(count, 2);
    bres_result_unref(result);

    state = loaded_state(NULL, &result);
    result->frozen = false;
    cr_assert_eq(bres_state_set_samples(state, (const float[]){ 1, 2 }, 2), BRES_OK);
    cr_assert_eq(bres_state_set_frequencies(state, (const float[]){ 1 }, 1), BRES_OK);
    cr_expect_eq(bres_state_frequencies(state, &rates, &count), BRES_ERROR_SIDECAR);
    bres_result_unref(result);
}

Test(model, samples_that_exist_nowhere_else_are_kept)
{
    const bres__sources sources = { { .path = PATH_GOOD, .count = 2 },
                                    { .path = PATH_GOOD, .count = 2 } };
    bres_result *result;
    bres_state *state = loaded_state(NULL, &result);
    const float *times;
    size_t count;

    result->frozen = false;
    cr_assert_eq(bres_state_set_samples(state, (const float[]){ 1, 2 }, 2), BRES_OK);
    cr_assert_eq(bres_state_set_samples(state, (const float[]){ 5, 6, 7 }, 3), BRES_OK);
    bres_state_release_samples(state);
    cr_assert_eq(bres_state_samples(state, &times, &count), BRES_OK);
    cr_expect(count == 3 && times[0] == 5);
    cr_assert_eq(bres_state_set_samples(state, NULL, 0), BRES_OK);
    cr_assert_eq(bres_state_samples(state, &times, &count), BRES_OK);
    cr_expect(times != NULL && count == 0);
    bres_result_unref(result);

    state = loaded_state(&sources, &result);
    cr_assert_eq(bres__state_pin_samples(state), BRES_OK);
    cr_expect_eq(atomic_load(&loads), 2);
    bres_state_release_samples(state);
    cr_assert_eq(bres_state_samples(state, &times, &count), BRES_OK);
    cr_expect_eq(count, 2);
    cr_expect_eq(atomic_load(&loads), 2);
    bres_result_unref(result);
}

Test(model, a_merged_state_uses_the_samples_of_its_origin)
{
    const bres__sources sources = { { .path = PATH_GOOD, .count = 2 },
                                    { .path = PATH_GOOD, .count = 2 } };
    bres_result *source;
    bres_result *result;
    bres_state *origin = loaded_state(&sources, &source);
    bres_state *state = loaded_state(NULL, &result);
    const float *times;
    const float *again;
    size_t count;

    state->origin = origin;
    cr_assert_eq(bres_state_samples(state, &times, &count), BRES_OK);
    cr_assert_eq(bres_state_samples(origin, &again, &count), BRES_OK);
    cr_expect_eq(times, again);
    cr_assert_eq(bres_state_frequencies(state, &again, &count), BRES_OK);
    cr_expect_eq(count, 2);
    bres_state_release_samples(state);
    cr_expect_null(atomic_load(&origin->times));
    bres_result_unref(result);
    bres_result_unref(source);
}

Test(model, the_first_to_publish_samples_wins)
{
    const bres__sources sources = { { .path = PATH_GOOD, .count = 2 },
                                    { .path = NULL, .count = 0 } };
    bres_result *result;
    const bres_state *state = loaded_state(&sources, &result);
    const float *times;
    size_t count;

    overtaken = state;
    cr_assert_eq(bres_state_samples(state, &times, &count), BRES_OK);
    cr_expect_eq(atomic_load(&loads), 2);
    cr_expect(count == 2 && times[1] == 1);
    cr_expect_eq(times, atomic_load(&state->times)->values);
    bres_result_unref(result);
}

typedef struct reader {
    const bres_state *state;
    pthread_barrier_t *barrier;
    const float *times;
    const float *rates;
    float last;
    bres_status status;
} reader;

static void *read_samples(void *argument)
{
    reader *self = argument;
    size_t count;

    pthread_barrier_wait(self->barrier);
    self->status = bres_state_samples(self->state, &self->times, &count);
    if (self->status == BRES_OK)
        self->last = self->times[count - 1];
    if (self->status == BRES_OK)
        self->status = bres_state_frequencies(self->state, &self->rates, &count);
    return NULL;
}

Test(model, threads_that_ask_at_once_get_the_same_samples)
{
    enum { THREADS = 4, ROUNDS = 20 };
    const bres__sources sources = { { .path = PATH_GOOD, .count = 1000 },
                                    { .path = PATH_GOOD, .count = 1000 } };
    bres_result *result;
    const bres_state *state = loaded_state(&sources, &result);
    pthread_barrier_t barrier;

    cr_assert_eq(pthread_barrier_init(&barrier, NULL, THREADS), 0);
    for (size_t round = 0; round < ROUNDS; round++) {
        pthread_t threads[THREADS];
        reader readers[THREADS];

        for (size_t i = 0; i < THREADS; i++) {
            readers[i] = (reader){ .state = state, .barrier = &barrier };
            cr_assert_eq(pthread_create(&threads[i], NULL, read_samples, &readers[i]), 0);
        }
        for (size_t i = 0; i < THREADS; i++)
            cr_assert_eq(pthread_join(threads[i], NULL), 0);
        for (size_t i = 0; i < THREADS; i++) {
            cr_expect_eq(readers[i].status, BRES_OK);
            cr_expect_eq(readers[i].last, 999);
            cr_expect_eq(readers[i].times, readers[0].times);
            cr_expect_eq(readers[i].rates, readers[0].rates);
        }
        bres_state_release_samples(state);
    }
    cr_expect_geq(atomic_load(&loads), 2 * ROUNDS);
    pthread_barrier_destroy(&barrier);
    bres_result_unref(result);
}

static void *ref_and_unref(void *argument)
{
    for (size_t i = 0; i < 1000; i++)
        bres_result_unref(bres_result_ref(argument));
    bres_result_unref(argument);
    return NULL;
}

Test(model, references_are_counted_by_any_thread)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    bres_result *result;

    (void)loaded_state(NULL, &result);
    for (size_t i = 0; i < THREADS; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, ref_and_unref, bres_result_ref(result)), 0);
    bres_result_unref(result);
    for (size_t i = 0; i < THREADS; i++)
        cr_assert_eq(pthread_join(threads[i], NULL), 0);
}
