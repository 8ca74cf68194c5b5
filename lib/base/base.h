/* SPDX-License-Identifier: MIT */
/*
 * Room base: the foundation of every other room. One private header per concept.
 */
#ifndef BRES_BASE_BASE_H
#define BRES_BASE_BASE_H

#include "base/alloc.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/error.h"
#include "base/fault.h"
#include "base/file/file.h"
#include "base/hash/crc32c.h"
#include "base/json/equal.h"
#include "base/json/json.h"
#include "base/map.h"
#include "base/number/number.h"
#include "base/options.h"
#include "base/process/spawn.h"
#include "base/random.h"
#include "base/text/index.h"
#include "base/text/names.h"
#include "base/text/text.h"
#include "base/text/visible.h"
#include "base/threads/parallel.h"
#include "base/visible.h"

#endif
