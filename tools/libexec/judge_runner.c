/* SPDX-License-Identifier: MIT */
/*
 * benchresult-judge-runner BACKEND [READABLE]...
 *
 * bres_judge() runs a solution in this program. Only the judge can start the program, because the
 * two communicate through inherited descriptors. BACKEND is cpu or cuda. The solution may read the
 * files and directories READABLE.
 */
#include "judge/runner/helper/supervisor.h"
#include "judge/runner/wire.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static bool is_socket(int fd)
{
    int type;
    socklen_t size = sizeof(type);

    return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 && type == SOCK_SEQPACKET;
}

int main(int argc, char **argv)
{
    if (argc < 2 || !is_socket(BRES__WIRE_CHANNEL) || !is_socket(BRES__WIRE_CONTROL)) {
        fputs("benchresult-judge-runner: it is started by the judge only\n", stderr);
        return EXIT_FAILURE;
    }
    /* The solution must not inherit other open descriptors of the judge's process. */
    closefrom(BRES__WIRE_OBJECT + 1);
    return supervisor_main(strcmp(argv[1], "cuda") == 0, argv + 2);
}
