/* SPDX-License-Identifier: MIT */
/*
 * Lines of Go's benchmark text (the Go benchmark data format, golang.org/design/14313), and what a
 * first pass over them finds.
 */
#ifndef BRES_FORMATS_GO_GO_H
#define BRES_FORMATS_GO_GO_H

#include "formats/formats.h"

typedef enum go_kind {
    GO_OTHER,  /* a log */
    GO_NAME,   /* a name alone, or with output of the benchmark behind it */
    GO_RESULT, /* Benchmark<Name> <iterations> (<value> <unit>)+ */
    GO_BARE,   /* a result whose name is unknown */
    GO_END,    /* PASS, FAIL, ok: a process has ended */
    GO_CONFIG, /* key: value */
    GO_UNIT,   /* Unit <unit> key=value... */
    GO_FAILED, /* a benchmark failed or was skipped */
    GO_BROKEN  /* begins like a result and has a time; the rest of the line is malformed */
} go_kind;

/* A name without result so far. Go prints the name before the benchmark runs, and the result after
 * it, so that the output of the benchmark is between them. */
typedef struct go_open {
    bres__slice line; /* "": none */
    bres__slice name; /* without "Benchmark" */
    uint64_t number;  /* of the line */
    bool has_begun;   /* a tab or output is behind the name: its result is to follow */
    bool has_number;  /* the output begins with a number, as a result does */
} go_open;

/* A text that is read line by line. */
typedef struct go_text {
    bres__slice rest;
    uint64_t number; /* of the last line, from 1 */
    go_open open;
} go_text;

/* A line; the parts are those of its kind. */
typedef struct go_line {
    const char *begin;
    go_kind kind;
    bres__slice name; /* of a result, a failure or alone, without "Benchmark"; a key; a unit */
    bres__slice rest; /* a result: its values; a configuration: its value; a unit: its words */
    double iterations;
    bres__slice detail; /* of a failure: the indented line that follows; empty: none */
    bool skipped;       /* not failed */
} go_line;

/* Passes the next line of a text. false: there is none. A result without a name gets the open
 * one. */
bool bres__go_next(go_text *text, go_line *line);
/* Passes the next word of a text: fields end at white space, of Unicode too. */
bool bres__go_word(bres__slice *text, bres__slice *word);
/* Passes the next pair of a value, which is NaN if it is not finite, and a unit. false: none, or
 * malformed (*broken). */
bool bres__go_value(bres__slice *text, double *value, bres__slice *unit, bool *broken);
/* Whether a unit is that of the time. */
bool bres__go_is_time(const bres__slice *unit);

/* A text that has a configuration of its own: the input, or the output of one package. */
typedef struct go_section {
    bool is_input;       /* the text is that of the input, so that errors have an offset */
    bres__slice package; /* of the output */
    bres__slice text;
} go_section;

/* A key of the configuration. */
typedef struct go_key {
    bres__slice name;
    bres__slice value; /* at the line that is read; empty: unset */
    bres__slice used;  /* the value of the first results, if any has been read */
    size_t used_count; /* results that have been read before the value was set */
    bool is_used;
    bool is_set; /* a line of the section sets it; the value may be empty */
    bool varies; /* results have several values, or some have none */
} go_key;

/* N of names that end in -N. */
typedef struct go_suffix {
    bres__slice digits;
    size_t uses; /* functions with it */
} go_suffix;

/* What the whole text says about its names and keys. */
typedef struct go_survey {
    bres__index functions; /* the names up to the first '/' */
    bres__index suffix_names;
    go_suffix *suffixes; /* by position in suffix_names */
    size_t suffix_capacity;
    bres__index pairs; /* function, NUL, suffix */
    bool has_bare;     /* a name of a result does not end in -N */
    bres__index key_names;
    go_key *keys; /* of the configuration, by position in key_names */
    size_t key_capacity;
    size_t *set; /* positions of the keys that the section sets, in the order of their lines */
    size_t set_count;
    size_t set_capacity;
    size_t result_count; /* failures are results, too */
} go_survey;

/* false: no memory. Free it in any case; all zero is a valid start. */
bool bres__go_survey(go_survey *survey, const go_section *sections, size_t count);
void bres__go_survey_free(go_survey *survey);
/* The line that sets the package of an output. */
go_line bres__go_package_line(const go_section *section);
/* Sets a key of the configuration to the value of the line. false: no memory. */
bool bres__go_set_key(go_survey *survey, const go_line *line);
/* Unsets all keys, at the end of a section. */
void bres__go_unset_keys(go_survey *survey);
/* The number of processors that a name ends in (-N), without the hyphen; empty: none. It is part
 * of the name unless each function of the text has lines with it. */
bres__slice bres__go_processors(const go_survey *survey, const bres__slice *name);
/* The number of processors that all names end in, without the hyphen; empty: there are several, or
 * none. */
bres__slice bres__go_all_processors(const go_survey *survey);

/* Reads texts into the draft of the import. */
bres_status bres__go_read_sections(bres__import *import, const go_section *sections, size_t count);

#endif
