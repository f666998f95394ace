// SPDX-License-Identifier: MIT
// The rules of ARCHITECTURE.md about who may use whom, read off the include lines.
#include "support/source_dir.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const std::map<std::string, std::set<std::string>> may_include{
    {"base", {"base"}},
    {"core", {"base", "core"}},
    {"format", {"base", "core", "format"}},
    {"shell", {"base", "core", "shell"}},
    {"ledger", {"base", "core", "format", "shell", "ledger"}},
    {"api", {"base", "core", "format", "shell", "ledger", "api"}},
    {"adapters", {"base", "core", "format", "ledger", "shell", "adapters"}},
    {"face", {"base", "core", "format", "api", "face"}},
};

/// The folders of the core from the lowest to the highest: each may use those before it. The two in
/// one row do not see each other; the files directly in core/ are above all of them.
const std::vector<std::vector<std::string>> core_order{
    {"run"},
    {"evidence"},
    {"ask"},
    {"turn"},
    {"agent"},
    {"work"},
    {"verify"},
    {"proof"},
    {"goals"},
    {"loop", "pipeline"},
    {"loop/lint", "pipeline/lint"},
    {"bus"},
};

/// What would make the core depend on when, where or how often it runs.
const std::vector<std::string> banned_in_core{"<thread>", "<mutex>",    "<filesystem>", "<fstream>",
                                              "<random>", "<iostream>", "unordered_",   "getenv",
                                              "::now(",   "rand("};

struct Line {
  std::string file;
  int number = 0;
  std::string text;
};

std::vector<Line> lines_of(const std::string& folder) {
  std::vector<Line> lines;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(assay::support::source_dir) / "src" / folder)) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".h" && ending != ".cpp") continue;
    std::ifstream file(entry.path());
    std::string text;
    for (int number = 1; std::getline(file, text); ++number) {
      lines.push_back(
          {entry.path().lexically_relative(assay::support::source_dir).string(), number, text});
    }
  }
  return lines;
}

/// The folder of src/ an include line names; empty for other headers.
std::string included_folder(const std::string& text) {
  const std::string start = "#include \"";
  if (!text.starts_with(start)) return "";
  const auto slash = text.find('/', start.size());
  return slash == std::string::npos ? "" : text.substr(start.size(), slash - start.size());
}

/// "core/verify" of src/core/verify/plan.h; "core" of src/core/machine.h.
std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

/// Folder to the folders it includes, each with the first line that does.
using Uses = std::map<std::string, std::map<std::string, Line>>;

Uses uses_of(const std::string& top) {
  const std::string start = "#include \"";
  Uses uses;
  for (const Line& line : lines_of(top)) {
    if (!line.text.starts_with(start)) continue;
    const std::string user = folder_of(line.file.substr(std::string("src/").size()));
    const std::string used =
        folder_of(line.text.substr(start.size(), line.text.rfind('"') - start.size()));
    if (!used.empty() && used != user) uses[user].try_emplace(used, line);
  }
  return uses;
}

/// Every folder that can be reached from `folder` by includes.
std::set<std::string> reached_from(const Uses& uses, const std::string& folder) {
  std::set<std::string> seen;
  std::vector<std::string> open{folder};
  while (!open.empty()) {
    const auto found = uses.find(open.back());
    open.pop_back();
    if (found == uses.end()) continue;
    for (const auto& [used, line] : found->second) {
      if (seen.insert(used).second) open.push_back(used);
    }
  }
  return seen;
}

std::size_t rank_in_core(const std::string& folder) {
  for (std::size_t rank = 0; rank < core_order.size(); ++rank) {
    const auto& row = core_order[rank];
    if (std::find(row.begin(), row.end(), folder.substr(folder.find('/') + 1)) != row.end())
      return rank;
  }
  return core_order.size();
}

}  // namespace

TEST_CASE("layers: the folders of the core stand in an order") {
  const Uses uses = uses_of("core");
  CHECK(uses.contains("core/verify"));
  for (const auto& [user, folders] : uses) {
    const bool known = user == "core" || rank_in_core(user) < core_order.size();
    CHECK_MESSAGE(known, user << " is missing in the order of the core");
    for (const auto& [used, line] : folders) {
      if (!used.starts_with("core")) continue;
      CHECK_MESSAGE(rank_in_core(used) < rank_in_core(user),
                    line.file << ":" << line.number << ": " << user << " may not use " << used);
    }
  }
}

TEST_CASE("layers: no folder anywhere includes itself by a detour") {
  const Uses uses = uses_of("");
  CHECK(uses.size() > 50);
  for (const auto& [folder, used] : uses)
    CHECK_MESSAGE(!reached_from(uses, folder).contains(folder), folder);
}

TEST_CASE("layers: every folder includes only what the table allows") {
  for (const auto& [folder, allowed] : may_include) {
    const std::vector<Line> lines = lines_of(folder);
    CHECK_MESSAGE(!lines.empty(), folder);
    for (const Line& line : lines) {
      const std::string used = included_folder(line.text);
      const bool ok = used.empty() || allowed.contains(used);
      CHECK_MESSAGE(ok,
                    line.file << ":" << line.number << ": " << folder << " may not use " << used);
    }
  }
}

TEST_CASE("layers: the ledger uses nothing of the shell but its ports, no SQL and no clock") {
  const std::vector<std::string> banned{"SELECT ",  "INSERT ",   "sqlite",       "::now(",
                                        "<thread>", "<fstream>", "<filesystem>", "<unistd.h>"};
  for (const Line& line : lines_of("ledger")) {
    const bool ports_only =
        included_folder(line.text) != "shell" || line.text.starts_with("#include \"shell/ports/");
    CHECK_MESSAGE(ports_only, line.file << ":" << line.number << ": more than a port");
    for (const std::string& word : banned) {
      CHECK_MESSAGE(line.text.find(word) == std::string::npos,
                    line.file << ":" << line.number << ": " << word);
    }
  }
}

TEST_CASE("layers: the core knows no clock, file, thread, chance, environment or hash order") {
  for (const Line& line : lines_of("core")) {
    for (const std::string& banned : banned_in_core) {
      CHECK_MESSAGE(line.text.find(banned) == std::string::npos,
                    line.file << ":" << line.number << ": " << banned);
    }
  }
}

TEST_CASE("layers: every source file says its licence first and what it is for") {
  std::map<std::string, std::vector<std::string>> heads;
  for (const auto& [folder, allowed] : may_include) {
    for (const Line& line : lines_of(folder)) {
      if (line.number <= 2) heads[line.file].push_back(line.text);
    }
  }
  for (const auto& [file, head] : heads) {
    CHECK_MESSAGE(head[0] == "// SPDX-License-Identifier: MIT", file);
    if (file.ends_with(".h")) CHECK_MESSAGE(head.at(1).starts_with("// "), file);
  }
}

TEST_CASE("layers: main is short") {
  std::ifstream file(fs::path(assay::support::source_dir) / "src" / "main.cpp");
  int count = 0;
  for (std::string text; std::getline(file, text);) ++count;
  CHECK(count > 5);
  CHECK(count < 60);
}
