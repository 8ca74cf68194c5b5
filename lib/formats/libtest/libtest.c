/* SPDX-License-Identifier: MIT */
/*
 * The text output of Rust's libtest (cargo bench). criterion.rs prints this format, too.
 */
#include "formats/libtest/libtest.h"
#include "formats/lines.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

void bres__libtest_add(bres__import *import, const bres__libtest_row *row)
{
    bres__draft_state *state = bres__draft_begin(&import->draft);

    bres__draft_name(state, row->name);
    if (row->skip_reason != NULL) {
        bres__draft_skip(state, row->skip_reason);
    } else if (row->median <= 0) {
        bres__draft_skip(state, "a median of 0 ns: the time is below the resolution, or the "
                                "benchmark has not called iter");
    } else {
        bres__draft_time(state, "median", row->median * 1e-9);
        bres__draft_time(state, "deviation", row->deviation * 1e-9);
        if (row->megabytes > 0)
            bres__draft_value(state,
                              &(bres__measure){ .tag = "bres/import/rate/bytes_per_second",
                                                .hint = "byte_rate",
                                                .unit = "B/s",
                                                .better = BRES__BETTER_HIGHER },
                              row->megabytes * 1e6);
    }
    bres__draft_add(state, import->options.bench != NULL ? import->options.bench : row->name);
}

/* Skips `prefix`; false if the text does not begin with it. */
static bool pass(bres__slice *text, const char *prefix)
{
    if (!bres__slice_begins(text, prefix))
        return false;
    text->data += strlen(prefix);
    text->length -= strlen(prefix);
    return true;
}

static void pass_blanks(bres__slice *text)
{
    while (bres__slice_begins(text, " "))
        pass(text, " ");
}

/* Reads a number that may have commas between thousands. */
static bool pass_number(bres__slice *text, double *value)
{
    char digits[64];
    size_t count = 0;

    pass_blanks(text);
    while (text->length != 0 && count < sizeof(digits) &&
           (strchr("0123456789.,", *text->data) != NULL && *text->data != '\0')) {
        if (*text->data != ',')
            digits[count++] = *text->data;
        text->data++;
        text->length--;
    }
    return bres__parse_float64(digits, count, value) == BRES__PARSE_OK && isfinite(*value);
}

static bool has_bench(const bres__slice *outcome)
{
    return bres__slice_begins(outcome, "bench:");
}

/* Finds the mark between a name and its outcome; NULL: none. A name may contain the mark, too: the
 * last mark before the figures counts, or the first mark if the line lacks figures. */
static const char *find_mark(const bres__slice *name, const char *mark)
{
    const char *found = memmem(name->data, name->length, mark, strlen(mark));
    bres__slice rest = *name;

    for (const char *at = found; at != NULL; at = memmem(at, rest.length, mark, strlen(mark))) {
        at += strlen(mark);
        rest = (bres__slice){ at, name->length - (size_t)(at - name->data) };
        if (has_bench(&rest))
            found = at - strlen(mark);
    }
    return found;
}

/* Splits a line `test NAME ... OUTCOME` into the name and the outcome. */
static bool split_test(const bres__slice *line, bres__slice *name, bres__slice *outcome)
{
    static const char mark[] = " ... ";
    const char *end;

    *name = *line;
    if (!pass(name, "test "))
        return false;
    end = find_mark(name, mark);
    if (end == NULL)
        return false;
    *outcome = *name;
    name->length = (size_t)(end - name->data);
    outcome->data = end + strlen(mark);
    outcome->length -= name->length + strlen(mark);
    while (name->length != 0 && name->data[name->length - 1] == ' ')
        name->length--;
    return name->length != 0;
}

/* Reads `bench: MEDIAN ns/iter (+/- DEVIATION) [= RATE MB/s]`. */
static bool read_figures(bres__slice text, bres__libtest_row *row)
{
    if (!pass(&text, "bench:") || !pass_number(&text, &row->median) ||
        !pass(&text, " ns/iter (+/- ") || !pass_number(&text, &row->deviation) || !pass(&text, ")"))
        return false;
    if (!pass(&text, " = "))
        return text.length == 0;
    return pass_number(&text, &row->megabytes) && pass(&text, " MB/s");
}

/* The skip reason of an outcome without figures. An ignored benchmark has the reason that libtest
 * prints: "ignored", or "ignored, MESSAGE". NULL: another outcome, such as that of a test. */
static const char *reason_of(bres__import *import, const bres__slice *outcome)
{
    const char *reason;

    if (bres__slice_is(outcome, "FAILED"))
        return "the benchmark has failed";
    if (!bres__slice_is(outcome, "ignored") && !bres__slice_begins(outcome, "ignored, "))
        return NULL;
    reason = bres__arena_copy(&import->draft.arena, outcome->data, outcome->length);
    import->draft.failed |= reason == NULL;
    return reason;
}

static bres_status line_fault(const bres__import *import, const bres__slice *line, uint64_t number)
{
    char place[32];

    bres__format(place, sizeof(place), "line %" PRIu64, number);
    return bres__import_fault(import, BRES_ERROR_VALUE, place, line->data,
                              "bench: MEDIAN ns/iter (+/- DEVIATION)",
                              "the figures of a benchmark are malformed");
}

