/* SPDX-License-Identifier: MIT */
#include "base/spawn.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#define SPAWN_CHUNK ((size_t)64 << 10)

/* Standard input, output and error of the child. */
enum { IN, OUT, ERR, STREAMS };

struct child {
    const bres__spawn *spawn;
    bres__spawned *spawned;
    pid_t pid;
    int ours[STREAMS]; /* -1 when closed */
    int theirs[STREAMS];
    size_t sent;
    size_t error_length;
    struct timespec deadline;
};

/* --- Descriptors ---------------------------------------------------------------------------- */

static void fd_close(int *fd)
{
    if (*fd >= 0)
        bres__close(*fd);
    *fd = -1;
}

/* The child's ends are copied to 0, 1 and 2: none of them may be one of these already, as it would
 * be in a program that has closed its own. */
static int fd_above_standard(int *fd)
{
    const int moved = *fd > STDERR_FILENO ? *fd : fcntl(*fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);

    if (moved >= 0 && moved != *fd)
        bres__close(*fd);
    if (moved >= 0)
        *fd = moved;
    return moved;
}

static int stream_open(struct child *child, int stream)
{
    int pair[2];

    if (BRES__FAULT(BRES__FAULT_IO)) {
        errno = EMFILE;
        return -1;
    }
    /* A socket for what is sent, because writing to one can do without SIGPIPE. */
    if (stream == IN ? socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0
                     : pipe2(pair, O_CLOEXEC) != 0)
        return -1;
    child->ours[stream] = pair[0];
    child->theirs[stream] = pair[1];
    if (fcntl(pair[0], F_SETFL, O_NONBLOCK) != 0)
        return -1;
    return fd_above_standard(&child->theirs[stream]);
}

/* --- Starting ------------------------------------------------------------------------------- */

