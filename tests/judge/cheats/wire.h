/* SPDX-License-Identifier: MIT */
/*
 * The protocol between the runner and the judge, for cheats that know it.
 */
#ifndef BRES_TEST_CHEATS_WIRE_H
#define BRES_TEST_CHEATS_WIRE_H

#include "../../../lib/judge/runner/wire.h"
#include "hook.h"

#include <sys/socket.h>
#include <sys/syscall.h>

/* Returns the message of a packet; NULL if the packet is not a message. */
static inline const bres__wire_message *wire_message(const void *data, size_t size)
{
    return size == sizeof(bres__wire_message) ? data : NULL;
}

static inline ssize_t wire_send(int fd, const void *data, size_t size, int flags)
{
    return syscall(SYS_sendto, fd, data, size, flags, NULL, 0);
}

#endif
