/* SPDX-License-Identifier: MIT */
/*
 * The parser of profiles. It gets whole lines. A pointer into a line may advance to the newline at
 * its end, where every loop stops, and eight bytes are readable from there.
 */
#ifndef BRES_CALLGRIND_PARSER_PARSER_H
#define BRES_CALLGRIND_PARSER_PARSER_H

#include "base/bytes.h"
#include "callgrind/profile/profile.h"

/* Maximum number of events of a part, and of a profile. */
#define BRES__EVENTS_MAX 256u

/* Kinds of names. In a file, each kind has its own ids. */
typedef enum bres__id_space {
    BRES__ID_OBJECT = 0,
    BRES__ID_FILE = 1,
    BRES__ID_FUNCTION = 2
} bres__id_space;
#define BRES__ID_SPACES 3

/* The texts of the ids of one kind. */
typedef struct bres__ids {
    uint32_t *texts; /* by id, for ids below a limit: text number plus 1; 0: undefined */
    size_t size;
    bres__map others; /* larger ids: bres__profile_text by the eight bytes of the id */
} bres__ids;

/* The result of the last lookup of a callee's name. */
typedef struct bres__parser_callee {
    bool known;
    uint32_t object;
    uint32_t file;
    uint32_t site;
} bres__parser_callee;

/* The line that must follow, or may follow. */
typedef enum bres__parser_next {
    BRES__NEXT_ANY = 0,
    BRES__NEXT_CALL, /* must be the cost of the calls after calls= */
    BRES__NEXT_JUMP  /* may be the place of a jump, which has no cost */
} bres__parser_next;

/* The total costs of a part, as the file states them. */
typedef struct bres__parser_sums {
    bool given;
    uint32_t count;
    uint64_t values[BRES__EVENTS_MAX];
} bres__parser_sums;

typedef struct bres__parser {
    bres_profile *profile;
    const char *name; /* file name */
    bres_log_fn log;
    void *log_user;
    size_t warnings;

    uint64_t line;          /* counted from 1 */
    uint64_t offset;        /* of `block` in the file */
    const char *block;      /* text that is being parsed */
    const char *line_start; /* in `block` */
    bool cut;               /* the line is the last one and lacked a newline */

    /* The header of the part. */
    bool in_part;
    bool in_body;
    uint32_t position_count;
    uint32_t column_count; /* 0: no events so far */
    uint32_t columns[BRES__EVENTS_MAX];
    bres__parser_sums summary;
    bres__parser_sums totals;
    bres__profile_part part;

    bres__ids ids[BRES__ID_SPACES];
    bres__parser_callee *callees; /* by text number of the name */
    size_t callee_count;
    bres__text composed;

    /* The position: the function, site and call that the next costs belong to. */
    uint32_t no_object; /* the empty text */
    uint32_t unknown;   /* the text ??? */
    uint32_t object;
    uint32_t file;
    uint32_t function; /* BRES__NO_NUMBER: no fn= so far */
    uint32_t site;     /* BRES__NO_NUMBER: not looked up yet */
    size_t own_values; /* index of the site's costs in this part; SIZE_MAX: not looked up yet */
    uint32_t callee_object;
    uint32_t callee_file;
    uint32_t composed_object; /* the last object and file, which a cfn= does not reset */
    uint32_t composed_file;
    uint32_t callee; /* site of the last cfn=; BRES__NO_NUMBER after its calls= */
    size_t called_values;
    bres__parser_next next;
} bres__parser;

/* Bytes that must be readable after the last newline. */
#define BRES__PARSER_PADDING (sizeof(uint64_t) - 1)

/* Parses whole lines. The last byte must be a newline, followed by BRES__PARSER_PADDING bytes. */
bres_status bres__parser_lines(bres__parser *parser, const char *data, size_t size);
/* Ends the last part. */
bres_status bres__parser_finish(bres__parser *parser);
void bres__parser_free(bres__parser *parser);

/* BRES_ERROR_SYNTAX for the current line. */
bres_status bres__parser_error(const bres__parser *parser, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same for a line that may be the beginning of a valid line. If the text is cut off there, logs
 * a warning instead, and the line is skipped. */
bres_status bres__parser_malformed(bres__parser *parser, const char *message);
/* Adds the line and the file to an error that has been set. Returns `status`. */
bres_status bres__parser_place(const bres__parser *parser, bres_status status);
/* Logs a warning about the current line. Drops warnings beyond a limit. */
void bres__parser_warn(bres__parser *parser, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Logs the number of dropped warnings. */
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

/* The end of the line without its trailing blanks. */
const char *bres__line_end(const char *at);
/* The newline at the end of the line. */
const char *bres__line_newline(const char *at);
/* bres__parse_digits() for any number of digits. */
bool bres__parse_long_digits(const char **at, uint64_t *value, bool *too_large);

/* Parses a decimal number and moves *at past it. false: no digits, or the number is too large
 * (*too_large); *at is unchanged. */
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

/* Finds the text that the rest of a line names. *composed: the line composes it of other names. */
bres_status bres__parser_name(bres__parser *parser, bres__id_space space, const char *at,
                              uint32_t *text, bool *composed);

/* Parses a line `key: value`. */
bres_status bres__parser_header(bres__parser *parser, const char *key, size_t length,
                                const char *value);
/* Begins the costs of a part, unless they have begun. Fails if the events are unknown. */
bres_status bres__parser_begin_body(bres__parser *parser);
/* Ends the open part, if any, and compares its costs with the sums in the file. */
bres_status bres__parser_end_part(bres__parser *parser);

/* Parses a line `key=value`. */
bres_status bres__parser_position(bres__parser *parser, const char *key, size_t length,
                                  const char *value);
/* Resets the position before a part. */
void bres__parser_reset_position(bres__parser *parser);
/* Looks up the self costs of the current site in this part, and sets `own_values`. */
bres_status bres__parser_find_own(bres__parser *parser);

#endif
