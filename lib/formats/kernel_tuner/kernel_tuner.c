/* SPDX-License-Identifier: MIT */
/*
 * A cache of Kernel Tuner: configurations of one kernel with their GPU times in milliseconds.
 * Kernel Tuner closes the JSON only at the end, so the cache of an interrupted search is
 * incomplete.
 */
#include "formats/tree.h"

#include <math.h>
#include <string.h>

/* Old versions write this time for a configuration that failed. */
#define OLD_FAILURE 1e20

static bool kernel_tuner_detect(const bres__input *input)
{
    return bres__shape_is(&input->text, "tune_params_keys", BRES__JSON_ARRAY) &&
           bres__shape_is(&input->text, "cache", BRES__JSON_OBJECT);
}

/* Adds a GPU time, which Kernel Tuner measures without flushing the caches. */
static bres_status put_time(const bres__node *node, bres__draft_state *state)
{
    double milliseconds = 0;
    const bres_status status = bres__node_float64(node, &milliseconds);

    if (status != BRES_OK)
        return status;
    if (!(milliseconds >= 0) || !isfinite(milliseconds))
        return bres__node_fault(node, BRES_ERROR_VALUE, bres__range_text(BRES__RANGE_NOT_NEGATIVE),
                                "%s", bres__node_as_text(node));
    bres__draft_value(state,
                      &(bres__measure){ .tag = "bres/import/gpu_time",
                                        .hint = "duration",
                                        .better = BRES__BETTER_LOWER },
                      milliseconds * 1e-3);
    return BRES_OK;
}

/* Adds all times, or else their mean. A text instead of the time, or 1e20, is a failure. */
static bres_status put_times(const bres__node *entry, bres__draft_state *state)
{
    bres__node member;
    bres__node times;
    bool found;
    double time = 0;
    bres_status status = BRES_OK;

    if (bres__node_find(entry, "__error__", &member) ||
        (bres__node_find(entry, "time", &member) &&
         bres__node_kind(&member) == BRES__JSON_STRING)) {
        bres__draft_skip(state, bres__node_as_text(&member));
        return BRES_OK;
    }
    if (bres__node_find(entry, "time", &member) && bres__node_kind(&member) == BRES__JSON_REAL &&
        bres__node_float64(&member, &time) == BRES_OK && time == OLD_FAILURE) {
        bres__draft_skip(state, "the configuration failed");
        return BRES_OK;
    }
    status = bres__node_optional(entry, "times", BRES__JSON_ARRAY, &times, &found);
    if (status == BRES_OK && (!found || bres__node_count(&times) == 0)) {
        status = bres__node_require(entry, "time", BRES__JSON_REAL, &member);
        return status == BRES_OK ? put_time(&member, state) : status;
    }
    for (size_t i = 0; i < bres__node_count(&times) && status == BRES_OK; i++) {
        member = bres__node_at(&times, i);
        status = put_time(&member, state);
    }
    return status;
}

typedef struct tuner_reader {
    bres__import *import;
    const char *kernel;
    bres__node parameters; /* list of names */
    const char **known;    /* members of an entry that are read; NULL-terminated; bres__free() */
} tuner_reader;

static bres_status reader_list_known(tuner_reader *reader)
{
    const size_t count = bres__node_count(&reader->parameters);
    size_t used = 0;

    reader->known = bres__calloc(count + 4, sizeof(*reader->known));
    if (reader->known == NULL)
        return bres__error_memory();
    reader->known[used++] = "time";
    reader->known[used++] = "times";
    reader->known[used++] = "__error__";
    for (size_t i = 0; i < count; i++) {
        const bres__node name = bres__node_at(&reader->parameters, i);

        reader->known[used] = bres__node_text(&name);
        if (reader->known[used++] == NULL)
            return bres__node_fault(&name, BRES_ERROR_KIND, "a string", "%s",
                                    bres__json_kind_name(bres__node_kind(&name)));
    }
    return BRES_OK;
}

/* Finds a parameter. null is a valid value of a parameter. */
static bool find_parameter(const bres__node *entry, const char *name, bres__node *value)
{
    bres__members_walk walk = { .object = entry };

    while (bres__members_next(&walk)) {
        if (strcmp(walk.member.key, name) == 0) {
            *value = walk.member;
            return true;
        }
    }
    return false;
}

