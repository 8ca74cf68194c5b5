/* SPDX-License-Identifier: MIT */
/*
 * Borrowed arrays, as results and as parameters.
 */
#ifndef BENCHRESULT_ARRAY_HPP
#define BENCHRESULT_ARRAY_HPP

#include <benchresult/style.hpp>

#include <cstddef>
#include <initializer_list>
#include <type_traits>
#include <utility>
#if defined(__cpp_lib_ranges)
#include <ranges>
#endif

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/*
 * A borrowed array with the interface of std::span, to which it converts in C++20. data() is
 * nullptr if the C function returns NULL: the array is missing, not empty.
 */
template <class T> class span
{
  public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    using reference = T &;
    using pointer = T *;
    using iterator = T *;

    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size)
    {
    }

    constexpr T *data() const noexcept
    {
        return data_;
    }
    constexpr std::size_t size() const noexcept
    {
        return size_;
    }
    constexpr bool empty() const noexcept
    {
        return size_ == 0;
    }
    constexpr T *begin() const noexcept
    {
        return data_;
    }
    constexpr T *end() const noexcept
    {
        return data_ + size_;
    }
    constexpr T &operator[](std::size_t index) const
    {
        return data_[index];
    }
    constexpr T &front() const
    {
        return data_[0];
    }
    constexpr T &back() const
    {
        return data_[size_ - 1];
    }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};

/* A parameter for contiguous values: an array, {1, 2, 3}, or any object with data() and size(). The
 * values are read during the call. */
template <class T> class list
{
  public:
    constexpr list() noexcept = default;
    constexpr list(const T *data, std::size_t size) noexcept : data_(data), size_(size)
    {
    }
    constexpr list(std::initializer_list<T> values) noexcept
        : data_(first_of(values)), size_(values.size())
    {
    }
    template <std::size_t Size>
    constexpr list(const T (&values)[Size]) noexcept : data_(values), size_(Size)
    {
    }
    template <class Container, class = std::enable_if_t<std::is_convertible_v<
                                   decltype(std::declval<const Container &>().data()), const T *>>>
    constexpr list(const Container &values) : data_(values.data()), size_(values.size())
    {
    }

    constexpr const T *data() const noexcept
    {
        return data_;
    }
    constexpr std::size_t size() const noexcept
    {
        return size_;
    }

  private:
    /* The array lives as long as the call that receives the list. */
    static constexpr const T *first_of(std::initializer_list<T> values) noexcept
    {
        return values.begin();
    }

    const T *data_ = nullptr;
    std::size_t size_ = 0;
};

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#if defined(__cpp_lib_ranges)
template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<benchresult::span<T>> = true;
template <class T> inline constexpr bool std::ranges::enable_view<benchresult::span<T>> = true;
#endif

#endif
