/* SPDX-License-Identifier: MIT */
/*
 * The tuner finds the fastest of many configurations. See benchresult/tune.h.
 *
 * A configuration fails if the callable that prepares, measures or checks it throws a
 * benchresult::error, or returns a status other than BRES_OK. The error is then the reason. Any
 * other exception ends the tuning; the tuner function that the program has called rethrows it.
 */
#ifndef BENCHRESULT_TUNE_HPP
#define BENCHRESULT_TUNE_HPP

#include <benchresult/compare.hpp>
#include <benchresult/measure.hpp>
#include <benchresult/tune.h>
#include <benchresult/tune_cache.hpp>

#include <cmath>
#include <optional>
#include <utility>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* "decided", "tied" and so on. */
inline std::string_view tuner_stop_name(bres_tuner_stop end)
{
    return detail::view_of(bres_tuner_stop_name(end));
}

/* "best", "tied" and so on. */
inline std::string_view trial_status_name(bres_trial_status status)
{
    return detail::view_of(bres_trial_status_name(status));
}

/* The options of a tuner: the C struct with its defaults. */
using tuner_options = detail::initialized<bres_tuner_options, bres_tuner_options_init>;
/* A command to tune: the C struct with its defaults. */
using tuner_command = detail::initialized<bres_tuner_command, bres_tuner_command_init>;

/* The results of a search for one configuration: the C struct with its defaults. */
using trial_outcome = detail::initialized<bres_trial_outcome, bres_trial_outcome_init>;

/* One configuration: a value of each parameter. */
class trial : public detail::view<const bres_trial>
{
  public:
    using view::view;

    /* The value of a parameter. The run fails if the parameter is unknown or has another type. */
    std::int64_t int64(text_argument parameter) const
    {
        return bres_trial_int64(get(), parameter);
    }
    double float64(text_argument parameter) const
    {
        return bres_trial_float64(get(), parameter);
    }
    std::string_view string(text_argument parameter) const
    {
        return detail::view_of(bres_trial_string(get(), parameter));
    }
    /* Whether the text of the parameter is "true". */
    bool boolean(text_argument parameter) const
    {
        return bres_trial_bool(get(), parameter);
    }
    std::string_view name() const
    {
        return detail::view_of(bres_trial_name(get()));
    }
    /* The index among all combinations of values. */
    std::uint64_t index() const
    {
        return bres_trial_index(get());
    }
    /* The current results for the configuration. Fails for the trial of a constraint. */
    outcome<trial_outcome> query() const
    {
        trial_outcome known;
        const bres_status status = bres_trial_query(get(), &known);

        return detail::made(status, known);
    }
    /* The getters from status() to reason() return members of query(). For the trial of a
     * constraint, these members are unknown. */
    bres_trial_status status() const
    {
        return static_cast<bres_trial_status>(current().status);
    }
    /* The rank; the best has rank 1; 0: no rank. */
    std::uint64_t rank() const
    {
        return current().rank;
    }
    std::uint64_t sample_count() const
    {
        return current().samples;
    }
    /* The time by which configurations are ranked: an estimate of the median, in seconds. */
    std::optional<double> time() const
    {
        const trial_outcome outcome = current();

        return std::isnan(outcome.time) ? std::nullopt : std::optional<double>(outcome.time);
    }
    /* The 95 % confidence interval of the time, its lower end first. */
    std::optional<std::pair<double, double>> interval() const
    {
        const trial_outcome outcome = current();

        if (std::isinf(outcome.upper))
            return std::nullopt;
        return std::pair<double, double>(outcome.lower, outcome.upper);
    }
    /* The probability that this configuration is the fastest. */
    std::optional<double> chance() const
    {
        const trial_outcome outcome = current();

        return std::isnan(outcome.chance) ? std::nullopt : std::optional<double>(outcome.chance);
    }
    /* Whether the configuration is in the 90 % short list. */
    bool is_short_listed() const
    {
        return current().short_listed != 0;
    }
    /* Why the configuration has failed. */
    std::optional<std::string_view> reason() const
    {
        return detail::text_of(current().reason);
    }
    /* The pointer that the prepare callback has set. */
    void *data() const
    {
        return bres_trial_data(get());
    }

  private:
    trial_outcome current() const
    {
        trial_outcome known;

        (void)bres_trial_query(get(), &known);
        return known;
    }
};

/* A trial that is being prepared, checked or asked for. */
class open_trial : public trial
{
  public:
    open_trial() noexcept = default;
    explicit open_trial(bres_trial *handle) noexcept : trial(handle), open_(handle)
    {
    }

