// SPDX-License-Identifier: MIT
// SARIF 2.1.0: what a tool found, as code hosts and editors show it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct SarifFinding {
  std::string rule;
  std::string about;  ///< the rule in a few words
  bool is_error = true;
  std::string message;
  std::string path = {};  ///< from the workspace; empty: nowhere
  std::uint32_t line = 1;
  std::string fingerprint = {};  ///< the same from run to run; empty: none
  std::string fingerprint_name = {};
  std::string baseline = {};  ///< new or unchanged; empty: not compared
};

struct SarifRun {
  std::string tool;
  std::string version;
  bool succeeded = true;  ///< the tool found out what it was to find out
  std::vector<SarifFinding> findings = {};
};

std::string write_sarif(const SarifRun& run);

}  // namespace assay::format
