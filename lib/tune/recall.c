/* SPDX-License-Identifier: MIT */
/*
 * A tuner and its cache: takes an answer as the outcome of a run or as the initial order of the
 * search, and stores the outcome of a run as an answer.
 */
#include "model/model.h"
#include "tune/cache/cache.h"
#include "tune/cache/space.h"
#include "tune/outcome.h"
#include "tune/record.h"
#include "tune/search/search.h"
#include "tune/trial.h"

#include <errno.h>
#include <math.h>

/* The largest number of configurations that an answer ranks. */
#define ORDER_MAX 32u

static const char *text_or(const char *text, const char *other)
{
    return text != NULL ? text : other;
}

/* Refuses the default name, which does not identify a kernel. */
static bres_status key_check(const bres_tuner *tuner)
{
    const bres_tuner_key *key = &tuner->key;

    if (key->space != NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_tuner_options.cache_key has a space (expected NULL)");
    if (tuner->options.cache != NULL && key->kernel == NULL &&
        strcmp(tuner->options.name, "tune") == 0)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_tuner_options.cache needs the name of the kernel, in `name` or in "
                           "`cache_key`");
    return BRES_OK;
}

static bool key_own(bres_tuner_key *key, bres__arena *arena)
{
    const char **const texts[] = { &key->kernel, &key->kernel_hash, &key->device, &key->driver };
    int64_t *sizes = bres__arena_calloc(arena, key->problem_size_count, sizeof(*sizes));

    for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
        if (*texts[i] == NULL)
            continue;
        *texts[i] = bres__arena_strdup(arena, *texts[i]);
        if (*texts[i] == NULL)
            return false;
    }
    if (sizes != NULL && key->problem_size_count != 0)
        memcpy(sizes, key->problem_size, key->problem_size_count * sizeof(*sizes));
    key->problem_size = sizes;
    return sizes != NULL;
}

bres_status bres__tuner_take_key(bres_tuner *tuner)
{
    bres_tuner_key *key = &tuner->key;
    bres_status status = bres__cache_key_take(key, tuner->options.cache_key);

    if (status == BRES_OK)
        status = key_check(tuner);
    if (status != BRES_OK)
        return status;
    tuner->options.cache_key = NULL;
    key->kernel = text_or(key->kernel, tuner->options.name);
    key->kernel_hash = text_or(key->kernel_hash, tuner->options.kernel_hash);
    return key_own(key, &tuner->texts) ? BRES_OK : bres__error_memory();
}

static bres_status key_add_space(bres_tuner *tuner)
{
    char digest[BRES__SPACE_DIGEST_SIZE];

    bres__space_digest(tuner->bench, tuner->indices, tuner->config_count, tuner->options.clock_kind,
                       digest);
    tuner->key.space = bres__arena_strdup(&tuner->texts, digest);
    return tuner->key.space != NULL ? BRES_OK : bres__error_memory();
}

/* Fills in the members that are known only when a run begins. */
static bres_status key_complete(bres_tuner *tuner)
{
    bres__cache_device device = { .name = "" };
    bres_tuner_key *key = &tuner->key;
    bres__cache_name name;
    bres_status status = BRES_OK;

    if (key->device == NULL)
        status =
            bres__cache_device_name(tuner->cuda ? tuner->device : -1, &tuner->machine, &device);
    bres__cache_key_fill(key, &device);
    if (status == BRES_OK && !key_own(key, &tuner->texts))
        status = bres__error_memory();
    if (status == BRES_OK)
        status = key_add_space(tuner);
    if (status == BRES_OK && !bres__cache_key_name(key, &name))
        status = bres__error(BRES_ERROR_LIMIT,
                             "the key of '%.64s' is too long for the cache (expected at most %u "
                             "bytes of texts and sizes)",
                             key->kernel, BRES_TUNER_KEY_BYTES_MAX);
    return status;
}

static void cache_log(void *user, bres_log_level level, const char *message)
{
    (void)level;
    bres__tuner_warn(user, message);
}

static bres_status cache_open(bres_tuner *tuner)
{
    bres_tuner_cache_options options;

    bres_tuner_cache_options_init(&options);
    options.lock_timeout = tuner->options.cache_timeout;
    options.log = cache_log;
    options.log_user = tuner;
    return bres_tuner_cache_open(tuner->options.cache, &options, &tuner->cache);
}

/* Whether a file of any type exists at the path. */
static bres_status path_exists(const char *path, bool *exists)
{
    struct stat found;

    *exists = bres__stat(path, &found) == 0;
    return *exists || errno == ENOENT ? BRES_OK : bres__error_system("examine", path);
}

/* Whether the run continues an earlier run, even if the cache has an answer. */
static bres_status run_is_resumed(const bres_tuner *tuner, bool *is_resumed)
{
    bres_status status;

    *is_resumed = false;
    if ((tuner->options.flags & BRES_TUNER_RESUME) == 0)
        return BRES_OK;
    status = path_exists(tuner->journal_path, is_resumed);
    return status == BRES_OK && !*is_resumed ? path_exists(tuner->options.path, is_resumed)
                                             : status;
}

