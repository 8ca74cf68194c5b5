/* SPDX-License-Identifier: MIT */
/*
 * The file of a cache: other things at its path, and system calls that fail.
 */
#include "base/base.h"
#include "support/cached.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static size_t file_size(const char *path)
{
    struct stat file;

    cr_assert_eq(stat(path, &file), 0);
    return (size_t)file.st_size;
}

Test(tune, cache_is_not_a_regular_file)
{
    const char *path = bres_test_cached_path();
    bres_tuner_cache *cache = (bres_tuner_cache *)&path;

    cr_assert_eq(mkdir(path, 0700), 0);
    cr_expect_eq(bres_tuner_cache_open(path, NULL, &cache), BRES_ERROR_IO, "%s", bres_last_error());
    cr_expect_null(cache);
    cr_assert_eq(rmdir(path), 0);
    cr_assert_eq(mkfifo(path, 0600), 0);
    cr_expect_eq(bres_tuner_cache_open(path, NULL, &cache), BRES_ERROR_IO);
    cr_expect_not_null(strstr(bres_last_error(), "not a regular file"), "%s", bres_last_error());
    cr_expect_eq(bres_tuner_cache_open("/dev/full", NULL, &cache), BRES_ERROR_IO);
    cr_expect_eq(bres_tuner_cache_open("/dev/zero", NULL, &cache), BRES_ERROR_IO);
}

Test(tune, cache_without_a_file)
{
    const char *path = bres_test_cached_path();
    char nested[PATH_MAX + 32];
    bres_test_cached cached;

    bres_test_cached_begin(&cached);
    cached.options.flags = BRES_TUNER_CACHE_READ_ONLY;
    cr_expect_eq(bres_tuner_cache_open(path, &cached.options, &cached.cache), BRES_ERROR_NO_FILE);
    /* The directories are created, too. */
    snprintf(nested, sizeof(nested), "%s.d/a/b", path);
    bres_test_cached_open(&cached, nested);
    cr_expect_eq(bres_tuner_cache_refresh(cached.cache), BRES_OK);
    cr_expect_eq(bres_test_cached_store(cached.cache, "k", 1, 8), BRES_OK, "%s", bres_last_error());
    bres_test_cached_close(&cached);
    cr_expect_eq(bres_test_cached_tile_in(nested, "k", 1), 8);
}

/* Root may write to any file, so this process drops root. */
Test(tune, cache_cannot_be_written)
{
    const char *path = bres_test_cached_path();
    char directory[PATH_MAX];
    bres_test_cached cached;
    char *before;
    char *after;

    bres_test_cached_open(&cached, path);
    cr_assert_eq(bres_test_cached_store(cached.cache, "k", 1, 8), BRES_OK);
    bres_test_cached_close(&cached);
    before = bres_test_read_file(path, NULL);
    snprintf(directory, sizeof(directory), "%.*s", (int)(strrchr(path, '/') - path), path);
    cr_assert_eq(chmod(directory, 0755), 0);
    cr_assert_eq(chmod(path, 0444), 0);
    if (geteuid() == 0)
        cr_assert_eq(seteuid(65534), 0);
    for (int flagged = 0; flagged < 2; flagged++) {
        bres_test_cached_begin(&cached);
        cached.options.flags = flagged ? BRES_TUNER_CACHE_READ_ONLY : 0;
        cr_assert_eq(bres_tuner_cache_open(path, &cached.options, &cached.cache), BRES_OK, "%s",
                     bres_last_error());
        cr_expect_eq(strstr(cached.log, "cannot be written") == NULL, flagged, "%s", cached.log);
        cr_expect_eq(bres_test_cached_tile(cached.cache, "k", 1), 8);
        cr_expect_eq(bres_test_cached_store(cached.cache, "k", 2, 9), BRES_ERROR_STATE);
        cr_expect_not_null(strstr(bres_last_error(), "read-only"), "%s", bres_last_error());
        cr_expect_eq(bres_test_cached_tile(cached.cache, "k", 2), -1);
        cr_expect_eq(bres_tuner_cache_refresh(cached.cache), BRES_OK);
        bres_test_cached_close(&cached);
    }
    if (getuid() == 0)
        cr_assert_eq(seteuid(0), 0);
    after = bres_test_read_file(path, NULL);
    cr_expect_str_eq(before, after);
    free(before);
    free(after);
}

