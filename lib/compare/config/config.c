/* SPDX-License-Identifier: MIT */
/*
 * The configuration file: thresholds as TOML.
 */
#include "compare/config/thresholds.h"
#include "compare/config/toml.h"

#include <stdlib.h>
#include <string.h>

/* A configuration has a dozen lines. */
#define CONFIG_MAX_BYTES (UINT64_C(64) << 10)

/* What the keys of a configuration are checked against. */
typedef struct config_table {
    const char *path; /* "" for the root */
    const char *const *keys;
} config_table;

static const config_table tables[] = {
    { "", (const char *const[]){ "version", "preset", "clear_gap", "same", "bulk", "runs", NULL } },
    { "preset", (const char *const[]){ "name", NULL } },
    { "clear_gap", (const char *const[]){ "relative", NULL } },
    { "same", (const char *const[]){ "center_relative", "overlap_fraction",
                                     "relative_dispersion_ceiling", NULL } },
    { "bulk",
      (const char *const[]){ "sample_coverage", "support_coverage", "rare_support", NULL } },
    { "bulk.rare_support",
      (const char *const[]){ "sample_fraction", "max_removed_sample_fraction", NULL } },
    { "runs", (const char *const[]){ "min_effect", "equivalence_margin", "change_confidence",
                                     "equivalence_confidence", NULL } },
};

/* A configuration being read. */
typedef struct config_file {
    const char *text;
    const char *name;
    const bres__toml *root;
} config_file;

static bres_status config_error(const config_file *config, bres_status status, const bres__toml *at,
                                const char *expected, const char *message)
{
    bres__error(status, "%s", message);
    bres__error_set_file(config->name);
    bres__error_set_expected(expected);
    if (at != NULL)
        bres__error_set_offset(at->at - config->text);
    return status;
}

/* "table.key", or the key alone in the root. */
static void config_place(char *place, size_t size, const char *table, const char *key)
{
    bres__format(place, size, "%s%s%s", table, table[0] != '\0' ? "." : "", key);
}

/* The value at a path of keys with points between them; NULL when there is none. */
static const bres__toml *config_get(const config_file *config, const char *path)
{
    const bres__toml *value = config->root;

    while (value != NULL && path[0] != '\0') {
        char key[64];
        const size_t length = strcspn(path, ".");

        bres__format(key, sizeof(key), "%.*s", (int)length, path);
        value = bres__toml_get(value, key);
        path += length + (path[length] == '.');
    }
    return value;
}

static bool key_is_known(const config_table *table, const char *key)
{
    for (const char *const *known = table->keys; *known != NULL; known++) {
        if (strcmp(*known, key) == 0)
            return true;
    }
    return false;
}

static int key_order(const void *a, const void *b)
{
    return strcmp((*(const bres__toml *const *)a)->key, (*(const bres__toml *const *)b)->key);
}

/* All unknown keys of a table in one error, sorted. */
static bres_status keys_refuse(const config_file *config, const config_table *table,
                               const bres__toml **unknown, size_t count)
{
    bres__text message = { 0 };
    bres_status status;

    qsort(unknown, count, sizeof(*unknown), key_order);
    bres__text_puts(&message, count == 1 ? "unknown key " : "unknown keys ");
    for (size_t i = 0; i < count; i++) {
        char place[128];

        config_place(place, sizeof(place), table->path, unknown[i]->key);
        bres__text_printf(&message, "%s'%s'", i > 0 ? ", " : "", place);
    }
    status = message.failed ? bres__error_memory()
                            : config_error(config, BRES_ERROR_KEY, unknown[0], NULL, message.data);
    bres__text_free(&message);
    return status;
}

