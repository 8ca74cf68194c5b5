/* SPDX-License-Identifier: MIT */
/*
 * Splits a result file into its parts and checks everything except the states. It only finds the
 * ends of the states, because the decoder checks them.
 */
#include "nvbench/nvbench.h"

#include <string.h>

static bres_status layout_error(const bres__cursor *cursor, const char *expected,
                                bres__json_kind found)
{
    bres__error(BRES_ERROR_KIND, "expected %s, found %s", expected, bres__json_kind_name(found));
    bres__error_set_expected(expected);
    bres__error_set_offset(cursor->next - cursor->start);
    return BRES_ERROR_KIND;
}

bool bres__unknown_members_is_empty(const bres__unknown_members *members)
{
    return members->text.length == 0 && !members->text.failed;
}

void bres__unknown_members_add(bres__unknown_members *members, const bres__slice *key,
                               const bres__slice *value)
{
    bres__text_putc(&members->text, members->text.length == 0 ? '{' : ',');
    bres__json_quote(&members->text, key->data, key->length);
    bres__text_putc(&members->text, ':');
    bres__text_append(&members->text, value->data, value->length);
}

const char *bres__unknown_members_text(bres__unknown_members *members, size_t *length)
{
    bres__text_putc(&members->text, '}');
    *length = members->text.length;
    return members->text.failed ? NULL : members->text.data;
}

void bres__unknown_members_clear(bres__unknown_members *members)
{
    bres__text_clear(&members->text);
}

void bres__unknown_members_free(bres__unknown_members *members)
{
    bres__text_free(&members->text);
}

/* Copies the object to the arena; *text is unchanged if the object has no member. */
static bres_status members_keep(bres__unknown_members *members, bres__arena *arena,
                                const char **text)
{
    const char *object;
    size_t length;

    if (bres__unknown_members_is_empty(members))
        return BRES_OK;
    object = bres__unknown_members_text(members, &length);
    if (object != NULL)
        *text = bres__arena_copy(arena, object, length);
    return *text == NULL ? bres__error_memory() : BRES_OK;
}

bres_status bres__document_add_state(bres__document *document, bres__bench_text *bench,
                                     const bres__load *load, const bres__slice *text)
{
    if (document->state_count >= load->options.max_states)
        return bres__error(BRES_ERROR_LIMIT, "more than %llu states",
                           (unsigned long long)load->options.max_states);
    if (!BRES__RESERVE(&bench->states, &bench->state_capacity, bench->state_count + 1))
        return bres__error_memory();
    bench->states[bench->state_count++] = (bres__state_text){ text->data, text->length };
    document->state_count++;
    return BRES_OK;
}

/* Checks and drops a list of states that a later key of the same name replaces, because no decoder
 * will check it. */
static bres_status drop_states(bres__document *document, bres__bench_text *bench,
                               const bres__cursor *cursor)
{
    for (size_t i = 0; i < bench->state_count; i++) {
        bres__cursor state = *cursor;
        bres_status status;

        state.next = bench->states[i].begin;
        state.end = state.next + bench->states[i].length;
        state.depth = BRES__STATE_DEPTH;
        status = bres__json_skip(&state, NULL);
        if (status == BRES_OK)
            status = bres__json_finish(&state);
        if (status != BRES_OK)
            return status;
    }
    document->state_count -= bench->state_count;
    bench->state_count = 0;
    return BRES_OK;
}

static bres_status split_states(bres__document *document, bres__bench_text *bench,
                                const bres__load *load, bres__cursor *cursor)
{
    bres__json_walk walk = bres__json_walk_list(cursor);

    while (bres__json_walk_next(&walk)) {
        bres__slice text;
        const char *end;

        if (bres__json_peek(cursor) == BRES__JSON_MISSING)
            return bres__json_skip(cursor, NULL);
        end = bres__json_ends_span(&document->ends, cursor->next, cursor->end);
        if (end == NULL) {
            walk.status = bres__error(BRES_ERROR_SYNTAX, "not JSON: the text ends early");
            bres__error_set_offset(cursor->end - cursor->start);
            break;
        }
        text = (bres__slice){ cursor->next, (size_t)(end - cursor->next) };
        walk.status = bres__document_add_state(document, bench, load, &text);
        cursor->next = end;
    }
    return walk.status;
}

