/* SPDX-License-Identifier: MIT */
/* A program that uses only the installed files: loads a result and counts its states. */
#include <benchresult.h>
#include <stdio.h>
#include <string.h>

static const char document[] = "{\"devices\": [], \"benchmarks\": [{\"name\": \"copy\","
                               " \"devices\": [], \"axes\": [], \"states\": []}]}";

int main(void)
{
    bres_result *result = NULL;

    if (strcmp(bres_version(), BRES_VERSION_STRING) != 0) {
        fprintf(stderr, "built with %s, runs with %s\n", BRES_VERSION_STRING, bres_version());
        return 1;
    }
    if (bres_result_load_memory(document, strlen(document), NULL, &result) != BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        return 1;
    }
    printf("%s: %zu\n", bres_version(), bres_result_subbench_count(result));
    bres_result_unref(result);
    return 0;
}
