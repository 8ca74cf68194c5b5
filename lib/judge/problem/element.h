/* SPDX-License-Identifier: MIT */
/*
 * Elements of arrays whose data type is known at run time, and facts about data types.
 */
#ifndef BRES_JUDGE_PROBLEM_ELEMENT_H
#define BRES_JUDGE_PROBLEM_ELEMENT_H

#include "judge/problem/half.h"

#include <benchresult/problem.h>
#include <string.h>

/* A floating-point type. */
bool bres__data_type_is_real(bres_data_type type);
/* How C writes it: "float", "uint16_t"; NULL for BRES_TYPE_ELEMENT and other numbers. */
const char *bres__data_type_c_name(bres_data_type type);
/* The largest whole number of an integer type, and the smallest. */
uint64_t bres__data_type_max(bres_data_type type);
int64_t bres__data_type_min(bres_data_type type);

/* Element `index` of an array of a floating-point type. Inline: references of problems call them
 * for millions of elements. */
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

/* A whole number as a sign and a magnitude, which hold those of every integer type. */
typedef struct bres__whole {
    uint64_t magnitude;
    bool negative; /* never of 0 */
} bres__whole;

/* The same of an integer type. The number that is set must fit. */
bres__whole bres__whole_get(bres_data_type type, const void *elements, size_t index);
void bres__whole_set(bres_data_type type, void *elements, size_t index, bres__whole value);
double bres__whole_to_double(bres__whole value);

/* An element of any type; the nearest double of an integer that is none. */
double bres__element_get(bres_data_type type, const void *elements, size_t index);

#endif
