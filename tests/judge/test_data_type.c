/* SPDX-License-Identifier: MIT */
#include "base/fault.h"
#include "judge/problem/element.h"

#include <benchresult/problem.h>
#include <criterion/criterion.h>

Test(judge, data_types_have_names_and_sizes)
{
    static const struct {
        bres_data_type type;
        const char *name;
        const char *c_name;
        size_t size;
    } rows[] = {
        { BRES_TYPE_FLOAT32, "float32", "float", 4 },
        { BRES_TYPE_FLOAT64, "float64", "double", 8 },
        { BRES_TYPE_FLOAT16, "float16", "uint16_t", 2 },
        { BRES_TYPE_INT32, "int32", "int", 4 },
        { BRES_TYPE_UINT8, "uint8", "uint8_t", 1 },
        { BRES_TYPE_UINT32, "uint32", "uint32_t", 4 },
        { BRES_TYPE_UINT64, "uint64", "uint64_t", 8 },
        { BRES_TYPE_SIZE, "size", "size_t", sizeof(size_t) },
    };
    bres_data_type type;

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        cr_expect_str_eq(bres_data_type_name(rows[i].type), rows[i].name);
        cr_expect_str_eq(bres__data_type_info(rows[i].type)->c_name, rows[i].c_name);
        cr_expect_eq(bres_data_type_size(rows[i].type), rows[i].size, "%s", rows[i].name);
        cr_expect_eq(bres_data_type_find(rows[i].name, &type), BRES_OK);
        cr_expect_eq(type, rows[i].type, "%s", rows[i].name);
    }
    cr_expect_str_eq(bres_data_type_name(BRES_TYPE_ELEMENT), "element");
    cr_expect_eq(bres_data_type_size(BRES_TYPE_ELEMENT), 0);
    cr_expect_null(bres_data_type_name((bres_data_type)9));
    cr_expect_null(bres_data_type_name((bres_data_type)-1));
    cr_expect_eq(bres_data_type_size((bres_data_type)-1), 0);
}

Test(judge, data_type_of_an_unknown_name)
{
    bres_data_type type = BRES_TYPE_INT32;

    cr_assert_eq(bres_data_type_find("bfloat16", &type), BRES_ERROR_KEY);
    cr_expect_eq(type, BRES_TYPE_ELEMENT);
    cr_expect_str_eq(bres_last_error(),
                     "unknown data type 'bfloat16' (expected element, float32, float64, "
                     "float16, int32, uint8, uint32, uint64, size)");
    cr_expect_eq(bres_data_type_find(NULL, &type), BRES_ERROR_ARGUMENT);
    cr_expect_eq(bres_data_type_find("int32", NULL), BRES_ERROR_ARGUMENT);
}

Test(judge, data_type_is_found_without_memory)
{
    bres_data_type type;

    bres__faults_arm(BRES__FAULT_ALLOC, 1, true);
    const bres_status unknown = bres_data_type_find("nothing", &type);
    const bres_status known = bres_data_type_find("size", &type);

    bres__faults_arm(0, 0, false);
    cr_expect_eq(unknown, BRES_ERROR_MEMORY);
    cr_expect(known == BRES_OK && type == BRES_TYPE_SIZE);
}

Test(judge, whole_numbers_of_each_type)
{
    static const struct {
        bres_data_type type;
        bres__whole value;
        unsigned char bytes[8];
    } rows[] = {
        { BRES_TYPE_INT32, { 5, true }, { 0xfb, 0xff, 0xff, 0xff } },
        { BRES_TYPE_INT32, { UINT64_C(1) << 31, true }, { 0, 0, 0, 0x80 } },
        { BRES_TYPE_INT32, { 258, false }, { 2, 1, 0, 0 } },
        { BRES_TYPE_UINT8, { 255, false }, { 255 } },
        { BRES_TYPE_UINT32, { UINT32_MAX, false }, { 255, 255, 255, 255 } },
        { BRES_TYPE_UINT64, { UINT64_MAX - 1, false }, { 254, 255, 255, 255, 255, 255, 255, 255 } },
        { BRES_TYPE_SIZE, { 3, false }, { 3 } },
    };

    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        unsigned char bytes[16] = { 0 };
        const size_t size = bres_data_type_size(rows[i].type);

        bres__whole_set(rows[i].type, bytes, 1, rows[i].value);
        cr_expect_arr_eq(bytes + size, rows[i].bytes, size, "row %zu", i);
        const bres__whole got = bres__whole_get(rows[i].type, bytes, 1);

        cr_expect(got.magnitude == rows[i].value.magnitude &&
                      got.negative == rows[i].value.negative,
                  "row %zu", i);
    }
}
