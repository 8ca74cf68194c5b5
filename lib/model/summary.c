/* SPDX-License-Identifier: MIT */
/*
 * Summaries: the look-ups.
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
    return summary != NULL && bres__scalar_truthy(&summary->shape->hide);
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
