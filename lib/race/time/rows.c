/* SPDX-License-Identifier: MIT */
/*
 * The rows of a timing: each command with each combination of values.
 */
#include "base/process/spawn.h"
#include "base/text/names.h"
#include "race/time/time.h"

#include <string.h>

/* A limit is needed because the number of comparisons, one per pair of rows, grows with the
 * square. */
#define ROWS_MAX 256

/* The index of the axis whose name in braces begins the text; `length` gets the length of the name
 * with braces. The number of axes: no axis matches. */
static size_t axis_match(const bres_timing *timing, const char *text, size_t *length)
{
    size_t i = 0;

    for (; i < timing->axis_count; i++) {
        const char *name = timing->axes[i].name;

        *length = strlen(name) + 2;
        if (text[0] == '{' && strncmp(text + 1, name, *length - 2) == 0 && text[*length - 1] == '}')
            break;
    }
    return i;
}

void bres__time_put_filled(const bres_timing *timing, const bres__time_row *row, const char *text,
                           bres__text *filled)
{
    while (*text != '\0') {
        size_t length;
        const size_t axis = axis_match(timing, text, &length);

        if (axis < timing->axis_count && row->values[axis] != NULL) {
            bres__text_puts(filled, row->values[axis]);
            text += length;
        } else {
            bres__text_putc(filled, *text++);
        }
    }
}

static bool text_uses(const bres_timing *timing, const char *text, size_t axis)
{
    for (size_t length; *text != '\0'; text++) {
        if (axis_match(timing, text, &length) == axis)
            return true;
    }
    return false;
}

/* Whether the command or a hook that runs for it contains the axis. */
static bool command_uses(const bres_timing *timing, const bres__time_command *command, size_t axis)
{
    bool used = text_uses(timing, command->text, axis);

    for (size_t i = 0; i < timing->hook_count && !used; i++) {
        const bres__time_hook *hook = &timing->hooks[i];

        used = (hook->name == NULL || strcmp(hook->name, command->name) == 0) &&
               text_uses(timing, hook->text, axis);
    }
    return used;
}

static bool axis_is_used(const bres_timing *timing, size_t axis)
{
    bool used = false;

    for (size_t i = 0; i < timing->command_count && !used; i++)
        used = command_uses(timing, &timing->commands[i], axis);
    return used;
}

/* The number of combinations of the values that a command uses. Stops counting above ROWS_MAX. */
static size_t row_count_of(const bres_timing *timing, const bres__time_command *command)
{
    size_t count = 1;

    for (size_t i = 0; i < timing->axis_count; i++) {
        if (count <= ROWS_MAX && command_uses(timing, command, i))
            count *= timing->axes[i].count;
    }
    return count;
}

static bres_status command_error(const bres_timing *timing, const char *what, const char *name)
{
    bres__names names = { .nearest.unknown = name };

    for (size_t i = 0; i < timing->command_count; i++)
        bres__names_add(&names, timing->commands[i].name);
    return bres__names_error(&names, "%s: unknown command '%s'", what, name);
}

static bool has_command(const bres_timing *timing, const char *name)
{
    for (size_t i = 0; i < timing->command_count; i++) {
        if (strcmp(timing->commands[i].name, name) == 0)
            return true;
    }
    return false;
}

/* Checks the inputs against each other. */
static bres_status inputs_check(const bres_timing *timing, size_t *count)
{
    if (timing->command_count == 0)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_timing_run: the timing has no command");
    *count = 0;
    for (size_t i = 0; i < timing->axis_count; i++) {
        if (!axis_is_used(timing, i))
            return bres__error(BRES_ERROR_ARGUMENT, "no command contains '{%s}'",
                               timing->axes[i].name);
    }
    for (size_t i = 0; i < timing->command_count && *count <= ROWS_MAX; i++)
        *count += row_count_of(timing, &timing->commands[i]);
    if (*count > ROWS_MAX)
        return bres__error(BRES_ERROR_ARGUMENT,
                           "there are more than %d commands with their values (expected at most "
                           "%d)",
                           ROWS_MAX, ROWS_MAX);
    for (size_t i = 0; i < timing->hook_count; i++) {
        const char *name = timing->hooks[i].name;

        if (name != NULL && !has_command(timing, name))
            return command_error(timing, "hook", name);
    }
    return BRES_OK;
}

void bres__time_row_free(bres__time_row *row)
{
    bres__argv_free(&row->argv);
    bres__free((void *)row->values);
    bres__free(row->label);
    bres__free(row->text);
    bres__free(row->seconds);
    bres__free(row->processor);
    bres__free(row->sorted);
}

