/* SPDX-License-Identifier: MIT */
/* Two threads that write one variable without a lock. */
#include <criterion/criterion.h>
#include <pthread.h>

static int shared;

static void *count(void *unused)
{
    (void)unused;
    for (int i = 0; i < 1000; i++)
        shared++;
    return NULL;
}

Test(selftest, races)
{
    pthread_t other;

    cr_assert_eq(pthread_create(&other, NULL, count, NULL), 0);
    count(NULL);
    pthread_join(other, NULL);
}
