/* SPDX-License-Identifier: MIT */
/*
 * Room base: what every other room stands on. One private header per concept.
 */
#ifndef BRES_BASE_BASE_H
#define BRES_BASE_BASE_H

#include "base/alloc.h"
#include "base/arena.h"
#include "base/crc32c.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/file.h"
#include "base/json.h"
#include "base/libexec.h"
#include "base/map.h"
#include "base/number.h"
#include "base/options.h"
#include "base/parallel.h"
#include "base/random.h"
#include "base/scratch.h"
#include "base/spawn.h"
#include "base/text.h"
#include "base/visible.h"

#endif
