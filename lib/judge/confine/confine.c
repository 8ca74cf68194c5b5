/* SPDX-License-Identifier: MIT */
#include "judge/confine/confine.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The headers of some systems lack this right, which landlock has since version 3. */
#define ACCESS_TRUNCATE  (UINT64_C(1) << 14)
#define TRUNCATE_VERSION 3

#define READ_FILES  (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_EXECUTE)
#define WRITE_FILES (LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE)
#define MAKE_FILES                                                                                 \
    (LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |                              \
     LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |    \
     LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_SYM)
#define MAKE_DEVICES (LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK)
/* The rights that a rule for a file can allow. */
#define OF_FILES     (READ_FILES | WRITE_FILES)

/* The version of landlock; 0 without landlock. */
static int landlock_version(void)
{
    const long version =
        syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);

    return version > 0 ? (int)version : 0;
}

bool bres__confine_is_supported(void)
{
    return landlock_version() > 0;
}

bool bres__confine_covers_truncation(void)
{
    return landlock_version() >= TRUNCATE_VERSION;
}

static uint64_t rights_of(unsigned access)
{
    return ((access & BRES__CONFINE_READ) != 0 ? READ_FILES | LANDLOCK_ACCESS_FS_READ_DIR : 0u) |
           ((access & BRES__CONFINE_WRITE) != 0 ? WRITE_FILES : 0u) |
           ((access & BRES__CONFINE_MAKE) != 0 ? MAKE_FILES : 0u) |
           ((access & BRES__CONFINE_DEVICES) != 0 ? MAKE_DEVICES : 0u);
}

bres__confine bres__confine_begin(unsigned forbidden)
{
    struct landlock_ruleset_attr handled = { .handled_access_fs = rights_of(forbidden) };
    bres__confine confine;

    if (!bres__confine_covers_truncation())
        handled.handled_access_fs &= ~ACCESS_TRUNCATE;
    confine.handled = handled.handled_access_fs;
    confine.rules = (int)syscall(SYS_landlock_create_ruleset, &handled, sizeof(handled), 0);
    return confine;
}

void bres__confine_allow_fd(const bres__confine *confine, int fd, unsigned allowed)
{
    struct landlock_path_beneath_attr rule = {
        .allowed_access = rights_of(allowed) & confine->handled,
        .parent_fd = fd,
    };
    struct stat file;

    if (fstat(fd, &file) != 0)
        return;
    if (!S_ISDIR(file.st_mode))
        rule.allowed_access &= OF_FILES;
    if (rule.allowed_access != 0)
        syscall(SYS_landlock_add_rule, confine->rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

void bres__confine_allow(const bres__confine *confine, const char *path, unsigned allowed)
{
    const int fd = open(path, O_PATH | O_CLOEXEC);

    if (fd < 0)
        return;
    bres__confine_allow_fd(confine, fd, allowed);
    close(fd);
}

void bres__confine_allow_list(const bres__confine *confine, const char *list, unsigned allowed)
{
    while (list != NULL && *list != '\0') {
        const size_t length = strcspn(list, ":");
        char path[4096];

        snprintf(path, sizeof(path), "%.*s", (int)length, list);
        if (length > 0 && length < sizeof(path))
            bres__confine_allow(confine, path, allowed);
        list += length + (list[length] == ':');
    }
}

void bres__confine_allow_system(const bres__confine *confine)
{
    /* Programs and libraries, and files that the C library and OpenMP read to learn about the
     * machine. */
    static const char *const read[] = { "/usr",
                                        "/bin",
                                        "/sbin",
                                        "/lib",
                                        "/lib32",
                                        "/lib64",
                                        "/libx32",
                                        "/opt",
                                        "/nix/store",
                                        "/gnu/store",
                                        "/etc/ld.so.cache",
                                        "/etc/ld.so.preload",
                                        "/proc/cpuinfo",
                                        "/proc/meminfo",
                                        "/proc/stat",
                                        "/proc/sys/vm/overcommit_memory",
                                        "/sys/devices/system",
                                        "/dev/random",
                                        "/dev/urandom" };
    static const char *const written[] = { "/dev/null", "/dev/zero", "/dev/full" };

    for (size_t i = 0; i < sizeof(read) / sizeof(*read); i++)
        bres__confine_allow(confine, read[i], BRES__CONFINE_READ);
    for (size_t i = 0; i < sizeof(written) / sizeof(*written); i++)
        bres__confine_allow(confine, written[i], BRES__CONFINE_READ | BRES__CONFINE_WRITE);
}

bool bres__confine_enter(bres__confine *confine)
{
    bool entered;

    if (confine->rules < 0)
        return false;
    entered = syscall(SYS_landlock_restrict_self, confine->rules, 0) == 0;
    close(confine->rules);
    confine->rules = -1;
    return entered;
}
