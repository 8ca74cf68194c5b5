/* SPDX-License-Identifier: MIT */
/* Configurations in processes of their own. A process does not assert: it says so by failing. */
#include "base/fault.h"
#include "base/process/fork_server.h"
#include "cuda/cuda.h"
#include "support/fake_cuda.h"
#include "support/gpu.h"
#include "support/measured.h"
#include "support/support.h"
#include "support/tuned.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* A tuner whose configuration 4, the second fastest, does something. */
typedef struct scene {
    bres_test_tuned tuned;
    void (*act)(const struct scene *scene, const bres_trial *trial);
    pid_t tuner_pid;
    bool foreign[256]; /* descriptors of the test runner */
} scene;

#define ACTING 4u

static void execute(const bres_trial *trial, void *context)
{
    scene *s = context;

    if (s->act != NULL && bres_trial_index(trial) == ACTING)
        s->act(s, trial);
    bres_test_tuned_execute(trial, &s->tuned);
}

/* The threads before the first test, without those of tests. */
static size_t test_threads(void)
{
    static size_t threads;

    if (threads == 0)
        threads = bres__count_threads();
    return threads;
}

static void scene_begin(scene *s)
{
    *s = (scene){ .tuner_pid = getpid() };
    for (int fd = 0; fd < 256; fd++)
        s->foreign[fd] = fcntl(fd, F_GETFL) >= 0;
    bres__cuda_forget();
    fake_cuda_forget();
    bres__fork_server_threads = test_threads();
    bres_test_tuned_begin(&s->tuned);
    s->tuned.options.flags = BRES_TUNER_ISOLATE;
}

static bres_status scene_run(scene *s)
{
    bres_test_tuned_new(&s->tuned);
    return bres_tuner_run_cpu(s->tuned.tuner, execute, s);
}

static const char *reason_of(const scene *s, int64_t place)
{
    const bres_state *state = bres_test_tuned_state(&s->tuned, place);

    return state != NULL && bres_state_is_skipped(state) ? bres_state_skip_reason(state) : "";
}

Test(tune, isolate_measures_as_without)
{
    scene s;

    scene_begin(&s);
    OK(scene_run(&s));
    cr_expect_eq(bres_tuner_stop_reason(s.tuned.tuner), BRES_TUNER_DECIDED);
    cr_expect_str_eq(bres_test_tuned_winner(&s.tuned), "X=10 Y=b");
    cr_expect_eq(bres_tuner_measured_count(s.tuned.tuner), 6);
    cr_expect_eq(s.tuned.executions, 0, "the function has run in the process of the tuner");
    for (unsigned i = 0; i < BRES_TEST_TUNED_PLACES; i++) {
        const double expected = (double)s.tuned.duration[i] * 1e-9;
        const bres_state *state = bres_test_tuned_state(&s.tuned, i);

        cr_assert_not_null(state);
        cr_expect_float_eq(bres_test_summary_value(state, "nv/cpu_only/time/cpu/median"), expected,
                           0.006 * expected);
        cr_expect_gt(bres_test_summary_value(state, "nv/cpu_only/walltime"), 0);
    }
    bres_test_tuned_free(&s.tuned);
}

static void act_crash(const scene *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
}

static void act_exit(const scene *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    _exit(0);
}

static void act_exit_with_status(const scene *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    _exit(42);
}

static void act_hang(const scene *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    for (;;)
        pause();
}

static void act_stop(const scene *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    raise(SIGSTOP);
}

static void act_fork(const scene *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    (void)!fork();
}

/* Leaves a process of another session, whose parent has ended. */
static void act_daemon(const scene *s, const bres_trial *trial)
{
    pid_t child = fork();

    (void)s;
    (void)trial;
    if (child == 0) {
        setsid();
        if (fork() != 0)
            _exit(0);
        alarm(2); /* it outlives the batch, and not the test */
        for (;;)
            pause();
    }
    waitpid(child, NULL, 0);
}

/* The process ends, and leaves its connection to another one. */
static void act_leave(const scene *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    if (fork() != 0)
        _exit(3);
    for (;;)
        pause();
}

static void close_all(const scene *s)
{
    for (int fd = 0; fd < 256; fd++) {
        if (!s->foreign[fd])
            close(fd);
    }
}

static void act_close(const scene *s, const bres_trial *trial)
{
    (void)trial;
    close_all(s);
}

static void act_close_and_hang(const scene *s, const bres_trial *trial)
{
    close_all(s);
    act_hang(s, trial);
}

