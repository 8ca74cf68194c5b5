/* SPDX-License-Identifier: MIT */
#include "base/text/text.h"

#include <stdint.h>
#include <string.h>

typedef struct width_range {
    uint32_t first;
    uint32_t last;
} width_range;

/* Wide and fullwidth East Asian characters, and emoji with default picture presentation: Unicode's
 * East_Asian_Width W and F, including unassigned code points between them. wcwidth() would depend
 * on the program's locale. */
static const width_range width_wide[] = {
    { 0x1100, 0x115F },   { 0x231A, 0x231B },   { 0x2329, 0x232A },   { 0x23E9, 0x23EC },
    { 0x23F0, 0x23F0 },   { 0x23F3, 0x23F3 },   { 0x25FD, 0x25FE },   { 0x2614, 0x2615 },
    { 0x2648, 0x2653 },   { 0x267F, 0x267F },   { 0x2693, 0x2693 },   { 0x26A1, 0x26A1 },
    { 0x26AA, 0x26AB },   { 0x26BD, 0x26BE },   { 0x26C4, 0x26C5 },   { 0x26CE, 0x26CE },
    { 0x26D4, 0x26D4 },   { 0x26EA, 0x26EA },   { 0x26F2, 0x26F3 },   { 0x26F5, 0x26F5 },
    { 0x26FA, 0x26FA },   { 0x26FD, 0x26FD },   { 0x2705, 0x2705 },   { 0x270A, 0x270B },
    { 0x2728, 0x2728 },   { 0x274C, 0x274C },   { 0x274E, 0x274E },   { 0x2753, 0x2755 },
    { 0x2757, 0x2757 },   { 0x2795, 0x2797 },   { 0x27B0, 0x27B0 },   { 0x27BF, 0x27BF },
    { 0x2B1B, 0x2B1C },   { 0x2B50, 0x2B50 },   { 0x2B55, 0x2B55 },   { 0x2E80, 0x303E },
    { 0x3041, 0x3247 },   { 0x3250, 0x4DBF },   { 0x4E00, 0xA4CF },   { 0xA960, 0xA97F },
    { 0xAC00, 0xD7A3 },   { 0xF900, 0xFAFF },   { 0xFE10, 0xFE19 },   { 0xFE30, 0xFE6F },
    { 0xFF01, 0xFF60 },   { 0xFFE0, 0xFFE6 },   { 0x16FE0, 0x18D08 }, { 0x1AFF0, 0x1B2FB },
    { 0x1F004, 0x1F004 }, { 0x1F0CF, 0x1F0CF }, { 0x1F18E, 0x1F18E }, { 0x1F191, 0x1F19A },
    { 0x1F200, 0x1F320 }, { 0x1F32D, 0x1F335 }, { 0x1F337, 0x1F37C }, { 0x1F37E, 0x1F393 },
    { 0x1F3A0, 0x1F3CA }, { 0x1F3CF, 0x1F3D3 }, { 0x1F3E0, 0x1F3F0 }, { 0x1F3F4, 0x1F3F4 },
    { 0x1F3F8, 0x1F43E }, { 0x1F440, 0x1F440 }, { 0x1F442, 0x1F4FC }, { 0x1F4FF, 0x1F53D },
    { 0x1F54B, 0x1F54E }, { 0x1F550, 0x1F567 }, { 0x1F57A, 0x1F57A }, { 0x1F595, 0x1F596 },
    { 0x1F5A4, 0x1F5A4 }, { 0x1F5FB, 0x1F64F }, { 0x1F680, 0x1F6C5 }, { 0x1F6CC, 0x1F6CC },
    { 0x1F6D0, 0x1F6D2 }, { 0x1F6D5, 0x1F6DF }, { 0x1F6EB, 0x1F6EF }, { 0x1F6F4, 0x1F6FF },
    { 0x1F7E0, 0x1F7F0 }, { 0x1F90C, 0x1F93A }, { 0x1F93C, 0x1F945 }, { 0x1F947, 0x1F9FF },
    { 0x1FA70, 0x1FAFF }, { 0x20000, 0x3FFFD },
};

/* Zero-width characters: control characters, the combining marks of the most common scripts,
 * joiners, direction marks and variation selectors. */
