/* SPDX-License-Identifier: MIT */
#include "base/base.h"
#include "judge/problem/element.h"

_Static_assert(sizeof(float) == 4 && sizeof(double) == 8, "the sizes that the names promise");

#define REAL(type, type_size, nan) .c_name = #type, .size = (type_size), .quiet_nan = UINT64_C(nan)
#define INTEGER(type, least, most)                                                                 \
    .c_name = #type, .size = sizeof(type), .min = (least), .max = (most)

static const bres__type_info types[] = {
    [BRES_TYPE_ELEMENT] = { .name = "element" },
    [BRES_TYPE_FLOAT32] = { .name = "float32", REAL(float, 4, 0x7fc00000) },
    [BRES_TYPE_FLOAT64] = { .name = "float64", REAL(double, 8, 0x7ff8000000000000) },
    [BRES_TYPE_FLOAT16] = { .name = "float16", REAL(uint16_t, 2, 0x7e00) },
    [BRES_TYPE_INT32] = { .name = "int32", INTEGER(int, INT32_MIN, INT32_MAX) },
    [BRES_TYPE_UINT8] = { .name = "uint8", INTEGER(uint8_t, 0, UINT8_MAX) },
    [BRES_TYPE_UINT32] = { .name = "uint32", INTEGER(uint32_t, 0, UINT32_MAX) },
    [BRES_TYPE_UINT64] = { .name = "uint64", INTEGER(uint64_t, 0, UINT64_MAX) },
    [BRES_TYPE_SIZE] = { .name = "size", INTEGER(size_t, 0, SIZE_MAX) },
};

#define TYPE_COUNT (sizeof(types) / sizeof(*types))

const bres__type_info *bres__data_type_info(bres_data_type type)
{
    static const bres__type_info unknown = { 0 };

    return (size_t)type < TYPE_COUNT ? &types[type] : &unknown;
}

const char *bres_data_type_name(bres_data_type type)
{
    return bres__data_type_info(type)->name;
}

size_t bres_data_type_size(bres_data_type type)
{
    return bres__data_type_info(type)->size;
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
    return bres__data_type_info(type)->quiet_nan != 0;
}
