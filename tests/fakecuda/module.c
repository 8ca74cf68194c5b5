/* SPDX-License-Identifier: MIT */
/* Modules, their functions, launches, and the profiler's start and stop. */
#include "fake.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JIT_ERROR_LOG      5
#define JIT_ERROR_LOG_SIZE 6

#define FUNCTION_STATIC_SHARED  1
#define FUNCTION_DYNAMIC_SHARED 8

/* Compares with strncmp() because a text may be shorter than the magic numbers of an ELF file and
 * of a fat binary. */
static bool image_is_binary(const char *image)
{
    return strncmp(image, "\177ELF", 4) == 0 || strncmp(image, "\x50\xed\x55\xba", 4) == 0;
}

static bool image_is_ptx(const char *image)
{
    return strstr(image, ".version") != NULL && strstr(image, ".target") != NULL;
}

static void module_clear(struct object *object)
{
    struct object *next;

    for (struct object *other = world.live[KIND_FUNCTION]; other != NULL; other = next) {
        next = other->next;
        if (((struct function *)other)->module == (struct module *)object)
            object_kill(other);
    }
    free(((struct module *)object)->text);
}

static CUresult module_load(CUresult code, CUmodule *handle, const char *image)
{
    struct module *module;

    if (code == CUDA_OK && image == NULL)
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK && !image_is_binary(image) && !image_is_ptx(image))
        code = CUDA_INVALID_PTX;
    if (code != CUDA_OK)
        return code;
    module = object_new(FAKE_MODULE, sizeof(*module), thread_device());
    module->object.clear = module_clear;
    module->text = image_is_binary(image) ? NULL : fake_copy(image);
    call_note("%s", module->object.label);
    *handle = (CUmodule)(void *)module;
    return CUDA_OK;
}

CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
    return call_leave(
        module_load(call_enter(SYMBOL_cuModuleLoadData, NEED_CONTEXT), module, image));
}

/* Writes the assembler's message to the buffer that the options name. */
static void jit_explain(const char *text, unsigned count, const int *options, void **values)
{
    char *buffer = NULL;
    size_t size = 0;

    for (unsigned i = 0; i < count; i++) {
        if (options[i] == JIT_ERROR_LOG)
            buffer = values[i];
        else if (options[i] == JIT_ERROR_LOG_SIZE)
            size = (size_t)(uintptr_t)values[i];
    }
    if (buffer != NULL && size > 0)
        snprintf(buffer, size, "%s", text);
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, int *options,
                            void **values)
{
    const CUresult code =
        module_load(call_enter(SYMBOL_cuModuleLoadDataEx, NEED_CONTEXT), module, image);

    jit_explain(code == CUDA_INVALID_PTX ? "ptxas fatal: not a PTX module" : "", count, options,
                values);
    return call_leave(code);
}

/* The text after `.entry NAME`; NULL if the text has no such entry. */
static const char *entry_find(const char *text, const char *name)
{
    const size_t length = strlen(name);

    while ((text = strstr(text, ".entry")) != NULL) {
        text += strlen(".entry");
        text += strspn(text, " \t\n");
        if (strncmp(text, name, length) == 0 && strchr(" \t\n(", text[length]) != NULL)
            return text + length;
    }
    return NULL;
}

/* Bytes of a parameter such as `.param .u64 name` or `.param .align 8 .b8 name[16]`. */
static unsigned parameter_width(const char *text, const char *end)
{
    unsigned bits = 0;

    for (; text < end; text++) {
        if (text[0] == '.' && strchr("usbf", text[1]) != NULL && isdigit((unsigned char)text[2]))
            bits = (unsigned)strtoul(text + 2, NULL, 10);
        if (*text == '[')
            return bits / 8 * (unsigned)strtoul(text + 1, NULL, 10);
    }
    return bits / 8;
}

static void function_parse(struct function *function, const char *text)
{
    const char *end;

    text += strspn(text, " \t\n");
    if (*text != '(')
        return;
    end = text + strcspn(text, ")");
    while ((text = strstr(text, ".param")) != NULL && text < end &&
           function->width_count < ARGUMENT_COUNT) {
        const char *next = text + strcspn(text, ",)");

        function->widths[function->width_count++] = parameter_width(text + 6, next);
        text = next;
    }
}

