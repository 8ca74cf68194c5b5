/* SPDX-License-Identifier: MIT */
/*
 * Opens and reads the file of a cache. The descriptor stays open, so that no other file gets the
 * same inode meanwhile. The lock is held only while the file is read or written.
 */
#include "tune/cache/cache.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <unistd.h>

#define HEADER_LENGTH (sizeof(BRES__CACHE_HEADER) - 1)
#define NAME_LENGTH   (sizeof(BRES__CACHE_NAME) - 1)
/* Maximum size of the first line in any version. */
#define HEADER_MAX    64u
/* Attempts to open a file that other processes keep replacing. */
#define OPEN_ATTEMPTS 100

static bool is_refused(int number)
{
    return number == EACCES || number == EROFS || number == EPERM;
}

static void cache_close(bres_tuner_cache *cache)
{
    if (cache->fd >= 0)
        bres__close(cache->fd);
    cache->fd = -1;
}

/* Checks that the open file is a regular file. */
static bres_status cache_check(const bres_tuner_cache *cache)
{
    struct stat file;

    if (bres__fstat(cache->fd, &file) != 0)
        return bres__error_system("examine", cache->path);
    return S_ISREG(file.st_mode)
               ? BRES_OK
               : bres__cache_error(cache, BRES_ERROR_IO, "the cache is not a regular file");
}

/* Opens a file of any type without blocking. A file that cannot be written is opened for reading.
 */
static bres_status cache_open(bres_tuner_cache *cache, int flags)
{
    const int common = O_NONBLOCK | O_NOCTTY;
    bres_status status;

    cache->read_only = (cache->options.flags & BRES_TUNER_CACHE_READ_ONLY) != 0;
    if (!cache->read_only) {
        cache->fd = bres__open(cache->path, common | O_RDWR | O_APPEND | flags, 0666);
        cache->read_only = cache->fd < 0 && is_refused(errno) && (flags & O_CREAT) == 0;
    }
    if (cache->read_only)
        cache->fd = bres__open(cache->path, common | O_RDONLY, 0);
    if (cache->fd < 0)
        return bres__error_system("open", cache->path);
    status = cache_check(cache);
    if (status != BRES_OK)
        cache_close(cache);
    return status;
}

/* Refuses a first line that is not the one of this version. */
static bres_status header_refuse(const bres_tuner_cache *cache, const char *line, size_t length)
{
    const char *end = memchr(line, '}', length);
    int64_t version = 0;

    if (length < NAME_LENGTH || memcmp(line, BRES__CACHE_NAME, NAME_LENGTH) != 0 || end == NULL ||
        bres__parse_int64(line + NAME_LENGTH, (size_t)(end - line) - NAME_LENGTH, &version) !=
            BRES__PARSE_OK ||
        version <= BRES__CACHE_VERSION)
        return bres__cache_error(cache, BRES_ERROR_SYNTAX,
                                 "the file is not a cache of tuners, or its first line is damaged");
    bres__error(BRES_ERROR_VERSION,
                "the cache has version %" PRId64 " (expected %d): a newer library has written it",
                version, BRES__CACHE_VERSION);
    bres__error_set_file(cache->path);
    return BRES_ERROR_VERSION;
}

/* Reads the first line; *has_header is false for a file that ends before the line does. */
static bres_status header_read(const bres_tuner_cache *cache, bool *has_header)
{
    char line[HEADER_MAX];
    ssize_t length;

    *has_header = false;
    if (lseek(cache->fd, 0, SEEK_SET) != 0)
        return bres__error_system("read", cache->path);
    length = bres__read_full(cache->fd, line, sizeof(line));
    if (length < 0)
        return bres__error_system("read", cache->path);
    *has_header = (size_t)length >= HEADER_LENGTH;
    if (memcmp(line, BRES__CACHE_HEADER, *has_header ? HEADER_LENGTH : (size_t)length) != 0)
        return header_refuse(cache, line, (size_t)length);
    if (!*has_header && length > 0)
        bres__cache_warn(cache, "the cache ends within its first line, without entries");
    return BRES_OK;
}

static void report_damage(const bres_tuner_cache *cache, const bres__cache_scan *scan)
{
    if (scan->damaged == 1)
        bres__cache_warn(cache, "the entry at offset %" PRIu64 " is damaged and left out",
                         scan->damaged_at);
    else if (scan->damaged > 1)
        bres__cache_warn(cache,
                         "%zu entries are damaged and left out, the first one at offset %" PRIu64,
                         scan->damaged, scan->damaged_at);
    if (scan->is_incomplete)
        bres__cache_warn(cache, "the last entry is incomplete and left out");
}

/* Reads the lines after `loaded`. */
static bres_status read_lines(bres_tuner_cache *cache)
{
    bres__buffer buffer = { .data = NULL };
    bres__cache_scan scan;
    bres_status status;

    if (lseek(cache->fd, (off_t)cache->loaded, SEEK_SET) < 0)
        return bres__error_system("read", cache->path);
    status = bres__read_fd(cache->fd, cache->path, UINT64_MAX, &buffer);
    if (status == BRES_OK)
        status =
            bres__cache_scan_text(&cache->table, buffer.data, buffer.size, cache->loaded, &scan);
    bres__free(buffer.data);
    if (status != BRES_OK)
        return status;
    cache->seen = cache->loaded + buffer.size;
    cache->loaded = scan.end;
    cache->is_unterminated = scan.is_unterminated;
    cache->has_damage = cache->has_damage || scan.damaged > 0 || scan.is_incomplete;
    report_damage(cache, &scan);
    return BRES_OK;
}