static bres_status split_states_member(bres__document *document, bres__bench_text *bench,
                                       const bres__load *load, bres__cursor *cursor)
{
    bres__json_kind kind = bres__json_peek(cursor);
    bres_status status = drop_states(document, bench, cursor);

    if (status != BRES_OK)
        return status;
    bench->has_states = true;
    if (kind == BRES__JSON_ARRAY)
        return split_states(document, bench, load, cursor);
    if (kind == BRES__JSON_NULL || kind == BRES__JSON_MISSING)
        return bres__json_skip(cursor, NULL);
    if (kind == BRES__JSON_OBJECT)
        return bres__load_old_layout(load, cursor->next, "benchmarks[%zu].states",
                                     document->bench_count - 1);
    status = layout_error(cursor, "a list", kind);
    bres__error_set_path("benchmarks[%zu].states", document->bench_count - 1);
    return status;
}

static bres_status split_bench_member(bres__document *document, bres__bench_text *bench,
                                      const bres__load *load, bres__cursor *cursor,
                                      const bres__slice *key, bres__unknown_members *extra)
{
    bres__slice value;
    bres_status status;

    if (bres__slice_is(key, "states"))
        return split_states_member(document, bench, load, cursor);
    status = bres__json_skip(cursor, &value);
    if (status != BRES_OK)
        return status;
    if (bres__slice_is(key, "name"))
        bench->name = value;
    else if (bres__slice_is(key, "devices"))
        bench->devices = value;
    else if (bres__slice_is(key, "axes"))
        bench->axes = value;
    else
        bres__unknown_members_add(extra, key, &value);
    return BRES_OK;
}

static bres_status split_bench(bres__document *document, bres__bench_text *bench,
                               const bres__load *load, bres__cursor *cursor)
{
    bres__unknown_members extra = { 0 };
    bres__json_walk walk;

    bench->begin = cursor->next;
    walk = bres__json_walk_object(cursor, &document->arena);
    while (bres__json_walk_next(&walk))
        walk.status = split_bench_member(document, bench, load, cursor, &walk.key, &extra);
    if (walk.status == BRES_OK)
        walk.status = members_keep(&extra, &document->arena, &bench->extra);
    bres__unknown_members_free(&extra);
    return walk.status;
}

static bres_status drop_benches(bres__document *document, const bres__cursor *cursor)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < document->bench_count && status == BRES_OK; i++)
        status = drop_states(document, &document->benches[i], cursor);
    for (size_t i = 0; i < document->bench_count; i++)
        bres__free(document->benches[i].states);
    document->bench_count = 0;
    return status;
}

static bres_status split_benches(bres__document *document, const bres__load *load,
                                 bres__cursor *cursor)
{
    bres__json_walk walk = bres__json_walk_list(cursor);

    while (bres__json_walk_next(&walk)) {
        const bres__json_kind kind = bres__json_peek(cursor);

        if (kind != BRES__JSON_OBJECT && kind != BRES__JSON_MISSING) {
            walk.status = layout_error(cursor, "an object", kind);
            bres__error_set_path("benchmarks[%zu]", document->bench_count);
            break;
        }
        if (!BRES__RESERVE(&document->benches, &document->bench_capacity,
                           document->bench_count + 1))
            return bres__error_memory();
        document->benches[document->bench_count] = (bres__bench_text){ 0 };
        walk.status =
            split_bench(document, &document->benches[document->bench_count++], load, cursor);
    }
    return walk.status;
}

static bres_status split_benches_member(bres__document *document, const bres__load *load,
                                        bres__cursor *cursor)
{
    bres__json_kind kind = bres__json_peek(cursor);
    bres_status status = drop_benches(document, cursor);

    if (status != BRES_OK)
        return status;
    document->has_benchmarks = true;
    if (kind == BRES__JSON_ARRAY)
        return split_benches(document, load, cursor);
    if (kind == BRES__JSON_NULL || kind == BRES__JSON_MISSING)
        return bres__json_skip(cursor, NULL);
    status = layout_error(cursor, "a list", kind);
    bres__error_set_path("benchmarks");
    return status;
}

