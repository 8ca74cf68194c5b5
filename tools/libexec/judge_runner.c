/* SPDX-License-Identifier: MIT */
/*
 * benchresult-judge-runner SOLUTION
 *
 * The program in which bres_judge() has a solution called. It is of no use by hand: it talks with
 * the judge through descriptors that it is started with.
 */
#include "judge/runner/helper/supervisor.h"
#include "judge/runner/wire.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool is_socket(int fd)
{
    int type;
    socklen_t size = sizeof(type);

    return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_SEQPACKET;
}

/* What the judge has compiled is a file in its memory, which can be opened by its name for as long
 * as this process may do what the judge may; afterwards by its descriptor. */
static const char *object_open(const char *object, char name[32])
{
    const int fd = strncmp(object, "/proc/", 6) == 0 ? open(object, O_RDONLY | O_CLOEXEC) : -1;

    if (fd < 0)
        return object;
    snprintf(name, 32, "/proc/self/fd/%d", fd);
    return name;
}

int main(int argc, char **argv)
{
    char name[32];

    if (argc != 2 || !is_socket(BRES__WIRE_CHANNEL) || !is_socket(BRES__WIRE_CONTROL)) {
        fputs("benchresult-judge-runner: it is started by the judge only\n", stderr);
        return EXIT_FAILURE;
    }
    /* What the judge's program has left open is none of the solution's business. */
    closefrom(BRES__WIRE_CONTROL + 1);
    return supervisor_main(object_open(argv[1], name));
}
