/* SPDX-License-Identifier: MIT */
/*
 * Only the judge has its end of each socket: when the judge ends, the control socket closes.
 */
#include "judge/runner/inside.h"
#include "judge/runner/wire.h"
#include "judge/verdict/judgement.h"

#include "base/process/child.h"
#include "base/process/environment.h"
#include "base/process/start.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* How long the supervisor may take to end all processes before it is killed. */
#define END_LIMIT_MS 10000

static const char *const usual_names[] = { "PATH", "HOME", "LANG", "LD_LIBRARY_PATH", NULL };
/* These variables select the driver and the device. */
static const char *const cuda_names[] = { "BENCHRESULT_CUDA_LIBRARY", "CUDA_VISIBLE_DEVICES",
                                          "CUDA_DEVICE_ORDER", "NVIDIA_VISIBLE_DEVICES", NULL };
/* Makes thread pools sleep while they wait: a pool that spins would work between calls. */
static const char passive[] = "OMP_WAIT_POLICY=passive";

/* The helper program's ends. `output` is both its standard output and its standard error. */
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
    /* The kernel adds the sender's process number to each message. */
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

static bool ends_open(bres__runner *runner, helper_ends *ends)
{
    ends->input = bres__open("/dev/null", O_RDONLY, 0);
    return ends->input >= 0 && output_open(&runner->output_fd, &ends->output) &&
           pair_open(&runner->channel, &ends->channel) &&
           pair_open(&runner->control, &ends->control);
}

static void ends_close(helper_ends *ends)
{
    bres__child_close(&ends->input);
    bres__child_close(&ends->output);
    bres__child_close(&ends->channel);
    bres__child_close(&ends->control);
}

/* The program, the backend, and the paths that the solution may read. NULL if memory is exhausted.
 */
static const char **arguments_new(const char *program, const bres_judge_options *options)
{
    const char *const *readable = options->allow_read;
    size_t count = 0;
    const char **arguments;

    while (readable != NULL && readable[count] != NULL)
        count++;
    arguments = bres__calloc(count + 3, sizeof(*arguments));
    if (arguments == NULL)
        return NULL;
    arguments[0] = program;
    arguments[1] = bres__backend_name((bres_backend)options->backend);
    for (size_t i = 0; i < count; i++)
        arguments[i + 2] = readable[i];
    return arguments;
}

/* Returns an errno. */
static int supervisor_start(bres__runner *runner, const char *program, const helper_ends *ends,
                            char *const *environment)
{
    const char **arguments = arguments_new(program, runner->options.judge);
    int error;
    bres__start start = {
        .path = program,
        .arguments = arguments,
        .environment = environment,
        .fds = { ends->input, ends->output, ends->output, ends->channel, ends->control,
                 runner->options.object },
        .fd_count = BRES__WIRE_OBJECT + 1,
    };

    if (arguments == NULL)
        return ENOMEM;
    error = bres__start_program(&start);
    bres__free(arguments);
    runner->supervisor = start.pid;
    return error;
}

bres_status bres__runner_process_start(bres__runner *runner, const char *program)
{
    const bool on_device = runner->options.judge->backend == BRES_BACKEND_CUDA;
    const char *const *const names[] = { usual_names, on_device ? cuda_names : NULL,
                                         runner->options.judge->environment };
    char **environment = bres__environment_only(names, sizeof(names) / sizeof(*names), passive);
    helper_ends ends = { -1, -1, -1, -1 };
    bres_status status = BRES_OK;

    if (environment == NULL)
        return bres__error_memory();
    errno =
        ends_open(runner, &ends) ? supervisor_start(runner, program, &ends, environment) : errno;
    if (errno != 0)
        status = bres__error_system("start", program);
    ends_close(&ends);
    bres__free(environment);
    return status;
}

/* Waits for the supervisor. Its control socket is closed, so it ends all other processes and then
 * itself. */
static void supervisor_collect(bres__runner *runner)
{
    int end = (int)syscall(SYS_pidfd_open, runner->supervisor, 0);
    struct pollfd polled = { .fd = end, .events = POLLIN };
    const uint64_t begin = bres__steady_now();
    uint64_t passed_ms = 0;
    int ended = end < 0;

    while (ended == 0 && passed_ms < END_LIMIT_MS) {
        ended = poll(&polled, 1, (int)(END_LIMIT_MS - passed_ms)) > 0;
        passed_ms = bres__ns_since(bres__steady_now(), begin) / 1000000;
    }
    if (ended == 0)
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
    bres__child_close(&runner->life);
    bres__child_close(&runner->output_fd);
}
