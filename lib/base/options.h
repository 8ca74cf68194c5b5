/* SPDX-License-Identifier: MIT */
/*
 * Extensible option structs: the first member is the size of the struct in the caller's version.
 * Each room describes the fields of its struct in a table. The checks use this table, so that the
 * same fault has the same message everywhere.
 */
#ifndef BRES_BASE_OPTIONS_H
#define BRES_BASE_OPTIONS_H

#include <benchresult/base.h>
#include <stddef.h>

/* The valid range of a double. */
typedef enum bres__range {
    BRES__RANGE_FINITE,
    BRES__RANGE_NOT_NEGATIVE, /* finite, at least 0 */
    BRES__RANGE_POSITIVE,     /* finite, above 0 */
    BRES__RANGE_FRACTION,     /* from 0 to 1 */
    BRES__RANGE_RATE,         /* at least 0 and below 1 */
    BRES__RANGE_PROBABILITY,  /* above 0 and below 1 */
    BRES__RANGE_NOT_NAN
} bres__range;

bool bres__range_has(bres__range range, double value);
/* "a finite number of at least 0", ...: for messages. */
const char *bres__range_text(bres__range range);

typedef enum bres__member_kind {
    BRES__MEMBER_INT32,
    BRES__MEMBER_INT64,
    BRES__MEMBER_UINT32,
    BRES__MEMBER_UINT64,
    BRES__MEMBER_FLOAT64,
    BRES__MEMBER_FLAGS,   /* uint32_t */
    BRES__MEMBER_CHOICE,  /* uint32_t: an enumerator from 0 to `most` */
    BRES__MEMBER_POINTER, /* not NULL */
} bres__member_kind;

/* A field of an option struct. The tables omit fields that accept any value. */
typedef struct bres__option_field {
    const char *name;
    size_t offset;
    bres__member_kind kind;
    bres__range range; /* of a double */
    int64_t least;     /* of an integer */
    int64_t most;      /* of an integer, signed or unsigned; for flags: the known flags */
} bres__option_field;

#define BRES__OPTION_REAL(type, field, range)                                                      \
    {                                                                                              \
#field, offsetof(type, field), BRES__MEMBER_FLOAT64, range, 0, 0                           \
    }
#define BRES__OPTION_COUNT(type, field, least, most)                                               \
    {                                                                                              \
#field, offsetof(type, field),                                                             \
            _Generic(((type *)0)->field, int32_t                                                   \
                     : BRES__MEMBER_INT32, int64_t                                                 \
                     : BRES__MEMBER_INT64, uint32_t                                                \
                     : BRES__MEMBER_UINT32, uint64_t                                               \
                     : BRES__MEMBER_UINT64),                                                       \
            BRES__RANGE_FINITE, least, most                                                        \
    }
#define BRES__OPTION_AT_LEAST(type, field, least) BRES__OPTION_COUNT(type, field, least, INT64_MAX)
#define BRES__OPTION_RESERVED(type, field)        BRES__OPTION_COUNT(type, field, 0, 0)
#define BRES__OPTION_BITS(type, field, known)                                                      \
    {                                                                                              \
#field, offsetof(type, field), BRES__MEMBER_FLAGS, BRES__RANGE_FINITE, 0, known            \
    }
#define BRES__OPTION_ENUM(type, field, last)                                                       \
    {                                                                                              \
#field, offsetof(type, field), BRES__MEMBER_CHOICE, BRES__RANGE_FINITE, 0, last            \
    }
#define BRES__OPTION_NOT_NULL(type, field)                                                         \
    {                                                                                              \
#field, offsetof(type, field), BRES__MEMBER_POINTER, BRES__RANGE_FINITE, 0, 0              \
    }

/* An option struct. */
typedef struct bres__options_type {
    const char *name;
    size_t size;       /* in this version of the library */
    size_t first_size; /* in the first published layout */
    const bres__option_field *fields;
    size_t count;
} bres__options_type;

#define BRES__OPTIONS_TYPE(type, first_size, fields)                                               \
    {                                                                                              \
#type, sizeof(type), first_size, fields, sizeof(fields) / sizeof((fields)[0])              \
    }

/*
 * Copies the caller's options `user` over the defaults in `full`; NULL leaves the defaults. `full`
 * has this library's layout, size member included. BRES_ERROR_VERSION when the size of `user` is
 * below `first_size` or implausibly large, or when members unknown to this library are not zero.
 * `name` is the name of the struct, for the message.
 */
bres_status bres__options_load(void *full, size_t full_size, const void *user, size_t first_size,
                               const char *name);
/* Checks a struct against the table of its fields: BRES_ERROR_ARGUMENT for the first value that is
 * out of its range. */
bres_status bres__options_check(const void *full, const bres__options_type *type);
/* bres__options_load(), then bres__options_check(). */
bres_status bres__options_take(void *full, const void *user, const bres__options_type *type);

/* BRES_ERROR_ARGUMENT when `flags` has a bit that is not in `known`. */
bres_status bres__options_check_flags(uint32_t flags, uint32_t known, const char *name);

#endif
