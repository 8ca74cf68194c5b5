/* SPDX-License-Identifier: MIT */
/*
 * Several threads scan parts of the text. Each part but the first begins at a guess: a position
 * where the text looks like the start of the first container on the level. Afterwards,
 * parts_check() verifies that the preceding part ends on the level and outside a string. If not,
 * the guess was wrong and the part is scanned again.
 */
#include "base/json/ends.h"

#include "base/alloc.h"
#include "base/bytes.h"
#include "base/error.h"
#include "base/json/json.h"
#include "base/json/quotes.h"
#include "base/threads/parallel.h"

/* The state of the scan at a position in the text. */
typedef struct scan_state {
    bres__json_quotes quotes;
    int64_t depth; /* open containers */
} scan_state;

struct bres__json_ends_part {
    size_t begin;     /* in the text */
    scan_state state; /* at the end of the part */
    size_t *ends;     /* offsets in the part, one past the bracket */
    size_t end_count;
    size_t capacity;
};

static size_t part_size(const bres__json_ends *self, size_t number)
{
    const size_t end = number + 1 < self->count ? self->parts[number + 1].begin : self->size;

    return end - self->parts[number].begin;
}

/* Marks the brackets outside strings. `tail` is zeroed space for the last, incomplete block. */
static inline uint64_t scan_brackets(scan_state *state, bres__json_block *block, const char *text,
                                     size_t left, char tail[BRES__JSON_BLOCK])
{
    if (left < BRES__JSON_BLOCK)
        text = memcpy(tail, text, left);
    *block = bres__json_block_read(text);
    return (block->opens | block->closes) & ~bres__json_string_bytes(&state->quotes, block);
}

/* Finds the ends in a part; `state` is the state at its beginning. */
static bres_status part_scan(const bres__json_ends *self, size_t number, scan_state state)
{
    bres__json_ends_part *part = &self->parts[number];
    const char *text = self->text + part->begin;
    const size_t size = part_size(self, number);

    part->end_count = 0;
    for (size_t offset = 0; offset < size; offset += BRES__JSON_BLOCK) {
        char tail[BRES__JSON_BLOCK] = { 0 };
        bres__json_block block;
        uint64_t left = scan_brackets(&state, &block, text + offset, size - offset, tail);

        for (; left != 0; left &= left - 1) {
            if ((block.opens & left & (0 - left)) != 0) {
                state.depth++;
            } else if (--state.depth == self->level) {
                if (!BRES__RESERVE(&part->ends, &part->capacity, part->end_count + 1))
                    return bres__error_memory();
                part->ends[part->end_count++] = offset + (size_t)__builtin_ctzll(left) + 1;
            }
        }
    }
    part->state = state;
    return BRES_OK;
}

/* The state at the beginning of a part, if its guess is right. */
static scan_state part_guess(const bres__json_ends *self, size_t number)
{
    return (scan_state){ .depth = number == 0 ? 0 : self->level };
}

static bres_status part_try(void *context, size_t worker, size_t number)
{
    const bres__json_ends *self = context;

    (void)worker;
    return part_scan(self, number, part_guess(self, number));
}

static bres_status parts_check(const bres__json_ends *self)
{
    bres_status status = BRES_OK;

    for (size_t i = 1; i < self->count && status == BRES_OK; i++) {
        const scan_state *state = &self->parts[i - 1].state;

        if (state->quotes.inside != 0 || state->depth != self->level)
            status = part_scan(self, i, *state);
    }
    return status;
}

/* The offset of the first container on the level; SIZE_MAX if the first part has none. */
static size_t first_container(const bres__json_ends *self)
{
    scan_state state = { .depth = 0 };

    for (size_t offset = 0; offset < self->part; offset += BRES__JSON_BLOCK) {
        char tail[BRES__JSON_BLOCK] = { 0 };
        bres__json_block block;
        uint64_t left =
            scan_brackets(&state, &block, self->text + offset, self->size - offset, tail);

        for (; left != 0; left &= left - 1) {
            if ((block.opens & left & (0 - left)) == 0)
                state.depth--;
            else if (state.depth++ == self->level)
                return offset + (size_t)__builtin_ctzll(left);
        }
    }
    return SIZE_MAX;
}

/* The first container on the level; the other containers are expected to look like it. */
typedef struct sample {
    bres__slice head; /* its text through the first key; no data: not an object with a key */
    size_t size;      /* bytes of the container */
} sample;

