/* SPDX-License-Identifier: MIT */
#include "base/process/spawn.h"

#include "base/alloc.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/process/child.h"
#include "base/process/environment.h"
#include "base/process/start.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_MS      UINT64_C(1000000)
/* The shortest and longest interval to poll a child whose end does not wake the caller. */
#define FIRST_POLL_NS  (NS_PER_MS / 10)
#define LAST_POLL_NS   (10 * NS_PER_MS)
/* The interval to ask the caller for a signal. */
#define SIGNAL_POLL_NS (50 * NS_PER_MS)

/* *begin is the time just before the process was made. */
static bres_status child_start(bres__child *child, const char *path, const bres_clock *clock,
                               uint64_t *begin)
{
    char **environment = bres__environment_with(child->spawn->environment);
    bres_status status;

    if (environment == NULL)
        return bres__error_memory();
    status = bres__child_open_streams(child);
    if (status == BRES_OK) {
        bres__start start = {
            .path = path,
            .arguments = child->spawn->arguments,
            .environment = environment,
            .fds = { child->theirs[BRES__IN], child->theirs[BRES__OUT], child->theirs[BRES__ERR] },
            .fd_count = BRES__STREAMS,
            .directory = child->spawn->directory,
            .shares_group = child->spawn->shares_group,
            .clock = clock,
        };

        errno = bres__start_program(&start);
        if (errno != 0)
            status = bres__error_system("start", child->spawn->arguments[0]);
        child->pid = start.pid;
        *begin = start.begin;
    }
    for (int i = 0; i < BRES__STREAMS; i++)
        bres__child_close(&child->theirs[i]);
    bres__free(environment);
    return status;
}

/* The deadline in nanoseconds of bres__steady_now(); UINT64_MAX: none. */
static uint64_t deadline_after(uint64_t timeout_ms)
{
    const uint64_t now = bres__steady_now();

    return timeout_ms == 0 || timeout_ms > (UINT64_MAX - now) / NS_PER_MS
               ? UINT64_MAX
               : now + timeout_ms * NS_PER_MS;
}

/* Checks whether the child has ended; does not collect it. A child that the system has collected
 * has also ended. */
static bres_status child_examine(const bres__child *child, bool *ended)
{
    siginfo_t info = { .si_pid = 0 };
    const bool found = waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0;

    *ended = found ? info.si_pid == child->pid : errno == ECHILD;
    return found || *ended ? BRES_OK : bres__error_system("wait for", child->spawn->arguments[0]);
}

/* A descriptor that becomes readable when the child ends; -1 if the system does not support it. */
static int child_end_open(const bres__child *child)
{
    return BRES__FAULT(BRES__FAULT_IO) ? -1 : (int)syscall(SYS_pidfd_open, child->pid, 0);
}

static void child_send(const bres__child *child, int number)
{
    kill(child->spawn->shares_group ? child->pid : -child->pid, number);
}

static void child_ask_for_signal(const bres__child *child)
{
    const bres__spawn *spawn = child->spawn;
    const int number = spawn->signal != NULL ? spawn->signal(spawn->signal_user) : 0;

    if (number == 0)
        return;
    child_send(child, number);
    child->spawned->signalled = true;
}

/* The first interval between two polls; UINT64_MAX: polling is not needed. */
static uint64_t first_interval(const bres__child *child, int end)
{
    if (end < 0)
        return FIRST_POLL_NS;
    return child->spawn->signal != NULL ? SIGNAL_POLL_NS : UINT64_MAX;
}

static struct timespec duration(uint64_t nanoseconds)
{
    return (struct timespec){ .tv_sec = (time_t)(nanoseconds / BRES__NS_PER_SECOND),
                              .tv_nsec = (long)(nanoseconds % BRES__NS_PER_SECOND) };
}

/* Serves the child's streams until it has ended. */
static bres_status child_attend(bres__child *child, int end, uint64_t deadline)
{
    uint64_t interval = first_interval(child, end);
    bool ended = false;
    bres_status status = child_examine(child, &ended);

    while (status == BRES_OK && !ended) {
        struct pollfd polled[BRES__STREAMS + 1];
        const uint64_t now = deadline != UINT64_MAX ? bres__steady_now() : 0;
        const uint64_t left = deadline > now ? deadline - now : 0;
        const uint64_t wait = left < interval ? left : interval;
        const struct timespec limit = duration(wait);

        if (left == 0)
            return bres__error(BRES_ERROR_LIMIT, "'%s' did not end within %g s",
                               child->spawn->arguments[0], (double)child->spawn->timeout_ms / 1e3);
        child_ask_for_signal(child);
        bres__child_poll_streams(child, polled);
        polled[BRES__STREAMS] = (struct pollfd){ .fd = end, .events = POLLIN };
        if (ppoll(polled, BRES__STREAMS + 1, wait != UINT64_MAX ? &limit : NULL, NULL) >= 0)
            status = bres__child_serve_streams(child, polled);
        else if (errno != EINTR)
            status = bres__error_system("wait for", child->spawn->arguments[0]);
        if (status == BRES_OK)
            status = child_examine(child, &ended);
        if (interval < LAST_POLL_NS)
            interval *= 2;
    }
    return status == BRES_OK ? bres__child_drain(child) : status;
}

