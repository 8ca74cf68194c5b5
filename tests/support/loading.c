/* SPDX-License-Identifier: MIT */
#include "support/loading.h"

#include "support/support.h"

#include <criterion/criterion.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void bres_test_log_add(void *user, bres_log_level level, const char *message)
{
    bres_test_log *log = user;

    cr_assert_eq(level, BRES_LOG_WARNING, "%s", message);
    cr_assert_null(strchr(message, '\n'), "%s", message);
    bres__text_puts(&log->lines, message);
    bres__text_putc(&log->lines, '\n');
    log->count++;
}

const char *bres_test_log_text(const bres_test_log *log)
{
    return log->lines.data != NULL ? log->lines.data : "";
}

void bres_test_log_clear(bres_test_log *log)
{
    bres__text_free(&log->lines);
    log->count = 0;
}

char *bres_test_json(const char *text)
{
    char *json = strdup(text);

    for (char *c = json; *c != '\0'; c++)
        if (*c == '\'')
            *c = '"';
    return json;
}

bres_load_options bres_test_options(uint32_t flags, bres_test_log *log)
{
    bres_load_options options;

    bres_load_options_init(&options);
    options.flags = flags;
    options.threads = 1;
    options.name = "r.json";
    if (log != NULL) {
        options.log = bres_test_log_add;
        options.log_user = log;
    }
    return options;
}

bres_status bres_test_load_text(const char *text, const bres_load_options *options,
                                bres_result **result)
{
    char *json = bres_test_json(text);
    bres_status status = bres_result_load_memory(json, strlen(json), options, result);

    free(json);
    cr_assert_eq(status == BRES_OK, *result != NULL, "%s", text);
    return status;
}

char *bres_test_state_document(const char *state_members)
{
    char *text;

    cr_assert_geq(asprintf(&text,
                           "{'benchmarks':[{'name':'b','axes':[{'name':'N','type':'int64',"
                           "'flags':'','values':[{'input_string':'1','value':1},"
                           "{'input_string':'2','value':2}]}],'states':[{%s}]}]}",
                           state_members),
                  0);
    return text;
}

void bres_test_write_json(const char *directory, const char *name, const char *text)
{
    char *json = bres_test_json(text);
    char path[PATH_MAX];

    snprintf(path, sizeof path, "%s/%s", directory, name);
    bres_test_write_file(path, json, strlen(json));
    free(json);
}