static void act_write(const scene *s, const bres_trial *trial)
{
    static const char text[] = "this is not an answer, however long it is, and it has to be longer";

    (void)trial;
    for (int fd = 0; fd < 256; fd++) {
        if (!s->foreign[fd])
            (void)!write(fd, text, sizeof(text));
    }
}

static void act_write_for_ever(const scene *s, const bres_trial *trial)
{
    for (;;)
        act_write(s, trial);
}

static void act_fail(const scene *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    bres_measure_fail("the device is on fire");
}

typedef struct misdeed {
    const char *name;
    void (*act)(const scene *s, const bres_trial *trial);
    const char *reason;
    double limit;
} misdeed;

static const misdeed misdeeds[] = {
    { "crash", act_crash, "its process ended: killed by signal 11 (Segmentation fault)", 60 },
    { "exit", act_exit, "its process ended: exited with status 0", 60 },
    { "exit 42", act_exit_with_status, "its process ended: exited with status 42", 60 },
    { "hang", act_hang, "one execution exceeded the limit of 2 s", 2 },
    { "stop", act_stop, "its process was stopped by a signal", 60 },
    { "stop without a limit", act_stop, "its process was stopped by a signal", 0 },
    { "fork", act_fork, "its function left a process behind", 60 },
    { "daemon", act_daemon, "its function left a process behind", 60 },
    { "leave", act_leave, "its process ended: exited with status 3", 60 },
    { "close", act_close, "its process ended: exited with status 1", 60 },
    { "close and hang", act_close_and_hang, "its process closed the connection to the tuner", 60 },
    { "write", act_write, "its process sent data that are not a result", 60 },
    { "write for ever", act_write_for_ever, "its process sent data that are not a result", 60 },
    { "fail", act_fail, "the device is on fire", 60 },
};

/* Whatever a configuration does, it alone fails. */
Test(tune, isolate_fails_what_misbehaves, .timeout = 300)
{
    for (size_t i = 0; i < sizeof(misdeeds) / sizeof(misdeeds[0]); i++) {
        scene s;

        scene_begin(&s);
        s.act = misdeeds[i].act;
        s.tuned.options.execution_timeout = misdeeds[i].limit;
        OK(scene_run(&s));
        cr_expect_str_eq(reason_of(&s, ACTING), misdeeds[i].reason, "%s: %s", misdeeds[i].name,
                         reason_of(&s, ACTING));
        cr_expect_str_eq(bres_test_tuned_winner(&s.tuned), "X=10 Y=b", "%s", misdeeds[i].name);
        cr_expect_eq(bres_tuner_stop_reason(s.tuned.tuner), BRES_TUNER_DECIDED, "%s",
                     misdeeds[i].name);
        bres_test_tuned_free(&s.tuned);
    }
}

/* The process of the acting configuration, known to the process of the tuner. */
static pid_t *acting_pid;

