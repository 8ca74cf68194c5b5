/* SPDX-License-Identifier: MIT */
#include "judge/compile/symbol.h"

#include <link.h>
#include <string.h>

typedef ElfW(Ehdr) object_header;
typedef ElfW(Shdr) object_section;
typedef ElfW(Sym) object_symbol;

typedef struct object {
    const char *data;
    size_t size;
    object_header header;
} object;

/* Copies a struct from the file, whose offsets need not be aligned. */
static bool object_copy(const object *from, size_t offset, void *to, size_t size)
{
    if (offset > from->size || size > from->size - offset)
        return false;
    memcpy(to, from->data + offset, size);
    return true;
}

static bool section_read(const object *from, size_t index, object_section *section)
{
    if (index >= from->header.e_shnum || from->header.e_shoff > from->size)
        return false;
    return object_copy(from, from->header.e_shoff + index * sizeof *section, section,
                       sizeof *section);
}

static bool is_exported(const object_symbol *symbol)
{
    const unsigned type = symbol->st_info & 0xFu;
    const unsigned binding = symbol->st_info >> 4;

    return symbol->st_shndx != SHN_UNDEF && (binding == STB_GLOBAL || binding == STB_WEAK) &&
           (type == STT_FUNC || type == STT_GNU_IFUNC);
}

/* Whether the name at an offset in the string table is `name`. */
static bool name_is(const object *from, const object_section *names, size_t at, const char *name)
{
    const size_t length = strlen(name) + 1;

    return names->sh_offset <= from->size && names->sh_size <= from->size - names->sh_offset &&
           at <= names->sh_size && length <= names->sh_size - at &&
           memcmp(from->data + names->sh_offset + at, name, length) == 0;
}

static bool section_exports(const object *from, const object_section *symbols, const char *name)
{
    const size_t count = symbols->sh_size / sizeof(object_symbol);
    object_section names;
    object_symbol symbol;

    if (!section_read(from, symbols->sh_link, &names) || symbols->sh_offset > from->size)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (!object_copy(from, symbols->sh_offset + i * sizeof symbol, &symbol, sizeof symbol))
            return false;
        if (is_exported(&symbol) && name_is(from, &names, symbol.st_name, name))
            return true;
    }
    return false;
}

bool bres__object_exports(const char *data, size_t size, const char *name)
{
    object from = { .data = data, .size = size };
    object_section section;

    if (!object_copy(&from, 0, &from.header, sizeof from.header) ||
        memcmp(from.header.e_ident, ELFMAG, SELFMAG) != 0 ||
        from.header.e_ident[EI_CLASS] != (sizeof(void *) == 8 ? ELFCLASS64 : ELFCLASS32))
        return false;
    for (size_t i = 0; section_read(&from, i, &section); i++) {
        if (section.sh_type == SHT_DYNSYM && section_exports(&from, &section, name))
            return true;
    }
    return false;
}
