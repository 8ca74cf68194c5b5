/* SPDX-License-Identifier: MIT */
/*
 * Reads the list of records. Several threads read parts of the text. Each part except the first
 * begins at a guess: where the separator between two records occurs. The guess is right if the
 * previous part ends exactly there. After a wrong guess or a fault, a single thread reads the rest
 * of the text again and reports the fault.
 */
#include "formats/google_benchmark/google_benchmark.h"

#include <string.h>

/* Bytes of text that justify a part. */
#define PART_SIZE        ((size_t)1 << 20)
/* Several, so that one delayed thread does not delay the whole import. */
#define PARTS_PER_WORKER 4

/* Some consecutive records of the list. */
typedef struct list_part {
    bres__google_reader reader;
    bres__google_records records;
    bres__arena arena;
    bres__cursor cursor; /* at the first record; finally after the part */
    const char *limit;   /* the next part begins here; NULL: none */
    bool is_over;        /* the list ends with this part */
    bool is_read;
} list_part;

typedef struct list_job {
    list_part *parts;
    bres__arena *arenas; /* by worker: memory of the parts that it has read */
} list_job;

/* Reads records up to the limit or the end of the list. */
static bres_status part_read(list_part *part)
{
    bres__json_walk walk = { .cursor = &part->cursor };
    bool more;

    do {
        walk.status = bres__google_record_read(&part->reader, &part->cursor);
        more = bres__json_walk_next(&walk);
    } while (more && part->cursor.next != part->limit);
    part->is_over = !more;
    return walk.status;
}

static bres_status part_try(void *context, size_t worker, size_t number)
{
    const list_job *job = context;
    list_part *part = &job->parts[number];
    bres_status status;

    part->arena = job->arenas[worker];
    status = part_read(part);
    job->arenas[worker] = part->arena;
    part->is_read = status == BRES_OK;
    return status == BRES_ERROR_MEMORY ? status : BRES_OK;
}

/* The text from the closing bracket of the record at the cursor to the opening bracket of the next
 * record. No data: the record is the last one. */
static bres__slice find_separator(const bres__cursor *cursor)
{
    const char *end = bres__json_span(cursor->next, cursor->end);
    const char *next = end;

    while (next != NULL && next < cursor->end && strchr(" \t\r\n,", *next) != NULL && *next != '\0')
        next++;
    if (next == NULL || next == cursor->end || *next != '{' || *cursor->next != '{')
        return (bres__slice){ 0 };
    return (bres__slice){ end - 1, (size_t)(next - end) + 2 };
}

/* Begins parts of about equal size. Returns the number of parts. */
static size_t parts_begin(list_part *parts, size_t count, const bres__cursor *cursor)
{
    const bres__slice separator = find_separator(cursor);
    const size_t size = (size_t)(cursor->end - cursor->next);
    size_t begun = 1;

    parts[0].cursor = *cursor;
    for (size_t i = 1; i < count && separator.data != NULL; i++) {
        const char *from = cursor->next + size / count * i;
        const char *found =
            memmem(from, (size_t)(cursor->end - from), separator.data, separator.length);

        if (found == NULL || found <= parts[begun - 1].cursor.next)
            continue;
        parts[begun].cursor = *cursor;
        parts[begun].cursor.next = found + separator.length - 1;
        parts[begun - 1].limit = parts[begun].cursor.next;
        begun++;
    }
    return begun;
}

/* Appends the records of a part to those of the reader. */
static bres_status reader_append(bres__google_reader *reader, list_part *part)
{
    bres__google_records *records = reader->records;
    const bres__google_records *more = &part->records;

    if (!BRES__RESERVE(&records->list, &records->capacity, records->count + more->count))
        return bres__error_memory();
    for (size_t i = 0; i < more->count; i++) {
        more->list[i]->index += reader->index;
        records->list[records->count++] = more->list[i];
    }
    reader->index += more->count;
    return BRES_OK;
}

