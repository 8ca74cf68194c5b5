/* SPDX-License-Identifier: MIT */
/*
 * Room formats: reads the results of other benchmark tools into the model.
 *
 * An import has three steps. The input is opened and unpacked (input.c), its format is detected
 * from the content (import.c), and the reader of the format fills a draft. The draft becomes a
 * result at the end (draft.c, finish.c), because the model needs all values of an axis before the
 * first state.
 *
 * A format is a folder with one bres__file_format and a line in table.h. Readers of JSON use the
 * tree of tree.h; google_benchmark uses the cursor of base/json instead.
 */
#ifndef BRES_FORMATS_FORMATS_H
#define BRES_FORMATS_FORMATS_H

#include "base/base.h"
#include "base/hash/sha256.h"
#include "formats/draft.h"
#include "formats/shape.h"

#include <benchresult/formats.h>

/* The input of an import. */
typedef struct bres__input {
    const char *name;               /* file name in messages */
    bres__slice text;               /* unpacked content, followed by a NUL; empty for a directory */
    size_t mark;                    /* length of the byte order mark before the text, in bytes */
    int directory;                  /* directory descriptor; -1: not a directory */
    uint64_t size;                  /* file size in bytes, before unpacking */
    char sha256[BRES__SHA256_TEXT]; /* of the packed bytes; "": not requested, or a directory */
    bres__buffer buffer;            /* owns the text; without data, the caller owns the text */
} bres__input;

typedef struct bres__file_format bres__file_format;

/* One import. Only the thread that imports changes it. */
typedef struct bres__import {
    bres_import_options options;
    bres_load_options load;
    bres__input input;
    const bres__file_format *format;
    bres__draft draft;
} bres__import;

/* A format of another tool. */
struct bres__file_format {
    const char *name; /* format name, as users type it */
    const char *tool; /* tool that writes the format */
    /* Whether the content has the format. Must not fail; need not validate the content. */
    bool (*detect)(const bres__input *input);
    /* Fills the draft of the import. */
    bres_status (*read)(bres__import *import);
};

/* Each opens an input and unpacks it. The options of the import must be set. Call
 * bres__input_close() even after a failure. */
bres_status bres__input_open(bres__import *import, const char *path);
bres_status bres__input_open_fd(bres__import *import, int fd, const char *name);
bres_status bres__input_open_memory(bres__import *import, const void *data, size_t size,
                                    const char *name);
/* Frees the text. Call it once the text has been read: the draft and the result need memory. */
void bres__input_free_text(bres__input *input);
void bres__input_close(bres__input *input);

/* BRES_ERROR_KEY, with the nearest name, if no format has this name. */
bres_status bres__import_check_format(const char *name);
/* Whether the import is lenient. */
bool bres__import_is_lenient(const bres__import *import);
/* Sets the error for a fault in the imported file. `path` names the place (NULL: unknown), `at`
 * points to the byte (NULL: unknown), and `expected` says which values are accepted (NULL: the
 * message says so). Returns `status`. */
bres_status bres__import_fault(const bres__import *import, bres_status status, const char *path,
                               const char *at, const char *expected, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* Filters the status of reading one record. In a lenient import, a fault of the record (KEY, KIND,
 * VALUE) becomes a warning, and the function returns BRES_OK. The caller must not have added the
 * faulty record to the draft. */
bres_status bres__import_tolerate(bres__import *import, bres_status status);
/* Logs a warning and adds it to `meta.benchresult.import.warnings`. Drops repeated messages. */
void bres__import_warn(bres__import *import, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* For readers of plain text: BRES_ERROR_SYNTAX if the input is not UTF-8 or contains a NUL. */
bres_status bres__import_check_utf8(const bres__import *import);

/* Makes a result from the draft, with `meta.benchresult.import`. The caller owns *result. */
bres_status bres__draft_finish(bres__import *import, bres_result **result);

#endif
