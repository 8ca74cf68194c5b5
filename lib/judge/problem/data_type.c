/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "judge/problem/element.h"

typedef struct type_info {
    const char *name;
    const char *c_name;
    size_t size;
    int64_t min; /* of an integer type */
    uint64_t max;
    bool real;
} type_info;

_Static_assert(sizeof(float) == 4 && sizeof(double) == 8, "the sizes that the names promise");

static const type_info types[] = {
    [BRES_TYPE_ELEMENT] = { .name = "element" },
    [BRES_TYPE_FLOAT32] = { .name = "float32", .c_name = "float", .size = 4, .real = true },
    [BRES_TYPE_FLOAT64] = { .name = "float64", .c_name = "double", .size = 8, .real = true },
    [BRES_TYPE_FLOAT16] = { .name = "float16", .c_name = "uint16_t", .size = 2, .real = true },
    [BRES_TYPE_INT32] = { .name = "int32",
                          .c_name = "int",
                          .size = 4,
                          .min = INT32_MIN,
                          .max = INT32_MAX },
    [BRES_TYPE_UINT8] = { .name = "uint8", .c_name = "uint8_t", .size = 1, .max = UINT8_MAX },
    [BRES_TYPE_UINT32] = { .name = "uint32", .c_name = "uint32_t", .size = 4, .max = UINT32_MAX },
    [BRES_TYPE_UINT64] = { .name = "uint64", .c_name = "uint64_t", .size = 8, .max = UINT64_MAX },
    [BRES_TYPE_SIZE] = { .name = "size",
                         .c_name = "size_t",
                         .size = sizeof(size_t),
                         .max = SIZE_MAX },
};

#define TYPE_COUNT (sizeof(types) / sizeof(*types))

/* Facts that are all zero for numbers that are no type. */
static const type_info *type_info_of(bres_data_type type)
{
    static const type_info unknown = { 0 };

    return (size_t)type < TYPE_COUNT ? &types[type] : &unknown;
}

const char *bres_data_type_name(bres_data_type type)
{
    return type_info_of(type)->name;
}

size_t bres_data_type_size(bres_data_type type)
{
    return type_info_of(type)->size;
}

bres_status bres_data_type_find(const char *name, bres_data_type *type)
{
    bres__text list = { 0 };
    bres_status status;

    if (name == NULL || type == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_data_type_find: %s is NULL",
                           name == NULL ? "name" : "type");
    *type = BRES_TYPE_ELEMENT;
    for (size_t i = 0; i < TYPE_COUNT; i++) {
        if (strcmp(types[i].name, name) == 0) {
            *type = (bres_data_type)i;
            return BRES_OK;
        }
    }
    for (size_t i = 0; i < TYPE_COUNT; i++)
        bres__text_printf(&list, "%s%s", i == 0 ? "" : ", ", types[i].name);
    status = list.failed ? bres__error_memory()
                         : bres__error(BRES_ERROR_KEY, "unknown data type '%s' (expected %s)", name,
                                       list.data);
    bres__text_free(&list);
    return status;
}

bool bres__data_type_is_real(bres_data_type type)
{
    return type_info_of(type)->real;
}

const char *bres__data_type_c_name(bres_data_type type)
{
    return type_info_of(type)->c_name;
}

uint64_t bres__data_type_max(bres_data_type type)
{
    return type_info_of(type)->max;
}

int64_t bres__data_type_min(bres_data_type type)
{
    return type_info_of(type)->min;
}
