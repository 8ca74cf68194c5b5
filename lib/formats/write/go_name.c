/* SPDX-License-Identifier: MIT */
#include "formats/write/go_name.h"

#include <string.h>

/* The length of the control or white-space character that a text begins with; 0: none. */
static size_t blank_length(const char *text)
{
    static const char *const wide[] = { "\xc2\xa0",     "\xe1\x9a\x80", "\xe2\x80\xa8",
                                        "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f",
                                        "\xe3\x80\x80" };
    const unsigned char *bytes = (const unsigned char *)text;

    if (bytes[0] <= ' ' || bytes[0] == 0x7f)
        return 1;
    if (bytes[0] == 0xc2 && bytes[1] >= 0x80 && bytes[1] <= 0x9f)
        return 2;
    if (bytes[0] == 0xe2 && bytes[1] == 0x80 && bytes[2] >= 0x80 && bytes[2] <= 0x8a)
        return 3;
    for (size_t i = 0; i < sizeof(wide) / sizeof(*wide); i++) {
        if (strncmp(text, wide[i], strlen(wide[i])) == 0)
            return strlen(wide[i]);
    }
    return 0;
}

void bres__go_put_part(bres__text *text, const char *part, size_t length, const char *refused)
{
    const char *end = part + length;

    while (part < end) {
        const size_t blank = blank_length(part);

        bres__text_putc(text, blank != 0 || strchr(refused, *part) != NULL ? '_' : *part);
        part += blank != 0 ? blank : 1;
    }
}

size_t bres__go_package_length(const char *bench)
{
    const char *point = strrchr(bench, '.');

    if (point == NULL || point == bench || point[1] == '\0' || strpbrk(bench, " \t") != NULL ||
        strchr(point, '/') != NULL)
        return 0;
    return (size_t)(point - bench);
}

static void put_value(bres__text *name, const char *axis, const char *value)
{
    bres__text_putc(name, '/');
    bres__go_put_part(name, axis, strlen(axis), "/=");
    bres__text_putc(name, '=');
    bres__go_put_part(name, value, strlen(value), "/");
}

/* Whether the value is the number of processors, which ends the name; *text is "" for 1. */
static bool is_processors(const bres_value *value, const char **text)
{
    int64_t count;

    if (strcmp(bres_value_name(value), "GOMAXPROCS") != 0 || !bres_value_int64(value, &count) ||
        count < 1)
        return false;
    *text = count == 1 ? "" : bres_value_text(value);
    return true;
}

/* Whether a text ends in -DIGITS, like a name with processors. */
static bool has_suffix(const char *text)
{
    size_t length = strlen(text);
    const size_t whole = length;

    while (length != 0 && text[length - 1] >= '0' && text[length - 1] <= '9')
        length--;
    return length != 0 && length != whole && text[length - 1] == '-';
}

/* Whether the generated name of a state ends like a name with processors, but lacks processors. The
 * device comes before the axis values in the name. */
static bool state_has_suffix(const bres_result *result, const bres_state *state)
{
    const char *last = bres_subbench_name(bres_state_subbench(state));
    const char *processors = "";
    int64_t id;

    if (bres_state_device(state, &id) && bres_device_name(bres_result_device(result, id)) != NULL)
        last = bres_device_name(bres_result_device(result, id));
    for (size_t i = 0; i < bres_state_axis_value_count(state); i++) {
        const bres_value *value = bres_state_axis_value_at(state, i);

        if (!is_processors(value, &processors))
            last = bres_value_text(value) != NULL ? bres_value_text(value) : "";
    }
    return processors[0] == '\0' && has_suffix(last);
}

bool bres__go_has_suffix(const bres_result *result)
{
    for (size_t b = 0; b < bres_result_subbench_count(result); b++) {
        const bres_subbench *bench = bres_result_subbench_at(result, b);

        for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
            if (state_has_suffix(result, bres_subbench_state_at(bench, i)))
                return true;
        }
    }
    return false;
}

size_t bres__go_make_name(bres__text *name, const bres__written *state, bool ends_names)
{
    const size_t package = bres__go_package_length(state->bench);
    const char *base = state->bench + package + (package != 0);
    const char *processors = "";

    bres__text_puts(name, "Benchmark");
    if (*base >= 'a' && *base <= 'z')
        bres__text_putc(name, (char)(*base++ - 'a' + 'A'));
    else if (*base == '\0' || (unsigned char)*base >= 0x80)
        bres__text_putc(name, '_');
    bres__go_put_part(name, base, strlen(base), "");
    if (state->device != NULL)
        put_value(name, "Device", state->device);
    for (size_t i = 0; i < bres_state_axis_value_count(state->state); i++) {
        const bres_value *value = bres_state_axis_value_at(state->state, i);

        if (is_processors(value, &processors))
            continue;
        put_value(name, bres_value_name(value),
                  bres_value_text(value) != NULL ? bres_value_text(value) : "null");
    }
    if (processors[0] == '\0' && ends_names)
        processors = "1";
    if (processors[0] != '\0')
        bres__text_printf(name, "-%s", processors);
    return strlen(processors);
}
