/* SPDX-License-Identifier: MIT */
/*
 * outcome<T>, the return type of functions that can fail. Where errors are exceptions, it is T.
 * Otherwise it is a value or an error: std::expected<T, error>, or a small class with the same
 * members.
 */
#ifndef BENCHRESULT_OUTCOME_HPP
#define BENCHRESULT_OUTCOME_HPP

#include <benchresult/error.hpp>

#if defined(__cpp_lib_expected)
#include <expected>
#endif
#include <cstdlib>
#include <utility>
#include <variant>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

#if !defined(BENCHRESULT_NO_EXCEPTIONS)

template <class T> using outcome = T;

namespace detail
{
[[noreturn, gnu::cold, gnu::noinline]] inline void fail(bres_status status)
{
    throw error(status);
}

/* Throws the error of the call if it has failed. */
inline void done(bres_status status)
{
    if (status != BRES_OK)
        fail(status);
}

/* Returns the object that the call has made, or throws the error of the call. */
template <class T> T made(bres_status status, T value)
{
    done(status);
    return value;
}
} // namespace detail

#else

#if defined(__cpp_lib_expected)

template <class T> using outcome = std::expected<T, error>;

namespace detail
{
inline std::unexpected<error> failure(bres_status status)
{
    return std::unexpected<error>(error(status));
}
} // namespace detail

#else

/* A value, or the error that prevented it. Access to the missing one aborts the program. */
template <class T> class [[nodiscard]] outcome
{
  public:
    using value_type = T;
    using error_type = benchresult::error;

    outcome(T value) : content_(std::in_place_index<0>, std::move(value))
    {
    }
    outcome(benchresult::error why) : content_(std::in_place_index<1>, std::move(why))
    {
    }

    bool has_value() const noexcept
    {
        return content_.index() == 0;
    }
    explicit operator bool() const noexcept
    {
        return has_value();
    }
    T &value() &
    {
        return at<0>(content_);
    }
    const T &value() const &
    {
        return at<0>(content_);
    }
    T &&value() &&
    {
        return std::move(at<0>(content_));
    }
    T &operator*() &
    {
        return at<0>(content_);
    }
    const T &operator*() const &
    {
        return at<0>(content_);
    }
    T &&operator*() &&
    {
        return std::move(at<0>(content_));
    }
    T *operator->()
    {
        return &at<0>(content_);
    }
    const T *operator->() const
    {
        return &at<0>(content_);
    }
    template <class Other> T value_or(Other &&other) &&
    {
        return has_value() ? std::move(**this) : static_cast<T>(std::forward<Other>(other));
    }
    const benchresult::error &error() const
    {
        return at<1>(content_);
    }

  private:
    template <std::size_t Index, class Content> static auto &at(Content &content)
    {
        auto *held = std::get_if<Index>(&content);
        if (held == nullptr)
            std::abort();
        return *held;
    }

    std::variant<T, benchresult::error> content_;
};

/* Nothing, or an error. */
template <> class [[nodiscard]] outcome<void> : private outcome<std::monostate>
{
  public:
    using value_type = void;
    using error_type = benchresult::error;

    outcome() : outcome<std::monostate>(std::monostate())
    {
    }
    outcome(benchresult::error why) : outcome<std::monostate>(std::move(why))
    {
    }
    using outcome<std::monostate>::has_value;
    using outcome<std::monostate>::operator bool;
    using outcome<std::monostate>::error;
    void value() const
    {
        (void)outcome<std::monostate>::value();
    }
};

namespace detail
{
inline error failure(bres_status status)
{
    return error(status);
}
} // namespace detail

#endif

namespace detail
{
inline outcome<void> done(bres_status status)
{
    if (status != BRES_OK)
        return failure(status);
    return {};
}

template <class T> outcome<T> made(bres_status status, T value)
{
    if (status != BRES_OK)
        return failure(status);
    return outcome<T>(std::move(value));
}
} // namespace detail

#endif

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
