/* SPDX-License-Identifier: MIT */
#include "base/base.h"

#include <criterion/criterion.h>

Test(base, fault_hits_the_nth_of_its_kinds)
{
    static const struct {
        unsigned kinds;
        size_t n;
        bool lasting;
        const char *hits; /* of alternating allocations and I/O operations */
    } rows[] = {
        { 0, 1, true, "........" },
        { BRES__FAULT_ALLOC, 0, true, "........" },
        { BRES__FAULT_ALLOC, 1, false, "x......." },
        { BRES__FAULT_ALLOC, 2, false, "..x....." },
        { BRES__FAULT_IO, 1, false, ".x......" },
        { BRES__FAULT_IO, 3, true, ".....x.x" },
        { BRES__FAULT_ALLOC | BRES__FAULT_IO, 4, false, "...x...." },
        { BRES__FAULT_ALLOC | BRES__FAULT_IO, 4, true, "...xxxxx" },
        { BRES__FAULT_ALLOC | BRES__FAULT_IO, 9, true, "........" },
    };

    for (size_t row = 0; row < sizeof(rows) / sizeof(rows[0]); row++) {
        bool any = false;

        bres__faults_arm(rows[row].kinds, rows[row].n, rows[row].lasting);
        for (size_t i = 0; i < 8; i++) {
            const bool hit = rows[row].hits[i] == 'x';

            any = any || hit;
            cr_assert_eq(bres__fault(i % 2 == 0 ? BRES__FAULT_ALLOC : BRES__FAULT_IO), hit,
                         "row %zu, operation %zu", row, i);
            cr_assert_eq(bres__faults_hit(), any, "row %zu, operation %zu", row, i);
        }
    }
    bres__faults_arm(0, 0, false);
    cr_assert_not(bres__faults_hit());
    cr_assert_not(bres__fault(BRES__FAULT_ALLOC));
}
