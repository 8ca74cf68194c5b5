/* SPDX-License-Identifier: MIT */
#include "judge/compile/object.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

static bres_status check_regular(int fd, const char *path)
{
    struct stat file;

    if (bres__fstat(fd, &file) != 0)
        return bres__error_system("open", path);
    if (!S_ISREG(file.st_mode))
        return bres__error(BRES_ERROR_ARGUMENT, "'%s' is not a regular file", path);
    return BRES_OK;
}

/* Opens the file of an O_PATH descriptor for reading. */
static bres_status open_again(int place, const char *path, int *fd)
{
    char link[64];

    bres__format(link, sizeof link, "/proc/self/fd/%d", place);
    /* The file is regular, so opening it neither waits nor accesses a device. */
    *fd = bres__open(link, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0);
    return *fd < 0 ? bres__error_system("open", path) : BRES_OK;
}

static bres_status open_regular(const char *path, int flags, int *fd)
{
    const int place = bres__open(path, O_PATH | flags, 0);
    bres_status status;

    *fd = -1;
    if (place < 0)
        return bres__error_system("open", path);
    status = check_regular(place, path);
    if (status == BRES_OK)
        status = open_again(place, path, fd);
    bres__close(place);
    return status;
}

bres_status bres__solution_open(const char *path, int *fd)
{
    return open_regular(path, 0, fd);
}

bres_status bres__compiled_read(const char *path, uint64_t max, bres__buffer *content)
{
    int fd;
    bres_status status = open_regular(path, O_NOFOLLOW, &fd);

    if (status != BRES_OK)
        return status;
    status = bres__read_fd(fd, path, max, content);
    bres__close(fd);
    return status;
}

bres_status bres__object_store(const bres__buffer *content, int *fd)
{
    const int made = memfd_create("solution.so", MFD_CLOEXEC | MFD_ALLOW_SEALING);

    *fd = -1;
    if (made < 0 || bres__write_full(made, content->data, content->size) != 0 ||
        fcntl(made, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) != 0) {
        const bres_status status = bres__error_system("store the solution in memory", NULL);

        if (made >= 0)
            bres__close(made);
        return status;
    }
    *fd = made;
    return BRES_OK;
}
