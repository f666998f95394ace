// SPDX-License-Identifier: MIT
// Variables of the caller that gates do not get: which of them does a gate that failed speak of?
#pragma once

#include "core/ask/process.h"
#include "format/shell/sources.h"

#include <string>
#include <vector>

namespace assay::reading {

struct Withheld {
  std::string remark;       ///< names them and the way out; empty: none
  bool complained = false;  ///< the output itself misses one
};

/// `names`: set for assay and not for gates. Looked for in the command, the files it names and the
/// scripts it starts, and in what it put out.
Withheld withheld_from_gate(const std::vector<std::string>& names, const core::Launch& launch,
                            const std::string& log, const format::shell::Sources& sources);

}  // namespace assay::reading