static uint64_t nanoseconds(const struct timeval *time)
{
    return (uint64_t)time->tv_sec * BRES__NS_PER_SECOND + (uint64_t)time->tv_usec * 1000;
}

/* Collects the child; keeps an earlier error. The status and the times are lost if the calling
 * program ignores SIGCHLD or waits for any child. */
static bres_status child_collect(const bres__child *child, bres_status status)
{
    struct rusage usage = { .ru_maxrss = 0 };
    bres__spawned *spawned = child->spawned;
    pid_t collected;

    do {
        collected = wait4(child->pid, &spawned->wait_status, 0, &usage);
    } while (collected < 0 && errno == EINTR);
    if (collected < 0 && status == BRES_OK)
        status = bres__error(BRES_ERROR_IO,
                             "cannot find out how '%s' has ended: this program ignores SIGCHLD, or "
                             "has waited for it elsewhere",
                             child->spawn->arguments[0]);
    spawned->user_ns = nanoseconds(&usage.ru_utime);
    spawned->system_ns = nanoseconds(&usage.ru_stime);
    spawned->max_rss_bytes = (uint64_t)usage.ru_maxrss * 1024;
    spawned->voluntary_switches = (uint64_t)usage.ru_nvcsw;
    spawned->involuntary_switches = (uint64_t)usage.ru_nivcsw;
    return status;
}

/* Does not check a path relative to the program's directory: the start fails if the program is
 * missing there. */
static bres_status program_path(const bres__spawn *spawn, char **path)
{
    const char *name = spawn->arguments[0];

    if (spawn->directory == NULL || name[0] == '/' || strchr(name, '/') == NULL)
        return bres__program_find(name, path);
    *path = bres__strdup(name);
    return *path != NULL ? BRES_OK : bres__error_memory();
}

bres_status bres__spawn_run(const bres__spawn *spawn, bres__spawned *spawned)
{
    bres__child child = {
        .spawn = spawn,
        .spawned = spawned,
        .ours = { -1, -1, -1 },
        .theirs = { -1, -1, -1 },
    };
    const uint64_t deadline = deadline_after(spawn->timeout_ms);
    uint64_t begin = 0;
    bres_clock clock;
    char *path = NULL;
    bres_status status;

    *spawned = (bres__spawned){ .wait_status = 0 };
    status = bres__clock_load(&clock, spawn->clock);
    if (status == BRES_OK)
        status = program_path(spawn, &path);
    if (status == BRES_OK)
        status = child_start(&child, path, &clock, &begin);
    if (status == BRES_OK) {
        int end = child_end_open(&child);

        spawned->pid = child.pid;
        if (spawn->started != NULL)
            spawn->started(spawn->started_user, child.pid);
        status = child_attend(&child, end, deadline);
        if (status != BRES_OK)
            child_send(&child, SIGKILL);
        status = child_collect(&child, status);
        spawned->wall_ns = clock.now(clock.user) - begin;
        bres__child_close(&end);
    }
    for (int i = 0; i < BRES__STREAMS; i++)
        bres__child_close(&child.ours[i]);
    bres__free(child.chunk);
    bres__free(path);
    return status;
}

void bres__spawned_free(bres__spawned *spawned)
{
    bres__text_free(&spawned->output);
}

/* Skips empty lines and lines with only a caret that marks a position in the line above. */
const char *bres__spawned_error_line(bres__spawned *spawned)
{
    const char *line_found = "";
    char *rest = NULL;

    for (char *line = strtok_r(spawned->errors, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        line += strspn(line, " \t\r^");
        if (*line != '\0')
            line_found = line;
    }
    return line_found;
}

bres_status bres__spawned_error(bres__spawned *spawned, const char *program)
{
    const int wait_status = spawned->wait_status;
    const char *error_line = bres__spawned_error_line(spawned);
    const char *link = error_line[0] != '\0' ? ": " : "";

    if (WIFSIGNALED(wait_status))
        return bres__error(BRES_ERROR_VALUE, "'%s' was killed by signal %d (%s)%s%s", program,
                           WTERMSIG(wait_status), sigdescr_np(WTERMSIG(wait_status)), link,
                           error_line);
    return bres__error(BRES_ERROR_VALUE, "'%s' ended with exit status %d%s%s", program,
                       WEXITSTATUS(wait_status), link, error_line);
}
