/* SPDX-License-Identifier: MIT */
/*
 * Swap space: its size, the used part, and the number of swapped pages.
 */
#include "system/facts.h"

#include <string.h>

#define KIBIBYTE 1024

/* Finds field `number` of a line, counted from 0; blanks separate the fields. */
static const char *line_field(const char *line, size_t number, size_t *length)
{
    line += strspn(line, " \t");
    for (size_t i = 0; i < number; i++) {
        line += strcspn(line, " \t\n");
        line += strspn(line, " \t");
    }
    *length = strcspn(line, " \t\n");
    return line;
}

static bool field_add(const char *line, size_t number, int64_t *sum)
{
    size_t length;
    const char *field = line_field(line, number, &length);
    int64_t kibibytes;

    if (!bres__text_integer(field, length, 0, &kibibytes) ||
        kibibytes > (INT64_MAX - *sum) / KIBIBYTE)
        return false;
    *sum += kibibytes * KIBIBYTE;
    return true;
}

/* "Filename Type Size Used Priority", then a line for each swap space. A blank in a name is
 * escaped. */
static bool swaps_sum(const char *text, int64_t *size, int64_t *used)
{
    const char *line = text;

    if (strncmp(text, "Filename", strlen("Filename")) != 0)
        return false;
    while ((line = strchr(line, '\n')) != NULL) {
        line++;
        if (!field_add(line, 2, size) || !field_add(line, 3, used))
            return false;
    }
    return true;
}

static void probe_swaps(bres__probe *probe)
{
    int64_t size = 0;
    int64_t used = 0;

    if (!bres__probe_read(probe, BRES__FACT_SWAP, bres__fact_describe(BRES__FACT_SWAP)->path)) {
        bres__probe_set_unknown(probe, BRES__FACT_SWAP_USED, probe->reading.state);
    } else if (swaps_sum(probe->reading.data, &size, &used)) {
        bres__probe_set_integer(probe, BRES__FACT_SWAP, size);
        bres__probe_set_integer(probe, BRES__FACT_SWAP_USED, used);
    } else {
        bres__probe_set_unknown(probe, BRES__FACT_SWAP, BRES__FACT_MALFORMED);
        bres__probe_set_unknown(probe, BRES__FACT_SWAP_USED, BRES__FACT_MALFORMED);
    }
}

static bool line_number(const char *text, const char *key, int64_t *number)
{
    size_t length;
    const char *found = bres__line_find(text, key, &length);

    return found != NULL && bres__text_integer(found, length, 0, number);
}

static void probe_pages(bres__probe *probe)
{
    const bres__fact_id id = BRES__FACT_SWAPPED_PAGES;
    int64_t in;
    int64_t out;

    if (!bres__probe_read(probe, id, bres__fact_describe(id)->path))
        return;
    if (line_number(probe->reading.data, "pswpin", &in) &&
        line_number(probe->reading.data, "pswpout", &out) && in <= INT64_MAX - out)
        bres__probe_set_integer(probe, id, in + out);
    else
        bres__probe_set_unknown(probe, id, BRES__FACT_MALFORMED);
}

void bres__probe_swap(bres__probe *probe)
{
    probe_swaps(probe);
    probe_pages(probe);
}
