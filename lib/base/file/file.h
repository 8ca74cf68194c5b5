/* SPDX-License-Identifier: MIT */
/*
 * Files: reading whole, replacing atomically, and the system calls that both use. EINTR is
 * retried, short reads and writes are completed. Every call here can be made to fail by a test.
 */
#ifndef BRES_BASE_FILE_FILE_H
#define BRES_BASE_FILE_FILE_H

#include <benchresult/base.h>
#include <sys/stat.h>
#include <sys/types.h>

/* Thin covers: the system's results and errno. Descriptors are opened close-on-exec. */
int bres__open(const char *path, int flags, mode_t mode);
int bres__openat(int directory, const char *name, int flags, mode_t mode);
int bres__close(int fd);
/* As many bytes as asked for, fewer only at the end of the file; -1 with errno. */
ssize_t bres__read_full(int fd, void *data, size_t size);
/* The same from a place in the file; the descriptor stays where it stands. */
ssize_t bres__pread_full(int fd, void *data, size_t size, off_t place);
/* 0, or -1 with errno; everything was written or it failed. */
int bres__write_full(int fd, const void *data, size_t size);
int bres__fsync(int fd);
/* Flushes what is needed to read the file again: not its times. */
int bres__fdatasync(int fd);
/* Flushes the whole file system that the descriptor is on. */
int bres__syncfs(int fd);
int bres__ftruncate(int fd, off_t size);
/* Takes the advisory lock of the whole file (flock) for whoever has this opening of it; -1 with
 * EWOULDBLOCK when another opening has it. */
int bres__lock(int fd);
/* As bres__lock(), but waits until no other opening has the lock. */
int bres__lock_wait(int fd);
/* Takes a shared lock: -1 with EWOULDBLOCK when another opening has the lock above. */
int bres__lock_shared(int fd);
/* Gives a lock back, also for processes that have inherited the opening. Keeps errno. */
void bres__unlock(int fd);
/* Whether a lock has failed with this errno because the file system has none. */
bool bres__lock_is_unsupported(int number);
/* Whether the path leads to this open file: *is_at. 0, or -1 with errno; without a file at the
 * path, *is_at is false. */
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
/* Makes a new directory of mode 0700, in whose name the XXXXXX at the end are replaced. */
int bres__mkdtemp(char *path);

/* Calls `entry` for each name in a directory, "." and ".." included, until it returns false, which
 * stands for a lack of memory. 0, or -1 with errno. */
int bres__list_directory(int directory, bool (*entry)(void *context, const char *name),
                         void *context);

/* A file in memory. */
typedef struct bres__buffer {
    char *data; /* bres__free() it; a NUL follows the last byte */
    size_t size;
} bres__buffer;

/* Reads to the end. Errors: as bres__error_system(); BRES_ERROR_LIMIT above `max` bytes, said
 * before more than that is held; BRES_ERROR_MEMORY. `name` is for messages. A regular file is read
 * into memory of its size, anything else into memory that grows. */
bres_status bres__read_file(const char *path, uint64_t max, bres__buffer *buffer);
bres_status bres__read_fd(int fd, const char *name, uint64_t max, bres__buffer *buffer);
/* The same on several threads, if the file is large; `threads` 0: one for each CPU. */
bres_status bres__read_fd_parallel(int fd, const char *name, uint64_t max, size_t threads,
                                   bres__buffer *buffer);
bres_status bres__read_file_parallel(const char *path, uint64_t max, size_t threads,
                                     bres__buffer *buffer);

/* Makes the missing parent directories of a path. */
bres_status bres__make_parents(const char *path);
/* Flushes the directory of a path, so that a new name in it is on the disk; as far as the system
 * lets us, for not every directory can be opened or flushed. */
void bres__sync_parent(const char *path);
/* The directory part of a path as typed ("" for a bare name) and the rest; both bres__free()d by
 * the caller. false: no memory. */
bool bres__split_path(const char *path, char **directory, char **base);

/*
 * An output that takes the place of a file when it is complete: bytes are collected, written to a
 * temporary file beside the target, flushed and renamed over it. A symbolic link is followed, the
 * permissions of a file that is replaced are kept. Something that is no regular file is written
 * to directly.
 */
typedef struct bres__output bres__output;

/* Opens for a path; the caller ends it with commit or discard. */
bres_status bres__output_open(const char *path, bres__output **output);
/* Opens for a descriptor, which stays open. */
bres_status bres__output_open_fd(int fd, bres__output **output);
/* Appends; an error is remembered and given by commit. */
void bres__output_write(bres__output *output, const char *data, size_t size);
/* Writes what is left, flushes, renames, flushes the directory; frees the output in any case. */
bres_status bres__output_commit(bres__output *output);
/* Removes the temporary file and frees the output; NULL does nothing. */
void bres__output_discard(bres__output *output);
/* false when the output writes directly (a terminal, a pipe, a device, a descriptor). */
bool bres__output_replaces_file(const bres__output *output);

/* A directory for temporary files. All zero is none. */
typedef struct bres__scratch_dir {
    char *path; /* without a '/' at its end */
    int lock;   /* descriptor that has the lock of the directory; -1: none */
} bres__scratch_dir;

/* Makes a directory in TMPDIR or /tmp. Removes those that ended processes have left there. */
bres_status bres__scratch_dir_make(bres__scratch_dir *scratch);
/* Removes it and all it contains. */
void bres__scratch_dir_remove(bres__scratch_dir *scratch);

#endif
