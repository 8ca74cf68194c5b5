/* SPDX-License-Identifier: MIT */
/*
 * Files: reading whole files, replacing files atomically, and wrappers for the system calls. The
 * wrappers retry after EINTR and complete short reads and writes. A test can make every call fail.
 */
#ifndef BRES_BASE_FILE_FILE_H
#define BRES_BASE_FILE_FILE_H

#include <benchresult/base.h>
#include <sys/stat.h>
#include <sys/types.h>

/* Thin wrappers: results and errno are those of the system call. Descriptors are close-on-exec. */
int bres__open(const char *path, int flags, mode_t mode);
int bres__openat(int directory, const char *name, int flags, mode_t mode);
int bres__close(int fd);
/* Reads `size` bytes, fewer only at the end of the file. Returns the number read, or -1 with
 * errno. */
ssize_t bres__read_full(int fd, void *data, size_t size);
/* The same from an offset in the file; does not move the file position. */
ssize_t bres__pread_full(int fd, void *data, size_t size, off_t place);
/* Writes all `size` bytes. Returns 0, or -1 with errno. */
int bres__write_full(int fd, const void *data, size_t size);
int bres__fsync(int fd);
/* Flushes the data and the metadata needed to read it, but not the file's times. */
int bres__fdatasync(int fd);
/* Flushes the whole file system that the descriptor is on. */
int bres__syncfs(int fd);
int bres__ftruncate(int fd, off_t size);
/* Takes the exclusive advisory lock of the whole file (flock) for this open file description;
 * -1 with EWOULDBLOCK when another one has the lock. */
int bres__lock(int fd);
/* Like bres__lock(), but waits until no other open file description has the lock. */
int bres__lock_wait(int fd);
/* A program that is being started has the locks of its parent until the kernel executes it, even if
 * the parent is killed meanwhile. This is normally enough time for it. */
#define BRES__LOCK_SOON_NS UINT64_C(100000000)
/* Takes an exclusive or shared lock. Tries again for `limit_ns` nanoseconds while another open file
 * description has a conflicting lock; then -1 with EWOULDBLOCK. */
int bres__lock_within(int fd, bool is_shared, uint64_t limit_ns);
/* Releases a lock, also for processes that have inherited the descriptor. Keeps errno. */
void bres__unlock(int fd);
/* Whether a lock call failed with errno `number` because the file system does not support locks. */
bool bres__lock_is_unsupported(int number);
/* Sets *is_at to whether `path` names this open file; false if `path` does not exist. Returns 0, or
 * -1 with errno. */
int bres__file_is_at(int fd, const char *path, bool *is_at);
int bres__rename(const char *from, const char *to);
int bres__unlink(const char *path);
int bres__unlinkat(int directory, const char *name);
int bres__stat(const char *path, struct stat *status);
int bres__fstat(int fd, struct stat *status);
int bres__fstatat(int directory, const char *name, struct stat *status);
ssize_t bres__readlink(const char *path, char *target, size_t size);
int bres__fchmod(int fd, mode_t mode);
int bres__mkdir(const char *path, mode_t mode);
int bres__rmdir(const char *path);
/* Makes a new directory of mode 0700; replaces the XXXXXX at the end of `path`. */
int bres__mkdtemp(char *path);

/* Calls `entry` for each name in a directory, "." and ".." included. `entry` returns false when out
 * of memory, which ends the listing. Returns 0, or -1 with errno. */
int bres__list_directory(int directory, bool (*entry)(void *context, const char *name),
                         void *context);

/* The contents of a file. */
typedef struct bres__buffer {
    char *data; /* bres__free() it; a NUL follows the last byte */
    size_t size;
} bres__buffer;

/* Reads to the end of the file. `name` is for messages. Allocates the size of a regular file at
 * once; grows the buffer for other files. Errors: those of bres__error_system(); BRES_ERROR_LIMIT
 * above `max` bytes, without holding more than `max`; BRES_ERROR_MEMORY. */
bres_status bres__read_file(const char *path, uint64_t max, bres__buffer *buffer);
bres_status bres__read_fd(int fd, const char *name, uint64_t max, bres__buffer *buffer);
/* The same; reads a large file on several threads. `threads` 0: one for each CPU. */
bres_status bres__read_fd_parallel(int fd, const char *name, uint64_t max, size_t threads,
                                   bres__buffer *buffer);
bres_status bres__read_file_parallel(const char *path, uint64_t max, size_t threads,
                                     bres__buffer *buffer);

/* Makes the missing parent directories of a path. */
bres_status bres__make_parents(const char *path);
/* Flushes the parent directory of a path, so that a new name in it is on disk. Best effort: not
 * every directory can be opened or flushed. */
void bres__sync_parent(const char *path);
/* Splits a path into the directory part as typed ("" for a bare name) and the rest. The caller must
 * bres__free() both. Returns false when out of memory. */
bool bres__split_path(const char *path, char **directory, char **base);

/*
 * An output that replaces a file when it is complete: it buffers the bytes, writes them to a
 * temporary file in the target's directory, flushes that file and renames it over the target. It
 * follows symbolic links and keeps the permissions of a replaced file. It writes directly to a
 * target that is not a regular file.
 */
typedef struct bres__output bres__output;

/* Opens an output for a path. The caller must commit or discard the output. */
bres_status bres__output_open(const char *path, bres__output **output);
/* Opens an output for a descriptor, which stays open after commit or discard. */
bres_status bres__output_open_fd(int fd, bres__output **output);
/* Appends bytes; bres__output_commit() reports a write error. */
void bres__output_write(bres__output *output, const char *data, size_t size);
/* Writes the buffered bytes, flushes and renames the file and flushes its directory. Frees the
 * output, also on failure. */
bres_status bres__output_commit(bres__output *output);
/* Removes the temporary file and frees the output; NULL does nothing. */
void bres__output_discard(bres__output *output);
/* false when the output writes directly (to a terminal, pipe, device or descriptor). */
bool bres__output_replaces_file(const bres__output *output);

/* A directory for temporary files; all zero means no directory. */
typedef struct bres__scratch_dir {
    char *path; /* without a '/' at its end */
    int lock;   /* descriptor that holds the lock of the directory; -1: none */
} bres__scratch_dir;

/* Makes a directory in TMPDIR or /tmp. Removes directories left there by processes that ended. */
bres_status bres__scratch_dir_make(bres__scratch_dir *scratch);
/* Removes the directory and its contents. */
void bres__scratch_dir_remove(bres__scratch_dir *scratch);

#endif
