/* SPDX-License-Identifier: MIT */
/*
 * Passes the figures of a race of commands to the room that writes reports.
 */
#include "race/commands.h"

#define WRITER(value, name) [BRES_FORMAT_##value] = bres__race_##name,

static bres_status rows_make(const bres_command_race *race, bres__race_report_row **rows)
{
    *rows = bres__calloc(race->race.row_count, sizeof **rows);
    if (*rows == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < race->race.row_count; i++) {
        const bres__race_row *row = &race->race.rows[i];

        (*rows)[i] = (bres__race_report_row){
            .bench = row->bench,
            .state = row->state,
            .message = row->outcome.message,
            .figures = bres__race_figures_of(&row->outcome),
        };
    }
    return BRES_OK;
}

static bres_status report_write(const bres_command_race *race, uint32_t format,
                                const bres__race_report_row *rows, bres__text *text)
{
    static bres_status (*const writers[])(const bres__race_report *,
                                          bres__text *) = { BRES__RACE_FORMATS(WRITER) };
    const bres_status status = bres__format_check(BRES_REPORT_RACE, format);
    const bres__race_report report = {
        .reference = race->commands[BRES__RACE_REFERENCE],
        .candidate = race->commands[BRES__RACE_CANDIDATE],
        .stop_reason = bres_race_stop_name(race->race.stop_reason),
        .message = race->message,
        .pairs = race->race.rounds,
        .seconds = bres_command_race_seconds(race),
        .limits = { .error_rate = race->race.options.error_rate,
                    .min_effect = race->race.options.min_effect,
                    .equivalence_margin = race->race.options.equivalence_margin,
                    .not_slower = (race->race.options.flags & BRES_RACE_NOT_SLOWER) != 0 },
        .rows = rows,
        .row_count = race->race.row_count,
    };

    return status == BRES_OK ? writers[format](&report, text) : status;
}

bres_status bres_command_race_report(const bres_command_race *race, bres_format format, char **text,
                                     size_t *length)
{
    bres__text made = { 0 };
    bres__race_report_row *rows = NULL;
    bres_status status = bres__report_begin("race report", text, length);

    if (status == BRES_OK && race == NULL)
        status = bres__error(BRES_ERROR_ARGUMENT, "bres_command_race_report: race is NULL");
    if (status == BRES_OK)
        status = rows_make(race, &rows);
    if (status == BRES_OK)
        status = report_write(race, (uint32_t)format, rows, &made);
    if (status == BRES_OK)
        status = bres__report_finish(&made, text, length);
    bres__free(rows);
    bres__text_free(&made);
    return status;
}
