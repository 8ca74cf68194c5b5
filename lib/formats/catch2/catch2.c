/* SPDX-License-Identifier: MIT */
/*
 * The output of Catch2's XML reporter, versions 2 and 3. A benchmark has a mean and a standard
 * deviation with confidence intervals, and the number of samples, but not the samples.
 */
#include "formats/formats.h"
#include "formats/lines.h"

#include "base/alloc.h"

#include <expat.h>
#include <math.h>
#include <string.h>

#define DEPTH_MAX 64u

typedef struct catch2_reader {
    bres__import *import;
    XML_Parser parser;
    bres_status status;
    unsigned depth;
    const char *test_case;         /* in the draft */
    bres__text sections;           /* names of the open sections, each followed by '/' */
    size_t lengths[DEPTH_MAX + 1]; /* of `sections` before the element, by depth */
    bres__draft_state *state;      /* of the open benchmark */
    const char *bench;             /* benchmark that the state belongs to */
    bool has_outcome;              /* a mean or a failure */
    bool has_root;
} catch2_reader;

static void reader_stop(catch2_reader *reader, bres_status status)
{
    if (reader->status == BRES_OK)
        reader->status = status;
    XML_StopParser(reader->parser, XML_FALSE);
}

static void reader_fault(catch2_reader *reader, bres_status status, const char *expected,
                         const char *message)
{
    char place[48];

    bres__format(place, sizeof(place), "line %lu",
                 (unsigned long)XML_GetCurrentLineNumber(reader->parser));
    reader_stop(reader,
                bres__import_fault(reader->import, status, place, NULL, expected, "%s", message));
}

/* NULL: the element lacks the attribute. */
static const char *attribute(const XML_Char **attributes, const char *name)
{
    for (; *attributes != NULL; attributes += 2) {
        if (strcmp(*attributes, name) == 0)
            return attributes[1];
    }
    return NULL;
}

/* false: the attribute is missing or not a finite number; sets the error. */
static bool read_number(catch2_reader *reader, const XML_Char **attributes, const char *name,
                        double *value)
{
    const char *text = attribute(attributes, name);
    char message[64];

    if (text != NULL && bres__parse_float64(text, strlen(text), value) == BRES__PARSE_OK &&
        isfinite(*value))
        return true;
    bres__format(message, sizeof(message), "the attribute '%s' is %s", name,
                 text == NULL ? "missing" : "malformed");
    reader_fault(reader, BRES_ERROR_VALUE, "a finite number", message);
    return false;
}

static void put_number(catch2_reader *reader, const char *tag, double value)
{
    bres__draft_value(reader->state, &(bres__measure){ .tag = tag }, value);
}

/* Appends a name to a path. Escapes slashes in the name, because they are not separators. */
static void path_put(bres__text *path, const char *name)
{
    for (; *name != '\0'; name++) {
        if (*name == '/' || *name == '\\')
            bres__text_putc(path, '\\');
        bres__text_putc(path, *name);
    }
}

/* Adds the open benchmark. */
static void end_benchmark(catch2_reader *reader)
{
    bres__import *import = reader->import;
    char place[48];
    bres_status status = BRES_OK;

    /* After a fault, the parser still reports the end of an empty element. */
    if (reader->state == NULL || reader->status != BRES_OK)
        return;
    if (reader->has_outcome) {
        bres__draft_add(reader->state, reader->bench);
    } else {
        bres__format(place, sizeof(place), "line %lu",
                     (unsigned long)XML_GetCurrentLineNumber(reader->parser));
        status = bres__import_tolerate(import, bres__import_fault(import, BRES_ERROR_KEY, place,
                                                                  NULL, "<mean> or <failed>",
                                                                  "a benchmark has no mean"));
    }
    reader->state = NULL;
    if (status != BRES_OK)
        reader_stop(reader, status);
}

