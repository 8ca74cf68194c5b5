/* SPDX-License-Identifier: MIT */
#include "formats/jmh/jmh.h"

#include <string.h>

static const struct {
    const char *name;
    double seconds;
} time_units[] = {
    { "ns", 1e-9 }, { "us", 1e-6 }, { "ms", 1e-3 },   { "s", 1 },
    { "min", 60 },  { "hr", 3600 }, { "day", 86400 },
};

static bres_status record_read_unit(bres__jmh_record *record)
{
    const char *name = record->unit;
    size_t length = strlen(name);

    record->is_rate = strncmp(name, "ops/", 4) == 0;
    if (record->is_rate)
        name += 4;
    else if (length > 3 && strcmp(name + length - 3, "/op") == 0)
        length -= 3;
    for (size_t i = 0; i < sizeof(time_units) / sizeof(*time_units); i++) {
        record->seconds = time_units[i].seconds;
        if (record->is_rate ? strcmp(name, time_units[i].name) == 0
                            : length == strlen(time_units[i].name) &&
                                  strncmp(name, time_units[i].name, length) == 0)
            return BRES_OK;
    }
    return bres__node_fault(&record->metric, BRES_ERROR_VALUE,
                            "ops/TIME or TIME/op, where TIME is ns, us, ms, s, min, hr or day",
                            "unknown scoreUnit '%s'", record->unit);
}

bres_status bres__jmh_record_open(const bres__node *node, bres__jmh_record *record)
{
    bres__node member;
    bool found = false;
    bres_status status = bres__node_read_text(node, "benchmark", &record->benchmark);

    record->node = node;
    record->batch = 1;
    if (status == BRES_OK)
        status = bres__node_read_text(node, "mode", &record->mode);
    if (status == BRES_OK)
        status = bres__node_require(node, "primaryMetric", BRES__JSON_OBJECT, &record->metric);
    if (status == BRES_OK)
        status = bres__node_read_text(&record->metric, "scoreUnit", &record->unit);
    if (status == BRES_OK)
        status = record_read_unit(record);
    if (status == BRES_OK && strcmp(record->mode, "ss") == 0)
        status =
            bres__node_optional(node, "measurementBatchSize", BRES__JSON_REAL, &member, &found);
    if (status == BRES_OK && found)
        status = bres__node_float64(&member, &record->batch);
    if (!(record->batch >= 1))
        record->batch = 1;
    return status;
}