static const width_range width_zero[] = {
    { 0x0000, 0x001F },   { 0x007F, 0x009F },   { 0x0300, 0x036F }, { 0x0483, 0x0489 },
    { 0x0591, 0x05BD },   { 0x05BF, 0x05BF },   { 0x05C1, 0x05C2 }, { 0x05C4, 0x05C5 },
    { 0x05C7, 0x05C7 },   { 0x0610, 0x061A },   { 0x061C, 0x061C }, { 0x064B, 0x065F },
    { 0x0670, 0x0670 },   { 0x06D6, 0x06DC },   { 0x06DF, 0x06E4 }, { 0x06E7, 0x06E8 },
    { 0x06EA, 0x06ED },   { 0x08CA, 0x08E1 },   { 0x08E3, 0x0902 }, { 0x093A, 0x093A },
    { 0x093C, 0x093C },   { 0x0941, 0x0948 },   { 0x094D, 0x094D }, { 0x0951, 0x0957 },
    { 0x0962, 0x0963 },   { 0x0981, 0x0981 },   { 0x09BC, 0x09BC }, { 0x09C1, 0x09C4 },
    { 0x09CD, 0x09CD },   { 0x0BC0, 0x0BC0 },   { 0x0BCD, 0x0BCD }, { 0x0E31, 0x0E31 },
    { 0x0E34, 0x0E3A },   { 0x0E47, 0x0E4E },   { 0x1160, 0x11FF }, { 0x135D, 0x135F },
    { 0x1AB0, 0x1AFF },   { 0x1DC0, 0x1DFF },   { 0x200B, 0x200F }, { 0x2028, 0x202E },
    { 0x2060, 0x206F },   { 0x20D0, 0x20F0 },   { 0x302A, 0x302D }, { 0x3099, 0x309A },
    { 0xD7B0, 0xD7FF },   { 0xFE00, 0xFE0F },   { 0xFE20, 0xFE2F }, { 0xFEFF, 0xFEFF },
    { 0x1F3FB, 0x1F3FF }, { 0xE0001, 0xE01EF },
};

/* Both tables ascend. */
static bool width_in(const width_range *ranges, size_t count, uint32_t point)
{
    size_t low = 0;
    size_t high = count;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (point > ranges[middle].last)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && point >= ranges[low].first;
}

static size_t width_of(uint32_t point)
{
    if (point >= 0x20 && point < 0x7F)
        return 1;
    if (width_in(width_zero, sizeof(width_zero) / sizeof(width_zero[0]), point))
        return 0;
    return width_in(width_wide, sizeof(width_wide) / sizeof(width_wide[0]), point) ? 2 : 1;
}

/* Length of the character at `text`, 0 when the bytes are not UTF-8. `left` is not 0. */
static size_t utf8_decode(const unsigned char *text, size_t left, uint32_t *point)
{
    /* The smallest code point of each length: a smaller one is encoded overlong. */
    static const uint32_t smallest[] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t length;

    *point = text[0];
    if (text[0] < 0x80)
        return 1;
    if (text[0] >= 0xC2 && text[0] <= 0xDF)
        length = 2;
    else if ((text[0] & 0xF0) == 0xE0)
        length = 3;
    else if (text[0] >= 0xF0 && text[0] <= 0xF4)
        length = 4;
    else
        return 0;
    if (length > left)
        return 0;
    *point &= 0x7Fu >> length;
    for (size_t i = 1; i < length; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
        *point = *point << 6 | (text[i] & 0x3Fu);
    }
    if (*point < smallest[length] || *point > 0x10FFFF || (*point >= 0xD800 && *point <= 0xDFFF))
        return 0;
    return length;
}

/* Length of an ANSI color sequence (ESC [, digits, ';' and ':', m); 0 for any other text. */
static size_t width_skip_color(const char *text)
{
    size_t length = 2;

    if (text[0] != '\033' || text[1] != '[')
        return 0;
    length += strspn(text + length, "0123456789;:");
    return text[length] == 'm' ? length + 1 : 0;
}

size_t bres__text_width(const char *string)
{
    size_t left = strlen(string);
    size_t width = 0;

    while (left > 0) {
        size_t length = width_skip_color(string);
        uint32_t point;

        if (length == 0) {
            length = utf8_decode((const unsigned char *)string, left, &point);
            width += length == 0 ? 1 : width_of(point);
            length += length == 0;
        }
        string += length;
        left -= length;
    }
    return width;
}

size_t bres__utf8_valid(const char *data, size_t length)
{
    const uint64_t high_bits = UINT64_C(0x8080808080808080);
    size_t valid = 0;

    while (valid < length) {
        uint32_t point;
        uint64_t word;
        size_t step;

        if (length - valid >= sizeof(word)) {
            memcpy(&word, data + valid, sizeof(word));
            if ((word & high_bits) == 0) {
                valid += sizeof(word);
                continue;
            }
        }
        step = utf8_decode((const unsigned char *)data + valid, length - valid, &point);
        if (step == 0)
            break;
        valid += step;
    }
    return valid;
}
