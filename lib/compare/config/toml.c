/* SPDX-License-Identifier: MIT */
/*
 * The lines of a TOML text: headers and pairs.
 */
#include "compare/config/toml.h"

#include <stdarg.h>
#include <string.h>

#define VALUE_EXPECTED "a number, a boolean or a string"

/* The rest of a line. */
typedef struct toml_line {
    bres__toml *toml;
    const char *next;
    const char *end;
} toml_line;

const char *bres__toml_kind_name(bres__toml_kind kind)
{
    static const char *const names[] = {
        [BRES__TOML_TABLE] = "a table",      [BRES__TOML_STRING] = "a string",
        [BRES__TOML_INTEGER] = "an integer", [BRES__TOML_FLOAT] = "a float",
        [BRES__TOML_BOOLEAN] = "a boolean",
    };

    return names[kind];
}

bres_status bres__toml_error(const bres__toml *toml, bres_status status, const char *at,
                             const char *expected, const char *format, ...)
{
    char message[1024]; /* longer than the error record, which cuts it after a whole character */
    size_t line = 1;
    size_t column = 1;
    va_list arguments;

    for (const char *c = toml->text; c < at; c++) {
        line += *c == '\n';
        column = *c == '\n' ? 1 : column + (((unsigned char)*c & 0xC0) != 0x80);
    }
    va_start(arguments, format);
    bres__vformat(message, sizeof(message), format, arguments);
    va_end(arguments);
    bres__error(status, "line %zu, column %zu: %s", line, column, message);
    bres__error_set_file(toml->name);
    bres__error_set_offset(at - toml->text);
    bres__error_set_expected(expected);
    return status;
}

const bres__toml_entry *bres__toml_get(const bres__toml *toml, const char *path)
{
    const bres__toml_entry *entry = toml->first;

    while (entry != NULL && strcmp(entry->path, path) != 0)
        entry = entry->next;
    return entry;
}

static bres_status line_error(const toml_line *line, const char *at, const char *message)
{
    return bres__toml_error(line->toml, BRES_ERROR_SYNTAX, at, NULL, "%s", message);
}

/* Refuses valid TOML that a configuration cannot use; `what` is a plural. */
static bres_status line_unsupported(const toml_line *line, const char *at, const char *expected,
                                    const char *what)
{
    return bres__toml_error(line->toml, BRES_ERROR_SYNTAX, at, expected,
                            "%s are not supported in a configuration", what);
}

static char line_peek(const toml_line *line)
{
    return line->next < line->end ? *line->next : '\0';
}

static bool line_pass(toml_line *line, char c)
{
    if (line_peek(line) != c)
        return false;
    line->next++;
    return true;
}

static void line_blanks(toml_line *line)
{
    while (line_pass(line, ' ') || line_pass(line, '\t'))
        ;
}

static bres_status value_string(toml_line *line, bres__toml_entry *entry)
{
    const char quote = *line->next;
    const char *begin = line->next + 1;
    const char *close;

    if (line->end - begin >= 2 && begin[0] == quote && begin[1] == quote)
        return line_unsupported(line, line->next, "a string of one line", "multi-line strings");
    close = memchr(begin, quote, (size_t)(line->end - begin));
    if (quote == '"') {
        const char *escape = memchr(begin, '\\', (size_t)(line->end - begin));

        if (escape != NULL && (close == NULL || escape < close))
            return line_unsupported(line, escape, "a string in single quotes", "escape sequences");
    }
    if (close == NULL)
        return line_error(line, line->next, "the string is not closed");
    entry->kind = BRES__TOML_STRING;
    entry->string = bres__arena_copy(line->toml->arena, begin, (size_t)(close - begin));
    line->next = close + 1;
    return entry->string != NULL ? BRES_OK : bres__error_memory();
}

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* Whether the token is a decimal number; *is_integer: without fraction and exponent. */
static bool token_is_decimal(const char *token, bool *is_integer)
{
    token += *token == '+' || *token == '-';
    if (digits(token) == 0 || (*token == '0' && digits(token) > 1))
        return false;
    token += digits(token);
    *is_integer = *token == '\0';
    if (*token == '.') {
        if (digits(++token) == 0)
            return false;
        token += digits(token);
    }
    if (*token == 'e' || *token == 'E') {
        token++;
        token += *token == '+' || *token == '-';
        if (digits(token) == 0)
            return false;
        token += digits(token);
    }
    return *token == '\0';
}

