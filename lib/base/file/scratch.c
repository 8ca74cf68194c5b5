/* SPDX-License-Identifier: MIT */
/*
 * Temporary directories. The process that makes a directory holds its lock (flock). An unlocked
 * directory was left by a process that ended; the next process that makes one removes it.
 */
#include "base/alloc.h"
#include "base/error.h"
#include "base/file/file.h"
#include "base/file/tree.h"
#include "base/text/text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define SCRATCH_PREFIX "benchresult-tmp-"
#define SCRATCH_RANDOM "XXXXXX"
/* Another process may remove a new directory as an abandoned one before its lock is taken. */
#define MAKE_ATTEMPTS  100

static const char *scratch_parent(void)
{
    const char *parent = secure_getenv("TMPDIR");

    return parent != NULL && parent[0] != '\0' ? parent : "/tmp";
}

static void left_remove(const char *parent, const char *name)
{
    bres__text path = { 0 };
    struct stat status;
    bool is_at = false;
    int fd;

    bres__text_printf(&path, "%s/%s", parent, name);
    fd = path.failed ? -1 : open(path.data, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd >= 0 && fstat(fd, &status) == 0 && status.st_uid == geteuid() &&
        flock(fd, LOCK_EX | LOCK_NB) == 0 && bres__file_is_at(fd, path.data, &is_at) == 0 && is_at)
        (void)bres__tree_remove(path.data);
    if (fd >= 0)
        close(fd);
    bres__text_free(&path);
}

/* Removes abandoned directories. Ignores failures: a directory that remains does no harm. */
static void left_remove_all(const char *parent)
{
    const size_t prefix = strlen(SCRATCH_PREFIX);
    DIR *directory = opendir(parent);
    const struct dirent *entry;

    if (directory == NULL)
        return;
    while ((entry = readdir(directory)) != NULL) {
        if (strncmp(entry->d_name, SCRATCH_PREFIX, prefix) == 0 &&
            strlen(entry->d_name) == prefix + strlen(SCRATCH_RANDOM))
            left_remove(parent, entry->d_name);
    }
    closedir(directory);
}

/* Locks the directory; *own is false if another process has removed or locked it. Ignores that a
 * file system has no locks. Returns 0, or -1 with errno. */
static int scratch_lock(bres__scratch_dir *scratch, bool *own)
{
    *own = false;
    scratch->lock = bres__open(scratch->path, O_RDONLY | O_DIRECTORY, 0);
    if (scratch->lock < 0)
        return errno == ENOENT ? 0 : -1;
    if (bres__lock(scratch->lock) != 0 && !bres__lock_is_unsupported(errno))
        return errno == EWOULDBLOCK ? 0 : -1;
    return bres__file_is_at(scratch->lock, scratch->path, own);
}

static bres_status scratch_make_once(bres__scratch_dir *scratch, const char *parent, bool *own)
{
    bres__text path = { 0 };
    bres_status status = BRES_OK;

    *own = false;
    bres__text_printf(&path, "%s/" SCRATCH_PREFIX SCRATCH_RANDOM, parent);
    *scratch = (bres__scratch_dir){ .path = bres__text_steal(&path), .lock = -1 };
    if (scratch->path == NULL)
        return bres__error_memory();
    if (bres__mkdtemp(scratch->path) != 0) {
        status = bres__error_system("create a temporary directory in", parent);
        bres__free(scratch->path);
        scratch->path = NULL;
        return status;
    }
    if (scratch_lock(scratch, own) != 0)
        status = bres__error_system("lock the temporary directory", scratch->path);
    if (status != BRES_OK || !*own)
        bres__scratch_dir_remove(scratch);
    return status;
}

bres_status bres__scratch_dir_make(bres__scratch_dir *scratch)
{
    const char *parent = scratch_parent();

    left_remove_all(parent);
    for (int attempt = 0; attempt < MAKE_ATTEMPTS; attempt++) {
        bool own;
        const bres_status status = scratch_make_once(scratch, parent, &own);

        if (status != BRES_OK || own)
            return status;
    }
    return bres__error(BRES_ERROR_CONFLICT,
                       "other processes keep removing temporary directories in '%s'", parent);
}

void bres__scratch_dir_remove(bres__scratch_dir *scratch)
{
    if (scratch->path == NULL)
        return;
    (void)bres__tree_remove(scratch->path);
    if (scratch->lock >= 0)
        bres__close(scratch->lock);
    bres__free(scratch->path);
    *scratch = (bres__scratch_dir){ .path = NULL };
}
