/* SPDX-License-Identifier: MIT */
#include "report/pivot/key.h"
#include "model/model.h"
#include "report/value.h"

#include <string.h>

static const struct {
    const char *name;
    const char *axis_name; /* the key of an axis of the same name */
    bres__key_kind kind;
} fixed_keys[] = {
    { "benchmark", "axis:benchmark", BRES__KEY_BENCHMARK },
    { "device", "axis:device", BRES__KEY_DEVICE },
    { "file", "axis:file", BRES__KEY_FILE },
};
#define FIXED_COUNT (sizeof(fixed_keys) / sizeof(fixed_keys[0]))

const char *const bres__pivot_meta_places[] = { "",
                                                "benchresult.",
                                                "benchresult.import.",
                                                "benchresult.import.config.",
                                                "benchresult.import.host.",
                                                NULL };

/* The length in bytes of the path of the directories that all results have in common. */
static size_t common_directories(bres_result *const *results, size_t count)
{
    const char *first = bres_result_path(results[0]);
    size_t common = first != NULL ? strlen(first) : 0;

    for (size_t i = 0; i < count; i++) {
        const char *path = bres_result_path(results[i]);
        size_t same = 0;

        while (path != NULL && same < common && path[same] == first[same])
            same++;
        common = same;
    }
    while (common > 0 && first[common - 1] != '/')
        common--;
    return common;
}

static bool key_take_files(bres_result *const *results, size_t count, bres__arena *arena,
                           bres__pivot_key *key)
{
    const size_t common = common_directories(results, count);

    for (size_t i = 0; i < count; i++) {
        const char *path = bres_result_path(results[i]);
        char number[32];

        bres__format(number, sizeof(number), "result %zu", i + 1);
        key->texts[i] = bres__arena_strdup(arena, path != NULL ? path + common : number);
        if (key->texts[i] == NULL)
            return false;
    }
    return true;
}

/* Gets the content of a scalar; NULL for a container and for null. */
static bres_status scalar_text(const bres__slice *value, bres__arena *arena, const char **text)
{
    bres__cursor cursor = bres__json_unchecked_cursor(value->data, value->length);
    bres__json_kind kind = bres__json_peek(&cursor);
    bres__slice content;
    bres_status status;

    *text = NULL;
    if (kind == BRES__JSON_OBJECT || kind == BRES__JSON_ARRAY || kind == BRES__JSON_NULL)
        return BRES_OK;
    status = bres__json_scalar(&cursor, arena, &kind, &content);
    if (status != BRES_OK)
        return status;
    *text = bres__arena_copy(arena, content.data, content.length);
    return *text != NULL ? BRES_OK : bres__error_memory();
}

bres_status bres__pivot_meta_value(const char *meta, const char *path, bres__arena *arena,
                                   bres__slice *value)
{
    *value = (bres__slice){ meta, strlen(meta) };
    while (*path != '\0' && value->data != NULL) {
        const size_t length = strcspn(path, ".");
        const char *name = bres__arena_copy(arena, path, length);
        bres_status status;

        if (name == NULL)
            return bres__error_memory();
        if (bres__json_kind_at(value) != BRES__JSON_OBJECT) {
            value->data = NULL;
            return BRES_OK;
        }
        status = bres__json_find(value, name, value);
        if (status != BRES_OK)
            return status;
        path += length + (path[length] == '.');
    }
    return BRES_OK;
}

/* Gets the scalar at a path; NULL if it is missing. */
static bres_status meta_text(const char *meta, const char *path, bres__arena *arena,
                             const char **text)
{
    bres__slice value;
    const bres_status status = bres__pivot_meta_value(meta, path, arena, &value);

    *text = NULL;
    return status == BRES_OK && value.data != NULL ? scalar_text(&value, arena, text) : status;
}

static bres_status result_meta_text(const bres_result *result, const char *name, bres__arena *arena,
                                    const char **text)
{
    const char *meta = bres_result_meta_json(result);
    bres_status status = BRES_OK;
    bres__text path = { 0 };

    *text = NULL;
    for (const char *const *place = bres__pivot_meta_places;
         meta != NULL && *text == NULL && *place != NULL && status == BRES_OK; place++) {
        bres__text_clear(&path);
        bres__text_puts(&path, *place);
        bres__text_puts(&path, name);
        status = path.failed ? bres__error_memory() : meta_text(meta, path.data, arena, text);
    }
    bres__text_free(&path);
    return status;
}

/* Gets the text of a key with which the benchmark was imported; NULL if it lacks the key. */
static bres_status bench_text(const bres_subbench *bench, const char *name, bres__arena *arena,
                              const char **text)
{
    const char *extra = bres_subbench_extra_json(bench);
    bres__slice value = { extra, extra != NULL ? strlen(extra) : 0 };
    bres_status status;
    bres__text key = { 0 };

    *text = NULL;
    if (extra == NULL)
        return BRES_OK;
    bres__text_puts(&key, BRES__PIVOT_IMPORT_PREFIX);
    bres__text_puts(&key, name);
    status = key.failed ? bres__error_memory() : bres__json_find(&value, key.data, &value);
    bres__text_free(&key);
    return status == BRES_OK && value.data != NULL ? scalar_text(&value, arena, text) : status;
}

