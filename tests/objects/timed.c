/* SPDX-License-Identifier: MIT */
/*
 * What tests of timers load. It counts what is called, so that a test can look.
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

/* Takes and returns something. */
int timed_other_statement(void *context)
{
    timed_executions += context == 0;
    return timed_executions;
}
