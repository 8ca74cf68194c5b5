/* SPDX-License-Identifier: MIT */
#include "model/pattern.h"

#include <inttypes.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>

static locale_t utf8_locale; /* 0: the system has no UTF-8 locale; the thread's locale applies */
static pthread_once_t utf8_once = PTHREAD_ONCE_INIT;

static void utf8_make_locale(void)
{
    utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

/* Switches this thread to UTF-8 characters and returns the locale to restore. */
static locale_t utf8_begin(void)
{
    pthread_once(&utf8_once, utf8_make_locale);
    return uselocale(utf8_locale);
}

void bres__patterns_free(bres__patterns *patterns)
{
    for (size_t i = 0; i < patterns->count; i++) {
        regfree(patterns->items[i]);
        bres__free(patterns->items[i]);
    }
    bres__free(patterns->items);
    *patterns = (bres__patterns){ .items = NULL };
}

bres_status bres__regex_compile(const char *text, regex_t *regex)
{
    const locale_t program = utf8_begin();
    const int error = regcomp(regex, text, REG_EXTENDED | REG_NOSUB);
    char why[128];

    uselocale(program);
    if (error == 0)
        return BRES_OK;
    if (error == REG_ESPACE)
        return bres__error_memory();
    regerror(error, regex, why, sizeof(why));
    return bres__error(BRES_ERROR_ARGUMENT, "'%s' is not a regular expression: %s", text, why);
}

bool bres__regex_matches(const regex_t *regex, const char *text)
{
    const locale_t program = utf8_begin();
    const bool matches = regexec(regex, text, 0, NULL, 0) == 0;

    uselocale(program);
    return matches;
}

bres_status bres__patterns_add(bres__patterns *patterns, const char *regex)
{
    regex_t *made;
    bres_status status;

    if (!BRES__RESERVE(&patterns->items, &patterns->capacity, patterns->count + 1))
        return bres__error_memory();
    made = bres__calloc(1, sizeof(*made));
    status = made != NULL ? bres__regex_compile(regex, made) : bres__error_memory();
    if (status == BRES_OK)
        patterns->items[patterns->count++] = made;
    else
        bres__free(made);
    return status;
}

/* The axis values in the name of a state: skips the device at the beginning, if there is one. */
static const char *state_values(const bres_state *state)
{
    char device[BRES__NUMBER_SIZE + sizeof("Device=")];
    size_t length;

    if (state->device_json != BRES__JSON_INTEGER)
        return state->name;
    bres__format(device, sizeof(device), "Device=%" PRId64, state->device);
    length = strlen(device);
    if (strncmp(state->name, device, length) != 0)
        return state->name;
    if (state->name[length] == ' ')
        length++;
    else if (state->name[length] != '\0')
        return state->name;
    return state->name + length;
}

/* Matches the name of a benchmark, or the full text (NULL: none) of a state. */
static bool patterns_match(const bres__patterns *patterns, const char *name, const char *text)
{
    for (size_t i = 0; i < patterns->count; i++) {
        const regex_t *regex = patterns->items[i];

        if (!bres__regex_matches(regex, name) &&
            (text == NULL || !bres__regex_matches(regex, text)))
            return false;
    }
    return true;
}

bool bres__patterns_select_state(const bres__patterns *patterns, const bres_state *state)
{
    const char *name = state->bench->name;
    const char *values;
    char small[512];
    char *text = small;
    size_t size;
    bool selected;

    if (patterns->count == 0)
        return true;
    values = state_values(state);
    if (values[0] == '\0')
        return patterns_match(patterns, name, NULL);
    size = strlen(name) + strlen(values) + sizeof("/");
    if (size > sizeof(small))
        text = bres__calloc(size, 1);
    if (text == NULL)
        return false;
    bres__format(text, size, "%s/%s", name, values);
    selected = patterns_match(patterns, name, text);
    if (text != small)
        bres__free(text);
    return selected;
}

bool bres__patterns_select_benchmark(const bres__patterns *patterns, const bres_subbench *bench)
{
    if (patterns_match(patterns, bench->name, NULL))
        return true;
    for (size_t i = 0; i < bench->state_count; i++) {
        if (bres__patterns_select_state(patterns, bench->states[i]))
            return true;
    }
    return false;
}