/* The end of a terminal escape sequence; `at` points to its ESC. */
static const char *escape_end(const char *at, const char *end)
{
    const char kind = at + 1 < end ? at[1] : '\0';

    at += 2;
    if (kind == '[') {
        while (at < end && !(*at >= '@' && *at <= '~'))
            at++;
    } else if (kind == ']') {
        /* A title ends with BEL or ESC \. */
        while (at < end && *at != '\a' && !(*at == '\\' && at[-1] == '\x1b'))
            at++;
    } else if (kind == '\0' || strchr("()*+-./", kind) == NULL) {
        at--;
    }
    return at < end ? at + 1 : end;
}

/* Removes terminal escape sequences from a line, and SI, which can end the last sequence. false: no
 * memory. */
static bool line_strip(bres__slice *line, bres__text *plain)
{
    const char *end = line->data + line->length;
    const char *at = line->data;

    if (memchr(line->data, '\x1b', line->length) == NULL)
        return true;
    bres__text_clear(plain);
    while (at < end) {
        if (*at == '\x1b') {
            at = escape_end(at, end);
            continue;
        }
        if (*at != '\x0f')
            bres__text_putc(plain, *at);
        at++;
    }
    *line = (bres__slice){ plain->length != 0 ? plain->data : "", plain->length };
    return !plain->failed;
}

/* A reader of libtest's text. With --nocapture, the output of a benchmark comes between its name
 * and its outcome, so the outcome may be on a later line. */
typedef struct libtest_reader {
    bres__import *import;
    const char *open; /* name without an outcome; NULL: none */
    bres__text plain; /* the line, without escape sequences */
} libtest_reader;

/* Finds the figures at the end of the output of a benchmark. */
static bool find_figures(bres__slice *outcome)
{
    static const char mark[] = "bench:";
    const char *end = outcome->data + outcome->length;
    const char *found = NULL;

    if (memmem(outcome->data, outcome->length, " ns/iter", strlen(" ns/iter")) == NULL)
        return has_bench(outcome);
    for (const char *at = outcome->data;
         (at = memmem(at, (size_t)(end - at), mark, strlen(mark))) != NULL; at += strlen(mark))
        found = at;
    if (found == NULL)
        return false;
    *outcome = (bres__slice){ found, (size_t)(end - found) };
    return true;
}

static bres_status outcome_read(libtest_reader *reader, const bres__slice *line,
                                bres__slice outcome, uint64_t number)
{
    bres__libtest_row row = { .name = reader->open };
    const bool is_alone = has_bench(&outcome);

    row.skip_reason = reason_of(reader->import, &outcome);
    if (row.skip_reason == NULL && !find_figures(&outcome))
        return BRES_OK;
    if (row.skip_reason == NULL && !read_figures(outcome, &row)) {
        if (is_alone && row.name != NULL)
            return line_fault(reader->import, line, number);
        /* The text is output that only looks like figures. */
        if (row.name != NULL)
            bres__import_warn(reader->import,
                              "%s: line %" PRIu64 ": '%.*s' is not the figures of a benchmark: it "
                              "is ignored",
                              reader->import->input.name, number,
                              (int)(outcome.length < 80 ? outcome.length : 80), outcome.data);
        return BRES_OK;
    }
    reader->open = NULL;
    if (row.name != NULL)
        bres__libtest_add(reader->import, &row);
    else if (row.skip_reason == NULL)
        bres__import_warn(reader->import,
                          "%s: line %" PRIu64 ": figures without a name are left out",
                          reader->import->input.name, number);
    return BRES_OK;
}

static bres_status line_read(libtest_reader *reader, const bres__slice *line, uint64_t number)
{
    bres__slice plain = *line;
    bres__slice outcome;
    bres__slice name;

    if (!line_strip(&plain, &reader->plain))
        return bres__error_memory();
    if (split_test(&plain, &name, &outcome)) {
        reader->open = bres__arena_copy(&reader->import->draft.arena, name.data, name.length);
        return reader->open != NULL ? outcome_read(reader, line, outcome, number)
                                    : bres__error_memory();
    }
    pass_blanks(&plain);
    if (has_bench(&plain) || (reader->open != NULL && find_figures(&plain)) ||
        (reader->open != NULL && bres__slice_is(&plain, "FAILED")))
        return outcome_read(reader, line, plain, number);
    if (bres__slice_is(&plain, "ok"))
        reader->open = NULL;
    return BRES_OK;
}

static bres_status libtest_read(bres__import *import)
{
    libtest_reader reader = { .import = import };
    bres_status status = bres__import_check_utf8(import);
    bres__slice text = import->input.text;
    bres__slice line;

    for (uint64_t number = 1; status == BRES_OK && bres__line_next(&text, &line); number++)
        status = bres__import_tolerate(import, line_read(&reader, &line, number));
    bres__text_free(&reader.plain);
    return status;
}

static bool libtest_detect(const bres__input *input)
{
    bres__slice text = input->text;
    bres__text plain = { 0 };
    bool has_test = false;
    bool found = false;
    bres__slice outcome;
    bres__slice line;
    bres__slice name;

    while (!found && bres__line_next(&text, &line) && line_strip(&line, &plain)) {
        if (split_test(&line, &name, &outcome))
            has_test = true;
        else
            outcome = line;
        found = has_test && find_figures(&outcome);
    }
    bres__text_free(&plain);
    return found;
}

const bres__file_format bres__format_of_libtest = {
    .name = "libtest",
    .tool = "libtest",
    .detect = libtest_detect,
    .read = libtest_read,
};
