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

/* The digits after the last hyphen of a name; empty if anything but digits follows the hyphen. */
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

/* Records the current value of a key before it changes, if results were read since it was set. */
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

go_line bres__go_package_line(const go_section *section)
{
    return (go_line){ .kind = GO_CONFIG, .name = { "pkg", 3 }, .rest = section->package };
}

/* A key is unset before its first line. */
bool bres__go_set_key(go_survey *survey, const go_line *line)
{
    const size_t known = survey->key_names.count;
    size_t position;
    go_key *key;

    if (!bres__array_reserve_zeroed(&survey->keys, &survey->key_capacity, known + 1,
                                    sizeof(*survey->keys)) ||
        !BRES__RESERVE(&survey->set, &survey->set_capacity, survey->set_count + 1) ||
        !bres__index_add(&survey->key_names, line->name.data, line->name.length, &position))
        return false;
    key = &survey->keys[position];
    if (survey->key_names.count != known)
        *key = (go_key){ .name = line->name, .value = { "", 0 } };
    if (!key->is_set)
        survey->set[survey->set_count++] = position;
    key->is_set = true;
    key_end(key, survey->result_count);
    key->value = line->rest;
    return true;
}

void bres__go_unset_keys(go_survey *survey)
{
    for (size_t i = 0; i < survey->set_count; i++) {
        go_key *key = &survey->keys[survey->set[i]];

        key_end(key, survey->result_count);
        key->value = (bres__slice){ "", 0 };
        key->is_set = false;
    }
    survey->set_count = 0;
}

/* Sets *has_results if the section has a result. */
static bool survey_section(go_survey *self, const go_section *section, bool *has_results)
{
    const go_line package = bres__go_package_line(section);
    go_text text = { .rest = section->text };
    bool done = section->is_input || bres__go_set_key(self, &package);
    go_line line;

    while (done && bres__go_next(&text, &line)) {
        self->result_count += line.kind == GO_RESULT || line.kind == GO_FAILED;
        *has_results |= line.kind == GO_RESULT;
        if (line.kind == GO_RESULT)
            done = survey_name(self, &line.name);
        else if (line.kind == GO_CONFIG)
            done = bres__go_set_key(self, &line);
    }
    bres__go_unset_keys(self);
    return done;
}

static bool survey_failures(go_survey *self, const go_section *section)
{
    go_text text = { .rest = section->text };
    bool done = true;
    go_line line;

    while (done && bres__go_next(&text, &line)) {
        if (line.kind == GO_FAILED)
            done = survey_name(self, &line.name);
    }
    return done;
}

/* Results after the last section that sets a key lack the key. */
static void survey_end(go_survey *self)
{
    for (size_t i = 0; i < self->key_names.count; i++)
        key_end(&self->keys[i], self->result_count);
}

bool bres__go_survey(go_survey *survey, const go_section *sections, size_t count)
{
    bool has_results = false;
    bool done = true;

    for (size_t i = 0; i < count && done; i++)
        done = survey_section(survey, &sections[i], &has_results);
    /* Without results, only failures have names. */
    for (size_t i = 0; i < count && done && !has_results; i++)
        done = survey_failures(survey, &sections[i]);
    survey_end(survey);
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
    bres__free(survey->set);
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
