/* SPDX-License-Identifier: MIT */
/*
 * The benchmarks of a draft, and its data about the whole source.
 */
#include "formats/draft.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/json/equal.h"

#include <string.h>

char *bres__draft_copy(bres__draft *draft, const char *text)
{
    char *copy = bres__arena_strdup(&draft->arena, text != NULL ? text : "");

    draft->failed |= copy == NULL;
    return copy;
}

/* NULL: no memory. */
static bres__draft_bench *draft_append_bench(bres__draft *draft, const char *name)
{
    const size_t count = draft->bench_names.count;
    const char *copy = bres__draft_copy(draft, name);
    size_t position;

    if (copy == NULL ||
        !bres__array_reserve_zeroed(&draft->benches, &draft->bench_capacity, count + 1,
                                    sizeof(*draft->benches)) ||
        !bres__index_add(&draft->bench_names, copy, strlen(copy), &position)) {
        draft->failed = true;
        return NULL;
    }
    draft->benches[position].name = copy;
    return &draft->benches[position];
}

static bres__draft_bench *draft_bench(bres__draft *draft, const char *name)
{
    size_t position;

    name = name != NULL ? name : "";
    position = bres__index_find(&draft->bench_names, name, strlen(name));
    return position != BRES__INDEX_NONE ? &draft->benches[position]
                                        : draft_append_bench(draft, name);
}

void bres__draft_add(bres__draft_state *state, const char *bench)
{
    bres__draft_bench *target = state != NULL ? draft_bench(state->draft, bench) : NULL;

    if (target == NULL)
        return;
    if (!BRES__RESERVE(&target->states, &target->capacity, target->count + 1)) {
        state->draft->failed = true;
        return;
    }
    target->states[target->count++] = state;
    state->draft->state_count++;
}

/* Appends the list of members from `first` to `last`. */
static void bench_append_extra(bres__draft_bench *bench, bres__draft_member *first,
                               bres__draft_member *last)
{
    if (bench->extra == NULL)
        bench->extra = first;
    else
        bench->last_extra->next = first;
    bench->last_extra = last;
}

static void draft_take_bench(bres__draft *draft, const bres__draft_bench *from)
{
    bres__draft_bench *target = draft_bench(draft, from->name);

    if (target == NULL ||
        !BRES__RESERVE(&target->states, &target->capacity, target->count + from->count)) {
        draft->failed = true;
        return;
    }
    for (size_t i = 0; i < from->count; i++)
        target->states[target->count++] = from->states[i];
    draft->state_count += from->count;
    if (from->extra != NULL)
        bench_append_extra(target, from->extra, from->last_extra);
}

void bres__draft_take(bres__draft *draft, bres__draft *from)
{
    draft->failed |= from->failed;
    while (from->made != NULL) {
        bres__draft_state *state = from->made;

        from->made = state->next_made;
        state->draft = draft;
        state->next_made = draft->made;
        draft->made = state;
    }
    for (size_t i = 0; i < from->bench_names.count; i++) {
        draft_take_bench(draft, &from->benches[i]);
        from->benches[i].count = 0;
    }
    from->state_count = 0;
    bres__arena_adopt(&draft->arena, &from->arena);
}

/* Appends a member, after a comma if there are others. */
static void put_member(bres__text *members, const char *prefix, const char *key, const char *json,
                       size_t length)
{
    bres__text name = { 0 };

    bres__text_puts(&name, prefix);
    bres__text_puts(&name, key);
    if (members->length != 0)
        bres__text_putc(members, ',');
    if (!name.failed)
        bres__json_quote(members, name.data, name.length);
    members->failed |= name.failed;
    bres__text_putc(members, ':');
    bres__text_append(members, json, length);
    bres__text_free(&name);
}

void bres__draft_extra(bres__draft_state *state, const char *key, const char *json, size_t length)
{
    if (state == NULL)
        return;
    put_member(&state->extra, "bres/import/", key, json, length);
    state->draft->failed |= state->extra.failed;
}

