/* SPDX-License-Identifier: MIT */
/*
 * Counts the instructions of a C function under valgrind. Other programs on the machine do not
 * change the count. Run as: count_function
 */
#include <benchresult.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 1000

static int compare(const void *a, const void *b)
{
    const int x = *(const int *)a;
    const int y = *(const int *)b;

    return (x > y) - (x < y);
}

/* The library counts the function in a separate process, which makes its own data. */
static void *make_numbers(void)
{
    static int numbers[SIZE];

    for (int i = 0; i < SIZE; i++)
        numbers[i] = i * 7919 % SIZE;
    return numbers;
}

static void sort(void *context)
{
    int numbers[SIZE];

    memcpy(numbers, context, sizeof numbers);
    qsort(numbers, SIZE, sizeof *numbers, compare);
}

int main(void)
{
    const bres_callgrind_task task = { "sort", sort, make_numbers, NULL };
    bres_callgrind *counted;
    double instructions;
    char *table;
    int status = bres_callgrind_serve(&task, 1);

    if (status >= 0)
        return status; /* in the process that counts */
    if (bres_callgrind_collect_task("sort", NULL, &counted) != BRES_OK ||
        bres_callgrind_instructions(counted, 0, &instructions) != BRES_OK ||
        bres_counts_text(bres_callgrind_statement(counted, 0, false), 0, 100, &table) != BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        return 2;
    }
    printf("%.0f instructions to sort %d numbers; of all %d executions:\n\n%s", instructions, SIZE,
           (int)bres_callgrind_number(counted), table);
    bres_string_free(table);
    bres_callgrind_free(counted);
    return 0;
}
