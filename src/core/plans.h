// SPDX-License-Identifier: MIT
// What RunStarted points to: the plan of every machine, for those who store, read or show them.
#pragma once

#include "core/agent/plan.h"
#include "core/goals/plan.h"
#include "core/loop/plan.h"
#include "core/pipeline/plan.h"
#include "core/run/life.h"
#include "core/verify/plan.h"
