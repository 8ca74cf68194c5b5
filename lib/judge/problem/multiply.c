/* SPDX-License-Identifier: MIT */
/*
 * The right matrix is split into panels of COLUMNS columns, the left matrix into strips of ROWS
 * rows; the last panel and strip are padded. The sums of a strip and of one vector of columns stay
 * in registers.
 */
#include "judge/problem/multiply.h"
#include "judge/problem/reference.h"

#include "base/alloc.h"

#define ROWS    8
#define COLUMNS 8

/* Sets sums[row][column] to the product of a strip, stored row by row, and a panel. */
typedef void (*strip_fn)(const double *strip, const double *panel, size_t k,
                         double sums[ROWS][COLUMNS]);

/* A strip function for a type of vectors; `target` is an attribute or nothing. */
#define STRIP_FUNCTION(name, vector, target)                                                       \
    target static void name(const double *strip, const double *panel, size_t k,                    \
                            double sums[ROWS][COLUMNS])                                            \
    {                                                                                              \
        for (size_t x = 0; x < COLUMNS; x += sizeof(vector) / sizeof(double)) {                    \
            vector tile[ROWS] = { { 0 } };                                                         \
                                                                                                   \
            for (size_t j = 0; j < k; j++) {                                                       \
                const vector columns = *(const vector *)(const void *)(panel + j * COLUMNS + x);   \
                                                                                                   \
                for (size_t row = 0; row < ROWS; row++)                                            \
                    tile[row] += strip[row * k + j] * columns;                                     \
            }                                                                                      \
            for (size_t row = 0; row < ROWS; row++)                                                \
                *(vector *)(void *)(sums[row] + x) = tile[row];                                    \
        }                                                                                          \
    }

#define VECTOR(count) __attribute__((vector_size(8 * (count)), aligned(8), may_alias))

typedef double plain_vector VECTOR(2);
STRIP_FUNCTION(strip_multiply, plain_vector, )

#if defined(__x86_64__)
typedef double avx_vector VECTOR(4);
typedef double avx512_vector VECTOR(8);
STRIP_FUNCTION(strip_multiply_avx2, avx_vector, __attribute__((target("avx2"))))
STRIP_FUNCTION(strip_multiply_avx512, avx512_vector, __attribute__((target("avx512f"))))
#endif

static strip_fn strip_function(void)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx512f"))
        return strip_multiply_avx512;
    if (__builtin_cpu_supports("avx2"))
        return strip_multiply_avx2;
#endif
    return strip_multiply;
}

static size_t parts_of(size_t count, size_t size)
{
    return (count + size - 1) / size;
}

/* The panels of a matrix, one after the other; NULL if memory is exhausted. */
static double *panels_load(bres_data_type type, const void *b, size_t n, size_t k)
{
    double *panels = bres__reals_zero(parts_of(n, COLUMNS) * k * COLUMNS);

    for (size_t j = 0; panels != NULL && j < k; j++) {
        for (size_t column = 0; column < n; column++)
            panels[(column / COLUMNS * k + j) * COLUMNS + column % COLUMNS] =
                bres__real_get(type, b, j * n + column);
    }
    return panels;
}

/* Multiplies `rows` rows, at most ROWS. The other rows of the strip are ignored. */
static void rows_multiply(bres_data_type type, const double *strip, const double *panels, void *c,
                          size_t first, size_t rows, size_t n, size_t k, strip_fn multiply)
{
    for (size_t panel = 0; panel < parts_of(n, COLUMNS); panel++) {
        const size_t begin = panel * COLUMNS;
        const size_t columns = n - begin < COLUMNS ? n - begin : COLUMNS;
        double sums[ROWS][COLUMNS];

        multiply(strip, panels + panel * k * COLUMNS, k, sums);
        for (size_t row = 0; row < rows; row++)
            bres__reals_store(type, c, (first + row) * n + begin, sums[row], columns);
    }
}

bool bres__matrices_multiply(bres_data_type type, const void *a, const void *b, void *c, size_t m,
                             size_t n, size_t k)
{
    const strip_fn multiply = strip_function();
    double *panels = panels_load(type, b, n, k);
    double *strip = bres__reals_zero(ROWS * k);
    bool done;

    for (size_t first = 0; panels != NULL && strip != NULL && first < m; first += ROWS) {
        const size_t rows = m - first < ROWS ? m - first : ROWS;

        for (size_t i = 0; i < rows * k; i++)
            strip[i] = bres__real_get(type, a, first * k + i);
        rows_multiply(type, strip, panels, c, first, rows, n, k, multiply);
    }
    done = panels != NULL && strip != NULL;
    bres__free(strip);
    bres__free(panels);
    return done;
}
