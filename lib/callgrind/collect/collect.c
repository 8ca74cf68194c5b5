/* SPDX-License-Identifier: MIT */
#include "callgrind/collect/collect.h"

#include <stddef.h>

/* Size of the first published layout of bres_callgrind_options. */
#define OPTIONS_FIRST_SIZE                                                                         \
    (offsetof(bres_callgrind_options, environment) + sizeof(const char *const *))

#define DEFAULT_NUMBER  UINT64_C(100)
#define DEFAULT_WARMUP  UINT64_C(10)
#define DEFAULT_TIMEOUT 600.0

#define FLAGS_KNOWN (BRES_CALLGRIND_NO_BASELINE | BRES_CALLGRIND_ALL_THREADS)

_Static_assert(sizeof(void *) != 8 || sizeof(bres_callgrind_options) == 112, "published layout");

void bres_callgrind_options_init(bres_callgrind_options *options)
{
    if (options == NULL)
        return;
    *options = (bres_callgrind_options){
        .size = sizeof *options,
        .repeats = 1,
        .number = DEFAULT_NUMBER,
        .warmup = DEFAULT_WARMUP,
        .num_threads = 1,
        .timeout = DEFAULT_TIMEOUT,
        .valgrind = "valgrind",
    };
}

static const bres__option_field option_fields[] = {
    BRES__OPTION_BITS(bres_callgrind_options, flags, FLAGS_KNOWN),
    BRES__OPTION_AT_LEAST(bres_callgrind_options, repeats, 1),
    BRES__OPTION_AT_LEAST(bres_callgrind_options, number, 1),
    BRES__OPTION_AT_LEAST(bres_callgrind_options, num_threads, 0),
    BRES__OPTION_REAL(bres_callgrind_options, timeout, BRES__RANGE_NOT_NEGATIVE),
    BRES__OPTION_NOT_NULL(bres_callgrind_options, valgrind),
};

static const bres__options_type options_type =
    BRES__OPTIONS_TYPE(bres_callgrind_options, OPTIONS_FIRST_SIZE, option_fields);

bres_status bres__callgrind_options_load(bres_callgrind_options *full,
                                         const bres_callgrind_options *user)
{
    bres_status status;

    bres_callgrind_options_init(full);
    status = bres__options_take(full, user, &options_type);
    return status == BRES_OK ? bres__valgrind_check(full->valgrind) : status;
}

static bres_status command_check_toggle(const char *toggle, const bres_profile *profile)
{
    uint64_t total;
    const bres_status status = bres_profile_total(profile, BRES_PROFILE_ALL_PARTS, NULL, &total);

    if (status != BRES_OK || toggle == NULL || total != 0)
        return status;
    return bres__error(BRES_ERROR_KEY,
                       "nothing was counted: no function is called '%s', or none was executed",
                       toggle);
}

static bres_status command_run(bres__callgrind_run *run, bres_callgrind *callgrind)
{
    bres_profile *profile = NULL;
    bres_status status = bres__callgrind_run_once(run, &profile);

    if (status == BRES_OK)
        status = command_check_toggle(run->toggle, profile);
    if (status == BRES_OK)
        status = bres__callgrind_add_statement(callgrind, profile, BRES_PROFILE_ALL_PARTS);
    bres_profile_free(profile);
    return status;
}

/* Checks that the program exists: valgrind would report a missing program only on the command's
 * standard error. */
static bres_status command_check(const char *const *arguments)
{
    char *path;
    bres_status status;

    if (arguments == NULL || arguments[0] == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_callgrind_collect_command: the command is empty");
    status = bres__program_find(arguments[0], &path);
    bres__free(path);
    return status;
}

bres_status bres_callgrind_collect_command(const char *const *arguments, const char *toggle,
                                           const bres_callgrind_options *options, int *exit_status,
                                           bres_callgrind **callgrind)
{
    bres__callgrind_run run = { .arguments = arguments, .toggle = toggle };
    bres_callgrind_options full;
    bres_callgrind *made = NULL;
    bres_status status;

    if (exit_status != NULL)
        *exit_status = 0;
    if (callgrind == NULL)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "bres_callgrind_collect_command: callgrind is NULL");
    *callgrind = NULL;
    status = command_check(arguments);
    if (status == BRES_OK)
        status = bres__callgrind_options_load(&full, options);
    if (status == BRES_OK)
        status = bres__callgrind_new(1, &made);
    run.options = &full;
    for (uint32_t i = 0; status == BRES_OK && i < full.repeats; i++) {
        run.keep_path = i == 0 ? full.keep_path : NULL;
        status = command_run(&run, made);
    }
    if (status != BRES_OK) {
        bres_callgrind_free(made);
        return status;
    }
    if (exit_status != NULL)
        *exit_status = run.exit_status;
    *callgrind = made;
    return BRES_OK;
}
