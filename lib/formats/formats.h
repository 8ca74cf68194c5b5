/* SPDX-License-Identifier: MIT */
/*
 * Room formats: reads the results of other benchmark tools into the model.
 *
 * An import has three steps. The input is opened and unpacked (input.c), its format is detected
 * from the content (import.c), and the reader of the format fills a draft. The draft becomes a
 * result at the end (draft.c, finish.c), because the model wants all values of an axis before the
 * states.
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

/* What is imported. */
typedef struct bres__input {
    const char *name;               /* of the file, in messages */
    bres__slice text;               /* content, unpacked; a NUL follows. Of a directory: empty */
    size_t mark;                    /* bytes of the byte order mark that stands before the text */
    int directory;                  /* a descriptor of the directory; -1: a file */
    uint64_t size;                  /* of the file, in bytes, before it was unpacked */
    char sha256[BRES__SHA256_TEXT]; /* of the same bytes; "": not wanted, or a directory */
    bres__buffer buffer;            /* owns the text; no data: the caller owns it */
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
    const char *name; /* of the format, as users type it */
    const char *tool; /* that writes it */
    /* Recognizes the content; must not fail, and need not check the content. */
    bool (*detect)(const bres__input *input);
    /* Fills the draft of the import. */
    bres_status (*read)(bres__import *import);
};

/* Opens the file, the directory, the descriptor or the bytes, and unpacks them. The import has its
 * options. bres__input_close() also after a failure. */
bres_status bres__input_open(bres__import *import, const char *path);
bres_status bres__input_open_fd(bres__import *import, int fd, const char *name);
bres_status bres__input_open_memory(bres__import *import, const void *data, size_t size,
                                    const char *name);
/* Frees the text as soon as all of it has been read: the draft and the result need memory, too. */
void bres__input_free_text(bres__input *input);
void bres__input_close(bres__input *input);

/* BRES_ERROR_KEY, with the nearest name, if no format has this name. */
bres_status bres__import_check_format(const char *name);
/* Whether the import is lenient. */
bool bres__import_is_lenient(const bres__import *import);
/* Sets the error for a fault in the imported file: `path` is the place (NULL: unknown), `at` the
 * byte (NULL: unknown), `expected` what is accepted (NULL: the message says so). Returns the
 * status. */
bres_status bres__import_fault(const bres__import *import, bres_status status, const char *path,
                               const char *at, const char *expected, const char *format, ...)
    __attribute__((format(printf, 6, 7)));
/* Of what reading one record returned: in a lenient import a fault of the record (KEY, KIND, VALUE)
 * becomes a warning, and BRES_OK is returned; the caller has not added the record to the draft. */
bres_status bres__import_tolerate(bres__import *import, bres_status status);
/* Warns: to the log, and in `meta.benchresult.import.warnings`. The same message is given once. */
void bres__import_warn(bres__import *import, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* BRES_ERROR_SYNTAX if the text of the input is not UTF-8 or has a NUL: for readers of plain text.
 */
bres_status bres__import_check_utf8(const bres__import *import);

/* Makes the result of the draft, with `meta.benchresult.import`. The caller owns *result. */
bres_status bres__draft_finish(bres__import *import, bres_result **result);

#endif
