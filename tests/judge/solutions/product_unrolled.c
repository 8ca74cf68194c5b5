/* SPDX-License-Identifier: MIT */
/*
 * Matrix multiplication with vectors, four rows at a time. The sums stay in registers.
 */
#include <stddef.h>
#include <string.h>

#define ROWS    4
#define COLUMNS 8
typedef float half_row __attribute__((vector_size(4 * COLUMNS / 2)));

static half_row row_load(const float *numbers)
{
    half_row row;

    memcpy(&row, numbers, sizeof(row));
    return row;
}

static void tile_compute(const float *a, const float *b, float *c, size_t n, size_t k)
{
    half_row left[ROWS] = { 0 };
    half_row right[ROWS] = { 0 };

    for (size_t l = 0; l < k; l++) {
        const half_row b_left = row_load(b + l * n);
        const half_row b_right = row_load(b + l * n + COLUMNS / 2);

        for (size_t i = 0; i < ROWS; i++) {
            left[i] += a[i * k + l] * b_left;
            right[i] += a[i * k + l] * b_right;
        }
    }
    for (size_t i = 0; i < ROWS; i++) {
        memcpy(c + i * n, &left[i], sizeof(left[i]));
        memcpy(c + i * n + COLUMNS / 2, &right[i], sizeof(right[i]));
    }
}

/* Computes the rows and columns outside full tiles. */
static void rest_compute(const float *a, const float *b, float *c, size_t n, size_t k, size_t rows,
                         size_t columns)
{
    for (size_t i = 0; i < rows; i++) {
        for (size_t j = 0; j < columns; j++) {
            float sum = 0;

            for (size_t l = 0; l < k; l++)
                sum += a[i * k + l] * b[l * n + j];
            c[i * n + j] = sum;
        }
    }
}

void solution(const float *a, const float *b, float *c, size_t m, size_t n, size_t k)
{
    const size_t rows = m / ROWS * ROWS;
    const size_t columns = n / COLUMNS * COLUMNS;

    for (size_t i = 0; i < rows; i += ROWS) {
        for (size_t j = 0; j < columns; j += COLUMNS)
            tile_compute(a + i * k, b + j, c + i * n + j, n, k);
    }
    rest_compute(a, b + columns, c + columns, n, k, rows, n - columns);
    rest_compute(a + rows * k, b, c + rows * n, n, k, m - rows, n);
}
