// SPDX-License-Identifier: MIT
// Everything a verify run is decided from, fixed before its first command starts.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "core/evidence/lint.h"
#include "core/verify/manifest.h"

namespace assay::core::verify {

struct Plan {
  Manifest manifest;
  Policy policy;
  std::string workspace;  ///< absolute
  std::string cwd;        ///< absolute: where the commands run
  std::string log_dir;    ///< absolute: <log_dir>/<id>-attempt<n>.log
  std::uint32_t jobs = 1;
  /// Findings by command; commands without an entry have none and no pipeline. Ascending.
  std::vector<std::pair<std::uint32_t, CommandLint>> lint;
  /// Milliseconds each command took last time; 0 where nothing is known. Same length as the commands, or empty.
  std::vector<std::uint32_t> expected_ms;
  std::vector<std::string> environment;  ///< names of the variables every command gets
  Digest environment_digest;             ///< of names and values
  std::string isolation;                 ///< what the process adapter really applies, e.g. "session,subreaper,pidfd"
  Digest manifest_digest;                ///< of the manifest as decided on; checked again before the verdict
};

/// The digest of everything in a manifest that decides what is run and what it must prove.
Digest digest_of(const Manifest& manifest);

}  // namespace assay::core::verify
