/* SPDX-License-Identifier: MIT */
/*
 * Reads a configuration of thresholds. Accepted thresholds must be unchanged after a dump and a
 * second read; a refusal must have a message.
 */
#include <benchresult.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    char *dump = NULL;
    const char *preset;
    const char *again;
    bres_thresholds thresholds;
    bres_thresholds back;

    if (text == NULL)
        return 0;
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    if (bres_thresholds_parse(&thresholds, text, "x", NULL, &preset) == BRES_OK) {
        if (bres_thresholds_dump(&thresholds, preset, &dump) != BRES_OK ||
            bres_thresholds_parse(&back, dump, "x", NULL, &again) != BRES_OK ||
            memcmp(&thresholds, &back, sizeof thresholds) != 0 || strcmp(preset, again) != 0)
            abort();
    } else if (bres_last_error()[0] == '\0') {
        abort();
    }
    bres_string_free(dump);
    free(text);
    return 0;
}
