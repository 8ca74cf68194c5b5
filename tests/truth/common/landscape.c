/* SPDX-License-Identifier: MIT */
#include "truth/common/landscape.h"

#include <math.h>

void truth_landscape_begin(truth_landscape *landscape, uint64_t noise_seed)
{
    landscape->fastest = 0;
    for (size_t i = 1; i < landscape->count; i++) {
        if (landscape->configs[i].median < landscape->configs[landscape->fastest].median)
            landscape->fastest = i;
    }
    landscape->source = truth_source_make(noise_seed);
    landscape->done = 0;
}

static double noise_draw(const truth_config *config, truth_source *source)
{
    switch (config->noise) {
    case TRUTH_STUDENT2:
        return truth_gauss(source) / sqrt(-log(truth_uniform(source)));
    case TRUTH_EXPONENTIAL:
        return -log(truth_uniform(source)) - log(2);
    case TRUTH_LOGNORMAL:
        return exp(truth_gauss(source)) - 1;
    default:
        return truth_gauss(source);
    }
}

double truth_landscape_sample(truth_landscape *landscape, size_t index)
{
    const truth_config *config = &landscape->configs[index];
    const double thousands = (double)landscape->done / 1000;
    double value = config->median + config->deviation * (1 + landscape->growth * thousands) *
                                        noise_draw(config, &landscape->source);

    if (config->noise == TRUTH_BIMODAL && truth_uniform(&landscape->source) < config->jump_rate)
        value += config->jump;
    value += landscape->drift * thousands;
    if (landscape->waves != 0)
        value += landscape->waves * sin(6.283185307179586 * 2 * thousands);
    if (landscape->done / 20 % 10 == 9)
        value += landscape->bursts;
    landscape->done++;
    return 1e-3 * exp(value);
}

double truth_landscape_regret(const truth_landscape *landscape, size_t config)
{
    return expm1(landscape->configs[config].median - landscape->configs[landscape->fastest].median);
}
