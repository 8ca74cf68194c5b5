/* SPDX-License-Identifier: MIT */
/*
 * A tuner: its options, and how it is made and freed.
 */
#include "base/clock.h"
#include "tune/callbacks.h"
#include "tune/journal.h"
#include "tune/search/search.h"
#include "tune/trial.h"

#include <stddef.h>
#include <string.h>

/* Size of the first published bres_tuner_options. */
#define OPTIONS_FIRST_SIZE (offsetof(bres_tuner_options, log_user) + sizeof(void *))

_Static_assert(offsetof(bres_tuner_options, cache_timeout) + sizeof(double) ==
                   sizeof(bres_tuner_options),
               "the options have no padding");

#define JOURNAL_SUFFIX ".partial"

void bres_tuner_options_init(bres_tuner_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_tuner_options){
        .size = sizeof(*options),
        .strategy = BRES_TUNER_ELIMINATION,
        .name = "tune",
        .max_time = 10,
        .trial_samples = 200,
        .equivalence_margin = 0.01,
        .error_rate = 0.01,
        .execution_timeout = 60,
        .reuse_if = BRES_TUNER_REUSE_DECIDED,
        .reuse_left = 1,
        .cache_timeout = 5,
    };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_tuner_options, flags, BRES__TUNER_FLAGS),
    BRES__OPTION_ENUM(bres_tuner_options, strategy, BRES_TUNER_RANDOM),
    BRES__OPTION_ENUM(bres_tuner_options, clock_kind, BRES_CLOCK_PROCESS),
    BRES__OPTION_ENUM(bres_tuner_options, reuse_if, BRES_TUNER_REUSE_ANY),
    BRES__OPTION_AT_LEAST(bres_tuner_options, reuse_left, 1),
    BRES__OPTION_REAL(bres_tuner_options, max_time, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_AT_LEAST(bres_tuner_options, max_samples, 0),
    BRES__OPTION_AT_LEAST(bres_tuner_options, trial_samples, 1),
    BRES__OPTION_REAL(bres_tuner_options, equivalence_margin, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_tuner_options, error_rate, BRES__RANGE_PROBABILITY),
    BRES__OPTION_REAL(bres_tuner_options, execution_timeout, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_REAL(bres_tuner_options, cache_timeout, BRES__RANGE_NOT_NEGATIVE),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_tuner_options, OPTIONS_FIRST_SIZE, option_fields);

static bres_status options_check(const bres_tuner_options *options)
{
    if ((options->flags & BRES__TUNER_FILE_FLAGS) != 0 && options->path == NULL)
        return bres__error(
            BRES_ERROR_ARGUMENT,
            "bres_tuner_options.path is NULL (expected the file to resume from or to "
            "reuse)");
    if (options->kernel_hash != NULL &&
        bres__utf8_valid(options->kernel_hash, strlen(options->kernel_hash)) !=
            strlen(options->kernel_hash))
        return bres__error(BRES_ERROR_ARGUMENT, "bres_tuner_options.kernel_hash is not UTF-8");
    return BRES_OK;
}

/* The suite only provides the axes of its benchmark, which it never runs. */
static bres_status no_body(bres_run *run, void *context)
{
    (void)run;
    (void)context;
    return BRES_OK;
}

/* Replaces a text of the caller by a copy; NULL stays NULL. */
static bool text_own(bres_tuner *tuner, const char **text)
{
    if (*text == NULL)
        return true;
    *text = bres__arena_strdup(&tuner->texts, *text);
    return *text != NULL;
}

static bres_status tuner_own_texts(bres_tuner *tuner)
{
    bres_tuner_options *options = &tuner->options;
    bres__text journal = { 0 };

    if (!text_own(tuner, &options->name) || !text_own(tuner, &options->path) ||
        !text_own(tuner, &options->kernel_hash) || !text_own(tuner, &options->cache))
        return bres__error_memory();
    if (options->path == NULL)
        return BRES_OK;
    bres__text_printf(&journal, "%s" JOURNAL_SUFFIX, options->path);
    tuner->journal_path = bres__text_steal(&journal);
    bres__text_free(&journal);
    return tuner->journal_path != NULL ? BRES_OK : bres__error_memory();
}

static bres_status tuner_fill(bres_tuner *tuner, const bres_tuner_options *given)
{
    bres_tuner_options options;
    bres_status status;

    bres_tuner_options_init(&options);
    status = bres__options_take(&options, given, &options_type);
    if (status == BRES_OK)
        status = options_check(&options);
    if (status == BRES_OK)
        status = bres__clock_load(&tuner->clock, options.clock);
    if (status != BRES_OK)
        return status;
    tuner->options = options;
    status = tuner_own_texts(tuner);
    if (status == BRES_OK)
        status = bres__tuner_take_key(tuner);
    if (status != BRES_OK)
        return status;
    tuner->suite = bres_suite_new();
    if (tuner->suite != NULL)
        tuner->bench = bres_suite_add(tuner->suite, tuner->options.name, no_body, NULL);
    return tuner->bench != NULL ? BRES_OK : bres_last_error_status();
}

bres_tuner *bres_tuner_new(const bres_tuner_options *options)
{
    bres_tuner *tuner = bres__calloc(1, sizeof(*tuner));

    if (tuner == NULL) {
        bres__error_memory();
        return NULL;
    }
    if (tuner_fill(tuner, options) != BRES_OK) {
        bres_tuner_free(tuner);
        return NULL;
    }
    return tuner;
}

static void tuner_free_trials(bres_tuner *tuner)
{
    for (size_t i = 0; tuner->trials != NULL && i < tuner->config_count; i++)
        bres__trial_free(tuner->trials[i]);
    bres__free(tuner->trials);
    bres__free(tuner->indices);
    bres__free(tuner->prepared);
}

void bres_tuner_free(bres_tuner *tuner)
{
    if (tuner == NULL)
        return;
    bres__tuner_release_all(tuner);
    bres__journal_drop_note(tuner);
    bres__journal_close(tuner->journal);
    bres_tuner_cache_close(tuner->cache);
    bres_result_unref(tuner->head);
    bres_result_unref(tuner->result);
    bres__search_free(tuner->search);
    tuner_free_trials(tuner);
    bres__text_free(&tuner->message);
    bres__free(tuner->listed);
    bres__free(tuner->narrowed);
    bres__free(tuner->constraints);
    bres__tuner_free_expressions(tuner);
    bres__free(tuner->journal_path);
    bres__arena_free(&tuner->texts);
    bres_suite_free(tuner->suite);
    bres__free(tuner);
}
