// SPDX-License-Identifier: MIT
// `specs/.index/`: which specs there are and how far they are, for programs (index-state.json) and
// for people (index.md).
#pragma once

#include "base/instant.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct IndexRow {
  std::string name;
  std::string path;   ///< "./specs/name"; which spec a row is about
  std::string phase;  ///< research, requirements, design, tasks, execution, completed, new
  std::uint32_t task_index = 0;
  std::uint32_t total_tasks = 0;  ///< 0: neither is written, unless it is being executed
  bool awaiting_approval = false;
};

struct SpecIndex {
  std::string json;
  std::string markdown;
};

/// The index with these rows in it. Rows of other specs and whatever else the old text says stay;
/// an old text that is no index is replaced. Where nothing but the time would change, nothing does.
/// `directory` is where the index is: "./specs".
SpecIndex write_spec_index(std::string_view old_json, std::string_view directory,
                           const std::vector<IndexRow>& rows, Instant now);

}  // namespace assay::format
