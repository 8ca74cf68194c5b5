/* SPDX-License-Identifier: MIT */
/*
 * The file of saved probe results:
 * {"version": 1, "machines": {FINGERPRINT: RECORD, ...}}
 * RECORD: {"processor", "kernel", "governor", "date", "run_variation", "detectable_effect",
 * "one_run_effect"}
 */
#include "system/saved.h"

#include "base/hash/md5.h"
#include "system/system.h"

#include <math.h>
#include <string.h>

#define FILE_VERSION 1
#define FILE_MOST    (UINT64_C(1) << 20)
#define DIGEST_SIZE  (2 * BRES__MD5_SIZE + 1)

/* The facts that identify the machine of a record. */
static const struct {
    bres__fact_id id;
    const char *key;
    bool required;
} identity[] = {
    { BRES__FACT_PROCESSOR, "processor", true },
    { BRES__FACT_RELEASE, "kernel", true },
    { BRES__FACT_GOVERNOR, "governor", false },
};

#define IDENTITY_COUNT (sizeof(identity) / sizeof(identity[0]))

/* The key of a machine in the file. */
typedef struct fingerprint {
    char text[DIGEST_SIZE];
} fingerprint;

/* An unknown governor equals an unknown governor, because virtual machines have no governor. */
static bool fingerprint_make(const bres__machine *machine, fingerprint *made)
{
    unsigned char digest[BRES__MD5_SIZE];
    bres__md5 md5;

    bres__md5_begin(&md5);
    for (size_t i = 0; i < IDENTITY_COUNT; i++) {
        const char *text = bres__machine_text(machine, identity[i].id);

        if (text == NULL && identity[i].required)
            return false;
        text = text != NULL ? text : "";
        bres__md5_add(&md5, text, strlen(text) + 1);
    }
    bres__md5_end(&md5, digest);
    for (size_t i = 0; i < BRES__MD5_SIZE; i++)
        bres__format(made->text + 2 * i, 3, "%02x", digest[i]);
    return true;
}

/* Adds the file to an error. */
static bres_status error_in_file(const char *path, bres_status status)
{
    if (status != BRES_OK)
        bres__error_set_file(path);
    return status;
}

/* Refuses anything but a regular file: every run opens the file, and opening a FIFO would wait for
 * a writer. */
static bres_status file_check(const char *path)
{
    struct stat found;

    if (bres__stat(path, &found) != 0 || S_ISREG(found.st_mode))
        return BRES_OK;
    return error_in_file(path, bres__error(BRES_ERROR_IO, "it is not a regular file"));
}

/* Reads the whole file and checks that it is a valid object of this version. buffer->data is NULL
 * if the file does not exist. */
static bres_status file_read(const char *path, bres__buffer *buffer)
{
    int64_t version;
    bres__slice machines;
    bres_status status = file_check(path);

    *buffer = (bres__buffer){ .data = NULL };
    if (status == BRES_OK)
        status = bres__read_file(path, FILE_MOST, buffer);
    if (status == BRES_ERROR_NO_FILE) {
        *buffer = (bres__buffer){ .data = NULL };
        return BRES_OK;
    }
    if (status != BRES_OK)
        return status;
    status = bres__json_check_object(buffer->data);
    if (status != BRES_OK)
        return error_in_file(path, status);
    if (strlen(buffer->data) != buffer->size)
        return error_in_file(path, bres__error(BRES_ERROR_SYNTAX, "the file has a NUL byte"));
    if (!bres__json_member_int64(buffer->data, "version", &version) || version < 1)
        return error_in_file(
            path, bres__error(BRES_ERROR_VALUE, "'version' is missing or not a number above 0"));
    if (version > FILE_VERSION)
        return error_in_file(path, bres__error(BRES_ERROR_VERSION,
                                               "the file has version %lld (expected %d): a newer "
                                               "benchresult wrote it",
                                               (long long)version, FILE_VERSION));
    if (!bres__json_member(buffer->data, "machines", &machines) || machines.data[0] != '{')
        return error_in_file(
            path, bres__error(BRES_ERROR_KIND, "'machines' is missing or not an object"));
    return BRES_OK;
}

/* Opens the file; `machines` is the object with the records, "{}" without a file. */
static bres_status file_open(const char *path, bres__buffer *buffer, bres__slice *machines)
{
    const bres_status status = file_read(path, buffer);

    *machines = (bres__slice){ .data = "{}", .length = 2 };
    if (status == BRES_OK && buffer->data != NULL &&
        !bres__json_member(buffer->data, "machines", machines))
        return bres__error_memory();
    return status;
}

/* Checks that a member equals `text`, or is null if `text` is NULL. */
static bres_status member_check(const char *record, const char *key, const char *text)
{
    bres__text quoted = { 0 };
    bres__slice member;
    bool same = bres__json_member(record, key, &member);
    bool failed;

    if (text != NULL)
        bres__json_quote(&quoted, text, strlen(text));
    else
        bres__text_puts(&quoted, "null");
    failed = quoted.failed;
    same = same && !failed && bres__slice_is(&member, quoted.data);
    bres__text_free(&quoted);
    if (failed)
        return bres__error_memory();
    if (!same)
        return bres__error(BRES_ERROR_VALUE, "'%s' in the record differs from that of this machine",
                           key);
    return BRES_OK;
}