static sample find_sample(const bres__json_ends *self)
{
    const size_t offset = first_container(self);
    const char *end = self->text + self->size;
    const char *begin = self->text + (offset != SIZE_MAX ? offset : 0);
    const char *key;
    const char *key_end;

    if (offset == SIZE_MAX || *begin != '{')
        return (sample){ 0 };
    key = begin + 1;
    while (key < end && (*key == ' ' || *key == '\t' || *key == '\r' || *key == '\n'))
        key++;
    key_end = key < end && *key == '"' ? bres__json_span(key, end) : NULL;
    end = bres__json_span(begin, end);
    if (key_end == NULL || end == NULL)
        return (sample){ 0 };
    return (sample){ { begin, (size_t)(key_end - begin) }, (size_t)(end - begin) };
}

/* The first position in the window that looks like the sample: it has the same head and does not
 * end within a quarter of the sample's size, as small nested containers do. NULL: not found. */
static const char *find_alike(const sample *first, const char *window, const char *end)
{
    const size_t least = first->size / 4;
    const char *found;

    while ((found = memmem(window, (size_t)(end - window), first->head.data, first->head.length)) !=
           NULL) {
        window = bres__json_span(found, (size_t)(end - found) < least ? end : found + least);
        if (window == NULL)
            break;
    }
    return found;
}

/* Sets the beginnings of at most `most` parts. Each part begins with a bracket, so a backslash
 * before it does not matter. */
static void parts_begin(bres__json_ends *self, size_t most)
{
    const sample first = find_sample(self);

    self->count = 1;
    for (size_t i = 1; i < most && first.head.data != NULL; i++) {
        const char *window = self->text + i * self->part;
        const size_t left = self->size - i * self->part;
        const char *found =
            find_alike(&first, window, window + (left < self->part ? left : self->part));

        if (found != NULL)
            self->parts[self->count++].begin = (size_t)(found - self->text);
    }
}

bres_status bres__json_ends_find(bres__json_ends *ends, const char *text, size_t size,
                                 uint32_t level, size_t part, size_t threads)
{
    const size_t most = size / part;
    bres__ordered_job job = { .work = part_try, .context = ends, .batch = 1 };
    bres_status status;
    size_t end;

    *ends = (bres__json_ends){ 0 };
    if (bres__ordered_workers(threads, most, 1) < 2)
        return BRES_OK;
    *ends = (bres__json_ends){ .text = text, .size = size, .level = level, .part = part };
    ends->parts = bres__calloc(most, sizeof *ends->parts);
    if (ends->parts == NULL)
        return bres__error_memory();
    parts_begin(ends, most);
    job.count = ends->count;
    job.workers = bres__ordered_workers(threads, job.count, 1);
    if (job.workers < 2) {
        ends->count = 0;
        return BRES_OK;
    }
    status = bres__ordered_run(&job, &end);
    return status == BRES_OK ? parts_check(ends) : status;
}

/* The first end in a part after an offset; 0: none. */
static size_t part_end_after(const bres__json_ends_part *part, size_t offset)
{
    size_t low = 0;
    size_t high = part->end_count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (part->ends[middle] <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low < part->end_count ? part->ends[low] : 0;
}

/* The number of the part that contains the byte at `place`. */
static size_t part_at(const bres__json_ends *ends, size_t place)
{
    size_t low = 0;
    size_t high = ends->count;

    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;

        if (ends->parts[middle].begin <= place)
            low = middle;
        else
            high = middle;
    }
    return low;
}

const char *bres__json_ends_span(const bres__json_ends *ends, const char *begin, const char *end)
{
    size_t place;

    if (ends->count == 0 || begin >= end || (*begin != '{' && *begin != '['))
        return bres__json_span(begin, end);
    place = (size_t)(begin - ends->text);
    for (size_t number = part_at(ends, place); number < ends->count; number++) {
        const bres__json_ends_part *part = &ends->parts[number];
        const size_t found = part_end_after(part, place > part->begin ? place - part->begin : 0);

        if (found != 0)
            return ends->text + part->begin + found;
    }
    return NULL;
}

void bres__json_ends_free(bres__json_ends *ends)
{
    for (size_t i = 0; i < ends->count; i++)
        bres__free(ends->parts[i].ends);
    bres__free(ends->parts);
}
