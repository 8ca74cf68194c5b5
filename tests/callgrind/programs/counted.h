/* SPDX-License-Identifier: MIT */
/*
 * The functions that the programs of this folder count. A function in assembly executes the number
 * of instructions in its constant, without the functions that it calls.
 */
#ifndef TEST_CALLGRIND_COUNTED_H
#define TEST_CALLGRIND_COUNTED_H

void counted_three(void);
void counted_loop(void);
/* Calls three twice, loop once, and a function that calls itself ten times. */
void counted_tree(void);

#define COUNTED_THREE  3
#define COUNTED_LOOP   (2 + 2 * 1000)
#define COUNTED_DEEPER (10 * 5 + 3)
#define COUNTED_TREE   8
#define COUNTED_ALL    (COUNTED_TREE + 2 * COUNTED_THREE + COUNTED_LOOP + COUNTED_DEEPER)

/* Sorts some numbers; needs the setup. */
void counted_setup(void);
void counted_sort(void);

#endif