void bres__draft_bench_extra(bres__draft *draft, const char *bench, const char *key,
                             const char *json, size_t length)
{
    bres__draft_bench *target = draft_bench(draft, bench);
    bres__draft_member *member = bres__arena_calloc(&draft->arena, 1, sizeof(*member));

    if (target == NULL || member == NULL) {
        draft->failed = true;
        return;
    }
    member->key = bres__draft_copy(draft, key);
    member->json = bres__arena_copy(&draft->arena, json, length);
    draft->failed |= member->json == NULL;
    bench_append_extra(target, member, member);
}

void bres__draft_provenance(bres__draft *draft, const char *key, const char *text)
{
    bres__text quoted = { 0 };

    bres__json_quote(&quoted, text, strlen(text));
    if (!quoted.failed)
        put_member(&draft->provenance, "", key, quoted.data, quoted.length);
    draft->failed |= quoted.failed || draft->provenance.failed;
    bres__text_free(&quoted);
}

void bres__draft_provenance_json(bres__draft *draft, const char *key, const char *json,
                                 size_t length)
{
    put_member(&draft->provenance, "", key, json, length);
    draft->failed |= draft->provenance.failed;
}

void bres__draft_host(bres__draft *draft, const char *key, const char *json, size_t length)
{
    put_member(&draft->host, "", key, json, length);
    draft->failed |= draft->host.failed;
}

void bres__draft_config(bres__draft *draft, const char *key, const char *json, size_t length)
{
    put_member(&draft->config, "", key, json, length);
    draft->failed |= draft->config.failed;
}

bool bres__draft_key_is_in(const char *key, const char *const *list)
{
    for (; *list != NULL; list++) {
        const size_t length = strlen(*list);
        const bool is_prefix = (*list)[length - 1] == '*';

        if (is_prefix ? strncmp(key, *list, length - 1) == 0 : strcmp(key, *list) == 0)
            return true;
    }
    return false;
}

void bres__draft_facts(bres__draft *draft, const bres__slice *object, const char *const *host_keys)
{
    bres__json_members members = { .count = 0 };

    draft->failed |= bres__json_members_read(&members, object) != BRES_OK;
    for (size_t i = 0; i < members.count && !draft->failed; i++) {
        const bres__slice *value = &members.values[i];
        const char *key =
            bres__arena_copy(&draft->arena, members.keys[i].data, members.keys[i].length);

        if (key == NULL)
            draft->failed = true;
        else if (bres__draft_key_is_in(key, host_keys))
            bres__draft_host(draft, key, value->data, value->length);
        else
            bres__draft_config(draft, key, value->data, value->length);
    }
    bres__json_members_free(&members);
}

void bres__draft_meta_json(bres__draft *draft, const char *key, const char *json, size_t length)
{
    put_member(&draft->meta, "", key, json, length);
    draft->failed |= draft->meta.failed;
}

bres_status bres__draft_object(const bres__text *members, bres__arena *arena, const char **json)
{
    char *object;

    *json = NULL;
    if (members->failed)
        return bres__error_memory();
    if (members->length == 0)
        return BRES_OK;
    object = bres__arena_alloc(arena, members->length + 3, 1);
    if (object == NULL)
        return bres__error_memory();
    object[0] = '{';
    memcpy(object + 1, members->data, members->length);
    strcpy(object + 1 + members->length, "}");
    *json = object;
    return BRES_OK;
}

void bres__draft_free(bres__draft *draft)
{
    for (bres__draft_state *state = draft->made; state != NULL; state = state->next_made)
        bres__text_free(&state->extra);
    for (size_t i = 0; i < draft->bench_names.count; i++) {
        bres__free(draft->benches[i].states);
    }
    bres__free(draft->benches);
    bres__index_free(&draft->bench_names);
    bres__map_free(&draft->axes.places);
    bres__map_free(&draft->series.places);
    bres__text_free(&draft->provenance);
    bres__text_free(&draft->host);
    bres__text_free(&draft->config);
    bres__text_free(&draft->meta);
    bres__text_free(&draft->warnings);
    bres__index_free(&draft->warning_texts);
    bres__arena_free(&draft->arena);
}
