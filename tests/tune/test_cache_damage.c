/* SPDX-License-Identifier: MIT */
/*
 * Damaged caches: an error, or a warning and fewer answers, but never a wrong answer.
 */
#include "base/base.h"
#include "support/cached.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER "{\"benchresult_tuner_cache\":1}\n"
#define SIZES  5

/* A cache with answers for the sizes from 0 on; each tile is the size plus 100. */
typedef struct stored_file {
    const char *path;
    char *data;
    size_t size;
    size_t ends[SIZES + 1]; /* of the first line, and of the line of each size */
} stored_file;

static stored_file file_make(void)
{
    stored_file file = { .path = bres_test_cached_path() };
    bres_test_cached cached;
    const char *next;

    bres_test_cached_open(&cached, file.path);
    for (int64_t size = 0; size < SIZES; size++)
        cr_assert_eq(bres_test_cached_store(cached.cache, "k", size, 100 + size), BRES_OK);
    bres_test_cached_close(&cached);
    file.data = bres_test_read_file(file.path, &file.size);
    cr_assert_eq(strncmp(file.data, HEADER, strlen(HEADER)), 0);
    next = file.data;
    for (size_t i = 0; i <= SIZES; i++) {
        next = strchr(next, '\n') + 1;
        file.ends[i] = (size_t)(next - file.data);
    }
    cr_assert_eq(file.ends[SIZES], file.size);
    return file;
}

/* The number of answers in a cache; each of them must be right. */
static unsigned count_right(const bres_tuner_cache *cache)
{
    unsigned count = 0;

    for (int64_t size = 0; size < SIZES; size++) {
        const int64_t tile = bres_test_cached_tile(cache, "k", size);

        cr_assert(tile == -1 || tile == 100 + size, "size %ld has tile %ld", (long)size,
                  (long)tile);
        count += tile != -1;
    }
    cr_assert_eq(bres_tuner_cache_count(cache), count);
    return count;
}

static size_t count_lines(const char *log, const char *part)
{
    size_t count = 0;

    for (const char *next = strstr(log, part); next != NULL; next = strstr(next + 1, part))
        count++;
    return count;
}

/* A file that is cut off anywhere keeps the answers before the cut, and accepts another one. */
Test(tune, cache_is_cut_off_anywhere)
{
    const stored_file file = file_make();

    for (size_t size = 0; size <= file.size; size++) {
        bres_test_cached cached;
        unsigned whole = 0;
        bool between = size == 0;

        /* An entry is complete without its newline. */
        for (unsigned i = 0; i < SIZES; i++)
            whole += size + 1 >= file.ends[i + 1];
        for (unsigned i = 0; i <= SIZES; i++)
            between = between || size == file.ends[i] || (i > 0 && size + 1 == file.ends[i]);
        bres_test_write_file(file.path, file.data, size);
        bres_test_cached_open(&cached, file.path);
        cr_expect_eq(count_right(cached.cache), whole, "%zu bytes", size);
        cr_expect_eq(cached.log[0] == '\0', between, "%zu bytes: %s", size, cached.log);
        cached.log[0] = '\0';
        cr_expect_eq(bres_tuner_cache_refresh(cached.cache), BRES_OK);
        cr_expect_str_empty(cached.log, "a second warning");
        cr_assert_eq(bres_test_cached_store(cached.cache, "other", 1, 7), BRES_OK, "%s",
                     bres_last_error());
        bres_test_cached_close(&cached);
        bres_test_cached_open(&cached, file.path);
        cr_expect_str_empty(cached.log, "%zu bytes: %s", size, cached.log);
        cr_expect_eq(bres_test_cached_tile(cached.cache, "other", 1), 7, "%zu bytes", size);
        cr_expect_eq(bres_tuner_cache_count(cached.cache), whole + 1, "%zu bytes", size);
        bres_test_cached_close(&cached);
    }
    free(file.data);
}

/* Whether the byte is the newline of an entry that is followed by another one. */
static bool is_between_entries(const stored_file *file, size_t place)
{
    for (size_t i = 1; i < SIZES; i++) {
        if (place + 1 == file->ends[i])
            return true;
    }
    return false;
}

/* A changed bit in an entry costs this entry; a changed bit in the first line makes the file
 * unreadable. Entries are separated even if a newline is damaged. */
