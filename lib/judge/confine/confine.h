/* SPDX-License-Identifier: MIT */
/*
 * What a process may do with files, by landlock: nothing but what rules allow. The rules hold for
 * the process and its children for good. The judge's helper programs enter them; the judge itself
 * only asks whether the system has landlock.
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
    uint64_t handled; /* the rights of landlock that are forbidden unless a rule allows them */
} bres__confine;

bool bres__confine_is_supported(void);
/* Whether rules against writing also keep a process from emptying files as it opens them for
 * reading, with O_TRUNC. */
bool bres__confine_covers_truncation(void);
/* Begins rules that forbid these BRES__CONFINE_* accesses, and no others. */
bres__confine bres__confine_begin(unsigned forbidden);
/* Allows some accesses to a file, or to a directory and everything below. What does not exist is
 * skipped. */
void bres__confine_allow(const bres__confine *confine, const char *path, unsigned allowed);
/* The same for an open file. */
void bres__confine_allow_fd(const bres__confine *confine, int fd, unsigned allowed);
/* Allows each directory of a list that is separated by colons; NULL: none. */
void bres__confine_allow_list(const bres__confine *confine, const char *list, unsigned allowed);
/* Allows reading what programs and libraries of the system need, and the null device and the like.
 */
void bres__confine_allow_system(const bres__confine *confine);
/* Enters the rules, which needs no_new_privs, and closes them. false: they are not in effect. */
bool bres__confine_enter(bres__confine *confine);

#endif
