/* SPDX-License-Identifier: MIT */
#include "support/measured.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define PROGRESS_MAX (sizeof(((bres_test_measured *)NULL)->progress) / sizeof(bres_test_progress))

static void on_progress(void *user, int64_t samples, double elapsed, double noise)
{
    bres_test_measured *measured = user;

    cr_assert_lt(measured->progress_count, PROGRESS_MAX);
    measured->progress[measured->progress_count++] =
        (bres_test_progress){ samples, elapsed, noise };
}

static bool is_interrupted(void *user)
{
    const bres_test_measured *measured = user;

    return measured->interrupt_after != 0 &&
           measured->script.executions >= measured->interrupt_after;
}

static void on_log(void *user, bres_log_level level, const char *message)
{
    bres_test_measured *measured = user;

    cr_expect_eq(level, BRES_LOG_WARNING);
    cr_assert_lt(strlen(measured->log) + strlen(message) + 2, sizeof(measured->log));
    strcat(measured->log, message);
    strcat(measured->log, "\n");
}

void bres_test_measured_begin(bres_test_measured *measured, const int64_t *durations, size_t count)
{
    memset(measured, 0, sizeof(*measured));
    measured->time.now = 1000000;
    measured->script =
        (bres_test_body){ .clock = &measured->time, .durations = durations, .count = count };
    measured->body = (bres__cpu_body){ .plain = bres_test_body_run, .context = &measured->script };
    measured->hooks = (bres__measure_hooks){
        .progress = on_progress, .interrupted = is_interrupted, .log = on_log, .user = measured
    };
    bres__settings_init(&measured->settings);
    cr_assert_eq(bres_result_new(&measured->result), BRES_OK);
    cr_assert_eq(bres_result_add_subbench(measured->result, "b", &measured->bench), BRES_OK);
    cr_assert_eq(bres_subbench_add_state(measured->bench, &measured->state), BRES_OK);
}

/* Sets "name=value". */
static void set_parameter(bres_criterion *criterion, char *setting)
{
    char *value = strchr(setting, '=');

    cr_assert_not_null(value, "%s", setting);
    *value++ = '\0';
    cr_assert_eq(bres_criterion_set_text(criterion, setting, value), BRES_OK, "%s",
                 bres_last_error());
}

void bres_test_measured_set_criterion(bres_test_measured *measured, const char *expression,
                                      const char *parameters)
{
    bres_criteria *criteria;
    char text[256] = "";

    bres__settings_free(&measured->settings);
    cr_assert_eq(bres_criteria_new(&criteria), BRES_OK);
    cr_assert_eq(bres_criterion_new(criteria, expression, &measured->settings.criterion), BRES_OK,
                 "%s", bres_last_error());
    bres_criteria_free(criteria);
    if (parameters != NULL)
        strncat(text, parameters, sizeof(text) - 1);
    for (char *rest = text, *setting; (setting = strtok_r(rest, " ", &rest)) != NULL;)
        set_parameter(measured->settings.criterion, setting);
}

void bres_test_measured_run(bres_test_measured *measured)
{
    const bres_clock clock = bres_test_clock_of(&measured->time);

    measured->status = bres__measure_cpu(measured->state, &measured->body, &measured->settings,
                                         &clock, measured->elements, measured->global_bytes,
                                         &measured->hooks, &measured->skipped, measured->reason);
    cr_assert_eq(bres_state_samples(measured->state, &measured->samples, &measured->count), BRES_OK,
                 "%s", bres_last_error());
}

void bres_test_measured_end(bres_test_measured *measured)
{
    bres__settings_free(&measured->settings);
    bres_result_unref(measured->result);
}

double bres_test_summary_value(const bres_state *state, const char *tag)
{
    const bres_summary *summary = bres_state_summary(state, tag);
    double value;

    return bres_summary_float64(summary, &value) ? value : NAN;
}

bool bres_test_measured_is_quiet(const bres_test_measured *measured)
{
    const char *end = strstr(measured->log, " samples were preempted\n");

    return measured->log[0] == '\0' || (end != NULL && strchr(measured->log, '\n')[1] == '\0');
}