Test(tune, cache_has_a_changed_bit)
{
    const stored_file file = file_make();
    const size_t step = bres_test_long() ? 1 : 7;

    for (size_t bit = 0; bit < 8 * file.size; bit += step) {
        const size_t place = bit / 8;
        bres_test_cached cached;
        bres_status status;
        bool whole;

        file.data[place] ^= (char)(1 << bit % 8);
        bres_test_write_file(file.path, file.data, file.size);
        file.data[place] ^= (char)(1 << bit % 8);
        bres_test_cached_begin(&cached);
        status = bres_tuner_cache_open(file.path, &cached.options, &cached.cache);
        if (place < file.ends[0]) {
            cr_expect(status == BRES_ERROR_SYNTAX || status == BRES_ERROR_VERSION, "bit %zu: %s",
                      bit, bres_status_name(status));
            cr_expect_not_null(strstr(bres_last_error(), file.path));
            continue;
        }
        cr_assert_eq(status, BRES_OK, "bit %zu: %s", bit, bres_last_error());
        whole = is_between_entries(&file, place);
        cr_expect_eq(count_right(cached.cache), whole ? SIZES : SIZES - 1, "bit %zu: %u", bit,
                     count_right(cached.cache));
        cr_expect_eq(count_lines(cached.log, "\n"), !whole, "bit %zu: %s", bit, cached.log);
        bres_test_cached_close(&cached);
    }
    free(file.data);
}

/* A file system that has not written the last block leaves bytes of zero. */
Test(tune, cache_has_damaged_lines)
{
    static const struct {
        const char *line;
        unsigned warnings;
    } rows[] = {
        { "\n", 0 },
        { HEADER, 0 },
        { "x\n", 1 },
        { "x", 1 },
        { "{}\n", 1 },
        { "{\"crc32c\":\"\n", 1 },
        { "{\"crc32c\":\"00000000\"}\n", 1 },
        { "{\"crc32c\":\"{\"crc32c\":\"{\"crc32c\":\"\n", 1 },
        { "[[[[[[[[[[[[[[[[\n\n\xFF\n", 1 },
        { HEADER HEADER "y", 1 },
    };
    const stored_file file = file_make();

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        const size_t length = strlen(rows[i].line);
        char *data = calloc(1, file.size + length);
        bres_test_cached cached;

        memcpy(data, file.data, file.size);
        memcpy(data + file.size, rows[i].line, length);
        bres_test_write_file(file.path, data, file.size + length);
        bres_test_cached_open(&cached, file.path);
        cr_expect_eq(count_right(cached.cache), SIZES);
        cr_expect_eq(count_lines(cached.log, "\n"), rows[i].warnings, "row %zu: %s", i, cached.log);
        cr_expect_eq(bres_test_cached_store(cached.cache, "k", 0, 100), BRES_OK);
        cr_expect_eq(count_right(cached.cache), SIZES);
        bres_test_cached_close(&cached);
        bres_test_cached_open(&cached, file.path);
        cr_expect_eq(count_right(cached.cache), SIZES);
        cr_expect_str_empty(cached.log, "row %zu: %s", i, cached.log);
        bres_test_cached_close(&cached);
        memset(data + file.size, 0, length);
        bres_test_write_file(file.path, data, file.size + length);
        bres_test_cached_open(&cached, file.path);
        cr_expect_eq(count_right(cached.cache), SIZES);
        cr_expect_eq(count_lines(cached.log, "incomplete"), 1, "row %zu: %s", i, cached.log);
        bres_test_cached_close(&cached);
        free(data);
    }
    free(file.data);
}

