/* SPDX-License-Identifier: MIT */
/*
 * A part of the text begins anywhere, so its thread knows neither whether it begins inside of a
 * string nor how many containers are open there. A first pass counts, in each part, the brackets
 * inside and outside of the strings that a beginning outside gives; the sums over the parts before
 * say how each part begins. A second pass then finds the ends.
 */
#include "base/json/ends.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/json/json.h"
#include "base/json/quotes.h"
#include "base/threads/parallel.h"

struct bres__json_ends_part {
    size_t begin;     /* in the text */
    int64_t rises[2]; /* containers that it leaves open, if it begins outside, or inside a string */
    bool odd;         /* it ends inside a string, if it begins outside */
    bool inside;      /* it begins inside a string */
    int64_t depth;    /* containers that are open at its beginning */
    uint32_t *ends;   /* offsets in the part, one past the bracket */
    size_t end_count;
    size_t capacity;
};

/* A walk over the blocks of a part. */
typedef struct part_walk {
    const char *text;
    size_t size;
    size_t offset; /* of the block */
    bres__json_quotes quotes;
    bres__json_block block;
    uint64_t inside; /* bytes of the block inside of strings */
} part_walk;

static size_t part_size(const bres__json_ends *self, const bres__json_ends_part *part)
{
    const size_t number = (size_t)(part - self->parts);

    return (number + 1 < self->count ? part[1].begin : self->size) - part->begin;
}

static part_walk part_walk_begin(const bres__json_ends *self, const bres__json_ends_part *part)
{
    return (part_walk){
        .text = self->text + part->begin,
        .size = part_size(self, part),
        .offset = (size_t)0 - BRES__JSON_BLOCK,
        .quotes = { .inside = part->inside ? UINT64_MAX : 0 },
    };
}

/* false: the part is over. */
static inline bool part_walk_next(part_walk *walk)
{
    char tail[BRES__JSON_BLOCK] = { 0 };
    const char *bytes;

    walk->offset += BRES__JSON_BLOCK;
    if (walk->offset >= walk->size)
        return false;
    bytes = walk->text + walk->offset;
    if (walk->size - walk->offset < BRES__JSON_BLOCK)
        bytes = memcpy(tail, bytes, walk->size - walk->offset);
    walk->block = bres__json_block_read(bytes);
    walk->inside = bres__json_string_bytes(&walk->quotes, &walk->block);
    return true;
}

static inline int rise(const bres__json_block *block, uint64_t mask)
{
    return __builtin_popcountll(block->opens & mask) - __builtin_popcountll(block->closes & mask);
}

static bres_status part_count(void *context, size_t worker, size_t number)
{
    const bres__json_ends *self = context;
    bres__json_ends_part *part = &self->parts[number];
    part_walk walk = part_walk_begin(self, part);

    (void)worker;
    while (part_walk_next(&walk)) {
        part->rises[0] += rise(&walk.block, ~walk.inside);
        part->rises[1] += rise(&walk.block, walk.inside);
    }
    part->odd = walk.quotes.inside != 0;
    return BRES_OK;
}

static bres_status part_find(void *context, size_t worker, size_t number)
{
    const bres__json_ends *self = context;
    bres__json_ends_part *part = &self->parts[number];
    part_walk walk = part_walk_begin(self, part);
    int64_t depth = part->depth;

    (void)worker;
    while (part_walk_next(&walk)) {
        const uint64_t brackets = (walk.block.opens | walk.block.closes) & ~walk.inside;

        for (uint64_t left = brackets; left != 0; left &= left - 1) {
            if ((walk.block.opens & left & (0 - left)) != 0) {
                depth++;
            } else if (--depth == self->level) {
                if (!BRES__RESERVE(&part->ends, &part->capacity, part->end_count + 1))
                    return bres__error_memory();
                part->ends[part->end_count++] =
                    (uint32_t)(walk.offset + (size_t)__builtin_ctzll(left) + 1);
            }
        }
    }
    return BRES_OK;
}

/* Parts do not begin behind a backslash, so that their first byte is never an escaped one. false:
 * the text has too many backslashes in a row for that. */
static bool parts_place(const bres__json_ends *self)
{
    for (size_t i = 1; i < self->count; i++) {
        size_t begin = i * self->part;

        while (begin < self->size && self->text[begin - 1] == '\\')
            if (++begin - i * self->part == self->part)
                return false;
        self->parts[i].begin = begin;
    }
    return true;
}

static void parts_sum(const bres__json_ends *self)
{
    for (size_t i = 1; i < self->count; i++) {
        const bres__json_ends_part *before = &self->parts[i - 1];

        self->parts[i].depth = before->depth + before->rises[before->inside ? 1 : 0];
        self->parts[i].inside = before->inside != before->odd;
    }
}

static bres_status parts_work(bres__json_ends *self, size_t workers,
                              bres_status (*work)(void *, size_t, size_t))
{
    const bres__ordered_job job = {
        .work = work, .context = self, .count = self->count, .batch = 1, .workers = workers
    };
    size_t end;

    return bres__ordered_run(&job, &end);
}

bres_status bres__json_ends_find(bres__json_ends *ends, const char *text, size_t size,
                                 uint32_t level, size_t part, size_t threads)
{
    const size_t count = size / part;
    const size_t workers = bres__ordered_workers(threads, count, 1);
    bres_status status;

    *ends = (bres__json_ends){ 0 };
    if (workers < 2 || count < 2)
        return BRES_OK;
    *ends = (bres__json_ends){
        .text = text, .size = size, .level = level, .part = part, .count = count
    };
    ends->parts = bres__calloc(count, sizeof *ends->parts);
    if (ends->parts == NULL) {
        ends->count = 0;
        return bres__error_memory();
    }
    if (!parts_place(ends)) {
        bres__json_ends_free(ends);
        *ends = (bres__json_ends){ 0 };
        return BRES_OK;
    }
    status = parts_work(ends, workers, part_count);
    if (status != BRES_OK)
        return status;
    parts_sum(ends);
    return parts_work(ends, workers, part_find);
}

/* The first end of a part behind an offset; 0: it has none. */
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

const char *bres__json_ends_span(const bres__json_ends *ends, const char *begin, const char *end)
{
    size_t place;
    size_t number;

    if (ends->count == 0 || begin >= end || (*begin != '{' && *begin != '['))
        return bres__json_span(begin, end);
    place = (size_t)(begin - ends->text);
    number = place / ends->part < ends->count ? place / ends->part : ends->count - 1;
    while (ends->parts[number].begin > place)
        number--;
    for (; number < ends->count; number++) {
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
