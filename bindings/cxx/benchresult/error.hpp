/* SPDX-License-Identifier: MIT */
/*
 * The error of a call, as an exception or a value.
 */
#ifndef BENCHRESULT_ERROR_HPP
#define BENCHRESULT_ERROR_HPP

#include <benchresult/base.h>
#include <benchresult/style.hpp>

#include <atomic>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <optional>
#include <string_view>
#include <utility>

namespace benchresult
{
inline namespace BENCHRESULT_STYLE
{

/*
 * A copy of the thread's error record. Copies share the texts and cannot fail. If memory runs out
 * for the texts, they are empty, and what() is the name of the status.
 */
class error : public std::exception
{
  public:
    /* Copies the record of the thread's last failing call, which returned this status. */
    explicit error(bres_status status) noexcept
        : status_(status), errno_(bres_last_error_errno()), offset_(bres_last_error_offset()),
          texts_(texts::copy_of_record())
    {
    }
    error(const error &other) noexcept
        : std::exception(other), status_(other.status_), errno_(other.errno_),
          offset_(other.offset_), texts_(other.texts_)
    {
        texts::hold(texts_);
    }
    error &operator=(const error &other) noexcept
    {
        texts::hold(other.texts_);
        texts::release(texts_);
        status_ = other.status_;
        errno_ = other.errno_;
        offset_ = other.offset_;
        texts_ = other.texts_;
        return *this;
    }
    ~error() override
    {
        texts::release(texts_);
    }

    /* The whole sentence: file, place, what is wrong and what was expected. */
    const char *what() const noexcept override
    {
        return texts_ != nullptr ? texts_->what : bres_status_name(status_);
    }
    bres_status status() const noexcept
    {
        return status_;
    }
    /* The file that the error is about; empty if unknown. So are path() and expected(). */
    std::string_view file() const noexcept
    {
        return texts_ != nullptr ? texts_->file : "";
    }
    /* The place in a JSON document, such as "benchmarks[0].states[3]". */
    std::string_view path() const noexcept
    {
        return texts_ != nullptr ? texts_->path : "";
    }
    /* The accepted values, such as "int64". */
    std::string_view expected() const noexcept
    {
        return texts_ != nullptr ? texts_->expected : "";
    }
    /* Byte offset in the file or text, counted from 0. */
    std::optional<std::int64_t> offset() const noexcept
    {
        return offset_ >= 0 ? std::optional<std::int64_t>(offset_) : std::nullopt;
    }
    /* The system's errno; 0 without one. */
    int system_errno() const noexcept
    {
        return errno_;
    }

  private:
    /* One block of memory: this struct, followed by the four texts. */
    struct texts {
        std::atomic<unsigned> holders;
        const char *what;
        const char *file;
        const char *path;
        const char *expected;

        static texts *copy_of_record() noexcept
        {
            const char *const from[] = { bres_last_error(), bres_last_error_file(),
                                         bres_last_error_path(), bres_last_error_expected() };
            const char *to[4];
            std::size_t size = sizeof(texts);

            for (const char *text : from)
                size += std::strlen(text) + 1;
            void *memory = ::operator new(size, std::nothrow);
            if (memory == nullptr)
                return nullptr;
            char *end = static_cast<char *>(memory) + sizeof(texts);
            for (int i = 0; i < 4; i++) {
                const std::size_t length = std::strlen(from[i]) + 1;
                std::memcpy(end, from[i], length);
                to[i] = end;
                end += length;
            }
            return new (memory) texts{ { 1 }, to[0], to[1], to[2], to[3] };
        }
        static void hold(texts *held) noexcept
        {
            if (held != nullptr)
                held->holders.fetch_add(1, std::memory_order_relaxed);
        }
        static void release(texts *held) noexcept
        {
            if (held != nullptr && held->holders.fetch_sub(1, std::memory_order_acq_rel) == 1)
                ::operator delete(held);
        }
    };

    bres_status status_;
    int errno_;
    std::int64_t offset_;
    texts *texts_;
};

/* The name of a status as in the C header, such as "BRES_ERROR_MEMORY". */
inline std::string_view status_name(bres_status status) noexcept
{
    return bres_status_name(status);
}

/* The version of the loaded library; BRES_VERSION_STRING is the version of the headers. */
inline std::string_view version() noexcept
{
    return bres_version();
}

} // namespace BENCHRESULT_STYLE
} // namespace benchresult

#endif
