/* SPDX-License-Identifier: MIT */
/*
 * The functions of a profile and their counts.
 */
#include "callgrind/counts/counts.h"
#include "callgrind/profile/view.h"

#include <inttypes.h>

bres_status bres__view_add(uint64_t *counts, uint32_t row, uint64_t cost)
{
    if (!__builtin_add_overflow(counts[row], cost, &counts[row]))
        return BRES_OK;
    return bres__error(BRES_ERROR_VALUE, "the count of a function is beyond 2^64-1");
}

static bool view_make_rows(bres__profile_view *view)
{
    const bres_profile *const profile = view->profile;

    view->row_of = bres__calloc(profile->sites.count, sizeof(*view->row_of));
    if (view->row_of == NULL)
        return false;
    for (uint32_t site = 0; site < profile->sites.count; site++) {
        const uint32_t file = bres__pairs_first(&profile->sites, site);
        const uint32_t function = bres__pairs_second(&profile->sites, site);
        const uint32_t home = bres__pairs_first(&profile->functions, function);
        uint32_t name = bres__pairs_second(&profile->functions, function);

        if (view->merge)
            name = profile->texts[name]->base;
        if (!bres__pairs_add(&view->rows, view->by_file ? file : home, name, &view->row_of[site]))
            return false;
    }
    view->self = bres__calloc(view->rows.count, sizeof(*view->self));
    view->values = bres__calloc(view->rows.count, sizeof(*view->values));
    return view->self != NULL && view->values != NULL;
}

static bres_status view_add_own(bres__profile_view *view)
{
    const bres_profile *const profile = view->profile;

    for (size_t i = view->selection.first; i < view->selection.end; i++) {
        const bres__profile_part *const part = &profile->parts[i];
        size_t at = part->self.values;
        uint32_t column;

        if (!bres__part_column(part, view->selection.event, &column))
            continue;
        for (size_t entry = part->self.first; entry < part->self.end; entry++) {
            const bres_status status =
                bres__view_add(view->self, view->row_of[profile->self.keys[entry]],
                               profile->self.values[at + column]);

            if (status != BRES_OK)
                return status;
            at += part->column_count;
        }
    }
    return BRES_OK;
}

bres__view_call bres__view_calls(const bres__profile_view *view)
{
    const size_t part = view->selection.first;

    return (bres__view_call){
        .part = part,
        .entry = part < view->selection.end ? view->profile->parts[part].called.first : 0,
    };
}

bool bres__view_next_call(const bres__profile_view *view, bres__view_call *call)
{
    const bres_profile *const profile = view->profile;

    for (; call->part < view->selection.end; call->part++) {
        const bres__profile_part *const part = &profile->parts[call->part];
        uint32_t column;
        uint32_t edge;

        if (call->entry < part->called.first)
            call->entry = part->called.first;
        if (call->entry == part->called.end ||
            !bres__part_column(part, view->selection.event, &column))
            continue;
        edge = profile->called.keys[call->entry];
        call->caller = view->row_of[bres__pairs_second(&profile->edges, edge)];
        call->callee = view->row_of[bres__edge_target(profile, edge)];
        call->counted = bres__edge_is_counted(profile, edge);
        call->cost = profile->called
                         .values[part->called.values +
                                 (call->entry - part->called.first) * part->column_count + column];
        call->entry++;
        return true;
    }
    return false;
}

static void view_free(bres__profile_view *view)
{
    bres__pairs_free(&view->rows);
    bres__free(view->row_of);
    bres__free(view->self);
    bres__free(view->values);
    bres__free(view->objects);
}

