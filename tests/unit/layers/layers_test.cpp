// SPDX-License-Identifier: MIT
// The rules of ARCHITECTURE.md about who may use whom, read off the include lines.
#include <doctest/doctest.h>

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
    {"api", {"base", "core", "shell", "ledger", "api"}},
    {"adapters", {"base", "core", "format", "shell", "adapters"}},
    {"face", {"base", "core", "format", "api", "face"}},
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
       fs::recursive_directory_iterator(fs::path(ASSAY_SOURCE_DIR) / "src" / folder)) {
    const std::string ending = entry.path().extension().string();
    if (ending != ".h" && ending != ".cpp") continue;
    std::ifstream file(entry.path());
    std::string text;
    for (int number = 1; std::getline(file, text); ++number) {
      lines.push_back({entry.path().lexically_relative(ASSAY_SOURCE_DIR).string(), number, text});
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

}  // namespace

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

TEST_CASE("layers: no folder of adapters includes one that includes it, over whatever way") {
  std::map<std::string, std::set<std::string>> uses;
  for (const Line& line : lines_of("adapters")) {
    const std::string start = "#include \"adapters/";
    if (!line.text.starts_with(start)) continue;
    const std::string path = line.text.substr(std::string("#include \"").size());
    const std::string own = fs::path(line.file).lexically_relative("src").parent_path().string();
    const std::string used = fs::path(path).parent_path().string();
    if (used != own) uses[own].insert(used);
  }
  CHECK(!uses.empty());
  // Folders that use nothing are taken away until none is left, or only those of a cycle.
  for (bool any = true; any;) {
    const std::size_t before = uses.size();
    for (auto& [own, others] : uses)
      std::erase_if(others, [&](const std::string& other) { return !uses.contains(other); });
    std::erase_if(uses, [](const auto& each) { return each.second.empty(); });
    any = uses.size() < before;
  }
  for (const auto& [own, others] : uses) CHECK_MESSAGE(others.empty(), own << " is in a cycle");
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
  std::ifstream file(fs::path(ASSAY_SOURCE_DIR) / "src" / "main.cpp");
  int count = 0;
  for (std::string text; std::getline(file, text);) ++count;
  CHECK(count > 5);
  CHECK(count < 60);
}
