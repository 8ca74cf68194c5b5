/* SPDX-License-Identifier: MIT */
#include "formats/write/measures.h"

#include "base/alloc.h"

#include <string.h>

const char *bres__measure_name_of(const char *tag)
{
    static const char *const prefixes[] = { "bres/import/counter/", "bres/import/rate/" };

    for (size_t i = 0; tag != NULL && i < sizeof(prefixes) / sizeof(*prefixes); i++) {
        if (strncmp(tag, prefixes[i], strlen(prefixes[i])) == 0)
            return tag + strlen(prefixes[i]);
    }
    return NULL;
}

/* The counters and rates of a run. If several summaries have the same tag, the last one counts.
 * NULL: no memory. */
static const bres_summary **list_summaries(const bres_state *run, size_t *count)
{
    const size_t all = bres_state_summary_count(run);
    const bres_summary **list = bres__calloc(all, sizeof(const bres_summary *));
    bres__index tags = { .count = 0 };
    bool done = list != NULL;
    size_t position;

    for (size_t i = 0; i < all && done; i++) {
        const bres_summary *summary = bres_state_summary_at(run, i);
        const char *tag = bres_summary_tag(summary);

        if (bres__measure_name_of(tag) == NULL)
            continue;
        done = bres__index_add(&tags, tag, strlen(tag), &position);
        if (done)
            list[position] = summary;
    }
    *count = tags.count;
    bres__index_free(&tags);
    if (done)
        return list;
    bres__free(list);
    return NULL;
}

bres_status bres__run_measures_find(bres__run_measures *self, const bres__written *state,
                                    size_t run)
{
    const float *times;
    size_t count = 0;
    size_t lost = 0;
    const bres_summary **summaries = list_summaries(state->runs[run], &count);
    /* The samples have been read before, so this cannot fail. */
    bres_status status = bres_state_samples(state->runs[run], &times, &self->sample_count);

    self->capacity = count;
    self->list = bres__calloc(count, sizeof(*self->list));
    if (summaries == NULL || self->list == NULL)
        status = bres__error_memory();
    for (size_t i = 0; i < count && status == BRES_OK && self->sample_count != 0; i++) {
        bres__run_measure *next = &self->list[self->count];

        next->tag = bres_summary_tag(summaries[i]);
        if (next->values == NULL)
            next->values = bres__calloc(self->sample_count, sizeof(*next->values));
        if (next->values == NULL)
            status = bres__error_memory();
        else if (bres__written_values(state, run, summaries[i], next->values, self->sample_count))
            self->count++;
        else
            lost++;
    }
    bres__export_lose(state->owner, "counters and rates without a value for each sample", lost);
    bres__free(summaries);
    return status;
}

void bres__run_measures_free(bres__run_measures *self)
{
    for (size_t i = 0; i < self->capacity && self->list != NULL; i++)
        bres__free(self->list[i].values);
    bres__free(self->list);
    *self = (bres__run_measures){ .count = 0 };
}

/* Makes a name that is neither refused nor taken: NAME, NAME#2, and so on. NULL: no memory. */
static const char *names_take_free(bres__measure_names *self, const char *tag, const char *name)
{
    const size_t known = self->taken.count;
    bres__text text = { 0 };
    const char *found = NULL;
    size_t position;

    bres__text_puts(&text, name);
    for (unsigned number = 2; !text.failed && found == NULL; number++) {
        const char *next = bres__write_string_of(&text);

        if (self->is_refused == NULL || !self->is_refused(tag, next)) {
            bres__text_puts(&self->taken.key, next);
            if (!bres__index_take(&self->taken, &position))
                break;
            if (self->taken.count != known)
                found = bres__arena_strdup(&self->arena, next);
        }
        bres__text_clear(&text);
        bres__text_printf(&text, "%s#%u", name, number);
    }
    bres__text_free(&text);
    return found;
}

bool bres__measure_names_find(bres__measure_names *self, const char *tag, const char *name,
                              const char **found)
{
    const size_t known = self->tags.count;
    size_t position;

    if (!BRES__RESERVE(&self->names, &self->capacity, known + 1) ||
        !bres__index_add(&self->tags, tag, strlen(tag), &position))
        return false;
    if (self->tags.count != known) {
        self->names[position] = names_take_free(self, tag, name);
        self->renamed += self->names[position] != NULL && strcmp(self->names[position], name) != 0;
    }
    *found = self->names[position];
    return *found != NULL;
}

void bres__measure_names_free(bres__measure_names *self)
{
    bres__index_free(&self->tags);
    bres__index_free(&self->taken);
    bres__arena_free(&self->arena);
    bres__free(self->names);
    *self = (bres__measure_names){ .is_refused = self->is_refused, .renamed = self->renamed };
}