static bres_status keys_check(const config_file *config, const config_table *table,
                              const bres__toml *value)
{
    const bres__toml **unknown = NULL;
    size_t capacity = 0;
    size_t count = 0;
    bres_status status = BRES_OK;

    for (const bres__toml *child = value->first; child != NULL; child = child->next) {
        void *array = unknown;

        if (key_is_known(table, child->key))
            continue;
        if (!bres__array_reserve(&array, &capacity, count + 1, sizeof(child))) {
            status = bres__error_memory();
            goto out;
        }
        unknown = array;
        unknown[count++] = child;
    }
    if (count > 0)
        status = keys_refuse(config, table, unknown, count);
out:
    bres__free(unknown);
    return status;
}

static bres_status config_check_tables(const config_file *config)
{
    for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]); i++) {
        const bres__toml *value = config_get(config, tables[i].path);
        bres_status status;

        if (value == NULL)
            continue;
        if (value->kind != BRES__TOML_TABLE) {
            char message[160];

            bres__format(message, sizeof(message), "'%s' is %s", tables[i].path,
                         bres__toml_kind_name(value->kind));
            return config_error(config, BRES_ERROR_KIND, value, "a table", message);
        }
        status = keys_check(config, &tables[i], value);
        if (status != BRES_OK)
            return status;
    }
    return BRES_OK;
}

static bres_status config_check_version(const config_file *config)
{
    const bres__toml *version = config_get(config, "version");
    char message[160];

    if (version == NULL)
        return config_error(config, BRES_ERROR_KEY, NULL, "version = 1",
                            "the key 'version' is missing");
    if (version->kind != BRES__TOML_INTEGER) {
        bres__format(message, sizeof(message), "'version' is %s",
                     bres__toml_kind_name(version->kind));
        return config_error(config, BRES_ERROR_KIND, version, "the integer 1", message);
    }
    if (version->integer == 1)
        return BRES_OK;
    bres__format(message, sizeof(message), "version %lld is not supported",
                 (long long)version->integer);
    return config_error(config, BRES_ERROR_VALUE, version, "the integer 1", message);
}

/* The base: `preset` when the caller gives one, else that of the file, which is checked in any
 * case. */
static bres_status config_take_preset(const config_file *config, const char *preset,
                                      const char **preset_name, bres_thresholds *thresholds)
{
    const bres__toml *name = config_get(config, "preset.name");
    const bres_thresholds *base;

    if (name != NULL && name->kind != BRES__TOML_STRING) {
        char message[160];

        bres__format(message, sizeof(message), "'preset.name' is %s",
                     bres__toml_kind_name(name->kind));
        return config_error(config, BRES_ERROR_KIND, name, "a string", message);
    }
    base = bres__preset(name != NULL ? name->string : "default", preset_name);
    if (base == NULL) {
        bres__error_set_file(config->name);
        bres__error_set_offset(name->at - config->text);
        return BRES_ERROR_KEY;
    }
    if (preset != NULL)
        base = bres__preset(preset, preset_name);
    if (base == NULL)
        return BRES_ERROR_KEY;
    *thresholds = *base;
    return BRES_OK;
}

static bres_status config_take_threshold(const config_file *config,
                                         const bres__threshold *threshold,
                                         bres_thresholds *thresholds)
{
    char place[128];
    char message[256];
    const bres__toml *value;
    double number;

    config_place(place, sizeof(place), threshold->table, threshold->key);
    value = config_get(config, place);
    if (value == NULL)
        return BRES_OK;
    if (value->kind != BRES__TOML_FLOAT && value->kind != BRES__TOML_INTEGER) {
        bres__format(message, sizeof(message), "'%s' is %s", place,
                     bres__toml_kind_name(value->kind));
        return config_error(config, BRES_ERROR_KIND, value, bres__threshold_range(threshold),
                            message);
    }
    number = value->kind == BRES__TOML_FLOAT ? value->real : (double)value->integer;
    if (!bres__threshold_in_range(threshold, number)) {
        bres__format(message, sizeof(message), "'%s' is %g", place, number);
        return config_error(config, BRES_ERROR_VALUE, value, bres__threshold_range(threshold),
                            message);
    }
    bres__threshold_set(thresholds, threshold, number);
    return BRES_OK;
}

