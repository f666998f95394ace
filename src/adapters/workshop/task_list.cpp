// SPDX-License-Identifier: MIT
#include "adapters/workshop/task_list.h"

#include "adapters/spec/spec_files.h"
#include "format/tasks/tasks.h"

#include <string_view>

namespace assay::workshop {

namespace {

bool is_private_name(std::string_view name) {
  if (name == ".ralph-state.json" || name == ".tasks.lock" || name == ".git-commit.lock")
    return true;
  return name.starts_with(".progress-task-") && name.ends_with(".md");
}

}  // namespace

std::string plain_path(const std::string& path) {
  std::string plain;
  for (std::size_t start = 0; start < path.size();) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    const std::string part = path.substr(start, end - start);
    if (!part.empty() && part != ".") plain += (plain.empty() ? "" : "/") + part;
    start = end + 1;
  }
  return plain.empty() && !path.empty() ? "." : plain;
}

bool is_private(const std::string& path, const std::string& spec_dir) {
  const std::string folder = plain_path(spec_dir);
  if (folder.empty()) return false;
  const std::size_t slash = path.rfind('/');
  const std::string where = slash == std::string::npos ? "." : path.substr(0, slash);
  return where == folder && is_private_name(std::string_view(path).substr(slash + 1));
}

void compare_list(const core::InspectWork& wanted, core::work::WorkSight& sight) {
  if (!wanted.expected) return;
  const auto text = spec::read_spec_file(wanted.directory, wanted.spec_dir, "tasks.md");
  if (!text) {
    const bool gone = text.error().fault == Fault::not_found;
    sight.tampering.push_back(gone ? "tasks.md is gone"
                                   : "tasks.md cannot be read: " + text.error().what);
    return;
  }
  format::TasksDifference difference = format::compare_tasks(*wanted.expected, *text);
  sight.tampering = std::move(difference.tampering);
  sight.ticked = std::move(difference.ticked);
}

}  // namespace assay::workshop