/* Signals are as a new program expects them, whatever this one does with its own. */
static int attributes_make(posix_spawnattr_t *attributes)
{
    sigset_t none;
    sigset_t all;

    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setflags(attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK |
                                             POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(attributes, 0);
    posix_spawnattr_setsigmask(attributes, &none);
    return posix_spawnattr_setsigdefault(attributes, &all);
}

static int actions_make(posix_spawn_file_actions_t *actions, const struct child *child)
{
    int error = 0;

    for (int i = 0; error == 0 && i < STREAMS; i++)
        error = posix_spawn_file_actions_adddup2(actions, child->theirs[i], i);
    return error;
}

/* Returns an errno. */
static int child_spawn(struct child *child)
{
    const char *const *arguments = child->spawn->arguments;
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int error;

    if (BRES__FAULT(BRES__FAULT_IO))
        return EAGAIN;
    error = posix_spawnattr_init(&attributes);
    if (error != 0)
        return error;
    error = posix_spawn_file_actions_init(&actions);
    if (error != 0) {
        posix_spawnattr_destroy(&attributes);
        return error;
    }
    error = attributes_make(&attributes);
    if (error == 0)
        error = actions_make(&actions, child);
    /* The arguments are not written to; the type is older than const. */
    if (error == 0)
        error = posix_spawnp(&child->pid, arguments[0], &actions, &attributes,
                             (char *const *)(uintptr_t)arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

static bres_status child_start(struct child *child)
{
    int error = 0;

    for (int i = 0; error == 0 && i < STREAMS; i++) {
        if (stream_open(child, i) < 0)
            error = errno;
    }
    if (error == 0)
        error = child_spawn(child);
    for (int i = 0; i < STREAMS; i++)
        fd_close(&child->theirs[i]);
    if (error == 0)
        return BRES_OK;
    errno = error;
    return bres__error_system("start", child->spawn->arguments[0]);
}

/* --- Talking -------------------------------------------------------------------------------- */

static void child_set_deadline(struct child *child)
{
    const unsigned timeout = child->spawn->timeout_ms;

    clock_gettime(CLOCK_MONOTONIC, &child->deadline);
    child->deadline.tv_sec += timeout / 1000;
    child->deadline.tv_nsec += (long)(timeout % 1000) * 1000000;
    if (child->deadline.tv_nsec >= 1000000000) {
        child->deadline.tv_sec++;
        child->deadline.tv_nsec -= 1000000000;
    }
}

/* Milliseconds until the deadline, rounded up; 0 when it has passed. */
static int child_time_left(const struct child *child)
{
    struct timespec now;
    int64_t left;

    clock_gettime(CLOCK_MONOTONIC, &now);
    left = (int64_t)(child->deadline.tv_sec - now.tv_sec) * 1000 +
           (child->deadline.tv_nsec - now.tv_nsec + 999999) / 1000000;
    return left > 0 ? (int)(left < 1000000 ? left : 1000000) : 0;
}

static bres_status child_late(const struct child *child)
{
    return bres__error(BRES_ERROR_LIMIT, "'%s' did not end within %g s", child->spawn->arguments[0],
                       child->spawn->timeout_ms / 1000.0);
}

/* What the child does not read any more is not sent; whether that is bad, its end will tell. */
static void child_send(struct child *child)
{
    const bres__spawn *spawn = child->spawn;

    if (child->sent < spawn->input_size) {
        const ssize_t sent = send(child->ours[IN], spawn->input + child->sent,
                                  spawn->input_size - child->sent, MSG_NOSIGNAL);

        if (sent > 0)
            child->sent += (size_t)sent;
        else if (sent < 0 && errno != EAGAIN && errno != EINTR)
            child->sent = spawn->input_size;
    }
    if (child->sent == spawn->input_size)
        fd_close(&child->ours[IN]);
}

static void child_take_errors(struct child *child, const char *data, size_t size)
{
    const size_t room = sizeof(child->spawned->errors) - 1 - child->error_length;
    const size_t taken = size < room ? size : room;

    memcpy(child->spawned->errors + child->error_length, data, taken);
    child->error_length += taken;
    child->spawned->errors[child->error_length] = '\0';
}

static bres_status child_take_output(struct child *child, const char *data, size_t size)
{
    bres__text *output = &child->spawned->output;

    if (size > child->spawn->max_output - output->length)
        return bres__error(BRES_ERROR_LIMIT, "'%s' prints more than %zu bytes",
                           child->spawn->arguments[0], child->spawn->max_output);
    bres__text_append(output, data, size);
    return output->failed ? bres__error_memory() : BRES_OK;
}

static bres_status child_receive(struct child *child, int stream, char *chunk)
{
    const bool fault = BRES__FAULT(BRES__FAULT_IO);
    const ssize_t got = fault ? -1 : read(child->ours[stream], chunk, SPAWN_CHUNK);

    if (fault)
        errno = EIO;
    if (got < 0)
        return errno == EAGAIN || errno == EINTR
                   ? BRES_OK
                   : bres__error_system("read what is printed by", child->spawn->arguments[0]);
    if (got == 0) {
        fd_close(&child->ours[stream]);
        return BRES_OK;
    }
    if (stream == OUT)
        return child_take_output(child, chunk, (size_t)got);
    child_take_errors(child, chunk, (size_t)got);
    return BRES_OK;
}

/* Until the child has closed its ends. */
static bres_status child_talk(struct child *child)
{
    bres_status status = BRES_OK;
    char *chunk = bres__malloc(SPAWN_CHUNK);

    if (chunk == NULL)
        return bres__error_memory();
    while (status == BRES_OK && (child->ours[OUT] >= 0 || child->ours[ERR] >= 0)) {
        struct pollfd polled[STREAMS] = {
            [IN] = { .fd = child->ours[IN], .events = POLLOUT },
            [OUT] = { .fd = child->ours[OUT], .events = POLLIN },
            [ERR] = { .fd = child->ours[ERR], .events = POLLIN },
        };
        const int left = child_time_left(child);

        if (left == 0) {
            status = child_late(child);
            break;
        }
        if (poll(polled, STREAMS, left) < 0 && errno != EINTR)
            status = bres__error_system("wait for", child->spawn->arguments[0]);
        if (polled[IN].revents != 0)
            child_send(child);
        for (int i = OUT; status == BRES_OK && i < STREAMS; i++) {
            if (polled[i].revents != 0)
                status = child_receive(child, i, chunk);
        }
    }
    bres__free(chunk);
    return status;
}

/* --- Ending --------------------------------------------------------------------------------- */

/* The child has closed its ends: it ends soon, or it is late. */
static bres_status child_wait(struct child *child)
{
    struct timespec nap = { .tv_nsec = 100000 };
    pid_t ended;

    while ((ended = waitpid(child->pid, &child->spawned->wait_status, WNOHANG)) == 0) {
        if (child_time_left(child) == 0)
            return child_late(child);
        nanosleep(&nap, NULL);
        if (nap.tv_nsec < 10000000)
            nap.tv_nsec *= 2;
    }
    child->pid = -1;
    return BRES_OK;
}

static void child_kill(const struct child *child)
{
    kill(-child->pid, SIGKILL);
    while (waitpid(child->pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

/* Where the system starts a program in two steps, a child that cannot become it ends like this. */
static bool child_did_not_start(const bres__spawned *spawned)
{
    return WIFEXITED(spawned->wait_status) && WEXITSTATUS(spawned->wait_status) == 127 &&
           spawned->output.length == 0 && spawned->errors[0] == '\0';
}

bres_status bres__spawn_run(const bres__spawn *spawn, bres__spawned *spawned)
{
    struct child child = {
        .spawn = spawn,
        .spawned = spawned,
        .pid = -1,
        .ours = { -1, -1, -1 },
        .theirs = { -1, -1, -1 },
    };
    bres_status status;

    *spawned = (bres__spawned){ .wait_status = 0 };
    child_set_deadline(&child);
    status = child_start(&child);
    if (status == BRES_OK)
        status = child_talk(&child);
    if (status == BRES_OK)
        status = child_wait(&child);
    for (int i = 0; i < STREAMS; i++)
        fd_close(&child.ours[i]);
    if (child.pid > 0)
        child_kill(&child);
    if (status == BRES_OK && child_did_not_start(spawned)) {
        errno = ENOENT;
        status = bres__error_system("start", spawn->arguments[0]);
    }
    return status;
}

void bres__spawned_free(bres__spawned *spawned)
{
    bres__text_free(&spawned->output);
}
