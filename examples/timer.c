/* SPDX-License-Identifier: MIT */
/*
 * Times a function and a command like torch.utils.benchmark.Timer: in blocks that hide the cost of
 * the clock.
 * Run as: timer true
 */
#include <benchresult.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT 1024

struct data {
    int given[COUNT];
    int sorted[COUNT];
};

static int compare(const void *a, const void *b)
{
    const int first = *(const int *)a;
    const int second = *(const int *)b;

    return (first > second) - (first < second);
}

static void sort_once(void *context)
{
    struct data *data = context;

    memcpy(data->sorted, data->given, sizeof(data->given));
    qsort(data->sorted, COUNT, sizeof(data->sorted[0]), compare);
    BRES_KEEP(data);
}

static bres_status time_function(void)
{
    static struct data data;
    bres_measurement *measurement = NULL;
    bres_task_spec spec;
    bres_status status;

    for (size_t i = 0; i < COUNT; i++)
        data.given[i] = (int)(i * 7919 % 1009);
    bres_task_spec_init(&spec);
    spec.label = "sort";
    spec.description = "n=1024";
    status = bres_timer_adaptive_autorange(sort_once, &data, &spec, NULL, &measurement);
    if (status == BRES_OK)
        printf("%s\n", bres_measurement_text(measurement));
    bres_measurement_free(measurement);
    return status;
}

static bres_status time_command(char **arguments)
{
    bres_measurement *measurement = NULL;
    bres_timer *timer = NULL;
    bres_command command;
    bres_status status;

    bres_command_init(&command);
    command.arguments = (const char *const *)arguments;
    command.timeout = 60;
    status = bres_timer_new_command(&command, NULL, &timer);
    if (status == BRES_OK)
        status = bres_timer_measure(timer, BRES_TIMING_BLOCKED, NULL, &measurement);
    if (status == BRES_OK)
        printf("%s\n%s\n", bres_measurement_text(measurement),
               bres_measurement_metadata_json(measurement));
    bres_measurement_free(measurement);
    bres_timer_free(timer);
    return status;
}

int main(int argc, char **argv)
{
    bres_status status = time_function();

    if (status == BRES_OK && argc > 1)
        status = time_command(argv + 1);
    if (status != BRES_OK)
        fprintf(stderr, "%s\n", bres_last_error());
    return status == BRES_OK ? 0 : 2;
}