static bres_status entry_read(const tuner_reader *reader, const bres__node *entry)
{
    bres__draft_state *state = bres__draft_begin(&reader->import->draft);
    const char *bench = reader->import->options.bench;
    bres_status status = BRES_OK;

    for (size_t i = 0; i < bres__node_count(&reader->parameters) && status == BRES_OK; i++) {
        const bres__node name = bres__node_at(&reader->parameters, i);
        bres__node value;

        if (!find_parameter(entry, bres__node_text(&name), &value))
            return bres__node_fault(entry, BRES_ERROR_KEY, NULL,
                                    "the configuration has no parameter '%s'",
                                    bres__node_text(&name));
        bres__draft_axis_value(state, bres__node_text(&name), BRES__AXIS_TYPED,
                               bres__node_as_text(&value));
    }
    bres__node_keep_others(entry, reader->known, state);
    status = put_times(entry, state);
    if (status == BRES_OK)
        bres__draft_add(state, bench != NULL ? bench : reader->kernel);
    return status;
}

/* Counts the entries of the cache in the text. The tree keeps only one entry for each key. */
static bres_status count_entries(const bres__import *import, const bres__slice *text, size_t *count)
{
    bres__arena arena = { 0 };
    bres__json_walk walk;
    bres__cursor cursor;
    bres__slice cache;
    bres_status status = bres__json_find(text, "cache", &cache);

    *count = 0;
    if (status != BRES_OK || cache.data == NULL || cache.data[0] != '{')
        return status;
    cursor = bres__json_cursor(cache.data, cache.length);
    cursor.max_depth = import->load.max_depth;
    cursor.max_string = import->load.max_string;
    walk = bres__json_walk_object(&cursor, &arena);
    for (; bres__json_walk_next(&walk); ++*count)
        walk.status = bres__json_skip(&cursor, NULL);
    bres__arena_free(&arena);
    return walk.status;
}

/* `root` is the tree of `text`. */
static bres_status warn_of_equal_keys(bres__import *import, const bres__slice *text,
                                      const bres__node *root)
{
    bres__node cache;
    size_t count;
    const bres_status status = count_entries(import, text, &count);

    if (status == BRES_OK && bres__node_find(root, "cache", &cache) &&
        count > bres__node_count(&cache))
        bres__import_warn(import,
                          "%s: %zu configurations of the cache are dropped, because a later one "
                          "has the same key",
                          import->input.name, count - bres__node_count(&cache));
    return status;
}

/* Parses the cache. A lenient import also accepts a cache that was not closed. */
static bres_status open_cache(bres__import *import, bres__node *root)
{
    bres__slice text = import->input.text;
    bres__text closed = { 0 };
    bres_status status = bres__tree_open(import, root);

    if (status == BRES_OK)
        return warn_of_equal_keys(import, &text, root);
    if (status != BRES_ERROR_SYNTAX || !bres__import_is_lenient(import))
        return status;
    bres__tree_close(root);
    while (text.length != 0 && strchr(" \t\r\n,", text.data[text.length - 1]) != NULL)
        text.length--;
    bres__text_append(&closed, text.data, text.length);
    bres__text_puts(&closed, "}}");
    status = closed.failed ? bres__error_memory()
                           : bres__tree_parse(import, &(bres__slice){ closed.data, closed.length },
                                              NULL, root);
    if (status == BRES_OK)
        status = warn_of_equal_keys(import, &(bres__slice){ closed.data, closed.length }, root);
    bres__text_free(&closed);
    return status;
}

static void put_provenance(const tuner_reader *reader, const bres__node *root)
{
    bres__draft *draft = &reader->import->draft;
    bres__slice json;
    bres__node member;

    if (bres__node_find(root, "device_name", &member)) {
        json = bres__node_json(&member);
        bres__draft_host(draft, "device_name", json.data, json.length);
    }
    if (bres__node_find(root, "problem_size", &member)) {
        json = bres__node_json(&member);
        bres__draft_provenance_json(draft, "problem_size", json.data, json.length);
    }
}

static bres_status kernel_tuner_read(bres__import *import)
{
    tuner_reader reader = { .import = import };
    bres__members_walk walk = { 0 };
    bres__node root;
    bres__node cache;
    bres_status status = open_cache(import, &root);

    if (status == BRES_OK)
        status = bres__node_read_text(&root, "kernel_name", &reader.kernel);
    if (status == BRES_OK)
        status =
            bres__node_require(&root, "tune_params_keys", BRES__JSON_ARRAY, &reader.parameters);
    if (status == BRES_OK)
        status = reader_list_known(&reader);
    if (status == BRES_OK)
        status = bres__node_require(&root, "cache", BRES__JSON_OBJECT, &cache);
    if (status == BRES_OK) {
        walk.object = &cache;
        put_provenance(&reader, &root);
    }
    while (status == BRES_OK && bres__members_next(&walk))
        status = bres__import_tolerate(import, entry_read(&reader, &walk.member));
    bres__free(reader.known);
    bres__tree_close(&root);
    return status;
}

const bres__file_format bres__format_of_kernel_tuner = {
    .name = "kernel-tuner",
    .tool = "Kernel Tuner",
    .detect = kernel_tuner_detect,
    .read = kernel_tuner_read,
};
