/* SPDX-License-Identifier: MIT */
/* The file of a tuner: its journal, resuming a run, and reusing a finished run. */
#include "base/fault.h"
#include "nvbench/journal.h"
#include "support/measured.h"
#include "support/support.h"
#include "support/tuned.h"

#include <benchresult.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define OK(call) cr_assert_eq(call, BRES_OK, "%s", bres_last_error())

/* A tuner and the paths of its files. */
typedef struct tuned_file {
    bres_test_tuned tuned;
    char path[2200];
    char journal[2300];
} tuned_file;

static void file_place(tuned_file *file)
{
    snprintf(file->path, sizeof(file->path), "%s/tiles.json", bres_test_directory());
    snprintf(file->journal, sizeof(file->journal), "%s.partial", file->path);
}

static void file_begin(tuned_file *file, uint32_t flags)
{
    bres_test_tuned_begin(&file->tuned);
    file->tuned.options.path = file->path;
    file->tuned.options.flags = flags;
}

static bool exists(const char *path)
{
    return access(path, F_OK) == 0;
}

/* A run from beginning to end. */
static void run_whole(tuned_file *file, uint32_t flags)
{
    file_begin(file, flags);
    bres_test_tuned_new(&file->tuned);
    OK(bres_test_tuned_run(&file->tuned));
}

static bres_result *load(const char *path)
{
    bres_result *result = NULL;

    OK(bres_result_load(path, NULL, &result));
    return result;
}

/* The total number of samples in all states of a result. */
static uint64_t count_samples(const bres_result *result)
{
    const bres_subbench *bench = bres_result_subbench_at(result, 0);
    uint64_t sum = 0;

    for (size_t i = 0; i < bres_subbench_state_count(bench); i++) {
        const float *times;
        size_t count;

        OK(bres_state_samples(bres_subbench_state_at(bench, i), &times, &count));
        sum += count;
    }
    return sum;
}

Test(tune, tuner_file_is_written_at_the_end)
{
    tuned_file file;
    bres_result *result;

    file_place(&file);
    run_whole(&file, 0);
    cr_expect(exists(file.path));
    cr_expect_not(exists(file.journal));
    result = load(file.path);
    cr_expect_eq(bres_subbench_state_count(bres_result_subbench_at(result, 0)), 6);
    cr_expect_eq(count_samples(result), bres_tuner_sample_count(file.tuned.tuner));
    bres_result_unref(result);
    bres_test_tuned_free(&file.tuned);
}

/* Seen from a progress function: each batch is already on the disk. */
typedef struct watched {
    tuned_file file;
    unsigned batches;
} watched;

static void watch(void *user, const bres_tuner *tuner)
{
    watched *self = user;
    bres_result *result = load(self->file.journal);

    self->batches++;
    cr_expect_eq(bres_subbench_state_count(bres_result_subbench_at(result, 0)), self->batches);
    cr_expect_eq(count_samples(result), bres_tuner_sample_count(tuner));
    bres_result_unref(result);
}

Test(tune, tuner_journal_has_each_turn)
{
    watched self = { .batches = 0 };

    file_place(&self.file);
    file_begin(&self.file, 0);
    self.file.tuned.options.progress = watch;
    self.file.tuned.options.progress_user = &self;
    self.file.tuned.refused_check = 1u << 2;
    bres_test_tuned_new(&self.file.tuned);
    OK(bres_test_tuned_run(&self.file.tuned));
    cr_expect_gt(self.batches, 6);
    bres_test_tuned_free(&self.file.tuned);
}