/* The unsupported kind of TOML value that the token may be; NULL: none. */
static const char *token_unsupported(const char *token)
{
    if (token[0] == '0' && token[1] != '\0' && strchr("xob", token[1]) != NULL)
        return "hexadecimal, octal and binary numbers";
    if ((digits(token) == 4 && token[4] == '-') || (digits(token) == 2 && token[2] == ':'))
        return "dates and times";
    return strchr(token, '_') != NULL ? "underscores in numbers" : NULL;
}

static bres_status value_token(const toml_line *line, const char *at, const char *token,
                               bres__toml_entry *entry)
{
    const char *word = token + (*token == '+' || *token == '-');
    bool is_integer = false;
    int64_t integer;

    entry->kind = BRES__TOML_BOOLEAN;
    entry->number = strcmp(token, "true") == 0;
    if (strcmp(token, "true") == 0 || strcmp(token, "false") == 0)
        return BRES_OK;
    entry->kind = BRES__TOML_FLOAT;
    if (strcmp(word, "inf") != 0 && strcmp(word, "nan") != 0 &&
        !token_is_decimal(token, &is_integer)) {
        const char *unsupported = token_unsupported(token);

        if (unsupported != NULL)
            return line_unsupported(line, at, "a decimal number", unsupported);
        return bres__toml_error(line->toml, BRES_ERROR_SYNTAX, at, VALUE_EXPECTED,
                                "'%.*s' is not a value",
                                (int)bres__utf8_valid(token, strnlen(token, 64)), token);
    }
    bres__parse_float64(token, strlen(token), &entry->number);
    if (!is_integer)
        return BRES_OK;
    entry->kind = BRES__TOML_INTEGER;
    if (bres__parse_int64(token, strlen(token), &integer) == BRES__PARSE_RANGE)
        return line_error(line, at, "the integer does not fit in 64 bits");
    return BRES_OK;
}

static bres_status value_read(toml_line *line, bres__toml_entry *entry)
{
    const char *begin = line->next;
    const char *token;

    switch (line_peek(line)) {
    case '"':
    case '\'':
        return value_string(line, entry);
    case '[':
        return line_unsupported(line, begin, VALUE_EXPECTED, "arrays");
    case '{':
        return line_unsupported(line, begin, VALUE_EXPECTED, "inline tables");
    default:
        break;
    }
    while (line->next < line->end && strchr(" \t#", *line->next) == NULL)
        line->next++;
    if (line->next == begin)
        return bres__toml_error(line->toml, BRES_ERROR_SYNTAX, begin, VALUE_EXPECTED,
                                "the value is missing");
    token = bres__arena_copy(line->toml->arena, begin, (size_t)(line->next - begin));
    return token != NULL ? value_token(line, begin, token, entry) : bres__error_memory();
}

/* Whether two entries cannot both be in one text, in either order. */
static bool entries_conflict(const bres__toml_entry *a, const bres__toml_entry *b)
{
    const bool a_is_outer = strlen(a->path) < strlen(b->path);
    const bres__toml_entry *outer = a_is_outer ? a : b;
    const bres__toml_entry *inner = a_is_outer ? b : a;
    const size_t length = strlen(outer->path);

    if (strncmp(outer->path, inner->path, length) != 0)
        return false;
    if (inner->path[length] == '\0')
        return true;
    if (inner->path[length] != '.')
        return false;
    /* A value contains no other entry. Dotted keys elsewhere do not extend a table with a
     * header. */
    return outer->kind != BRES__TOML_TABLE ||
           (inner->kind != BRES__TOML_TABLE && inner->table_length < length);
}

static bres_status entry_add(const toml_line *line, const bres__toml_entry *made)
{
    bres__toml *toml = line->toml;
    bres__toml_entry *entry;

    for (entry = toml->first; entry != NULL; entry = entry->next) {
        if (entries_conflict(entry, made))
            return bres__toml_error(toml, BRES_ERROR_SYNTAX, made->at, NULL,
                                    "'%s' is already defined as %s", entry->path,
                                    bres__toml_kind_name(entry->kind));
    }
    entry = bres__arena_alloc(toml->arena, sizeof(*entry), _Alignof(bres__toml_entry));
    if (entry == NULL)
        return bres__error_memory();
    *entry = *made;
    if (toml->last == NULL)
        toml->first = entry;
    else
        toml->last->next = entry;
    toml->last = entry;
    return BRES_OK;
}

static bool key_has(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
}

