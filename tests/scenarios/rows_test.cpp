// SPDX-License-Identifier: MIT
// tests/scenarios/pipeline/ROWS lists every row of the seed's tables with the transcripts that show
// it. A row without a transcript, a transcript without a row and a list that disagrees with what a
// transcript says of itself are failures.
#include "support/source_dir.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>

namespace {

namespace fs = std::filesystem;

const fs::path folder = std::string(assay::support::source_dir) + "/tests/scenarios/pipeline";

/// By row, or by transcript.
using Table = std::map<std::string, std::set<std::string>>;

/// "D7 TEXT" begins a row, "    review/design-approved.txt" belongs to it.
Table rows_listed() {
  Table rows;
  std::ifstream file(folder / "ROWS");
  std::string row;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with("#")) continue;
    if (line.starts_with("    ")) {
      REQUIRE_MESSAGE(!row.empty(), line);
      CHECK_MESSAGE(rows[row].insert(line.substr(4)).second, line << " stands twice in " << row);
      continue;
    }
    row = line.substr(0, line.find(' '));
    CHECK_MESSAGE(rows.emplace(row, std::set<std::string>()).second, row << " stands twice");
  }
  return rows;
}

/// "# D8 R3: a design without a majority ..." names two.
std::set<std::string> rows_named(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  const std::size_t colon = line.find(':');
  if (!line.starts_with("# ") || colon == std::string::npos) return {};
  std::istringstream words(line.substr(2, colon - 2));
  std::set<std::string> rows;
  for (std::string word; words >> word;) rows.insert(word);
  return rows;
}

Table transcripts() {
  Table found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".txt")
      found[fs::relative(entry.path(), folder).generic_string()] = rows_named(entry.path());
  }
  return found;
}

}  // namespace

TEST_CASE("rows: every row of the seed's tables is listed and has a transcript") {
  const std::pair<std::string, int> tables[] = {{"D", 21}, {"R", 5}, {"C", 3}, {"E", 6}};
  const Table rows = rows_listed();
  for (const auto& [table, size] : tables) {
    for (int i = 1; i <= size; ++i) {
      const std::string row = table + std::to_string(i);
      CHECK_MESSAGE(rows.contains(row), row << " is not listed");
    }
  }
  for (const auto& [row, shown_by] : rows)
    CHECK_MESSAGE(!shown_by.empty(), row << " has no transcript");
}

TEST_CASE("rows: the list and what transcripts say of themselves are the same") {
  const Table found = transcripts();
  Table listed;
  for (const auto& [row, shown_by] : rows_listed()) {
    for (const std::string& path : shown_by) {
      CHECK_MESSAGE(found.contains(path), path << " is listed in " << row << " and is not there");
      listed[path].insert(row);
    }
  }
  for (const auto& [path, rows] : found) {
    CHECK_MESSAGE(!rows.empty(), path << ": its first line names no row");
    CHECK_MESSAGE(listed[path] == rows, path << ": its first line and ROWS name different rows");
  }
}
