/* SPDX-License-Identifier: MIT */
/*
 * Building blocks for handles and lists: owners, views, option structs, and ranges with an index.
 */
#ifndef BENCHRESULT_RANGE_HPP
#define BENCHRESULT_RANGE_HPP

#include <benchresult/array.hpp>
#include <benchresult/text.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <utility>
#include <vector>
#if defined(__cpp_lib_ranges)
#include <ranges>
#endif

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

namespace detail
{

/* The value that a getter writes through its last parameter, if the getter returns true. */
template <class T, auto Get, class... Arguments> std::optional<T> value_of(Arguments... arguments)
{
    T value;

    return Get(arguments..., &value) ? std::optional<T>(value) : std::nullopt;
}

/* A C struct, initialized by its C function. Change the members that you need. */
template <class Struct, void (*Init)(Struct *)> struct initialized : Struct {
    initialized() noexcept
    {
        Init(this);
    }
};

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

/* A borrowed C struct, or none. */
template <class Struct> class record : public view<const Struct>
{
  public:
    using view<const Struct>::view;

  protected:
    /* The members, which are zero in an empty view. */
    const Struct &members() const noexcept
    {
        static constexpr Struct none = {};

        return *this ? *this->get() : none;
    }
};

/* An owned handle, or none. The destructor releases the handle. */
template <class Handle, void (*Release)(Handle *)> class owner
{
  public:
    constexpr owner() noexcept = default;
    /* Takes ownership of a handle from a C function. */
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
    /* Returns the handle, which the caller then owns. */
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

/* The handles of a range of owners or views. */
template <class Handle, class Range> std::vector<Handle *> handles_of(const Range &range)
{
    std::vector<Handle *> handles;

    for (const auto &each : range)
        handles.push_back(each.get());
    return handles;
}

/*
 * A range over the parts of a handle, by the C functions for the count and for an element. The
 * iterator has random access. It makes each element on demand, and returns it by value.
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
    /* For an index out of range, an empty view, as from the C function. */
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
template <class Handle, class Item, auto Count, auto At>
inline constexpr bool
    std::ranges::enable_borrowed_range<benchresult::detail::range<Handle, Item, Count, At>> = true;
template <class Handle, class Item, auto Count, auto At>
inline constexpr bool
    std::ranges::enable_view<benchresult::detail::range<Handle, Item, Count, At>> = true;
#endif

#endif