static void acting_pid_share(void)
{
    acting_pid =
        mmap(NULL, sizeof(*acting_pid), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    cr_assert_neq(acting_pid, MAP_FAILED);
}

static void act_tell_pid(const scene *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    *acting_pid = getpid();
}

/* Called between two batches. */
static void kill_acting(void *user, const bres_tuner *tuner)
{
    (void)user;
    (void)tuner;
    if (*acting_pid > 0)
        kill(*acting_pid, SIGKILL);
    *acting_pid = 0;
}

Test(tune, isolate_fails_what_ends_between_batches)
{
    scene s;

    acting_pid_share();
    scene_begin(&s);
    s.act = act_tell_pid;
    s.tuned.options.progress = kill_acting;
    OK(scene_run(&s));
    cr_expect_str_eq(reason_of(&s, ACTING), "its process ended: killed by signal 9 (Killed)");
    cr_expect_str_eq(bres_test_tuned_winner(&s.tuned), "X=10 Y=b");
    bres_test_tuned_free(&s.tuned);
    munmap(acting_pid, sizeof(*acting_pid));
}

/* Where the functions of the caller run, and how often. */
typedef struct places {
    int pipe[2];
    bool refuse_prepare; /* of the acting configuration */
    bool refuse_check;
} places;

static void note(const places *p, char what)
{
    (void)!write(p->pipe[1], &what, 1);
}

static bres_status place_prepare(bres_trial *trial, void *context)
{
    const places *p = context;

    note(p, 'p');
    if (p->refuse_prepare && bres_trial_index(trial) == ACTING)
        return bres_measure_fail("it does not compile");
    bres_trial_set_data(trial, (void *)(intptr_t)getpid());
    return BRES_OK;
}

static bool is_prepared_here(const bres_trial *trial)
{
    return (intptr_t)bres_trial_data(trial) == getpid();
}

static void place_release(bres_trial *trial, void *context)
{
    note(context, is_prepared_here(trial) ? 'r' : '!');
}

static bres_status place_check(bres_trial *trial, void *context)
{
    const places *p = context;

    note(p, is_prepared_here(trial) ? 'c' : '!');
    return p->refuse_check && bres_trial_index(trial) == ACTING
               ? bres_measure_fail("element 3 is wrong")
               : BRES_OK;
}

static void place_execute(const bres_trial *trial, void *context)
{
    bres_test_tuned *tuned = context;

    if (!is_prepared_here(trial))
        bres_measure_fail("it is prepared in another process");
    tuned->time.now += 500000 + 10000 * bres_trial_index(trial) % 7000;
}

/* Runs `count` configurations; *counts: notes by letter. */
static void places_run(places *p, size_t count, scene *s, size_t counts[128])
{
    int64_t values[100];
    char noted[4096];
    ssize_t got;

    for (size_t i = 0; i < count; i++)
        values[i] = (int64_t)i;
    cr_assert_eq(pipe2(p->pipe, O_NONBLOCK), 0);
    scene_begin(s);
    s->tuned.options.max_samples = (int64_t)count * 3;
    s->tuned.options.equivalence_margin = 0;
    s->tuned.options.progress = NULL;
    s->tuned.tuner = bres_tuner_new(&s->tuned.options);
    OK(bres_tuner_add_int64(s->tuned.tuner, "V", values, count));
    OK(bres_tuner_set_prepare(s->tuned.tuner, place_prepare, place_release, p));
    OK(bres_tuner_set_check(s->tuned.tuner, place_check, p));
    OK(bres_tuner_run_cpu(s->tuned.tuner, place_execute, &s->tuned));
    memset(counts, 0, 128 * sizeof(*counts));
    got = read(p->pipe[0], noted, sizeof(noted));
    cr_assert_gt(got, 0);
    for (ssize_t i = 0; i < got; i++)
        counts[(unsigned char)noted[i]]++;
    close(p->pipe[0]);
    close(p->pipe[1]);
    cr_expect_eq(counts['!'], 0, "a function ran in another process");
}

Test(tune, isolate_prepares_checks_and_releases_in_the_process)
{
    size_t counts[128];
    places p = { .refuse_prepare = false };
    scene s;

    places_run(&p, 6, &s, counts);
    cr_expect_eq(counts['p'], 6);
    cr_expect_eq(counts['c'], 6);
    cr_expect_eq(counts['r'], 6);
    cr_expect_eq(bres_tuner_measured_count(s.tuned.tuner), 6);
    bres_tuner_free(s.tuned.tuner);
    for (unsigned row = 0; row < 2; row++) {
        p.refuse_prepare = row == 0;
        p.refuse_check = row == 1;
        places_run(&p, 6, &s, counts);
        cr_expect_eq(counts['r'], row == 0 ? 5 : 6);
        cr_expect_eq(bres_tuner_measured_count(s.tuned.tuner), 5);
        cr_expect_not_null(
            strstr(reason_of(&s, ACTING), row == 0 ? "it does not compile" : "element 3 is wrong"),
            "%s", reason_of(&s, ACTING));
        bres_tuner_free(s.tuned.tuner);
    }
}

/* More configurations than processes: one that was released is prepared again, not checked. */
Test(tune, isolate_with_many_configurations, .timeout = 120)
{
    size_t counts[128];
    places p = { .refuse_prepare = false };
    scene s;

    places_run(&p, 70, &s, counts);
    cr_expect_eq(bres_tuner_measured_count(s.tuned.tuner), 70);
    cr_expect_gt(counts['p'], 70);
    cr_expect_eq(counts['r'], counts['p']);
    cr_expect_eq(counts['c'], 70);
    bres_tuner_free(s.tuned.tuner);
}

static void act_kill_helper(const scene *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    kill(getppid(), SIGKILL);
    for (;;)
        pause();
}

/* The run ends with an error, and can be resumed with all that was measured. */
Test(tune, isolate_without_its_helper, .timeout = 60)
{
    char path[2200];
    char journal[2300];
    bres_result *result = NULL;
    uint64_t samples;
    scene s;

    snprintf(path, sizeof(path), "%s/tiles.json", bres_test_directory());
    snprintf(journal, sizeof(journal), "%s.partial", path);
    scene_begin(&s);
    s.act = act_kill_helper;
    s.tuned.options.path = path;
    cr_expect_eq(scene_run(&s), BRES_ERROR_IO);
    cr_expect_str_eq(bres_last_error(),
                     "the helper process has ended: killed by signal 9 (Killed)");
    samples = bres_tuner_sample_count(s.tuned.tuner);
    bres_test_tuned_free(&s.tuned);
    OK(bres_result_load(journal, NULL, &result));
    cr_expect_eq(bres_subbench_state_count(bres_result_subbench_at(result, 0)), samples);
    bres_result_unref(result);
    scene_begin(&s);
    s.tuned.options.path = path;
    s.tuned.options.flags |= BRES_TUNER_RESUME;
    OK(scene_run(&s));
    cr_expect_str_eq(bres_test_tuned_winner(&s.tuned), "X=10 Y=b");
    cr_expect_str_eq(reason_of(&s, ACTING), "");
    bres_test_tuned_free(&s.tuned);
}

static void act_stop_helper(const scene *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    kill(getppid(), SIGSTOP);
}

Test(tune, isolate_with_a_stopped_helper, .timeout = 60)
{
    scene s;

    scene_begin(&s);
    s.act = act_stop_helper;
    cr_expect_eq(scene_run(&s), BRES_ERROR_IO);
    cr_expect_str_eq(bres_last_error(), "the helper process was stopped by a signal");
    bres_test_tuned_free(&s.tuned);
}

static void act_print(const scene *s, const bres_trial *trial)
{
    (void)s;
    (void)trial;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        (void)!write(fd, "printed", 7);
}

/* A program that has closed its standard descriptors prints nowhere. */
Test(tune, isolate_without_standard_descriptors, .timeout = 60)
{
    int saved[3];
    bres_status status;
    scene s;

    scene_begin(&s);
    s.act = act_print;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        saved[fd] = fcntl(fd, F_DUPFD_CLOEXEC, 100);
        close(fd);
    }
    status = scene_run(&s);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        dup2(saved[fd], fd);
        close(saved[fd]);
    }
    cr_expect_eq(status, BRES_OK, "%s", bres_last_error());
    cr_expect_str_eq(reason_of(&s, ACTING), "");
    cr_expect_str_eq(bres_test_tuned_winner(&s.tuned), "X=10 Y=b");
    bres_test_tuned_free(&s.tuned);
}

