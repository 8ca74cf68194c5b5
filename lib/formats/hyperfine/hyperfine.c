/* SPDX-License-Identifier: MIT */
/*
 * hyperfine --export-json: commands, with the wall time of each execution.
 */
#include "formats/tree.h"

static bool hyperfine_detect(const bres__input *input)
{
    return bres__shape_is(&input->text, "results/0/command", BRES__JSON_STRING) &&
           bres__shape_has(&input->text, "results/0/mean");
}

/* Replaces a parameter's value in the command by {name}, if the value occurs exactly once. */
static bool command_put_back(bres__text *command, const char *name, const char *value)
{
    const char *found = value[0] != '\0' ? strstr(command->data, value) : NULL;
    bres__text text = { 0 };

    if (found == NULL || strstr(found + 1, value) != NULL)
        return false;
    bres__text_append(&text, command->data, (size_t)(found - command->data));
    bres__text_printf(&text, "{%s}", name);
    bres__text_puts(&text, found + strlen(value));
    if (text.failed) {
        bres__text_free(&text);
        return false;
    }
    bres__text_free(command);
    *command = text;
    return true;
}

/* Adds the parameters and the command as axes. */
static bres_status result_put_axes(const bres__node *result, const char *command,
                                   bres__draft_state *state)
{
    bres__members_walk walk = { 0 };
    bres__text pattern = { 0 };
    bres__node parameters;
    bool clear = true;
    bool found;
    bres_status status =
        bres__node_optional(result, "parameters", BRES__JSON_OBJECT, &parameters, &found);

    if (status != BRES_OK)
        return status;
    bres__text_puts(&pattern, command);
    walk.object = &parameters;
    while (found && bres__members_next(&walk)) {
        const char *value = bres__node_as_text(&walk.member);

        bres__draft_axis_value(state, walk.member.key, BRES__AXIS_TYPED, value);
        clear = clear && pattern.data != NULL && command_put_back(&pattern, walk.member.key, value);
    }
    bres__draft_axis_value(state, "Command", BRES__AXIS_TEXT,
                           clear && pattern.data != NULL ? pattern.data : command);
    bres__text_free(&pattern);
    return BRES_OK;
}

/* Adds the samples. A time of 0 is below the resolution, because hyperfine subtracts the startup
 * time of the shell. */
static bres_status result_put_times(bres__import *import, const bres__node *result,
                                    bres__draft_state *state, bool *has_times)
{
    bres__node times;
    bres_status status = bres__node_optional(result, "times", BRES__JSON_ARRAY, &times, has_times);

    if (status == BRES_OK && *has_times && bres__node_count(&times) == 0)
        return bres__node_fault(&times, BRES_ERROR_VALUE, "at least one time", "the list is empty");
    for (size_t i = 0; *has_times && i < bres__node_count(&times) && status == BRES_OK; i++) {
        const bres__node time = bres__node_at(&times, i);
        double seconds = 0;

        status = bres__node_float64(&time, &seconds);
        if (status == BRES_OK && !(seconds >= 0))
            status = bres__node_fault(&time, BRES_ERROR_VALUE,
                                      bres__range_text(BRES__RANGE_NOT_NEGATIVE), "%s",
                                      bres__node_as_text(&time));
        if (status == BRES_OK && seconds == 0)
            bres__import_warn(import,
                              "%s: a command has times of 0 seconds, which are below the "
                              "resolution of hyperfine with a shell",
                              import->input.name);
        bres__draft_sample(state, seconds, 1);
    }
    return status;
}

/* The measures of a result, and the members that hold them. */
static const struct {
    const char *key;
    bres__measure measure;
} measures[] = {
    { "user", { "bres/import/user_time", "duration", NULL, BRES__BETTER_LOWER } },
    { "system", { "bres/import/system_time", "duration", NULL, BRES__BETTER_LOWER } },
};

static const char *const aggregates[] = { "mean", "median", "stddev", "min", "max" };

static bres_status result_put_number(const bres__node *result, const char *key,
                                     const bres__measure *measure, bres__draft_state *state)
{
    bres__node member;
    double value = 0;
    bool found;
    bres_status status = bres__node_optional(result, key, BRES__JSON_REAL, &member, &found);

    if (status != BRES_OK || !found)
        return status;
    status = bres__node_float64(&member, &value);
    bres__draft_value(state, measure, value);
    return status;
}

static bres_status result_put_aggregates(const bres__node *result, bres__draft_state *state)
{
    bres__node mean;
    bres_status status = bres__node_require(result, "mean", BRES__JSON_REAL, &mean);

    for (size_t i = 0; i < sizeof(aggregates) / sizeof(*aggregates) && status == BRES_OK; i++) {
        char tag[64];

        bres__format(tag, sizeof(tag), "bres/import/time/%s",
                     strcmp(aggregates[i], "stddev") == 0 ? "stdev" : aggregates[i]);
        status = result_put_number(
            result, aggregates[i],
            &(bres__measure){ .tag = tag, .hint = "duration", .better = BRES__BETTER_LOWER },
            state);
    }
    return status;
}