/* Reads the beginning of the list with several threads, and moves the cursor to the rest. */
static bres_status read_parts(bres__google_reader *reader, list_job *list, size_t count,
                              size_t workers, bres__cursor *cursor, bool *is_over)
{
    const bres__ordered_job job = {
        .work = part_try,
        .context = list,
        .count = parts_begin(list->parts, count, cursor),
        .batch = 1,
        .workers = workers,
    };
    list_part *parts = list->parts;
    bres_status status;

    for (size_t i = 0; i < job.count; i++) {
        parts[i].records.arena = &parts[i].arena;
        bres__google_reader_init(&parts[i].reader, reader->import, &parts[i].records);
        parts[i].reader.is_trial = true;
    }
    status = bres__ordered_run(&job, &count);
    for (size_t i = 0; i < job.count && status == BRES_OK && parts[i].is_read; i++) {
        status = reader_append(reader, &parts[i]);
        *cursor = parts[i].cursor;
        *is_over = parts[i].is_over;
        if (*is_over)
            break;
    }
    return status;
}

static bres_status read_ahead(bres__google_reader *reader, bres__cursor *cursor, bool *is_over)
{
    const size_t most = (size_t)(cursor->end - cursor->next) / PART_SIZE;
    const size_t workers = bres__ordered_workers(reader->import->load.threads, most, 1);
    const size_t count = most < workers * PARTS_PER_WORKER ? most : workers * PARTS_PER_WORKER;
    list_job job;
    bres_status status = BRES_OK;

    if (workers < 2)
        return BRES_OK;
    job.parts = bres__calloc(count, sizeof(*job.parts));
    job.arenas = bres__calloc(workers, sizeof(*job.arenas));
    if (job.parts == NULL || job.arenas == NULL)
        status = bres__error_memory();
    else
        status = read_parts(reader, &job, count, workers, cursor, is_over);
    for (size_t i = 0; i < workers && job.arenas != NULL; i++)
        bres__arena_adopt(reader->records->arena, &job.arenas[i]);
    for (size_t i = 0; i < count && job.parts != NULL; i++)
        bres__free(job.parts[i].records.list);
    bres__free(job.arenas);
    bres__free(job.parts);
    return status;
}

static bres_status read_list(bres__import *import, bres__cursor *cursor,
                             bres__google_records *records)
{
    list_part rest = { 0 };
    bres__json_walk walk = bres__json_walk_list(cursor);
    bool is_over = !bres__json_walk_next(&walk);
    bres_status status = walk.status;

    bres__google_reader_init(&rest.reader, import, records);
    if (!is_over)
        status = read_ahead(&rest.reader, cursor, &is_over);
    if (is_over || status != BRES_OK)
        return status;
    rest.cursor = *cursor;
    status = part_read(&rest);
    *cursor = rest.cursor;
    return status;
}

/* Whether reading failed because the text is truncated. */
static bool text_has_ended(const bres__import *import, bres_status status)
{
    return status == BRES_ERROR_SYNTAX &&
           bres_last_error_offset() == (int64_t)import->input.text.length;
}

bres_status bres__google_records_read(bres__import *import, bres__google_records *records)
{
    const bres__slice *text = &import->input.text;
    bres__cursor cursor = bres__json_cursor(text->data, text->length);
    bool found = false;
    bres__json_walk walk;

    cursor.max_depth = import->load.max_depth;
    cursor.max_string = import->load.max_string;
    walk = bres__json_walk_object(&cursor, records->arena);
    while (bres__json_walk_next(&walk)) {
        const bool is_list = bres__slice_is(&walk.key, "benchmarks");

        found |= is_list;
        if (is_list)
            walk.status = read_list(import, &cursor, records);
        else if (bres__slice_is(&walk.key, "context"))
            walk.status = bres__json_skip(&cursor, &records->context);
        else
            walk.status = bres__json_skip(&cursor, NULL);
    }
    if (walk.status == BRES_OK)
        walk.status = bres__json_finish(&cursor);
    if (walk.status == BRES_OK && !found)
        return bres__import_fault(import, BRES_ERROR_KEY, NULL, NULL, NULL,
                                  "this is a google-benchmark file without 'benchmarks'");
    if (walk.status != BRES_OK)
        bres__error_set_file(import->input.name);
    if (!text_has_ended(import, walk.status) || !bres__import_is_lenient(import))
        return walk.status;
    bres__import_warn(import, "%s: the file ends early; its first %zu records are read",
                      import->input.name, records->count);
    return BRES_OK;
}