/* Leaves the journal of a run that is killed after this many executions; returns its size. */
static size_t leave_journal(tuned_file *file, uint64_t executions, char **journal)
{
    bres_trial *trial;
    size_t samples;
    size_t size;

    file_begin(file, 0);
    file->tuned.refused_check = 1u << 4;
    bres_test_tuned_new(&file->tuned);
    while (file->tuned.executions < executions) {
        double seconds[64];

        OK(bres_tuner_ask(file->tuned.tuner, &trial, &samples));
        cr_assert_not_null(trial);
        for (size_t i = 0; i < samples; i++) {
            const uint64_t before = file->tuned.time.now;

            bres_test_tuned_execute(trial, &file->tuned);
            seconds[i] = (double)(file->tuned.time.now - before) * 1e-9;
        }
        OK(bres_tuner_tell(file->tuned.tuner, trial, seconds, samples));
    }
    *journal = bres_test_read_file(file->journal, &size);
    bres_test_tuned_free(&file->tuned);
    cr_assert(exists(file->journal), "the journal of a run that did not end is kept");
    return size;
}

Test(tune, tuner_resumes_a_journal_that_is_cut_anywhere)
{
    tuned_file file;
    char *journal;
    size_t size;
    uint64_t before = 0;

    file_place(&file);
    size = leave_journal(&file, 13, &journal);
    for (size_t cut = 0; cut <= size; cut += bres_test_long() ? 1 : size - cut < 200 ? 5 : 61) {
        bres_test_write_file(file.journal, journal, cut);
        run_whole(&file, BRES_TUNER_RESUME);
        /* Warm-ups are executions without samples. No sample is counted twice. */
        cr_expect_leq(bres_tuner_sample_count(file.tuned.tuner), 13 + file.tuned.executions);
        cr_expect_str_eq(bres_test_tuned_winner(&file.tuned), "X=10 Y=b", "cut at %zu", cut);
        cr_expect_not(exists(file.journal));
        bres_test_tuned_free(&file.tuned);
    }
    /* Only complete records count. */
    for (size_t cut = 0; cut <= size; cut += bres_test_long() ? 1 : 47) {
        uint64_t kept;

        bres_test_write_file(file.journal, journal, cut);
        file_begin(&file, BRES_TUNER_RESUME);
        bres_test_tuned_new(&file.tuned);
        OK(bres_tuner_finish(file.tuned.tuner));
        kept = bres_tuner_sample_count(file.tuned.tuner);
        cr_expect_geq(kept, before, "cut at %zu", cut);
        cr_expect_leq(kept, 13);
        before = kept;
        bres_test_tuned_free(&file.tuned);
    }
    cr_expect_gt(before, 8);
    free(journal);
}

Test(tune, tuner_resumes_what_was_interrupted)
{
    tuned_file file;
    uint64_t first;

    file_place(&file);
    file_begin(&file, 0);
    file.tuned.interrupt_after = 15;
    file.tuned.refused_prepare = 1u << 5;
    bres_test_tuned_new(&file.tuned);
    OK(bres_test_tuned_run(&file.tuned));
    cr_assert_eq(bres_tuner_stop_reason(file.tuned.tuner), BRES_TUNER_INTERRUPTED);
    first = bres_tuner_sample_count(file.tuned.tuner);
    bres_test_tuned_free(&file.tuned);

    run_whole(&file, BRES_TUNER_RESUME);
    cr_expect_eq(bres_tuner_stop_reason(file.tuned.tuner), BRES_TUNER_DECIDED, "%s",
                 bres_tuner_message(file.tuned.tuner));
    cr_expect_str_eq(bres_test_tuned_winner(&file.tuned), "X=10 Y=b");
    cr_expect_gt(bres_tuner_sample_count(file.tuned.tuner), first);
    cr_expect_leq(bres_tuner_sample_count(file.tuned.tuner), first + file.tuned.executions);
    /* A failed configuration stays excluded. */
    cr_expect_eq(file.tuned.prepared[5], 0);
    cr_expect(bres_state_is_skipped(bres_test_tuned_state(&file.tuned, 5)));
    bres_test_tuned_free(&file.tuned);
}

