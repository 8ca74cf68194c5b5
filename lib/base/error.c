/* SPDX-License-Identifier: MIT */
#include "base/error.h"

#include "base/number/number.h"
#include "base/visible.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#define ERROR_SENTENCE_SIZE 2900u

static _Thread_local bres__error_record error_record = { .offset = -1 };
/* bres_last_error() composes this text from the record. */
static _Thread_local char error_sentence[ERROR_SENTENCE_SIZE];

static_assert(ERROR_SENTENCE_SIZE > sizeof(error_record.file) + sizeof(error_record.path) +
                                        sizeof(error_record.message) +
                                        sizeof(error_record.expected) + 64,
              "a sentence holds every part of a record");

/* Removes an incomplete UTF-8 character at the end of a truncated text. */
static void error_trim(char *text)
{
    size_t length = strlen(text);
    size_t tail = 0;
    size_t need = 1;
    unsigned char lead;

    while (tail < 3 && tail < length && ((unsigned char)text[length - 1 - tail] & 0xC0) == 0x80)
        tail++;
    if (tail == length)
        return;
    lead = (unsigned char)text[length - 1 - tail];
    if (lead >= 0xF0)
        need = 4;
    else if (lead >= 0xE0)
        need = 3;
    else if (lead >= 0xC0)
        need = 2;
    if (tail + 1 < need)
        text[length - 1 - tail] = '\0';
}

/* `text` may be `target`. */
static void error_copy(char *target, size_t size, const char *text)
{
    const size_t length = strlen(text);

    if (length < size) {
        memmove(target, text, length + 1);
        return;
    }
    memmove(target, text, size - 1);
    target[size - 1] = '\0';
    error_trim(target);
}

static void error_format(char *target, size_t size, const char *format, va_list arguments)
{
    const int length = bres__vformat(target, size, format, arguments);

    if (length < 0)
        error_copy(target, size, format);
    else if ((size_t)length >= size)
        error_trim(target);
}

bres_status bres__error(bres_status status, const char *format, ...)
{
    va_list arguments;

    /* Before the record is cleared, because an argument may point into the old record. */
    va_start(arguments, format);
    error_format(error_record.message, sizeof(error_record.message), format, arguments);
    va_end(arguments);
    error_record.status = status;
    error_record.error_number = 0;
    error_record.offset = -1;
    error_record.file[0] = '\0';
    error_record.path[0] = '\0';
    error_record.expected[0] = '\0';
    return status;
}

bres_status bres__error_memory(void)
{
    return bres__error(BRES_ERROR_MEMORY, "out of memory");
}

bres_status bres__error_system(const char *action, const char *file)
{
    const int number = errno;
    const char *reason = strerrordesc_np(number);
    /* The sentence omits an empty file name, so the message has to show it. */
    const char *name = file != NULL && file[0] == '\0' ? " ''" : "";
    bres_status status = BRES_ERROR_IO;

    if (number == ENOENT || number == ENOTDIR)
        status = BRES_ERROR_NO_FILE;
    else if (number == ENOMEM)
        status = BRES_ERROR_MEMORY;
    if (reason != NULL)
        bres__error(status, "cannot %s%s: %s", action, name, reason);
    else
        bres__error(status, "cannot %s%s: system error %d", action, name, number);
    bres__error_set_file(file);
    error_record.error_number = status == BRES_ERROR_MEMORY ? 0 : number;
    return status;
}

void bres__error_set_file(const char *file)
{
    if (file != NULL)
        error_copy(error_record.file, sizeof(error_record.file), file);
}

void bres__error_set_path(const char *format, ...)
{
    va_list arguments;

    if (format == NULL)
        return;
    va_start(arguments, format);
    error_format(error_record.path, sizeof(error_record.path), format, arguments);
    va_end(arguments);
}

void bres__error_set_offset(int64_t offset)
{
    error_record.offset = offset;
}

