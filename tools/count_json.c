/* SPDX-License-Identifier: MIT */
/*
 * The report of benchresult count as JSON.
 */
#include "count.h"

#include "base/text/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define FORMAT_VERSION 1

static void put_character(FILE *stream, char character)
{
    if (character == '"' || character == '\\')
        fprintf(stream, "\\%c", character);
    else if ((unsigned char)character < 0x20)
        fprintf(stream, "\\u%04x", (unsigned)character);
    else
        fputc(character, stream);
}

/* Bytes that are not valid UTF-8, which paths can contain, become the replacement character. */
static void put_string(FILE *stream, const char *text)
{
    fputc('"', stream);
    while (*text != '\0') {
        const char *end = text + bres__utf8_valid(text, strlen(text));

        while (text < end)
            put_character(stream, *text++);
        if (*text != '\0') {
            fputs("\\ufffd", stream);
            text++;
        }
    }
    fputc('"', stream);
}

static void put_string_or_null(FILE *stream, const char *text)
{
    if (text != NULL)
        put_string(stream, text);
    else
        fputs("null", stream);
}

static int put_head(FILE *stream, const struct count_report *report)
{
    fprintf(stream, "{\n  \"version\": %d,\n  \"command\": [", FORMAT_VERSION);
    for (size_t i = 0; report->arguments[i] != NULL; i++) {
        fputs(i > 0 ? ", " : "", stream);
        put_string(stream, report->arguments[i]);
    }
    fprintf(stream, "],\n  \"exit_status\": %d,\n  \"toggle\": ", report->runs->exit_status);
    put_string_or_null(stream, report->toggle);
    fputs(",\n  \"instructions\": [", stream);
    for (size_t i = 0; i < report->runs->count; i++) {
        int64_t total;

        if (count_total(report->runs->runs[i], &total) != TOOL_DONE)
            return TOOL_REFUSED;
        fprintf(stream, "%s%" PRId64, i > 0 ? ", " : "", total);
    }
    fputs("],\n", stream);
    return TOOL_DONE;
}

static int put_baseline(FILE *stream, const struct count_report *report)
{
    uint64_t total;

    if (report->baseline == NULL) {
        fputs("  \"baseline\": null,\n", stream);
        return TOOL_DONE;
    }
    if (count_baseline_total(report, &total) != TOOL_DONE)
        return TOOL_REFUSED;
    fputs("  \"baseline\": {\"file\": ", stream);
    put_string(stream, report->baseline_file);
    fputs(", \"command\": ", stream);
    put_string(stream, bres_profile_command(report->baseline));
    fprintf(stream, ", \"instructions\": %" PRIu64 "},\n", total);
    return TOOL_DONE;
}

static void put_functions(FILE *stream, const struct count_report *report,
                          const bres_counts *functions)
{
    const size_t size = bres_counts_size(functions);
    const char *key = report->baseline != NULL ? "change" : "instructions";

    fprintf(stream, "  \"inclusive\": %s,\n  \"functions\": [",
            report->inclusive ? "true" : "false");
    for (size_t i = 0; i < size; i++) {
        const bres_count *entry = bres_counts_at(functions, i);

        fprintf(stream, "%s\n    {\"name\": ", i > 0 ? "," : "");
        put_string(stream, entry->name);
        fprintf(stream, ", \"%s\": %" PRId64 "}", key, entry->count);
    }
    fputs(size > 0 ? "\n  ]\n}\n" : "]\n}\n", stream);
}

int count_report_json(const struct count_report *report, char **text, size_t *length)
{
    bres_counts *functions = NULL;
    FILE *stream = open_memstream(text, length);
    int status = TOOL_REFUSED;

    if (stream == NULL)
        return tool_error("out of memory");
    if (put_head(stream, report) == TOOL_DONE && put_baseline(stream, report) == TOOL_DONE &&
        count_functions(report, &functions) == TOOL_DONE) {
        put_functions(stream, report, functions);
        status = TOOL_DONE;
    }
    bres_counts_free(functions);
    if (fclose(stream) != 0 && status == TOOL_DONE)
        status = tool_error("out of memory");
    return status;
}