    bres_trial *get() const noexcept
    {
        return open_;
    }
    void set_data(void *data) const
    {
        bres_trial_set_data(open_, data);
    }

  private:
    bres_trial *open_ = nullptr;
};

/* The next trial: a configuration, and the requested number of samples. Empty after the search has
 * stopped. */
struct asked_trial {
    open_trial trial;
    std::size_t samples;

    explicit operator bool() const noexcept
    {
        return static_cast<bool>(trial);
    }
};

namespace detail
{

/* Makes a call whose failure affects only the current configuration. */
template <class Call> bres_status trial_guarded(Call &&call) noexcept
{
#if !defined(BENCHRESULT_NO_EXCEPTIONS)
    if (has_thrown)
        return bres_measure_fail("a callback has thrown before");
    try {
        return call();
    } catch (const error &failure) {
        return bres_measure_fail(failure.what());
    } catch (...) {
        return keep_exception();
    }
#else
    return call();
#endif
}

template <class Function> void tuner_cpu_call(const bres_trial *handle, void *function)
{
    const auto call = [&] {
        function_at<Function>(function)(trial(handle));
        return BRES_OK;
    };

    if constexpr (std::is_nothrow_invocable_v<Function &, trial>)
        (void)call();
    else
        (void)trial_guarded(call);
}

template <class Function>
bres_status tuner_cuda_call(bres_launch *launched, const bres_trial *handle, void *function)
{
    return trial_guarded([&] {
        return status_call(function_at<Function>(function), launch(launched), trial(handle));
    });
}

/* Converts what a constraint returns: a bool or, without exceptions, an outcome<bool>. */
template <class Result> bool is_accepted(const Result &result)
{
    if constexpr (std::is_convertible_v<Result, bool>) {
        return result;
    } else {
        if (!result.has_value())
            (void)bres_measure_fail(result.error().what());
        return result.has_value() && *result;
    }
}

template <class Function> bool constraint_call(const bres_trial *handle, void *function)
{
    bool holds = false;

    if (!has_thrown)
        (void)guarded([&] {
            holds = is_accepted(function_at<Function>(function)(trial(handle)));
            return BRES_OK;
        });
    return holds;
}

template <class Function> bres_status trial_call(bres_trial *handle, void *function)
{
    return trial_guarded(
        [&] { return status_call(function_at<Function>(function), open_trial(handle)); });
}

template <class Hooks, class = void> inline constexpr bool has_release = false;
template <class Hooks>
inline constexpr bool
    has_release<Hooks, std::void_t<decltype(std::declval<Hooks &>().release(open_trial()))>> = true;

template <class Hooks> struct trial_hooks {
    static bres_status prepare(bres_trial *handle, void *hooks)
    {
        const auto call = [&](open_trial prepared) {
            return static_cast<Hooks *>(hooks)->prepare(prepared);
        };

        return trial_guarded([&] { return status_call(call, open_trial(handle)); });
    }
    /* noexcept, because destructors call this function, too. */
    static void release(bres_trial *handle, void *hooks) noexcept
    {
        static_cast<Hooks *>(hooks)->release(open_trial(handle));
    }
};

/* The getters of a tuner, which also work while the tuner is running. */
template <class Base> class tuner_answers : public Base
{
  public:
    using Base::Base;
    using best_range = range<bres_tuner, state, bres_tuner_best_count, bres_tuner_best_at>;
    using best_trial_range =
        range<bres_tuner, trial, bres_tuner_best_count, bres_tuner_best_trial_at>;
    using trial_range = range<bres_tuner, trial, bres_tuner_trial_count, bres_tuner_trial_at>;

    bres_tuner_stop stop_reason() const
    {
        return bres_tuner_stop_reason(this->get());
    }
    /* The stop reason with its numbers; empty before the search has stopped. */
    std::string_view message() const
    {
        return view_of(bres_tuner_message(this->get()));
    }
    /* The best, then every configuration not proven slower; empty views before the search has
     * stopped. */
    best_range best() const &
    {
        return best_range(this->get());
    }
    best_range best() const && = delete;
    /* The same set as configurations, at any time. */
    best_trial_range best_trials() const &
    {
        return best_trial_range(this->get());
    }
    best_trial_range best_trials() const && = delete;
    /* All configurations that were measured or have failed: by rank, then those without a rank. */
    trial_range trials() const &
    {
        return trial_range(this->get());
    }
    trial_range trials() const && = delete;
    /* The current results for an index of the space, even if the configuration is excluded or was
     * not measured. */
    outcome<trial_outcome> query(std::uint64_t index) const
    {
        trial_outcome known;
        const bres_status status = bres_tuner_query(this->get(), index, &known);

        return made(status, known);
    }
    /* The number of combinations of values with this status. */
    std::uint64_t status_count(bres_trial_status status) const
    {
        return bres_tuner_status_count(this->get(), status);
    }
    std::uint64_t config_count() const
    {
        return bres_tuner_config_count(this->get());
    }
    std::uint64_t measured_count() const
    {
        return bres_tuner_measured_count(this->get());
    }
    std::uint64_t remaining_count() const
    {
        return bres_tuner_remaining_count(this->get());
    }
    std::uint64_t sample_count() const
    {
        return bres_tuner_sample_count(this->get());
    }
    /* Whether the outcome is an answer from the cache. */
    bool is_cached() const
    {
        return bres_tuner_is_cached(this->get());
    }
    /* A new reference to the result with all trials; empty before the search has stopped. */
    benchresult::result result() const
    {
        return benchresult::result(bres_result_ref(bres_tuner_result(this->get())));
    }
};

} // namespace detail

