/* SPDX-License-Identifier: MIT */
#include "measure/meta.h"

#include "report/report.h"

void bres__put_format_version(bres__json_writer *json)
{
    static const char version[] =
        "{\"json\":{\"major\":1,\"minor\":0,\"patch\":0,\"string\":\"1.0.0\"}}";

    bres__json_key(json, "version");
    bres__json_write_raw(json, version, sizeof version - 1);
}

void bres__put_time(bres__json_writer *json, const char *key, const struct timespec *moment)
{
    struct tm parts;
    char text[40];
    size_t length;

    if (moment->tv_sec == 0 || gmtime_r(&moment->tv_sec, &parts) == NULL)
        return;
    length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    bres__format(text + length, sizeof text - length, ".%06ldZ", moment->tv_nsec / 1000);
    bres__json_put_text(json, key, text);
}
