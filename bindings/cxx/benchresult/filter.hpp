/* SPDX-License-Identifier: MIT */
/*
 * Selecting benchmarks and states. See benchresult/filter.h.
 */
#ifndef BENCHRESULT_FILTER_HPP
#define BENCHRESULT_FILTER_HPP

#include <benchresult/filter.h>
#include <benchresult/model.hpp>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* A filter: names of benchmarks, axis filters and regular expressions. An axis filter belongs to
 * the last benchmark name added before it. An empty filter selects everything. */
class filter : public detail::owner<bres_filter, bres_filter_free>
{
  public:
    using owner::owner;

    static outcome<filter> make()
    {
        bres_filter *made = nullptr;
        const bres_status status = bres_filter_new(&made);

        return detail::made(status, filter(made));
    }

    outcome<void> add_benchmark(text_argument name)
    {
        return detail::done(bres_filter_add_benchmark(get(), name));
    }
    /* NAME=VALUE, NAME=[VALUE,VALUE,...] or NAME[pow2]=EXPONENT. */
    outcome<void> add_axis(text_argument expression)
    {
        return detail::done(bres_filter_add_axis(get(), expression));
    }
    /* A POSIX extended regular expression, for names of benchmarks and texts of states. */
    outcome<void> add_regex(text_argument regex)
    {
        return detail::done(bres_filter_add_regex(get(), regex));
    }
    bool selects(subbench bench) const
    {
        return bres_filter_selects_benchmark(get(), bench.get());
    }
    bool selects(state each) const
    {
        return bres_filter_selects_state(get(), each.get());
    }
};

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
