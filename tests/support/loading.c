/* SPDX-License-Identifier: MIT */
#include "support/loading.h"

#include "base/base.h"
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

static void put_sidecar(bres__json_writer *writer, const bres_test_sidecar *sidecar)
{
    const char *const fields[][3] = {
        { "filename", "string", sidecar->filename },
        { "size", "int64", sidecar->size },
    };

    bres__json_begin(writer, '{');
    bres__json_key(writer, "tag");
    bres__json_write_string(writer, sidecar->tag);
    if (sidecar->filename != NULL) {
        bres__json_key(writer, "data");
        bres__json_begin(writer, '[');
        for (size_t i = 0; i < 2; i++) {
            bres__json_begin(writer, '{');
            bres__json_key(writer, "name");
            bres__json_write_string(writer, fields[i][0]);
            bres__json_key(writer, "type");
            bres__json_write_string(writer, fields[i][1]);
            bres__json_key(writer, "value");
            bres__json_write_string(writer, fields[i][2]);
            bres__json_end(writer, '}');
        }
        bres__json_end(writer, ']');
    }
    bres__json_end(writer, '}');
}

void bres_test_write_result(const char *directory, const bres_test_sidecar *sidecars, size_t count)
{
    static const char before[] = "{\"benchmarks\":[{\"name\":\"b\",\"states\":[{\"name\":\"s\","
                                 "\"summaries\":";
    bres__text text = { 0 };
    bres__json_writer writer = { .text = &text, .empty = true };
    char path[PATH_MAX];

    bres__text_puts(&text, before);
    bres__json_begin(&writer, '[');
    for (size_t i = 0; i < count; i++)
        put_sidecar(&writer, &sidecars[i]);
    bres__json_end(&writer, ']');
    bres__text_puts(&text, "}]}]}");
    snprintf(path, sizeof path, "%s/r.json", directory);
    bres_test_write_file(path, text.data, text.length);
    bres__text_free(&text);
}

void bres_test_write_samples(const char *directory, const char *name, float first, size_t count)
{
    float values[16];
    char path[PATH_MAX];

    cr_assert_leq(count, sizeof values / sizeof *values);
    for (size_t i = 0; i < count; i++)
        values[i] = first + (float)i;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    cr_assert_eq(bres__make_parents(path), BRES_OK, "%s", bres_last_error());
    bres_test_write_file(path, values, count * sizeof *values);
}

bres_status bres_test_load_result(const char *directory, uint32_t flags, bres_test_log *log,
                                  bres_result **result)
{
    bres_load_options options = bres_test_options(flags, log);
    char path[PATH_MAX];
    bres_status status;

    snprintf(path, sizeof path, "%s/r.json", directory);
    status = bres_result_load(path, &options, result);
    cr_assert_eq(status == BRES_OK, *result != NULL);
    return status;
}

const bres_state *bres_test_state(const bres_result *result)
{
    return bres_subbench_state_at(bres_result_subbench_at(result, 0), 0);
}
