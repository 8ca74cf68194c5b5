/* SPDX-License-Identifier: MIT */
/*
 * The cache of tuners: answers of many tunings in one file. See benchresult/tune_cache.h.
 */
#ifndef BENCHRESULT_TUNE_CACHE_HPP
#define BENCHRESULT_TUNE_CACHE_HPP

#include <benchresult/outcome.hpp>
#include <benchresult/range.hpp>
#include <benchresult/tune_cache.h>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* The key of an answer: the C struct with its defaults. */
using tuner_key = detail::initialized<bres_tuner_key, bres_tuner_key_init>;

/* The options of a cache: the C struct with its defaults. */
using tuner_cache_options =
    detail::initialized<bres_tuner_cache_options, bres_tuner_cache_options_init>;

/* An answer: the C struct, with getters for the values of its parameters. An answer from a cache is
 * valid until the next store or refresh. */
struct tuner_answer : detail::initialized<bres_tuner_answer, bres_tuner_answer_init> {
    std::optional<std::int64_t> int64(text_argument name) const
    {
        std::int64_t value = 0;

        return bres_tuner_answer_int64(this, name, &value) ? std::optional<std::int64_t>(value)
                                                           : std::nullopt;
    }
    /* The value of a floating-point or integer parameter. */
    std::optional<double> float64(text_argument name) const
    {
        double value = 0;

        return bres_tuner_answer_float64(this, name, &value) ? std::optional<double>(value)
                                                             : std::nullopt;
    }
    std::optional<std::string_view> string(text_argument name) const
    {
        return detail::text_of(bres_tuner_answer_string(this, name));
    }
};

/* An answer and its key. */
struct cached_answer {
    tuner_key key;
    tuner_answer answer;
};

/* An open cache. Several threads may use a const cache. */
class tuner_cache : public detail::owner<bres_tuner_cache, bres_tuner_cache_close>
{
  public:
    using owner::owner;

    static outcome<tuner_cache> open(
        text_argument path, const bres_tuner_cache_options &options = tuner_cache_options())
    {
        bres_tuner_cache *opened = nullptr;
        const bres_status status = bres_tuner_cache_open(path, &options, &opened);

        return detail::made(status, tuner_cache(opened));
    }

    std::optional<tuner_answer> find(const bres_tuner_key &key) const
    {
        tuner_answer answer;

        return bres_tuner_cache_find(get(), &key, &answer) ? std::optional<tuner_answer>(answer)
                                                           : std::nullopt;
    }
    /* The answer of the nearest problem size, and its key. */
    std::optional<cached_answer> find_nearest(const bres_tuner_key &key) const
    {
        cached_answer found;

        return bres_tuner_cache_find_nearest(get(), &key, &found.key, &found.answer)
                   ? std::optional<cached_answer>(found)
                   : std::nullopt;
    }
    outcome<void> store(const bres_tuner_key &key, const bres_tuner_answer &answer)
    {
        return detail::done(bres_tuner_cache_store(get(), &key, &answer));
    }
    /* Reads the answers that other processes have stored. */
    outcome<void> refresh()
    {
        return detail::done(bres_tuner_cache_refresh(get()));
    }

    std::size_t size() const
    {
        return bres_tuner_cache_count(get());
    }
    std::optional<cached_answer> at(std::size_t index) const
    {
        cached_answer found;

        return bres_tuner_cache_at(get(), index, &found.key, &found.answer)
                   ? std::optional<cached_answer>(found)
                   : std::nullopt;
    }
    /* The device that a key without a device stands for, and its driver. */
    std::string_view device() const
    {
        return detail::view_of(bres_tuner_cache_device(get()));
    }
    std::string_view driver() const
    {
        return detail::view_of(bres_tuner_cache_driver(get()));
    }
};

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
