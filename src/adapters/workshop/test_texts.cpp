// SPDX-License-Identifier: MIT
#include "adapters/workshop/test_texts.h"

#include "adapters/repository/git/revision.h"
#include "adapters/scan/beneath.h"
#include "core/work/declared.h"
#include "core/work/test_files.h"
#include "format/test_text.h"

namespace assay::workshop {

namespace {

constexpr std::size_t test_bytes_max = 4U << 20;
constexpr std::size_t test_files_max = 1'000;

std::string text_now(const scan::Beneath& beneath, const std::string& path) {
  scan::Sight seen;
  const os::Descriptor file = beneath.open_file(path, seen);
  if (!file) return {};
  scan::FileBuffer buffer;
  int problem = 0;
  const auto size = static_cast<std::size_t>(seen.status.st_size);
  if (!buffer.read(file.get(), size, test_bytes_max, problem)) return {};
  return std::string(buffer.text());
}

std::string text_before(const core::InspectWork& wanted, const std::string& path) {
  const auto text = git::file_in(wanted.directory, wanted.since_head, path);
  return text && *text ? **text : std::string();
}

}  // namespace

void look_at_tests(const core::InspectWork& wanted, core::work::WorkSight& sight) {
  if (wanted.tests.empty() || wanted.since_head.empty()) return;
  const auto beneath = scan::Beneath::open(wanted.directory);
  if (!beneath) return;
  std::vector<format::TestFile> files;
  for (const std::string& path : sight.changed) {
    const bool counts = core::work::is_declared(wanted.tests, path) && core::is_test_code(path);
    if (counts && files.size() < test_files_max)
      files.push_back({path, text_before(wanted, path), text_now(*beneath, path)});
  }
  sight.texts = format::compare_tests(files);
}

}  // namespace assay::workshop
