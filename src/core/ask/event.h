// SPDX-License-Identifier: MIT
// What can happen to a run: its life, and the answers of the ports. Every machine hears the same
// words; each carries the time it was heard.
#pragma once

#include "core/ask/messages.h"