static void begin_benchmark(catch2_reader *reader, const XML_Char **attributes)
{
    bres__draft *draft = &reader->import->draft;
    const char *name = attribute(attributes, "name");
    bres__text path = { 0 };
    double number;

    if (name == NULL || reader->test_case == NULL) {
        reader_fault(reader, BRES_ERROR_KEY,
                     "<TestCase name=...> around <BenchmarkResults name=...>",
                     "a benchmark has no name");
        return;
    }
    reader->state = bres__draft_begin(draft);
    reader->has_outcome = false;
    reader->bench =
        reader->import->options.bench != NULL ? reader->import->options.bench : reader->test_case;
    bres__text_append(&path, reader->sections.length != 0 ? reader->sections.data : "",
                      reader->sections.length);
    path_put(&path, name);
    draft->failed |= path.failed;
    bres__draft_name(reader->state, name);
    bres__draft_axis_value(reader->state, "Benchmark", BRES__AXIS_TEXT,
                           path.failed ? "" : path.data);
    bres__text_free(&path);
    if (attribute(attributes, "samples") == NULL)
        return; /* it failed: <failed> follows */
    if (read_number(reader, attributes, "samples", &number))
        put_number(reader, "bres/import/samples", number);
    if (reader->status == BRES_OK && read_number(reader, attributes, "iterations", &number))
        put_number(reader, "bres/import/block_size", number);
}

/* Adds a value with its confidence interval, in nanoseconds. A level of 0 means that Catch2 did not
 * analyze the samples; only the mean is valid then. */
static void put_estimate(catch2_reader *reader, const XML_Char **attributes, bool is_mean)
{
    double value;
    double lower;
    double upper;
    double level;

    if (reader->state == NULL || !read_number(reader, attributes, "value", &value) ||
        !read_number(reader, attributes, "lowerBound", &lower) ||
        !read_number(reader, attributes, "upperBound", &upper) ||
        !read_number(reader, attributes, "ci", &level))
        return;
    if (value < 0) {
        reader_fault(reader, BRES_ERROR_VALUE, "at least 0", "a negative time");
        return;
    }
    reader->has_outcome |= is_mean;
    if (is_mean || level > 0)
        bres__draft_time(reader->state, is_mean ? "mean" : "stdev", value * 1e-9);
    if (!is_mean || !(level > 0))
        return;
    bres__draft_time(reader->state, "ci_lower", lower * 1e-9);
    bres__draft_time(reader->state, "ci_upper", upper * 1e-9);
    put_number(reader, "bres/import/time/ci_level", level);
}

static void put_failure(catch2_reader *reader, const XML_Char **attributes)
{
    const char *message = attribute(attributes, "message");

    reader->has_outcome = true;
    bres__draft_skip(reader->state,
                     message != NULL && message[0] != '\0' ? message : "the benchmark has failed");
}

static void begin_section(catch2_reader *reader, const XML_Char **attributes)
{
    const char *name = attribute(attributes, "name");

    path_put(&reader->sections, name != NULL ? name : "");
    bres__text_putc(&reader->sections, '/');
    if (reader->sections.failed)
        reader_stop(reader, bres__error_memory());
}

static void begin_test_case(catch2_reader *reader, const XML_Char **attributes)
{
    const char *name = attribute(attributes, "name");

    reader->test_case = bres__arena_strdup(&reader->import->draft.arena, name != NULL ? name : "");
    if (reader->test_case == NULL)
        reader_stop(reader, bres__error_memory());
}

static void begin_root(catch2_reader *reader, const char *name, const XML_Char **attributes)
{
    const char *version = attribute(attributes, "catch2-version");

    reader->has_root = true;
    if (strcmp(name, "Catch") != 0 && strcmp(name, "Catch2TestRun") != 0)
        reader_fault(reader, BRES_ERROR_KIND, "the root element Catch or Catch2TestRun",
                     "another root element");
    else if (version != NULL)
        bres__draft_provenance(&reader->import->draft, "tool_version", version);
}

static void on_begin(void *user, const XML_Char *name, const XML_Char **attributes)
{
    catch2_reader *reader = user;

    if (++reader->depth > DEPTH_MAX) {
        reader_fault(reader, BRES_ERROR_LIMIT, "at most 64 levels", "elements nest too deep");
        return;
    }
    reader->lengths[reader->depth] = reader->sections.length;
    if (!reader->has_root)
        begin_root(reader, name, attributes);
    else if (strcmp(name, "TestCase") == 0)
        begin_test_case(reader, attributes);
    else if (strcmp(name, "Section") == 0)
        begin_section(reader, attributes);
    else if (strcmp(name, "BenchmarkResults") == 0)
        begin_benchmark(reader, attributes);
    else if (strcmp(name, "mean") == 0)
        put_estimate(reader, attributes, true);
    else if (strcmp(name, "standardDeviation") == 0)
        put_estimate(reader, attributes, false);
    else if (strcmp(name, "failed") == 0)
        put_failure(reader, attributes);
}