/* Makes "file:function [object]", without the brackets if the object is unknown. */
static char *view_name(const bres__profile_view *view, uint32_t row, bres__text *text,
                       bres__arena *arena)
{
    const bres_profile *const profile = view->profile;
    const uint32_t place = bres__pairs_first(&view->rows, row);
    const char *object;
    const char *file;

    if (view->by_file) {
        file = profile->texts[place]->data;
        object =
            view->objects[row] == BRES__NO_NUMBER ? "" : profile->texts[view->objects[row]]->data;
    } else {
        file = profile->texts[bres__pairs_second(&profile->homes, place)]->data;
        object = profile->texts[bres__pairs_first(&profile->homes, place)]->data;
    }
    bres__text_clear(text);
    bres__text_puts(text, file);
    bres__text_putc(text, ':');
    bres__text_puts(text, profile->texts[bres__pairs_second(&view->rows, row)]->data);
    if (object[0] != '\0') {
        bres__text_puts(text, " [");
        bres__text_puts(text, object);
        bres__text_putc(text, ']');
    }
    return text->failed ? NULL : bres__arena_copy(arena, text->data, text->length);
}

static bres_status view_entries(const bres__profile_view *view, bres_counts *counts)
{
    bres__text text = { 0 };
    bres_status status = BRES_OK;

    for (uint32_t row = 0; status == BRES_OK && row < view->rows.count; row++) {
        bres_count *const entry = &counts->entries[counts->size];

        if (view->values[row] == 0)
            continue;
        entry->name = view_name(view, row, &text, &counts->names);
        entry->count = (int64_t)view->values[row];
        if (entry->name == NULL)
            status = bres__error_memory();
        else if (view->values[row] > INT64_MAX)
            status = bres__counts_too_large(entry->name);
        else
            counts->size++;
    }
    bres__text_free(&text);
    bres__counts_sort(counts, BRES_COUNTS_BY_COUNT);
    return status;
}

static bres_status view_count(bres__profile_view *view, bres_inclusion inclusion)
{
    bres_status status = view_make_rows(view) ? view_add_own(view) : bres__error_memory();

    if (status == BRES_OK && view->by_file)
        status = bres__view_annotate_objects(view);
    if (status != BRES_OK)
        return status;
    switch (inclusion) {
    case BRES_INCLUSIVE:
        return bres__view_inclusive(view);
    case BRES_EXCLUSIVE_ANNOTATE:
    case BRES_INCLUSIVE_ANNOTATE:
        return bres__view_annotate(view, inclusion == BRES_INCLUSIVE_ANNOTATE);
    case BRES_EXCLUSIVE:
        break;
    }
    for (size_t row = 0; row < view->rows.count; row++)
        view->values[row] = view->self[row];
    return BRES_OK;
}

bres_status bres_profile_counts(const bres_profile *profile, size_t part, const char *event,
                                bres_inclusion inclusion, uint32_t flags, bres_counts **counts)
{
    bres__profile_view view = { .profile = profile };
    bres_counts *made = NULL;
    bres_status status;

    if (counts == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_profile_counts: counts is NULL");
    *counts = NULL;
    if ((unsigned)inclusion > BRES_INCLUSIVE_ANNOTATE)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_profile_counts: unknown inclusion %d",
                           (int)inclusion);
    status = bres__options_check_flags(flags, BRES_PROFILE_MERGE_RECURSION, "bres_profile_counts");
    if (status == BRES_OK)
        status = bres__profile_select(profile, "bres_profile_counts", part, event, &view.selection);
    if (status != BRES_OK)
        return status;
    view.by_file = inclusion == BRES_EXCLUSIVE_ANNOTATE || inclusion == BRES_INCLUSIVE_ANNOTATE;
    view.merge = (flags & BRES_PROFILE_MERGE_RECURSION) != 0;
    status = view_count(&view, inclusion);
    if (status == BRES_OK)
        status = bres__counts_room(
            view.rows.count, inclusion == BRES_INCLUSIVE || inclusion == BRES_INCLUSIVE_ANNOTATE,
            &made);
    if (status == BRES_OK)
        status = view_entries(&view, made);
    view_free(&view);
    return bres__counts_finish(made, status, counts);
}
