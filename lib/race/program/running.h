/* SPDX-License-Identifier: MIT */
/*
 * The record of the program that a race is running. A race that is killed leaves its program
 * running, which would disturb the race that resumes it and replace its results.
 */
#ifndef BRES_RACE_PROGRAM_RUNNING_H
#define BRES_RACE_PROGRAM_RUNNING_H

#include <sys/types.h>

/* Records the program; a failure is ignored. */
void bres__race_running_record(const char *directory, pid_t pid);
/* Kills the recorded program with its process group if it is still running, and waits until it has
 * ended. Keeps the record if a call fails. The race must have the lock of the directory. */
void bres__race_running_kill(const char *directory);

#endif
