/* SPDX-License-Identifier: MIT */
#include "race/program/running.h"
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define RUNNING_NAME    "race.running"
#define RECORD_MAX      4096
/* Fields of /proc/PID/stat: blanks from the end of the program's name to the field. */
#define STATE           1
#define THREADS         18
#define START_TIME      20
#define KILLED_LIMIT_NS (10 * BRES__NS_PER_SECOND)

/* Reads a whole file into text that ends with a NUL; false: the file is unreadable, empty or too
 * long. */
static bool file_read(const char *path, char text[RECORD_MAX])
{
    const int fd = bres__open(path, O_RDONLY, 0);
    ssize_t size;

    if (fd < 0)
        return false;
    size = bres__read_full(fd, text, RECORD_MAX - 1);
    bres__close(fd);
    text[size > 0 ? size : 0] = '\0';
    return size > 0 && size < RECORD_MAX - 1;
}

/* The start of a field of /proc/PID/stat; NULL: the field is missing. */
static const char *stat_field(const char *content, int blanks)
{
    /* The name of the program may contain blanks and parentheses. */
    const char *field = strrchr(content, ')');

    for (int i = 0; i < blanks && field != NULL; i++)
        field = strchr(field + 1, ' ');
    return field != NULL ? field + 1 : NULL;
}

/* Appends the identity of a process: its PID, its start time and the boot ID, which no later
 * process shares. false: the process does not exist, or /proc does not show it. */
static bool identity_put(bres__text *text, pid_t pid)
{
    char path[64];
    char content[RECORD_MAX];
    const char *field;

    bres__format(path, sizeof(path), "/proc/%ld/stat", (long)pid);
    if (!file_read(path, content))
        return false;
    field = stat_field(content, START_TIME);
    if (field == NULL)
        return false;
    bres__text_printf(text, "%ld %llu ", (long)pid, strtoull(field, NULL, 10));
    if (!file_read("/proc/sys/kernel/random/boot_id", content))
        return false;
    bres__text_puts(text, content);
    return !text->failed;
}

static char *record_path(const char *directory)
{
    bres__text path = { 0 };

    bres__text_printf(&path, "%s/" RUNNING_NAME, directory);
    return bres__text_steal(&path);
}

void bres__race_running_record(const char *directory, pid_t pid)
{
    char *path = record_path(directory);
    bres__text text = { 0 };
    const int fd = path != NULL && identity_put(&text, pid)
                       ? bres__open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666)
                       : -1;

    if (fd >= 0) {
        (void)bres__write_full(fd, text.data, text.length);
        bres__close(fd);
    }
    bres__text_free(&text);
    bres__free(path);
}

/* The process has ended only if its last thread has: the first thread may end before the others. */
static bool stat_says_ended(const char *content)
{
    const char *state = stat_field(content, STATE);
    const char *threads = stat_field(content, THREADS);

    return state != NULL && threads != NULL &&
           (*state == 'X' || (*state == 'Z' && strtol(threads, NULL, 10) <= 1));
}

/* Waits until a process has ended; a zombie counts as ended. false: timeout, or /proc does not show
 * the process. */
static bool end_await(pid_t pid)
{
    const struct timespec interval = { .tv_nsec = 1000000 };
    const uint64_t begin = bres__steady_now();
    char path[64];
    char content[RECORD_MAX];

    bres__format(path, sizeof(path), "/proc/%ld/stat", (long)pid);
    while (bres__steady_now() - begin < KILLED_LIMIT_NS) {
        if (!file_read(path, content))
            return kill(pid, 0) != 0 && errno == ESRCH;
        if (stat_says_ended(content))
            return true;
        nanosleep(&interval, NULL);
    }
    return false;
}

/* Kills the recorded process if it is still running. false: unknown whether it has ended. */
static bool process_kill(pid_t pid, const char *record)
{
    bres__text identity = { 0 };
    bool ended = kill(pid, 0) != 0 && errno == ESRCH;

    if (!ended && identity_put(&identity, pid))
        ended = strcmp(identity.data, record) != 0 || (kill(-pid, SIGKILL) == 0 && end_await(pid));
    bres__text_free(&identity);
    return ended;
}

void bres__race_running_kill(const char *directory)
{
    char *path = record_path(directory);
    char record[RECORD_MAX];

    if (path != NULL && file_read(path, record)) {
        const long pid = strtol(record, NULL, 10);

        if (pid <= 1 || pid != (long)(pid_t)pid || process_kill((pid_t)pid, record))
            (void)bres__unlink(path);
    }
    bres__free(path);
}
