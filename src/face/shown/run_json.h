// SPDX-License-Identifier: MIT
// Everything known about a run, of any machine, for other programs.
#pragma once

#include "api/history.h"
#include "format/verify/result.h"

namespace assay::shown {

/// A run without a first event has nothing to show.
void write_run_json(const api::RunView& view, const api::Site& site, const format::TextSink& sink);

}  // namespace assay::shown
