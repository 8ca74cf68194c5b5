/* SPDX-License-Identifier: MIT */
/*
 * Tuners whose process is killed. Child processes do not assert: they report by their exit status.
 */
#include "base/base.h"
#include "base/process/fork_server.h"
#include "cuda/cuda.h"
#include "support/fake_cuda.h"
#include "support/support.h"
#include "support/tuned.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

typedef struct killed_file {
    char path[2200];
    char journal[2300];
} killed_file;

static void file_place(killed_file *file, unsigned number)
{
    snprintf(file->path, sizeof(file->path), "%s/tiles-%u.json", bres_test_directory(), number);
    snprintf(file->journal, sizeof(file->journal), "%s.partial", file->path);
}

/* Waits for a child and returns its wait status. */
static int collect(pid_t child)
{
    int wait_status = 0;

    cr_assert_eq(waitpid(child, &wait_status, 0), child);
    return wait_status;
}

/* A tuner with batches that end the process. */
typedef struct deadly {
    bres_test_tuned tuned;
    unsigned deadly; /* bits of the configurations that end the process */
} deadly;

static void deadly_execute(const bres_trial *trial, void *context)
{
    deadly *d = context;

    if ((d->deadly >> bres_trial_index(trial) & 1u) != 0)
        kill(getpid(), SIGKILL);
    bres_test_tuned_execute(trial, &d->tuned);
}

static bres_status deadly_run(deadly *d, const killed_file *file, unsigned places)
{
    bres_test_tuned_begin(&d->tuned);
    d->deadly = places;
    d->tuned.options.path = file->path;
    d->tuned.options.flags = BRES_TUNER_RESUME;
    bres_test_tuned_new(&d->tuned);
    return bres_tuner_run_cpu(d->tuned.tuner, deadly_execute, d);
}

Test(tune, tuner_fails_what_ended_the_process)
{
    static const unsigned places = 1u << 3 | 1u << 0 | 1u << 5;
    killed_file file;
    unsigned ended = 0;
    bool complete = false;
    deadly d;

    file_place(&file, 0);
    while (!complete) {
        const pid_t child = fork();

        cr_assert_geq(child, 0);
        if (child == 0)
            _exit(deadly_run(&d, &file, places) == BRES_OK ? 0 : 1);
        complete = WIFEXITED(collect(child));
        ended += !complete;
        cr_assert_leq(ended, 3, "a configuration has ended the process twice");
    }
    cr_expect_eq(ended, 3);
    OK(deadly_run(&d, &file, places));
    cr_expect_str_eq(bres_test_tuned_winner(&d.tuned), "X=20 Y=b");
    for (unsigned i = 0; i < BRES_TEST_TUNED_PLACES; i++) {
        const bres_state *state = bres_test_tuned_state(&d.tuned, i);

        cr_assert_not_null(state);
        cr_expect_eq(bres_state_is_skipped(state), (places >> i & 1u) != 0);
        if (bres_state_is_skipped(state))
            cr_expect_str_eq(bres_state_skip_reason(state), "ended the process");
    }
    bres_test_tuned_free(&d.tuned);
}

/* The journal keeps the note of a batch only if the process ends during the batch. */
Test(tune, tuner_notes_a_batch_only_while_it_is_measured)
{
    static const double seconds[] = { 1e-3 };
    bres_test_tuned tuned;
    bres_trial *trial;
    killed_file file;
    struct stat before;
    struct stat noted;

    file_place(&file, 0);
    for (unsigned row = 0; row < 3; row++) {
        bres_test_tuned_begin(&tuned);
        tuned.options.path = file.path;
        bres_test_tuned_new(&tuned);
        OK(bres_tuner_ask(tuned.tuner, &trial, NULL));
        OK(bres_tuner_tell(tuned.tuner, trial, seconds, 1));
        cr_assert_eq(stat(file.journal, &before), 0);
        OK(bres_tuner_ask(tuned.tuner, &trial, NULL));
        cr_assert_eq(stat(file.journal, &noted), 0);
        cr_expect_gt(noted.st_size, before.st_size);
        if (row == 1)
            OK(bres_tuner_tell(tuned.tuner, trial, NULL, 0));
        if (row == 2)
            OK(bres_tuner_tell_failure(tuned.tuner, trial, "it is wrong"));
        bres_test_tuned_free(&tuned);
        cr_assert_eq(stat(file.journal, &noted), 0);
        cr_expect_eq(noted.st_size == before.st_size, row != 2, "row %u", row);
        bres_test_tuned_begin(&tuned);
        tuned.options.path = file.path;
        tuned.options.flags = BRES_TUNER_RESUME;
        bres_test_tuned_new(&tuned);
        OK(bres_tuner_finish(tuned.tuner));
        cr_expect_eq(bres_tuner_sample_count(tuned.tuner), 1);
        cr_expect_eq(
            bres_subbench_state_count(bres_result_subbench_at(bres_tuner_result(tuned.tuner), 0)),
            row == 2 ? 2 : 1);
        bres_test_tuned_free(&tuned);
        unlink(file.path);
    }
}

