/* SPDX-License-Identifier: MIT */
/*
 * Option structs that grow: their first member is their size as the caller knows it. A room
 * describes the fields of its struct in a table, from which values are checked and refused in the
 * same words everywhere.
 */
#ifndef BRES_BASE_OPTIONS_H
#define BRES_BASE_OPTIONS_H

#include <benchresult/base.h>
#include <stddef.h>

/* What a double may be. */
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

/* A field of an option struct. Fields that may be anything are in no table. */
typedef struct bres__option_field {
    const char *name;
    size_t offset;
    bres__member_kind kind;
    bres__range range; /* of a double */
    int64_t least;     /* of an integer */
    int64_t most;      /* of an integer, also of one without sign; of flags those known */
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
    size_t size;       /* as this library knows it */
    size_t first_size; /* of the first published layout */
    const bres__option_field *fields;
    size_t count;
} bres__options_type;

#define BRES__OPTIONS_TYPE(type, first_size, fields)                                               \
    {                                                                                              \
#type, sizeof(type), first_size, fields, sizeof(fields) / sizeof((fields)[0])              \
    }

/*
 * `full` holds the defaults, a struct as this library knows it, starting with its size. Copies what
 * `user` has over them; NULL leaves the defaults. BRES_ERROR_VERSION when the size is below
 * `first_size`, beyond reason, or a tail that this library does not know is not zero.
 * `name` is the struct's, for the message.
 */
bres_status bres__options_load(void *full, size_t full_size, const void *user, size_t first_size,
                               const char *name);
/* Checks a struct against the table of its fields: BRES_ERROR_ARGUMENT for the first value that is
 * out of its range. */
bres_status bres__options_check(const void *full, const bres__options_type *type);
/* Both. */
bres_status bres__options_take(void *full, const void *user, const bres__options_type *type);

/* BRES_ERROR_ARGUMENT when `flags` has a bit that is not in `known`. */
bres_status bres__options_check_flags(uint32_t flags, uint32_t known, const char *name);

#endif
