/* SPDX-License-Identifier: MIT */
/*
 * Finds the signature of `solution` in the text of a source, before compilation. The compiler and
 * the loader are more accurate; this search finds usual mistakes at once and reports them in the
 * problem's terms.
 */
#include "judge/compile/source.h"
#include "base/base.h"

#include <ctype.h>
#include <string.h>

#define SYMBOL         "solution"
#define DEFINE         "define"
/* Maximum length of a parameter list in characters. */
#define PARAMETERS_MAX 4096u
/* Maximum number of occurrences of the symbol that are examined. */
#define SYMBOLS_MAX    1000u
/* In a source with more macros, any word may be a macro. */
#define DEFINES_MAX    1000u

bres_status bres__source_kind_of(const char *path, bres__source_kind *kind)
{
    static const struct {
        const char *end;
        bres__source_kind kind;
    } ends[] = {
        { ".so", BRES__SOURCE_OBJECT }, { ".c", BRES__SOURCE_C },     { ".cc", BRES__SOURCE_CXX },
        { ".cpp", BRES__SOURCE_CXX },   { ".cxx", BRES__SOURCE_CXX }, { ".cu", BRES__SOURCE_CUDA },
    };
    const char *end = strrchr(path, '.');

    for (size_t i = 0; end != NULL && i < sizeof ends / sizeof *ends; i++) {
        if (strcmp(end, ends[i].end) == 0) {
            *kind = ends[i].kind;
            return BRES_OK;
        }
    }
    return bres__error(BRES_ERROR_ARGUMENT,
                       "'%s' has an unknown file type (expected a name that ends with .so, .c, "
                       ".cc, .cpp, .cxx or .cu)",
                       path);
}

typedef struct source_scanner {
    char *text;
    size_t length;
    size_t at;
    size_t list; /* where the parameters of the last definition begin, and end */
    size_t list_end;
} source_scanner;

static bool scanner_sees(const source_scanner *scanner, const char *what)
{
    const size_t length = strlen(what);

    return scanner->length - scanner->at >= length &&
           memcmp(scanner->text + scanner->at, what, length) == 0;
}

static bool is_word(char character)
{
    return isalnum((unsigned char)character) || character == '_';
}

static void scanner_blank(source_scanner *scanner, size_t end)
{
    for (; scanner->at < end && scanner->at < scanner->length; scanner->at++) {
        if (scanner->text[scanner->at] != '\n')
            scanner->text[scanner->at] = ' ';
    }
}

/* The index after the next occurrence of a text; the length of the source if it does not occur. */
static size_t scanner_find(const source_scanner *scanner, const char *what)
{
    const char *found =
        memmem(scanner->text + scanner->at, scanner->length - scanner->at, what, strlen(what));

    return found != NULL ? (size_t)(found - scanner->text) + strlen(what) : scanner->length;
}

/* Looks for the end only after the two characters of the beginning, because the two could share a
 * star. */
static void blank_comment(source_scanner *scanner)
{
    scanner->text[scanner->at] = ' ';
    scanner->text[scanner->at + 1] = ' ';
    scanner_blank(scanner, scanner_find(scanner, "*/"));
}

static void blank_quoted(source_scanner *scanner)
{
    const char quote = scanner->text[scanner->at];
    size_t end = scanner->at + 1;

    while (end < scanner->length && scanner->text[end] != quote && scanner->text[end] != '\n')
        end += scanner->text[end] == '\\' ? 2 : 1;
    scanner_blank(scanner, end + 1);
}

/* R"tag(...)tag" */
static void blank_raw(source_scanner *scanner)
{
    const char *begin = scanner->text + scanner->at + 2;
    const size_t left = scanner->length - scanner->at - 2;
    const char *open = memchr(begin, '(', left < 17 ? left : 17);
    char close[20];

    if (open == NULL) {
        scanner->at += 2;
        return;
    }
    bres__format(close, sizeof close, ")%.*s\"", (int)(open - begin), begin);
    scanner_blank(scanner, scanner_find(scanner, close));
}

/* Whether the character is an apostrophe that separates digits. */
static bool is_separator(const source_scanner *scanner)
{
    return scanner->text[scanner->at] == '\'' && scanner->at > 0 &&
           isxdigit((unsigned char)scanner->text[scanner->at - 1]);
}

static void source_strip(source_scanner *scanner)
{
    while (scanner->at < scanner->length) {
        const char character = scanner->text[scanner->at];

        if (scanner_sees(scanner, "//")) {
            scanner_blank(scanner, scanner_find(scanner, "\n"));
        } else if (scanner_sees(scanner, "/*")) {
            blank_comment(scanner);
        } else if (scanner_sees(scanner, "R\"")) {
            blank_raw(scanner);
        } else if (character == '"' || (character == '\'' && !is_separator(scanner))) {
            blank_quoted(scanner);
        } else {
            scanner->at++;
        }
    }
}

static size_t skip_blanks(const source_scanner *scanner, size_t at)
{
    while (at < scanner->length && isspace((unsigned char)scanner->text[at]))
        at++;
    return at;
}

