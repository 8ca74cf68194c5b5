/* SPDX-License-Identifier: MIT */
/*
 * Access to summaries.
 */
#include "model/model.h"

#include <string.h>

const char *bres_summary_tag(const bres_summary *summary)
{
    return summary != NULL ? summary->shape->tag : NULL;
}

const char *bres_summary_name(const bres_summary *summary)
{
    return summary != NULL ? bres__scalar_string(&summary->shape->name) : NULL;
}

const char *bres_summary_hint(const bres_summary *summary)
{
    return summary != NULL ? bres__scalar_string(&summary->shape->hint) : NULL;
}

const char *bres_summary_description(const bres_summary *summary)
{
    return summary != NULL ? bres__scalar_string(&summary->shape->description) : NULL;
}

const char *bres_summary_hide(const bres_summary *summary)
{
    return summary != NULL ? bres__scalar_string(&summary->shape->hide) : NULL;
}

bool bres_summary_is_hidden(const bres_summary *summary)
{
    return summary != NULL && bres__scalar_as_bool(&summary->shape->hide);
}

const char *bres_summary_extra_json(const bres_summary *summary)
{
    return summary != NULL ? summary->shape->extra : NULL;
}

size_t bres_summary_field_count(const bres_summary *summary)
{
    return summary != NULL ? summary->field_count : 0;
}

const bres_value *bres_summary_field_at(const bres_summary *summary, size_t index)
{
    return index < bres_summary_field_count(summary) ? &summary->fields[index] : NULL;
}

const bres_value *bres_summary_field(const bres_summary *summary, const char *name)
{
    if (name == NULL)
        return NULL;
    for (size_t i = bres_summary_field_count(summary); i-- > 0;) {
        const bres_value *value = &summary->fields[i];

        if (value->field->name != NULL && strcmp(value->field->name, name) == 0)
            return value;
    }
    return NULL;
}

bres_kind bres_summary_kind(const bres_summary *summary)
{
    return bres_value_kind(bres_summary_field(summary, "value"));
}

bool bres_summary_int64(const bres_summary *summary, int64_t *number)
{
    return bres_value_int64(bres_summary_field(summary, "value"), number);
}

bool bres_summary_float64(const bres_summary *summary, double *number)
{
    return bres_value_float64(bres_summary_field(summary, "value"), number);
}

const char *bres_summary_string(const bres_summary *summary)
{
    return bres_value_string(bres_summary_field(summary, "value"));
}

static void summary_record(const bres_summary *summary, bres_summary_record *record)
{
    const bres_value *value = bres_summary_field(summary, "value");

    *record = (bres_summary_record){
        .summary = summary,
        .shape = summary->shape,
        .string = bres_value_string(value),
        .kind = bres_value_kind(value),
        .field_count = summary->field_count,
    };
    (void)bres_value_int64(value, &record->int64);
    (void)bres_value_float64(value, &record->float64);
}

size_t bres_state_summary_records(const bres_state *state, size_t first,
                                  bres_summary_record *records, size_t capacity)
{
    const size_t count = bres_state_summary_count(state);
    size_t filled = 0;

    if (records == NULL || first >= count)
        return 0;
    for (; filled < capacity && filled < count - first; filled++)
        summary_record(bres__summary_at(state, first + filled), &records[filled]);
    return filled;
}