#define CONFIGS  22
#define CRASHING 5
#define HANGING  11
#define FASTEST  17

typedef struct long_run {
    bres_test_clock time;
    bres_clock clock;
    bres_tuner *tuner;
    unsigned *batches_left; /* until the process is killed, in shared memory; 0: never */
    bool in_batch;          /* kills it in a batch, not between two */
    pid_t tuner_pid;
} long_run;

static void long_execute(const bres_trial *trial, void *context)
{
    long_run *run = context;
    const uint64_t place = bres_trial_index(trial);

    if (run->in_batch && *run->batches_left == 1)
        kill(run->tuner_pid, SIGKILL);
    if (place == CRASHING) {
        signal(SIGSEGV, SIG_DFL);
        raise(SIGSEGV);
    }
    while (place == HANGING)
        pause();
    run->time.now += place == FASTEST ? 500000 : 600000 + 1000 * place;
}

static void long_progress(void *user, const bres_tuner *tuner)
{
    long_run *run = user;

    (void)tuner;
    if (*run->batches_left > 0 && --*run->batches_left == 0 && !run->in_batch)
        kill(getpid(), SIGKILL);
}

static bres_status long_resume(long_run *run, const killed_file *file)
{
    int64_t values[CONFIGS];
    bres_tuner_options options;

    for (int64_t i = 0; i < CONFIGS; i++)
        values[i] = i;
    run->time = (bres_test_clock){ .now = 1000000, .cost = 20 };
    run->clock = bres_test_clock_of(&run->time);
    run->tuner_pid = getpid();
    bres_tuner_options_init(&options);
    options.flags = BRES_TUNER_ISOLATE | BRES_TUNER_RESUME;
    options.path = file->path;
    options.clock = &run->clock;
    options.execution_timeout = 2;
    options.progress = long_progress;
    options.progress_user = run;
    run->tuner = bres_tuner_new(&options);
    bres_tuner_add_int64(run->tuner, "V", values, CONFIGS);
    return bres_tuner_run_cpu(run->tuner, long_execute, run);
}

static const bres_state *long_state(const long_run *run, int64_t place)
{
    const bres_subbench *bench = bres_result_subbench_at(bres_tuner_result(run->tuner), 0);

    for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
        const bres_state *state = bres_subbench_state_at(bench, i);
        int64_t found;

        if (bres_summary_int64(bres_state_summary(state, "bres/tune/config"), &found) &&
            found == place)
            return state;
    }
    return NULL;
}

static void long_check(const long_run *run)
{
    cr_expect_eq(bres_tuner_stop_reason(run->tuner), BRES_TUNER_DECIDED, "%s",
                 bres_tuner_message(run->tuner));
    cr_expect_eq(bres_trial_index(bres_tuner_best_trial_at(run->tuner, 0)), FASTEST);
    cr_expect_eq(bres_tuner_measured_count(run->tuner), CONFIGS - 2);
    cr_expect_not_null(strstr(bres_state_skip_reason(long_state(run, CRASHING)),
                              "killed by signal 11 (Segmentation fault)"));
    cr_expect_not_null(
        strstr(bres_state_skip_reason(long_state(run, HANGING)), "exceeded the limit of 2 s"));
}

Test(tune, tuner_is_killed_and_resumed_many_times, .timeout = 600)
{
    const unsigned rounds = bres_test_long() ? 50 : 8;
    unsigned *left =
        mmap(NULL, sizeof(*left), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uint64_t before = 0;
    killed_file file;
    long_run run;

    cr_assert_neq(left, MAP_FAILED);
    bres__cuda_forget();
    fake_cuda_forget();
    bres__fork_server_threads = bres__count_threads();
    file_place(&file, 0);
    for (unsigned i = 0; i < rounds; i++) {
        pid_t child;
        uint64_t now;

        *left = 1 + i % 2;
        run = (long_run){ .batches_left = left, .in_batch = i % 2 == 0 };
        child = fork();
        cr_assert_geq(child, 0);
        if (child == 0) {
            bres__fork_server_threads = bres__count_threads();
            (void)long_resume(&run, &file);
            _exit(0);
        }
        cr_expect(WIFSIGNALED(collect(child)), "round %u has ended by itself", i);
        now = bres_test_tuned_samples(file.journal);
        cr_expect_geq(now, before, "round %u has lost samples", i);
        before = now;
    }
    *left = 0;
    run.in_batch = false;
    OK(long_resume(&run, &file));
    cr_expect_geq(bres_tuner_sample_count(run.tuner), before);
    long_check(&run);
    bres_tuner_free(run.tuner);
    munmap(left, sizeof(*left));
}
