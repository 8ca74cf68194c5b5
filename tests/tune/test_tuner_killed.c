/* SPDX-License-Identifier: MIT */
/*
 * Tuners whose process is killed, and two that want one journal. Processes do not assert: they
 * report through a pipe or by their exit status.
 */
#include "base/base.h"
#include "base/process/fork_server.h"
#include "cuda/cuda.h"
#include "support/support.h"
#include "support/tuned.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <fcntl.h>
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
    unsigned deadly; /* bits of the places that end the process */
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

/* Only a process that ends leaves a note. */
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
    bool in_batch;          /* it is killed in a batch, not between two */
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

/* The samples that the file of an unfinished run holds. */
static uint64_t count_samples(const char *path)
{
    bres_result *result = NULL;
    const bres_subbench *bench;
    uint64_t sum = 0;

    if (access(path, F_OK) != 0)
        return 0;
    OK(bres_result_load(path, NULL, &result));
    bench = bres_result_subbench_at(result, 0);
    for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
        const float *times;
        size_t count;

        OK(bres_state_samples(bres_subbench_state_at(bench, i), &times, &count));
        sum += count;
    }
    bres_result_unref(result);
    return sum;
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
        now = count_samples(file.journal);
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

/* A process that carries out one command after the other. */
typedef struct worker {
    pid_t pid;
    int commands;
    int reports;
    bool runs; /* it has the journal */
} worker;

typedef struct report {
    bres_status status;
    uint64_t samples;
    char message[400];
} report;

typedef struct worker_tuner {
    bres_test_tuned tuned;
    killed_file file;
} worker_tuner;

/* A tuner that has ended gives its journal back before the report. */
static void worker_report(int fd, worker_tuner *self, bres_status status, bool ends)
{
    report made = { .status = status };

    made.samples = bres_tuner_sample_count(self->tuned.tuner);
    if (status != BRES_OK)
        snprintf(made.message, sizeof(made.message), "%s", bres_last_error());
    if (ends || status != BRES_OK) {
        bres_tuner_free(self->tuned.tuner);
        self->tuned.tuner = NULL;
    }
    if (write(fd, &made, sizeof(made)) != (ssize_t)sizeof(made))
        _exit(1);
}

static bres_status worker_begin(worker_tuner *self, uint32_t flags)
{
    bres_trial *trial;
    bres_status status;

    bres_test_tuned_begin(&self->tuned);
    self->tuned.options.path = self->file.path;
    self->tuned.options.flags = flags;
    self->tuned.options.equivalence_margin = 0;
    self->tuned.options.trial_samples = 1000000;
    self->tuned.options.max_time = 0;
    self->tuned.options.strategy = BRES_TUNER_EXHAUSTIVE;
    bres_test_tuned_new(&self->tuned);
    status = bres_tuner_ask(self->tuned.tuner, &trial, NULL);
    if (status == BRES_OK)
        status = bres_tuner_tell(self->tuned.tuner, trial, NULL, 0);
    return status;
}

static bres_status worker_batch(worker_tuner *self)
{
    static const double seconds[] = { 1e-3 };
    bres_trial *trial;
    bres_status status = bres_tuner_ask(self->tuned.tuner, &trial, NULL);

    return status == BRES_OK ? bres_tuner_tell(self->tuned.tuner, trial, seconds, 1) : status;
}

/* 's' starts, 'n' starts without a flag, 'b' measures a batch, 'f' finishes, 'e' ends without. */
static _Noreturn void worker_serve(int commands, int reports, const killed_file *file)
{
    worker_tuner self = { .file = *file };
    char command;

    while (read(commands, &command, 1) == 1) {
        bres_status status = BRES_OK;

        if (command == 's' || command == 'n')
            status = worker_begin(&self, command == 's' ? BRES_TUNER_RESUME : 0);
        else if (command == 'b')
            status = worker_batch(&self);
        else if (command == 'f')
            status = bres_tuner_finish(self.tuned.tuner);
        worker_report(reports, &self, status, command == 'e' || command == 'f');
    }
    _exit(0);
}

static void worker_start(worker *w, const killed_file *file)
{
    int commands[2];
    int reports[2];

    cr_assert_eq(pipe2(commands, O_CLOEXEC), 0);
    cr_assert_eq(pipe2(reports, O_CLOEXEC), 0);
    *w = (worker){ .pid = fork(), .commands = commands[1], .reports = reports[0] };
    cr_assert_geq(w->pid, 0);
    if (w->pid == 0) {
        close(commands[1]);
        close(reports[0]);
        worker_serve(commands[0], reports[1], file);
    }
    close(commands[0]);
    close(reports[1]);
}

static void worker_send(const worker *w, char command)
{
    cr_assert_eq(write(w->commands, &command, 1), 1);
}

static report worker_receive(const worker *w)
{
    report got;

    cr_assert_eq(read(w->reports, &got, sizeof(got)), (ssize_t)sizeof(got));
    return got;
}

static report worker_do(worker *w, char command)
{
    report got;

    worker_send(w, command);
    got = worker_receive(w);
    w->runs = got.status == BRES_OK && command != 'f' && command != 'e';
    return got;
}

static void worker_kill(worker *w)
{
    kill(w->pid, SIGKILL);
    collect(w->pid);
    close(w->commands);
    close(w->reports);
    w->runs = false;
}

typedef struct duel {
    killed_file file;
    worker workers[2];
    uint64_t kept; /* samples that were reported as measured */
} duel;

