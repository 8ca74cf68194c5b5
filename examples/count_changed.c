/* SPDX-License-Identifier: MIT */
/*
 * Finds the functions that changed between two versions, by subtracting their instruction counts.
 * Here the versions differ in the size of a hash table. Run as: count_changed
 */
#include <benchresult.h>
#include <stdio.h>
#include <string.h>

#define WORDS 500

struct table {
    size_t buckets;
    int heads[256]; /* first word of each chain; -1: end of the chain */
    int next[WORDS];
    char words[WORDS][8];
};

static size_t hash(const struct table *table, const char *word)
{
    size_t value = 5381;

    for (; *word != '\0'; word++)
        value = value * 33 + (unsigned char)*word;
    return value % table->buckets;
}

int find(const struct table *table, const char *word);

/* If this function were inlined, its instructions would count for its caller. */
__attribute__((noinline)) int find(const struct table *table, const char *word)
{
    int i = table->heads[hash(table, word)];

    while (i >= 0 && strcmp(table->words[i], word) != 0)
        i = table->next[i];
    return i;
}

static struct table *make(size_t buckets)
{
    static struct table table;

    table.buckets = buckets;
    memset(table.heads, -1, sizeof table.heads);
    for (int i = 0; i < WORDS; i++) {
        size_t bucket;

        snprintf(table.words[i], sizeof table.words[i], "w%d", i);
        bucket = hash(&table, table.words[i]);
        table.next[i] = table.heads[bucket];
        table.heads[bucket] = i;
    }
    return &table;
}

static void *make_old(void)
{
    return make(32);
}

static void *make_new(void)
{
    return make(256);
}

static void find_all(void *context)
{
    const struct table *table = context;

    for (int i = 0; i < WORDS; i++)
        find(table, table->words[i]);
}

static bres_status print_changes(const bres_callgrind *before, const bres_callgrind *after)
{
    static const char *const roots[] = { "examples/", NULL };
    bres_counts *changes = NULL;
    bres_counts *named = NULL;
    bres_counts *sorted = NULL;
    char *text = NULL;
    bres_status status = bres_counts_subtract(bres_callgrind_statement(after, 0, false),
                                              bres_callgrind_statement(before, 0, false), &changes);

    if (status == BRES_OK)
        status = bres_counts_standardize(changes, roots, &named);
    if (status == BRES_OK)
        status = bres_counts_sort(named, BRES_COUNTS_BY_MAGNITUDE, &sorted);
    if (status == BRES_OK)
        status = bres_counts_text(sorted, 0, 0, &text);
    if (status == BRES_OK)
        fputs(text, stdout);
    bres_string_free(text);
    bres_counts_free(sorted);
    bres_counts_free(named);
    bres_counts_free(changes);
    return status;
}

int main(void)
{
    static const bres_callgrind_task tasks[] = { { "old", find_all, make_old, NULL },
                                                 { "new", find_all, make_new, NULL } };
    bres_callgrind *before = NULL;
    bres_callgrind *after = NULL;
    int status = bres_callgrind_serve(tasks, 2);

    if (status >= 0)
        return status;
    status = bres_callgrind_collect_task("old", NULL, &before) == BRES_OK &&
                     bres_callgrind_collect_task("new", NULL, &after) == BRES_OK &&
                     print_changes(before, after) == BRES_OK
                 ? 0
                 : 2;
    if (status != 0)
        fprintf(stderr, "%s\n", bres_last_error());
    bres_callgrind_free(after);
    bres_callgrind_free(before);
    return status;
}
