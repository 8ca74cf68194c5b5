/* SPDX-License-Identifier: MIT */
/*
 * The machines on which the results of a comparison were measured.
 */
#include "compare/machines.h"

#include "compare/match/name.h"
#include "system/system.h"

/* What a result records about its machine, as JSON text. */
typedef struct host_value {
    bres__slice text; /* data NULL: not recorded */
    const bres_result *result;
    int side;
} host_value;

/* An object member of an object. */
static bool object_member(const char *object, const char *key, bres__slice *member)
{
    return bres__json_member(object, key, member) && member->data[0] == '{';
}

/* The first part of a merged result has the machine of all parts, unless they were merged from
 * different machines. */
static bool merged_first(const char *own, bres__slice *meta)
{
    bres__slice list;
    bres__cursor cursor;
    bres__json_walk walk;

    if (!bres__json_member(own, "merged", &list) || list.data[0] != '[')
        return false;
    cursor = bres__json_unchecked_cursor(list.data, list.length);
    walk = bres__json_walk_list(&cursor);
    return bres__json_walk_pass(&walk, meta) && meta->data[0] == '{';
}

static bool host_find(const char *meta, bres__slice *host)
{
    bres__slice own;
    bres__slice part;

    if (meta == NULL || !object_member(meta, "benchresult", &own))
        return false;
    if (object_member(own.data, "host", host))
        return true;
    return merged_first(own.data, &part) && object_member(part.data, "benchresult", &own) &&
           object_member(own.data, "host", host);
}

static host_value value_of(const bres_comparison *comparison, int side, size_t index,
                           const char *key)
{
    host_value value = { .result = comparison->sets[side].results[index], .side = side };
    bres__slice host;

    if (!host_find(value.result->meta, &host) || !bres__json_member(host.data, key, &value.text))
        value.text.data = NULL;
    return value;
}

static bool slices_equal(const bres__slice *a, const bres__slice *b)
{
    return a->length == b->length && memcmp(a->data, b->data, a->length) == 0;
}

static void put_result(bres__text *text, const host_value *value)
{
    if (value->result->path != NULL)
        bres__text_printf(text, "'%s'", value->result->path);
    else
        bres__text_puts(
            text, bres__sides_name(value->side == BRES__REFERENCE, value->side == BRES__CANDIDATE));
}

/* A string is quoted, without its escapes. */
static bres_status put_value(bres__text *text, const host_value *value)
{
    bres__cursor cursor = bres__json_unchecked_cursor(value->text.data, value->text.length);
    bres__arena arena = { 0 };
    bres__json_kind kind;
    bres__slice shown;
    bres_status status = BRES_OK;

    if (value->text.data[0] == '"') {
        status = bres__json_scalar(&cursor, &arena, &kind, &shown);
        if (status == BRES_OK)
            bres__text_printf(text, "'%.*s'", (int)shown.length, shown.data);
    } else {
        bres__text_append(text, value->text.data, value->text.length);
    }
    bres__arena_free(&arena);
    return status;
}

static bres_status difference_warn(const bres__fact_info *fact, const host_value *first,
                                   const host_value *other, const bres_compare_options *options)
{
    bres__text text = { 0 };
    bres_status status;

    bres__text_printf(&text, "the results were measured on different machines or settings: %s is ",
                      fact->name);
    status = put_value(&text, first);
    bres__text_puts(&text, " in ");
    put_result(&text, first);
    bres__text_puts(&text, ", and ");
    if (status == BRES_OK)
        status = put_value(&text, other);
    bres__text_puts(&text, " in ");
    put_result(&text, other);
    if (status == BRES_OK && text.failed)
        status = bres__error_memory();
    if (status == BRES_OK)
        bres__log_say(options->log, options->log_user, BRES_LOG_WARNING, text.data);
    bres__text_free(&text);
    return status;
}

/* Compares every result with the first one that has the fact; one warning is enough. */
static bres_status fact_check(const bres_comparison *comparison, const bres__fact_info *fact,
                              const bres_compare_options *options)
{
    host_value first = { .result = NULL };

    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < comparison->sets[side].result_count; i++) {
            const host_value value = value_of(comparison, side, i, fact->key);

            if (value.text.data == NULL)
                continue;
            if (first.result == NULL)
                first = value;
            else if (!slices_equal(&first.text, &value.text))
                return difference_warn(fact, &first, &value, options);
        }
    }
    return BRES_OK;
}

bres_status bres__machines_check(const bres_comparison *comparison,
                                 const bres_compare_options *options)
{
    bres_status status = BRES_OK;

    for (int id = 0; id < BRES__FACT_COUNT && status == BRES_OK && options->log != NULL; id++) {
        const bres__fact_info *fact = bres__fact_describe((bres__fact_id)id);

        if (fact->identifies)
            status = fact_check(comparison, fact, options);
    }
    return status;
}
