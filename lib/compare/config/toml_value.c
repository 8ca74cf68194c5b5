/* SPDX-License-Identifier: MIT */
/*
 * The values of a TOML text.
 */
#include "compare/config/toml.h"

static bres_status value_list(bres__toml_reader *reader)
{
    reader->next++;
    for (;;) {
        bres__toml element = { .key = "" };
        bres_status status = bres__toml_space(reader);

        if (status == BRES_OK && bres__toml_peek(reader) == ']') {
            reader->next++;
            return BRES_OK;
        }
        if (status == BRES_OK)
            status = bres__toml_value(reader, &element);
        if (status == BRES_OK)
            status = bres__toml_space(reader);
        if (status != BRES_OK)
            return status;
        if (bres__toml_peek(reader) == ',')
            reader->next++;
        else if (bres__toml_peek(reader) != ']')
            return bres__toml_error(reader, reader->next, "expected ',' or ']' in a list");
    }
}

/* The pairs of an inline table; reader->table is it. */
static bres_status table_pairs(bres__toml_reader *reader)
{
    reader->next++;
    bres__toml_blanks(reader);
    if (bres__toml_peek(reader) == '}') {
        reader->next++;
        return BRES_OK;
    }
    for (;;) {
        bres_status status;
        char c;

        bres__toml_blanks(reader);
        status = bres__toml_pair(reader);
        if (status != BRES_OK)
            return status;
        bres__toml_blanks(reader);
        c = bres__toml_peek(reader);
        if (c != ',' && c != '}')
            return bres__toml_error(reader, reader->next, "expected ',' or '}' in a table");
        reader->next++;
        if (c == '}')
            return BRES_OK;
    }
}

static bres_status value_table(bres__toml_reader *reader, bres__toml *value)
{
    bres__toml *outer = reader->table;
    const unsigned outer_section = reader->section;
    bres_status status;

    reader->table = value;
    reader->section = ++reader->last_section;
    status = table_pairs(reader);
    reader->table = outer;
    reader->section = outer_section;
    value->closed = true;
    return status;
}

bres_status bres__toml_value(bres__toml_reader *reader, bres__toml *value)
{
    bres_status status;

    value->at = reader->next;
    switch (bres__toml_peek(reader)) {
    case '"':
    case '\'':
        value->kind = BRES__TOML_STRING;
        return bres__toml_string(reader, false, &value->string);
    case '[':
    case '{':
        break;
    default:
        return bres__toml_scalar(reader, value);
    }
    if (reader->depth == BRES__TOML_MAX_DEPTH)
        return bres__toml_error(reader, reader->next, "lists and tables more than %u deep",
                                BRES__TOML_MAX_DEPTH);
    reader->depth++;
    value->kind = *reader->next == '[' ? BRES__TOML_LIST : BRES__TOML_TABLE;
    status = value->kind == BRES__TOML_LIST ? value_list(reader) : value_table(reader, value);
    reader->depth--;
    return status;
}
