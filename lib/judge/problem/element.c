/* SPDX-License-Identifier: MIT */
#include "judge/problem/element.h"

bres__whole bres__whole_get(bres_data_type type, const void *elements, size_t index)
{
    switch (type) {
    case BRES_TYPE_INT32: {
        const int64_t value = ((const int32_t *)elements)[index];

        return (bres__whole){ .magnitude = (uint64_t)(value < 0 ? -value : value),
                              .negative = value < 0 };
    }
    case BRES_TYPE_UINT8:
        return (bres__whole){ .magnitude = ((const uint8_t *)elements)[index] };
    case BRES_TYPE_UINT32:
        return (bres__whole){ .magnitude = ((const uint32_t *)elements)[index] };
    case BRES_TYPE_SIZE:
        return (bres__whole){ .magnitude = ((const size_t *)elements)[index] };
    default:
        return (bres__whole){ .magnitude = ((const uint64_t *)elements)[index] };
    }
}

void bres__whole_set(bres_data_type type, void *elements, size_t index, bres__whole value)
{
    switch (type) {
    case BRES_TYPE_INT32: {
        const int64_t magnitude = (int64_t)value.magnitude;

        ((int32_t *)elements)[index] = (int32_t)(value.negative ? -magnitude : magnitude);
        break;
    }
    case BRES_TYPE_UINT8:
        ((uint8_t *)elements)[index] = (uint8_t)value.magnitude;
        break;
    case BRES_TYPE_UINT32:
        ((uint32_t *)elements)[index] = (uint32_t)value.magnitude;
        break;
    case BRES_TYPE_SIZE:
        ((size_t *)elements)[index] = (size_t)value.magnitude;
        break;
    default:
        ((uint64_t *)elements)[index] = value.magnitude;
        break;
    }
}

double bres__element_get(bres_data_type type, const void *elements, size_t index)
{
    if (bres__data_type_is_real(type))
        return bres__real_get(type, elements, index);
    const bres__whole value = bres__whole_get(type, elements, index);

    return value.negative ? -(double)value.magnitude : (double)value.magnitude;
}
