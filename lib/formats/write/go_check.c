/* SPDX-License-Identifier: MIT */
#include "formats/write/go_check.h"

#include "base/alloc.h"
#include "formats/go/go.h"

#include <string.h>

struct go_meant {
    bres__slice name; /* without "Benchmark" */
    size_t digits;
    bool is_skip;
};

static size_t count_last_digits(const char *text)
{
    const size_t length = strlen(text);
    size_t count = 0;

    while (count < length && text[length - count - 1] >= '0' && text[length - count - 1] <= '9')
        count++;
    return count < length && text[length - count - 1] == '-' ? count : 0;
}

/* The text that a reader takes from the end of a name without processors: the value of the last
 * part, or else the function. */
static const char *find_whole_end(const char *name)
{
    const char *slash = strrchr(name, '/');
    const char *part = slash != NULL ? slash + 1 : name + strlen("Benchmark");
    const char *equals = slash != NULL ? strchr(part, '=') : NULL;

    return equals != NULL && equals != part ? equals + 1 : part;
}

/* Whether the reader did not split the name of a state: it is the value of the only axis. */
static bool has_whole_name(const bres_state *state)
{
    const char *whole = bres_value_text(bres_state_axis_value(state, "Name"));

    return whole != NULL && strcmp(whole, bres_state_name(state) + strlen("Benchmark")) == 0;
}

/* If the reader split the name, it made an axis from each part after a slash, and an axis from the
 * processors. Digits that are not processors stay in the last part, or else in the function. */
size_t bres__go_source_digits(const bres_state *state, size_t package)
{
    const char *name = bres_state_name(state);
    const char *bench = bres_subbench_name(bres_state_subbench(state));
    const size_t count = count_last_digits(name);
    const char *digits = name + strlen(name) - count;
    const char *whole = find_whole_end(name);
    const char *last = strlen(bench) > package ? bench + package : "";
    const char *found;
    size_t parts = 0;

    for (const char *slash = strchr(name, '/'); slash != NULL; slash = strchr(slash + 1, '/'))
        parts++;
    if (has_whole_name(state))
        return parts != 0 ? BRES__GO_ANY_DIGITS : strcmp(last, whole) == 0 ? 0 : count;
    found = bres_value_text(bres_state_axis_value_at(state, parts));
    if (parts != 0)
        last = bres_value_text(bres_state_axis_value_at(state, parts - 1));
    return found == NULL || strcmp(found, digits) != 0 || last == NULL || strcmp(last, whole) == 0
               ? 0
               : count;
}

bool bres__go_check_add(bres__go_check *self, const bres__text *name, size_t digits, bool is_skip)
{
    const size_t prefix = strlen("Benchmark");
    const size_t length = name->length - prefix;
    const char *copy = bres__arena_copy(&self->arena, name->data + prefix, length);

    if (copy == NULL || !BRES__RESERVE(&self->list, &self->capacity, self->count + 1))
        return false;
    self->list[self->count++] = (go_meant){ { copy, length }, digits, is_skip };
    return true;
}

/* If the name of a skipped state lacks processors, a reader adds the processors of all results. */
static size_t count_read_digits(const go_survey *survey, const go_meant *meant)
{
    const size_t digits = bres__go_processors(survey, &meant->name).length;

    return digits == 0 && meant->is_skip ? bres__go_all_processors(survey).length : digits;
}

bool bres__go_check_run(const bres__go_check *self, const bres__text *text, size_t *misread)
{
    const go_section section = { .is_input = true, .text = { text->data, text->length } };
    go_survey survey = { .functions = { .count = 0 } };
    const bool done = bres__go_survey(&survey, &section, 1);

    *misread = 0;
    for (size_t i = 0; i < self->count && done; i++)
        *misread += self->list[i].digits != BRES__GO_ANY_DIGITS &&
                    self->list[i].digits != count_read_digits(&survey, &self->list[i]);
    bres__go_survey_free(&survey);
    return done;
}

void bres__go_check_free(bres__go_check *self)
{
    bres__arena_free(&self->arena);
    bres__free(self->list);
}
