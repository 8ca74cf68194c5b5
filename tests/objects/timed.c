/* SPDX-License-Identifier: MIT */
/*
 * The shared object that tests of timers load. It counts calls, so that a test can check them.
 */
int timed_executions;
int timed_setups;

/* A symbol without a value. */
extern const char timed_nothing __attribute__((visibility("default")));
__asm__(".globl timed_nothing\n.set timed_nothing, 0\n");

void timed_setup(void);
void timed_statement(void);
int timed_other_statement(void *context);

void timed_setup(void)
{
    timed_setups++;
}

void timed_statement(void)
{
    timed_executions++;
}

/* A statement with a parameter and a return value. */
int timed_other_statement(void *context)
{
    timed_executions += context == 0;
    return timed_executions;
}
