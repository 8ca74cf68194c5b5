/* SPDX-License-Identifier: MIT */
/*
 * The public functions of a cache: opening, looking up and closing.
 */
#include "tune/cache/cache.h"

#include <stddef.h>

/* Size of the first published bres_tuner_cache_options. */
#define OPTIONS_FIRST_SIZE (offsetof(bres_tuner_cache_options, log_user) + sizeof(void *))

_Static_assert(OPTIONS_FIRST_SIZE == sizeof(bres_tuner_cache_options),
               "the options have no padding");

#define LOCK_TIMEOUT 5.0

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_tuner_cache_options, flags, BRES_TUNER_CACHE_READ_ONLY),
    BRES__OPTION_COUNT(bres_tuner_cache_options, cuda_device, -1, INT32_MAX),
    BRES__OPTION_REAL(bres_tuner_cache_options, lock_timeout, BRES__RANGE_NOT_NEGATIVE),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_tuner_cache_options, OPTIONS_FIRST_SIZE, option_fields);

void bres_tuner_cache_options_init(bres_tuner_cache_options *options)
{
    if (options != NULL)
        *options = (bres_tuner_cache_options){
            .size = sizeof(*options),
            .cuda_device = -1,
            .lock_timeout = LOCK_TIMEOUT,
        };
}

static bres_status cache_fill(bres_tuner_cache *cache, const char *path,
                              const bres_tuner_cache_options *options)
{
    bres__machine machine;
    bres_status status;

    bres_tuner_cache_options_init(&cache->options);
    status = bres__options_take(&cache->options, options, &options_type);
    if (status != BRES_OK)
        return status;
    cache->path = bres__strdup(path);
    if (cache->path == NULL)
        return bres__error_memory();
    status = bres__cache_load(cache);
    if (status != BRES_OK)
        return status;
    bres__machine_read(bres__system_root(), &machine);
    return bres__cache_device_name(cache->options.cuda_device, &machine, &cache->device);
}

bres_status bres_tuner_cache_open(const char *path, const bres_tuner_cache_options *options,
                                  bres_tuner_cache **cache)
{
    bres_tuner_cache *made;
    bres_status status;

    if (cache != NULL)
        *cache = NULL;
    if (path == NULL || cache == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_cache_open: %s is NULL",
                           path == NULL ? "path" : "cache");
    made = bres__calloc(1, sizeof(*made));
    if (made == NULL)
        return bres__error_memory();
    made->fd = -1;
    status = cache_fill(made, path, options);
    if (status != BRES_OK) {
        bres_tuner_cache_close(made);
        return status;
    }
    if (made->read_only && (made->options.flags & BRES_TUNER_CACHE_READ_ONLY) == 0)
        bres__cache_warn(made, "the cache cannot be written: answers are used, but not stored");
    *cache = made;
    return BRES_OK;
}

void bres_tuner_cache_close(bres_tuner_cache *cache)
{
    if (cache == NULL)
        return;
    if (cache->fd >= 0)
        bres__close(cache->fd);
    bres__cache_table_free(&cache->table);
    bres__free(cache->path);
    bres__free(cache);
}

/* Completes the key of a look-up; false if it is invalid. */
static bool key_complete(const bres_tuner_cache *cache, const bres_tuner_key *key,
                         bres_tuner_key *full)
{
    if (cache == NULL || key == NULL || bres__cache_key_take(full, key) != BRES_OK)
        return false;
    bres__cache_key_fill(full, &cache->device);
    return true;
}

bool bres_tuner_cache_find(const bres_tuner_cache *cache, const bres_tuner_key *key,
                           bres_tuner_answer *answer)
{
    const bres__cache_entry *entry;
    bres_tuner_key full;

    if (answer == NULL || !key_complete(cache, key, &full))
        return false;
    entry = bres__cache_table_find(&cache->table, &full);
    return entry != NULL && bres__cache_answer_give(&entry->answer, answer);
}

bool bres_tuner_cache_find_nearest(const bres_tuner_cache *cache, const bres_tuner_key *key,
                                   bres_tuner_key *found, bres_tuner_answer *answer)
{
    const bres__cache_entry *entry;
    bres_tuner_key full;

    if (answer == NULL || !key_complete(cache, key, &full))
        return false;
    entry = bres__cache_table_nearest(&cache->table, &full, false);
    return entry != NULL && (found == NULL || bres__cache_key_give(&entry->key, found)) &&
           bres__cache_answer_give(&entry->answer, answer);
}

bres_status bres_tuner_cache_refresh(bres_tuner_cache *cache)
{
    if (cache == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_cache_refresh: cache is NULL");
    return bres__cache_update(cache);
}

size_t bres_tuner_cache_count(const bres_tuner_cache *cache)
{
    return cache != NULL ? cache->table.count : 0;
}

bool bres_tuner_cache_at(const bres_tuner_cache *cache, size_t index, bres_tuner_key *key,
                         bres_tuner_answer *answer)
{
    const bres__cache_entry *entry;

    if (index >= bres_tuner_cache_count(cache))
        return false;
    entry = cache->table.entries[index];
    return (key == NULL || bres__cache_key_give(&entry->key, key)) &&
           (answer == NULL || bres__cache_answer_give(&entry->answer, answer));
}

const char *bres_tuner_cache_device(const bres_tuner_cache *cache)
{
    return cache != NULL ? cache->device.name : "";
}

const char *bres_tuner_cache_driver(const bres_tuner_cache *cache)
{
    return cache != NULL ? cache->device.driver : "";
}