/* On a full disk no part of an entry is written; the next entry that fits is stored. */
Test(tune, cache_on_a_full_disk)
{
    const char *path = bres_test_cached_path();
    bres_test_cached cached;
    struct rlimit limit;
    size_t size;

    signal(SIGXFSZ, SIG_IGN);
    bres_test_cached_open(&cached, path);
    cr_assert_eq(bres_test_cached_store(cached.cache, "k", 1, 8), BRES_OK);
    size = file_size(path);
    cr_assert_eq(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = size + 20;
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cr_expect_eq(bres_test_cached_store(cached.cache, "k", 2, 9), BRES_ERROR_IO);
    cr_expect_not_null(strstr(bres_last_error(), "as it was before"), "%s", bres_last_error());
    cr_expect_eq(file_size(path), size);
    cr_expect_eq(bres_test_cached_tile(cached.cache, "k", 2), -1);
    limit.rlim_cur = limit.rlim_max;
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cr_expect_eq(bres_test_cached_store(cached.cache, "k", 2, 9), BRES_OK);
    bres_test_cached_close(&cached);
    cr_expect_eq(bres_test_cached_tile_in(path, "k", 1), 8);
    cr_expect_eq(bres_test_cached_tile_in(path, "k", 2), 9);
}

/* Replaced answers do not fill the disk. */
Test(tune, cache_drops_replaced_answers)
{
    const char *path = bres_test_cached_path();
    bres_test_cached cached;
    bres_test_cached other;
    size_t largest = 0;

    bres_test_cached_open(&cached, path);
    bres_test_cached_open(&other, path);
    cr_assert_eq(bres_test_cached_store(cached.cache, "k", 0, 1), BRES_OK);
    cr_assert_eq(chmod(path, 0640), 0);
    for (int64_t i = 0; i < 2000; i++) {
        cr_assert_eq(bres_test_cached_store(cached.cache, "k", 1 + i % 3, i), BRES_OK);
        largest = file_size(path) > largest ? file_size(path) : largest;
    }
    cr_expect_lt(largest, 70000, "%zu bytes", largest);
    cr_expect_gt(largest, 60000, "%zu bytes", largest);
    /* Another process finds the new file and the last answers. */
    cr_expect_eq(bres_test_cached_tile(other.cache, "k", 1), -1);
    cr_expect_eq(bres_tuner_cache_refresh(other.cache), BRES_OK);
    cr_expect_eq(bres_test_cached_tile(other.cache, "k", 0), 1);
    cr_expect_eq(bres_test_cached_tile(other.cache, "k", 2), 1999);
    cr_expect_eq(bres_test_cached_store(other.cache, "k", 5, 55), BRES_OK);
    cr_expect_eq(bres_test_cached_store(cached.cache, "k", 6, 66), BRES_OK);
    cr_expect_eq(bres_tuner_cache_count(cached.cache), 6);
    bres_test_cached_close(&cached);
    bres_test_cached_close(&other);
    cr_expect_eq(bres_test_cached_tile_in(path, "k", 5), 55);
    cr_expect_eq(bres_test_cached_tile_in(path, "k", 6), 66);
    cr_expect_eq(bres_test_cached_tile_in(path, "k", 1), 1998);
    cr_expect_eq(access(path, F_OK), 0);
}

/* A symbolic link still leads to the file after a new file has replaced it, and a file with two
 * names keeps both. */
Test(tune, cache_has_other_names)
{
    const char *path = bres_test_cached_path();
    char name[PATH_MAX + 16];
    char file[PATH_MAX + 16];
    bres_test_cached cached;
    struct stat found;

    snprintf(name, sizeof(name), "%s.name", path);
    snprintf(file, sizeof(file), "%s.file", path);
    cr_assert_eq(symlink("kernels.cache.file", name), 0);
    bres_test_cached_open(&cached, name);
    for (int64_t i = 0; i < 600; i++)
        cr_assert_eq(bres_test_cached_store(cached.cache, "k", 1, i), BRES_OK, "%s",
                     bres_last_error());
    cr_assert_eq(lstat(name, &found), 0);
    cr_expect(S_ISLNK(found.st_mode));
    cr_expect_eq(bres_test_cached_tile_in(file, "k", 1), 599);
    cr_assert_eq(link(file, path), 0);
    for (int64_t i = 0; i < 600; i++)
        cr_assert_eq(bres_test_cached_store(cached.cache, "k", 1, 1000 + i), BRES_OK);
    bres_test_cached_close(&cached);
    cr_expect_eq(bres_test_cached_tile_in(path, "k", 1), 1599);
    cr_expect_eq(bres_test_cached_tile_in(name, "k", 1), 1599);
}

/* Changes that others make to the file between two calls. */
Test(tune, cache_is_replaced_meanwhile)
{
    const char *path = bres_test_cached_path();
    bres_test_cached cached;

    bres_test_cached_open(&cached, path);
    cr_assert_eq(bres_test_cached_store(cached.cache, "k", 1, 8), BRES_OK);
    cr_assert_eq(bres_test_cached_store(cached.cache, "k", 2, 9), BRES_OK);
    /* Removed: the cache creates a new file. */
    cr_assert_eq(unlink(path), 0);
    cr_expect_eq(bres_test_cached_store(cached.cache, "k", 3, 10), BRES_OK, "%s",
                 bres_last_error());
    cr_expect_eq(bres_tuner_cache_count(cached.cache), 1);
    cr_expect_eq(bres_test_cached_tile_in(path, "k", 3), 10);
    cr_assert_eq(unlink(path), 0);
    cr_expect_eq(bres_tuner_cache_refresh(cached.cache), BRES_OK);
    cr_expect_eq(bres_tuner_cache_count(cached.cache), 0);
    /* Emptied, and cut off. */
    cr_assert_eq(bres_test_cached_store(cached.cache, "k", 1, 8), BRES_OK);
    cr_assert_eq(truncate(path, 0), 0);
    cr_expect_eq(bres_test_cached_store(cached.cache, "k", 2, 9), BRES_OK, "%s", bres_last_error());
    cr_expect_eq(bres_test_cached_tile(cached.cache, "k", 1), -1);
    cr_expect_eq(bres_test_cached_tile_in(path, "k", 2), 9);
    cr_assert_eq(truncate(path, 40), 0);
    cr_expect_eq(bres_tuner_cache_refresh(cached.cache), BRES_OK);
    cr_expect_eq(bres_test_cached_tile(cached.cache, "k", 2), -1);
    /* Replaced by a directory: an error, and the answers that were read stay. */
    cr_assert_eq(bres_test_cached_store(cached.cache, "k", 2, 9), BRES_OK);
    cr_assert_eq(unlink(path), 0);
    cr_assert_eq(mkdir(path, 0700), 0);
    cr_expect_eq(bres_tuner_cache_refresh(cached.cache), BRES_ERROR_IO);
    cr_expect_eq(bres_test_cached_store(cached.cache, "k", 3, 10), BRES_ERROR_IO);
    cr_expect_eq(bres_test_cached_tile(cached.cache, "k", 2), 9);
    cr_assert_eq(rmdir(path), 0);
    bres_test_write_file(path, "{\"benchresult_tuner_cache\":2}\n", 30);
    cr_expect_eq(bres_test_cached_store(cached.cache, "k", 3, 10), BRES_ERROR_VERSION);
    cr_expect_eq(bres_test_cached_tile(cached.cache, "k", 2), 9);
    bres_test_cached_close(&cached);
    cr_expect_eq(file_size(path), 30);
}

/* A process that keeps the lock does not prevent others from reading. */
Test(tune, cache_is_locked)
{
    const char *path = bres_test_cached_path();
    bres_test_cached cached;
    bres_test_cached other;
    int fd;

    bres_test_cached_open(&cached, path);
    cr_assert_eq(bres_test_cached_store(cached.cache, "k", 1, 8), BRES_OK);
    fd = open(path, O_RDONLY);
    cr_assert_geq(fd, 0);
    cr_assert_eq(flock(fd, LOCK_EX), 0);
    cr_expect_eq(bres_test_cached_store(cached.cache, "k", 2, 9), BRES_ERROR_CONFLICT);
    cr_expect_not_null(strstr(bres_last_error(), "another process has the cache locked"), "%s",
                       bres_last_error());
    bres_test_cached_open(&other, path);
    cr_expect_not_null(strstr(other.log, "it is read nevertheless"), "%s", other.log);
    cr_expect_eq(bres_test_cached_tile(other.cache, "k", 1), 8);
    /* Readers do not block other readers. */
    cr_assert_eq(flock(fd, LOCK_SH), 0);
    bres_test_cached_close(&other);
    bres_test_cached_open(&other, path);
    cr_expect_str_empty(other.log);
    bres_test_cached_close(&other);
    cr_expect_eq(bres_test_cached_store(cached.cache, "k", 2, 9), BRES_ERROR_CONFLICT);
    close(fd);
    cr_expect_eq(bres_test_cached_store(cached.cache, "k", 2, 9), BRES_OK);
    bres_test_cached_close(&cached);
}

/* After any failure, the file ends with a complete line. */
static void expect_whole_lines(const char *path)
{
    size_t size;
    char *data = bres_test_read_file(path, &size);

    cr_expect_eq(data[size - 1], '\n');
    free(data);
}

/* A damaged cache, so that repairs are tried, too. */
static bres_status store_once(void *context)
{
    const char *path = context;
    bres_test_cached cached;
    bres_status status;

    bres_test_write_file(path, "{\"benchresult_tuner_cache\":1}\ndamage\n", 37);
    bres_test_cached_begin(&cached);
    status = bres_tuner_cache_open(path, &cached.options, &cached.cache);
    cr_assert_eq(cached.cache != NULL, status == BRES_OK);
    if (status == BRES_OK)
        status = bres_test_cached_store(cached.cache, "k", 1, 8);
    if (status == BRES_OK) {
        cr_expect_eq(bres_test_cached_tile(cached.cache, "k", 1), 8);
        status = bres_test_cached_store(cached.cache, "k", 2, 9);
    }
    if (status == BRES_OK)
        status = bres_tuner_cache_refresh(cached.cache);
    if (status == BRES_OK)
        cr_expect_eq(bres_test_cached_tile(cached.cache, "k", 2), 9);
    bres_test_cached_close(&cached);
    expect_whole_lines(path);
    return status;
}

static bres_status open_once(void *context)
{
    bres_tuner_cache *cache = context;
    const bres_status status = bres_tuner_cache_open(context, NULL, &cache);

    cr_assert_eq(cache != NULL, status == BRES_OK);
    bres_tuner_cache_close(cache);
    return status;
}

Test(tune, cache_survives_every_fault)
{
    const char *path = bres_test_cached_path();
    bres_test_cached cached;

    bres_test_cached_open(&cached, path);
    cr_assert_eq(bres_test_cached_store(cached.cache, "k", 1, 8), BRES_OK);
    bres_test_cached_close(&cached);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, open_once, (void *)path);
    /* Missing information about the machine is not an error. */
    bres_test_sweep_partial(BRES__FAULT_IO, BRES_ERROR_IO, open_once, (void *)path);
    bres_test_sweep_partial(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, store_once, (void *)path);
    bres_test_sweep_partial(BRES__FAULT_IO, BRES_ERROR_IO, store_once, (void *)path);
}
