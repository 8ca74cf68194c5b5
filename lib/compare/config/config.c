/* SPDX-License-Identifier: MIT */
/*
 * The configuration file: thresholds as TOML.
 */
#include "compare/config/thresholds.h"
#include "compare/config/toml.h"

#include <string.h>

/* A configuration has a few dozen lines. */
#define CONFIG_MAX_BYTES (UINT64_C(64) << 10)

/* The kind of entry that a configuration allows at a path. */
typedef enum config_kind { CONFIG_UNKNOWN, CONFIG_TABLE, CONFIG_VALUE } config_kind;

/* "same.center_relative" */
static void threshold_path(char *path, size_t size, const bres__threshold *threshold)
{
    bres__format(path, size, "%s.%s", threshold->table, threshold->key);
}

/* Whether the path is that of this value, or of a table around it. */
static config_kind path_match(const char *path, size_t length, const char *value)
{
    if (strncmp(path, value, length) != 0)
        return CONFIG_UNKNOWN;
    if (value[length] == '\0')
        return CONFIG_VALUE;
    return length == 0 || value[length] == '.' ? CONFIG_TABLE : CONFIG_UNKNOWN;
}

static config_kind path_kind(const char *path, size_t length)
{
    config_kind kind = path_match(path, length, "version");

    if (kind == CONFIG_UNKNOWN)
        kind = path_match(path, length, "preset.name");
    if (kind == CONFIG_UNKNOWN)
        kind = path_match(path, length, BRES__RULE_PATH);
    if (kind == CONFIG_UNKNOWN)
        kind = path_match(path, length, BRES__ASSUME_NORMAL_PATH);
    for (size_t i = 0; i < BRES__THRESHOLD_COUNT && kind == CONFIG_UNKNOWN; i++) {
        char value[128];

        threshold_path(value, sizeof(value), &bres__threshold_list[i]);
        kind = path_match(path, length, value);
    }
    return kind;
}

/* Reports all unknown keys in one error; an unknown table is reported without its keys. */
static bres_status config_check_keys(const bres__toml *config)
{
    const bres__toml_entry *first = NULL;
    bres__text paths = { 0 };
    bres_status status = BRES_OK;
    size_t count = 0;

    for (const bres__toml_entry *entry = config->first; entry != NULL; entry = entry->next) {
        if (path_kind(entry->path, strlen(entry->path)) != CONFIG_UNKNOWN ||
            path_kind(entry->path, entry->table_length) == CONFIG_UNKNOWN)
            continue;
        first = first != NULL ? first : entry;
        bres__text_printf(&paths, "%s'%s'", count++ > 0 ? ", " : "", entry->path);
    }
    if (paths.failed)
        status = bres__error_memory();
    else if (first != NULL)
        status = bres__toml_error(config, BRES_ERROR_KEY, first->at, NULL, "unknown key%s %s",
                                  count > 1 ? "s" : "", paths.data);
    bres__text_free(&paths);
    return status;
}

static bres_status kind_error(const bres__toml *config, const bres__toml_entry *entry,
                              const char *expected)
{
    return bres__toml_error(config, BRES_ERROR_KIND, entry->at, expected, "'%s' is %s", entry->path,
                            bres__toml_kind_name(entry->kind));
}

/* Refuses a value where a table belongs. Reading the value detects the reverse. */
static bres_status config_check_tables(const bres__toml *config)
{
    for (const bres__toml_entry *entry = config->first; entry != NULL; entry = entry->next) {
        if (entry->kind != BRES__TOML_TABLE &&
            path_kind(entry->path, strlen(entry->path)) == CONFIG_TABLE)
            return kind_error(config, entry, "a table");
    }
    return BRES_OK;
}

static bres_status config_check_version(const bres__toml *config)
{
    const bres__toml_entry *version = bres__toml_get(config, "version");

    if (version == NULL) {
        bres__error(BRES_ERROR_KEY, "the key 'version' is missing");
        bres__error_set_file(config->name);
        bres__error_set_expected("version = 1");
        return BRES_ERROR_KEY;
    }
    if (version->kind != BRES__TOML_INTEGER)
        return kind_error(config, version, "the integer 1");
    if (version->number != 1)
        return bres__toml_error(config, BRES_ERROR_VALUE, version->at, "the integer 1",
                                "version %.0f is not supported", version->number);
    return BRES_OK;
}

