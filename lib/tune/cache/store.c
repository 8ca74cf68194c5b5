/* SPDX-License-Identifier: MIT */
/*
 * Stores an answer with one write at the end of the locked file. A failed write is undone.
 */
#include "tune/cache/cache.h"

#include <errno.h>

/* Puts what the file lacks before the next line: the first line, or the end of the last one. */
static void put_beginning(const bres_tuner_cache *cache, bres__text *text)
{
    if (cache->loaded == 0)
        bres__text_puts(text, BRES__CACHE_HEADER);
    else if (cache->is_unterminated)
        bres__text_putc(text, '\n');
}

/* Undoes a failed write; the error says whether this succeeded. */
static bres_status store_fail(const bres_tuner_cache *cache, uint64_t size)
{
    const int number = errno;
    const bool undone = bres__ftruncate(cache->fd, (off_t)size) == 0;

    errno = number;
    return bres__error_system(undone ? "store in the cache, which is as it was before"
                                     : "store in the cache, which may end with an incomplete entry "
                                       "now",
                              cache->path);
}

/* Appends a text, whose part from `begin` on is the line of an entry, and adds the entry to the
 * table. */
static bres_status store_append(bres_tuner_cache *cache, const bres__text *text, size_t begin)
{
    /* A file that ends within its first line has nothing to keep. */
    const uint64_t size = cache->loaded == 0 ? 0 : cache->seen;
    bres__cache_scan scan;
    bres_status status;

    if (size != cache->seen && bres__ftruncate(cache->fd, 0) != 0)
        return bres__error_system("store in the cache, which is as it was before", cache->path);
    if (bres__write_full(cache->fd, text->data, text->length) != 0)
        return store_fail(cache, size);
    status = bres__cache_scan_text(&cache->table, text->data + begin, text->length - begin,
                                   size + begin, &scan);
    if (status != BRES_OK)
        return status;
    cache->seen = size + text->length;
    cache->loaded = cache->seen;
    cache->is_unterminated = false;
    return BRES_OK;
}

static bres_status store_locked(bres_tuner_cache *cache, const bres_tuner_key *key,
                                const bres_tuner_answer *answer)
{
    bres__text text = { 0 };
    size_t begin;
    bres_status status = BRES_OK;

    put_beginning(cache, &text);
    begin = text.length;
    status = bres__cache_entry_write(key, answer, &text);
    if (status == BRES_OK)
        status = store_append(cache, &text, begin);
    bres__text_free(&text);
    return status;
}

/* Checks and completes a key and an answer. */
static bres_status store_take(const bres_tuner_cache *cache, const bres_tuner_key *key,
                              const bres_tuner_answer *answer, bres_tuner_key *full_key,
                              bres_tuner_answer *full_answer)
{
    bres__cache_name name;
    bres_status status;

    if (cache == NULL || key == NULL || answer == NULL || key->kernel == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_cache_store: %s is NULL",
                           cache == NULL    ? "cache"
                           : key == NULL    ? "key"
                           : answer == NULL ? "answer"
                                            : "key->kernel");
    status = bres__cache_key_take(full_key, key);
    if (status == BRES_OK)
        status = bres__cache_answer_take(full_answer, answer);
    if (status != BRES_OK)
        return status;
    bres__cache_key_fill(full_key, &cache->device);
    if (full_key->space == NULL)
        full_key->space = "";
    if (!bres__cache_key_name(full_key, &name))
        return bres__error(BRES_ERROR_LIMIT,
                           "the key of '%.64s' is too long (expected at most %u "
                           "bytes of texts and sizes)",
                           full_key->kernel, BRES_TUNER_KEY_BYTES_MAX);
    return BRES_OK;
}

bres_status bres_tuner_cache_store(bres_tuner_cache *cache, const bres_tuner_key *key,
                                   const bres_tuner_answer *answer)
{
    bres_tuner_key full_key;
    bres_tuner_answer full_answer;
    bres_status status = store_take(cache, key, answer, &full_key, &full_answer);

    if (status != BRES_OK)
        return status;
    status = bres__cache_lock_for_store(cache);
    if (status == BRES_OK)
        status = store_locked(cache, &full_key, &full_answer);
    if (status == BRES_OK)
        bres__cache_compact(cache);
    bres__cache_unlock(cache);
    return status;
}
