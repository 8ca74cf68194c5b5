/* SPDX-License-Identifier: MIT */
/* Races two ways to add up a matrix: along its rows, and along its columns.
 * Run as: race */
#include <benchresult.h>
#include <stdio.h>

#define SIDE 512

static double matrix[SIDE][SIDE];

static void along_rows(void *sum)
{
    for (int row = 0; row < SIDE; row++) {
        for (int column = 0; column < SIDE; column++)
            *(double *)sum += matrix[row][column];
    }
}

static void along_columns(void *sum)
{
    for (int column = 0; column < SIDE; column++) {
        for (int row = 0; row < SIDE; row++)
            *(double *)sum += matrix[row][column];
    }
}

int main(void)
{
    double sums[2] = { 0, 0 };
    bres_race_side rows = { .cpu = along_rows, .context = &sums[0] };
    bres_race_side columns = { .cpu = along_columns, .context = &sums[1] };
    bres_race_outcome outcome;

    for (int i = 0; i < SIDE * SIDE; i++)
        matrix[i / SIDE][i % SIDE] = i;
    bres_race_outcome_init(&outcome);
    if (bres_race(&rows, &columns, NULL, &outcome) != BRES_OK) {
        fprintf(stderr, "%s\n", bres_last_error());
        return 2;
    }
    printf("columns: %s, %s\n", bres_verdict_name((bres_verdict)outcome.verdict), outcome.message);
    if (outcome.carries_over)
        puts("each disturbs the other");
    return 0;
}