/* Reads the lines that the table does not have. */
static bres_status read_more(bres_tuner_cache *cache)
{
    struct stat file;
    bool has_header = true;
    bres_status status = BRES_OK;

    if (bres__fstat(cache->fd, &file) != 0)
        return bres__error_system("examine", cache->path);
    if ((uint64_t)file.st_size == cache->seen)
        return BRES_OK;
    if (cache->loaded == 0)
        status = header_read(cache, &has_header);
    if (status != BRES_OK || !has_header) {
        cache->seen = (uint64_t)file.st_size;
        return status;
    }
    if (cache->loaded == 0)
        cache->loaded = HEADER_LENGTH;
    return read_lines(cache);
}

/* Whether the open file is still at the path and has not become shorter. */
static bres_status check_current(const bres_tuner_cache *cache, bool *is_current)
{
    struct stat file;

    *is_current = false;
    if (bres__file_is_at(cache->fd, cache->path, is_current) != 0 ||
        bres__fstat(cache->fd, &file) != 0)
        return bres__error_system("examine", cache->path);
    *is_current = *is_current && (uint64_t)file.st_size >= cache->seen;
    return BRES_OK;
}

/* Reads under a shared lock. Reads without it if another process keeps the lock: lines have
 * checksums. */
static bres_status read_shared(bres_tuner_cache *cache, bool *is_current)
{
    bres_status status = bres__cache_lock(cache, false);

    if (status == BRES_ERROR_CONFLICT) {
        bres__cache_warn(cache, "another process has the cache locked: it is read nevertheless");
        status = BRES_OK;
    }
    if (status == BRES_OK)
        status = check_current(cache, is_current);
    if (status == BRES_OK && *is_current)
        status = read_more(cache);
    bres__cache_unlock(cache);
    return status;
}

/* Opens and reads the file at the path; without a file, fd is -1. */
static bres_status cache_open_current(bres_tuner_cache *cache)
{
    bool is_current = false;

    for (int attempt = 0; attempt < OPEN_ATTEMPTS; attempt++) {
        bres__error_record record;
        bres_status status;

        bres__error_save(&record);
        status = cache_open(cache, 0);
        if (status == BRES_ERROR_NO_FILE && !cache->read_only) {
            bres__error_restore(&record);
            return BRES_OK;
        }
        if (status == BRES_OK)
            status = read_shared(cache, &is_current);
        if (status != BRES_OK || is_current)
            return status;
        cache_close(cache);
    }
    return bres__cache_error(cache, BRES_ERROR_CONFLICT,
                             "other processes replace the cache all the time");
}

bres_status bres__cache_load(bres_tuner_cache *cache)
{
    bres_tuner_cache made = *cache;
    bres_status status;

    made.fd = -1;
    made.has_damage = false;
    made.is_unterminated = false;
    made.loaded = 0;
    made.seen = 0;
    made.table = (bres__cache_table){ .count = 0 };
    status = cache_open_current(&made);
    if (status != BRES_OK) {
        cache_close(&made);
        bres__cache_table_free(&made.table);
        return status;
    }
    cache_close(cache);
    bres__cache_table_free(&cache->table);
    *cache = made;
    return BRES_OK;
}

/* Loads the file at the path if it is not the one that is open. */
static bres_status load_if_replaced(bres_tuner_cache *cache)
{
    bool is_current = false;
    bres_status status = BRES_OK;

    if (cache->fd >= 0)
        status = check_current(cache, &is_current);
    return status == BRES_OK && !is_current ? bres__cache_load(cache) : status;
}

bres_status bres__cache_update(bres_tuner_cache *cache)
{
    struct stat file;
    bool is_current;
    bres_status status = load_if_replaced(cache);

    if (status != BRES_OK || cache->fd < 0)
        return status;
    if (bres__fstat(cache->fd, &file) != 0)
        return bres__error_system("examine", cache->path);
    return (uint64_t)file.st_size != cache->seen ? read_shared(cache, &is_current) : BRES_OK;
}

static bres_status cache_create(bres_tuner_cache *cache)
{
    const bres_status status = bres__make_parents(cache->path);

    return status == BRES_OK ? cache_open(cache, O_CREAT) : status;
}

bres_status bres__cache_lock_for_store(bres_tuner_cache *cache)
{
    bool is_current = false;

    for (int attempt = 0; attempt < OPEN_ATTEMPTS; attempt++) {
        bres_status status = load_if_replaced(cache);

        if (status == BRES_OK && cache->fd < 0)
            status = cache_create(cache);
        if (status == BRES_OK && cache->read_only)
            status = bres__cache_error(cache, BRES_ERROR_STATE, "the cache is read-only");
        if (status == BRES_OK)
            status = bres__cache_lock(cache, true);
        if (status == BRES_OK)
            status = check_current(cache, &is_current);
        if (status == BRES_OK && is_current)
            status = read_more(cache);
        if (status != BRES_OK || is_current)
            return status;
        bres__cache_unlock(cache);
    }
    return bres__cache_error(cache, BRES_ERROR_CONFLICT,
                             "other processes replace the cache all the time");
}
