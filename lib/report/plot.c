/* SPDX-License-Identifier: MIT */
#include "report/compare.h"
void bres_plot_options_init(bres_plot_options *options){ *options=(bres_plot_options){.size=sizeof *options}; }
bres_status bres_plot_check(const bres_plot_options *options){ (void)options; return BRES_OK; }
bres_status bres_compare_plot(const bres_compared *pairs, size_t count, const bres_plot_options *options){ (void)pairs;(void)count;(void)options; return BRES_OK; }