/* The budget covers all runs together. */
Test(tune, tuner_resumes_with_a_larger_budget)
{
    tuned_file file;

    file_place(&file);
    for (unsigned run = 1; run <= 3; run++) {
        file_begin(&file, BRES_TUNER_RESUME);
        for (unsigned k = 0; k < BRES_TEST_TUNED_PLACES; k++)
            file.tuned.duration[k] = 500000;
        file.tuned.options.equivalence_margin = 0;
        file.tuned.options.max_time = 0.02 * run;
        bres_test_tuned_new(&file.tuned);
        OK(bres_test_tuned_run(&file.tuned));
        cr_expect_eq(bres_tuner_stop_reason(file.tuned.tuner), BRES_TUNER_TIME_OVER);
        cr_expect_lt(file.tuned.time.now, 25000000, "run %u took %u us", run,
                     (unsigned)(file.tuned.time.now / 1000));
        bres_test_tuned_free(&file.tuned);
    }
}

Test(tune, tuner_reuses_a_finished_run)
{
    tuned_file file;
    char message[512];
    uint64_t samples;

    file_place(&file);
    run_whole(&file, BRES_TUNER_REUSE);
    cr_expect_gt(file.tuned.executions, 0);
    snprintf(message, sizeof(message), "%s", bres_tuner_message(file.tuned.tuner));
    samples = bres_tuner_sample_count(file.tuned.tuner);
    bres_test_tuned_free(&file.tuned);

    run_whole(&file, BRES_TUNER_REUSE);
    cr_expect_eq(file.tuned.executions, 0);
    cr_expect_eq(bres_tuner_stop_reason(file.tuned.tuner), BRES_TUNER_DECIDED);
    cr_expect_str_eq(bres_tuner_message(file.tuned.tuner), message);
    cr_expect_eq(bres_tuner_best_count(file.tuned.tuner), 1);
    cr_expect_str_eq(bres_test_tuned_winner(&file.tuned), "X=10 Y=b");
    cr_expect_str_eq(bres_state_name(bres_tuner_best_at(file.tuned.tuner, 0)), "X=10 Y=b");
    cr_expect_eq(bres_tuner_sample_count(file.tuned.tuner), samples);
    cr_expect_eq(bres_tuner_measured_count(file.tuned.tuner), 6);
    cr_expect_str_eq(file.tuned.log, "");
    bres_test_tuned_free(&file.tuned);
}

Test(tune, tuner_reuses_only_what_has_a_winner)
{
    tuned_file file;
    uint64_t kept = 0;

    file_place(&file);
    for (unsigned run = 0; run < 4; run++) {
        file_begin(&file, BRES_TUNER_REUSE);
        file.tuned.refused_prepare = run == 0 ? 0x3f : 0;
        file.tuned.interrupt_after = run == 1 ? 10 : 0;
        bres_test_tuned_new(&file.tuned);
        OK(bres_test_tuned_run(&file.tuned));
        cr_expect_eq(bres_tuner_stop_reason(file.tuned.tuner), run == 0   ? BRES_TUNER_NONE_LEFT
                                                               : run == 1 ? BRES_TUNER_INTERRUPTED
                                                                          : BRES_TUNER_DECIDED);
        if (run == 2)
            cr_expect_geq(bres_tuner_sample_count(file.tuned.tuner), kept + 6);
        kept = bres_tuner_sample_count(file.tuned.tuner);
        /* The second run starts again, the third one continues, the last one has the answer. */
        cr_expect_eq(file.tuned.executions == 0, run == 0 || run == 3, "run %u", run);
        bres_test_tuned_free(&file.tuned);
    }
}

/* A run that ended before any measurement has no answer, and neither has the journal of an
 * unfinished run. */
