/* SPDX-License-Identifier: MIT */
/*
 * The report of a count, for programs.
 */
#include "count.h"

#include <inttypes.h>
#include <stdio.h>

#define FORMAT_VERSION 1

/* Bytes of the valid UTF-8 character that begins here; 0: it is none. */
static size_t utf8_length(const unsigned char *text)
{
    const unsigned char first = text[0];
    const size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    uint32_t code = first & (0xFFu >> (length == 1 ? 0 : length + 1));

    if ((first >= 0x80 && first < 0xC2) || first > 0xF4)
        return 0;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (text[i] & 0x3Fu);
    }
    if ((length == 3 && code < 0x800) || (length == 4 && (code < 0x10000 || code > 0x10FFFF)) ||
        (code >= 0xD800 && code <= 0xDFFF))
        return 0;
    return length;
}

/* Bytes that are not UTF-8, as a path may have, become the replacement character. */
static void put_string(FILE *stream, const char *text)
{
    fputc('"', stream);
    while (*text != '\0') {
        const size_t length = utf8_length((const unsigned char *)text);

        if (*text == '"' || *text == '\\')
            fprintf(stream, "\\%c", *text);
        else if (length == 1 && (unsigned char)*text < 0x20)
            fprintf(stream, "\\u%04x", (unsigned)*text);
        else if (length == 0)
            fputs("\\ufffd", stream);
        else
            fwrite(text, 1, length, stream);
        text += length > 0 ? length : 1;
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
