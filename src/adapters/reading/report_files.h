// SPDX-License-Identifier: MIT
// Finds the report files an attempt wrote: inside its working directory, regular, and written while
// it ran.
#pragma once

#include "base/instant.h"
#include "base/result.h"

#include <string>
#include <vector>

namespace assay::reading {

struct ReportFile {
  std::string name;  ///< relative to the working directory
  std::string bytes;
};

/// `pattern` is relative to `cwd` and may have * and ? in any part. Every file must have been
/// written at or after `since`. Fails if there is none, or one of them is older, outside, too large
/// or not a regular file.
Result<std::vector<ReportFile>> read_report_files(const std::string& cwd,
                                                  const std::string& pattern, Instant since);

}  // namespace assay::reading
