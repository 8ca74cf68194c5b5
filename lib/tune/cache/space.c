/* SPDX-License-Identifier: MIT */
#include "tune/cache/space.h"

#include "base/bytes.h"

#include <string.h>

/* A power of two is an integer. */
static bres_tuner_value axis_value(const bres__axis *axis, size_t index)
{
    bres_tuner_value value = { .name = axis->name };

    switch (axis->type) {
    case BRES__AXIS_INT64:
    case BRES__AXIS_POW2:
        value.kind = BRES_KIND_INT64;
        value.int64 = axis->type == BRES__AXIS_INT64 ? axis->integers[index]
                                                     : INT64_C(1) << axis->integers[index];
        break;
    case BRES__AXIS_FLOAT64:
        value.kind = BRES_KIND_FLOAT64;
        value.float64 = axis->reals[index];
        break;
    default:
        value.kind = BRES_KIND_STRING;
        value.string = axis->strings[index];
    }
    return value;
}

bres_status bres__space_values(const bres_bench *bench, uint64_t index, bres__arena *arena,
                               bres_tuner_value **values)
{
    *values = bres__arena_calloc(arena, bench->axis_count, sizeof(**values));
    if (*values == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < bench->axis_count; i++) {
        (*values)[i] = axis_value(&bench->axes[i], (size_t)(index % bench->axes[i].count));
        index /= bench->axes[i].count;
    }
    return BRES_OK;
}

static bool value_is(const bres_tuner_value *value, const bres_tuner_value *other)
{
    if (strcmp(value->name, other->name) != 0 || value->kind != other->kind)
        return false;
    switch (value->kind) {
    case BRES_KIND_INT64:
        return value->int64 == other->int64;
    case BRES_KIND_FLOAT64:
        return value->float64 == other->float64;
    default:
        return strcmp(value->string, other->string) == 0;
    }
}

/* The index of the axis value that an answer has; axis->count if it has none of the values. */
static size_t answer_index(const bres_tuner_answer *answer, const bres__axis *axis)
{
    for (size_t index = 0; index < axis->count; index++) {
        const bres_tuner_value value = axis_value(axis, index);

        for (size_t i = 0; i < answer->value_count; i++) {
            if (value_is(&answer->values[i], &value))
                return index;
        }
    }
    return axis->count;
}

bool bres__space_index(const bres_bench *bench, const bres_tuner_answer *answer, uint64_t *index)
{
    uint64_t stride = 1;
    uint64_t place = 0;

    for (size_t i = 0; i < bench->axis_count; i++) {
        const bres__axis *axis = &bench->axes[i];
        const size_t found = answer_index(answer, axis);

        if (found == axis->count)
            return false;
        place += stride * found;
        stride *= axis->count;
    }
    *index = place;
    return answer->value_count == bench->axis_count;
}

static void digest_number(bres__md5 *md5, uint64_t number)
{
    char bytes[sizeof(number)];

    bres__word_store(bytes, number);
    bres__md5_add(md5, bytes, sizeof(bytes));
}

static void digest_axis(bres__md5 *md5, const bres__axis *axis)
{
    bres__md5_add(md5, axis->name, strlen(axis->name) + 1);
    digest_number(md5, axis->count);
    for (size_t i = 0; i < axis->count; i++) {
        const bres_tuner_value value = axis_value(axis, i);
        uint64_t bits;

        digest_number(md5, (uint64_t)value.kind);
        memcpy(&bits, &value.float64, sizeof(bits));
        digest_number(md5, value.kind == BRES_KIND_FLOAT64 ? bits : (uint64_t)value.int64);
        if (value.kind == BRES_KIND_STRING)
            bres__md5_add(md5, value.string, strlen(value.string) + 1);
    }
}

void bres__space_digest(const bres_bench *bench, const uint64_t *indices, size_t count,
                        uint32_t clock_kind, char digest[BRES__SPACE_DIGEST_SIZE])
{
    unsigned char bytes[BRES__MD5_SIZE];
    bres__md5 md5;

    bres__md5_begin(&md5);
    digest_number(&md5, clock_kind);
    digest_number(&md5, bench->axis_count);
    for (size_t i = 0; i < bench->axis_count; i++)
        digest_axis(&md5, &bench->axes[i]);
    for (size_t i = 0; i < count; i++)
        digest_number(&md5, indices[i]);
    bres__md5_end(&md5, bytes);
    for (size_t i = 0; i < sizeof(bytes); i++)
        bres__format(digest + 2 * i, 3, "%02x", bytes[i]);
}
