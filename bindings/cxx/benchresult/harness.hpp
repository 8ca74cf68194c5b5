/* SPDX-License-Identifier: MIT */
/*
 * Benchmark programs. See benchresult/harness.h.
 */
#ifndef BENCHRESULT_HARNESS_HPP
#define BENCHRESULT_HARNESS_HPP

#include <benchresult/run.hpp>

#include <vector>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/*
 * A benchmark of a suite. Its functions return the benchmark, so that calls can be chained. The
 * suite keeps the first declaration that fails, and suite::main() reports it.
 */
class bench : public detail::view<bres_bench>
{
  public:
    using view::view;

    bench add_int64_axis(text_argument name, list<std::int64_t> values) const
    {
        bres_bench_add_int64_axis(get(), name, values.data(), values.size());
        return *this;
    }
    /* The values are 2 to the power of each exponent. */
    bench add_int64_pow2_axis(text_argument name, list<std::int64_t> exponents) const
    {
        bres_bench_add_int64_pow2_axis(get(), name, exponents.data(), exponents.size());
        return *this;
    }
    bench add_float64_axis(text_argument name, list<double> values) const
    {
        bres_bench_add_float64_axis(get(), name, values.data(), values.size());
        return *this;
    }
    bench add_string_axis(text_argument name, list<const char *> values) const
    {
        bres_bench_add_string_axis(get(), name, values.data(), values.size());
        return *this;
    }
    /* Types by their names; names after the last description have no description. Type axes vary
     * slowest. */
    bench add_type_axis(text_argument name, list<const char *> names,
                        list<const char *> descriptions = {}) const
    {
        std::vector<const char *> padded(names.size());

        for (std::size_t i = 0; i < names.size() && i < descriptions.size(); i++)
            padded[i] = descriptions.data()[i];
        bres_bench_add_type_axis(get(), name, names.data(), padded.data(), names.size());
        return *this;
    }
    /* The axis "Threads": `first`, the powers of two above it, and `last`. A `last` of 0 stands for
     * the number of CPUs. */
    bench add_threads_axis(std::int64_t first = 1, std::int64_t last = 0) const
    {
        bres_bench_add_threads_axis(get(), first, last);
        return *this;
    }
    /* The values first, first + stride, ... up to and including `last`. */
    bench add_int64_range(text_argument name, std::int64_t first, std::int64_t last,
                          std::int64_t stride = 1) const
    {
        bres_bench_add_int64_range(get(), name, first, last, stride);
        return *this;
    }
    bench add_int64_pow2_range(text_argument name, std::int64_t first, std::int64_t last,
                               std::int64_t stride = 1) const
    {
        bres_bench_add_int64_pow2_range(get(), name, first, last, stride);
        return *this;
    }
    bench add_float64_range(text_argument name, double first, double last, double stride = 1) const
    {
        bres_bench_add_float64_range(get(), name, first, last, stride);
        return *this;
    }
    bench set_min_samples(std::int64_t count) const
    {
        bres_bench_set_min_samples(get(), count);
        return *this;
    }
    bench set_warmup_runs(std::int64_t count) const
    {
        bres_bench_set_warmup_runs(get(), count);
        return *this;
    }
    bench set_max_warmup_time(double seconds) const
    {
        bres_bench_set_max_warmup_time(get(), seconds);
        return *this;
    }
    bench set_skip_time(double seconds) const
    {
        bres_bench_set_skip_time(get(), seconds);
        return *this;
    }
    bench set_timeout(double seconds) const
    {
        bres_bench_set_timeout(get(), seconds);
        return *this;
    }
    bench set_run_once(bool run_once) const
    {
        bres_bench_set_run_once(get(), run_once);
        return *this;
    }
    bench set_clock_kind(bres_clock_kind kind) const
    {
        bres_bench_set_clock_kind(get(), kind);
        return *this;
    }
    /* Takes ownership of the criterion. */
    bench set_criterion(criterion owned) const
    {
        bres_bench_set_criterion(get(), owned.release());
        return *this;
    }
    /* Makes a state fail only if its body returns an error. */
    bench set_lenient(bool lenient = true) const
    {
        bres_bench_set_lenient(get(), lenient);
        return *this;
    }
    /* Runs the benchmark on GPUs. */
    bench set_cuda(bool cuda = true) const
    {
        bres_bench_set_cuda(get(), cuda);
        return *this;
    }
    bench set_batch_target_time(double seconds) const
    {
        bres_bench_set_batch_target_time(get(), seconds);
        return *this;
    }
    bench set_no_batch(bool no_batch) const
    {
        bres_bench_set_no_batch(get(), no_batch);
        return *this;
    }
    bench set_throttle_threshold(double fraction) const
    {
        bres_bench_set_throttle_threshold(get(), fraction);
        return *this;
    }
    bench set_throttle_recovery_delay(double seconds) const
    {
        bres_bench_set_throttle_recovery_delay(get(), seconds);
        return *this;
    }
    bench set_blocking_limit(double seconds) const
    {
        bres_bench_set_blocking_limit(get(), seconds);
        return *this;
    }
    bench set_strict_streams(bool strict) const
    {
        bres_bench_set_strict_streams(get(), strict);
        return *this;
    }
};

/* A set of benchmarks, for main(). */
class suite : public detail::owner<bres_suite, bres_suite_free>
{
  public:
    using owner::owner;

    /* If memory runs out, the suite is empty, and main() reports the error. */
    suite() noexcept : owner(bres_suite_new())
    {
    }

    /*
     * Adds a benchmark. Its body is a callable (run), which returns nothing or a status. The
     * callable is borrowed and must live until main() has returned. A function, or a lambda without
     * captures, can be passed directly. If a body throws, its state is skipped, with what() as the
     * reason.
     */
    template <class Function> bench add(text_argument name, Function &&body)
    {
        auto &kept = detail::lasting(std::forward<Function>(body));

        return bench(bres_suite_add(get(), name,
                                    detail::body_call<std::remove_reference_t<decltype(kept)>>,
                                    detail::address_of(kept)));
    }
    /* The stopping criteria of the suite; a program can add more. */
    criteria_view criteria() const
    {
        return criteria_view(bres_suite_criteria(get()));
    }
    /* Sets the clock of the measurements; the struct is copied. */
    outcome<void> set_clock(const bres_clock &clock)
    {
        return detail::done(bres_suite_set_clock(get(), &clock));
    }
    /* Runs the benchmarks with the options of the command line, and returns the exit status. The
     * suite is empty afterwards. */
    int main(int argc, char **argv)
    {
        return bres_main(release(), argc, argv);
    }
    /* Works like main(), for a process that continues afterwards. Calls `is_interrupted` between
     * samples. Returns false if an option such as --help has only printed. The suite is empty
     * afterwards. */
    outcome<bool> run(int argc, char **argv, bool (*is_interrupted)(void *) = nullptr,
                      void *user = nullptr)
    {
        bool has_run = false;
        const bres_status status =
            bres_suite_run(release(), argc, argv, is_interrupted, user, &has_run);

        return detail::made(status, has_run);
    }
};

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