static bool results_have_axis(bres_result *const *results, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t b = 0; b < bres_result_subbench_count(results[i]); b++) {
            if (bres_subbench_axis(bres_result_subbench_at(results[i], b), name) != NULL)
                return true;
        }
    }
    return false;
}

/* Sets *found if a benchmark was imported with this key. */
static bres_status benches_have_key(bres_result *const *results, size_t count, const char *name,
                                    bres__arena *arena, bool *found)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < count; i++) {
        for (size_t b = 0; b < bres_result_subbench_count(results[i]) && status == BRES_OK; b++) {
            const char *text;

            status = bench_text(bres_result_subbench_at(results[i], b), name, arena, &text);
            *found |= text != NULL;
        }
    }
    return status;
}

/* A fixed key hides an axis of the same name; "axis:NAME" is then the key of the axis. */
static const char axis_prefix[] = "axis:";
#define PREFIX_LENGTH (sizeof(axis_prefix) - 1)

const char *bres__pivot_axis_key(const char *axis)
{
    for (size_t i = 0; i < FIXED_COUNT; i++) {
        if (strcmp(fixed_keys[i].name, axis) == 0)
            return fixed_keys[i].axis_name;
    }
    return axis;
}

/* Makes the key of an axis. Returns false if no result has the axis. */
static bool key_take_axis(bres_result *const *results, size_t count, const char *axis,
                          bres__pivot_key *key)
{
    if (!results_have_axis(results, count, axis))
        return false;
    key->kind = BRES__KEY_AXIS;
    key->axis = axis;
    key->name = bres__pivot_axis_key(axis);
    return true;
}

bres_status bres__pivot_key_make(bres_result *const *results, size_t count, bres__slice name,
                                 bres__arena *arena, bres__pivot_key *key)
{
    bres_status status = BRES_OK;
    bool found = false;

    *key = (bres__pivot_key){ .kind = BRES__KEY_META,
                              .name = bres__arena_copy(arena, name.data, name.length),
                              .texts = bres__arena_calloc(arena, count, sizeof(*key->texts)) };
    if (key->name == NULL || key->texts == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < FIXED_COUNT; i++) {
        if (strcmp(fixed_keys[i].name, key->name) == 0) {
            key->kind = fixed_keys[i].kind;
            if (key->kind == BRES__KEY_FILE && !key_take_files(results, count, arena, key))
                return bres__error_memory();
            return BRES_OK;
        }
    }
    if (key_take_axis(results, count, key->name, key) ||
        (strncmp(key->name, axis_prefix, PREFIX_LENGTH) == 0 &&
         key_take_axis(results, count, key->name + PREFIX_LENGTH, key)))
        return BRES_OK;
    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        status = result_meta_text(results[i], key->name, arena, &key->texts[i]);
        found |= key->texts[i] != NULL;
    }
    if (status == BRES_OK)
        status = benches_have_key(results, count, key->name, arena, &found);
    return status == BRES_OK && !found ? bres__pivot_key_unknown(results, count, key->name)
                                       : status;
}

/* Puts the name of the device, and its id if the result has several devices or lacks this one. */
static bool put_device(const bres_state *state, bres__text *text)
{
    const bres_result *result = state->bench->result;
    const bres_device *device;
    int64_t id;

    if (!bres_state_device(state, &id))
        return false;
    device = bres_result_device(result, id);
    bres__text_puts(text, device != NULL ? bres_device_name(device) : "");
    if (device == NULL || bres_result_device_count(result) > 1)
        bres__text_printf(text, "%s#%lld", text->length > 0 ? " " : "", (long long)id);
    return true;
}

static bool put_axis(const bres_state *state, const char *name, bres__text *text)
{
    const bres_value *value = bres_state_axis_value(state, name);
    bres__display_value display;

    if (value == NULL)
        return false;
    bres__display_axis(&display, bres_subbench_axis(bres_state_subbench(state), name), value);
    bres__display_put_plain(text, &display);
    return true;
}

static bool put_meta(const bres__pivot_key *key, size_t result, const bres_state *state,
                     bres__text *text)
{
    bres__arena arena = { 0 };
    const char *found;

    if (bench_text(bres_state_subbench(state), key->name, &arena, &found) != BRES_OK)
        text->failed = true;
    if (found == NULL)
        found = key->texts[result];
    if (found != NULL)
        bres__text_puts(text, found);
    bres__arena_free(&arena);
    return found != NULL;
}

bool bres__pivot_key_get(const bres__pivot_key *key, size_t result, const bres_state *state,
                         bres__text *text)
{
    if (!text->failed)
        bres__text_clear(text);
    switch (key->kind) {
    case BRES__KEY_BENCHMARK:
        bres__text_puts(text, bres_subbench_name(bres_state_subbench(state)));
        return true;
    case BRES__KEY_DEVICE:
        return put_device(state, text);
    case BRES__KEY_FILE:
        bres__text_puts(text, key->texts[result]);
        return true;
    case BRES__KEY_AXIS:
        return put_axis(state, key->axis, text);
    case BRES__KEY_META:
        break;
    }
    return put_meta(key, result, state, text);
}
