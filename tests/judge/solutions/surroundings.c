/* SPDX-License-Identifier: MIT */
/* Prints the names of its environment, one per line, and the open descriptors. */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

void solution(void);

void solution(void)
{
    char byte;

    for (char **variable = environ; *variable != NULL; variable++)
        printf("%.*s\n", (int)strcspn(*variable, "="), *variable);
    for (int i = 0; i < 256; i++) {
        if (fcntl(i, F_GETFD) >= 0)
            printf("%d\n", i);
    }
    printf("read %d\n", (int)read(0, &byte, 1));
    fflush(stdout);
}