/* The label is the name, followed by the axis values that the name does not contain. */
static bool row_put_texts(const bres_timing *timing, bres__time_row *row)
{
    const bres__time_command *command = row->command;
    bres__text text = { 0 };
    bres__text label = { 0 };

    bres__time_put_filled(timing, row, command->text, &text);
    bres__time_put_filled(timing, row, command->name, &label);
    for (size_t i = 0; i < timing->axis_count; i++) {
        if (row->values[i] != NULL && !text_uses(timing, command->name, i))
            bres__text_printf(&label, " %s=%s", timing->axes[i].name, row->values[i]);
    }
    row->text = bres__text_steal(&text);
    row->label = bres__text_steal(&label);
    bres__text_free(&text);
    bres__text_free(&label);
    return row->text != NULL && row->label != NULL;
}

static bres_status row_split(const bres_timing *timing, bres__time_row *row)
{
    bres__text words = { 0 };
    char *program = NULL;
    bres_status status;

    if (timing->options.shell != NULL) {
        bres__text_append(&words, timing->options.shell, strlen(timing->options.shell) + 1);
        bres__text_append(&words, "-c", sizeof("-c"));
        bres__text_append(&words, row->text, strlen(row->text) + 1);
        status = bres__argv_take(&row->argv, &words, 3);
    } else {
        status = bres__argv_split(row->text, "add --shell sh", &row->argv);
    }
    /* A relative path depends on the directory of the command, so it is not checked here. */
    if (status == BRES_OK &&
        (timing->options.directory == NULL || strchr(row->argv.items[0], '/') == NULL))
        status = bres__program_find(row->argv.items[0], &program);
    bres__free(program);
    return status;
}

/* `number` has a digit for each used axis; the last axis is the lowest digit. */
static bres_status row_make(const bres_timing *timing, size_t number,
                            const bres__time_command *command, bres__time_row *row)
{
    row->command = command;
    row->values = bres__calloc(timing->axis_count + 1, sizeof(*row->values));
    if (row->values == NULL)
        return bres__error_memory();
    for (size_t i = timing->axis_count; i-- > 0;) {
        if (!command_uses(timing, command, i))
            continue;
        row->values[i] = timing->axes[i].values[number % timing->axes[i].count];
        number /= timing->axes[i].count;
    }
    if (!row_put_texts(timing, row))
        return bres__error_memory();
    row->figures = (bres_timing_row){
        .name = command->name,
        .label = row->label,
        .command = row->text,
        .status_counts = row->status_counts,
    };
    return row_split(timing, row);
}

static bres_status reference_find(bres_timing *timing)
{
    const char *reference = timing->options.reference;

    timing->reference = SIZE_MAX;
    if (reference == NULL)
        return BRES_OK;
    for (size_t i = 0; i < timing->row_count; i++) {
        const bres__time_row *row = &timing->rows[i];

        /* A command's name selects its first row; a label selects any row. */
        if (strcmp(row->label, reference) == 0 ||
            (timing->reference == SIZE_MAX && strcmp(row->command->name, reference) == 0))
            timing->reference = i;
    }
    return timing->reference != SIZE_MAX ? BRES_OK : command_error(timing, "reference", reference);
}

/* Each row is compared with the reference; without a reference, with every other row, because the
 * fastest is not known beforehand. The comparisons share the error rate equally (Bonferroni). */
static bres_status comparisons_add(bres_timing *timing)
{
    const size_t count = timing->row_count;
    const bool has_reference = timing->reference != SIZE_MAX;
    const size_t comparisons = has_reference ? count - 1 : count * (count - 1) / 2;
    bres_race_options options = timing->race_options;
    bres_status status;

    options.error_rate = timing->error_rate / (double)(comparisons > 0 ? comparisons : 1);
    bres__race_free(&timing->race);
    status = bres__race_open(&timing->race, &options);
    if (status == BRES_OK)
        status = bres__race_set_sides(&timing->race, (unsigned)count);
    for (size_t i = 0; i < count && status == BRES_OK; i++) {
        for (size_t j = i + 1; j < count && status == BRES_OK; j++) {
            if (has_reference && i != timing->reference && j != timing->reference)
                continue;
            status = bres__race_add_comparison(&timing->race, (unsigned)i, (unsigned)j);
        }
    }
    return status;
}

bres_status bres__time_rows_make(bres_timing *timing)
{
    size_t count = 0;
    bres__time_row *row;
    bres_status status = inputs_check(timing, &count);

    if (status != BRES_OK)
        return status;
    timing->rows = bres__calloc(count, sizeof(*timing->rows));
    if (timing->rows == NULL)
        return bres__error_memory();
    timing->row_count = count;
    row = timing->rows;
    for (size_t i = 0; i < timing->command_count && status == BRES_OK; i++) {
        const bres__time_command *command = &timing->commands[i];

        count = row_count_of(timing, command);
        for (size_t j = 0; j < count && status == BRES_OK; j++)
            status = row_make(timing, j, command, row++);
    }
    if (status == BRES_OK)
        status = reference_find(timing);
    return status == BRES_OK ? comparisons_add(timing) : status;
}
