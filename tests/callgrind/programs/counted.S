/* SPDX-License-Identifier: MIT */
/*
 * Functions with known numbers of instructions (counted.h).
 */
#if defined(__x86_64__)

.macro begin name
    .globl \name
    .type \name, @function
\name:
.endm

.macro end name
    .size \name, . - \name
.endm

    .text

begin counted_three
    nop
    nop
    ret
end counted_three

begin counted_loop
    movl $1000, %ecx
1:  decl %ecx
    jnz 1b
    ret
end counted_loop

/* Calls itself until %edi is 0. */
begin counted_deeper
    testl %edi, %edi
    jz 1f
    decl %edi
    call counted_deeper
1:  ret
end counted_deeper

begin counted_tree
    subq $8, %rsp
    call counted_three
    call counted_loop
    call counted_three
    movl $10, %edi
    call counted_deeper
    addq $8, %rsp
    ret
end counted_tree

#endif

    .section .note.GNU-stack, "", @progbits