void bres__error_set_expected(const char *expected)
{
    if (expected != NULL)
        error_copy(error_record.expected, sizeof(error_record.expected), expected);
}

void bres__error_prefix(const char *format, ...)
{
    char prefix[sizeof(error_record.message)];
    char message[sizeof(error_record.message)];
    va_list arguments;

    va_start(arguments, format);
    error_format(prefix, sizeof(prefix), format, arguments);
    va_end(arguments);
    error_copy(message, sizeof(message), error_record.message);
    if ((size_t)bres__format(error_record.message, sizeof(error_record.message), "%s: %s", prefix,
                             message) >= sizeof(error_record.message))
        error_trim(error_record.message);
}

void bres__error_save(bres__error_record *record)
{
    *record = error_record;
}

void bres__error_restore(const bres__error_record *record)
{
    error_record = *record;
}

const char *bres_last_error(void)
{
    const bres__error_record *record = &error_record;
    char sentence[ERROR_SENTENCE_SIZE];
    const bool expected =
        record->expected[0] != '\0' && strstr(record->message, record->expected) == NULL;
    char offset[48] = "";

    if (record->offset >= 0)
        bres__format(offset, sizeof(offset), " (byte %" PRId64 ")", record->offset);
    bres__format(sentence, sizeof(sentence), "%s%s%s%s%s%s%s%s", record->file,
                 record->file[0] != '\0' ? ": " : "", record->path,
                 record->path[0] != '\0' ? ": " : "", record->message,
                 expected ? "; expected " : "", expected ? record->expected : "", offset);
    /* A message may quote untrusted input. */
    bres__visible_copy(error_sentence, sizeof(error_sentence), sentence);
    error_trim(error_sentence);
    return error_sentence;
}

bres_status bres_last_error_status(void)
{
    return error_record.status;
}

const char *bres_last_error_file(void)
{
    return error_record.file;
}

const char *bres_last_error_path(void)
{
    return error_record.path;
}

int64_t bres_last_error_offset(void)
{
    return error_record.offset;
}

const char *bres_last_error_expected(void)
{
    return error_record.expected;
}

int bres_last_error_errno(void)
{
    return error_record.error_number;
}

const char *bres_status_name(bres_status status)
{
    static const char *const names[] = {
        [BRES_OK] = "BRES_OK",
        [BRES_ERROR_ARGUMENT] = "BRES_ERROR_ARGUMENT",
        [BRES_ERROR_MEMORY] = "BRES_ERROR_MEMORY",
        [BRES_ERROR_NO_FILE] = "BRES_ERROR_NO_FILE",
        [BRES_ERROR_IO] = "BRES_ERROR_IO",
        [BRES_ERROR_SYNTAX] = "BRES_ERROR_SYNTAX",
        [BRES_ERROR_KEY] = "BRES_ERROR_KEY",
        [BRES_ERROR_KIND] = "BRES_ERROR_KIND",
        [BRES_ERROR_VALUE] = "BRES_ERROR_VALUE",
        [BRES_ERROR_SIDECAR] = "BRES_ERROR_SIDECAR",
        [BRES_ERROR_LIMIT] = "BRES_ERROR_LIMIT",
        [BRES_ERROR_VERSION] = "BRES_ERROR_VERSION",
        [BRES_ERROR_CONFLICT] = "BRES_ERROR_CONFLICT",
        [BRES_ERROR_STATE] = "BRES_ERROR_STATE",
        [BRES_ERROR_NO_DEVICE] = "BRES_ERROR_NO_DEVICE",
        [BRES_ERROR_CUDA] = "BRES_ERROR_CUDA",
        [BRES_ERROR_UNSUPPORTED] = "BRES_ERROR_UNSUPPORTED",
        [BRES_ERROR_INTERRUPTED] = "BRES_ERROR_INTERRUPTED",
    };
    const size_t index = (size_t)status;

    return index < sizeof(names) / sizeof(names[0]) ? names[index] : "unknown status";
}
