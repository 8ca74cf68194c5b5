/* SPDX-License-Identifier: MIT */
/* c = a * b for n x n matrices of floats, n a multiple of the tile. One thread computes each
 * element of a tile; the tiles of a and b are in shared memory. */

template <unsigned tile>
static __device__ void multiply(const float *a, const float *b, float *c, unsigned n)
{
    __shared__ float left[tile][tile];
    __shared__ float right[tile][tile];
    const unsigned x = blockIdx.x * tile + threadIdx.x;
    const unsigned y = blockIdx.y * tile + threadIdx.y;
    float sum = 0;

    for (unsigned at = 0; at < n; at += tile) {
        left[threadIdx.y][threadIdx.x] = a[y * n + at + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(at + threadIdx.y) * n + x];
        __syncthreads();
        for (unsigned k = 0; k < tile; k++)
            sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    c[y * n + x] = sum;
}

#define MATMUL(tile)                                                                               \
    extern "C" __global__ void __launch_bounds__(tile *tile)                                       \
        matmul_##tile(const float *a, const float *b, float *c, unsigned n)                        \
    {                                                                                              \
        multiply<tile>(a, b, c, n);                                                                \
    }

MATMUL(8)
MATMUL(16)
MATMUL(32)
