/* SPDX-License-Identifier: MIT */
/*
 * Only the judge has its end of each socket: when the judge ends, the control socket closes.
 */
#include "judge/runner/process.h"
#include "judge/runner/wire.h"

#include "base/process/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long the supervisor may take to end all processes before it is killed. */
#define END_LIMIT_MS 10000

static const char *const usual_names[] = { "PATH", "HOME", "LANG", "LD_LIBRARY_PATH", NULL };
/* What decides which driver and which device are meant. */
static const char *const cuda_names[] = { "BENCHRESULT_CUDA_LIBRARY", "CUDA_VISIBLE_DEVICES",
                                          "CUDA_DEVICE_ORDER", "NVIDIA_VISIBLE_DEVICES", NULL };
/* Pools of threads wait asleep: one that spins would work between calls. */
static const char passive[] = "OMP_WAIT_POLICY=passive";

typedef struct environment {
    char **list; /* ended by NULL; each but the last is allocated */
    size_t count;
} environment;

static size_t names_count(const char *const *names)
{
    size_t count = 0;

    while (names != NULL && names[count] != NULL)
        count++;
    return count;
}

static bool environment_add(environment *variables, const char *name)
{
    const char *value = getenv(name);
    bres__text text = { 0 };

    if (value == NULL)
        return true;
    bres__text_printf(&text, "%s=", name);
    bres__text_puts(&text, value);
    variables->list[variables->count] = bres__text_steal(&text);
    return variables->list[variables->count++] != NULL;
}

static bool environment_add_all(environment *variables, const char *const *names)
{
    bool added = true;

    for (; added && names != NULL && *names != NULL; names++)
        added = environment_add(variables, *names);
    return added;
}

static void environment_free(environment *variables)
{
    for (size_t i = 0; variables->list != NULL && i < variables->count; i++)
        bres__free(variables->list[i]);
    bres__free(variables->list);
}

static bool environment_make(const bres__runner_options *options, environment *variables)
{
    const char *const *device_names = options->backend == BRES_BACKEND_CUDA ? cuda_names : NULL;
    const size_t room = names_count(usual_names) + names_count(device_names) +
                        names_count(options->environment) + 2;

    *variables = (environment){ .list = bres__calloc(room, sizeof(char *)) };
    if (variables->list == NULL || !environment_add_all(variables, usual_names) ||
        !environment_add_all(variables, device_names) ||
        !environment_add_all(variables, options->environment))
        return false;
    variables->list[variables->count] = bres__strdup(passive);
    return variables->list[variables->count++] != NULL;
}

/* Standard input, output and error, the channel and the control socket: their numbers in the program. */
#define FD_COUNT (BRES__WIRE_CONTROL + 1)

/* The ends of the helper program; standard output and error are one. */
typedef struct helper_ends {
    int input;
    int output;
    int channel;
    int control;
} helper_ends;

static bool pair_open(int *ours, int *theirs)
{
    const int on = 1;
    int pair[2];

    if (BRES__FAULT(BRES__FAULT_IO)) {
        errno = EMFILE;
        return false;
    }
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    *ours = pair[0];
    *theirs = pair[1];
    /* Each message says, by the kernel, which process has sent it. */
    return setsockopt(*ours, SOL_SOCKET, SO_PASSCRED, &on, sizeof(on)) == 0;
}

static bool output_open(int *ours, int *theirs)
{
    int pair[2];

    if (BRES__FAULT(BRES__FAULT_IO)) {
        errno = EMFILE;
        return false;
    }
    if (pipe2(pair, O_CLOEXEC) != 0)
        return false;
    *ours = pair[0];
    *theirs = pair[1];
    return fcntl(*ours, F_SETFL, O_NONBLOCK) == 0;
}

/* The program's ends are copied to the lowest numbers: none of them may be one of these already. */
static bool ends_open(bres__runner *runner, helper_ends *ends)
{
    ends->input = bres__open("/dev/null", O_RDONLY, 0);
    return ends->input >= 0 && output_open(&runner->output_fd, &ends->output) &&
           pair_open(&runner->channel, &ends->channel) &&
           pair_open(&runner->control, &ends->control) &&
           bres__fd_above(&ends->input, FD_COUNT) >= 0 &&
           bres__fd_above(&ends->output, FD_COUNT) >= 0 &&
           bres__fd_above(&ends->channel, FD_COUNT) >= 0 &&
           bres__fd_above(&ends->control, FD_COUNT) >= 0;
}

static void ends_close(helper_ends *ends)
{
    bres__child_close(&ends->input);
    bres__child_close(&ends->output);
    bres__child_close(&ends->channel);
    bres__child_close(&ends->control);
}

/* Returns an errno. */
static int supervisor_spawn(bres__runner *runner, const char *program, const helper_ends *ends,
                            char *const *variables)
{
    const int fds[FD_COUNT] = { ends->input, ends->output, ends->output, ends->channel,
                                ends->control };
    const char *const arguments[] = { program, runner->options.object, NULL };
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
    error = bres__spawn_attributes(&attributes, false);
    for (int i = 0; error == 0 && i < FD_COUNT; i++)
        error = posix_spawn_file_actions_adddup2(&actions, fds[i], i);
    /* The arguments are not written to; the type is older than const. */
    if (error == 0)
        error = posix_spawn(&runner->supervisor, program, &actions, &attributes,
                            (char *const *)(uintptr_t)arguments, variables);
    if (error != 0)
        runner->supervisor = 0;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return error;
}

bres_status bres__runner_process_start(bres__runner *runner, const char *program)
{
    helper_ends ends = { -1, -1, -1, -1 };
    environment variables;
    bres_status status = BRES_OK;

    if (!environment_make(&runner->options, &variables)) {
        status = bres__error_memory();
    } else if (!ends_open(runner, &ends)) {
        status = bres__error_system("start", program);
    } else {
        errno = supervisor_spawn(runner, program, &ends, variables.list);
        if (errno != 0)
            status = bres__error_system("start", program);
    }
    ends_close(&ends);
    environment_free(&variables);
    return status;
}

/* Waits for the supervisor, whose control socket is closed: it ends after all other processes. */
static void supervisor_collect(bres__runner *runner)
{
    int end = (int)syscall(SYS_pidfd_open, runner->supervisor, 0);
    struct pollfd polled = { .fd = end, .events = POLLIN };

    if (end >= 0 && poll(&polled, 1, END_LIMIT_MS) == 0)
        kill(runner->supervisor, SIGKILL);
    while (waitpid(runner->supervisor, NULL, 0) < 0 && errno == EINTR)
        continue;
    bres__child_close(&end);
}

void bres__runner_process_end(bres__runner *runner)
{
    bres__child_close(&runner->control);
    bres__child_close(&runner->channel);
    if (runner->supervisor != 0)
        supervisor_collect(runner);
    bres__child_close(&runner->output_fd);
}
