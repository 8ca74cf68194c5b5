/* SPDX-License-Identifier: MIT */
/*
 * The library's JSON cursor against json-c: json-c must accept each text that the cursor accepts,
 * and read the same values. The structural scan must find the same end of the value, and the
 * writer's output must read back the same.
 */
#include "base/json/ends.h"
#include "support/json_oracle.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* The time of json-c and of the comparison is quadratic in the number of keys of an object. */
#define MAX_SIZE 4096

static void require(json_oracle_fault fault)
{
    if (fault == NULL)
        return;
    fprintf(stderr, "json: %s\n", fault);
    abort();
}

static void check_span(const char *text, size_t size)
{
    bres__cursor cursor = bres__json_cursor(text, size);
    bres__slice value;

    cursor.max_depth = JSON_ORACLE_DEPTH;
    if (bres__json_skip(&cursor, &value) != BRES_OK)
        abort();
    if (bres__json_span(value.data, text + size) != value.data + value.length)
        require("the scan finds another end");
}

/* Scans in parts that are far too small, so that values cross their borders. */
static void check_ends(const char *text, size_t size)
{
    const char *end = size > 0 ? bres__json_span(text, text + size) : text;
    bres__json_ends ends;

    if (bres__json_ends_find(&ends, text, size, 0, 48, 2) != BRES_OK)
        abort();
    if (bres__json_ends_span(&ends, text, text + size) != end)
        require("two threads find another end");
    bres__json_ends_free(&ends);
}

static void check_writer(const char *text, size_t size, bool compact)
{
    bres__text out = { 0 };
    bres__json_writer writer = { .text = &out, .empty = true, .compact = compact };

    bres__json_write_raw(&writer, text, size);
    if (json_oracle_check(out.data, out.length) != BRES_OK)
        require("what is written does not read");
    require(json_oracle_judge(text, size, out.data, out.length));
    bres__text_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text;

    if (size > MAX_SIZE)
        return 0;
    /* The cursor gets memory of the exact size, json-c a copy with the NUL that it needs. */
    check_ends((const char *)data, size);
    if (json_oracle_check((const char *)data, size) != BRES_OK)
        return 0;
    text = malloc(size + 1);
    if (text == NULL)
        return 0;
    memcpy(text, data, size);
    text[size] = '\0';
    require(json_oracle_judge(text, size, text, size));
    check_span(text, size);
    check_writer(text, size, false);
    check_writer(text, size, true);
    free(text);
    return 0;
}