/* Takes the base from `preset` if the caller names one, otherwise from the preset of the file,
 * which is checked in any case. */
static bres_status config_take_preset(const bres__toml *config, const char *preset,
                                      const char **preset_name, bres_thresholds *thresholds)
{
    const bres__toml_entry *name = bres__toml_get(config, "preset.name");
    const bres_thresholds *base;

    if (name != NULL && name->kind != BRES__TOML_STRING)
        return kind_error(config, name, "a string");
    base = bres__preset(name != NULL ? name->string : "default", preset_name);
    if (base == NULL)
        return bres__toml_error(config, BRES_ERROR_KEY, name->at, BRES__PRESET_NAMES,
                                "unknown preset '%s'", name->string);
    if (preset != NULL)
        base = bres__preset(preset, preset_name);
    if (base == NULL)
        return BRES_ERROR_KEY;
    *thresholds = *base;
    return BRES_OK;
}

static bres_status config_take_threshold(const bres__toml *config, const bres__threshold *threshold,
                                         bres_thresholds *thresholds)
{
    const char *range = bres__threshold_range(threshold);
    const bres__toml_entry *value;
    char path[128];

    threshold_path(path, sizeof(path), threshold);
    value = bres__toml_get(config, path);
    if (value == NULL)
        return BRES_OK;
    if (threshold->offset == offsetof(bres_thresholds, run_variation)) {
        thresholds->auto_run_variation =
            value->kind == BRES__TOML_STRING && strcmp(value->string, "auto") == 0;
        if (thresholds->auto_run_variation != 0)
            return BRES_OK;
        range = "a fraction from 0 to 1, or \"auto\"";
    }
    if (value->kind != BRES__TOML_FLOAT && value->kind != BRES__TOML_INTEGER)
        return kind_error(config, value, range);
    if (!bres__threshold_in_range(threshold, value->number))
        return bres__toml_error(config, BRES_ERROR_VALUE, value->at, range, "'%s' is %g", path,
                                value->number);
    bres__threshold_set(thresholds, threshold, value->number);
    return BRES_OK;
}

static bres_status config_take_rule(const bres__toml *config, bres_thresholds *thresholds)
{
    const bres__toml_entry *rule = bres__toml_get(config, BRES__RULE_PATH);

    if (rule == NULL)
        return BRES_OK;
    if (rule->kind != BRES__TOML_STRING)
        return kind_error(config, rule, BRES__RULE_NAMES);
    if (!bres__rule_find(rule->string, &thresholds->rule))
        return bres__toml_error(config, BRES_ERROR_VALUE, rule->at, BRES__RULE_NAMES,
                                "unknown rule '%s'", rule->string);
    return BRES_OK;
}

static bres_status config_take_assumption(const bres__toml *config, bres_thresholds *thresholds)
{
    const bres__toml_entry *normal = bres__toml_get(config, BRES__ASSUME_NORMAL_PATH);

    if (normal == NULL)
        return BRES_OK;
    if (normal->kind != BRES__TOML_BOOLEAN)
        return kind_error(config, normal, "true or false");
    thresholds->runs_assume_normal = normal->number != 0;
    return BRES_OK;
}

static bres_status config_take(const bres__toml *config, const char *preset,
                               const char **preset_name, bres_thresholds *thresholds)
{
    bres_status status = config_check_keys(config);

    if (status == BRES_OK)
        status = config_check_tables(config);
    if (status == BRES_OK)
        status = config_check_version(config);
    if (status == BRES_OK)
        status = config_take_preset(config, preset, preset_name, thresholds);
    if (status == BRES_OK)
        status = config_take_rule(config, thresholds);
    if (status == BRES_OK)
        status = config_take_assumption(config, thresholds);
    for (size_t i = 0; i < BRES__THRESHOLD_COUNT && status == BRES_OK; i++)
        status = config_take_threshold(config, &bres__threshold_list[i], thresholds);
    return status;
}