/* Leaves room for few descriptors. Returns the limit before. */
static struct rlimit descriptors_limit(void)
{
    int free_ones[5];
    const size_t count = sizeof(free_ones) / sizeof(free_ones[0]);
    struct rlimit before;
    struct rlimit limit;

    for (size_t i = 0; i < count; i++)
        free_ones[i] = dup(STDERR_FILENO);
    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &before), 0);
    limit = before;
    limit.rlim_cur = (rlim_t)free_ones[count - 1] + 1;
    for (size_t i = 0; i < count; i++)
        close(free_ones[i]);
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0);
    return before;
}

/* A lack of descriptors is no failure of a configuration. */
Test(tune, isolate_without_descriptors, .timeout = 60)
{
    struct rlimit before;
    bres_status status;
    scene s;

    scene_begin(&s);
    bres_test_tuned_new(&s.tuned);
    before = descriptors_limit();
    status = bres_tuner_run_cpu(s.tuned.tuner, execute, &s);
    setrlimit(RLIMIT_NOFILE, &before);
    cr_expect_eq(status, BRES_ERROR_IO, "%s", bres_status_name(status));
    cr_expect_str_eq(bres_last_error(), "cannot start an isolated process: Too many open files");
    bres_test_tuned_free(&s.tuned);
}

static void act_ask_for_unknown(const scene *s, const bres_trial *trial)
{
    (void)s;
    (void)bres_trial_int64(trial, "Z");
}

Test(tune, isolate_ends_at_an_unknown_parameter)
{
    scene s;

    scene_begin(&s);
    s.act = act_ask_for_unknown;
    cr_expect_eq(scene_run(&s), BRES_ERROR_KEY);
    cr_expect_not_null(strstr(bres_last_error(), "'Z'"), "%s", bres_last_error());
    bres_test_tuned_free(&s.tuned);
}

static void act_tell_and_hang(const scene *s, const bres_trial *trial)
{
    act_tell_pid(s, trial);
    act_hang(s, trial);
}

static bool interrupt_tuner(void *user)
{
    const scene *s = user;

    return getpid() == s->tuner_pid && (*acting_pid != 0 || s->tuned.batches >= 3);
}

