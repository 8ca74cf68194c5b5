/* SPDX-License-Identifier: MIT */
/*
 * What the `meta` section of everything that was measured says of when and where.
 */
#include "measure/host.h"

#include "report/report.h"

#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#define CPUINFO_MAX ((uint64_t)64 << 20)

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

bres_status bres__put_processor(bres__text *name)
{
    static const char key[] = "model name";
    bres__buffer info = { .data = NULL };
    const bres_status status = bres__read_file("/proc/cpuinfo", CPUINFO_MAX, &info);
    const char *found;
    size_t length;

    if (status != BRES_OK)
        return status == BRES_ERROR_MEMORY ? status : BRES_OK;
    found = strstr(info.data, key);
    if (found != NULL) {
        found += sizeof key - 1;
        found += strspn(found, "\t :");
        length = strcspn(found, "\n");
        if (bres__utf8_valid(found, length) == length)
            bres__text_append(name, found, length);
    }
    bres__free(info.data);
    return name->failed ? bres__error_memory() : BRES_OK;
}

void bres__put_host(bres__json_writer *json)
{
    struct utsname system;
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    bres__text processor = { 0 };
    bres_status status;

    bres__json_key(json, "host");
    bres__json_begin(json, '{');
    if (uname(&system) == 0) {
        bres__json_put_text(json, "name", system.nodename);
        bres__json_put_text(json, "system", system.sysname);
        bres__json_put_text(json, "release", system.release);
        bres__json_put_text(json, "machine", system.machine);
    }
    status = bres__put_processor(&processor);
    if (status != BRES_OK)
        json->text->failed = true;
    else if (processor.length > 0)
        bres__json_put_text(json, "processor", processor.data);
    bres__text_free(&processor);
    if (processors > 0)
        bres__json_put_count(json, "processors", (size_t)processors);
    bres__json_end(json, '}');
}