static void on_end(void *user, const XML_Char *name)
{
    catch2_reader *reader = user;

    if (strcmp(name, "BenchmarkResults") == 0) {
        end_benchmark(reader);
    } else if (strcmp(name, "TestCase") == 0) {
        reader->test_case = NULL;
    }
    reader->sections.length = reader->lengths[reader->depth--];
}

/* Rejects a DOCTYPE: entities can expand without limit, and Catch2 does not write any. */
static void on_doctype(void *user, const XML_Char *name, const XML_Char *system,
                       const XML_Char *public, int has_subset)
{
    catch2_reader *reader = user;

    (void)name;
    (void)system;
    (void)public;
    (void)has_subset;
    reader_fault(reader, BRES_ERROR_SYNTAX, "XML without DOCTYPE", "the file has a DOCTYPE");
}

/* A crash leaves open elements. A lenient import keeps the benchmarks that are complete. */
static bres_status syntax_fault(catch2_reader *reader)
{
    const enum XML_Error code = XML_GetErrorCode(reader->parser);
    char place[48];

    if (code == XML_ERROR_NO_MEMORY)
        return bres__error_memory();
    if (bres__import_is_lenient(reader->import) && reader->import->draft.state_count != 0) {
        bres__import_warn(reader->import, "%s: the file ends early: %s", reader->import->input.name,
                          XML_ErrorString(code));
        return BRES_OK;
    }
    bres__format(place, sizeof(place), "line %lu",
                 (unsigned long)XML_GetCurrentLineNumber(reader->parser));
    return bres__import_fault(reader->import, BRES_ERROR_SYNTAX, place, NULL, NULL, "not XML: %s",
                              XML_ErrorString(code));
}

static bres_status reader_parse(catch2_reader *reader)
{
    const bres__slice *text = &reader->import->input.text;
    size_t done = 0;

    XML_SetUserData(reader->parser, reader);
    XML_SetElementHandler(reader->parser, on_begin, on_end);
    XML_SetStartDoctypeDeclHandler(reader->parser, on_doctype);
    while (reader->status == BRES_OK) {
        const size_t left = text->length - done;
        const int part = left < (1 << 20) ? (int)left : 1 << 20;

        if (XML_Parse(reader->parser, text->data + done, part, (size_t)part == left) !=
            XML_STATUS_OK)
            return reader->status != BRES_OK ? reader->status : syntax_fault(reader);
        done += (size_t)part;
        if (done == text->length)
            break;
    }
    return reader->status;
}

static bres_status catch2_read(bres__import *import)
{
    static const XML_Memory_Handling_Suite memory = { bres__malloc, bres__realloc, bres__free };
    catch2_reader reader = { .import = import };
    bres_status status;

    reader.parser = XML_ParserCreate_MM("UTF-8", &memory, NULL);
    if (reader.parser == NULL)
        return bres__error_memory();
    status = reader_parse(&reader);
    XML_ParserFree(reader.parser);
    bres__text_free(&reader.sections);
    return status;
}

/* Whether the first element, after the declaration and comments, is a root of Catch2. */
static bool catch2_detect(const bres__input *input)
{
    bres__slice text = input->text;

    while (text.length != 0) {
        const bool is_other = bres__slice_begins(&text, "<?") || bres__slice_begins(&text, "<!");
        const char *end = memchr(text.data, is_other ? '>' : '<', text.length);
        const size_t count = is_other && end != NULL ? (size_t)(end - text.data) + 1 : 1;

        if (!is_other && *text.data == '<')
            break;
        if (end == NULL || (!is_other && strchr(" \t\r\n", *text.data) == NULL))
            return false;
        text.data += count;
        text.length -= count;
    }
    return bres__slice_begins(&text, "<Catch2TestRun") || bres__slice_begins(&text, "<Catch ") ||
           bres__slice_begins(&text, "<Catch>");
}

const bres__file_format bres__format_of_catch2 = {
    .name = "catch2",
    .tool = "Catch2",
    .detect = catch2_detect,
    .read = catch2_read,
};