static bool interrupt_process(void *user)
{
    const scene *s = user;

    return getpid() != s->tuner_pid && s->tuned.executed[ACTING] != 0;
}

/* One that hangs is ended, and has not failed. */
Test(tune, isolate_is_interrupted, .timeout = 60)
{
    acting_pid_share();
    for (unsigned row = 0; row < 2; row++) {
        scene s;

        scene_begin(&s);
        s.act = row == 1 ? act_tell_and_hang : NULL;
        s.tuned.options.progress = row == 1 ? NULL : s.tuned.options.progress;
        s.tuned.options.execution_timeout = 0;
        s.tuned.options.is_interrupted = interrupt_tuner;
        s.tuned.options.interrupt_user = &s;
        OK(scene_run(&s));
        cr_expect_eq(bres_tuner_stop_reason(s.tuned.tuner), BRES_TUNER_INTERRUPTED);
        cr_expect_str_eq(reason_of(&s, ACTING), "");
        bres_test_tuned_free(&s.tuned);
    }
    munmap(acting_pid, sizeof(*acting_pid));
}

/* A callback that interrupts in the process alone, as after an exception there. */
Test(tune, isolate_fails_what_interrupts_its_process)
{
    scene s;

    scene_begin(&s);
    s.tuned.options.is_interrupted = interrupt_process;
    s.tuned.options.interrupt_user = &s;
    OK(scene_run(&s));
    cr_expect_str_eq(reason_of(&s, ACTING), "a callback interrupted the run in its process");
    cr_expect_str_eq(bres_test_tuned_winner(&s.tuned), "X=10 Y=b");
    bres_test_tuned_free(&s.tuned);
}

static void *wait_for_byte(void *fd)
{
    char byte;

    (void)!read(*(int *)fd, &byte, 1);
    return NULL;
}

static bres_status no_launch(bres_launch *launch, const bres_trial *trial, void *context)
{
    (void)launch;
    (void)trial;
    (void)context;
    return BRES_OK;
}

Test(tune, isolate_is_refused_where_it_is_impossible)
{
    pthread_t thread;
    bres_trial *trial;
    int ends[2];
    scene s;

    (void)test_threads();
    cr_assert_eq(pipe(ends), 0);
    cr_assert_eq(pthread_create(&thread, NULL, wait_for_byte, &ends[0]), 0);
    scene_begin(&s);
    cr_expect_eq(scene_run(&s), BRES_ERROR_UNSUPPORTED);
    cr_expect_not_null(strstr(bres_last_error(), "threads (expected "), "%s", bres_last_error());
    bres_test_tuned_free(&s.tuned);
    close(ends[1]);
    pthread_join(thread, NULL);
    close(ends[0]);

    scene_begin(&s);
    bres_test_tuned_new(&s.tuned);
    cr_expect_eq(bres_tuner_ask(s.tuned.tuner, &trial, NULL), BRES_ERROR_UNSUPPORTED);
    bres_test_tuned_free(&s.tuned);
    bres_test_gpu_begin(1);
    scene_begin(&s);
    cr_assert(bres_cuda_available(NULL));
    cr_expect_eq(scene_run(&s), BRES_ERROR_UNSUPPORTED);
    cr_expect_not_null(strstr(bres_last_error(), "NVIDIA driver"), "%s", bres_last_error());
    bres_test_tuned_free(&s.tuned);
    scene_begin(&s);
    bres_test_tuned_new(&s.tuned);
    cr_expect_eq(bres_tuner_run_cuda(s.tuned.tuner, no_launch, NULL, NULL), BRES_ERROR_UNSUPPORTED);
    bres_test_tuned_free(&s.tuned);
}

/* A helper process that cannot be started, or cannot be asked. */
Test(tune, isolate_survives_failing_calls, .timeout = 120)
{
    unsigned failed = 0;
    bool hit = true;

    for (size_t n = 1; hit; n++) {
        scene s;
        bres_status status;

        scene_begin(&s);
        s.tuned.options.max_samples = 2;
        bres_test_tuned_new(&s.tuned);
        bres__faults_arm(BRES__FAULT_IO, n, false);
        status = bres_tuner_run_cpu(s.tuned.tuner, execute, &s);
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        cr_expect(status == BRES_OK || status == BRES_ERROR_IO || status == BRES_ERROR_UNSUPPORTED,
                  "fault %zu: %s", n, bres_last_error());
        failed += status != BRES_OK;
        bres_test_tuned_free(&s.tuned);
    }
    cr_expect_geq(failed, 5);
}