/* Starts one of the two, which the journal refuses exactly while the other has it. */
static void duel_start(duel *d, worker *w, bool flagged)
{
    const bool other_runs = d->workers[w == &d->workers[0]].runs;
    const bool exists = access(d->file.journal, F_OK) == 0;
    report got;

    /* Without a flag a run begins anew, unless there is a journal. */
    if (!flagged && !exists)
        return;
    got = worker_do(w, flagged ? 's' : 'n');
    if (other_runs) {
        cr_expect_eq(got.status, BRES_ERROR_CONFLICT);
        cr_expect_not_null(strstr(got.message, "in use by another run"), "%s", got.message);
        cr_expect_null(strstr(got.message, "remove"), "%s", got.message);
    } else if (!flagged) {
        cr_expect_eq(got.status, BRES_ERROR_CONFLICT);
        cr_expect_not_null(strstr(got.message, "BRES_TUNER_RESUME continues it"), "%s",
                           got.message);
    } else {
        cr_expect_eq(got.status, BRES_OK, "%s", got.message);
        cr_expect_eq(got.samples, d->kept, "%lu samples, %lu were measured",
                     (unsigned long)got.samples, (unsigned long)d->kept);
    }
}

static void duel_step(duel *d, uint64_t draw)
{
    worker *w = &d->workers[draw & 1];

    draw >>= 1;
    if (draw % 8 == 7) {
        worker_kill(w);
        worker_start(w, &d->file);
    } else if (!w->runs) {
        duel_start(d, w, draw % 8 < 5);
    } else if (draw % 8 == 6) {
        cr_expect_eq(worker_do(w, draw >> 3 & 1 ? 'f' : 'e').status, BRES_OK);
    } else {
        cr_expect_eq(worker_do(w, 'b').status, BRES_OK);
        d->kept++;
    }
}

/* Whatever two processes do to one journal, what was measured stays. */
Test(tune, two_tuners_on_one_journal, .timeout = 600)
{
    const unsigned rounds = bres_test_long() ? 100 : 5;
    bres__random random = bres__random_stream(17, 0);
    duel d;

    for (unsigned round = 0; round < rounds; round++) {
        d = (duel){ .kept = 0 };
        file_place(&d.file, round);
        for (unsigned i = 0; i < 2; i++)
            worker_start(&d.workers[i], &d.file);
        for (unsigned step = 0; step < 40; step++)
            duel_step(&d, bres__random_next(&random));
        for (unsigned i = 0; i < 2; i++)
            worker_kill(&d.workers[i]);
        worker_start(&d.workers[0], &d.file);
        duel_start(&d, &d.workers[0], true);
        cr_expect_eq(worker_do(&d.workers[0], 'f').status, BRES_OK);
        worker_kill(&d.workers[0]);
        cr_expect_eq(count_samples(d.file.path), d.kept, "round %u", round);
        cr_expect_neq(access(d.file.journal, F_OK), 0);
    }
}

/* Somebody removes the journal of a process; a second one begins its own, which the end of the
 * first, whatever it is, leaves alone. */
Test(tune, tuner_removes_only_its_own_journal)
{
    static const char ends[] = { 'f', 'e', 'k' };

    for (unsigned row = 0; row < sizeof(ends); row++) {
        struct stat before;
        struct stat after;
        duel d = { .kept = 0 };

        file_place(&d.file, row);
        for (unsigned i = 0; i < 2; i++) {
            worker_start(&d.workers[i], &d.file);
            cr_assert_eq(worker_do(&d.workers[i], 's').status, BRES_OK);
            cr_assert_eq(worker_do(&d.workers[i], 'b').status, BRES_OK);
            if (i == 0)
                cr_assert_eq(unlink(d.file.journal), 0);
        }
        cr_assert_eq(stat(d.file.journal, &before), 0);
        if (ends[row] == 'k')
            worker_kill(&d.workers[0]);
        else
            cr_expect_eq(worker_do(&d.workers[0], ends[row]).status, BRES_OK);
        cr_assert_eq(stat(d.file.journal, &after), 0, "the journal of the second was removed");
        cr_expect_eq(after.st_ino, before.st_ino);
        cr_expect_eq(count_samples(d.file.journal), 1);
        cr_expect_eq(worker_do(&d.workers[1], 'f').status, BRES_OK);
        cr_expect_eq(count_samples(d.file.path), 1);
        if (ends[row] != 'k')
            worker_kill(&d.workers[0]);
        worker_kill(&d.workers[1]);
    }
}

/* Both start at once, and one is killed at some moment: one of them has the journal, or both one
 * after the other. */
Test(tune, two_tuners_at_once, .timeout = 600)
{
    const unsigned rounds = bres_test_long() ? 100 : 5;
    static const char commands[] = "sbbf";
    killed_file file;
    uint64_t kept = 0;

    file_place(&file, 0);
    for (unsigned round = 0; round < rounds; round++) {
        worker workers[2];
        uint64_t now;

        for (unsigned i = 0; i < 2; i++) {
            worker_start(&workers[i], &file);
            cr_assert_eq(write(workers[i].commands, commands, 4), 4);
        }
        /* One whose start is refused fails the rest, too. */
        for (unsigned i = 0; i < 4; i++) {
            const report got = worker_receive(&workers[round & 1]);

            kept += got.status == BRES_OK && commands[i] == 'b';
            if (round % 3 == i)
                break;
        }
        worker_kill(&workers[round & 1]);
        for (unsigned i = 0; i < 4; i++) {
            const report got = worker_receive(&workers[~round & 1]);

            kept += got.status == BRES_OK && commands[i] == 'b';
        }
        worker_kill(&workers[~round & 1]);
        now = count_samples(file.journal);
        now = now != 0 ? now : count_samples(file.path);
        cr_expect_geq(now, kept, "round %u", round);
        kept = now;
    }
}
