/* SPDX-License-Identifier: MIT */
/*
 * benchresult-judge-runner BACKEND [READABLE]...
 *
 * The program in which bres_judge() has a solution called. It is of no use by hand: it talks with
 * the judge through descriptors that it is started with. BACKEND is cpu or cuda. The solution may
 * read the files and directories READABLE.
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
    /* What the judge's program has left open is none of the solution's business. */
    closefrom(BRES__WIRE_OBJECT + 1);
    return supervisor_main(strcmp(argv[1], "cuda") == 0, argv + 2);
}