Test(tune, tuner_does_not_reuse_what_has_no_answer)
{
    tuned_file file;
    char *journal;
    size_t size;

    file_place(&file);
    for (unsigned row = 0; row < 2; row++) {
        if (row == 0) {
            file_begin(&file, 0);
            file.tuned.options.max_time = 1e-9;
            bres_test_tuned_new(&file.tuned);
            OK(bres_test_tuned_run(&file.tuned));
            cr_assert_eq(bres_tuner_stop_reason(file.tuned.tuner), BRES_TUNER_TIME_OVER);
            cr_assert_eq(bres_tuner_sample_count(file.tuned.tuner), 0);
            bres_test_tuned_free(&file.tuned);
        } else {
            size = leave_journal(&file, 8, &journal);
            bres_test_write_file(file.path, journal, size);
            unlink(file.journal);
            free(journal);
        }
        run_whole(&file, BRES_TUNER_REUSE);
        cr_expect_eq(bres_tuner_stop_reason(file.tuned.tuner), BRES_TUNER_DECIDED, "row %u", row);
        cr_expect_str_eq(bres_test_tuned_winner(&file.tuned), "X=10 Y=b", "row %u", row);
        cr_expect_gt(file.tuned.executions, 0, "row %u", row);
        bres_test_tuned_free(&file.tuned);
    }
}

static bool refuse_last(const bres_trial *trial, void *context)
{
    (void)context;
    return bres_trial_index(trial) != 5;
}

/* Differences from the run that left the file. */
typedef struct difference {
    const char *message;
    const char *hash;
    bool constraint;
    bool parameter;
    bres_clock_kind clock_kind;
} difference;

static const difference differences[] = {
    { "the kernel hash was 'abc', it is 'def'", "def", false, false, BRES_CLOCK_WALL },
    { "the kernel hash was 'abc', it is ''", NULL, false, false, BRES_CLOCK_WALL },
    { "the constraints refuse other configurations", "abc", true, false, BRES_CLOCK_WALL },
    { "has no axis 'Z'", "abc", false, true, BRES_CLOCK_WALL },
    { "the clock was 'wall', it is 'thread'", "abc", false, false, BRES_CLOCK_THREAD },
};

static void file_begin_differently(tuned_file *file, uint32_t flags, const difference *how)
{
    static const int64_t one[] = { 1 };

    file_begin(file, flags);
    file->tuned.options.kernel_hash = how->hash;
    file->tuned.options.clock_kind = (uint32_t)how->clock_kind;
    bres_test_tuned_new(&file->tuned);
    if (how->constraint)
        bres_tuner_add_constraint(file->tuned.tuner, refuse_last, NULL);
    if (how->parameter)
        bres_tuner_add_int64(file->tuned.tuner, "Z", one, 1);
}

/* Leaves a journal with one batch. */
static void leave_turn(tuned_file *file, const difference *how)
{
    static const double seconds[] = { 1e-3 };
    bres_trial *trial;

    file_begin_differently(file, 0, how);
    OK(bres_tuner_ask(file->tuned.tuner, &trial, NULL));
    OK(bres_tuner_tell(file->tuned.tuner, trial, seconds, 1));
    bres_test_tuned_free(&file->tuned);
}

Test(tune, tuner_names_what_differs_and_starts_again)
{
    static const difference same = { "", "abc", false, false, BRES_CLOCK_WALL };

    for (size_t i = 0; i < sizeof(differences) / sizeof(differences[0]); i++) {
        for (unsigned partial = 0; partial < 2; partial++) {
            tuned_file file;

            file_place(&file);
            file_begin_differently(&file, 0, &same);
            OK(bres_test_tuned_run(&file.tuned));
            bres_test_tuned_free(&file.tuned);
            if (partial != 0) {
                unlink(file.path);
                leave_turn(&file, &same);
            }
            /* Resuming another run is a conflict, ... */
            file_begin_differently(&file, BRES_TUNER_RESUME, &differences[i]);
            cr_expect_eq(bres_test_tuned_run(&file.tuned), BRES_ERROR_CONFLICT, "%zu", i);
            cr_expect_not_null(strstr(bres_last_error(), differences[i].message), "%s",
                               bres_last_error());
            cr_expect_eq(file.tuned.executions, 0);
            bres_test_tuned_free(&file.tuned);
            /* ... looking for its answer is not. */
            file_begin_differently(&file, BRES_TUNER_REUSE, &differences[i]);
            OK(bres_test_tuned_run(&file.tuned));
            cr_expect_not_null(strstr(file.tuned.log, differences[i].message), "%s",
                               file.tuned.log);
            cr_expect_not_null(strstr(file.tuned.log, "tuning again"));
            cr_expect_gt(file.tuned.executions, 0);
            cr_expect_str_eq(bres_test_tuned_winner(&file.tuned) + 5,
                             differences[i].parameter ? "Y=b Z=1" : "Y=b");
            bres_test_tuned_free(&file.tuned);
        }
    }
}

