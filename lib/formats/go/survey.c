/* SPDX-License-Identifier: MIT */
#include "formats/go/go.h"

#include "base/alloc.h"

#include <string.h>

static bres__slice function_of(const bres__slice *name, size_t suffix)
{
    const char *slash = memchr(name->data, '/', name->length);

    return (bres__slice){ name->data, slash != NULL ? (size_t)(slash - name->data)
                                      : suffix != 0 ? name->length - suffix - 1
                                                    : name->length };
}

/* The digits behind the last hyphen of a name, if all that follows it are digits. */
static bres__slice suffix_of(const bres__slice *name)
{
    size_t count = 0;

    while (count < name->length && name->data[name->length - count - 1] >= '0' &&
           name->data[name->length - count - 1] <= '9')
        count++;
    if (count == 0 || count >= name->length || name->data[name->length - count - 1] != '-')
        count = 0;
    return (bres__slice){ name->data + name->length - count, count };
}

static bool survey_name(go_survey *self, const bres__slice *name)
{
    const bres__slice suffix = suffix_of(name);
    const bres__slice function = function_of(name, suffix.length);
    const size_t known = self->pairs.count;
    size_t position;

    if (!bres__index_add(&self->functions, function.data, function.length, &position))
        return false;
    if (suffix.length == 0) {
        self->has_bare = true;
        return true;
    }
    bres__text_append(&self->pairs.key, function.data, function.length);
    bres__text_putc(&self->pairs.key, '\0');
    bres__text_append(&self->pairs.key, suffix.data, suffix.length);
    if (!bres__index_take(&self->pairs, &position))
        return false;
    if (self->pairs.count == known)
        return true;
    if (!bres__array_reserve_zeroed(&self->suffixes, &self->suffix_capacity,
                                    self->suffix_names.count + 1, sizeof(*self->suffixes)) ||
        !bres__index_add(&self->suffix_names, suffix.data, suffix.length, &position))
        return false;
    self->suffixes[position].digits = suffix;
    self->suffixes[position].uses++;
    return true;
}

static bool slice_equals(const bres__slice *a, const bres__slice *b)
{
    return a->length == b->length && memcmp(a->data, b->data, a->length) == 0;
}

/* Notes the value of a key that ends here, if results have it. */
static void key_end(go_key *key, size_t result_count)
{
    if (key->used_count == result_count)
        return;
    key->varies = key->varies || (key->is_used && !slice_equals(&key->used, &key->value));
    if (!key->is_used)
        key->used = key->value;
    key->is_used = true;
    key->used_count = result_count;
}

/* A key is unset up to its first line. */
static bool survey_config(go_survey *self, const go_line *line)
{
    const size_t known = self->key_names.count;
    size_t position;
    go_key *key;

    if (!bres__array_reserve_zeroed(&self->keys, &self->key_capacity, known + 1,
                                    sizeof(*self->keys)) ||
        !bres__index_add(&self->key_names, line->name.data, line->name.length, &position))
        return false;
    key = &self->keys[position];
    if (self->key_names.count != known)
        *key = (go_key){ .name = line->name, .value = { "", 0 } };
    key_end(key, self->result_count);
    key->value = line->rest;
    return true;
}

bool bres__go_survey(go_survey *survey, bres__slice text)
{
    go_text lines = { .rest = text };
    bool has_results = false;
    bool done = true;
    go_line line;

    while (done && bres__go_next(&lines, &line)) {
        survey->result_count += line.kind == GO_RESULT || line.kind == GO_FAILED;
        has_results |= line.kind == GO_RESULT;
        if (line.kind == GO_RESULT)
            done = survey_name(survey, &line.name);
        else if (line.kind == GO_CONFIG)
            done = survey_config(survey, &line);
    }
    /* Without results, the names of failures are all that is known. */
    lines = (go_text){ .rest = text };
    while (done && !has_results && bres__go_next(&lines, &line)) {
        if (line.kind == GO_FAILED)
            done = survey_name(survey, &line.name);
    }
    for (size_t i = 0; i < survey->key_names.count; i++) {
        key_end(&survey->keys[i], survey->result_count);
        survey->keys[i].value = (bres__slice){ "", 0 };
    }
    return done;
}

void bres__go_survey_free(go_survey *survey)
{
    bres__index_free(&survey->functions);
    bres__index_free(&survey->suffix_names);
    bres__free(survey->suffixes);
    bres__index_free(&survey->pairs);
    bres__index_free(&survey->key_names);
    bres__free(survey->keys);
}

bres__slice bres__go_processors(const go_survey *survey, const bres__slice *name)
{
    const bres__slice suffix = suffix_of(name);
    const size_t position =
        suffix.length != 0 ? bres__index_find(&survey->suffix_names, suffix.data, suffix.length)
                           : BRES__INDEX_NONE;

    if (position != BRES__INDEX_NONE && survey->suffixes[position].uses == survey->functions.count)
        return suffix;
    return (bres__slice){ name->data + name->length, 0 };
}

bres__slice bres__go_all_processors(const go_survey *survey)
{
    bres__slice found = { "", 0 };

    for (size_t i = 0; i < survey->suffix_names.count && !survey->has_bare; i++) {
        if (survey->suffixes[i].uses != survey->functions.count)
            continue;
        if (found.length != 0)
            return (bres__slice){ "", 0 };
        found = survey->suffixes[i].digits;
    }
    return found;
}
