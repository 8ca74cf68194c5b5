/* SPDX-License-Identifier: MIT */
/*
 * The programs that the library itself starts.
 */
#ifndef BRES_BASE_PROCESS_LIBEXEC_H
#define BRES_BASE_PROCESS_LIBEXEC_H

#include <benchresult/base.h>

/* The path of a helper program of this library; bres__free() it. BRES_ERROR_NO_FILE, with a message
 * that names it, BRES_ERROR_IO, BRES_ERROR_MEMORY. */
bres_status bres__libexec_find(const char *name, char **path);

#endif
