/* SPDX-License-Identifier: MIT */
/*
 * Each result that loads can be written. The output loads as strictly as the original, and writing
 * it again gives the same bytes.
 */
#include <benchresult.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* NULL if the input does not load. */
static bres_result *load(const void *data, size_t size, uint32_t flags)
{
    bres_load_options options;
    bres_result *result = NULL;

    bres_load_options_init(&options);
    options.flags = flags;
    options.threads = 1;
    if (bres_result_load_memory(data, size, &options, &result) != BRES_OK)
        return NULL;
    return result;
}

static void die(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, bres_last_error());
    abort();
}

/* Writes a result to a file in memory; returns the mapped text. */
static char *write_text(const bres_result *result, size_t *size)
{
    const int fd = memfd_create("fuzz", MFD_CLOEXEC);
    off_t end;
    void *text;

    if (fd < 0 || bres_result_write_fd(result, fd, NULL) != BRES_OK)
        die("a result that was loaded is not written");
    end = lseek(fd, 0, SEEK_END);
    text = mmap(NULL, (size_t)end, PROT_READ, MAP_PRIVATE, fd, 0);
    if (text == MAP_FAILED)
        die("no memory for the text");
    close(fd);
    *size = (size_t)end;
    return text;
}

static void check(const uint8_t *data, size_t size, uint32_t flags)
{
    bres_result *result = load(data, size, flags);
    size_t first_size;
    size_t second_size;
    char *first;
    char *second;

    if (result == NULL)
        return;
    first = write_text(result, &first_size);
    bres_result_unref(result);
    result = load(first, first_size, flags);
    if (result == NULL)
        die("what was written does not load");
    second = write_text(result, &second_size);
    bres_result_unref(result);
    if (first_size != second_size || memcmp(first, second, first_size) != 0)
        die("the second text differs from the first");
    munmap(first, first_size);
    munmap(second, second_size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    check(data, size, BRES_LOAD_LENIENT);
    check(data, size, 0);
    return 0;
}
