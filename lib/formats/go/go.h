/* SPDX-License-Identifier: MIT */
/*
 * Lines of Go's benchmark text (the Go benchmark data format, golang.org/design/14313), and the
 * survey, which is the result of a first pass over them.
 */
#ifndef BRES_FORMATS_GO_GO_H
#define BRES_FORMATS_GO_GO_H

#include "formats/formats.h"

typedef enum go_kind {
    GO_OTHER,  /* a log */
    GO_NAME,   /* a name alone, or followed by output of the benchmark */
    GO_RESULT, /* Benchmark<Name> <iterations> (<value> <unit>)+ */
    GO_BARE,   /* a result whose name is unknown */
    GO_END,    /* PASS, FAIL, ok: a process has ended */
    GO_CONFIG, /* key: value */
    GO_UNIT,   /* Unit <unit> key=value... */
    GO_FAILED, /* a benchmark failed or was skipped */
    GO_BROKEN  /* begins like a result and has a time; the rest of the line is malformed */
} go_kind;

/* A name whose result has not been found yet. Go prints the name before the benchmark runs, and the
 * result afterwards, so the output of the benchmark is between them. */
typedef struct go_open {
    bres__slice line; /* whole line; "": no open name */
    bres__slice name; /* without "Benchmark" */
    uint64_t number;  /* line number */
    bool has_begun;   /* a tab or output follows the name, so a result must follow */
    bool has_number;  /* the output begins with a number, as a result does */
} go_open;

/* A text that is read line by line. */
typedef struct go_text {
    bres__slice rest;
    uint64_t number; /* number of the last line, from 1 */
    go_open open;
} go_text;

/* A line. The kind determines which fields are set. */
typedef struct go_line {
    const char *begin;
    go_kind kind;
    bres__slice name; /* a benchmark without "Benchmark", a key, or a unit */
    bres__slice rest; /* the values of a result, the value of a key, or the words of a unit */
    double iterations;
    bres__slice detail; /* of a failure: the indented line after it; empty: none */
    bool skipped;       /* of a failure: skipped, not failed */
} go_line;

/* Reads the next line of a text. false: the end of the text. A result without a name gets the open
 * name. */
bool bres__go_next(go_text *text, go_line *line);
/* Reads the next word of a text. White space, including that of Unicode, separates words. */
bool bres__go_word(bres__slice *text, bres__slice *word);
/* Reads the next pair of a value and a unit. A value that is not finite becomes NaN. false: the end
 * of the text, or a malformed pair (*broken). */
bool bres__go_value(bres__slice *text, double *value, bres__slice *unit, bool *broken);
/* Whether a unit marks a time: ns/op or sec/op. */
bool bres__go_is_time(const bres__slice *unit);

/* A text with its own configuration: the input, or the output of one package. */
typedef struct go_section {
    bool is_input;       /* the text is that of the input, so errors have an offset */
    bres__slice package; /* package that printed the text */
    bres__slice text;
} go_section;

/* A key of the configuration. */
typedef struct go_key {
    bres__slice name;
    bres__slice value; /* current value; empty: unset */
    bres__slice used;  /* value at the first results; valid if is_used */
    size_t used_count; /* results that were read before the current value was set */
    bool is_used;
    bool is_set; /* a line of the section sets it; the value may be empty */
    bool varies; /* results differ in the value, or some lack it */
} go_key;

/* The number N of names that end in -N. */
typedef struct go_suffix {
    bres__slice digits;
    size_t uses; /* number of functions with this suffix */
} go_suffix;

/* The names and keys of the whole text. */
typedef struct go_survey {
    bres__index functions; /* names up to the first '/' */
    bres__index suffix_names;
    go_suffix *suffixes; /* by position in suffix_names */
    size_t suffix_capacity;
    bres__index pairs; /* function, NUL, suffix */
    bool has_bare;     /* the name of some result does not end in -N */
    bres__index key_names;
    go_key *keys; /* of the configuration, by position in key_names */
    size_t key_capacity;
    size_t *set; /* positions of the keys that the section sets, in the order of their lines */
    size_t set_count;
    size_t set_capacity;
    size_t result_count; /* includes failures */
} go_survey;

/* Surveys the sections. `survey` must be all zero; free it in any case. false: no memory. */
bool bres__go_survey(go_survey *survey, const go_section *sections, size_t count);
void bres__go_survey_free(go_survey *survey);
/* A configuration line that sets the key `pkg` to the package of the section. */
go_line bres__go_package_line(const go_section *section);
/* Sets a key of the configuration to the value of the line. false: no memory. */
bool bres__go_set_key(go_survey *survey, const go_line *line);
/* Unsets all keys, at the end of a section. */
void bres__go_unset_keys(go_survey *survey);
/* The number of processors at the end of a name (-N), without the hyphen; empty: none. A number is
 * part of the name unless every function of the text has lines with this number. */
bres__slice bres__go_processors(const go_survey *survey, const bres__slice *name);
/* The number of processors of all names, without the hyphen; empty: the names have different
 * numbers, or some have none. */
bres__slice bres__go_all_processors(const go_survey *survey);

/* Reads texts into the draft of the import. */
bres_status bres__go_read_sections(bres__import *import, const go_section *sections, size_t count);

#endif
