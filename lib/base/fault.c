/* SPDX-License-Identifier: MIT */
#include "base/fault.h"

#ifdef BRES__FAULTS

#include <stdatomic.h>
#include <unistd.h>

static atomic_uint fault_kinds;
static atomic_size_t fault_target;
static atomic_size_t fault_count;
static atomic_bool fault_lasting;
static atomic_bool fault_hit;

void bres__faults_arm(unsigned kinds, size_t n, bool lasting)
{
    /* With no kinds set, no operation is counted while the other values change. */
    atomic_store(&fault_kinds, 0);
    atomic_store(&fault_target, n);
    atomic_store(&fault_count, 0);
    atomic_store(&fault_lasting, lasting);
    atomic_store(&fault_hit, false);
    if (n != 0)
        atomic_store(&fault_kinds, kinds);
}

bool bres__faults_hit(void)
{
    return atomic_load(&fault_hit);
}

bool bres__fault(unsigned kind)
{
    size_t number;
    size_t target;

    if ((atomic_load(&fault_kinds) & kind) == 0)
        return false;
    number = atomic_fetch_add(&fault_count, 1) + 1;
    target = atomic_load(&fault_target);
    if (number != target && !(number > target && atomic_load(&fault_lasting)))
        return false;
    if ((atomic_load(&fault_kinds) & BRES__FAULT_EXIT) != 0)
        _exit(BRES__FAULT_EXIT);
    atomic_store(&fault_hit, true);
    return true;
}

#endif
