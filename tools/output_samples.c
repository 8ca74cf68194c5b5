/* SPDX-License-Identifier: MIT */
/*
 * Checks outputs against the sample files that inputs name. An output must not be one of these
 * files. It must also not be a result whose sample folders hold one of these files, because writing
 * the result removes the old files in its sample folders.
 */
#include "tool.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The files that an output replaces: the file itself and, for a result, its sample folders. A file
 * or folder that does not exist has an st_nlink of 0. */
typedef struct output_files {
    struct stat file;
    struct stat folders[2];
} output_files;

static void path_stat(const char *path, struct stat *status)
{
    if (stat(path, status) != 0)
        status->st_nlink = 0;
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_nlink != 0 && b->st_nlink != 0 && a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static void replaced_find(output_files *replaced, const char *output, bool is_result)
{
    static const char *const suffixes[] = { "-bin", "-freqs-bin" };
    char folder[PATH_MAX + sizeof("-freqs-bin")];

    *replaced = (output_files){ .file = { .st_nlink = 0 } };
    path_stat(output, &replaced->file);
    for (int i = 0; i < 2 && is_result; i++) {
        snprintf(folder, sizeof(folder), "%s%s", output, suffixes[i]);
        path_stat(folder, &replaced->folders[i]);
    }
}

static bool replaces_folders(const output_files *replaced)
{
    return replaced->folders[0].st_nlink != 0 || replaced->folders[1].st_nlink != 0;
}

/* The last two components of a path, the folder and the file. */
static const char *path_end(const char *path)
{
    const char *end = path + strlen(path);

    for (int slashes = 0; end > path; end--) {
        slashes += end[-1] == '/';
        if (slashes == 2)
            break;
    }
    return end;
}

/* Finds recorded samples of a result file in the places where the library searches: the recorded
 * path relative to the directory of the file, the last two components of the recorded path relative
 * to this directory, and the recorded path relative to the parent directory. */
static bool recorded_find(const char *file, const char *recorded, char *path, size_t size,
                          struct stat *found)
{
    const char *slash = strrchr(file, '/');
    const int beside = recorded[0] == '/' || slash == NULL ? 0 : (int)(slash + 1 - file);

    for (int i = 0; i < 3; i++) {
        const int length = snprintf(path, size, "%.*s%s%s", beside, file, i == 2 ? "../" : "",
                                    i == 1 ? path_end(recorded) : recorded);

        if ((size_t)length < size && stat(path, found) == 0)
            return true;
    }
    return false;
}

static int recorded_check(const output_files *replaced, const char *output, const char *file,
                          const char *recorded)
{
    char path[PATH_MAX];
    char name[PATH_MAX];
    struct stat found;

    snprintf(name, sizeof(name), "%s", recorded);
    for (char *c = name; *c != '\0'; c++)
        *c = *c == '\\' ? '/' : *c;
    if (!recorded_find(file, name, path, sizeof(path), &found))
        return TOOL_DONE;
    if (is_same(&replaced->file, &found))
        return tool_error("the output '%s' has samples of the input '%s'; choose another file",
                          output, file);
    if (!replaces_folders(replaced) || strrchr(path, '/') == NULL)
        return TOOL_DONE;
    *strrchr(path, '/') = '\0';
    path_stat(path, &found);
    for (int i = 0; i < 2; i++) {
        if (is_same(&replaced->folders[i], &found))
            return tool_error("the samples of the input '%s' belong to the output '%s'; choose "
                              "another file",
                              file, output);
    }
    return TOOL_DONE;
}

static int state_check(const output_files *replaced, const char *output, const char *file,
                       const bres_state *state)
{
    int status = TOOL_DONE;

    for (size_t i = 0; i < bres_state_summary_count(state) && status == TOOL_DONE; i++) {
        const bres_summary *summary = bres_state_summary_at(state, i);
        const char *tag = bres_summary_tag(summary);
        const char *recorded;

        if (tag == NULL || strncmp(tag, "nv/json/", strlen("nv/json/")) != 0)
            continue;
        recorded = bres_value_text(bres_summary_field(summary, "filename"));
        if (recorded != NULL)
            status = recorded_check(replaced, output, file, recorded);
    }
    return status;
}

static int output_check(const char *output, bool is_result, const char *file,
                        const bres_result *result)
{
    output_files replaced;
    struct stat read;
    int status = TOOL_DONE;

    if (tool_is_standard_output(output) || strcmp(file, "-") == 0)
        return TOOL_DONE;
    replaced_find(&replaced, output, is_result);
    path_stat(file, &read);
    if ((replaced.file.st_nlink == 0 && !replaces_folders(&replaced)) ||
        is_same(&replaced.file, &read))
        return TOOL_DONE;
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t s = 0; s < bres_subbench_state_count(bench) && status == TOOL_DONE; s++)
            status = state_check(&replaced, output, file, bres_subbench_state_at(bench, s));
    }
    return status;
}

int tool_outputs_check_samples(const struct tool_outputs *outputs, const char *file,
                               const bres_result *result)
{
    int status = TOOL_DONE;

    for (size_t i = 0; i < sizeof outputs->files / sizeof *outputs->files && status == TOOL_DONE;
         i++)
        status = output_check(outputs->files[i], false, file, result);
    for (size_t i = 0;
         i < sizeof outputs->results / sizeof *outputs->results && status == TOOL_DONE; i++)
        status = output_check(outputs->results[i], true, file, result);
    return status;
}
