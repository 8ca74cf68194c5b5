/* SPDX-License-Identifier: MIT */
/*
 * Two processes that use one journal. Child processes do not assert: they report through a pipe.
 */
#include "base/base.h"
#include "support/support.h"
#include "support/tuned.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct shared_file {
    char path[2200];
    char journal[2300];
} shared_file;

static void file_place(shared_file *file, unsigned number)
{
    snprintf(file->path, sizeof(file->path), "%s/tiles-%u.json", bres_test_directory(), number);
    snprintf(file->journal, sizeof(file->journal), "%s.partial", file->path);
}

/* A process that executes commands in order. */
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
    shared_file file;
} worker_tuner;

/* A tuner that has ended releases its journal before the report. */
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

/* 's' starts, 'n' starts without a flag, 'b' measures a batch, 'f' finishes, 'e' ends without
 * finishing. */
static _Noreturn void worker_serve(int commands, int reports, const shared_file *file)
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

static void worker_start(worker *w, const shared_file *file)
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
    cr_assert_eq(waitpid(w->pid, NULL, 0), w->pid);
    close(w->commands);
    close(w->reports);
    w->runs = false;
}

typedef struct duel {
    shared_file file;
    worker workers[2];
    uint64_t kept; /* samples that were reported as measured */
} duel;

/* Starts one of the two processes. The journal refuses it exactly while the other process has the
 * journal. */
static void duel_start(duel *d, worker *w, bool flagged)
{
    const bool other_runs = d->workers[w == &d->workers[0]].runs;
    const bool exists = access(d->file.journal, F_OK) == 0;
    report got;

    /* Without a flag, a run starts from the beginning unless a journal exists. */
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

/* Regardless of the actions of two processes on one journal, the measured samples stay. */
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
        cr_expect_eq(bres_test_tuned_samples(d.file.path), d.kept, "round %u", round);
        cr_expect_neq(access(d.file.journal, F_OK), 0);
    }
}

/* The journal of a process is removed, and a second process creates its own. The end of the first
 * process, in any way, leaves this journal alone. */
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
        cr_expect_eq(bres_test_tuned_samples(d.file.journal), 1);
        cr_expect_eq(worker_do(&d.workers[1], 'f').status, BRES_OK);
        cr_expect_eq(bres_test_tuned_samples(d.file.path), 1);
        if (ends[row] != 'k')
            worker_kill(&d.workers[0]);
        worker_kill(&d.workers[1]);
    }
}

/* Both processes start at once, and one is killed at some point. One of them has the journal, or
 * both have it one after the other. */
Test(tune, two_tuners_at_once, .timeout = 600)
{
    const unsigned rounds = bres_test_long() ? 100 : 5;
    static const char commands[] = "sbbf";
    shared_file file;
    uint64_t kept = 0;

    file_place(&file, 0);
    for (unsigned round = 0; round < rounds; round++) {
        worker workers[2];
        uint64_t now;

        for (unsigned i = 0; i < 2; i++) {
            worker_start(&workers[i], &file);
            cr_assert_eq(write(workers[i].commands, commands, 4), 4);
        }
        /* A process whose start is refused also fails the other commands. */
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
        now = bres_test_tuned_samples(file.journal);
        now = now != 0 ? now : bres_test_tuned_samples(file.path);
        cr_expect_geq(now, kept, "round %u", round);
        kept = now;
    }
}
