/* SPDX-License-Identifier: MIT */
/*
 * Compares the machines on which the results were measured, and the clocks of their times.
 */
#include "compare/machines.h"

#include "compare/match/name.h"
#include "system/system.h"

/* Maximum depth of results that were merged from merged results. */
#define PARTS_DEPTH 8

/* Maximum bytes of a value in a warning: a value in a file may have any size. */
#define SHOWN_MOST 100u

/* A fact that should be the same in all results. */
typedef struct common_fact {
    const char *object; /* the member of `benchresult` that holds it */
    const char *key;
    const char *name;
    const char *difference; /* the start of the warning */
} common_fact;

/* A value that a result records, as JSON text. */
typedef struct host_value {
    bres__slice text;
    const bres_result *result;
    int side;
} host_value;

/* Finds a member that is an object. */
static bool object_member(const char *object, const char *key, bres__slice *member)
{
    return bres__json_member(object, key, member) && member->data[0] == '{';
}

static bool slices_equal(const bres__slice *a, const bres__slice *b)
{
    return a->length == b->length && memcmp(a->data, b->data, a->length) == 0;
}

/* A fact that is being compared between the parts of all results. */
typedef struct fact_search {
    const common_fact *fact;
    host_value here;  /* the result being walked; its text is the value of the last part */
    host_value first; /* the first part that has the fact */
} fact_search;

/* Returns false if the fact of a part differs from that of the first part. */
static bool part_check(fact_search *search, const bres__slice *object)
{
    if (!bres__json_member(object->data, search->fact->key, &search->here.text))
        return true;
    if (search->first.result == NULL)
        search->first = search->here;
    return slices_equal(&search->first.text, &search->here.text);
}

/* Checks the fact of a meta section or, if the section lacks it, of the parts that were merged into
 * the result. Returns false at the first difference. */
static bool meta_check(fact_search *search, const char *meta, uint32_t depth)
{
    bres__slice own;
    bres__slice found;
    bres__cursor cursor;
    bres__json_walk walk;
    bres__slice part;

    if (meta == NULL || depth == PARTS_DEPTH || !object_member(meta, "benchresult", &own))
        return true;
    if (object_member(own.data, search->fact->object, &found))
        return part_check(search, &found);
    if (!bres__json_member(own.data, "merged", &found) || found.data[0] != '[')
        return true;
    cursor = bres__json_unchecked_cursor(found.data, found.length);
    walk = bres__json_walk_list(&cursor);
    while (bres__json_walk_pass(&walk, &part)) {
        if (part.data[0] == '{' && !meta_check(search, part.data, depth + 1))
            return false;
    }
    return true;
}

static void put_result(bres__text *text, const host_value *value)
{
    if (value->result->path != NULL)
        bres__text_printf(text, "'%s'", value->result->path);
    else
        bres__text_puts(
            text, bres__sides_name(value->side == BRES__REFERENCE, value->side == BRES__CANDIDATE));
}

/* Shortens a long value at the end of a character. */
static void put_shortened(bres__text *text, const char *value, size_t length)
{
    size_t shown = length;

    if (length > SHOWN_MOST) {
        shown = SHOWN_MOST;
        while (shown > 0 && ((unsigned char)value[shown] & 0xC0) == 0x80)
            shown--;
    }
    bres__text_append(text, value, shown);
    if (shown < length)
        bres__text_puts(text, "...");
}

bres_status bres__fact_put_value(bres__text *text, const bres__slice *value)
{
    bres__cursor cursor = bres__json_unchecked_cursor(value->data, value->length);
    bres__arena arena = { 0 };
    bres__json_kind kind;
    bres__slice shown;
    bres_status status = BRES_OK;

    if (value->data[0] == '"') {
        status = bres__json_scalar(&cursor, &arena, &kind, &shown);
        if (status == BRES_OK) {
            bres__text_putc(text, '\'');
            put_shortened(text, shown.data, shown.length);
            bres__text_putc(text, '\'');
        }
    } else {
        put_shortened(text, value->data, value->length);
    }
    bres__arena_free(&arena);
    return status;
}

static bres_status difference_warn(const common_fact *fact, const host_value *first,
                                   const host_value *other, const bres_compare_options *options)
{
    bres__text text = { 0 };
    bres_status status;

    bres__text_printf(&text, "%s: %s is ", fact->difference, fact->name);
    status = bres__fact_put_value(&text, &first->text);
    if (first->result != other->result) {
        bres__text_puts(&text, " in ");
        put_result(&text, first);
        bres__text_puts(&text, ", and ");
    } else {
        bres__text_puts(&text, " and ");
    }
    if (status == BRES_OK)
        status = bres__fact_put_value(&text, &other->text);
    bres__text_puts(&text, first->result != other->result ? " in " : " in parts of ");
    put_result(&text, other);
    if (status == BRES_OK && text.failed)
        status = bres__error_memory();
    if (status == BRES_OK)
        bres__log_say(options->log, options->log_user, BRES_LOG_WARNING, text.data);
    bres__text_free(&text);
    return status;
}

/* Compares every part of every result with the first part that has the fact. Stops after one
 * warning. */
static bres_status fact_check(const bres_comparison *comparison, const common_fact *fact,
                              const bres_compare_options *options)
{
    fact_search search = { .fact = fact };

    for (int side = 0; side < 2; side++) {
        for (size_t i = 0; i < comparison->sets[side].result_count; i++) {
            search.here.result = comparison->sets[side].results[i];
            search.here.side = side;
            if (!meta_check(&search, search.here.result->meta, 0))
                return difference_warn(fact, &search.first, &search.here, options);
        }
    }
    return BRES_OK;
}

bres_status bres__machines_check(const bres_comparison *comparison,
                                 const bres_compare_options *options)
{
    static const common_fact clock = { "import", "clock", "the imported clock",
                                       "the results have times of different clocks" };
    bres_status status = BRES_OK;

    if (options->log == NULL)
        return BRES_OK;
    for (int id = 0; id < BRES__FACT_COUNT && status == BRES_OK; id++) {
        const bres__fact_info *info = bres__fact_describe((bres__fact_id)id);
        const common_fact fact = { "host", info->key, info->name,
                                   "the results were measured on different machines or settings" };

        if (info->identifies)
            status = fact_check(comparison, &fact, options);
    }
    return status == BRES_OK ? fact_check(comparison, &clock, options) : status;
}