static bres_status config_read(const config_file *config, const char *preset,
                               const char **preset_name, bres_thresholds *thresholds)
{
    bres_status status = config_check_tables(config);

    if (status == BRES_OK)
        status = config_check_version(config);
    if (status == BRES_OK)
        status = config_take_preset(config, preset, preset_name, thresholds);
    for (size_t i = 0; i < BRES__THRESHOLD_COUNT && status == BRES_OK; i++)
        status = config_take_threshold(config, &bres__threshold_list[i], thresholds);
    return status;
}

static bres_status thresholds_read(bres_thresholds *thresholds, const char *text, size_t length,
                                   const char *name, const char *preset, const char **preset_name)
{
    bres__arena arena = { 0 };
    bres__toml *root;
    bres_thresholds made;
    const char *base = NULL;
    bres_status status;

    if (length > CONFIG_MAX_BYTES) {
        bres__error(BRES_ERROR_LIMIT, "the configuration is larger than %llu bytes",
                    (unsigned long long)CONFIG_MAX_BYTES);
        bres__error_set_file(name);
        return BRES_ERROR_LIMIT;
    }
    status = bres__toml_parse(text, length, name, &arena, &root);
    if (status == BRES_OK) {
        const config_file config = { .text = text, .name = name, .root = root };

        status = config_read(&config, preset, &base, &made);
    }
    bres__arena_free(&arena);
    if (status != BRES_OK)
        return status;
    *thresholds = made;
    if (preset_name != NULL)
        *preset_name = base;
    return BRES_OK;
}

static bres_status thresholds_begin(bres_thresholds *thresholds, const char *source,
                                    const char **preset_name)
{
    if (preset_name != NULL)
        *preset_name = NULL;
    if (thresholds == NULL || source == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "the thresholds or the text of the configuration are NULL");
    bres_thresholds_init(thresholds);
    return BRES_OK;
}

bres_status bres_thresholds_parse(bres_thresholds *thresholds, const char *text, const char *name,
                                  const char *preset, const char **preset_name)
{
    bres_status status = thresholds_begin(thresholds, text, preset_name);

    if (status != BRES_OK)
        return status;
    return thresholds_read(thresholds, text, strlen(text), name, preset, preset_name);
}

bres_status bres_thresholds_load(bres_thresholds *thresholds, const char *path, const char *preset,
                                 const char **preset_name)
{
    bres__buffer buffer = { 0 };
    bres_status status = thresholds_begin(thresholds, path, preset_name);

    if (status == BRES_OK)
        status = bres__read_file(path, CONFIG_MAX_BYTES, &buffer);
    if (status == BRES_OK)
        status = thresholds_read(thresholds, buffer.data, buffer.size, path, preset, preset_name);
    bres__free(buffer.data);
    return status;
}

bres_status bres_thresholds_dump(const bres_thresholds *thresholds, const char *preset_name,
                                 char **text)
{
    bres_thresholds full;
    bres__text made = { 0 };
    const char *table = NULL;
    const char *base;
    bres_status status;

    if (text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the text is NULL");
    *text = NULL;
    status = bres__thresholds_take(&full, thresholds);
    if (status != BRES_OK)
        return status;
    if (bres__preset(preset_name != NULL ? preset_name : "default", &base) == NULL)
        return BRES_ERROR_KEY;
    bres__text_printf(&made, "version = 1\n\n[preset]\nname = \"%s\"\n", base);
    for (size_t i = 0; i < BRES__THRESHOLD_COUNT; i++) {
        const bres__threshold *threshold = &bres__threshold_list[i];
        char number[BRES__NUMBER_SIZE];

        if (table == NULL || strcmp(table, threshold->table) != 0)
            bres__text_printf(&made, "\n[%s]\n", threshold->table);
        table = threshold->table;
        bres__format_float64(number, bres__threshold_get(&full, threshold), BRES__FLOAT_TOML);
        bres__text_printf(&made, "%s = %s\n", threshold->key, number);
    }
    *text = bres__text_steal(&made);
    return *text != NULL ? BRES_OK : bres__error_memory();
}
