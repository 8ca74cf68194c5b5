/* SPDX-License-Identifier: MIT */
#include "formats/lines.h"
#include "formats/go/go.h"

#include <math.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static void drop(bres__slice *text, size_t count)
{
    text->data += count;
    text->length -= count;
}

/* The length of the white-space character that a text begins with, ASCII or Unicode; 0: none. */
static size_t blank_length(const bres__slice *text)
{
    static const char *const wide[] = { "\xc2\x85",     "\xc2\xa0",     "\xe1\x9a\x80",
                                        "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xaf",
                                        "\xe2\x81\x9f", "\xe3\x80\x80" };

    if (text->length == 0)
        return 0;
    if (text->data[0] == ' ' || (text->data[0] >= '\t' && text->data[0] <= '\r'))
        return 1;
    if ((unsigned char)text->data[0] < 0x80)
        return 0;
    if (text->length >= 3 && memcmp(text->data, "\xe2\x80", 2) == 0 &&
        (unsigned char)text->data[2] >= 0x80 && (unsigned char)text->data[2] <= 0x8a)
        return 3;
    for (size_t i = 0; i < sizeof(wide) / sizeof(*wide); i++) {
        if (bres__slice_begins(text, wide[i]))
            return strlen(wide[i]);
    }
    return 0;
}

bool bres__go_word(bres__slice *text, bres__slice *word)
{
    size_t blank;

    while ((blank = blank_length(text)) != 0)
        drop(text, blank);
    *word = (bres__slice){ text->data, 0 };
    while (text->length != 0 && blank_length(text) == 0)
        drop(text, 1);
    word->length = (size_t)(text->data - word->data);
    return word->length != 0;
}

/* Reads a number. A number that is not finite, as Go prints it, becomes NaN. */
static bool read_number(const bres__slice *word, double *value)
{
    static const char *const names[] = { "NaN", "+Inf", "-Inf", "Inf" };

    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        if (bres__slice_is(word, names[i])) {
            *value = NAN;
            return true;
        }
    }
    return bres__parse_float64(word->data, word->length, value) == BRES__PARSE_OK &&
           isfinite(*value);
}

bool bres__go_value(bres__slice *text, double *value, bres__slice *unit, bool *broken)
{
    bres__slice number;

    *broken = false;
    if (!bres__go_word(text, &number))
        return false;
    *broken = !read_number(&number, value) || !bres__go_word(text, unit);
    return !*broken;
}

/* Reads the number of iterations, which consists of digits only. */
static bool read_iterations(const bres__slice *word, double *iterations)
{
    for (size_t i = 0; i < word->length; i++) {
        if (!is_digit(word->data[i]))
            return false;
    }
    return bres__parse_float64(word->data, word->length, iterations) == BRES__PARSE_OK &&
           *iterations >= 1;
}

bool bres__go_is_time(const bres__slice *unit)
{
    return bres__slice_is(unit, "ns/op") || bres__slice_is(unit, "sec/op");
}

static bool has_time(bres__slice text)
{
    bres__slice word;

    while (bres__go_word(&text, &word)) {
        if (bres__go_is_time(&word))
            return true;
    }
    return false;
}

/* Reads <iterations> (<value> <unit>)+. With iterations but malformed pairs, the text is a broken
 * result if it has a time. Any other text is output. */
static go_kind read_values(bres__slice text, go_line *line)
{
    const bool is_timed = has_time(text);
    bres__slice word;
    bres__slice unit;
    double value;
    bool broken;
    size_t count = 0;

    if (!bres__go_word(&text, &word) || !read_iterations(&word, &line->iterations))
        return GO_OTHER;
    line->rest = text;
    while (bres__go_value(&text, &value, &unit, &broken))
        count++;
    if (!broken && count != 0)
        return GO_RESULT;
    return is_timed ? GO_BROKEN : GO_OTHER;
}

/* Reads a line that begins with "Benchmark". Go prints a tab after the name. */
static void read_result(const bres__slice *whole, go_text *text, go_line *line)
{
    bres__slice rest = *whole;
    bres__slice output;
    bres__slice word;
    double iterations;

    bres__go_word(&rest, &line->name);
    drop(&line->name, strlen("Benchmark"));
    if (line->name.length != 0 && is_lower(line->name.data[0]))
        return;
    line->kind = read_values(rest, line);
    output = rest;
    while (blank_length(&output) != 0)
        drop(&output, blank_length(&output));
    word = output;
    if (line->kind == GO_OTHER) {
        const bool has_tab = memchr(rest.data, '\t', (size_t)(output.data - rest.data)) != NULL;
        const bool has_number =
            bres__go_word(&output, &word) && read_iterations(&word, &iterations);

        if (word.length == 0 || has_tab || has_number) {
            line->kind = GO_NAME;
            text->open = (go_open){ *whole, line->name, text->number, word.length != 0 || has_tab,
                                    has_number };
            return;
        }
    }
    if (line->kind != GO_OTHER)
        text->open = (go_open){ .number = 0 };
}

