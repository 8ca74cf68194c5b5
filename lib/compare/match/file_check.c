/* SPDX-License-Identifier: MIT */
/*
 * Checks whether a file can be compared at all.
 */
#include "compare/match/match.h"

#include <string.h>

/* The file version for which the rules are made. */
#define FILE_VERSION "1.0.0"

static bres_status version_error(const bres_result *result, const char *what)
{
    bres__error(BRES_ERROR_KIND, "%s", what);
    bres__error_set_file(result->path);
    bres__error_set_path("meta.version.json.string");
    return BRES_ERROR_KIND;
}

static bres_status version_warn(const bres_compare_options *options, const bres_result *result,
                                const char *version)
{
    bres__text text = { 0 };
    bres_status status;

    if (options == NULL || options->log == NULL)
        return BRES_OK;
    bres__text_printf(&text, "%s: the file has %s%s (expected version %s)", result->path,
                      version != NULL ? "version " : "no version", version != NULL ? version : "",
                      FILE_VERSION);
    if (!text.failed)
        bres__log_say(options->log, options->log_user, BRES_LOG_WARNING, text.data);
    status = text.failed ? bres__error_memory() : BRES_OK;
    bres__text_free(&text);
    return status;
}

/* Copies a member that is an object into the arena; *member is NULL if it is missing. */
static bres_status version_step(const bres_result *result, const char *object, const char *key,
                                bres__arena *arena, const char **member)
{
    bres__slice slice;

    *member = NULL;
    if (!bres__json_member(object, key, &slice))
        return BRES_OK;
    if (slice.data[0] != '{')
        return version_error(result, "the version is not an object");
    *member = bres__arena_copy(arena, slice.data, slice.length);
    return *member != NULL ? BRES_OK : bres__error_memory();
}

/* A file without a version is compared; a file with a malformed version is refused. */
static bres_status version_check(const bres_result *result, const bres_compare_options *options)
{
    const char *version = bres_result_file_version(result);
    const char *object = result->meta;
    bres__arena arena = { 0 };
    bres_status status = BRES_OK;

    if (version != NULL)
        return strcmp(version, FILE_VERSION) != 0 ? version_warn(options, result, version)
                                                  : BRES_OK;
    if (object != NULL)
        status = version_step(result, object, "version", &arena, &object);
    if (status == BRES_OK && object != NULL)
        status = version_step(result, object, "json", &arena, &object);
    if (status == BRES_OK)
        status = object != NULL ? version_error(result, "the version is missing or not a string")
                                : version_warn(options, result, NULL);
    bres__arena_free(&arena);
    return status;
}

/* Results that were built in memory need no version. `options` is NULL to suppress the warning. */
static bres_status file_check(const bres_result *result, const bres_compare_options *options)
{
    if (result->path == NULL)
        return BRES_OK;
    if (result->devices_json == BRES__JSON_MISSING) {
        bres__error(BRES_ERROR_KEY, "the key 'devices' is missing or not a list");
        bres__error_set_file(result->path);
        return BRES_ERROR_KEY;
    }
    for (size_t i = 0; i < result->subbench_count; i++) {
        if (!result->subbenches[i]->unnamed)
            continue;
        bres__error(BRES_ERROR_KEY, "the key 'name' is missing or not a string");
        bres__error_set_file(result->path);
        bres__error_set_path("benchmarks[%zu]", i);
        return BRES_ERROR_KEY;
    }
    return version_check(result, options);
}

/* Whether an earlier result is from the same file: a file gets one warning. */
static bool file_is_repeated(const bres_comparison *comparison, int side, size_t index)
{
    const char *path = comparison->sets[side].results[index]->path;

    for (int s = 0; s <= side && path != NULL; s++) {
        const bres__run_set *set = &comparison->sets[s];
        const size_t end = s < side ? set->result_count : index;

        for (size_t i = 0; i < end; i++) {
            if (set->results[i]->path != NULL && strcmp(set->results[i]->path, path) == 0)
                return true;
        }
    }
    return false;
}

bres_status bres__files_check(const bres_comparison *comparison,
                              const bres_compare_options *options)
{
    bres_status status = BRES_OK;

    for (int side = 0; side < 2; side++) {
        const bres__run_set *set = &comparison->sets[side];

        for (size_t i = 0; i < set->result_count && status == BRES_OK; i++)
            status =
                file_check(set->results[i], file_is_repeated(comparison, side, i) ? NULL : options);
    }
    return status;
}
