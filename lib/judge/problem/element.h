/* SPDX-License-Identifier: MIT */
/*
 * Elements of arrays whose data type is known only at run time, and properties of data types.
 */
#ifndef BRES_JUDGE_PROBLEM_ELEMENT_H
#define BRES_JUDGE_PROBLEM_ELEMENT_H

#include "judge/problem/half.h"

#include <benchresult/problem.h>
#include <string.h>

typedef struct bres__type_info {
    const char *name;
    const char *c_name; /* name in C: "float", "uint16_t" */
    size_t size;        /* of an element, in bytes */
    int64_t min;        /* of an integer type */
    uint64_t max;       /* of an integer type */
    uint64_t quiet_nan; /* of a floating-point type: the bits that every quiet NaN has; else 0 */
} bres__type_info;

/* Properties of a data type, in static memory; all zero for an unknown type. BRES_TYPE_ELEMENT has
 * only a name. */
const bres__type_info *bres__data_type_info(bres_data_type type);
/* Whether it is a floating-point type. */
bool bres__data_type_is_real(bres_data_type type);

/* Element `index` of an array of a floating-point type. Inline, because references of problems call
 * these functions for millions of elements. */
static inline double bres__real_get(bres_data_type type, const void *elements, size_t index)
{
    if (type == BRES_TYPE_FLOAT32)
        return (double)((const float *)elements)[index];
    if (type == BRES_TYPE_FLOAT64)
        return ((const double *)elements)[index];
    return bres__half_to_double(((const uint16_t *)elements)[index]);
}

/* Rounds to the nearest number of the type. */
static inline void bres__real_set(bres_data_type type, void *elements, size_t index, double value)
{
    if (type == BRES_TYPE_FLOAT32)
        ((float *)elements)[index] = (float)value;
    else if (type == BRES_TYPE_FLOAT64)
        ((double *)elements)[index] = value;
    else
        ((uint16_t *)elements)[index] = bres__half_from_double(value);
}

/* A whole number as a sign and a magnitude, which can hold a number of any integer type. */
typedef struct bres__whole {
    uint64_t magnitude;
    bool negative; /* false for 0 */
} bres__whole;

/* Element `index` of an array of an integer type. The number to set must fit into the type. */
bres__whole bres__whole_get(bres_data_type type, const void *elements, size_t index);
void bres__whole_set(bres_data_type type, void *elements, size_t index, bres__whole value);

/* An element of any type. An integer that a double cannot represent is rounded to the nearest. */
double bres__element_get(bres_data_type type, const void *elements, size_t index);

#endif