/* As in a modified file: such a sample would win. */
Test(tune, tuner_does_not_resume_with_samples_that_are_no_times)
{
    static const float cases[] = { NAN, -1, INFINITY };

    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        tuned_file file;
        char samples[2300];
        char *content;
        size_t size;

        file_place(&file);
        run_whole(&file, 0);
        bres_test_tuned_free(&file.tuned);
        snprintf(samples, sizeof(samples), "%s-bin/0.bin", file.path);
        content = bres_test_read_file(samples, &size);
        memcpy(content, &cases[i], sizeof(float));
        bres_test_write_file(samples, content, size);
        free(content);
        file_begin(&file, BRES_TUNER_RESUME);
        bres_test_tuned_new(&file.tuned);
        cr_expect_eq(bres_test_tuned_run(&file.tuned), BRES_ERROR_VALUE, "case %zu", i);
        cr_expect_not_null(strstr(bres_last_error(), "sample 0 of 'X=10 Y=a'"), "%s",
                           bres_last_error());
        bres_test_tuned_free(&file.tuned);
    }
}

/* Reading from a pipe could block forever. */
Test(tune, tuner_does_not_read_a_pipe, .timeout = 60)
{
    static const uint32_t flags[] = { BRES_TUNER_RESUME, BRES_TUNER_REUSE };

    for (size_t i = 0; i < 4; i++) {
        tuned_file file;
        const char *path = i < 2 ? file.path : file.journal;

        file_place(&file);
        cr_assert_eq(mkfifo(path, 0600), 0);
        file_begin(&file, flags[i % 2]);
        bres_test_tuned_new(&file.tuned);
        cr_expect_eq(bres_test_tuned_run(&file.tuned), BRES_ERROR_IO, "case %zu", i);
        cr_expect_not_null(strstr(bres_last_error(), path), "%s", bres_last_error());
        bres_test_tuned_free(&file.tuned);
        unlink(path);
    }
}

/* The file of another program is not replaced. */
Test(tune, tuner_does_not_replace_what_is_not_its_own)
{
    static const uint32_t flags[] = { BRES_TUNER_RESUME, BRES_TUNER_REUSE };
    tuned_file file;
    bres_result *other;
    char *before;
    char *after;

    file_place(&file);
    for (size_t i = 0; i < 2; i++) {
        OK(bres_result_new(&other));
        OK(bres_result_write(other, file.path, NULL));
        bres_result_unref(other);
        before = bres_test_read_file(file.path, NULL);
        file_begin(&file, flags[i]);
        bres_test_tuned_new(&file.tuned);
        cr_expect_eq(bres_test_tuned_run(&file.tuned), BRES_ERROR_CONFLICT);
        cr_expect_not_null(strstr(bres_last_error(), "not a result of a tuner"), "%s",
                           bres_last_error());
        bres_test_tuned_free(&file.tuned);
        after = bres_test_read_file(file.path, NULL);
        cr_expect_str_eq(before, after);
        free(before);
        free(after);
        unlink(file.path);

        run_whole(&file, 0);
        bres_test_tuned_free(&file.tuned);
        file_begin(&file, flags[i]);
        file.tuned.options.name = "another";
        bres_test_tuned_new(&file.tuned);
        cr_expect_eq(bres_test_tuned_run(&file.tuned), BRES_ERROR_CONFLICT);
        cr_expect_not_null(strstr(bres_last_error(), "the tuner 'tune', not 'another'"), "%s",
                           bres_last_error());
        bres_test_tuned_free(&file.tuned);
        unlink(file.path);
    }
}

