/* SPDX-License-Identifier: MIT */
/*
 * The devices that benchmarks run on: --devices, and its default.
 */
#include "harness/cli/arguments.h"
#include "harness/cli/operand.h"
#include "harness/cli/program.h"
#include "measure/gpu/devices.h"

#include <string.h>

/* More devices than any machine has; limits the size of a range. */
#define DEVICES_MAX 4096

static bres_status list_add(bres__device_ids *list, int64_t id)
{

    if (list->count == DEVICES_MAX)
        return bres__error(BRES_ERROR_VALUE, "more than %d devices given", DEVICES_MAX);
    if (!BRES__RESERVE(&list->ids, &list->capacity, list->count + 1))
        return bres__error_memory();
    list->ids[list->count++] = (int)id;
    return BRES_OK;
}

static bres_status device_read(bres__slice text, int64_t *id)
{
    if (bres__operand_int64(text, id) == BRES_OK && *id >= 0 && *id <= INT32_MAX)
        return BRES_OK;
    return bres__error(BRES_ERROR_VALUE, "'%.*s' is not a device id", (int)text.length, text.data);
}

/* [first:last] or [first:last:stride]. */
static bres_status list_add_range(bres__device_ids *list, const bres__operand_list *operands)
{
    int64_t parts[3] = { 0, 0, 1 };
    bres_status status = BRES_OK;

    for (size_t i = 0; i < operands->count && status == BRES_OK; i++)
        status = device_read(operands->items[i], &parts[i]);
    if (status == BRES_OK && parts[2] == 0)
        status = bres__error(BRES_ERROR_VALUE, "the stride of the range is 0");
    for (int64_t id = parts[0]; id <= parts[1] && status == BRES_OK; id += parts[2])
        status = list_add(list, id);
    return status;
}

bres_status bres__device_ids_read(bres__device_ids *list, const char *operand)
{
    bres__operand_list operands = { .items = NULL };
    bres_status status;

    if (strcmp(operand, "all") == 0)
        return BRES_OK;
    status =
        bres__operand_list_read(&operands, bres__trim(operand, operand + strlen(operand)), true);
    if (status == BRES_OK && operands.range)
        status = list_add_range(list, &operands);
    for (size_t i = 0; i < operands.count && status == BRES_OK && !operands.range; i++) {
        int64_t id;

        status = device_read(operands.items[i], &id);
        if (status == BRES_OK)
            status = list_add(list, id);
    }
    bres__operand_list_free(&operands);
    if (status == BRES_ERROR_VALUE)
        bres__error_set_expected("an id, a list such as 0,1, a range such as [0:3], or all");
    return status;
}

bres_status bres__modify_devices(bres__command *command, const bres__option *option,
                                 const char *operand, void *target)
{
    bres__device_ids devices = { .ids = NULL };
    bres_bench *bench = target;
    const bres_status status = bres__device_ids_read(&devices, operand);

    (void)command;
    (void)option;
    if (status != BRES_OK) {
        bres__free(devices.ids);
        return status;
    }
    bres__free(bench->devices);
    bench->devices = devices.ids;
    bench->device_count = devices.count;
    return BRES_OK;
}

static bres_status bench_check_devices(const bres_bench *bench, const bres__gpus *gpus)
{
    for (size_t i = 0; i < bench->device_count; i++) {
        if ((size_t)bench->devices[i] >= gpus->count)
            return bres__error(BRES_ERROR_ARGUMENT,
                               "option '--devices': benchmark '%s' cannot run on device %d "
                               "(%zu devices, counted from 0)",
                               bench->name, bench->devices[i], gpus->count);
    }
    return BRES_OK;
}

static bres_status bench_resolve_devices(bres_bench *bench, const bres__gpus *gpus)
{
    if (!bench->cuda || gpus->count == 0) {
        bench->device_count = 0;
        return BRES_OK;
    }
    if (bench->device_count != 0)
        return bench_check_devices(bench, gpus);
    bench->devices = bres__calloc(gpus->count, sizeof(*bench->devices));
    if (bench->devices == NULL)
        return bres__error_memory();
    for (size_t i = 0; i < gpus->count; i++)
        bench->devices[bench->device_count++] = (int)i;
    return BRES_OK;
}

bool bres__invocation_uses_gpus(const bres__invocation *invocation)
{
    for (size_t i = 0; i < invocation->bench_count; i++) {
        if (invocation->benches[i]->cuda)
            return true;
    }
    return false;
}

bres_status bres__invocation_resolve_devices(bres__invocation *invocation, const bres__gpus *gpus)
{
    bres_status status = BRES_OK;

    for (size_t i = 0; i < invocation->bench_count && status == BRES_OK; i++)
        status = bench_resolve_devices(invocation->benches[i], gpus);
    return status;
}
