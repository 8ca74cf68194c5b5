/* SPDX-License-Identifier: MIT */
#include "nvbench/journal/place.h"

#include <errno.h>
#include <fcntl.h>

/* Attempts to open a journal that other runs keep replacing. */
#define OPEN_ATTEMPTS 100

bres_status bres__journal_place_init(bres__journal_place *place, const char *path)
{
    *place = (bres__journal_place){ .file = BRES__TEMPORARY_NONE, .path = bres__strdup(path) };
    return place->path != NULL ? BRES_OK : bres__error_memory();
}

void bres__journal_place_free(bres__journal_place *place)
{
    bres__temporary_close(&place->file);
    bres__free(place->path);
    *place = (bres__journal_place){ .file = BRES__TEMPORARY_NONE };
}

static bres_status place_error(const bres__journal_place *place, bres_status status,
                               const char *message)
{
    bres__error(status, "%s", message);
    bres__error_set_file(place->path);
    return status;
}

/* Locks the file. Accepts a file system without locks, so that no samples are lost. */
static bres_status place_lock(const bres__journal_place *place)
{
    if (bres__lock_within(place->file.fd, false, BRES__LOCK_SOON_NS) == 0 ||
        bres__lock_is_unsupported(errno))
        return BRES_OK;
    if (errno == EWOULDBLOCK)
        return place_error(place, BRES_ERROR_CONFLICT, "the journal is in use by another run");
    return bres__error_system("lock the journal", place->path);
}

bres_status bres__journal_place_is_own(const bres__journal_place *place, bool *own)
{
    return bres__file_is_at(place->file.fd, place->path, own) == 0
               ? BRES_OK
               : bres__error_system("examine the journal", place->path);
}

/* Opens a file of any type without blocking, but refuses a file that is not regular. */
static bres_status place_open_once(bres__journal_place *place, bool *own)
{
    struct stat status;
    bres_status locked;

    place->file.fd = bres__open(place->path, O_RDWR | O_NONBLOCK | O_NOCTTY, 0);
    if (place->file.fd < 0)
        return bres__error_system("open the journal", place->path);
    if (bres__fstat(place->file.fd, &status) != 0)
        return bres__error_system("examine the journal", place->path);
    if (!S_ISREG(status.st_mode))
        return place_error(place, BRES_ERROR_IO, "the journal is not a regular file");
    locked = place_lock(place);
    return locked == BRES_OK ? bres__journal_place_is_own(place, own) : locked;
}

/* The run that had the lock may end, and remove the file, between the opening and the lock. */
bres_status bres__journal_place_open(bres__journal_place *place)
{
    bool own = false;

    for (int attempt = 0; attempt < OPEN_ATTEMPTS; attempt++) {
        const bres_status status = place_open_once(place, &own);

        if (status != BRES_OK || own)
            return status;
        bres__temporary_close(&place->file);
    }
    return place_error(place, BRES_ERROR_CONFLICT, "the journal was removed by another run");
}

bres_status bres__journal_place_make(bres__journal_place *place)
{
    return bres__temporary_open(&place->file, place->path, 0666) == 0
               ? BRES_OK
               : bres__error_system("open the journal", place->path);
}

/* Returns the error for an existing file: tries the lock first, to report a journal in use. */
static bres_status place_conflict(const bres__journal_place *place)
{
    bres__journal_place other;
    bres_status status = bres__journal_place_init(&other, place->path);

    if (status == BRES_OK)
        status = bres__journal_place_open(&other);
    bres__journal_place_free(&other);
    if (status != BRES_OK && status != BRES_ERROR_NO_FILE)
        return status;
    return place_error(place, BRES_ERROR_CONFLICT, "the journal of another run is there already");
}

bres_status bres__journal_place_publish(bres__journal_place *place)
{
    if (bres__temporary_publish(&place->file, place->path) != 0)
        return errno == EEXIST ? place_conflict(place)
                               : bres__error_system("open the journal", place->path);
    bres__sync_parent(place->path);
    return BRES_OK;
}