/* Reads a result without a name, which Go prints on its own line after a benchmark's output. */
static void read_bare_result(const bres__slice *whole, go_text *text, go_line *line)
{
    const char *tab = memchr(whole->data, '\t', whole->length);
    bres__slice number = *whole;
    bres__slice word;

    number.length = tab != NULL ? (size_t)(tab - whole->data) : 0;
    if (!bres__go_word(&number, &word) || number.length != 0 ||
        read_values(*whole, line) != GO_RESULT || !has_time(*whole))
        return;
    line->kind = text->open.line.length != 0 ? GO_RESULT : GO_BARE;
    line->name = text->open.name;
    text->open = (go_open){ .number = 0 };
}

/* Whether a process ends here. The lines `ok PACKAGE` and `FAIL PACKAGE` follow PASS and FAIL. */
static bool is_end(const bres__slice *line)
{
    return bres__slice_is(line, "PASS") || bres__slice_is(line, "FAIL") ||
           bres__slice_begins(line, "ok  \t") || bres__slice_begins(line, "FAIL\t");
}

/* Whether a line is output of Go that only looks like a configuration. */
static bool is_output_of_go(const bres__slice *line)
{
    static const char *const beginnings[] = { "coverage:", "go: downloading ",
                                              "panic:", "signal:", "testing: warning:" };

    for (size_t i = 0; i < sizeof(beginnings) / sizeof(*beginnings); i++) {
        if (bres__slice_begins(line, beginnings[i]))
            return true;
    }
    return false;
}

/* Reads `key: value`. A key begins with a lower-case letter, and lacks blanks and capitals. */
static void read_config(bres__slice text, go_line *line)
{
    size_t length = 0;

    if (is_output_of_go(&text))
        return;
    while (length < text.length && text.data[length] != ':') {
        const char c = text.data[length];

        if (c == ' ' || (c >= '\t' && c <= '\r') || (c >= 'A' && c <= 'Z'))
            return;
        length++;
    }
    if (length == text.length)
        return;
    line->name = (bres__slice){ text.data, length };
    drop(&text, length + 1);
    if (text.length != 0 && text.data[0] != ' ' && text.data[0] != '\t')
        return;
    while (text.length != 0 && blank_length(&text) != 0)
        drop(&text, blank_length(&text));
    while (text.length != 0 &&
           (text.data[text.length - 1] == ' ' || text.data[text.length - 1] == '\t'))
        text.length--;
    line->rest = text;
    line->kind = GO_CONFIG;
}

/* `following` is the text after the line. */
static void read_failure(bres__slice text, bres__slice following, go_line *line)
{
    bres__slice detail;

    line->skipped = bres__slice_begins(&text, "--- SKIP");
    drop(&text, strlen("--- FAIL: "));
    if (!bres__slice_begins(&text, "Benchmark") || !bres__go_word(&text, &line->name))
        return;
    drop(&line->name, strlen("Benchmark"));
    line->kind = GO_FAILED;
    if (!bres__line_next(&following, &detail) || !bres__slice_begins(&detail, "    "))
        return;
    while (blank_length(&detail) != 0)
        drop(&detail, blank_length(&detail));
    line->detail = detail;
}

/* Whether a line reports a failure or a skip. If a benchmark fails after its first trial, Go has
 * already printed its name on the line; *failure begins after the name. */
static bool find_failure(const bres__slice *line, bres__slice *failure)
{
    bres__slice word;

    *failure = *line;
    if (bres__slice_begins(line, "Benchmark")) {
        bres__go_word(failure, &word);
        while (blank_length(failure) != 0)
            drop(failure, blank_length(failure));
    }
    return bres__slice_begins(failure, "--- FAIL: ") || bres__slice_begins(failure, "--- SKIP: ");
}

bool bres__go_next(go_text *text, go_line *line)
{
    bres__slice whole;
    bres__slice failure;

    if (!bres__line_next(&text->rest, &whole))
        return false;
    text->number++;
    *line = (go_line){ .begin = whole.data };
    if (whole.length == 0)
        return true;
    if (find_failure(&whole, &failure)) {
        read_failure(failure, text->rest, line);
        text->open = (go_open){ .number = 0 };
    } else if (bres__slice_begins(&whole, "Benchmark")) {
        read_result(&whole, text, line);
    } else if (bres__slice_begins(&whole, "Unit ")) {
        drop(&whole, strlen("Unit "));
        line->kind = bres__go_word(&whole, &line->name) ? GO_UNIT : GO_OTHER;
        line->rest = whole;
    } else if (is_end(&whole)) {
        line->kind = GO_END;
        text->open = (go_open){ .number = 0 };
    } else if (is_lower(whole.data[0])) {
        read_config(whole, line);
    } else if (whole.data[0] == ' ' || whole.data[0] == '\t' || is_digit(whole.data[0])) {
        read_bare_result(&whole, text, line);
    }
    return true;
}
