/* SPDX-License-Identifier: MIT */
/*
 * Made-up trees of /proc and /sys.
 */
#ifndef BRES_TEST_MACHINE_TREE_H
#define BRES_TEST_MACHINE_TREE_H

#include <stddef.h>

/* A new, empty tree. */
typedef struct bres_test_tree {
    char root[4096];
} bres_test_tree;

void bres_test_tree_open(bres_test_tree *tree);
/* Writes a file and the directories above it: bres_test_tree_put(&tree, "/proc/x", "text"). */
void bres_test_tree_put(const bres_test_tree *tree, const char *path, const char *text);
void bres_test_tree_put_bytes(const bres_test_tree *tree, const char *path, const void *data,
                              size_t size);
void bres_test_tree_remove(const bres_test_tree *tree, const char *path);
/* Writes the files of a server with CPUs 0-3 and 8, so that every fact about it is available. */
void bres_test_tree_fill(const bres_test_tree *tree);
/* Uses a directory in the tree as the user's state directory, and records a run variation of the
 * server there. */
void bres_test_tree_save_variation(const bres_test_tree *tree, const char *variation);

#endif
