/* SPDX-License-Identifier: MIT */
/*
 * benchresult tune: finds the fastest configuration of a command.
 */
#include "tune.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int tune_check(const struct tune *tune)
{
    const uint32_t files = BRES_TUNER_RESUME | BRES_TUNER_REUSE;
    const struct tool_outputs outputs = {
        .files = { tool_output_name(tune->output), tune->options.cache },
        .results = { tune->options.path },
    };

    if (tune->command.arguments == NULL)
        return tool_usage_error(tune_program.name, "no COMMAND given (expected it after '--')");
    if (tune->parameters.count == 0)
        return tool_usage_error(tune_program.name, "no --param given");
    if ((tune->options.flags & files) != 0 && tune->options.path == NULL)
        return tool_usage_error(tune_program.name, "--resume and --reuse need --json");
    if (tune->options.cache != NULL && strcmp(tune->options.name, "tune") == 0)
        return tool_usage_error(tune_program.name, "--cache needs --name");
    if (tune->options.cache == NULL &&
        (tune->key.problem_size_count > 0 || (tune->options.flags & BRES_TUNER_RETUNE) != 0))
        return tool_usage_error(tune_program.name, "--problem-size and --retune need --cache");
    return tool_outputs_check_each_other(&outputs);
}

static void on_progress(void *user, const bres_tuner *tuner)
{
    struct tune *tune = user;
    const uint64_t total = bres_tuner_config_count(tuner);
    const uint64_t left = bres_tuner_remaining_count(tuner);
    const bres_trial *leader = bres_tuner_trial_at(tuner, 0);

    progress_show(&tune->progress, "%" PRIu64 " of %" PRIu64 " done, %" PRIu64 " left, leader %s",
                  total - left, total, left, leader != NULL ? bres_trial_name(leader) : "none");
}

static int tuner_make(struct tune *tune)
{
    bres_status status = BRES_OK;

    tune->options.is_interrupted = tool_signals_interrupted;
    tune->options.progress = on_progress;
    tune->options.progress_user = tune;
    tune->options.log = progress_warn;
    tune->options.log_user = &tune->progress;
    tune->options.cache_key = &tune->key;
    tune->command.signal = tool_signals_pass;
    tune->tuner = bres_tuner_new(&tune->options);
    if (tune->tuner == NULL)
        return tool_library_error();
    for (size_t i = 0; i < tune->parameters.count && status == BRES_OK; i++)
        status = bres_tuner_add_parameter_text(tune->tuner, tune->parameters.items[i]);
    for (size_t i = 0; i < tune->constraints.count && status == BRES_OK; i++)
        status = bres_tuner_add_constraint_text(tune->tuner, tune->constraints.items[i]);
    return status == BRES_OK ? TOOL_DONE : tool_library_error();
}

static int commands_list(const struct tune *tune)
{
    size_t length;
    char *text;
    int status;

    if (bres_tuner_list_commands(tune->tuner, &tune->command, &text, &length) != BRES_OK)
        return tool_library_error();
    status = tool_write(tune->output, text, length);
    bres_string_free(text);
    return status;
}

/* Prints why no configuration could be measured. */
static int none_left(const struct tune *tune)
{
    const bres_result *result = bres_tuner_result(tune->tuner);
    const bres_subbench *bench = bres_result_subbench_at(result, 0);
    const bres_state *state = bres_subbench_state_at(bench, 0);
    const char *reason = bres_state_skip_reason(state);

    if (state == NULL)
        return tool_error("no configuration satisfies the constraints");
    return tool_error("every configuration failed, the first one, %s, because %s",
                      bres_state_name(state), reason != NULL ? reason : "it failed");
}

/* Returns the exit status. */
static int tune_judge(const struct tune *tune)
{
    switch (bres_tuner_stop_reason(tune->tuner)) {
    case BRES_TUNER_DECIDED:
    case BRES_TUNER_TIED:
        return TOOL_DONE;
    case BRES_TUNER_NONE_LEFT:
        return none_left(tune);
    case BRES_TUNER_INTERRUPTED:
        if (tune->options.path != NULL)
            tool_say("the search is in '%s'; --resume continues it", tune->options.path);
        return 128 + tool_signals_caught();
    default:
        break;
    }
    if (tune->undecided == 0)
        return TOOL_DONE;
    tool_say("--undecided: %" PRIu64 " of %" PRIu64 " configurations are neither eliminated nor "
             "tied",
             bres_tuner_status_count(tune->tuner, BRES_TRIAL_UNDECIDED),
             bres_tuner_config_count(tune->tuner));
    return TOOL_UNDECIDED;
}

static int tune_measure(struct tune *tune)
{
    bres_status tuned;
    int status;

    tool_signals_catch(TOOL_SIGNALS_ONCE | TOOL_SIGNALS_HANGUP);
    tuned = bres_tuner_run_command(tune->tuner, &tune->command);
    tool_signals_release();
    progress_clear(&tune->progress);
    if (tuned != BRES_OK)
        return tool_library_error();
    if (bres_tuner_is_cached(tune->tuner) && tune->options.path != NULL)
        tool_say("'%s' was not written: the answer is from the cache", tune->options.path);
    status = tune_report(tune);
    return status == TOOL_DONE ? tune_judge(tune) : status;
}

static int tune_run(struct tune *tune)
{
    int status = tune_check(tune);

    if (status == TOOL_DONE)
        status = tuner_make(tune);
    if (status != TOOL_DONE)
        return status;
    return tune->lists ? commands_list(tune) : tune_measure(tune);
}

int tune_main(char **arguments)
{
    struct tune tune;
    int status;

    tune_arguments_init(&tune);
    if (tool_parse(&tune_program, arguments, &tune, &status))
        status = tune_run(&tune);
    bres_tuner_free(tune.tuner);
    bres__option_list_free(&tune.parameters);
    bres__option_list_free(&tune.constraints);
    return status;
}
