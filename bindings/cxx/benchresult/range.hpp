/* SPDX-License-Identifier: MIT */
/*
 * What handles, lists and texts are made of: owners, views, ranges with an index, and arrays.
 */
#ifndef BENCHRESULT_RANGE_HPP
#define BENCHRESULT_RANGE_HPP

#include <benchresult/base.h>
#include <benchresult/style.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#if defined(__cpp_lib_ranges)
#include <ranges>
#endif

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/* --- Arrays ----------------------------------------------------------------------------------- */

/*
 * An array that somebody else owns, as std::span, which it converts to in C++20. data() is nullptr
 * where the C function gives NULL: no such array, which is not the same as an empty one.
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

/* A parameter that takes values in a row: an array, {1, 2, 3}, or anything with data() and size().
 * They are read during the call. */
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
    /* The array lives as long as the call that the list is an argument of. */
    static constexpr const T *first_of(std::initializer_list<T> values) noexcept
    {
        return values.begin();
    }

    const T *data_ = nullptr;
    std::size_t size_ = 0;
};

/* --- Texts ------------------------------------------------------------------------------------ */

/*
 * A parameter that takes a text, and hands it to C with a NUL behind it. A const char *, which may
 * be nullptr where the C function takes NULL, and anything with c_str() is handed on as it is; a
 * std::string_view is copied, on the stack unless it is long.
 */
class text_argument
{
  public:
    text_argument(const char *text) noexcept : text_(text)
    {
    }
    text_argument(std::string_view text)
    {
        char *copy = text.size() < sizeof short_
                         ? short_
                         : (long_ = std::make_unique<char[]>(text.size() + 1)).get();

        if (!text.empty())
            std::memcpy(copy, text.data(), text.size());
        copy[text.size()] = '\0';
        text_ = copy;
    }
    template <class Text, class = std::enable_if_t<std::is_same_v<
                              decltype(std::declval<const Text &>().c_str()), const char *>>>
    text_argument(const Text &text) noexcept : text_(text.c_str())
    {
    }
    text_argument(const text_argument &) = delete;
    text_argument &operator=(const text_argument &) = delete;

    operator const char *() const noexcept
    {
        return text_;
    }

  private:
    const char *text_;
    std::unique_ptr<char[]> long_;
    char short_[96];
};

/* A text that the library has made; released with its owner. */
class text
{
  public:
    text() noexcept = default;
    explicit text(char *owned) noexcept : text_(owned), size_(owned ? std::strlen(owned) : 0)
    {
    }
    text(char *owned, std::size_t size) noexcept : text_(owned), size_(size)
    {
    }

    const char *c_str() const noexcept
    {
        return text_ != nullptr ? text_.get() : "";
    }
    std::size_t size() const noexcept
    {
        return size_;
    }
    std::string_view view() const noexcept
    {
        return std::string_view(c_str(), size_);
    }
    operator std::string_view() const noexcept
    {
        return view();
    }

  private:
    struct release {
        void operator()(char *owned) const noexcept
        {
            bres_string_free(owned);
        }
    };
    std::unique_ptr<char, release> text_;
    std::size_t size_ = 0;
};

