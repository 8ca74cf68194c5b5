/* SPDX-License-Identifier: MIT */
#include "support/probed.h"

#include <criterion/criterion.h>

void bres_test_probed_open(bres_test_probed *probed, double deviation)
{
    *probed = (bres_test_probed){ .probe = NULL };
    bres_test_machine_init(&probed->machine, 1);
    for (int work = 0; work < BRES_PROBE_WORKS; work++)
        probed->machine.deviation[work] = deviation;
    bres_probe_options_init(&probed->options);
    probed->options.max_time = 10;
}

bres_status bres_test_probed_run(bres_test_probed *probed)
{
    bres__probe_source source;
    bres_status status;

    bres_test_machine_source(&probed->machine, &source);
    status = bres__probe_run(&probed->options, &source, &probed->probe);
    probed->outcome = bres_probe_outcome_of(probed->probe);
    return status;
}

void bres_test_probed_measure(bres_test_probed *probed)
{
    cr_assert_eq(bres_test_probed_run(probed), BRES_OK, "%s", bres_last_error());
    cr_assert_not_null(probed->outcome);
}
