/* SPDX-License-Identifier: MIT */
/*
 * The entries in memory, found by their keys.
 */
#include "tune/cache/cache.h"

#include <math.h>
#include <stdalign.h>

/* An entry with the name of its task, so that a look-up reads few cache lines. */
typedef struct node {
    bres__cache_entry entry;
    size_t name_length;
    char name[];
} node;

void bres__cache_table_free(bres__cache_table *table)
{
    bres__map_free(&table->tasks);
    bres__free(table->entries);
    bres__arena_free(&table->arena);
    *table = (bres__cache_table){ .count = 0 };
}

static bool entry_is_for(const bres__cache_entry *entry, const char *space)
{
    return space == NULL || strcmp(entry->key.space, space) == 0;
}

/* The entry of a task with this space; NULL if there is none. */
static bres__cache_entry *task_find(bres__cache_entry *head, const char *space)
{
    while (head != NULL && !entry_is_for(head, space))
        head = head->same_task;
    return head;
}

const bres__cache_entry *bres__cache_table_find(const bres__cache_table *table,
                                                const bres_tuner_key *key)
{
    bres__cache_name name;

    if (!bres__cache_key_name(key, &name))
        return NULL;
    return task_find(bres__map_get(&table->tasks, name.data, name.length), key->space);
}

static node *node_make(bres__cache_table *table, const bres__cache_name *name)
{
    node *made =
        bres__arena_alloc(&table->arena, sizeof(*made) + name->length, alignof(max_align_t));

    if (made == NULL)
        return NULL;
    memset(made, 0, sizeof(*made));
    made->name_length = name->length;
    memcpy(made->name, name->data, name->length);
    return made;
}

/* Makes `first` the head of the list of its task, followed by `second`. false: no memory. */
static bool task_lead(bres__cache_table *table, node *first, bres__cache_entry *second)
{
    if (!bres__map_set(&table->tasks, first->name, first->name_length, first))
        return false;
    first->entry.same_task = second;
    return true;
}

static bres_status table_append(bres__cache_table *table, const bres__cache_entry *entry,
                                const bres__cache_name *name, bres__cache_entry *head)
{
    node *made;

    if (!BRES__RESERVE(&table->entries, &table->capacity, table->count + 1))
        return bres__error_memory();
    made = node_make(table, name);
    if (made == NULL)
        return bres__error_memory();
    made->entry = *entry;
    if (!task_lead(table, made, head))
        return bres__error_memory();
    table->entries[table->count++] = &made->entry;
    return BRES_OK;
}

/* Replaces an entry and moves it to the head of the list of its task. */
static bres_status table_replace(bres__cache_table *table, bres__cache_entry *old,
                                 const bres__cache_entry *entry, bres__cache_entry *head)
{
    bres__cache_entry *const after = old->same_task;

    if (old != head && !task_lead(table, (node *)old, head))
        return bres__error_memory();
    for (bres__cache_entry *other = head; old != head && other != NULL; other = other->same_task) {
        if (other->same_task == old)
            other->same_task = after;
    }
    table->live -= old->length + 1;
    *old = *entry;
    old->same_task = old != head ? head : after;
    return BRES_OK;
}

bres_status bres__cache_table_add(bres__cache_table *table, const bres__cache_entry *entry)
{
    bres__cache_entry *head;
    bres__cache_entry *old;
    bres__cache_name name;
    bres_status status;

    if (!bres__cache_key_name(&entry->key, &name))
        return bres__error(BRES_ERROR_LIMIT, "the key of an answer is longer than %u bytes",
                           BRES_TUNER_KEY_BYTES_MAX);
    head = bres__map_get(&table->tasks, name.data, name.length);
    old = task_find(head, entry->key.space);
    status = old != NULL ? table_replace(table, old, entry, head)
                         : table_append(table, entry, &name, head);
    if (status == BRES_OK)
        table->live += entry->length + 1;
    return status;
}

/* How far an entry is from a key: the first member that differs decides; smaller is nearer. */
typedef struct distance {
    bool other_device;
    bool other_kernel_hash;
    double size;
    bool other_driver;
    uint64_t age; /* decreases with the offset in the file */
} distance;

static distance distance_of(const bres__cache_entry *entry, const bres_tuner_key *key)
{
    distance result = {
        .other_device = strcmp(entry->key.device, key->device) != 0,
        .other_kernel_hash = strcmp(entry->key.kernel_hash, key->kernel_hash) != 0,
        .other_driver = strcmp(entry->key.driver, key->driver) != 0,
        .age = UINT64_MAX - entry->offset,
    };

    for (size_t i = 0; i < key->problem_size_count; i++)
        result.size +=
            fabs(log1p((double)entry->key.problem_size[i]) - log1p((double)key->problem_size[i]));
    return result;
}

static bool distance_is_smaller(const distance *a, const distance *b)
{
    if (a->other_device != b->other_device)
        return b->other_device;
    if (a->other_kernel_hash != b->other_kernel_hash)
        return b->other_kernel_hash;
    if (a->size != b->size)
        return a->size < b->size;
    if (a->other_driver != b->other_driver)
        return b->other_driver;
    return a->age < b->age;
}

static bool is_comparable(const bres__cache_entry *entry, const bres_tuner_key *key)
{
    return entry->key.problem_size_count == key->problem_size_count &&
           strcmp(entry->key.kernel, key->kernel) == 0 && entry_is_for(entry, key->space);
}

const bres__cache_entry *bres__cache_table_nearest(const bres__cache_table *table,
                                                   const bres_tuner_key *key, bool any)
{
    const bres__cache_entry *nearest = NULL;
    distance best = { .size = INFINITY };

    for (size_t i = 0; key->kernel != NULL && i < table->count; i++) {
        const bres__cache_entry *entry = table->entries[i];
        distance found;

        if (!is_comparable(entry, key))
            continue;
        found = distance_of(entry, key);
        if (!any && (found.other_device || found.other_kernel_hash))
            continue;
        if (nearest == NULL || distance_is_smaller(&found, &best)) {
            nearest = entry;
            best = found;
        }
    }
    return nearest;
}