static bool date_read(const char *record, char date[BRES__SAVED_DATE_SIZE])
{
    bres__slice member;

    if (!bres__json_member(record, "date", &member) || member.length < 3 ||
        member.length - 2 >= BRES__SAVED_DATE_SIZE || member.data[0] != '"')
        return false;
    memcpy(date, member.data + 1, member.length - 2);
    date[member.length - 2] = '\0';
    return strspn(date, "0123456789-:TZ.") == member.length - 2;
}

static bool effect_read(const char *record, const char *key, double *value)
{
    return bres__json_member_float64(record, key, value) && *value > 0 && isfinite(*value);
}

/* Rejects a record as damaged if it has a value that the library would not have written. */
static bres_status record_read(const char *record, const bres__machine *machine, bres__saved *saved)
{
    for (size_t i = 0; i < IDENTITY_COUNT; i++) {
        const bres_status status =
            member_check(record, identity[i].key, bres__machine_text(machine, identity[i].id));

        if (status != BRES_OK)
            return status;
    }
    if (!bres__json_member_float64(record, "run_variation", &saved->run_variation) ||
        !(saved->run_variation > 0 && saved->run_variation <= 1))
        return bres__error(BRES_ERROR_VALUE, "'run_variation' in the record of this machine is not "
                                             "a fraction above 0, and at most 1");
    if (!effect_read(record, "detectable_effect", &saved->detectable_effect) ||
        !effect_read(record, "one_run_effect", &saved->one_run_effect))
        return bres__error(BRES_ERROR_VALUE, "an effect in the record of this machine is not a "
                                             "number above 0");
    if (!date_read(record, saved->date))
        return bres__error(BRES_ERROR_VALUE, "'date' in the record of this machine is not a date");
    return BRES_OK;
}

bres_status bres__saved_load(const char *path, const bres__machine *machine, bres__saved *saved)
{
    bres__buffer buffer = { .data = NULL };
    bres__saved read = { .run_variation = 0 };
    bres__slice machines;
    bres__slice record;
    fingerprint name;
    bres_status status;

    *saved = read;
    if (!fingerprint_make(machine, &name))
        return BRES_OK;
    status = file_open(path, &buffer, &machines);
    if (status == BRES_OK)
        status = bres__json_find(&machines, name.text, &record);
    if (status == BRES_OK && record.data != NULL) {
        status = record.data[0] == '{'
                     ? record_read(record.data, machine, &read)
                     : bres__error(BRES_ERROR_KIND, "the record of this machine is not an object");
        status = error_in_file(path, status);
    }
    if (status == BRES_OK)
        *saved = read;
    bres__free(buffer.data);
    return status;
}

static void put_text(bres__json_writer *json, const char *key, const char *text)
{
    bres__json_key(json, key);
    if (text != NULL)
        bres__json_write_string(json, text);
    else
        bres__json_write_literal(json, "null");
}

static void put_number(bres__json_writer *json, const char *key, double number)
{
    bres__json_key(json, key);
    bres__json_write_float64(json, number);
}

static void put_record(bres__json_writer *json, const bres__machine *machine,
                       const bres__saved *saved)
{
    bres__json_begin(json, '{');
    for (size_t i = 0; i < IDENTITY_COUNT; i++)
        put_text(json, identity[i].key, bres__machine_text(machine, identity[i].id));
    put_text(json, "date", saved->date);
    put_number(json, "run_variation", saved->run_variation);
    put_number(json, "detectable_effect", saved->detectable_effect);
    put_number(json, "one_run_effect", saved->one_run_effect);
    bres__json_end(json, '}');
}

static void put_file(bres__json_writer *json, const bres__slice *machines, const fingerprint *name,
                     const bres__machine *machine, const bres__saved *saved)
{
    const char *const except[] = { name->text, NULL };

    bres__json_begin(json, '{');
    bres__json_key(json, "version");
    bres__json_write_int64(json, FILE_VERSION);
    bres__json_key(json, "machines");
    bres__json_begin(json, '{');
    bres__json_write_members(json, machines->data, except);
    bres__json_key(json, name->text);
    put_record(json, machine, saved);
    bres__json_end(json, '}');
    bres__json_end(json, '}');
    bres__text_putc(json->text, '\n');
}

static bres_status file_write(const char *path, const bres__text *text)
{
    bres__output *output;
    bres_status status = bres__make_parents(path);

    if (status == BRES_OK)
        status = bres__output_open(path, &output);
    if (status != BRES_OK)
        return status;
    bres__output_write(output, text->data, text->length);
    return bres__output_commit(output);
}

static bres_status fingerprint_error(const bres__machine *machine)
{
    for (size_t i = 0; i < IDENTITY_COUNT; i++) {
        const bres__fact_info *fact = bres__fact_describe(identity[i].id);

        if (identity[i].required && bres__machine_text(machine, identity[i].id) == NULL)
            return bres__error(BRES_ERROR_UNSUPPORTED,
                               "%s is not known (%s: %s), so that later runs would not recognize "
                               "this machine",
                               fact->name, fact->path,
                               bres__fact_state_name(machine->facts[identity[i].id].state));
    }
    return BRES_OK;
}

bres_status bres__saved_store(const char *path, const bres__machine *machine,
                              const bres__saved *saved)
{
    bres__buffer buffer = { .data = NULL };
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true };
    bres__slice machines;
    fingerprint name;
    bres_status status;

    if (!fingerprint_make(machine, &name))
        return fingerprint_error(machine);
    status = file_open(path, &buffer, &machines);
    if (status == BRES_OK) {
        put_file(&json, &machines, &name, machine, saved);
        status = text.failed ? bres__error_memory() : file_write(path, &text);
    }
    bres__text_free(&text);
    bres__free(buffer.data);
    return status;
}