/* Lists the configurations of an answer in its order; the arena owns the list. */
static bres_status answer_configs(const bres_tuner *tuner, const bres_tuner_answer *answer,
                                  bres__arena *arena, size_t **configs, size_t *count)
{
    size_t *list = bres__arena_calloc(arena, answer->order_count + 1, sizeof(*list));
    uint64_t first = 0;

    *configs = list;
    *count = 0;
    if (list == NULL)
        return bres__error_memory();
    if (!bres__space_index(tuner->bench, answer, &first) ||
        !bres__space_find(tuner, first, &list[0]))
        return BRES_OK;
    *count = 1;
    /* An answer that a program has stored directly may lack an order. */
    if (answer->order_count == 0 || answer->order[0] != first)
        return BRES_OK;
    for (size_t i = 1; i < answer->order_count; i++) {
        if (bres__space_find(tuner, answer->order[i], &list[*count]))
            (*count)++;
    }
    return BRES_OK;
}

/* An answer that a program has stored directly may lack its quality. */
static bres__quality answer_quality(const bres_tuner_answer *answer)
{
    return (bres__quality){
        .stop_reason = (bres_tuner_stop)answer->stop_reason,
        .error_rate = answer->error_rate,
        .equivalence_margin = answer->equivalence_margin,
        .elapsed = answer->elapsed,
        .samples = answer->samples,
        .trial_samples = answer->trial_samples,
        .left = answer->remaining > 0 ? answer->remaining + answer->unmeasured : UINT64_MAX,
    };
}

static bool answer_suffices(const bres_tuner *tuner, const bres_tuner_answer *answer)
{
    const bres__quality quality = answer_quality(answer);

    return answer->stop_reason != BRES_TUNER_INTERRUPTED &&
           answer->stop_reason != BRES_TUNER_NONE_LEFT && bres__quality_suffices(tuner, &quality);
}

/* The standing that an answer gives a configuration of the reported set. */
static bres__standing answer_standing(const bres_tuner_answer *answer, uint64_t rank)
{
    bres__standing standing = BRES__STANDING_UNKNOWN;

    if (rank == 1)
        standing.status = BRES_TRIAL_BEST;
    else if (answer->stop_reason == BRES_TUNER_TIED)
        standing.status = BRES_TRIAL_TIED;
    if (rank == 1 && answer->seconds > 0)
        standing.time = answer->seconds;
    return standing;
}

/* Lists the configurations of the reported set. An order that a program has stored may have a
 * configuration twice. */
static bres_status answer_list(bres_tuner *tuner, const bres_tuner_answer *answer,
                               const size_t *configs, size_t count)
{
    const uint64_t most = answer->remaining > 0 ? answer->remaining : 1;

    for (size_t i = 0; i < count && tuner->listed_count < most; i++) {
        bres_trial *trial = NULL;
        const bres_status status = bres__tuner_trial(tuner, configs[i], &trial);

        if (status != BRES_OK)
            return status;
        if (trial->rank != 0)
            continue;
        tuner->listed[tuner->listed_count++] = trial;
        trial->rank = tuner->listed_count;
        trial->standing = answer_standing(answer, trial->rank);
    }
    tuner->best_count = tuner->listed_count;
    return BRES_OK;
}

/* Makes a result with the configurations of the answer, which have no samples. */
static bres_status cached_result(bres_tuner *tuner)
{
    bres_subbench *bench = NULL;
    bres_status status = bres_result_new(&tuner->result);

    if (status == BRES_OK)
        status = bres__tuner_put_meta(tuner, tuner->result);
    if (status == BRES_OK)
        status = bres__tuner_put_bench(tuner, tuner->result, &bench);
    for (size_t i = 0; i < tuner->listed_count && status == BRES_OK; i++) {
        bres_trial *trial = tuner->listed[i];

        status = bres__tuner_put_state(trial, bench, &trial->state);
        if (status == BRES_OK)
            status = bres__trial_put_standing(trial);
    }
    return status;
}

/* Makes an answer, whose configurations have been found, the outcome of the run. */
static bres_status answer_adopt(bres_tuner *tuner, const bres_tuner_answer *answer,
                                const size_t *configs, size_t count)
{
    bres_status status;

    tuner->adopted = true;
    tuner->is_ranked = true;
    tuner->is_cached = true;
    tuner->phase = BRES__TUNER_ENDED;
    tuner->stop_reason = (bres_tuner_stop)answer->stop_reason;
    tuner->quality = answer_quality(answer);
    bres__text_printf(&tuner->message, "from the cache: %s",
                      bres_tuner_stop_name(tuner->stop_reason));
    status =
        tuner->message.failed ? bres__error_memory() : answer_list(tuner, answer, configs, count);
    if (status == BRES_OK)
        status = cached_result(tuner);
    if (status == BRES_OK)
        return BRES_OK;
    /* Never returns a partial result. */
    tuner->listed_count = 0;
    tuner->best_count = 0;
    bres_result_unref(tuner->result);
    tuner->result = NULL;
    return status;
}

