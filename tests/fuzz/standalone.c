/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target once over every file of some directories, without a fuzzer: the seeds and the
 * crashes of the past are unit tests. Directories in them are left out. A directory that does not
 * exist has no files; at least one file must be there in all.
 */
#include <dirent.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void die(const char *path)
{
    perror(path);
    exit(2);
}

/* The input lies in memory of its exact size, so that a read past its end is seen. Returns how many
 * inputs the path is. */
static size_t run_file(const char *path)
{
    struct stat status;
    FILE *file = fopen(path, "rb");

    if (file == NULL || fstat(fileno(file), &status) != 0)
        die(path);
    if (S_ISDIR(status.st_mode)) {
        fclose(file);
        return 0;
    }
    size_t size = (size_t)status.st_size;
    uint8_t *data = malloc(size > 0 ? size : 1);
    if (data == NULL || fread(data, 1, size, file) != size)
        die(path);
    fclose(file);
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 1;
}

static size_t run_directory(const char *directory)
{
    struct dirent **entries = NULL;
    int count = scandir(directory, &entries, NULL, alphasort);
    size_t ran = 0;

    for (int i = 0; i < count; i++) {
        char path[PATH_MAX];

        snprintf(path, sizeof path, "%s/%s", directory, entries[i]->d_name);
        if (entries[i]->d_name[0] != '.')
            ran += run_file(path);
        free(entries[i]);
    }
    free(entries);
    return ran;
}

int main(int argc, char **argv)
{
    size_t ran = 0;

    for (int i = 1; i < argc; i++)
        ran += run_directory(argv[i]);
    fprintf(stderr, "%zu inputs\n", ran);
    return ran > 0 ? 0 : 1;
}
