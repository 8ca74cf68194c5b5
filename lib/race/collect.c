/* SPDX-License-Identifier: MIT */
/*
 * Records in the file of a collected run which pair it belongs to, and when and where it was taken.
 */
#include "base/clock.h"
#include "base/file/file.h"
#include "base/file/tree.h"
#include "measure/meta.h"
#include "model/model.h"
#include "race/commands.h"

#include <benchresult/nvbench.h>
#include <string.h>
#include <sys/stat.h>

/* The largest result file that gets a record. */
#define FILE_MAX ((uint64_t)1 << 32)

void bres__race_moment_begin(bres__race_moment *moment)
{
    moment->start = bres__wall_now();
    bres__machine_read(bres__system_root(), &moment->machine);
}

void bres__race_moment_end(bres__race_moment *moment)
{
    moment->end = bres__wall_now();
}

/* Whether the program itself has recorded when it ran. */
static bool result_has_start(const bres_result *result)
{
    bres__slice own = { .data = NULL };
    bres__slice start = { .data = NULL };

    return result->meta != NULL && bres__json_member(result->meta, "benchresult", &own) &&
           own.data[0] == '{' && bres__json_find(&own, "start", &start) == BRES_OK &&
           start.data != NULL;
}

static bres_status put_collected(const bres_command_race *race, unsigned side,
                                 bres__json_writer *json)
{
    bres__text scratch = { 0 };
    bres_status status;

    bres__json_key(json, "collected");
    bres__json_begin(json, '{');
    if (race->race.side_count > 1)
        bres__json_put_text(json, "side", bres__race_side_names[side]);
    bres__json_put_count(json, "place", race->place);
    bres__json_put_count(json, "runs", (uint64_t)race->race.options.max_pairs);
    status = bres__json_put_path(json, "command", race->commands[side], &scratch);
    if (status == BRES_OK && race->revisions[side] != NULL)
        status = bres__json_put_path(json, "revision", race->revisions[side], &scratch);
    bres__json_end(json, '}');
    bres__text_free(&scratch);
    return status;
}

static bres_status record_add(const bres_command_race *race, unsigned side, size_t pair,
                              const bres__race_moment *moment, bres_result *result)
{
    static const char *const replaced[] = { "pair", "collected", NULL };
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true, .compact = true };
    bres_status status;

    bres__json_begin(&json, '{');
    bres__json_put_count(&json, "pair", pair);
    status = put_collected(race, side, &json);
    if (!result_has_start(result)) {
        bres__put_time(&json, "start", &moment->start);
        bres__put_time(&json, "end", &moment->end);
        bres__machine_put(&json, &moment->machine, NULL);
    }
    bres__json_end(&json, '}');
    if (status == BRES_OK)
        status =
            text.failed ? bres__error_memory() : bres__race_meta_add(result, text.data, replaced);
    bres__text_free(&text);
    return status;
}

/* Replaces the meta section in the text of a result. Everything else stays as it is. */
static bres_status file_set_meta(const char *path, const char *content, const char *meta)
{
    static const char *const replaced[] = { "meta", NULL };
    bres__text text = { 0 };
    bres__json_writer json = { .text = &text, .empty = true };
    bres_status status;

    bres__json_begin(&json, '{');
    bres__json_key(&json, "meta");
    bres__json_write_raw(&json, meta, strlen(meta));
    bres__json_write_members(&json, content, replaced);
    bres__json_end(&json, '}');
    bres__text_putc(&text, '\n');
    status = text.failed ? bres__error_memory() : bres_write_file(path, text.data, text.length);
    bres__text_free(&text);
    return status;
}

/* Replaces the file or directory of another tool, which has no place for the record, with the
 * result. */
static bres_status file_convert(const char *path, const bres_result *result)
{
    struct stat status;

    if (bres__stat(path, &status) == 0 && S_ISDIR(status.st_mode) && !bres__tree_remove(path))
        return bres__error_system("remove", path);
    return bres_result_write(result, path, NULL);
}

bres_status bres__race_record_run(const bres_command_race *race, unsigned side, size_t pair,
                                  const bres__race_moment *moment, const char *path,
                                  bres_result *result)
{
    bres__buffer content = { .data = NULL };
    bres_status status = record_add(race, side, pair, moment, result);

    if (status != BRES_OK)
        return status;
    if (result->load_samples == NULL)
        return file_convert(path, result);
    status = bres__read_file(path, FILE_MAX, &content);
    /* A file that is not a single JSON object is compressed, or a journal. */
    if (status == BRES_OK)
        status = bres__json_check_object(content.data) == BRES_OK
                     ? file_set_meta(path, content.data, result->meta)
                     : file_convert(path, result);
    bres__free(content.data);
    return status;
}
