/* SPDX-License-Identifier: MIT */
/*
 * Reads a constraint from the first line and a parameter from the second line. A refusal must have
 * a message. A constraint and its negation must divide the space, and a constraint in parentheses
 * must accept the same number of configurations.
 */
#include <benchresult.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The number of configurations of space_make(). */
#define CONFIGURATIONS (5u * 3u * 2u * 3u * 2u)

/* Returned instead of a number of configurations after an error. */
#define FAILED SIZE_MAX

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* Whether the call succeeded; a failure must have a message. */
static bool done(bres_status status)
{
    check(status == BRES_OK || bres_last_error()[0] != '\0');
    return status == BRES_OK;
}

/* Makes a space with values of all kinds. */
static bres_tuner *space_make(void)
{
    bres_tuner *tuner = bres_tuner_new(NULL);

    check(tuner != NULL);
    check(bres_tuner_add_parameter_text(tuner, "N=-1,0,1,7,9223372036854775807") == BRES_OK);
    check(bres_tuner_add_parameter_text(tuner, "P[pow2]=[0:2]") == BRES_OK);
    check(bres_tuner_add_parameter_text(tuner, "F=0.5,1e300") == BRES_OK);
    check(bres_tuner_add_parameter_text(tuner, "MODE=fast,safe,true") == BRES_OK);
    check(bres_tuner_add_bool(tuner, "B") == BRES_OK);
    return tuner;
}

/* The number of configurations that a constraint accepts; FAILED after an error. */
static size_t count(const char *constraint)
{
    static const char *const arguments[] = { "{N}", "{P}", "{F}", "{MODE}", "{B}", NULL };
    bres_tuner *tuner = space_make();
    bres_tuner_command command;
    size_t lines = FAILED;
    size_t length;
    char *text;

    bres_tuner_command_init(&command);
    command.arguments = arguments;
    (void)done(bres_tuner_add_constraint_text(tuner, constraint));
    if (done(bres_tuner_list_commands(tuner, &command, &text, &length))) {
        lines = 0;
        for (size_t i = 0; i < length; i++)
            lines += text[i] == '\n';
        bres_string_free(text);
    }
    bres_tuner_free(tuner);
    return lines;
}

/* Like count(), for a constraint between two texts. */
static size_t count_between(const char *before, const char *constraint, const char *after)
{
    const size_t length = strlen(before) + strlen(constraint) + strlen(after);
    char *text = malloc(length + 1);
    size_t counted;

    check(text != NULL);
    strcpy(text, before);
    strcat(text, constraint);
    strcat(text, after);
    counted = count(text);
    free(text);
    return counted;
}

static void check_constraint(const char *constraint)
{
    const size_t accepted = count(constraint);
    size_t same;
    size_t others;

    if (accepted == FAILED)
        return;
    same = count_between("(", constraint, ")");
    others = count_between("!(", constraint, ")");
    /* FAILED: the added parentheses may nest too deeply. */
    check(same == accepted || same == FAILED);
    check(others == CONFIGURATIONS - accepted || others == FAILED);
}

/* An accepted parameter has values, and each value is a configuration. */
static void check_parameter(const char *parameter)
{
    bres_tuner *tuner = bres_tuner_new(NULL);
    bres_trial *trial;

    check(tuner != NULL);
    if (done(bres_tuner_add_parameter_text(tuner, parameter)) &&
        done(bres_tuner_ask(tuner, &trial, NULL))) {
        check(trial != NULL && bres_tuner_config_count(tuner) > 0);
        check(strchr(bres_trial_name(trial), '=') != NULL);
    }
    bres_tuner_free(tuner);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    char *parameter;

    check(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    parameter = strchr(text, '\n');
    if (parameter != NULL)
        *parameter++ = '\0';
    check_constraint(text);
    if (parameter != NULL)
        check_parameter(parameter);
    free(text);
    return 0;
}
