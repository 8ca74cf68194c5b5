/* SPDX-License-Identifier: MIT */
/*
 * The tables of a TOML text.
 *
 * Every header and every inline table is a section with a number of its own, the text before the
 * first header as well. A table is defined once, by a header or by the dotted keys of one section;
 * tables that a header merely passes by on the way to its own may still be defined.
 */
#include "compare/config/toml.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bres_status bres__toml_error(const bres__toml_reader *reader, const char *at, const char *format,
                             ...)
{
    char message[256];
    va_list arguments;
    size_t line = 1;

    va_start(arguments, format);
    vsnprintf(message, sizeof(message), format, arguments);
    va_end(arguments);
    for (const char *c = reader->start; c < at; c++)
        line += *c == '\n';
    bres__error(BRES_ERROR_SYNTAX, "not TOML: line %zu: %s", line, message);
    bres__error_set_file(reader->name);
    bres__error_set_offset(at - reader->start);
    return BRES_ERROR_SYNTAX;
}

const char *bres__toml_kind_name(bres__toml_kind kind)
{
    static const char *const names[] = {
        [BRES__TOML_TABLE] = "a table",      [BRES__TOML_TABLE_LIST] = "a list of tables",
        [BRES__TOML_LIST] = "a list",        [BRES__TOML_STRING] = "a string",
        [BRES__TOML_INTEGER] = "an integer", [BRES__TOML_FLOAT] = "a float",
        [BRES__TOML_BOOLEAN] = "a boolean",  [BRES__TOML_TIME] = "a date or time",
    };

    return names[kind];
}

const bres__toml *bres__toml_get(const bres__toml *table, const char *key)
{
    for (const bres__toml *child = table->first; child != NULL; child = child->next) {
        if (strcmp(child->key, key) == 0)
            return child;
    }
    return NULL;
}

static bres__toml *table_find(const bres__toml *table, const char *key)
{
    return (bres__toml *)bres__toml_get(table, key);
}

/* A new table, NULL without memory. */
static bres__toml *table_new(bres__toml_reader *reader, const char *key, const char *at)
{
    bres__toml *table = bres__arena_calloc(reader->arena, 1, sizeof(*table));

    if (table == NULL) {
        bres__error_memory();
        return NULL;
    }
    table->key = key;
    table->at = at;
    table->kind = BRES__TOML_TABLE;
    return table;
}

static void table_append(bres__toml *table, bres__toml *child)
{
    if (table->first == NULL)
        table->first = child;
    else
        table->last->next = child;
    table->last = child;
}

static bres_status table_append_new(bres__toml_reader *reader, bres__toml *table, const char *key,
                                    const char *at, bres__toml **child)
{
    *child = table_new(reader, key, at);
    if (*child == NULL)
        return BRES_ERROR_MEMORY;
    table_append(table, *child);
    return BRES_OK;
}

/* The table that the last part of a dotted key belongs to. */
static bres_status pair_find_table(bres__toml_reader *reader, const bres__toml_path *path,
                                   bres__toml **table)
{
    *table = reader->table;
    for (size_t i = 0; i + 1 < path->count; i++) {
        bres__toml *child = table_find(*table, path->keys[i]);
        bres_status status = BRES_OK;

        if (child == NULL)
            status = table_append_new(reader, *table, path->keys[i], path->at, &child);
        else if (child->kind != BRES__TOML_TABLE || child->closed)
            status = bres__toml_error(reader, path->at, "'%s' has a value already", path->keys[i]);
        else if (child->section != 0 && child->section != reader->section)
            status = bres__toml_error(reader, path->at, "the table '%s' is complete already",
                                      path->keys[i]);
        if (status != BRES_OK)
            return status;
        child->section = reader->section;
        *table = child;
    }
    return BRES_OK;
}

bres_status bres__toml_pair(bres__toml_reader *reader)
{
    bres__toml_path path;
    bres__toml *table = NULL;
    bres__toml *value = NULL;
    const char *key;
    bres_status status = bres__toml_path_read(reader, &path);

    if (status != BRES_OK)
        return status;
    if (bres__toml_peek(reader) != '=')
        return bres__toml_error(reader, reader->next, "expected '=' behind the key");
    reader->next++;
    bres__toml_blanks(reader);
    status = pair_find_table(reader, &path, &table);
    if (status != BRES_OK)
        return status;
    key = path.keys[path.count - 1];
    if (table_find(table, key) != NULL)
        return bres__toml_error(reader, path.at, "the key '%s' is there twice", key);
    /* In its place before its value is read: a pair inside cannot reach it. */
    status = table_append_new(reader, table, key, path.at, &value);
    return status == BRES_OK ? bres__toml_value(reader, value) : status;
}

