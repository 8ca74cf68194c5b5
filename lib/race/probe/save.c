/* SPDX-License-Identifier: MIT */
/*
 * Saves the figures of a probe for later runs on this machine.
 */
#include "race/probe/probe.h"
#include "system/system.h"

#include <math.h>
#include <time.h>

/* Size of the struct in its first published version: up to the end of its last member. */
#define SAVED_FIRST_SIZE (offsetof(bres_saved_probe, date) + sizeof(((bres_saved_probe *)0)->date))

_Static_assert(SAVED_FIRST_SIZE == sizeof(bres_saved_probe), "the record has no padding");
_Static_assert(sizeof(((bres_saved_probe *)0)->date) == BRES__SAVED_DATE_SIZE, "dates fit");

void bres_saved_probe_init(bres_saved_probe *saved)
{
    if (saved != NULL)
        *saved = (bres_saved_probe){ .size = sizeof(*saved) };
}

bres_status bres_saved_probe_path(char **path)
{
    if (path == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_saved_probe_path: path is NULL");
    return bres__saved_path(path);
}

/* The file and this machine. */
typedef struct place {
    char *path; /* owned */
    bres__machine *machine;
} place;

static void place_close(place *opened)
{
    bres__free(opened->machine);
    bres__free(opened->path);
}

static bres_status place_open(place *opened, const char *path)
{
    bres_status status = BRES_OK;

    *opened = (place){ .machine = bres__malloc(sizeof(*opened->machine)) };
    if (path == NULL)
        status = bres__saved_path(&opened->path);
    else
        opened->path = bres__strdup(path);
    if (status == BRES_OK && (opened->machine == NULL || opened->path == NULL))
        status = bres__error_memory();
    if (status == BRES_OK)
        bres__machine_read(bres__system_root(), opened->machine);
    return status;
}

static void put_date(char date[BRES__SAVED_DATE_SIZE])
{
    const struct timespec now = bres__wall_now();
    struct tm parts;

    if (gmtime_r(&now.tv_sec, &parts) == NULL ||
        strftime(date, BRES__SAVED_DATE_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts) == 0)
        date[0] = '\0';
}

static bres_status outcome_check(const bres_probe_outcome *outcome)
{
    if (outcome->run_variation > 0 && outcome->run_variation <= 1)
        return BRES_OK;
    return bres__error(BRES_ERROR_STATE, "the run variation is not known: %s", outcome->message);
}

bres_status bres_probe_save(const bres_probe *probe, const char *path)
{
    const bres_probe_outcome *outcome = bres_probe_outcome_of(probe);
    bres__saved saved;
    place opened = { .path = NULL };
    bres_status status;

    if (outcome == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_probe_save: probe is NULL");
    saved = (bres__saved){
        .run_variation = outcome->run_variation,
        .detectable_effect = outcome->detectable_effect,
        .one_run_effect = outcome->one_run_effect,
    };
    put_date(saved.date);
    status = outcome_check(outcome);
    if (status == BRES_OK)
        status = place_open(&opened, path);
    if (status == BRES_OK)
        status = bres__saved_store(opened.path, opened.machine, &saved);
    place_close(&opened);
    return status;
}

static bres_status saved_check(const bres_saved_probe *saved)
{
    if (saved == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_saved_probe_load: saved is NULL");
    if (saved->size < SAVED_FIRST_SIZE || saved->size > sizeof(*saved))
        return bres__error(BRES_ERROR_VERSION,
                           "bres_saved_probe: size is %zu (expected %zu): was it initialized?",
                           saved->size, SAVED_FIRST_SIZE);
    return BRES_OK;
}

bres_status bres_saved_probe_load(const char *path, bres_saved_probe *saved)
{
    bres__saved found;
    place opened = { .path = NULL };
    bres_status status = saved_check(saved);

    if (status != BRES_OK)
        return status;
    bres_saved_probe_init(saved);
    status = place_open(&opened, path);
    if (status == BRES_OK)
        status = bres__saved_load(opened.path, opened.machine, &found);
    if (status == BRES_OK) {
        saved->run_variation = found.run_variation;
        saved->detectable_effect = found.detectable_effect;
        saved->one_run_effect = found.one_run_effect;
        memcpy(saved->date, found.date, sizeof(saved->date));
    }
    place_close(&opened);
    return status;
}
