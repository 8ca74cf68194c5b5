/* SPDX-License-Identifier: MIT */
#include "support/support.h"

#include "base/fault.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PATH_COUNT 8

static char *path_next(void)
{
    static _Thread_local char paths[PATH_COUNT][PATH_MAX];
    static _Thread_local unsigned used;

    return paths[used++ % PATH_COUNT];
}

static const char *path_join(const char *directory, const char *format, va_list arguments)
{
    char *path = path_next();
    int length = snprintf(path, PATH_MAX, "%s/", directory);

    vsnprintf(path + length, (size_t)(PATH_MAX - length), format, arguments);
    return path;
}

const char *bres_test_source(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const char *path = path_join(BRES_TEST_SOURCE_DIR, format, arguments);
    va_end(arguments);
    return path;
}

const char *bres_test_build(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    const char *path = path_join(BRES_TEST_BUILD_DIR, format, arguments);
    va_end(arguments);
    return path;
}

const char *bres_test_beside(const char *format, ...)
{
    char program[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof(program) - 1);
    va_list arguments;

    cr_assert_gt(length, 0, "the program does not know where it is");
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    va_start(arguments, format);
    const char *path = path_join(program, format, arguments);
    va_end(arguments);
    return path;
}

/* The definition for programs in which each test has its own process. */
__attribute__((weak)) unsigned bres_test_number;

const char *bres_test_directory(void)
{
    const char *parent = getenv("BRES_TEST_SCRATCH_DIR");
    char *path = path_next();

    if (parent == NULL) {
        parent = BRES_TEST_BUILD_DIR "/scratch";
        mkdir(parent, 0777);
    }
    snprintf(path, PATH_MAX, "%s/XXXXXX", parent);
    cr_assert_not_null(mkdtemp(path), "no scratch directory in %s", parent);
    return path;
}

bool bres_test_long(void)
{
    const char *value = getenv("BRES_TEST_LONG");

    return value != NULL && strcmp(value, "1") == 0;
}

void bres_test_write_file(const char *path, const void *data, size_t size)
{
    FILE *file = fopen(path, "wb");

    cr_assert_not_null(file, "cannot open %s", path);
    size_t written = fwrite(data, 1, size, file);
    cr_assert(fclose(file) == 0 && written == size, "cannot write %s", path);
}

char *bres_test_read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *data = NULL;
    size_t length = 0;
    size_t got;

    cr_assert_not_null(file, "cannot open %s", path);
    do {
        data = realloc(data, length + 4096 + 1);
        got = fread(data + length, 1, 4096, file);
        length += got;
    } while (got > 0);
    cr_assert(ferror(file) == 0, "cannot read %s", path);
    fclose(file);
    data[length] = '\0';
    if (size != NULL)
        *size = length;
    return data;
}

static void sweep(unsigned kinds, bres_status expected, bool partial,
                  bres_status (*run)(void *context), void *context)
{
    for (size_t n = 1;; n++) {
        bres__faults_arm(kinds, n, false);
        bres_status status = run(context);
        bool hit = bres__faults_hit();

        bres__faults_arm(0, 0, false);
        if (!hit) {
            cr_assert_gt(n, 1, "nothing was there to fail");
            cr_assert_eq(status, BRES_OK, "without a fault: %s", bres_last_error());
            return;
        }
        cr_assert(status == expected || (partial && status == BRES_OK && n > 1),
                  "fault %zu: %s: %s", n, bres_status_name(status), bres_last_error());
    }
}

void bres_test_sweep(unsigned kinds, bres_status expected, bres_status (*run)(void *context),
                     void *context)
{
    sweep(kinds, expected, false, run, context);
}

void bres_test_sweep_partial(unsigned kinds, bres_status expected,
                             bres_status (*run)(void *context), void *context)
{
    sweep(kinds, expected, true, run, context);
}
