/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A path with more symbolic links than this is treated as a cycle. */
#define LINKS_MAX 40

bool tool_is_standard_output(const char *path)
{
    return path == NULL || strcmp(path, "-") == 0;
}

const char *tool_output_name(const char *path)
{
    return path != NULL ? path : "-";
}

/* Whether an existing file is in a directory or its subdirectories. */
static bool is_below(const char *path, const char *directory)
{
    char real[PATH_MAX];
    char above[PATH_MAX];
    size_t length;

    if (realpath(directory, above) == NULL || realpath(path, real) == NULL)
        return false;
    length = strlen(above);
    return strncmp(real, above, length) == 0 && real[length] == '/';
}

static bool input_stat(const char *file, struct stat *status)
{
    return (strcmp(file, "-") == 0 ? fstat(STDIN_FILENO, status) : stat(file, status)) == 0;
}

static bool output_stat(const char *output, struct stat *status)
{
    return (tool_is_standard_output(output) ? fstat(STDOUT_FILENO, status)
                                            : stat(output, status)) == 0 &&
           S_ISREG(status->st_mode);
}

static int output_check(const char *output, const char *file, bool in_place)
{
    struct stat written;
    struct stat read;

    if (output == NULL || !output_stat(output, &written) || !input_stat(file, &read))
        return TOOL_DONE;
    if (read.st_dev == written.st_dev && read.st_ino == written.st_ino)
        return in_place && !tool_is_standard_output(output)
                   ? TOOL_DONE
                   : tool_error("the output '%s' is the input '%s'; choose another file", output,
                                file);
    if (S_ISDIR(read.st_mode) && !tool_is_standard_output(output) && is_below(output, file))
        return tool_error("the output '%s' is a file of the input directory '%s'; choose another "
                          "file",
                          output, file);
    return TOOL_DONE;
}

int tool_outputs_check(const struct tool_outputs *outputs, const char *file)
{
    int status = TOOL_DONE;

    for (size_t i = 0; i < sizeof outputs->files / sizeof *outputs->files && status == TOOL_DONE;
         i++)
        status = output_check(outputs->files[i], file, false);
    for (size_t i = 0;
         i < sizeof outputs->results / sizeof *outputs->results && status == TOOL_DONE; i++)
        status = output_check(outputs->results[i], file, outputs->in_place);
    return status;
}

static bool path_append(char path[PATH_MAX], const char *text)
{
    const size_t length = strlen(path);

    return (size_t)snprintf(path + length, PATH_MAX - length, "%s", text) < PATH_MAX - length;
}

/* Replaces the directory part of a path with the real path of the directory. */
static bool path_make_real(char path[PATH_MAX])
{
    char name[PATH_MAX];
    char real[PATH_MAX];
    char *slash = strrchr(path, '/');

    snprintf(name, sizeof name, "%s", slash != NULL ? slash + 1 : path);
    if (slash != NULL)
        slash[1] = '\0';
    if (realpath(slash != NULL ? path : ".", real) == NULL)
        return false;
    snprintf(path, PATH_MAX, "%s", real);
    return path_append(path, "/") && path_append(path, name);
}

/* Finds the file that a write to the path replaces: follows symbolic links to their end. The file
 * need not exist. Returns false if the target cannot be found. */
static bool target_find(const char *path, char target[PATH_MAX])
{
    snprintf(target, PATH_MAX, "%s", path);
    for (int links = 0; links < LINKS_MAX; links++) {
        char link[PATH_MAX];
        char *slash = strrchr(target, '/');
        const ssize_t length = readlink(target, link, sizeof link - 1);

        if (length < 0)
            return path_make_real(target);
        link[length] = '\0';
        if (link[0] == '/' || slash == NULL)
            target[0] = '\0';
        else
            slash[1] = '\0';
        if (!path_append(target, link))
            return false;
    }
    return false;
}

/* Whether two outputs are the same file. Two reports on the standard output are not the same file,
 * because they follow each other. */
static bool are_same(const char *one, const char *two)
{
    struct stat status[2];
    char targets[2][PATH_MAX];

    if (tool_is_standard_output(one) && tool_is_standard_output(two))
        return false;
    if (output_stat(one, &status[0]) && output_stat(two, &status[1]) &&
        status[0].st_dev == status[1].st_dev && status[0].st_ino == status[1].st_ino)
        return true;
    return !tool_is_standard_output(one) && !tool_is_standard_output(two) &&
           target_find(one, targets[0]) && target_find(two, targets[1]) &&
           strcmp(targets[0], targets[1]) == 0 && strncmp(targets[0], "/dev/", 5) != 0;
}

int tool_files_check(const char *const *files, size_t count)
{
    struct stat status;

    for (size_t i = 0; i < count; i++) {
        if (files[i] == NULL)
            continue;
        if (!tool_is_standard_output(files[i]) && stat(files[i], &status) == 0 &&
            S_ISDIR(status.st_mode))
            return tool_error("the output '%s' is a directory; choose a file", files[i]);
        for (size_t j = 0; j < i; j++) {
            if (files[j] != NULL && are_same(files[j], files[i]))
                return tool_error("the outputs '%s' and '%s' are the same file; choose another "
                                  "file",
                                  files[j], files[i]);
        }
    }
    return TOOL_DONE;
}

int tool_outputs_check_each_other(const struct tool_outputs *outputs)
{
    enum { FILES = sizeof outputs->files / sizeof *outputs->files };
    enum { RESULTS = sizeof outputs->results / sizeof *outputs->results };
    const char *all[FILES + RESULTS];

    memcpy(all, outputs->files, sizeof outputs->files);
    memcpy(all + FILES, outputs->results, sizeof outputs->results);
    return tool_files_check(all, FILES + RESULTS);
}

int tool_write(const char *path, const char *text, size_t length)
{
    if (!tool_is_standard_output(path))
        return bres_write_file(path, text, length) == BRES_OK ? TOOL_DONE : tool_library_error();
    if (fwrite(text, 1, length, stdout) == length && fflush(stdout) == 0)
        return TOOL_DONE;
    return tool_error("cannot write to the standard output: %s", strerror(errno));
}
