/* SPDX-License-Identifier: MIT */
/*
 * Replaces functions in the process that it is loaded into.
 */
#ifndef BRES_TEST_CHEATS_HOOK_H
#define BRES_TEST_CHEATS_HOOK_H

#include <elf.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct hook {
    const char *name;
    uintptr_t replacement;
    unsigned replaced;
} hook;

static inline int hook_unlock(uintptr_t address, size_t size, int protection)
{
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    const uintptr_t first = address / page * page;

    return mprotect((void *)first, address + size - first, protection);
}

/* Redirects the slots of one relocation table that refer to the function. */
static inline void hook_table(hook *wanted, uintptr_t base, const ElfW(Rela) * table, size_t size,
                              const ElfW(Sym) * symbols, const char *names)
{
    for (size_t i = 0; i < size / sizeof(*table); i++) {
        const size_t symbol = (size_t)(table[i].r_info >> 32);
        uintptr_t *slot = (uintptr_t *)(base + table[i].r_offset);

        if (symbol == 0 || strcmp(names + symbols[symbol].st_name, wanted->name) != 0 ||
            hook_unlock((uintptr_t)slot, sizeof(*slot), PROT_READ | PROT_WRITE) != 0)
            continue;
        *slot = wanted->replacement;
        wanted->replaced++;
    }
}

static inline int hook_object(struct dl_phdr_info *info, size_t size, void *argument)
{
    uintptr_t value[DT_NUM] = { 0 };
    const ElfW(Dyn) *entry = NULL;

    (void)size;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
            entry = (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
    }
    for (; entry != NULL && entry->d_tag != DT_NULL; entry++) {
        if (entry->d_tag > 0 && entry->d_tag < DT_NUM)
            value[entry->d_tag] = entry->d_un.d_ptr;
    }
    /* Skips the kernel's own object (vDSO), whose addresses are not relocated. */
    if (value[DT_SYMTAB] <= info->dlpi_addr || value[DT_STRTAB] == 0)
        return 0;
    hook_table(argument, info->dlpi_addr, (const void *)value[DT_JMPREL], value[DT_PLTRELSZ],
               (const void *)value[DT_SYMTAB], (const void *)value[DT_STRTAB]);
    hook_table(argument, info->dlpi_addr, (const void *)value[DT_RELA], value[DT_RELASZ],
               (const void *)value[DT_SYMTAB], (const void *)value[DT_STRTAB]);
    return 0;
}

/* Makes every loaded object call the replacement. Returns the number of redirected slots. */
static inline unsigned hook_calls(const char *name, uintptr_t replacement)
{
    hook wanted = { name, replacement, 0 };

    dl_iterate_phdr(hook_object, &wanted);
    return wanted.replaced;
}

/* Overwrites the beginning of a function with a jump to the replacement. */
static inline int hook_code(uintptr_t function, uintptr_t replacement)
{
#if defined(__x86_64__)
    unsigned char jump[12] = { 0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xe0 };

    memcpy(jump + 2, &replacement, sizeof(replacement));
    if (hook_unlock(function, sizeof(jump), PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
        return -1;
    memcpy((void *)function, jump, sizeof(jump));
    return 0;
#else
    (void)function;
    (void)replacement;
    return -1;
#endif
}

#endif