/* A right checksum does not make other content an entry. */
Test(tune, cache_refuses_entries_with_a_checksum)
{
    static const char *const contents[] = {
        "}",
        ",\"kernel\":\"k\"}",
        ",\"kernel\":1,\"kernel_hash\":\"\",\"device\":\"\",\"driver\":\"\",\"space\":\"\","
        "\"problem_size\":[],\"values\":{}}",
        ",\"kernel\":\"k\",\"kernel_hash\":\"\",\"device\":\"\",\"driver\":\"\",\"space\":\"\","
        "\"problem_size\":[-1],\"values\":{}}",
        ",\"kernel\":\"k\",\"kernel_hash\":\"\",\"device\":\"\",\"driver\":\"\",\"space\":\"\","
        "\"problem_size\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],\"values\":{}}",
        ",\"kernel\":\"k\",\"kernel_hash\":\"\",\"device\":\"\",\"driver\":\"\",\"space\":\"\","
        "\"problem_size\":[],\"values\":{\"X\":[]}}",
        ",\"kernel\":\"k\",\"kernel_hash\":\"\",\"device\":\"\",\"driver\":\"\",\"space\":\"\","
        "\"problem_size\":[],\"values\":{\"X\":null}}",
        ",\"kernel\":\"k\",\"kernel_hash\":\"\",\"device\":\"\",\"driver\":\"\",\"space\":\"\","
        "\"problem_size\":[],\"values\":{\"X\":99999999999999999999}}",
        ",\"kernel\":\"k\",\"kernel_hash\":\"\",\"device\":\"\",\"driver\":\"\",\"space\":\"\","
        "\"problem_size\":[],\"values\":{\"X\":Infinity}}",
        ",\"kernel\":\"k\",\"kernel_hash\":\"\",\"device\":\"\",\"driver\":\"\",\"space\":\"\","
        "\"problem_size\":[],\"values\":{},\"seconds\":-1}",
        ",\"kernel\":\"k\",\"kernel_hash\":\"\",\"device\":\"\",\"driver\":\"\",\"space\":\"\","
        "\"problem_size\":[],\"values\":{},\"order\":[1.5]}",
        ",\"kernel\":\"k\",\"kernel_hash\":\"\",\"device\":\"\",\"driver\":\"\",\"space\":\"\","
        "\"problem_size\":[],\"values\":{}} ,",
    };
    const stored_file file = file_make();

    for (size_t i = 0; i < sizeof(contents) / sizeof(contents[0]); i++) {
        char line[600];
        bres_test_cached cached;

        snprintf(line, sizeof(line), HEADER "{\"crc32c\":\"%08x\"%s\n",
                 (unsigned)bres__crc32c(contents[i], strlen(contents[i])), contents[i]);
        bres_test_write_file(file.path, line, strlen(line));
        bres_test_cached_open(&cached, file.path);
        cr_expect_eq(bres_tuner_cache_count(cached.cache), 0, "row %zu", i);
        cr_expect_not_null(strstr(cached.log, "is damaged"), "row %zu: %s", i, cached.log);
        bres_test_cached_close(&cached);
    }
    free(file.data);
}

/* An entry of a later version may have more members and an unknown stop reason. */
Test(tune, cache_reads_unknown_members)
{
    static const char content[] =
        ",\"kernel\":\"k\",\"new\":{\"a\":[1,{}]},\"kernel_hash\":\"\",\"device\":\"\",\"driver\":"
        "\"\",\"space\":\"\",\"problem_size\":[7],\"values\":{\"TILE\":8},\"stop_reason\":\"new\"}";
    const char *path = bres_test_cached_path();
    char line[400];

    snprintf(line, sizeof(line), HEADER "{\"crc32c\":\"%08x\"%s\n",
             (unsigned)bres__crc32c(content, strlen(content)), content);
    bres_test_write_file(path, line, strlen(line));
    cr_expect_eq(bres_test_cached_tile_in(path, "k", 7), 8);
}

Test(tune, cache_refuses_other_files)
{
    static const struct {
        const char *text;
        bres_status status;
        const char *message;
    } rows[] = {
        { "hello", BRES_ERROR_SYNTAX, "the file is not a cache of tuners" },
        { "{\"benchresult_tuner_cache\":0}\n", BRES_ERROR_SYNTAX, "the file is not a cache" },
        { "{\"benchresult_tuner_cache\":x}\n", BRES_ERROR_SYNTAX, "the file is not a cache" },
        { "{\"benchresult_tuner_cache\":2}\n", BRES_ERROR_VERSION,
          "the cache has version 2 (expected 1): a newer library has written it" },
        { "{\"benchresult_tuner_cache\":117}\nanything", BRES_ERROR_VERSION, "version 117" },
        { "{\"benchresult_tuner_cache\":1} \n", BRES_ERROR_SYNTAX, "its first line is damaged" },
    };
    const char *path = bres_test_cached_path();

    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bres_tuner_cache *cache = (bres_tuner_cache *)&path;

        bres_test_write_file(path, rows[i].text, strlen(rows[i].text));
        cr_expect_eq(bres_tuner_cache_open(path, NULL, &cache), rows[i].status, "row %zu: %s", i,
                     bres_last_error());
        cr_expect_null(cache);
        cr_expect_not_null(strstr(bres_last_error(), rows[i].message), "row %zu: %s", i,
                           bres_last_error());
        cr_expect_str_eq(bres_last_error_file(), path);
    }
}