/* Parameters of the helper kernels, by role: a binary does not list them. */
static void function_guess(struct function *function)
{
    function->width_count = function->script->role == FAKE_BLOCK   ? 3
                            : function->script->role == FAKE_PLAIN ? 0
                                                                   : 1;
    for (size_t i = 0; i < function->width_count; i++)
        function->widths[i] = 8;
}

static struct function *function_make(struct module *module, const char *name)
{
    const char *entry = module->text != NULL ? entry_find(module->text, name) : NULL;
    struct object *object = world.live[KIND_FUNCTION];
    struct function *function;

    if (module->text != NULL && entry == NULL)
        return NULL;
    for (; object != NULL; object = object->next) {
        function = (struct function *)object;
        if (function->module == module && strcmp(function->script->name, name) == 0)
            return function;
    }
    function = object_new(KIND_FUNCTION, sizeof(*function), module->object.device);
    function->object.uncounted = true;
    function->module = module;
    function->script = script_of(name);
    function->dynamic_shared = -1;
    if (entry != NULL)
        function_parse(function, entry);
    else
        function_guess(function);
    return function;
}

CUresult cuModuleGetFunction(CUfunction *handle, CUmodule module_handle, const char *name)
{
    CUresult code = call_enter(SYMBOL_cuModuleGetFunction, NEED_CONTEXT);
    struct module *module = object_find(FAKE_MODULE, module_handle);
    struct function *function = NULL;

    call_note("%s %s", object_label(module), name);
    if (code == CUDA_OK && module == NULL)
        code = CUDA_INVALID_HANDLE;
    if (code == CUDA_OK) {
        function = function_make(module, name);
        code = function != NULL ? CUDA_OK : CUDA_NOT_FOUND;
    }
    if (code == CUDA_OK)
        *handle = (CUfunction)(void *)function;
    return call_leave(code);
}

CUresult cuModuleUnload(CUmodule handle)
{
    CUresult code = call_enter(SYMBOL_cuModuleUnload, NEED_CONTEXT | RELEASES);
    struct module *module = object_find(FAKE_MODULE, handle);

    call_note("%s", object_label(module));
    if (code == CUDA_OK && module == NULL)
        code = CUDA_INVALID_HANDLE;
    if (code == CUDA_OK)
        object_kill(module);
    return call_leave(code);
}

CUresult cuModuleGetLoadingMode(int *mode)
{
    const CUresult code = call_enter(SYMBOL_cuModuleGetLoadingMode, NEED_INIT);

    if (code == CUDA_OK)
        *mode = world.lazy ? 2 : 1;
    return call_leave(code);
}

/* The rest of `total` bytes of a block's shared memory after the function's static part. */
static int shared_left(const struct function *function, int total)
{
    return total - (int)function->script->static_shared;
}

/* The dynamic shared memory that a launch may request. */
static int shared_limit(const struct function *function)
{
    const int left = shared_left(function, function->object.device->attributes[8]);

    if (function->dynamic_shared >= 0)
        return function->dynamic_shared;
    return left > 0 ? left : 0;
}

/* Begins a call about a function attribute. */
static CUresult attribute_enter(enum symbol symbol, int attribute, CUfunction handle,
                                struct function **function)
{
    const CUresult code = call_enter(symbol, NEED_CONTEXT);

    *function = object_find(KIND_FUNCTION, handle);
    call_note("%s %d", *function != NULL ? (*function)->script->name : "?", attribute);
    if (code == CUDA_OK && *function == NULL)
        return CUDA_INVALID_HANDLE;
    return code == CUDA_OK && attribute < 0 ? CUDA_INVALID_VALUE : code;
}

CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction handle)
{
    struct function *function;
    const CUresult code = attribute_enter(SYMBOL_cuFuncGetAttribute, attribute, handle, &function);

    if (code == CUDA_OK && attribute == FUNCTION_STATIC_SHARED)
        *value = (int)function->script->static_shared;
    else if (code == CUDA_OK && attribute == FUNCTION_DYNAMIC_SHARED)
        *value = shared_limit(function);
    else if (code == CUDA_OK)
        *value = attribute == 0 ? function->object.device->attributes[1] : 0;
    return call_leave(code);
}