static bres_status thresholds_read(bres_thresholds *thresholds, const char *text, size_t length,
                                   const char *name, const char *preset, const char **preset_name)
{
    bres__arena arena = { 0 };
    bres__toml config = { .name = name, .text = text, .length = length, .arena = &arena };
    bres_thresholds made;
    const char *base = NULL;
    bres_status status;

    if (length > CONFIG_MAX_BYTES) {
        bres__error(BRES_ERROR_LIMIT, "the configuration is larger than %llu bytes",
                    (unsigned long long)CONFIG_MAX_BYTES);
        bres__error_set_file(name);
        return BRES_ERROR_LIMIT;
    }
    status = bres__toml_read(&config);
    if (status == BRES_OK)
        status = config_take(&config, preset, &base, &made);
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

/* Writes the run variation if it is known. It belongs to the last table, that of replicates. */
static void dump_variation(const bres_thresholds *thresholds, bres__text *text)
{
    char number[BRES__NUMBER_SIZE];

    bres__format_float64(number, thresholds->run_variation, BRES__FLOAT_TOML);
    if (thresholds->auto_run_variation != 0)
        bres__text_puts(text, "run_variation = \"auto\"\n");
    else if (thresholds->run_variation > 0)
        bres__text_printf(text, "run_variation = %s\n", number);
}

/* Whether settings of replicates differ: all members from runs_min_effect on, except the rule. */
static bool runs_differ(const bres_thresholds *thresholds, const bres_thresholds *preset)
{
    const size_t start = offsetof(bres_thresholds, runs_min_effect);
    bres_thresholds same_rule = *thresholds;

    same_rule.rule = preset->rule;
    return memcmp((const char *)&same_rule + start, (const char *)preset + start,
                  sizeof(same_rule) - start) != 0;
}

bres_status bres_thresholds_dump(const bres_thresholds *thresholds, const char *preset_name,
                                 char **text)
{
    bres_thresholds full;
    bres__text made = { 0 };
    const char *table = NULL;
    const bres_thresholds *preset;
    const char *base;
    bool has_runs;
    bres_status status;

    if (text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "the text is NULL");
    *text = NULL;
    status = bres__thresholds_take(&full, thresholds);
    if (status != BRES_OK)
        return status;
    preset = bres__preset(preset_name != NULL ? preset_name : "default", &base);
    if (preset == NULL)
        return BRES_ERROR_KEY;
    has_runs = runs_differ(&full, preset);
    bres__text_printf(&made, "version = 1\n\n[preset]\nname = \"%s\"\n", base);
    /* Optional settings are written only if they are set, because NVBench's tool refuses unknown
     * keys. */
    if (full.rule != BRES_RULE_DEFAULT)
        bres__text_printf(&made, "\n[decision]\nrule = \"%s\"\n", bres__rule_name(full.rule));
    for (size_t i = 0; i < BRES__THRESHOLD_COUNT; i++) {
        const bres__threshold *threshold = &bres__threshold_list[i];
        char number[BRES__NUMBER_SIZE];

        if (!has_runs && strcmp(threshold->table, "runs") == 0)
            continue;
        if (table == NULL || strcmp(table, threshold->table) != 0)
            bres__text_printf(&made, "\n[%s]\n", threshold->table);
        table = threshold->table;
        if (threshold->offset == offsetof(bres_thresholds, run_variation))
            continue;
        bres__format_float64(number, bres__threshold_get(&full, threshold), BRES__FLOAT_TOML);
        bres__text_printf(&made, "%s = %s\n", threshold->key, number);
    }
    /* The last table is the one of replicates. */
    dump_variation(&full, &made);
    if (full.runs_assume_normal != 0)
        bres__text_puts(&made, "assume_normal = true\n");
    *text = bres__text_steal(&made);
    return *text != NULL ? BRES_OK : bres__error_memory();
}
