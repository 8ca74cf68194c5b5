/* SPDX-License-Identifier: MIT */
/*
 * Writes a new file without replaced entries and without damage. A process that waits for the lock
 * of the old file then finds that the path leads to another file.
 */
#include "tune/cache/cache.h"

#include <stdlib.h>
#include <unistd.h>

#define HEADER_LENGTH (sizeof(BRES__CACHE_HEADER) - 1)
/* Bytes of replaced entries that are not worth a new file. */
#define DEAD_MIN      UINT64_C(65536)

static bool is_due(const bres_tuner_cache *cache)
{
    const uint64_t live = HEADER_LENGTH + cache->table.live;

    return cache->has_damage || cache->seen > 2 * live + DEAD_MIN;
}

/* Whether a new file would have the owner, the group and all names of this one. Without locks,
 * other processes may be writing. */
static bool can_compact(const bres_tuner_cache *cache)
{
    struct stat file;

    return !cache->has_no_locks && bres__fstat(cache->fd, &file) == 0 && file.st_nlink == 1 &&
           file.st_uid == geteuid() && file.st_gid == getegid();
}

static int entry_order(const void *a, const void *b)
{
    const bres__cache_entry *const left = *(const bres__cache_entry *const *)a;
    const bres__cache_entry *const right = *(const bres__cache_entry *const *)b;

    return (left->offset > right->offset) - (left->offset < right->offset);
}

/* The entries in the order of the file; NULL without memory. */
static const bres__cache_entry **sort_entries(const bres__cache_table *table)
{
    const bres__cache_entry **sorted = bres__calloc(table->count + 1, sizeof(*sorted));

    for (size_t i = 0; sorted != NULL && i < table->count; i++)
        sorted[i] = table->entries[i];
    if (sorted != NULL)
        qsort(sorted, table->count, sizeof(*sorted), entry_order);
    return sorted;
}

/* Whether the text of the file still has all entries. */
static bool has_entries(const bres__cache_table *table, const bres__buffer *text)
{
    for (size_t i = 0; i < table->count; i++) {
        const bres__cache_entry *entry = table->entries[i];

        if (entry->offset > text->size || entry->length > text->size - entry->offset)
            return false;
    }
    return true;
}

static bres_status write_file(const bres_tuner_cache *cache, const bres__buffer *text,
                              const bres__cache_entry *const *sorted)
{
    bres__output *output;
    bres_status status = bres__output_open(cache->path, &output);

    if (status != BRES_OK)
        return status;
    bres__output_write(output, BRES__CACHE_HEADER, HEADER_LENGTH);
    for (size_t i = 0; i < cache->table.count; i++) {
        bres__output_write(output, text->data + sorted[i]->offset, sorted[i]->length);
        bres__output_write(output, "\n", 1);
    }
    return bres__output_commit(output);
}

static bres_status compact(bres_tuner_cache *cache)
{
    const bres__cache_entry **sorted = sort_entries(&cache->table);
    bres__buffer text = { .data = NULL };
    bres_status status = sorted != NULL ? BRES_OK : bres__error_memory();

    if (status == BRES_OK && lseek(cache->fd, 0, SEEK_SET) != 0)
        status = bres__error_system("read", cache->path);
    if (status == BRES_OK)
        status = bres__read_fd(cache->fd, cache->path, UINT64_MAX, &text);
    if (status == BRES_OK && !has_entries(&cache->table, &text))
        status = bres__cache_error(cache, BRES_ERROR_CONFLICT, "the cache was cut off");
    if (status == BRES_OK)
        status = write_file(cache, &text, sorted);
    bres__free(text.data);
    bres__free(sorted);
    return status;
}

void bres__cache_compact(bres_tuner_cache *cache)
{
    bres__error_record record;

    if (cache->cannot_compact || !is_due(cache))
        return;
    bres__error_save(&record);
    /* If the new file cannot be read now, the next call finds that it has replaced the old one. */
    if (can_compact(cache) && compact(cache) == BRES_OK)
        (void)bres__cache_load(cache);
    else
        cache->cannot_compact = true;
    bres__error_restore(&record);
}
