/* SPDX-License-Identifier: MIT */
/*
 * The cache of tuners. key.c and answer.c check the callers' structs, entry.c writes and reads a
 * line of the file, table.c holds the entries in memory, scan.c fills the table from the text of a
 * file, file.c opens and reads the file, lock.c locks it, store.c appends to it, compact.c replaces
 * it, device.c names the device, cache.c has the public functions.
 *
 * The file is text: a first line with the version, and a line for each entry, with a checksum. The
 * last line of a key is valid. Lines are only appended, under an exclusive lock, so that a reader
 * never sees half of a change. A process that is killed leaves at most an incomplete last line. If
 * the file has damage, or mostly replaced entries, a new file takes its place.
 */
#ifndef BRES_TUNE_CACHE_CACHE_H
#define BRES_TUNE_CACHE_CACHE_H

#include "base/base.h"
#include "system/system.h"

#include <benchresult/tune_cache.h>

/* The first line. A newer version changes only the number. */
#define BRES__CACHE_NAME    "{\"benchresult_tuner_cache\":"
#define BRES__CACHE_VERSION 1
#define BRES__CACHE_HEADER  BRES__CACHE_NAME "1}\n"
/* The beginning of each entry. Strings within an entry have escaped quotes. */
#define BRES__CACHE_PREFIX  "{\"crc32c\":\""

/* An entry in memory; its key and answer are complete and point into the arena of the table. */
typedef struct bres__cache_entry {
    bres_tuner_key key;
    uint64_t offset;                     /* of its line in the file */
    size_t length;                       /* of the line without its end */
    struct bres__cache_entry *same_task; /* of another space; stored last comes first */
    bres_tuner_answer answer;
} bres__cache_entry;

/* All zero is empty. */
typedef struct bres__cache_table {
    bres__map tasks;             /* keys without the space -> the entry stored last */
    bres__cache_entry **entries; /* in the order in which the keys first occur in the file */
    size_t count;
    size_t capacity;
    uint64_t live; /* bytes of the lines of these entries */
    bres__arena arena;
} bres__cache_table;

/* A key without its space as bytes, which are equal for equal keys only. */
typedef struct bres__cache_name {
    size_t length;
    char data[BRES_TUNER_KEY_BYTES_MAX];
} bres__cache_name;

/* The device of keys that name no device. */
typedef struct bres__cache_device {
    char name[512];
    char driver[64];
} bres__cache_device;

struct bres_tuner_cache {
    bres_tuner_cache_options options;
    char *path;
    bres__cache_device device;
    int fd; /* -1: the file does not exist */
    bool read_only;
    bool has_no_locks;    /* the file system has none */
    bool cannot_compact;  /* a new file could not take the place of this one */
    bool has_damage;      /* some lines of the file are not entries */
    bool is_unterminated; /* a line without an end follows `loaded` */
    uint64_t loaded;      /* bytes of complete lines that the table knows; 0: no first line */
    uint64_t seen;        /* bytes of the file when it was read */
    bres__cache_table table;
};

/* Copies a key or an answer of a caller over the defaults, and checks it. */
bres_status bres__cache_key_take(bres_tuner_key *full, const bres_tuner_key *key);
bres_status bres__cache_answer_take(bres_tuner_answer *full, const bres_tuner_answer *answer);
/* Fills in the missing members of a key, except its space. */
void bres__cache_key_fill(bres_tuner_key *key, const bres__cache_device *device);
/* Makes the name of a complete key; false if it is too long. */
bool bres__cache_key_name(const bres_tuner_key *key, bres__cache_name *name);
/* Copy to a caller's struct; false if the size of the struct is not supported. */
bool bres__cache_key_give(const bres_tuner_key *key, bres_tuner_key *given);
bool bres__cache_answer_give(const bres_tuner_answer *answer, bres_tuner_answer *given);

/* Appends the line of an entry to a text. */
bres_status bres__cache_entry_write(const bres_tuner_key *key, const bres_tuner_answer *answer,
                                    bres__text *text);
/* Reads a line without its newline. Shares texts with `before`, an entry that was read earlier, or
 * NULL. BRES_ERROR_MEMORY, or another error for a line that is not a complete entry. */
bres_status bres__cache_entry_read(const bres__slice *line, bres__arena *arena,
                                   const bres__cache_entry *before, bres__cache_entry *entry);

/* Adds an entry, or replaces the entry of its key. BRES_ERROR_MEMORY: the table is as before. */
bres_status bres__cache_table_add(bres__cache_table *table, const bres__cache_entry *entry);
/* The entry of a key; NULL if there is none. */
const bres__cache_entry *bres__cache_table_find(const bres__cache_table *table,
                                                const bres_tuner_key *key);
/* The nearest entry, as defined for bres_tuner_cache_find_nearest(). With `any`, an entry of
 * another device or kernel hash if no entry has the same ones. */
const bres__cache_entry *bres__cache_table_nearest(const bres__cache_table *table,
                                                   const bres_tuner_key *key, bool any);
void bres__cache_table_free(bres__cache_table *table);

/* What a scan has found in the text of a file. */
typedef struct bres__cache_scan {
    uint64_t begin;       /* offset of the text in the file */
    uint64_t end;         /* of the last complete line */
    size_t damaged;       /* lines that are not entries */
    uint64_t damaged_at;  /* offset of the first one */
    bool is_unterminated; /* a line without an end follows `end` */
    bool is_incomplete;   /* and that line is not an entry */
} bres__cache_scan;

/* Adds the entries of a text, which begins with a line after the first. BRES_ERROR_MEMORY. */
bres_status bres__cache_scan_text(bres__cache_table *table, const char *text, size_t size,
                                  uint64_t begin, bres__cache_scan *scan);

/* The file: file.c. */

/* Opens and reads the file at the path, if it exists. A failure keeps the former file and table. */
bres_status bres__cache_load(bres_tuner_cache *cache);
/* Reads the entries that other processes have added. Loads a file that has replaced this one. */
bres_status bres__cache_update(bres_tuner_cache *cache);
/* Creates the file unless it exists, locks it and reads the entries that other processes have
 * added. Unlock in any case. */
bres_status bres__cache_lock_for_store(bres_tuner_cache *cache);

/* Locks and messages: lock.c. */

/* Waits for the lock. BRES_ERROR_CONFLICT after the timeout of the cache. */
bres_status bres__cache_lock(bres_tuner_cache *cache, bool exclusive);
void bres__cache_unlock(const bres_tuner_cache *cache);
void bres__cache_warn(const bres_tuner_cache *cache, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Sets an error that names the file; returns `status`. */
bres_status bres__cache_error(const bres_tuner_cache *cache, bres_status status,
                              const char *message);

/* Replaces the locked file by a new file that has only the entries of the table, if the old file
 * has damage or many replaced entries. This releases the lock. A failure leaves the file unchanged
 * and is not an error. */
void bres__cache_compact(bres_tuner_cache *cache);

/* Names a GPU, or the processor for device -1. Errors: those of bres_cuda_device_query(). */
bres_status bres__cache_device_name(int32_t cuda_device, const bres__machine *machine,
                                    bres__cache_device *device);

#endif
