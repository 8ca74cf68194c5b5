/* SPDX-License-Identifier: MIT */
/*
 * Calls a function whose signature is known only at run time.
 */
#include "judge/runner/helper/solution.h"

#include <benchresult/judge.h>
#include <dlfcn.h>
#include <ffi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct solution {
    const bres__wire_setup *setup;
    void (*function)(void);
    ffi_cif interface;
    ffi_type **types;
    void **places; /* pointers to the values */
    uint64_t *values;
};

/* NULL: unknown type. */
static ffi_type *type_of(const bres__wire_argument *argument)
{
    static ffi_type *const types[] = {
        [BRES_TYPE_ELEMENT] = NULL,
        [BRES_TYPE_FLOAT32] = &ffi_type_float,
        [BRES_TYPE_FLOAT64] = &ffi_type_double,
        [BRES_TYPE_FLOAT16] = &ffi_type_uint16,
        [BRES_TYPE_INT32] = &ffi_type_sint32,
        [BRES_TYPE_UINT8] = &ffi_type_uint8,
        [BRES_TYPE_UINT32] = &ffi_type_uint32,
        [BRES_TYPE_UINT64] = &ffi_type_uint64,
        [BRES_TYPE_SIZE] = &ffi_type_uint64,
    };

    if (argument->is_array)
        return &ffi_type_pointer;
    return argument->type < sizeof(types) / sizeof(*types) ? types[argument->type] : NULL;
}

struct solution *solution_new(const bres__wire_setup *setup)
{
    const size_t count = setup->argument_count;
    struct solution *made = calloc(1, sizeof(*made));

    if (made == NULL)
        return NULL;
    made->setup = setup;
    made->types = calloc(count + 1, sizeof(*made->types));
    made->places = calloc(count + 1, sizeof(*made->places));
    made->values = calloc(count + 1, sizeof(*made->values));
    if (made->types == NULL || made->places == NULL || made->values == NULL)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        made->types[i] = type_of(&setup->arguments[i]);
        made->places[i] = &made->values[i];
        if (made->types[i] == NULL)
            return NULL;
    }
    if (ffi_prep_cif(&made->interface, FFI_DEFAULT_ABI, (unsigned)count, &ffi_type_void,
                     made->types) != FFI_OK)
        return NULL;
    return made;
}

/* Copies the loader's message without the descriptor's path at its beginning. */
static void load_error(const char *object, char *why, size_t size)
{
    const char *message = dlerror();
    const size_t length = strlen(object);

    if (message == NULL)
        message = "the symbol is at address 0";
    else if (strncmp(message, object, length) == 0 && strncmp(message + length, ": ", 2) == 0)
        message += length + 2;
    snprintf(why, size, "%s", message);
}

bool solution_load(struct solution *solution, int object, char *why, size_t size)
{
    char path[32];
    void *library;
    void *symbol;

    snprintf(path, sizeof(path), "/proc/self/fd/%d", object);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    symbol = library != NULL ? dlsym(library, "solution") : NULL;
    if (symbol == NULL) {
        load_error(path, why, size);
        return false;
    }
    memcpy(&solution->function, &symbol, sizeof(symbol));
    return true;
}

void solution_call(struct solution *solution, uintptr_t arrays, uintptr_t host)
{
    const bres__wire_setup *setup = solution->setup;

    for (size_t i = 0; i < setup->argument_count; i++) {
        const bres__wire_argument *argument = &setup->arguments[i];

        if (argument->is_array)
            solution->values[i] = (argument->on_host ? host : arrays) + argument->offset;
        else
            solution->values[i] = argument->value;
    }
    ffi_call(&solution->interface, solution->function, NULL, solution->places);
}
