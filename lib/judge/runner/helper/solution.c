/* SPDX-License-Identifier: MIT */
/*
 * Calling a function whose signature is known at run time only.
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
    void **places; /* of the values */
    uint64_t *values;
};

/* NULL: there is no such type. */
static ffi_type *type_of(const bres__wire_argument *argument)
{
    if (argument->is_array)
        return &ffi_type_pointer;
    switch ((bres_data_type)argument->type) {
    case BRES_TYPE_FLOAT32:
        return &ffi_type_float;
    case BRES_TYPE_FLOAT64:
        return &ffi_type_double;
    case BRES_TYPE_FLOAT16:
        return &ffi_type_uint16;
    case BRES_TYPE_INT32:
        return &ffi_type_sint32;
    case BRES_TYPE_UINT8:
        return &ffi_type_uint8;
    case BRES_TYPE_UINT32:
        return &ffi_type_uint32;
    case BRES_TYPE_UINT64:
    case BRES_TYPE_SIZE:
        return &ffi_type_uint64;
    case BRES_TYPE_ELEMENT:
        break;
    }
    return NULL;
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

bool solution_load(struct solution *solution, const char *object, char *why, size_t size)
{
    void *library = dlopen(object, RTLD_NOW | RTLD_LOCAL);
    void *symbol = library != NULL ? dlsym(library, "solution") : NULL;

    if (symbol == NULL) {
        const char *message = dlerror();

        snprintf(why, size, "%s", message != NULL ? message : "the symbol is at address 0");
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