/* Takes over the answer of the key, if the cache has an answer that is good enough. */
static bres_status take_answer(bres_tuner *tuner, bres__arena *arena)
{
    bres_tuner_answer answer;
    size_t *configs;
    size_t count;
    bres_status status;

    bres_tuner_answer_init(&answer);
    if (!bres_tuner_cache_find(tuner->cache, &tuner->key, &answer) ||
        !answer_suffices(tuner, &answer))
        return BRES_OK;
    status = answer_configs(tuner, &answer, arena, &configs, &count);
    return status == BRES_OK && count > 0 ? answer_adopt(tuner, &answer, configs, count) : status;
}

/* Begins with the configurations that were the fastest for the nearest problem size. */
static bres_status take_order(bres_tuner *tuner, bres__arena *arena)
{
    const bres__cache_entry *nearest =
        bres__cache_table_nearest(&tuner->cache->table, &tuner->key, true);
    size_t *configs;
    size_t count;
    bres_status status;

    if (nearest == NULL)
        return BRES_OK;
    status = answer_configs(tuner, &nearest->answer, arena, &configs, &count);
    return status == BRES_OK && count > 0 ? bres__search_prefer(tuner->search, configs, count)
                                          : status;
}

bres_status bres__tuner_recall(bres_tuner *tuner)
{
    bool measures = (tuner->options.flags & BRES_TUNER_RETUNE) != 0;
    bres__arena arena = { 0 };
    bres_status status;

    if (tuner->options.cache == NULL)
        return BRES_OK;
    status = key_complete(tuner);
    if (status == BRES_OK)
        status = cache_open(tuner);
    if (status == BRES_OK && !measures)
        status = run_is_resumed(tuner, &measures);
    if (status == BRES_OK && !measures)
        status = take_answer(tuner, &arena);
    if (status == BRES_OK && tuner->phase != BRES__TUNER_ENDED)
        status = take_order(tuner, &arena);
    bres__arena_free(&arena);
    return status;
}

static bres_status remember(bres_tuner *tuner, bres__arena *arena)
{
    const bres_trial *best = tuner->listed[0];
    const bres__quality quality = bres__tuner_quality(tuner);
    const double seconds = bres__trial_standing(best).time;
    uint64_t counts[BRES__TRIAL_STATUSES];
    uint64_t order[ORDER_MAX];
    bres_tuner_value *values = NULL;
    bres_tuner_answer answer;
    bres_status status = bres__space_values(tuner->bench, best->index, arena, &values);

    if (status != BRES_OK)
        return status;
    bres_tuner_answer_init(&answer);
    answer.values = values;
    answer.value_count = tuner->bench->axis_count;
    answer.order = order;
    while (answer.order_count < ORDER_MAX && answer.order_count < tuner->listed_count &&
           tuner->listed[answer.order_count]->rank != 0) {
        order[answer.order_count] = tuner->listed[answer.order_count]->index;
        answer.order_count++;
    }
    answer.seconds = isfinite(seconds) ? seconds : 0;
    answer.samples = quality.samples;
    answer.remaining = tuner->best_count;
    answer.unmeasured = bres__tuner_count(tuner, counts);
    answer.stop_reason = quality.stop_reason;
    answer.trial_samples = quality.trial_samples;
    answer.elapsed = quality.elapsed;
    answer.error_rate = quality.error_rate;
    answer.equivalence_margin = quality.equivalence_margin;
    return bres_tuner_cache_store(tuner->cache, &tuner->key, &answer);
}

static bres_status refuse(bres_tuner *tuner, bres_status status)
{
    bres__text message = { 0 };

    if (status == BRES_ERROR_MEMORY)
        return status;
    /* The cache is read-only, as a warning has reported when it was opened. */
    if (status == BRES_ERROR_STATE)
        return BRES_OK;
    bres__text_printf(&message, "the answer is not stored in the cache: %s", bres_last_error());
    if (!message.failed)
        bres__tuner_warn(tuner, message.data);
    bres__text_free(&message);
    return BRES_OK;
}

bres_status bres__tuner_remember(bres_tuner *tuner)
{
    bres__error_record record;
    bres__arena arena = { 0 };
    bres_status status;

    if (tuner->cache == NULL || tuner->is_cached || tuner->best_count == 0 ||
        tuner->stop_reason == BRES_TUNER_INTERRUPTED)
        return BRES_OK;
    bres__error_save(&record);
    status = remember(tuner, &arena);
    bres__arena_free(&arena);
    if (status != BRES_OK)
        status = refuse(tuner, status);
    if (status == BRES_OK)
        bres__error_restore(&record);
    return status;
}