/* Whether an execution succeeded. The code is null if a signal ended the execution. */
static bool code_is_success(const bres__node *code)
{
    double value = 0;

    return bres__node_kind(code) == BRES__JSON_INTEGER &&
           bres__node_float64(code, &value) == BRES_OK && value == 0;
}

/* Adds the exit codes: a single 0 if all of them are 0, or else the list. The times of failed
 * executions are kept, because hyperfine measures them only on request. */
static bres_status result_put_exits(bres__import *import, const bres__node *result,
                                    const char *command, bres__draft_state *state)
{
    bres__slice json;
    bres__node codes;
    size_t failures = 0;
    bool found;
    bres_status status =
        bres__node_optional(result, "exit_codes", BRES__JSON_ARRAY, &codes, &found);

    if (status != BRES_OK || !found)
        return status;
    for (size_t i = 0; i < bres__node_count(&codes); i++) {
        const bres__node code = bres__node_at(&codes, i);

        failures += !code_is_success(&code);
    }
    if (failures == 0) {
        if (bres__node_count(&codes) != 0)
            bres__draft_extra(state, "exit_status", "0", 1);
        return BRES_OK;
    }
    bres__import_warn(import,
                      "%s: %zu of %zu executions ended with a status that is not 0, or by a "
                      "signal, of the command '%s'",
                      import->input.name, failures, bres__node_count(&codes), command);
    json = bres__node_json(&codes);
    bres__draft_extra(state, "exit_status", json.data, json.length);
    return BRES_OK;
}

static bres_status result_put_memory(const bres__node *result, bres__draft_state *state)
{
    bres__node sizes;
    bool found;
    bres_status status =
        bres__node_optional(result, "memory_usage_byte", BRES__JSON_ARRAY, &sizes, &found);

    for (size_t i = 0; found && i < bres__node_count(&sizes) && status == BRES_OK; i++) {
        const bres__node size = bres__node_at(&sizes, i);
        double bytes = 0;

        status = bres__node_float64(&size, &bytes);
        bres__draft_counter(state, "memory_usage", "B", BRES__BETTER_LOWER, bytes);
    }
    return status;
}

static bres_status result_read(bres__import *import, const bres__node *result)
{
    static const char *const known[] = { "command", "mean",       "median",     "stddev",
                                         "min",     "max",        "user",       "system",
                                         "times",   "parameters", "exit_codes", "memory_usage_byte",
                                         NULL };
    bres__draft_state *state = bres__draft_begin(&import->draft);
    const char *command = NULL;
    bool has_times = false;
    bres_status status = bres__node_read_text(result, "command", &command);

    if (status == BRES_OK)
        bres__draft_name(state, command);
    if (status == BRES_OK)
        status = result_put_axes(result, command, state);
    if (status == BRES_OK)
        status = result_put_times(import, result, state, &has_times);
    if (status == BRES_OK && !has_times)
        status = result_put_aggregates(result, state);
    for (size_t i = 0; i < sizeof(measures) / sizeof(*measures) && status == BRES_OK; i++)
        status = result_put_number(result, measures[i].key, &measures[i].measure, state);
    if (status == BRES_OK)
        status = result_put_memory(result, state);
    if (status == BRES_OK)
        status = result_put_exits(import, result, command, state);
    bres__node_keep_others(result, known, state);
    if (status == BRES_OK)
        bres__draft_add(state, import->options.bench != NULL ? import->options.bench
                                                             : import->format->name);
    return status;
}

static bres_status hyperfine_read(bres__import *import)
{
    bres__node root;
    bres__node results;
    bres_status status = bres__tree_open(import, &root);

    if (status == BRES_OK)
        status = bres__node_require(&root, "results", BRES__JSON_ARRAY, &results);
    for (size_t i = 0; status == BRES_OK && i < bres__node_count(&results); i++) {
        const bres__node result = bres__node_at(&results, i);

        status = bres__import_tolerate(import, result_read(import, &result));
    }
    if (status == BRES_OK)
        bres__import_warn(import,
                          "%s: a hyperfine file does not say which shell, warm-up and machine it "
                          "is from",
                          import->input.name);
    bres__tree_close(&root);
    return status;
}

const bres__file_format bres__format_of_hyperfine = {
    .name = "hyperfine",
    .tool = "hyperfine",
    .detect = hyperfine_detect,
    .read = hyperfine_read,
};
