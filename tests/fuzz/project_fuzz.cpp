// SPDX-License-Identifier: MIT
// No bytes may crash the readers behind `assay init`, or make them find without end.
#include "base/ensure.h"
#include "format/project/survey.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace {

using namespace assay::format;

/// Every file anybody asks for has the same text.
class OneText final : public ProjectFiles {
 public:
  explicit OneText(std::string_view text) : text_(text) {}
  bool exists(const std::string& path) const override { return path.size() % 3 != 0; }
  std::optional<std::string> read(const std::string&) const override { return text_; }
  std::vector<std::string> list(const std::string& folder) const override {
    if (folder.size() > 3) return {"CMakeLists.txt", "a_test.py", "package.json"};
    return {"Makefile", "a/", "package.json", "meson.build", "x.bats"};
  }

 private:
  std::string text_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  project::CiReading ci;
  project::read_github(text, "ci.yml", ci);
  project::read_gitlab(text, "ci.yml", ci);
  project::read_circle(text, "ci.yml", ci);
  project::read_azure(text, "ci.yml", ci);
  project::read_travis(text, "ci.yml", ci);
  project::read_drone(text, "ci.yml", ci);
  for (const project::CiCommand& command : ci.commands) ENSURE(!command.simple.words.empty());
  (void)project::hazard_in(text);
  ENSURE(project::documented_commands(text).size() <= 6);
  ENSURE(project::make_targets(text).size() <= 500);
  if (size % 8 != 0) return 0;  // the whole detection is slow
  const ProjectPlan plan = settle(detect_project(OneText{text}), {});
  for (const Gate& gate : plan.gates) ENSURE(!gate.id.empty() && !gate.command.empty());
  ENSURE(!to_assay_yaml(plan).empty());
  return 0;
}