static bres_status split_root_member(bres__document *document, const bres__load *load,
                                     bres__cursor *cursor, const bres__slice *key,
                                     bres__unknown_members *extra)
{
    bres__slice value;
    bres_status status;

    if (bres__slice_is(key, "benchmarks"))
        return split_benches_member(document, load, cursor);
    status = bres__json_skip(cursor, &value);
    if (status != BRES_OK)
        return status;
    if (bres__slice_is(key, "meta"))
        document->meta = value;
    else if (bres__slice_is(key, "devices"))
        document->devices = value;
    else
        bres__unknown_members_add(extra, key, &value);
    return BRES_OK;
}

static bres_status split_root(bres__document *document, const bres__load *load,
                              bres__cursor *cursor)
{
    bres__unknown_members extra = { 0 };
    bres__json_kind kind = bres__json_peek(cursor);
    bres__json_walk walk;
    bres_status status;

    if (kind != BRES__JSON_OBJECT && kind != BRES__JSON_MISSING)
        return layout_error(cursor, "an object", kind);
    walk = bres__json_walk_object(cursor, &document->arena);
    while (bres__json_walk_next(&walk))
        walk.status = split_root_member(document, load, cursor, &walk.key, &extra);
    status = walk.status;
    if (status == BRES_OK)
        status = bres__json_finish(cursor);
    if (status == BRES_OK)
        status = members_keep(&extra, &document->arena, &document->extra);
    bres__unknown_members_free(&extra);
    if (status == BRES_OK && !document->has_benchmarks) {
        status = bres__error(BRES_ERROR_KEY, "the key 'benchmarks' is missing");
        bres__error_set_expected("the key 'benchmarks'");
    }
    return status;
}

/* Determines the fault to report. A fault within a state can mislead the scan for the ends of
 * states, which then finds some fault after it. If the text is not JSON, the first syntax error is
 * the fault; otherwise, it is the fault that was found. */
static bres_status first_fault(const bres__cursor *start, bres_status status)
{
    bres__error_record found;
    bres__cursor cursor = *start;
    bres_status check;

    bres__error_save(&found);
    check = bres__json_skip(&cursor, NULL);
    if (check == BRES_OK)
        check = bres__json_finish(&cursor);
    if (check != BRES_OK)
        return check;
    bres__error_restore(&found);
    return status;
}

bres_status bres__document_split(bres__document *document, const bres__load *load,
                                 const bres__slice *text)
{
    bres__cursor start = bres__load_cursor(load);
    bres__cursor cursor;
    bres_status status;

    *document = (bres__document){ 0 };
    start.next = text->data;
    start.end = text->data + text->length;
    if (text->length == 0) {
        status = bres__error(BRES_ERROR_SYNTAX, "not JSON: the file is empty");
    } else if (text->length >= 3 && memcmp(text->data, "\xef\xbb\xbf", 3) == 0) {
        status = bres__error(BRES_ERROR_SYNTAX, "not JSON: it begins with a byte order mark");
        bres__error_set_offset(text->data - load->text);
    } else {
        cursor = start;
        status = bres__json_ends_find(&document->ends, text->data, text->length, BRES__STATE_DEPTH,
                                      BRES__JSON_ENDS_PART, load->options.threads);
        if (status == BRES_OK)
            status = split_root(document, load, &cursor);
        if (status != BRES_OK && status != BRES_ERROR_MEMORY)
            status = first_fault(&start, status);
    }
    if (status != BRES_OK)
        bres__error_set_file(load->name);
    return status;
}

void bres__document_free(bres__document *document)
{
    for (size_t i = 0; i < document->bench_count; i++)
        bres__free(document->benches[i].states);
    bres__free(document->benches);
    bres__json_ends_free(&document->ends);
    bres__arena_free(&document->arena);
}
