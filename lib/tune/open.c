/* SPDX-License-Identifier: MIT */
/*
 * The beginning of a run: makes the space and the search, and opens the file, which may hold a
 * previous run to continue or an outcome to reuse.
 */
#include "nvbench/journal/record.h"
#include "tune/journal.h"
#include "tune/previous.h"
#include "tune/record.h"
#include "tune/search/search.h"
#include "tune/trial.h"

#include <benchresult/nvbench.h>
#include <errno.h>
#include <time.h>

static bool tuner_reuses(const bres_tuner *tuner)
{
    return (tuner->options.flags & BRES_TUNER_REUSE) != 0;
}

/* Whether the run uses the files of earlier runs. */
static bool tuner_continues(const bres_tuner *tuner)
{
    return (tuner->options.flags & BRES__TUNER_FILE_FLAGS) != 0;
}

/* Turns a conflict with a different run into a warning if the file may only be reused. An unrelated
 * file or a file that must be continued is never replaced. */
static bres_status judge_difference(bres_tuner *tuner, const char *path, bres_status status,
                                    bool related)
{
    bres__text message = { 0 };

    if (status != BRES_ERROR_CONFLICT)
        return status;
    bres__error_set_file(path);
    if (!related || !tuner_reuses(tuner) || (tuner->options.flags & BRES_TUNER_RESUME) != 0)
        return status;
    bres__text_printf(&message, "%s: tuning again", bres_last_error());
    tuner->busy = true;
    if (!message.failed && tuner->options.log != NULL)
        bres__log_say(tuner->options.log, tuner->options.log_user, BRES_LOG_WARNING, message.data);
    tuner->busy = false;
    bres__text_free(&message);
    return BRES_OK;
}

/* *same: whether the open journal can be continued. A journal that ends within its head can be. */
static bres_status journal_judge(bres_tuner *tuner, bool *same)
{
    const char *path = tuner->journal_path;
    bres_result *result = NULL;
    bres__buffer buffer = { 0 };
    bres_load_options options;
    bres__previous previous = { .result = NULL };
    bool related = false;
    bres_status status = bres__journal_read(tuner->journal, &buffer);

    *same = true;
    if (status != BRES_OK || bres__journal_lacks_head(buffer.data, buffer.size))
        goto out;
    bres_load_options_init(&options);
    options.name = path;
    status = bres_result_load_memory(buffer.data, buffer.size, &options, &result);
    if (status != BRES_OK)
        goto out;
    status = bres__previous_compare(tuner, result, &previous, &related);
    *same = status == BRES_OK;
    status = judge_difference(tuner, path, status, related);
out:
    bres__arena_free(&previous.arena);
    bres_result_unref(result);
    bres__free(buffer.data);
    return status;
}

/* Continues the open journal of an unfinished run. */
static bres_status take_journal(bres_tuner *tuner)
{
    bres_subbench *bench = tuner->head_bench;
    bool same;
    bres_status status;

    if (!tuner_continues(tuner))
        return bres__error(
            BRES_ERROR_CONFLICT,
            "'%s' holds an unfinished run (BRES_TUNER_RESUME continues it; remove the "
            "file to start again)",
            tuner->journal_path);
    status = journal_judge(tuner, &same);
    if (status != BRES_OK || !same)
        return status == BRES_OK ? bres__journal_restart(tuner->journal, tuner->head) : status;
    status = bres__journal_continue(tuner->journal, tuner->head);
    if (status == BRES_OK)
        status = bres__previous_restore(tuner, bench);
    while (bench->state_count != 0)
        bres__subbench_drop_state(bench, bench->states[bench->state_count - 1]);
    return status;
}

/* Uses the finished run of the same space, device and kernel. */
static bres_status take_finished(bres_tuner *tuner, bres__previous *previous)
{
    if (tuner_reuses(tuner) && bres__previous_suffices(tuner, previous))
        return bres__previous_adopt(tuner, previous);
    /* A run whose configurations have all failed has nothing to reuse or to continue. */
    if (tuner_reuses(tuner) && previous->stop_reason == BRES_TUNER_NONE_LEFT)
        return BRES_OK;
    (void)bres__json_member_float64(previous->meta, "elapsed", &tuner->elapsed_before);
    return bres__previous_restore(tuner, previous->bench);
}

/* Takes the stored outcome of a finished run, or its samples. */
static bres_status open_finished(bres_tuner *tuner)
{
    bres_result *result = NULL;
    bres__previous previous;
    bool related;
    bool same;
    bres_status status = bres_result_load(tuner->options.path, NULL, &result);

    if (status != BRES_OK)
        return status;
    status = bres__previous_compare(tuner, result, &previous, &related);
    same = status == BRES_OK;
    status = judge_difference(tuner, tuner->options.path, status, related);
    if (status == BRES_OK && same)
        status = take_finished(tuner, &previous);
    bres__arena_free(&previous.arena);
    bres_result_unref(result);
    return status;
}

