/* SPDX-License-Identifier: MIT */
/*
 * The values of facts: writing them as text, and comparing them.
 */
#include "system/system.h"

#include <inttypes.h>
#include <string.h>

void bres__fact_put(bres__text *text, const bres__machine *machine, bres__fact_id id)
{
    const bres__fact *fact = &machine->facts[id];
    char number[BRES__NUMBER_SIZE];

    switch (fact->form) {
    case BRES__FORM_TEXT:
        bres__text_puts(text, bres__machine_text(machine, id));
        break;
    case BRES__FORM_INTEGER:
        bres__text_printf(text, "%" PRId64, fact->integer);
        break;
    case BRES__FORM_REAL:
        bres__format_float64(number, fact->real, BRES__FLOAT_VALUE);
        bres__text_puts(text, number);
        break;
    }
}

void bres__fact_put_quoted(bres__text *text, const bres__machine *machine, bres__fact_id id)
{
    const bres__fact *fact = &machine->facts[id];
    const char *quote = fact->form == BRES__FORM_TEXT ? "'" : "";

    if (fact->state != BRES__FACT_KNOWN) {
        bres__text_printf(text, "unknown (%s)", bres__fact_state_name(fact->state));
        return;
    }
    bres__text_puts(text, quote);
    bres__fact_put(text, machine, id);
    bres__text_puts(text, quote);
}

bool bres__fact_number(const bres__machine *machine, bres__fact_id id, double *number)
{
    const bres__fact *fact = &machine->facts[id];

    *number = fact->form == BRES__FORM_REAL ? fact->real : (double)fact->integer;
    return fact->state == BRES__FACT_KNOWN && fact->form != BRES__FORM_TEXT;
}

bool bres__fact_is(const bres__machine *machine, bres__fact_id id, const char *text)
{
    const char *value = bres__machine_text(machine, id);

    return value != NULL && strcmp(value, text) == 0;
}

const char *bres__fact_path(const bres__machine *machine, bres__fact_id id)
{
    const bres__fact *fact = &machine->facts[id];

    return fact->path != NULL ? fact->path : bres__fact_describe(id)->path;
}

bool bres__fact_equals(const bres__machine *one, const bres__machine *other, bres__fact_id id)
{
    const bres__fact *first = &one->facts[id];
    const bres__fact *second = &other->facts[id];

    if (first->state != second->state || first->state != BRES__FACT_KNOWN)
        return first->state == second->state;
    if (first->form != second->form)
        return false;
    switch (first->form) {
    case BRES__FORM_TEXT:
        return strcmp(one->texts + first->text, other->texts + second->text) == 0;
    case BRES__FORM_INTEGER:
        return first->integer == second->integer;
    default:
        return first->real == second->real;
    }
}

double bres__machine_growth(const bres__machine *begin, const bres__machine *end, bres__fact_id id)
{
    double first;
    double last;

    if (!bres__fact_number(begin, id, &first) || !bres__fact_number(end, id, &last))
        return 0;
    return last > first ? last - first : 0;
}
