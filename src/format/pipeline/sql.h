// SPDX-License-Identifier: MIT
// As much of a gate's SQL as is needed to say whether it may be run and what rows it waits for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::format::pipeline {

/// `check_name LIKE 'review-design-%'`, `phase = 'after'`.
struct RowFilter {
  enum class Column : bool { check_name, phase };

  Column column = Column::check_name;
  bool like = false;
  std::string value;  ///< with :scope filled in
};

struct QueryReading {
  std::vector<std::string> faults;      ///< empty: one SELECT over anvil_checks, nothing else
  std::vector<std::string> parameters;  ///< "run_id", without the colon; each once
  std::vector<RowFilter> filters;       ///< those whose value can be told from the text
};

QueryReading read_query(std::string_view sql, std::string_view scope);

/// As SQLite's LIKE: % is any text, _ any character, letters match in either case.
bool like(std::string_view pattern, std::string_view text);

}  // namespace assay::format::pipeline
