/* SPDX-License-Identifier: MIT */
/*
 * The files of a compiler.
 */
#ifndef BRES_JUDGE_COMPILE_HELPER_FILES_H
#define BRES_JUDGE_COMPILE_HELPER_FILES_H

/* If root started the process, gives `directory` to BRES__NOBODY and changes to this user. The
 * process can still read the files of all users. Without the required capabilities, the process
 * stays root, and creates the file BRES__COMPILE_AS_ROOT in `directory` to inform the judge. */
void compile_user_drop(const char *directory);
/* If the system has landlock, limits the calling process and its future children: they can write
 * only to `directory`, and read only `directory`, the system's files, the compiler's files, and the
 * paths from `readable` up to `end`. */
void compile_files_confine(const char *compiler, const char *directory, char *const *readable,
                           char *const *end);

#endif