Test(tune, tuner_refuses_a_journal_in_use)
{
    tuned_file first;
    tuned_file second;
    bres_trial *trial;

    file_place(&first);
    second = first;
    file_begin(&first, 0);
    bres_test_tuned_new(&first.tuned);
    OK(bres_tuner_ask(first.tuned.tuner, &trial, NULL));
    file_begin(&second, 0);
    bres_test_tuned_new(&second.tuned);
    cr_expect_eq(bres_test_tuned_run(&second.tuned), BRES_ERROR_CONFLICT);
    bres_test_tuned_free(&second.tuned);
    file_begin(&second, BRES_TUNER_RESUME);
    bres_test_tuned_new(&second.tuned);
    cr_expect_eq(bres_test_tuned_run(&second.tuned), BRES_ERROR_CONFLICT);
    cr_expect_not_null(strstr(bres_last_error(), "in use by another run"), "%s", bres_last_error());
    bres_test_tuned_free(&second.tuned);
    OK(bres_tuner_finish(first.tuned.tuner));
    bres_test_tuned_free(&first.tuned);
}

typedef struct sweep {
    tuned_file file;
    uint32_t flags;
    char *journal;
    size_t size;
} sweep;

/* After any failure, the run on the disk can be resumed. */
static bres_status run_once(void *context)
{
    sweep *self = context;
    tuned_file *file = &self->file;
    bres_status status;

    file_begin(file, self->flags);
    file->tuned.options.max_samples = 12;
    bres_test_tuned_new(&file->tuned);
    status = file->tuned.made == BRES_OK ? bres_test_tuned_run(&file->tuned) : file->tuned.made;
    bres_test_tuned_free(&file->tuned);
    return status;
}

/* Fails each operation of a kind in turn, and resumes the run that the failure has left. */
static void sweep_and_resume(unsigned kind, bres_status expected)
{
    sweep self = { .flags = 0 };
    size_t failed = 0;
    bool hit = true;

    file_place(&self.file);
    for (size_t n = 1; hit; n++) {
        bres_status status;

        self.flags = 0;
        bres__faults_arm(kind, n, false);
        status = run_once(&self);
        hit = bres__faults_hit();
        bres__faults_arm(0, 0, false);
        cr_assert(status == BRES_OK || (hit && status == expected), "fault %zu: %s", n,
                  bres_last_error());
        if (status != BRES_OK) {
            failed++;
            self.flags = BRES_TUNER_RESUME;
            cr_assert_eq(run_once(&self), BRES_OK, "after fault %zu: %s", n, bres_last_error());
        }
        cr_expect_not(exists(self.file.journal));
        unlink(self.file.path);
    }
    cr_expect_gt(failed, 10);
}

Test(tune, tuner_file_survives_every_failing_call)
{
    sweep_and_resume(BRES__FAULT_IO, BRES_ERROR_IO);
}

Test(tune, tuner_file_survives_every_failing_allocation)
{
    sweep_and_resume(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY);
}

static bres_status resume_swept(void *context)
{
    sweep *self = context;

    bres_test_write_file(self->file.journal, self->journal, self->size);
    return run_once(self);
}

Test(tune, tuner_resume_survives_every_failing_allocation)
{
    sweep self = { .flags = BRES_TUNER_RESUME };

    file_place(&self.file);
    self.size = leave_journal(&self.file, 8, &self.journal);
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, resume_swept, &self);
    free(self.journal);
}

static bres_status reuse_swept(void *context)
{
    return run_once(context);
}

Test(tune, tuner_reuse_survives_every_failing_allocation)
{
    sweep self = { .flags = BRES_TUNER_REUSE };

    file_place(&self.file);
    OK(run_once(&self));
    bres_test_sweep(BRES__FAULT_ALLOC, BRES_ERROR_MEMORY, reuse_swept, &self);
}