/* Reads a dotted key as a path below `table`; if `table` is "", below the root. */
static bres_status path_read(toml_line *line, const char *table, const char **path)
{
    bres__text text = { 0 };
    bres_status status = BRES_OK;

    bres__text_puts(&text, table);
    do {
        const char *begin;

        line_blanks(line);
        begin = line->next;
        while (key_has(line_peek(line)))
            line->next++;
        if (line->next == begin)
            status = line_peek(line) == '"' || line_peek(line) == '\''
                         ? line_unsupported(line, begin, "a key", "quoted keys")
                         : line_error(line, begin, "expected a key");
        bres__text_puts(&text, text.length > 0 ? "." : "");
        bres__text_append(&text, begin, (size_t)(line->next - begin));
        line_blanks(line);
    } while (status == BRES_OK && line_pass(line, '.'));
    *path = text.failed ? NULL : bres__arena_copy(line->toml->arena, text.data, text.length);
    bres__text_free(&text);
    if (status == BRES_OK && *path == NULL)
        status = bres__error_memory();
    return status;
}

/* [path] */
static bres_status header_read(toml_line *line, const char **table)
{
    bres__toml_entry entry = { .kind = BRES__TOML_TABLE, .at = line->next };
    bres_status status;

    line->next++;
    if (line_peek(line) == '[')
        return line_unsupported(line, entry.at, "[table]", "arrays of tables");
    status = path_read(line, "", &entry.path);
    if (status == BRES_OK && !line_pass(line, ']'))
        status = line_error(line, line->next, "expected ']' after the name of the table");
    *table = entry.path;
    return status == BRES_OK ? entry_add(line, &entry) : status;
}

/* path = value */
static bres_status pair_read(toml_line *line, const char *table)
{
    bres__toml_entry entry = { .table_length = strlen(table) };
    bres_status status = path_read(line, table, &entry.path);

    if (status == BRES_OK && !line_pass(line, '='))
        status = line_error(line, line->next, "expected '=' after the key");
    if (status != BRES_OK)
        return status;
    line_blanks(line);
    entry.at = line->next;
    status = value_read(line, &entry);
    return status == BRES_OK ? entry_add(line, &entry) : status;
}

/* Reads a line: a header, a pair or nothing, and a comment. */
static bres_status line_read(toml_line *line, const char **table)
{
    bres_status status = BRES_OK;

    line_blanks(line);
    if (line_peek(line) == '[')
        status = header_read(line, table);
    else if (line->next < line->end && *line->next != '#')
        status = pair_read(line, *table);
    line_blanks(line);
    if (status == BRES_OK && line->next < line->end && *line->next != '#')
        status = line_error(line, line->next, "expected the end of the line");
    return status;
}

/* Checks every byte of the text, including comments. */
static bres_status text_check(const bres__toml *toml)
{
    static const char mark[] = "\xEF\xBB\xBF";
    const size_t valid = bres__utf8_valid(toml->text, toml->length);

    if (valid < toml->length)
        return bres__toml_error(toml, BRES_ERROR_SYNTAX, toml->text + valid, NULL, "invalid UTF-8");
    if (toml->length >= strlen(mark) && memcmp(toml->text, mark, strlen(mark)) == 0)
        return bres__toml_error(toml, BRES_ERROR_SYNTAX, toml->text, NULL,
                                "the text begins with a byte order mark");
    for (size_t i = 0; i < toml->length; i++) {
        const char c = toml->text[i];
        const bool ends_line = c == '\r' && i + 1 < toml->length && toml->text[i + 1] == '\n';

        if (((unsigned char)c < 0x20 && c != '\t' && c != '\n' && !ends_line) || c == 0x7F)
            return bres__toml_error(toml, BRES_ERROR_SYNTAX, toml->text + i, NULL,
                                    "unexpected control character");
    }
    return BRES_OK;
}

bres_status bres__toml_read(bres__toml *toml)
{
    toml_line line = { .toml = toml };
    const char *end = toml->text + toml->length;
    const char *next = toml->text;
    const char *table = "";
    bres_status status = text_check(toml);

    while (next < end && status == BRES_OK) {
        const char *newline = memchr(next, '\n', (size_t)(end - next));

        line.next = next;
        line.end = newline != NULL ? newline : end;
        next = newline != NULL ? newline + 1 : end;
        if (newline > line.next && newline[-1] == '\r')
            line.end--;
        status = line_read(&line, &table);
    }
    return status;
}