/* A view of a running tuner, for callbacks. */
using tuner_view = detail::tuner_answers<detail::view<const bres_tuner>>;

namespace detail
{
template <class Function> void tuner_progress_call(void *function, const bres_tuner *tuner)
{
    if (!has_thrown)
        (void)guarded([&] {
            function_at<Function>(function)(tuner_view(tuner));
            return BRES_OK;
        });
}
} // namespace detail

/* Options that pass the progress to a callable (tuner_view). The callable is borrowed and must live
 * as long as the tuner, like the callables of with_interrupt() and with_log(). */
template <class Function> tuner_options with_progress(tuner_options options, Function &progress)
{
    options.progress = detail::tuner_progress_call<Function>;
    options.progress_user = detail::address_of(progress);
    return options;
}

/*
 * A tuner: parameters, the callables for their configurations, and the outcome. A tuner belongs to
 * one thread. Its callables are borrowed and must outlive the tuner. Functions, and lambdas without
 * captures, can be passed directly.
 */
class tuner : public detail::tuner_answers<detail::owner<bres_tuner, bres_tuner_free>>
{
  public:
    using tuner_answers::tuner_answers;

    static outcome<tuner> make(const bres_tuner_options &options = tuner_options())
    {
        bres_tuner_options ended = options;

        detail::end_when_thrown(ended);
        bres_tuner *made = bres_tuner_new(&ended);

        return detail::made(made != nullptr ? BRES_OK : bres_last_error_status(), tuner(made));
    }

