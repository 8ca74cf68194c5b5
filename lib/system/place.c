/* SPDX-License-Identifier: MIT */
/*
 * Where the system runs: hypervisor, container and power source.
 */
#include "system/facts.h"

#include <string.h>

/* Sets a text that comes from a file other than bres__fact_info.path. */
static void set_from(bres__probe *probe, bres__fact_id id, const char *text, const char *path)
{
    bres__probe_set_string(probe, id, text);
    probe->machine->facts[id].path = path;
}

/* Firmware also names the vendor of a physical machine, so the vendor is used only if the processor
 * flag shows a hypervisor. */
void bres__probe_hypervisor(bres__probe *probe, bool flagged, bool has_flags)
{
    const bres__fact_id id = BRES__FACT_HYPERVISOR;
    const char *vendor = "/sys/class/dmi/id/sys_vendor";

    if (bres__probe_read(probe, id, bres__fact_describe(id)->path) && probe->reading.length > 0)
        bres__probe_set_text(probe, id, probe->reading.data, probe->reading.length);
    else if (flagged && bres__system_read(probe->root, &probe->reading, "%s", vendor) &&
             probe->reading.length > 0)
        set_from(probe, id, probe->reading.data, vendor);
    else if (flagged)
        set_from(probe, id, "unnamed", "/proc/cpuinfo");
    else if (has_flags)
        set_from(probe, id, "none", "/proc/cpuinfo");
}

void bres__probe_container(bres__probe *probe)
{
    const bres__fact_id id = BRES__FACT_CONTAINER;

    if (bres__probe_read(probe, id, bres__fact_describe(id)->path) && probe->reading.length > 0)
        bres__probe_set_text(probe, id, probe->reading.data, probe->reading.length);
    else if (bres__system_exists(probe->root, "/.dockerenv"))
        bres__probe_set_string(probe, id, "docker");
    else if (bres__system_exists(probe->root, "/run/.containerenv"))
        bres__probe_set_string(probe, id, "podman");
    else if (probe->machine->facts[id].state == BRES__FACT_ABSENT &&
             bres__system_exists(probe->root, "/proc"))
        bres__probe_set_string(probe, id, "none");
}

/* Power supplies: mains that are plugged in, and batteries of the machine. */
#define SUPPLIES_MAX 64

typedef struct supplies {
    bres__probe *probe;
    size_t seen;
    size_t mains;
    size_t online;
    size_t batteries;
    size_t discharging;
} supplies;

static bool supply_is(supplies *found, const char *name, const char *file, const char *text)
{
    return bres__system_read(found->probe->root, &found->probe->reading,
                             "/sys/class/power_supply/%s/%s", name, file) &&
           strcmp(found->probe->reading.data, text) == 0;
}

/* A battery of a device, such as a mouse, has the scope "Device". */
static bool supply_add(void *context, const char *name)
{
    supplies *found = context;

    if (found->seen++ == SUPPLIES_MAX)
        return false;
    if (supply_is(found, name, "scope", "Device"))
        return true;
    if (supply_is(found, name, "type", "Battery")) {
        found->batteries++;
        found->discharging += supply_is(found, name, "status", "Discharging");
    } else if (supply_is(found, name, "type", "Mains") || supply_is(found, name, "type", "USB")) {
        found->mains++;
        found->online += supply_is(found, name, "online", "1");
    }
    return true;
}

void bres__probe_power(bres__probe *probe)
{
    const bres__fact_id id = BRES__FACT_POWER_SOURCE;
    supplies found = { .probe = probe };
    const bres__fact_state state =
        bres__system_list(probe->root, bres__fact_describe(id)->path, supply_add, &found);

    if (state != BRES__FACT_KNOWN)
        bres__probe_set_unknown(probe, id, state);
    else if (found.online > 0)
        bres__probe_set_string(probe, id, "mains");
    else if (found.batteries > 0 && (found.discharging > 0 || found.mains > 0))
        bres__probe_set_string(probe, id, "battery");
    else
        bres__probe_set_unknown(probe, id, BRES__FACT_EMPTY);
}
