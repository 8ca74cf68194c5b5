/* SPDX-License-Identifier: MIT */
/*
 * The highest temperature of the machine's thermal zones.
 */
#include "system/facts.h"

#include <string.h>

#define ZONES_MAX   64
#define MILLIDEGREE 1e-3

typedef struct zones {
    bres__probe *probe;
    size_t seen;
    bool has_failed;
    bres__fact_state failed; /* state of the first zone without a temperature */
    bool known;
    int64_t highest; /* thousandths of a degree */
} zones;

/* Skips a zone without a temperature: its sensor may sleep. */
static bool zone_add(void *context, const char *name)
{
    zones *found = context;
    bres__reading *reading = &found->probe->reading;
    int64_t temperature;

    if (strncmp(name, "thermal_zone", strlen("thermal_zone")) != 0)
        return true;
    if (found->seen++ == ZONES_MAX)
        return false;
    if (!bres__system_read(found->probe->root, reading, "%s/%s/temp",
                           bres__fact_describe(BRES__FACT_TEMPERATURE)->path, name) ||
        !bres__text_integer(reading->data, reading->length, INT64_MIN, &temperature)) {
        if (!found->has_failed)
            found->failed =
                reading->state == BRES__FACT_KNOWN ? BRES__FACT_MALFORMED : reading->state;
        found->has_failed = true;
        return true;
    }
    if (!found->known || temperature > found->highest)
        found->highest = temperature;
    found->known = true;
    return true;
}

void bres__probe_temperature(bres__probe *probe)
{
    const bres__fact_id id = BRES__FACT_TEMPERATURE;
    zones found = { .probe = probe, .failed = BRES__FACT_ABSENT };
    const bres__fact_state state =
        bres__system_list(probe->root, bres__fact_describe(id)->path, zone_add, &found);

    if (found.known)
        bres__probe_set_real(probe, id, (double)found.highest * MILLIDEGREE);
    else
        bres__probe_set_unknown(probe, id, state != BRES__FACT_KNOWN ? state : found.failed);
}
