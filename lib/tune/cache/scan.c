/* SPDX-License-Identifier: MIT */
/*
 * The lines of a file. Damage costs only the damaged line, even if it hides the end of the line and
 * so joins the line with the next one.
 */
#include "tune/cache/cache.h"

#define PREFIX_LENGTH (sizeof(BRES__CACHE_PREFIX) - 1)
#define HEADER_LENGTH (sizeof(BRES__CACHE_HEADER) - 1)

/* A text that is being scanned. */
typedef struct scanner {
    bres__cache_table *table;
    const char *text;
    bres__cache_scan *scan;
} scanner;

/* Adds a line. *is_entry: whether the line is an entry. Fails only with BRES_ERROR_MEMORY. */
static bres_status line_add(const scanner *self, const bres__slice *line, bool *is_entry)
{
    bres__cache_table *table = self->table;
    const bres__cache_entry *before = table->count > 0 ? table->entries[table->count - 1] : NULL;
    bres__cache_entry entry;
    bres_status status = bres__cache_entry_read(line, &table->arena, before, &entry);

    entry.offset = self->scan->begin + (uint64_t)(line->data - self->text);
    if (status == BRES_OK)
        status = bres__cache_table_add(table, &entry);
    *is_entry = status == BRES_OK;
    return status == BRES_ERROR_MEMORY ? status : BRES_OK;
}

static void count_damage(const scanner *self, const bres__slice *line)
{
    bres__cache_scan *scan = self->scan;

    if (scan->damaged++ == 0)
        scan->damaged_at = scan->begin + (uint64_t)(line->data - self->text);
}

/* Splits a damaged line before the next beginning of an entry, and returns the part before it. The
 * byte between both parts was the end of a line. */
static bres__slice line_cut(bres__slice *line)
{
    const char *const end = line->data + line->length;
    const char *next = memmem(line->data + 1, line->length - 1, BRES__CACHE_PREFIX, PREFIX_LENGTH);
    bres__slice part = { line->data, line->length };

    if (next == NULL) {
        line->length = 0;
        return part;
    }
    part.length = (size_t)(next - part.data) - 1;
    *line = (bres__slice){ next, (size_t)(end - next) };
    return part;
}

/* Two processes that create the file without locks may both have written its first line. */
static bool line_is_harmless(const bres__slice *line)
{
    return line->length == 0 || (line->length == HEADER_LENGTH - 1 &&
                                 memcmp(line->data, BRES__CACHE_HEADER, line->length) == 0);
}

/* Adds the entries of a line. *is_entry: whether the line, or the last part of a damaged line, is
 * an entry. */
static bres_status line_scan(const scanner *self, bres__slice line, bool *is_entry)
{
    bres_status status = line_add(self, &line, is_entry);

    if (*is_entry || line_is_harmless(&line))
        return status;
    while (status == BRES_OK && line.length > 0) {
        const bres__slice part = line_cut(&line);

        if (part.length > 0)
            status = line_add(self, &part, is_entry);
        if (!*is_entry)
            count_damage(self, &part);
    }
    return status;
}

/* Scans a line without an end. It may be an incomplete entry, which does not count as damage. */
static bres_status rest_scan(const scanner *self, const bres__slice *line)
{
    bres__cache_scan *scan = self->scan;
    const size_t damaged = scan->damaged;
    bool is_entry;
    const bres_status status = line_scan(self, *line, &is_entry);

    scan->is_unterminated = true;
    scan->is_incomplete = !is_entry;
    if (!is_entry && scan->damaged > damaged)
        scan->damaged--;
    return status;
}

bres_status bres__cache_scan_text(bres__cache_table *table, const char *text, size_t size,
                                  uint64_t begin, bres__cache_scan *scan)
{
    const scanner self = { table, text, scan };
    const char *const end = text + size;
    const char *next = text;
    bres__error_record record;
    bres_status status = BRES_OK;

    *scan = (bres__cache_scan){ .begin = begin, .end = begin };
    bres__error_save(&record);
    while (status == BRES_OK && next < end) {
        const char *newline = memchr(next, '\n', (size_t)(end - next));
        const bres__slice line = { next, (size_t)((newline != NULL ? newline : end) - next) };
        bool is_entry;

        if (newline == NULL) {
            status = rest_scan(&self, &line);
            break;
        }
        status = line_scan(&self, line, &is_entry);
        next = newline + 1;
        scan->end = begin + (uint64_t)(next - text);
    }
    /* Damage is not an error. */
    if (status == BRES_OK)
        bres__error_restore(&record);
    return status;
}