namespace detail
{

/* NULL becomes an empty text. */
inline std::string_view view_of(const char *text) noexcept
{
    return text != nullptr ? std::string_view(text) : std::string_view();
}

/* NULL becomes nothing. */
inline std::optional<std::string_view> text_of(const char *text) noexcept
{
    return text != nullptr ? std::optional<std::string_view>(text) : std::nullopt;
}

/* What a getter writes through its last parameter, if it says that it has. */
template <class T, auto Get, class... Arguments> std::optional<T> value_of(Arguments... arguments)
{
    T value;

    return Get(arguments..., &value) ? std::optional<T>(value) : std::nullopt;
}

/* A C struct that its C function has initialised; then change what you need. */
template <class Struct, void (*Init)(Struct *)> struct initialised : Struct {
    initialised() noexcept
    {
        Init(this);
    }
};

/* --- Handles ---------------------------------------------------------------------------------- */

/* A borrowed handle, or none. */
template <class Handle> class view
{
  public:
    constexpr view() noexcept = default;
    constexpr explicit view(Handle *handle) noexcept : handle_(handle)
    {
    }

    /* For the C functions. */
    constexpr Handle *get() const noexcept
    {
        return handle_;
    }
    constexpr explicit operator bool() const noexcept
    {
        return handle_ != nullptr;
    }
    friend constexpr bool operator==(view one, view other) noexcept
    {
        return one.handle_ == other.handle_;
    }
    friend constexpr bool operator!=(view one, view other) noexcept
    {
        return one.handle_ != other.handle_;
    }

  private:
    Handle *handle_ = nullptr;
};

/* A handle of one's own, or none; released with its owner. */
template <class Handle, void (*Release)(Handle *)> class owner
{
  public:
    constexpr owner() noexcept = default;
    /* Takes over a handle that C has given away. */
    constexpr explicit owner(Handle *handle) noexcept : handle_(handle)
    {
    }
    owner(owner &&other) noexcept : handle_(std::exchange(other.handle_, nullptr))
    {
    }
    owner &operator=(owner &&other) noexcept
    {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~owner()
    {
        if (handle_ != nullptr)
            Release(handle_);
    }

    /* For the C functions; still owned here. */
    Handle *get() const noexcept
    {
        return handle_;
    }
    /* Gives the handle away. */
    Handle *release() noexcept
    {
        return std::exchange(handle_, nullptr);
    }
    explicit operator bool() const noexcept
    {
        return handle_ != nullptr;
    }

  private:
    Handle *handle_ = nullptr;
};

/* --- Ranges ----------------------------------------------------------------------------------- */

/*
 * What a handle has, by C's functions for the count and for one of them. The iterator goes anywhere
 * in one step; what it gives is made when asked for, and is a value.
 */
template <class Handle, class Item, auto Count, auto At> class range
{
  public:
    class iterator
    {
      public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = Item;
        using difference_type = std::ptrdiff_t;
        using reference = Item;
        class pointer
        {
          public:
            explicit pointer(Item item) : item_(item)
            {
            }
            Item *operator->() noexcept
            {
                return &item_;
            }

          private:
            Item item_;
        };

        iterator() noexcept = default;
        iterator(const Handle *handle, std::size_t index) noexcept : handle_(handle), index_(index)
        {
        }

        Item operator*() const
        {
            return Item(At(handle_, index_));
        }
        pointer operator->() const
        {
            return pointer(**this);
        }
        Item operator[](difference_type offset) const
        {
            return *(*this + offset);
        }
        iterator &operator++() noexcept
        {
            ++index_;
            return *this;
        }
        iterator operator++(int) noexcept
        {
            return iterator(handle_, index_++);
        }
        iterator &operator--() noexcept
        {
            --index_;
            return *this;
        }
        iterator operator--(int) noexcept
        {
            return iterator(handle_, index_--);
        }
        iterator &operator+=(difference_type offset) noexcept
        {
            index_ += static_cast<std::size_t>(offset);
            return *this;
        }
        iterator &operator-=(difference_type offset) noexcept
        {
            index_ -= static_cast<std::size_t>(offset);
            return *this;
        }
        friend iterator operator+(iterator it, difference_type offset) noexcept
        {
            return it += offset;
        }
        friend iterator operator+(difference_type offset, iterator it) noexcept
        {
            return it += offset;
        }
        friend iterator operator-(iterator it, difference_type offset) noexcept
        {
            return it -= offset;
        }
        friend difference_type operator-(iterator one, iterator other) noexcept
        {
            return static_cast<difference_type>(one.index_ - other.index_);
        }
        friend bool operator==(iterator one, iterator other) noexcept
        {
            return one.index_ == other.index_;
        }
        friend bool operator!=(iterator one, iterator other) noexcept
        {
            return one.index_ != other.index_;
        }
        friend bool operator<(iterator one, iterator other) noexcept
        {
            return one.index_ < other.index_;
        }
        friend bool operator>(iterator one, iterator other) noexcept
        {
            return one.index_ > other.index_;
        }
        friend bool operator<=(iterator one, iterator other) noexcept
        {
            return one.index_ <= other.index_;
        }
        friend bool operator>=(iterator one, iterator other) noexcept
        {
            return one.index_ >= other.index_;
        }

      private:
        const Handle *handle_ = nullptr;
        std::size_t index_ = 0;
    };
    using const_iterator = iterator;
    using value_type = Item;

    range() noexcept = default;
    explicit range(const Handle *handle) noexcept : handle_(handle)
    {
    }

    std::size_t size() const
    {
        return Count(handle_);
    }
    bool empty() const
    {
        return size() == 0;
    }
    iterator begin() const
    {
        return iterator(handle_, 0);
    }
    iterator end() const
    {
        return iterator(handle_, size());
    }
    /* Beyond the end it is an empty view, as C has it. */
    Item operator[](std::size_t index) const
    {
        return Item(At(handle_, index));
    }
    Item front() const
    {
        return (*this)[0];
    }
    Item back() const
    {
        return (*this)[size() - 1];
    }

  private:
    const Handle *handle_ = nullptr;
};

} // namespace detail
} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#if defined(__cpp_lib_ranges)
template <class T>
inline constexpr bool std::ranges::enable_borrowed_range<benchresult::span<T>> = true;
template <class T> inline constexpr bool std::ranges::enable_view<benchresult::span<T>> = true;
template <class Handle, class Item, auto Count, auto At>
inline constexpr bool
    std::ranges::enable_borrowed_range<benchresult::detail::range<Handle, Item, Count, At>> = true;
template <class Handle, class Item, auto Count, auto At>
inline constexpr bool
    std::ranges::enable_view<benchresult::detail::range<Handle, Item, Count, At>> = true;
#endif

#endif
