/* SPDX-License-Identifier: MIT */
/*
 * The public export: finds the format, calls its writer, and warns about data that were lost.
 */
#include "base/alloc.h"
#include "base/base.h"
#include "base/text/names.h"
#include "base/text/visible.h"
#include "formats/write/write.h"

#include <benchresult/formats.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    bres_status (*write)(bres__export *self);
} formats[] = {
#define EXPORT(name, function) { name, bres__write_##function },
    BRES__EXPORTS(EXPORT)
#undef EXPORT
};

#define FORMAT_COUNT (sizeof(formats) / sizeof(*formats))

/* Size of the first published layout, which has all members. */
#define FIRST_SIZE sizeof(bres_export_options)

const char *bres_export_format_name(size_t index)
{
    return index < FORMAT_COUNT ? formats[index].name : NULL;
}

void bres_export_options_init(bres_export_options *options)
{
    if (options != NULL)
        *options = (bres_export_options){ .size = sizeof(*options) };
}

static bres_status format_unknown(const char *name)
{
    bres__names names = { .nearest.unknown = name };

    for (size_t i = 0; i < FORMAT_COUNT; i++)
        bres__names_add(&names, formats[i].name);
    return bres__names_error(&names, "unknown format '%s'", name);
}

/* Finds a member of a value; no data if the value is not an object. */
static bres__slice member_of(const bres__slice *object, const char *key)
{
    bres__slice value = { 0 };

    if (object->length != 0 && object->data[0] == '{' &&
        bres__json_find(object, key, &value) != BRES_OK)
        value = (bres__slice){ 0 };
    return value;
}

static bool member_is(const bres__slice *object, const char *key, const char *quoted)
{
    const bres__slice value = member_of(object, key);

    return value.data != NULL && bres__slice_is(&value, quoted);
}

/* Clears `of_cpu` and `is_source` unless they also hold for this meta section. */
static void export_check_source(bres__export *self, const bres__slice *meta)
{
    const bres__slice own = member_of(meta, "benchresult");
    const bres__slice import = member_of(&own, "import");
    char quoted[64];

    bres__format(quoted, sizeof(quoted), "\"%s\"", self->format);
    self->of_cpu = self->of_cpu && member_is(&import, "clock", "\"cpu\"");
    self->is_source =
        self->is_source &&
        (member_is(&import, "format", quoted) ||
         (strcmp(self->format, "go") == 0 && member_is(&import, "format", "\"go-json\"")));
}

/* Finds the format and the clock of the import: of the result, or of all parts of a merge. */
static void export_find_source(bres__export *self)
{
    const char *text = bres_result_meta_json(self->result);
    const bres__slice meta = { text, text != NULL ? strlen(text) : 0 };
    const bres__slice own = member_of(&meta, "benchresult");
    const bres__slice merged = member_of(&own, "merged");
    bres__cursor cursor = bres__json_unchecked_cursor(merged.data, merged.length);
    bres__json_walk walk = bres__json_walk_list(&cursor);
    bres__slice part;

    self->is_source = self->of_cpu = true;
    if (merged.length == 0 || merged.data[0] != '[') {
        export_check_source(self, &meta);
        return;
    }
    while (bres__json_walk_pass(&walk, &part))
        export_check_source(self, &part);
}

static bres_status name_conflict(const bres__export *self, const char *name, const bres_state *one,
                                 const bres_state *two)
{
    return bres__error(BRES_ERROR_CONFLICT,
                       "state '%s' of benchmark '%s' and state '%s' of benchmark '%s' would both "
                       "have the name '%s' in the format %s",
                       bres_state_name(one), bres_subbench_name(bres_state_subbench(one)),
                       bres_state_name(two), bres_subbench_name(bres_state_subbench(two)), name,
                       self->format);
}

bres_status bres__export_claim(bres__export *self, const bres__text *name, const bres_state *state)
{
    const size_t known = self->names.count;
    size_t position;

    bres__text_puts(&self->names.key, bres__write_string_of(name));
    if (name->failed || !BRES__RESERVE(&self->owners, &self->owner_capacity, known + 1) ||
        !bres__index_take(&self->names, &position))
        return bres__error_memory();
    if (self->names.count == known)
        return name_conflict(self, bres__write_string_of(name), self->owners[position], state);
    self->owners[position] = state;
    self->written++;
    return BRES_OK;
}

void bres__export_join_runs(bres__export *self, const bres__written *state)
{
    self->joins_runs |= state->run_count > 1;
    self->lost_runs += state->runs_without_times;
}

