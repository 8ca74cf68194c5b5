/* SPDX-License-Identifier: MIT */
/*
 * Limits a process's access to files with landlock: only accesses that rules allow are permitted.
 * The rules apply permanently to the process and its children. The judge's helper programs enter
 * rules; the judge itself only asks whether the system has landlock.
 */
#ifndef BRES_JUDGE_CONFINE_CONFINE_H
#define BRES_JUDGE_CONFINE_CONFINE_H

#include <stdbool.h>
#include <stdint.h>

#define BRES__CONFINE_READ    1u /* read files, list directories, run programs */
#define BRES__CONFINE_WRITE   2u /* write to files that exist */
#define BRES__CONFINE_MAKE    4u /* make, rename and remove files and directories */
#define BRES__CONFINE_DEVICES 8u /* make devices */

typedef struct bres__confine {
    int rules;        /* -1: the system has no landlock */
    uint64_t handled; /* landlock rights that are forbidden unless a rule allows them */
} bres__confine;

bool bres__confine_is_supported(void);
/* Whether rules against writing also prevent a process from truncating files that it opens for
 * reading, with O_TRUNC. */
bool bres__confine_covers_truncation(void);
/* Begins rules that forbid the BRES__CONFINE_* accesses in `forbidden`, and no others. */
bres__confine bres__confine_begin(unsigned forbidden);
/* Allows some accesses to a file, or to a directory and everything below it. A missing path is
 * skipped. */
void bres__confine_allow(const bres__confine *confine, const char *path, unsigned allowed);
/* The same for an open file. */
void bres__confine_allow_fd(const bres__confine *confine, int fd, unsigned allowed);
/* Allows each directory of a list that is separated by colons; NULL: none. */
void bres__confine_allow_list(const bres__confine *confine, const char *list, unsigned allowed);
/* Allows reading the system's programs, libraries and the files that they need, and reading and
 * writing /dev/null, /dev/zero and /dev/full. */
void bres__confine_allow_system(const bres__confine *confine);
/* Enters the rules, which requires no_new_privs, and closes them; false if they are not in effect.
 */
bool bres__confine_enter(bres__confine *confine);

#endif
