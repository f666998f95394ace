// SPDX-License-Identifier: MIT
// The files of a spec in a workspace. Every change may be made again after a crash at any point: it
// ends the same.
#pragma once

#include "base/result.h"
#include "core/ask/spec_update.h"
#include "core/evidence/work_sight.h"

#include <cstddef>
#include <string>

namespace assay::spec {

/// A file of a spec that is larger is not read.
constexpr std::size_t file_bytes_max = std::size_t{8} << 20;

/// Makes tasks.md, the state file, .progress.md, the notes of agents and, when the spec is over,
/// the index what they should be. It commits nothing, and the result's `head` is empty. A link in
/// the place of one of these files or of a folder on the way to them is a failure. So is a full
/// disk; then tasks.md, .progress.md and the state file are as they were.
core::work::WorkResult update(const core::loop::SpecUpdate& wanted);

/// A file directly in the folder of a spec. Fails with Fault::not_found, with Fault::bad_input if
/// it is a link or no file, and with Fault::exhausted if it is too large.
Result<std::string> read_spec_file(const std::string& workspace, const std::string& spec_dir,
                                   const std::string& name);

}  // namespace assay::spec
