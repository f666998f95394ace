// SPDX-License-Identifier: MIT
// The report files of an attempt. Those of earlier runs are set aside before it starts, so that
// what is found afterwards was written by it; what it did not write anew is put back.
//
// Set aside means: renamed to .NAME.assay-before in the same folder, in one step. A coordinator
// that dies leaves the file there, and the next one that looks at the folder puts it back.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "base/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace assay::reading {

struct ReportFile {
  std::string name;  ///< relative to the working directory
  std::string bytes;
};

/// A report that was there before the attempt.
struct OldReport {
  std::string name;
  Digest digest;
  Instant written{};
  bool moved = false;  ///< false: it could not be renamed, or somebody else is at work on it
  std::uint64_t inode = 0;
  std::int64_t changed_ns = 0;
};

/// `pattern` is relative to `cwd` and may have * and ? in any part. Files for which `busy` holds
/// stay where they are.
std::vector<OldReport> set_reports_aside(const std::string& cwd, const std::string& pattern,
                                         const std::function<bool(const std::string&)>& busy);

/// Puts back what the attempt has not written anew, and drops the rest.
void put_reports_back(const std::string& cwd, const std::vector<OldReport>& old);

struct FreshReports {
  std::vector<ReportFile> files;
  std::vector<std::string> old;  ///< fit the pattern and are not of this attempt
};

/// Reads what was written at or after `since`. Fails if nothing was, or if one of the files is
/// outside, too large or not a regular file. To be called before the old ones are put back.
Result<FreshReports> read_report_files(const std::string& cwd, const std::string& pattern,
                                       Instant since, const std::vector<OldReport>& old);

}  // namespace assay::reading
