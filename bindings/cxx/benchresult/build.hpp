/* SPDX-License-Identifier: MIT */
/*
 * Builds results. See benchresult/build.h; functions have the names of the C functions. A builder
 * is also a view of the object under construction, and is borrowed from the result in the same way.
 */
#ifndef BENCHRESULT_BUILD_HPP
#define BENCHRESULT_BUILD_HPP

#include <benchresult/build.h>
#include <benchresult/result.hpp>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* The record of one measurement: the C struct with its defaults. */
using times = detail::initialized<bres_times, bres_times_init>;

/* A summary under construction. */
class summary_builder : public summary
{
  public:
    summary_builder() noexcept = default;
    explicit summary_builder(bres_summary *handle) noexcept : summary(handle), building_(handle)
    {
    }

    bres_summary *get() const noexcept
    {
        return building_;
    }
    /* Each text may be nullptr; its key is then left out. */
    outcome<void> set_texts(text_argument name, text_argument description, text_argument hint,
                            text_argument hide) const
    {
        return detail::done(bres_summary_set_texts(building_, name, description, hint, hide));
    }
    /* Tables show the field "value". */
    outcome<void> set_int64(text_argument field, std::int64_t value) const
    {
        return detail::done(bres_summary_set_int64(building_, field, value));
    }
    outcome<void> set_float64(text_argument field, double value) const
    {
        return detail::done(bres_summary_set_float64(building_, field, value));
    }
    outcome<void> set_string(text_argument field, text_argument value) const
    {
        return detail::done(bres_summary_set_string(building_, field, value));
    }

  private:
    bres_summary *building_ = nullptr;
};

/* A state under construction. */
class state_builder : public state
{
  public:
    state_builder() noexcept = default;
    explicit state_builder(bres_state *handle) noexcept : state(handle), building_(handle)
    {
    }

    bres_state *get() const noexcept
    {
        return building_;
    }
    outcome<void> set_device(std::int64_t id) const
    {
        return detail::done(bres_state_set_device(building_, id));
    }
    outcome<void> set_type_config_index(std::int64_t index) const
    {
        return detail::done(bres_state_set_type_config_index(building_, index));
    }
    outcome<void> set_run(std::uint32_t run) const
    {
        return detail::done(bres_state_set_run(building_, run));
    }
    outcome<void> set_int64(text_argument key, std::int64_t value) const
    {
        return detail::done(bres_state_set_int64(building_, key, value));
    }
    outcome<void> set_float64(text_argument key, double value) const
    {
        return detail::done(bres_state_set_float64(building_, key, value));
    }
    outcome<void> add_axis_int64(text_argument axis, std::int64_t value) const
    {
        return detail::done(bres_state_add_axis_int64(building_, axis, value));
    }
    outcome<void> add_axis_float64(text_argument axis, double value) const
    {
        return detail::done(bres_state_add_axis_float64(building_, axis, value));
    }
    outcome<void> add_axis_string(text_argument axis, text_argument value) const
    {
        return detail::done(bres_state_add_axis_string(building_, axis, value));
    }
    outcome<void> set_skipped(text_argument reason) const
    {
        return detail::done(bres_state_set_skipped(building_, reason));
    }
    outcome<summary_builder> add_summary(text_argument tag) const
    {
        bres_summary *added = nullptr;
        const bres_status status = bres_state_add_summary(building_, tag, &added);

        return detail::made(status, summary_builder(added));
    }
    /* Seconds, in measuring order. */
    outcome<void> set_samples(list<float> seconds) const
    {
        return detail::done(bres_state_set_samples(building_, seconds.data(), seconds.size()));
    }
    /* Clock rates in hertz. */
    outcome<void> set_frequencies(list<float> rates) const
    {
        return detail::done(bres_state_set_frequencies(building_, rates.data(), rates.size()));
    }
    outcome<void> add_cold_summaries(const bres_times &recorded) const
    {
        return detail::done(bres_state_add_cold_summaries(building_, &recorded));
    }
    outcome<void> add_cpu_only_summaries(const bres_times &recorded) const
    {
        return detail::done(bres_state_add_cpu_only_summaries(building_, &recorded));
    }

  private:
    bres_state *building_ = nullptr;
};

/* A benchmark under construction. */
class subbench_builder : public subbench
{
  public:
    subbench_builder() noexcept = default;
    explicit subbench_builder(bres_subbench *handle) noexcept : subbench(handle), building_(handle)
    {
    }

    bres_subbench *get() const noexcept
    {
        return building_;
    }
    outcome<void> add_device(std::int64_t id) const
    {
        return detail::done(bres_subbench_add_device(building_, id));
    }
    outcome<void> set_int64(text_argument key, std::int64_t value) const
    {
        return detail::done(bres_subbench_set_int64(building_, key, value));
    }
    outcome<void> set_float64(text_argument key, double value) const
    {
        return detail::done(bres_subbench_set_float64(building_, key, value));
    }
    outcome<void> add_int64_axis(text_argument name, list<std::int64_t> values) const
    {
        return detail::done(
            bres_subbench_add_int64_axis(building_, name, values.data(), values.size()));
    }
    /* The values are 2 to the power of each exponent. */
    outcome<void> add_pow2_axis(text_argument name, list<std::int64_t> exponents) const
    {
        return detail::done(
            bres_subbench_add_pow2_axis(building_, name, exponents.data(), exponents.size()));
    }
    outcome<void> add_float64_axis(text_argument name, list<double> values) const
    {
        return detail::done(
            bres_subbench_add_float64_axis(building_, name, values.data(), values.size()));
    }
    outcome<void> add_string_axis(text_argument name, list<const char *> values) const
    {
        return detail::done(
            bres_subbench_add_string_axis(building_, name, values.data(), values.size()));
    }
    /* As many descriptions as names, or none. */
    outcome<void> add_type_axis(text_argument name, list<const char *> names,
                                list<const char *> descriptions = {}) const
    {
        return detail::done(bres_subbench_add_type_axis(
            building_, name, names.data(),
            descriptions.size() == names.size() ? descriptions.data() : nullptr, names.size()));
    }
    outcome<state_builder> add_state() const
    {
        bres_state *added = nullptr;
        const bres_status status = bres_subbench_add_state(building_, &added);

        return detail::made(status, state_builder(added));
    }

  private:
    bres_subbench *building_ = nullptr;
};

/* A result under construction; it belongs to one thread. */
class result_builder : public result
{
  public:
    using result::result;

    static outcome<result_builder> make()
    {
        bres_result *made = nullptr;
        const bres_status status = bres_result_new(&made);

        return detail::made(status, result_builder(made));
    }

    /* Returns the finished result; the builder is empty afterwards. */
    result finish() noexcept
    {
        return result(release());
    }
    /* The text of one JSON object. */
    outcome<void> set_meta_json(text_argument json)
    {
        return detail::done(bres_result_set_meta_json(get(), json));
    }
    outcome<benchresult::device> add_device(std::int64_t id, text_argument name,
                                            text_argument json = nullptr)
    {
        const bres_device *added = nullptr;
        const bres_status status = bres_result_add_device(get(), id, name, json, &added);

        return detail::made(status, benchresult::device(added));
    }
    outcome<subbench_builder> add_subbench(text_argument name)
    {
        bres_subbench *added = nullptr;
        const bres_status status = bres_result_add_subbench(get(), name, &added);

        return detail::made(status, subbench_builder(added));
    }
};

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
