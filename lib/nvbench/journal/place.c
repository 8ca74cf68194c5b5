/* SPDX-License-Identifier: MIT */
#include "nvbench/journal/place.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How often other runs may replace a journal, or have the name of a new file, meanwhile. */
#define OPEN_ATTEMPTS 100

bres_status bres__journal_place_init(bres__journal_place *place, const char *path)
{
    *place = (bres__journal_place){ .fd = -1, .path = bres__strdup(path) };
    return place->path != NULL ? BRES_OK : bres__error_memory();
}

void bres__journal_place_free(bres__journal_place *place)
{
    if (place->temporary != NULL)
        unlink(place->temporary);
    if (place->fd >= 0)
        bres__close(place->fd);
    bres__free(place->temporary);
    bres__free(place->path);
    *place = (bres__journal_place){ .fd = -1 };
}

static bres_status place_error(const bres__journal_place *place, bres_status status,
                               const char *message)
{
    bres__error(status, "%s", message);
    bres__error_set_file(place->path);
    return status;
}

static void place_close(bres__journal_place *place)
{
    bres__close(place->fd);
    place->fd = -1;
}

/* A file system without locks is no reason to lose samples. */
static bres_status place_lock(const bres__journal_place *place)
{
    if (bres__lock(place->fd) == 0 || bres__lock_is_unsupported(errno))
        return BRES_OK;
    if (errno == EWOULDBLOCK)
        return place_error(place, BRES_ERROR_CONFLICT, "the journal is in use by another run");
    return bres__error_system("lock the journal", place->path);
}

bres_status bres__journal_place_is_own(const bres__journal_place *place, bool *own)
{
    return bres__file_is_at(place->fd, place->path, own) == 0
               ? BRES_OK
               : bres__error_system("examine the journal", place->path);
}

/* Opens without waiting, whatever is there. */
static bres_status place_open_once(bres__journal_place *place, bool *own)
{
    struct stat status;
    bres_status locked;

    place->fd = bres__open(place->path, O_RDWR | O_NONBLOCK | O_NOCTTY, 0);
    if (place->fd < 0)
        return bres__error_system("open the journal", place->path);
    if (bres__fstat(place->fd, &status) != 0)
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
        place_close(place);
    }
    return place_error(place, BRES_ERROR_CONFLICT, "the journal was removed by another run");
}

/* The path by which the system can link a file without a name; false without such paths. */
static bool descriptor_path(int fd, char *path, size_t size)
{
    bres__format(path, size, "/proc/self/fd/%d", fd);
    return access(path, F_OK) == 0;
}

/* A file without a name leaves nothing behind when the process is killed. Returns false if the file
 * system has no such files. */
static bool place_make_unnamed(bres__journal_place *place, const char *directory)
{
    char path[32];

    place->fd = bres__open(directory[0] != '\0' ? directory : ".", O_RDWR | O_TMPFILE, 0666);
    if (place->fd < 0)
        return errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL;
    if (descriptor_path(place->fd, path, sizeof(path)))
        return true;
    place_close(place);
    return false;
}

static void place_make_named(bres__journal_place *place)
{
    for (int attempt = 0; attempt < OPEN_ATTEMPTS && place->fd < 0; attempt++) {
        bres__text name = { 0 };

        bres__text_printf(&name, "%s.%ld.%d", place->path, (long)getpid(), attempt);
        bres__free(place->temporary);
        place->temporary = bres__text_steal(&name);
        bres__text_free(&name);
        errno = ENOMEM;
        if (place->temporary != NULL)
            place->fd = bres__open(place->temporary, O_RDWR | O_CREAT | O_EXCL, 0666);
        if (place->fd < 0 && errno != EEXIST)
            break;
    }
    /* A file that was not made is not removed. */
    if (place->fd < 0) {
        bres__free(place->temporary);
        place->temporary = NULL;
    }
}

bres_status bres__journal_place_make(bres__journal_place *place)
{
    char *directory;
    char *base;

    if (!bres__split_path(place->path, &directory, &base))
        return bres__error_memory();
    if (!place_make_unnamed(place, directory))
        place_make_named(place);
    bres__free(directory);
    bres__free(base);
    return place->fd >= 0 ? place_lock(place) : bres__error_system("open the journal", place->path);
}

/* 0, or -1 with errno. */
static int place_link(const bres__journal_place *place)
{
    char path[32];

    if (BRES__FAULT(BRES__FAULT_IO)) {
        errno = EIO;
        return -1;
    }
    if (place->temporary == NULL) {
        (void)descriptor_path(place->fd, path, sizeof(path));
        return linkat(AT_FDCWD, path, AT_FDCWD, place->path, AT_SYMLINK_FOLLOW);
    }
    if (link(place->temporary, place->path) == 0)
        return 0;
    /* A file system without links. */
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS)
        return -1;
    return renameat2(AT_FDCWD, place->temporary, AT_FDCWD, place->path, RENAME_NOREPLACE);
}

/* Which conflict it is: the lock is tried before anything is said about the file. */
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
    if (place_link(place) != 0)
        return errno == EEXIST ? place_conflict(place)
                               : bres__error_system("open the journal", place->path);
    if (place->temporary != NULL)
        unlink(place->temporary);
    bres__free(place->temporary);
    place->temporary = NULL;
    bres__sync_parent(place->path);
    return BRES_OK;
}
