/* SPDX-License-Identifier: MIT */
#include "support/written.h"

#include "support/describe.h"
#include "support/support.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bres_result *bres_test_load_strict(const char *text)
{
    bres_result *result = NULL;

    cr_assert_eq(bres_result_load_memory(text, strlen(text), NULL, &result), BRES_OK, "%s: %s",
                 bres_last_error(), text);
    return result;
}

char *bres_test_written(const bres_result *result)
{
    int fd = memfd_create("written", MFD_CLOEXEC);
    struct stat status;
    char *text;

    cr_assert_geq(fd, 0);
    cr_assert_eq(bres_result_write_fd(result, fd, NULL), BRES_OK, "%s", bres_last_error());
    cr_assert_eq(fstat(fd, &status), 0);
    text = malloc((size_t)status.st_size + 1);
    cr_assert_eq(pread(fd, text, (size_t)status.st_size, 0), status.st_size);
    text[status.st_size] = '\0';
    close(fd);
    return text;
}

char *bres_test_describe_file(const char *path)
{
    bres_result *result = NULL;
    char *text;

    cr_assert_eq(bres_result_load(path, NULL, &result), BRES_OK, "%s", bres_last_error());
    text = bres_test_describe(result);
    bres_result_unref(result);
    return text;
}

void bres_test_same_file(const char *path, char *description, const char *what)
{
    char *found = bres_test_describe_file(path);

    bres_test_hide_numbers(description);
    bres_test_hide_numbers(found);
    bres_test_same_text(found, description, what);
    free(found);
}

static void put_file(FILE *out, const char *path)
{
    uint64_t digest = UINT64_C(14695981039346656037);
    size_t size;
    char *data = bres_test_read_file(path, &size);

    for (size_t i = 0; i < size; i++)
        digest = (digest ^ (unsigned char)data[i]) * UINT64_C(1099511628211);
    fprintf(out, " %zu %016llx", size, (unsigned long long)digest);
    free(data);
}

static void put_directory(FILE *out, const char *directory, const char *prefix)
{
    struct dirent **entries = NULL;
    const int count = scandir(directory, &entries, NULL, alphasort);

    cr_assert_geq(count, 0, "cannot list %s", directory);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        char path[PATH_MAX];
        char shown[PATH_MAX];
        struct stat status;

        snprintf(path, sizeof(path), "%s/%s", directory, name);
        snprintf(shown, sizeof(shown), "%s%s/", prefix, name);
        if (strcmp(name, ".") != 0 && strcmp(name, "..") != 0) {
            cr_assert_eq(lstat(path, &status), 0, "%s", path);
            fprintf(out, "%s%s%s", prefix, name, S_ISDIR(status.st_mode) ? "/" : "");
            if (S_ISREG(status.st_mode))
                put_file(out, path);
            fputc('\n', out);
            if (S_ISDIR(status.st_mode))
                put_directory(out, path, shown);
        }
        free(entries[i]);
    }
    free(entries);
}

char *bres_test_tree(const char *directory)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    cr_assert_not_null(out);
    put_directory(out, directory, "");
    fclose(out);
    return text;
}

void bres_test_hide_numbers(char *text)
{
    char *to = text;

    for (const char *from = text; *from != '\0';) {
        const char *end = from;

        while (isdigit((unsigned char)*end))
            end++;
        if (end > from && strncmp(end, ".bin", 4) == 0) {
            *to++ = 'N';
            from = end;
        } else {
            do
                *to++ = *from++;
            while (from < end);
        }
    }
    *to = '\0';
}
