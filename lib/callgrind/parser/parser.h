/* SPDX-License-Identifier: MIT */
/*
 * The parser of profiles. It is given whole lines; a pointer into a line may be moved as far as the
 * newline at its end, where every loop stops, and eight bytes can be read from there.
 */
#ifndef BRES_CALLGRIND_PARSER_PARSER_H
#define BRES_CALLGRIND_PARSER_PARSER_H

#include "base/bytes.h"
#include "callgrind/profile/profile.h"

/* The events of a part, and of a profile. */
#define BRES__EVENTS_MAX 256u

/* Names that are numbered by the file are told apart by what they name. */
typedef enum bres__id_space {
    BRES__ID_OBJECT = 0,
    BRES__ID_FILE = 1,
    BRES__ID_FUNCTION = 2
} bres__id_space;
#define BRES__ID_SPACES 3

/* The texts that ids stand for. */
typedef struct bres__ids {
    uint32_t *texts; /* by id, those below a limit: a text plus 1, or 0 */
    size_t size;
    bres__map others; /* bres__profile_text, by the eight bytes of the id */
} bres__ids;

/* Where a callee was found last. */
typedef struct bres__parser_callee {
    bool known;
    uint32_t object;
    uint32_t file;
    uint32_t site;
} bres__parser_callee;

/* What the next line has to be, or may be. */
typedef enum bres__parser_next {
    BRES__NEXT_ANY = 0,
    BRES__NEXT_CALL, /* the cost of the calls that were announced */
    BRES__NEXT_JUMP  /* the place of a jump, which costs nothing */
} bres__parser_next;

/* The costs of a part as the file itself sums them up. */
typedef struct bres__parser_sums {
    bool given;
    uint32_t count;
    uint64_t values[BRES__EVENTS_MAX];
} bres__parser_sums;

typedef struct bres__parser {
    bres_profile *profile;
    const char *name; /* of the file */
    bres_log_fn log;
    void *log_user;
    size_t warnings;

    uint64_t line;          /* counted from 1 */
    uint64_t offset;        /* of `block` in the file */
    const char *block;      /* what is being parsed */
    const char *line_start; /* in it */
    bool cut;               /* the line is the last one, and had no newline */

    /* The header of the part. */
    bool in_part;
    bool in_body;
    uint32_t position_count;
    uint32_t column_count; /* 0: there were no events yet */
    uint32_t columns[BRES__EVENTS_MAX];
    bres__parser_sums summary;
    bres__parser_sums totals;
    bres__profile_part part;

    bres__ids ids[BRES__ID_SPACES];
    bres__parser_callee *callees; /* by the text of the name */
    size_t callee_count;
    bres__text composed;

    /* Where the costs belong that come next. */
    uint32_t no_object; /* the empty text */
    uint32_t unknown;   /* the text ??? */
    uint32_t object;
    uint32_t file;
    uint32_t function; /* BRES__NO_NUMBER: none has begun */
    uint32_t site;     /* BRES__NO_NUMBER: not looked up yet */
    size_t own_values; /* of the site in this part; SIZE_MAX: not looked up yet */
    uint32_t callee_object;
    uint32_t callee_file;
    uint32_t composed_object; /* the last ones, also after a cfn= took them */
    uint32_t composed_file;
    uint32_t callee; /* the site of the last cfn=, BRES__NO_NUMBER when calls= took it */
    size_t called_values;
    bres__parser_next next;
} bres__parser;

/* What has to be readable behind the last newline. */
#define BRES__PARSER_PADDING (sizeof(uint64_t) - 1)

/* Parses whole lines: the last byte is a newline, and the padding can be read behind it. */
bres_status bres__parser_lines(bres__parser *parser, const char *data, size_t size);
/* Ends the last part. */
bres_status bres__parser_finish(bres__parser *parser);
void bres__parser_free(bres__parser *parser);

/* BRES_ERROR_SYNTAX for the current line. */
bres_status bres__parser_error(const bres__parser *parser, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same for a line that another one begins with: it is skipped where the text has been cut off.
 */
bres_status bres__parser_malformed(bres__parser *parser, const char *message);
/* Adds the place to an error that has been set, and returns its status. */
bres_status bres__parser_place(const bres__parser *parser, bres_status status);
/* Tells the log about the current line. */
void bres__parser_warn(bres__parser *parser, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Says how many warnings there were beyond those that were told. */
void bres__parser_warn_rest(const bres__parser *parser);

static inline bool bres__is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static inline bool bres__is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline const char *bres__skip_blanks(const char *at)
{
    while (bres__is_blank(*at))
        at++;
    return at;
}

/* The end of the line, without blanks before it. */
const char *bres__line_end(const char *at);
/* The newline. */
const char *bres__line_newline(const char *at);
/* bres__parse_digits() of any number of digits. */
bool bres__parse_long_digits(const char **at, uint64_t *value, bool *too_large);

/* Passes digits. false, with `at` where it was, when there are none or the number is too large,
 * which *too_large tells apart. */
static inline bool bres__parse_digits(const char **at, uint64_t *value, bool *too_large)
{
    const uint64_t word = bres__word_load(*at);
    const uint64_t others = bres__word_not_digits(word);
    size_t length;

    if (others == 0)
        return bres__parse_long_digits(at, value, too_large);
    *too_large = false;
    length = bres__word_first(others);
    if (length == 0)
        return false;
    *at += length;
    *value = bres__word_number(word, length);
    return true;
}

/* The text that the rest of a line names, and whether it was composed of other names. */
bres_status bres__parser_name(bres__parser *parser, bres__id_space space, const char *at,
                              uint32_t *text, bool *composed);

/* A line `key: value`. */
bres_status bres__parser_header(bres__parser *parser, const char *key, size_t length,
                                const char *value);
/* Makes sure that there is a part with events to which costs can belong. */
bres_status bres__parser_begin_body(bres__parser *parser);
/* Ends the part, if one is open, and compares its sums. */
bres_status bres__parser_end_part(bres__parser *parser);

/* A line `key=value`. */
bres_status bres__parser_position(bres__parser *parser, const char *key, size_t length,
                                  const char *value);
/* Forgets where costs belong: a part will begin. */
void bres__parser_reset_position(bres__parser *parser);
/* Looks up where the own costs of the current site are kept. */
bres_status bres__parser_find_own(bres__parser *parser);

#endif