/* The file of a previous run: st_nlink is 0 if it does not exist. It must be a regular file:
 * reading a pipe could block forever. */
static bres_status file_find(const char *path, struct stat *file)
{
    if (bres__stat(path, file) != 0) {
        *file = (struct stat){ .st_nlink = 0 };
        return errno == ENOENT ? BRES_OK : bres__error_system("examine", path);
    }
    if (S_ISREG(file->st_mode))
        return BRES_OK;
    bres__error(BRES_ERROR_IO, "the file of a previous run must be a regular file");
    bres__error_set_file(path);
    return BRES_ERROR_IO;
}

static bool file_is(const struct stat *one, const struct stat *other)
{
    return one->st_nlink == 0 || other->st_nlink == 0
               ? one->st_nlink == other->st_nlink
               : one->st_dev == other->st_dev && one->st_ino == other->st_ino;
}

/* Another run may have replaced the file before this run had published its journal. */
static bres_status check_unchanged(const bres_tuner *tuner, const struct stat *before)
{
    struct stat now;
    const bres_status status = file_find(tuner->options.path, &now);

    if (status != BRES_OK || file_is(before, &now))
        return status;
    return bres__error(BRES_ERROR_CONFLICT, "'%s' was replaced by another run meanwhile",
                       tuner->options.path);
}

/* Begins a journal, with the samples in the file of a finished run, if any. */
static bres_status open_new(bres_tuner *tuner)
{
    struct stat before = { .st_nlink = 0 };
    bres__error_record record;
    bres__journal *journal;
    bres_status status = BRES_OK;

    if (tuner_continues(tuner))
        status = file_find(tuner->options.path, &before);
    if (status == BRES_OK && before.st_nlink != 0)
        status = open_finished(tuner);
    if (status != BRES_OK || tuner->phase == BRES__TUNER_ENDED)
        return status;
    status = bres__journal_begin(tuner);
    if (status != BRES_OK || !tuner_continues(tuner))
        return status;
    status = check_unchanged(tuner, &before);
    if (status == BRES_OK)
        return BRES_OK;
    bres__error_save(&record);
    journal = tuner->journal;
    tuner->journal = NULL;
    (void)bres__journal_remove(journal);
    bres__error_restore(&record);
    return status;
}

static bres_status tuner_open(bres_tuner *tuner)
{
    bres_status status = bres_result_new(&tuner->head);

    if (status == BRES_OK)
        status = bres__tuner_put_meta(tuner, tuner->head);
    if (status == BRES_OK)
        status = bres__tuner_put_bench(tuner, tuner->head, &tuner->head_bench);
    if (status != BRES_OK)
        return status;
    /* A journal in use is a conflict in every mode of the tuner. */
    status = bres__journal_open(tuner->journal_path, &tuner->journal);
    if (status == BRES_ERROR_NO_FILE)
        return open_new(tuner);
    if (status == BRES_OK)
        status = take_journal(tuner);
    if (status != BRES_OK) {
        bres__journal_close(tuner->journal);
        tuner->journal = NULL;
    }
    return status;
}

static bres_status tuner_search(bres_tuner *tuner)
{
    const bres_tuner_options *options = &tuner->options;
    const bres__search_options search = {
        .strategy = (bres_tuner_strategy)options->strategy,
        .config_count = tuner->config_count,
        .max_samples = (uint64_t)options->max_samples,
        .trial_samples = (uint64_t)options->trial_samples,
        .max_time = options->max_time,
        .equivalence_margin = options->equivalence_margin,
        .error_rate = options->error_rate,
        .seed = options->seed,
        .thresholds = options->thresholds,
    };

    return bres__search_new(&search, &tuner->search);
}

/* The processor matters for results of the CPU only. */
static void tuner_find_machine(bres_tuner *tuner)
{
    bres__machine_read(bres__system_root(), &tuner->machine);
    if (!tuner->cuda)
        tuner->processor = bres__machine_text(&tuner->machine, BRES__FACT_PROCESSOR);
}

bres_status bres__tuner_begin(bres_tuner *tuner)
{
    bres_status status = bres__tuner_status(tuner);

    if (status != BRES_OK)
        return status;
    tuner->phase = BRES__TUNER_RUNS;
    tuner->started = bres__wall_now();
    tuner->last = tuner->clock.now(tuner->clock.user);
    status = bres__space_make(tuner);
    if (status == BRES_OK)
        status = tuner_search(tuner);
    tuner_find_machine(tuner);
    if (status == BRES_OK)
        status = bres__saved_recall(&tuner->machine, bres__tuner_warn, tuner);
    if (status == BRES_OK)
        status = bres__tuner_recall(tuner);
    if (status == BRES_OK && tuner->options.path != NULL && !tuner->is_cached)
        status = tuner_open(tuner);
    /* The finished run of a file becomes an answer in the cache. */
    if (status == BRES_OK && tuner->phase == BRES__TUNER_ENDED)
        status = bres__tuner_remember(tuner);
    return bres__tuner_keep(tuner, status);
}