static void list_add(bres__left_out *reason, const char *what, size_t count)
{
    while (reason->what != NULL && strcmp(reason->what, what) != 0)
        reason++;
    reason->what = what;
    reason->count += count;
}

bres_status bres__export_leave_out(bres__export *self, const char *what)
{
    list_add(self->left_out, what, 1);
    return BRES_OK;
}

void bres__export_lose(bres__export *self, const char *what, size_t count)
{
    if (count != 0)
        list_add(self->lost, what, count);
}

static void say(const bres_export_options *options, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(const bres_export_options *options, const char *format, ...)
{
    char message[512];
    va_list arguments;

    if (options->log == NULL)
        return;
    va_start(arguments, format);
    bres__vformat(message, sizeof(message), format, arguments);
    va_end(arguments);
    bres__log_say(options->log, options->log_user, BRES_LOG_WARNING, message);
}

static void export_warn(const bres__export *self, const bres_export_options *options)
{
    for (const bres__left_out *reason = self->left_out; reason->what != NULL; reason++)
        say(options, "the format %s cannot express states %s: %zu %s left out", self->format,
            reason->what, reason->count, reason->count == 1 ? "state is" : "states are");
    if (self->joins_runs)
        say(options,
            "the format %s has no runs: the samples of all runs of a state are written "
            "as samples of one run",
            self->format);
    for (const bres__left_out *part = self->lost; part->what != NULL; part++)
        say(options, "%s are left out: %zu", part->what, part->count);
    if (self->lost_runs != 0)
        say(options,
            "the format %s cannot express runs with aggregates alone of states with samples: "
            "%zu %s left out",
            self->format, self->lost_runs, self->lost_runs == 1 ? "run is" : "runs are");
    if (self->renamed != 0)
        say(options,
            "counters and rates are written as NAME#2, because the format %s uses their names for "
            "other values: %zu",
            self->format, self->renamed);
    if (self->misread != 0)
        say(options, "the format %s %s: %zu %s read with other names or axes", self->format,
            self->misread_for, self->misread, self->misread == 1 ? "state is" : "states are");
    if (self->writes_cpu)
        say(options, "the format %s has no CPU times: CPU times are written as its times",
            self->format);
}

/* Fails if all states were left out, because the file would look like a valid result. */
static bres_status export_check(const bres__export *self)
{
    const bres__left_out *reason = self->left_out;
    bres__text list = { 0 };

    if (self->written != 0 || reason->what == NULL)
        return BRES_OK;
    for (; reason->what != NULL; reason++)
        bres__text_printf(&list, "%sstates %s: %zu", list.length != 0 ? "; " : "", reason->what,
                          reason->count);
    bres__error(BRES_ERROR_VALUE, "the format %s cannot express any state of the result (%s)",
                self->format, bres__write_string_of(&list));
    bres__text_free(&list);
    return BRES_ERROR_VALUE;
}

static bres_status export_run(bres__export *self, bres_status (*write)(bres__export *self),
                              const bres_export_options *options, char **text)
{
    bres_status status;

    export_find_source(self);
    status = bres__export_count_devices(self);
    if (status == BRES_OK)
        status = write(self);
    if (status == BRES_OK)
        status = export_check(self);
    if (status == BRES_OK) {
        *text = bres__text_steal(&self->text);
        status = *text != NULL ? BRES_OK : bres__error_memory();
    }
    if (status == BRES_OK)
        export_warn(self, options);
    bres__text_free(&self->text);
    bres__index_free(&self->devices);
    bres__free(self->device_uses);
    bres__index_free(&self->names);
    bres__free(self->owners);
    return status;
}

bres_status bres_result_export(const bres_result *result, const char *format,
                               const bres_export_options *options, char **text)
{
    bres__export self = { .result = result, .format = format };
    bres_export_options own;
    bres_status status;
    size_t i = 0;

    if (text == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_export: text is NULL");
    *text = NULL;
    if (result == NULL || format == NULL)
        return bres__error(BRES_ERROR_ARGUMENT, "bres_result_export: result or format is NULL");
    bres_export_options_init(&own);
    status = bres__options_load(&own, sizeof(own), options, FIRST_SIZE, "bres_export_options");
    if (status != BRES_OK)
        return status;
    while (i < FORMAT_COUNT && strcmp(formats[i].name, format) != 0)
        i++;
    if (i == FORMAT_COUNT)
        return format_unknown(format);
    return export_run(&self, formats[i].write, &own, text);
}
