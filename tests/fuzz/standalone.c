/* SPDX-License-Identifier: MIT */
/*
 * Runs a fuzz target once on every file of some directories, without a fuzzer, so that seeds and
 * past crashes are unit tests. Skips subdirectories, and directories that do not exist. Fails if
 * all directories together have no file.
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

/* Runs the target on memory of the file's exact size, so that sanitizers detect a read past its
 * end. Returns the number of inputs: 1, or 0 for a directory. */
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
