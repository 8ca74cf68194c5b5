/* SPDX-License-Identifier: MIT */
/*
 * The files of a compiler.
 */
#ifndef BRES_JUDGE_COMPILE_HELPER_FILES_H
#define BRES_JUDGE_COMPILE_HELPER_FILES_H

/* If root started the process, the user nobody gets `directory` and becomes the user of the
 * process, which can still read the files of all users. Without the capabilities that this takes,
 * the process stays root, and the file BRES__COMPILE_AS_ROOT in `directory` tells the judge. */
void compile_user_drop(const char *directory);
/* Where the system has landlock: the calling process and its future children can write to
 * `directory` alone, and read it, the system's files, those of the compiler, and those from
 * `readable` up to `end`. */
void compile_files_confine(const char *compiler, const char *directory, char *const *readable,
                           char *const *end);

#endif