    /* Adds a parameter with the values to try. The parameter added first varies fastest. */
    outcome<void> add_int64(text_argument name, list<std::int64_t> values)
    {
        return detail::done(bres_tuner_add_int64(get(), name, values.data(), values.size()));
    }
    /* The values are 2 to the power of each exponent. */
    outcome<void> add_int64_pow2(text_argument name, list<std::int64_t> exponents)
    {
        return detail::done(
            bres_tuner_add_int64_pow2(get(), name, exponents.data(), exponents.size()));
    }
    outcome<void> add_float64(text_argument name, list<double> values)
    {
        return detail::done(bres_tuner_add_float64(get(), name, values.data(), values.size()));
    }
    outcome<void> add_string(text_argument name, list<const char *> values)
    {
        return detail::done(bres_tuner_add_string(get(), name, values.data(), values.size()));
    }
    /* The values are the texts "false" and "true". */
    outcome<void> add_bool(text_argument name)
    {
        return detail::done(bres_tuner_add_bool(get(), name));
    }
    /* The values first, first + stride, ... up to and including `last`. */
    outcome<void> add_int64_range(text_argument name, std::int64_t first, std::int64_t last,
                                  std::int64_t stride = 1)
    {
        return detail::done(bres_tuner_add_int64_range(get(), name, first, last, stride));
    }
    outcome<void> add_int64_pow2_range(text_argument name, std::int64_t first, std::int64_t last,
                                       std::int64_t stride = 1)
    {
        return detail::done(bres_tuner_add_int64_pow2_range(get(), name, first, last, stride));
    }
    outcome<void> add_float64_range(text_argument name, double first, double last,
                                    double stride = 1)
    {
        return detail::done(bres_tuner_add_float64_range(get(), name, first, last, stride));
    }
    /* Adds a parameter from a text such as "TILE=8,16,32", "TILE=[8:64:8]" or
     * "TILE[pow2]=[3:6]". */
    outcome<void> add_parameter_text(text_argument parameter)
    {
        return detail::done(bres_tuner_add_parameter_text(get(), parameter));
    }
    /* Adds a constraint from an expression such as "TILE*UNROLL<=64 && MODE==fast". */
    outcome<void> add_constraint_text(text_argument expression)
    {
        return detail::done(bres_tuner_add_constraint_text(get(), expression));
    }
    /* Adds a constraint: a callable (trial) that returns whether the configuration is allowed, as a
     * bool or an outcome<bool>. */
    template <class Function> outcome<void> add_constraint(Function &&constraint)
    {
        auto &kept = detail::lasting(std::forward<Function>(constraint));

        return detail::done(bres_tuner_add_constraint(
            get(), detail::constraint_call<std::remove_reference_t<decltype(kept)>>,
            detail::address_of(kept)));
    }
    /*
     * Sets the preparation of a configuration before its first measurement: a callable
     * (open_trial), or an object with the member function prepare(open_trial). The object may also
     * have release(open_trial), which undoes the preparation and must not throw.
     */
    template <class Prepare> outcome<void> set_prepare(Prepare &&prepare)
    {
        auto &kept = detail::lasting(std::forward<Prepare>(prepare));
        using type = std::remove_reference_t<decltype(kept)>;
        bres_tuner_prepare_fn prepare_in_c = nullptr;
        bres_tuner_release_fn release_in_c = nullptr;

        if constexpr (std::is_invocable_v<type &, open_trial>)
            prepare_in_c = detail::trial_call<type>;
        else
            prepare_in_c = detail::trial_hooks<type>::prepare;
        if constexpr (detail::has_release<type>)
            release_in_c = detail::trial_hooks<type>::release;
        return detail::done(
            bres_tuner_set_prepare(get(), prepare_in_c, release_in_c, detail::address_of(kept)));
    }
    /* Sets the check: a callable (open_trial) that fails if the output of the configuration is
     * wrong. */
    template <class Function> outcome<void> set_check(Function &&check)
    {
        auto &kept = detail::lasting(std::forward<Function>(check));

        return detail::done(
            bres_tuner_set_check(get(), detail::trial_call<std::remove_reference_t<decltype(kept)>>,
                                 detail::address_of(kept)));
    }

    /* Measures a callable (trial), which executes a configuration once, until the search stops. */
    template <class Function> outcome<void> run_cpu(Function &&function)
    {
        return detail::called(
            bres_tuner_run_cpu(get(), detail::tuner_cpu_call<std::remove_reference_t<Function>>,
                               detail::address_of(function)));
    }
    /* Measures a callable (launch, trial), which queues one execution and returns nothing or a
     * status. */
    template <class Function>
    outcome<void> run_cuda(Function &&function, const bres_cuda_options &cuda = cuda_options())
    {
        return detail::called(
            bres_tuner_run_cuda(get(), detail::tuner_cuda_call<std::remove_reference_t<Function>>,
                                detail::address_of(function), &cuda));
    }

    /* Executes a command until the search stops; each execution is one sample. {NAME} in an
     * argument stands for the value of a parameter, {} for a result file. */
    outcome<void> run_command(const bres_tuner_command &tuned)
    {
        bres_tuner_command ended = tuned;

        if (ended.signal == nullptr)
            ended.signal = detail::signal_when_thrown;
        return detail::called(bres_tuner_run_command(get(), &ended));
    }
    /* The commands of all configurations, one per line; measures nothing. */
    outcome<text> list_commands(const bres_tuner_command &tuned)
    {
        char *lines = nullptr;
        std::size_t length = 0;
        const bres_status status = bres_tuner_list_commands(get(), &tuned, &lines, &length);

        return detail::called(status, text(lines, length));
    }

    /* The next trial, for programs that measure on their own and report the times with tell(). */
    outcome<asked_trial> ask()
    {
        bres_trial *next = nullptr;
        std::size_t samples = 0;
        const bres_status status = bres_tuner_ask(get(), &next, &samples);

        return detail::called(status, asked_trial{ open_trial(next), samples });
    }
    /* Reports the seconds of each execution, in measuring order. */
    outcome<void> tell(open_trial asked, list<double> seconds)
    {
        return detail::called(bres_tuner_tell(get(), asked.get(), seconds.data(), seconds.size()));
    }
    /* Reports that a configuration cannot be measured or has a wrong output. */
    outcome<void> tell_failure(open_trial asked, text_argument reason)
    {
        return detail::called(bres_tuner_tell_failure(get(), asked.get(), reason));
    }
    /* Ends the search, as interrupted unless the search had already stopped. */
    outcome<void> finish()
    {
        return detail::called(bres_tuner_finish(get()));
    }
};

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