/* The table that the last part of a header belongs to. */
static bres_status header_find_table(bres__toml_reader *reader, const bres__toml_path *path,
                                     bres__toml *root, bres__toml **table)
{
    *table = root;
    for (size_t i = 0; i + 1 < path->count; i++) {
        bres__toml *child = table_find(*table, path->keys[i]);
        bres_status status = BRES_OK;

        if (child == NULL)
            status = table_append_new(reader, *table, path->keys[i], path->at, &child);
        else if (child->kind == BRES__TOML_TABLE_LIST)
            child = child->first;
        else if (child->kind != BRES__TOML_TABLE || child->closed)
            status = bres__toml_error(reader, path->at, "'%s' has a value already", path->keys[i]);
        if (status != BRES_OK)
            return status;
        *table = child;
    }
    return BRES_OK;
}

/* [path]: defines a table. */
static bres_status header_open_table(bres__toml_reader *reader, const bres__toml_path *path,
                                     bres__toml *parent)
{
    const char *key = path->keys[path->count - 1];
    bres__toml *table = table_find(parent, key);
    bres_status status = BRES_OK;

    if (table == NULL)
        status = table_append_new(reader, parent, key, path->at, &table);
    else if (table->kind != BRES__TOML_TABLE || table->closed)
        status = bres__toml_error(reader, path->at, "'%s' has a value already", key);
    else if (table->section != 0)
        status = bres__toml_error(reader, path->at, "the table '%s' is there twice", key);
    reader->table = table;
    return status;
}

/* [[path]]: begins another table of a list. */
static bres_status header_open_element(bres__toml_reader *reader, const bres__toml_path *path,
                                       bres__toml *parent)
{
    const char *key = path->keys[path->count - 1];
    bres__toml *list = table_find(parent, key);
    bres_status status = BRES_OK;

    if (list == NULL) {
        status = table_append_new(reader, parent, key, path->at, &list);
        if (status == BRES_OK)
            list->kind = BRES__TOML_TABLE_LIST;
    } else if (list->kind != BRES__TOML_TABLE_LIST) {
        status = bres__toml_error(reader, path->at, "'%s' is no list of tables", key);
    }
    if (status != BRES_OK)
        return status;
    list->first = table_new(reader, "", path->at);
    list->last = list->first;
    reader->table = list->first;
    return list->first == NULL ? BRES_ERROR_MEMORY : BRES_OK;
}

static bres_status header_read(bres__toml_reader *reader, bres__toml *root)
{
    bres__toml_path path;
    bres__toml *parent;
    bool element;
    bres_status status;

    reader->next++;
    element = bres__toml_peek(reader) == '[';
    reader->next += element;
    bres__toml_blanks(reader);
    status = bres__toml_path_read(reader, &path);
    if (status != BRES_OK)
        return status;
    for (int i = 0; i < 1 + element; i++) {
        if (bres__toml_peek(reader) != ']')
            return bres__toml_error(reader, reader->next, "expected '%s' behind the table's name",
                                    element ? "]]" : "]");
        reader->next++;
    }
    status = header_find_table(reader, &path, root, &parent);
    if (status == BRES_OK)
        status = element ? header_open_element(reader, &path, parent)
                         : header_open_table(reader, &path, parent);
    if (status != BRES_OK)
        return status;
    reader->section = ++reader->last_section;
    reader->table->section = reader->section;
    return BRES_OK;
}

static bres_status text_check(const bres__toml_reader *reader)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const size_t length = (size_t)(reader->end - reader->start);
    const size_t valid = bres__utf8_valid(reader->start, length);

    if (valid < length)
        return bres__toml_error(reader, reader->start + valid, "invalid UTF-8");
    if (length >= sizeof(mark) - 1 && memcmp(reader->start, mark, sizeof(mark) - 1) == 0)
        return bres__toml_error(reader, reader->start, "the text begins with a byte order mark");
    return BRES_OK;
}

bres_status bres__toml_parse(const char *text, size_t length, const char *name, bres__arena *arena,
                             bres__toml **root)
{
    bres__toml_reader reader = {
        .start = text,
        .next = text,
        .end = text + length,
        .name = name,
        .arena = arena,
        .section = 1,
        .last_section = 1,
    };
    bres__toml *made = table_new(&reader, "", text);
    bres_status status = made == NULL ? BRES_ERROR_MEMORY : text_check(&reader);

    *root = NULL;
    reader.table = made;
    while (status == BRES_OK) {
        status = bres__toml_space(&reader);
        if (status != BRES_OK || reader.next == reader.end)
            break;
        if (*reader.next == '[')
            status = header_read(&reader, made);
        else
            status = bres__toml_pair(&reader);
        if (status == BRES_OK)
            status = bres__toml_line_end(&reader);
    }
    if (status == BRES_OK)
        *root = made;
    return status;
}