/* Counts the parameters from `at`, the index after the opening parenthesis; *end is the index after
 * the closing parenthesis. */
static bres__signature count_parameters(const source_scanner *scanner, size_t at, size_t *count,
                                        size_t *end)
{
    bres__signature found = BRES__SIGNATURE_FOUND;
    const size_t left = scanner->length - at;
    const size_t last = at + (left < PARAMETERS_MAX ? left : PARAMETERS_MAX);
    size_t depth = 1;

    *count = 1;
    for (; at < last && depth > 0; at++) {
        const char character = scanner->text[at];

        if (character == '(' || character == '[' || character == '<')
            depth++;
        else if (character == ')' || character == ']' || character == '>')
            depth--;
        else if (character == ',' && depth == 1)
            (*count)++;
        else if (character == '.' && depth == 1)
            found = BRES__SIGNATURE_VARIADIC;
    }
    *end = at;
    return depth == 0 ? found : BRES__SIGNATURE_MISSING;
}

/* Whether a body follows the parameters. C++ may have the word `noexcept` between them. */
static bool has_body(const source_scanner *scanner, size_t at)
{
    static const char word[] = "noexcept";

    at = skip_blanks(scanner, at);
    if (scanner->length - at >= sizeof word - 1 &&
        memcmp(scanner->text + at, word, sizeof word - 1) == 0)
        at = skip_blanks(scanner, at + sizeof word - 1);
    return at < scanner->length && scanner->text[at] == '{';
}

/* Whether the parameters of the last definition contain a word. */
static bool list_has_word(const source_scanner *scanner, const char *word, size_t length)
{
    const char *const end = scanner->text + scanner->list_end;
    const char *at = scanner->text + scanner->list;

    for (; (at = memmem(at, (size_t)(end - at), word, length)) != NULL; at++) {
        if (!is_word(at[-1]) && !is_word(at[length]))
            return true;
    }
    return false;
}

/* Whether the parameters contain a macro of the source, which may expand to several parameters. */
static bool list_has_macro(source_scanner *scanner)
{
    const size_t kept = scanner->at;
    size_t defines = 0;
    bool found = false;

    scanner->at = 0;
    while (!found && (scanner->at = scanner_find(scanner, DEFINE)) < scanner->length) {
        const size_t begin = skip_blanks(scanner, scanner->at);
        size_t end = begin;

        while (end < scanner->length && is_word(scanner->text[end]))
            end++;
        found = ++defines > DEFINES_MAX ||
                (end > begin && list_has_word(scanner, scanner->text + begin, end - begin));
    }
    scanner->at = kept;
    return found;
}

/* Whether a parameter is a single word, which may be a macro from another file. */
static bool list_has_lone_word(const source_scanner *scanner)
{
    size_t at = scanner->list;

    while (at < scanner->list_end) {
        const size_t begin = skip_blanks(scanner, at);
        size_t end = begin;

        while (end < scanner->list_end && is_word(scanner->text[end]))
            end++;
        at = skip_blanks(scanner, end);
        if (end > begin && (at >= scanner->list_end || scanner->text[at] == ',') &&
            !(end - begin == 4 && memcmp(scanner->text + begin, "void", 4) == 0))
            return true;
        while (at < scanner->list_end && scanner->text[at] != ',')
            at++;
        at++;
    }
    return false;
}

/* Finds the next definition and moves past it; BRES__SIGNATURE_MISSING if no definition is left. */
static bres__signature find_definition(source_scanner *scanner, size_t *symbols, size_t *parameters)
{
    while (++*symbols <= SYMBOLS_MAX &&
           (scanner->at = scanner_find(scanner, SYMBOL)) < scanner->length) {
        const size_t begin = scanner->at - (sizeof SYMBOL - 1);
        const size_t open = skip_blanks(scanner, scanner->at);
        bres__signature found;
        size_t end;

        if ((begin > 0 && is_word(scanner->text[begin - 1])) || open == scanner->length ||
            scanner->text[open] != '(')
            continue;
        found = count_parameters(scanner, open + 1, parameters, &end);
        scanner->list = open + 1;
        scanner->list_end = end - 1;
        if (found != BRES__SIGNATURE_MISSING && has_body(scanner, end))
            return found;
    }
    return BRES__SIGNATURE_MISSING;
}

bres__signature bres__source_signature(char *text, size_t length, size_t expected,
                                       size_t *parameters)
{
    source_scanner scanner = { .text = text, .length = length };
    bres__signature first = BRES__SIGNATURE_MISSING;
    bres__signature found;
    bool is_first = true;
    size_t symbols = 0;
    size_t count;

    *parameters = 0;
    source_strip(&scanner);
    scanner.at = 0;
    while ((found = find_definition(&scanner, &symbols, &count)) != BRES__SIGNATURE_MISSING) {
        const bool is_expected = found == BRES__SIGNATURE_FOUND && count == expected;

        if (is_expected ||
            (is_first && !list_has_lone_word(&scanner) && !list_has_macro(&scanner))) {
            first = found;
            *parameters = count;
        }
        is_first = false;
        if (is_expected)
            break;
    }
    return first;
}
