/* SPDX-License-Identifier: MIT */
/*
 * The reader of Go benchmark text, and its states.
 */
#ifndef BRES_FORMATS_GO_READER_H
#define BRES_FORMATS_GO_READER_H

#include "formats/go/go.h"

/* A package. Each process that measures it is a run. */
typedef struct go_package {
    uint64_t process; /* process that printed the last result, from 1; 0: none */
    uint32_t run;     /* run of this process */
} go_package;

typedef struct go_reader {
    bres__import *import;
    const go_section *section;
    go_text text; /* of the section */
    go_survey survey;
    bres__slice package;
    bres__index package_names;
    go_package *packages; /* by position in package_names */
    size_t package_capacity;
    uint64_t process_count;     /* processes that have ended */
    bres__index configurations; /* sets of varying keys with their values */
    size_t configuration;       /* at the last result: position in `configurations` */
    bool is_configured;         /* no key was set since the last result */
    bres__index states;         /* by package, run, configuration and name */
    bres__draft_state **made;
    size_t made_capacity;
    bres__index units;
    bres__better *better; /* by unit */
    size_t better_capacity;
    bres__text name; /* buffer for the name of a failure */
} go_reader;

/* Copies a text into the draft and appends a NUL. */
const char *bres__go_copy(const go_reader *reader, const char *data, size_t length);
/* Finds or makes the state with this name at the current line. NULL: no memory. */
bres__draft_state *bres__go_state(go_reader *reader, const bres__slice *name);

#endif
