/* SPDX-License-Identifier: MIT */
/*
 * Texts: parameters, borrowed texts, and texts that the library has allocated.
 */
#ifndef BENCHRESULT_TEXT_HPP
#define BENCHRESULT_TEXT_HPP

#include <benchresult/base.h>
#include <benchresult/style.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/*
 * A text parameter, passed to C with a NUL at the end. A const char *, which may be nullptr where
 * the C function accepts NULL, and any object with c_str() are passed on without a copy. A
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

/* A text that the library has allocated; the destructor frees it. */
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

/* NULL becomes std::nullopt. */
inline std::optional<std::string_view> text_of(const char *text) noexcept
{
    return text != nullptr ? std::optional<std::string_view>(text) : std::nullopt;
}

} // namespace detail
} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