CUresult cuFuncSetAttribute(CUfunction handle, int attribute, int value)
{
    struct function *function;
    CUresult code = attribute_enter(SYMBOL_cuFuncSetAttribute, attribute, handle, &function);

    call_note("%d", value);
    if (code == CUDA_OK && (attribute != FUNCTION_DYNAMIC_SHARED || value < 0 ||
                            value > shared_left(function, function->object.device->attributes[97])))
        code = CUDA_INVALID_VALUE;
    if (code == CUDA_OK)
        function->dynamic_shared = value;
    return call_leave(code);
}

/* Copies the parameter values, as the driver does at the launch. */
static CUresult launch_read(struct work *work, const struct function *function, void **parameters)
{
    if (parameters == NULL && function->width_count > 0)
        return CUDA_INVALID_VALUE;
    for (size_t i = 0; i < function->width_count; i++) {
        const size_t width = function->widths[i] < 8 ? function->widths[i] : 8;

        work->arguments[i] = 0;
        memcpy(&work->arguments[i], parameters[i], width);
    }
    work->argument_count = function->width_count;
    return CUDA_OK;
}

static CUresult launch_check(const struct work *work, const struct function *function,
                             unsigned shared)
{
    const uint64_t threads = (uint64_t)work->block[0] * work->block[1] * work->block[2];
    const uint64_t blocks = (uint64_t)work->grid[0] * work->grid[1] * work->grid[2];

    if (threads == 0 || blocks == 0 || threads > (uint64_t)function->object.device->attributes[1] ||
        shared > (unsigned)shared_limit(function))
        return CUDA_INVALID_VALUE;
    return CUDA_OK;
}

static bool stream_has_room(const void *what)
{
    const struct stream *stream = what;

    return stream->queued - stream->ended < world.depth;
}

static CUresult launch(struct stream *stream, struct function *function, const struct work *work)
{
    CUresult code = CUDA_OK;

    if (stream->capture == NULL && world.lazy && !function->loaded)
        code = timeline_wait(device_done, stream->object.device);
    function->loaded = true;
    if (code == CUDA_OK && stream->capture == NULL)
        code = timeline_wait(stream_has_room, stream);
    return code == CUDA_OK ? stream_give(stream, work) : code;
}

CUresult cuLaunchKernel(CUfunction handle, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                        unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared_bytes,
                        CUstream stream_handle, void **parameters, void **extra)
{
    CUresult code = call_enter(SYMBOL_cuLaunchKernel, NEED_CONTEXT);
    struct function *function = object_find(KIND_FUNCTION, handle);
    struct stream *stream = stream_of(stream_handle);
    struct work work = { .kind = WORK_KERNEL,
                         .grid = { grid_x, grid_y, grid_z },
                         .block = { block_x, block_y, block_z } };

    call_note("%s %s", function != NULL ? function->script->name : "?", object_label(stream));
    code = stream_check(code, stream);
    if (code == CUDA_OK && (function == NULL || function->object.device != thread_device()))
        code = CUDA_INVALID_HANDLE;
    if (code == CUDA_OK && extra != NULL)
        code = CUDA_NOT_SUPPORTED;
    if (code == CUDA_OK)
        code = launch_check(&work, function, shared_bytes);
    if (code == CUDA_OK)
        code = launch_read(&work, function, parameters);
    if (code == CUDA_OK) {
        work.script = function->script;
        code = launch(stream, function, &work);
    }
    return call_leave(code);
}

CUresult cuProfilerStart(void)
{
    const CUresult code = call_enter(SYMBOL_cuProfilerStart, NEED_CONTEXT);

    if (code == CUDA_OK)
        world.profiling = true;
    return call_leave(code);
}

CUresult cuProfilerStop(void)
{
    const CUresult code = call_enter(SYMBOL_cuProfilerStop, NEED_CONTEXT | RELEASES);

    if (code == CUDA_OK)
        world.profiling = false;
    return call_leave(code);
}
