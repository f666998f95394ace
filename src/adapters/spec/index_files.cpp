// SPDX-License-Identifier: MIT
#include "adapters/spec/index_files.h"

#include "adapters/spec/folder.h"
#include "adapters/spec/spec_files.h"
#include "base/text/escape.h"
#include "base/text/join.h"
#include "base/text/path.h"
#include "format/spec/index.h"
#include "format/spec/state.h"
#include "format/tasks/tasks.h"

#include <algorithm>
#include <vector>

namespace assay::spec {

namespace {

using format::IndexRow;

constexpr std::size_t neighbours_max = 10'000;

bool has_file(const Folder& folder, const char* name) {
  const auto seen = folder.look(name);
  return seen && S_ISREG(seen->st_mode);
}

/// Without a state file the documents tell how far a spec came.
void read_documents(const Folder& folder, IndexRow& row) {
  row.phase = "new";
  for (const char* phase : {"research", "requirements", "design"}) {
    if (has_file(folder, (std::string(phase) + ".md").c_str())) row.phase = phase;
  }
  if (!has_file(folder, "tasks.md")) return;
  row.phase = "tasks";
  const auto text = folder.read("tasks.md", file_bytes_max);
  if (!text) return;
  const auto tasks = format::read_tasks(*text).tasks;
  const auto is_done = [](const core::loop::Task& task) { return task.checked; };
  row.total_tasks = static_cast<std::uint32_t>(tasks.size());
  row.task_index = static_cast<std::uint32_t>(std::count_if(tasks.begin(), tasks.end(), is_done));
  if (!tasks.empty() && row.task_index == row.total_tasks) row.phase = "completed";
}

IndexRow read_spec(const Folder& folder, std::string name, std::string path) {
  IndexRow row;
  row.name = std::move(name);
  row.path = std::move(path);
  const auto state = folder.read(".ralph-state.json", file_bytes_max);
  const auto reading = format::read_spec_state(state ? *state : "");
  if (!reading.fields) {
    read_documents(folder, row);
    return row;
  }
  const format::StateStanding standing = format::read_spec_standing(*state);
  row.phase = standing.phase;
  row.awaiting_approval = standing.awaits_approval;
  row.task_index = reading.fields->task_index;
  row.total_tasks = reading.fields->total_tasks;
  return row;
}

/// Folders that are hidden or begin with an underscore (_epics) are no specs, nor is what a link
/// leads to.
Result<std::vector<IndexRow>> read_neighbours(const Folder& parent, const std::string& directory) {
  std::vector<IndexRow> rows;
  for (const std::string& name : TRY(parent.list(neighbours_max))) {
    if (name.front() == '.' || name.front() == '_') continue;
    const auto folder = parent.enter(name);
    if (folder) rows.push_back(read_spec(*folder, name, directory + "/" + name));
  }
  return rows;
}

/// What cannot be read as an index is replaced; what is no file is an error.
Result<std::string> read_old(const Folder& index) {
  auto text = index.read("index-state.json", file_bytes_max);
  if (text) return text;
  const Fault fault = text.error().fault;
  if (fault == Fault::not_found || fault == Fault::exhausted) return std::string();
  return text.error();
}

}  // namespace

Result<std::string> plain_path(const std::string& path) {
  if (path.starts_with('/') || has_part(path, "..") || path.find('\0') != std::string::npos)
    return Error{Fault::bad_input, printable(path) + ": leads out of the workspace"};
  return joined(path_parts(path).parts, "/");
}

Result<> update_index(const std::string& workspace, const std::string& spec_dir, Instant now) {
  const std::string path = TRY(plain_path(spec_dir));
  if (path.empty()) return {};
  const std::size_t slash = path.rfind('/');
  const bool is_top = slash == std::string::npos;
  const std::string parent_path = is_top ? "" : path.substr(0, slash);
  const std::string directory = is_top ? "." : "./" + parent_path;
  const Folder parent = TRY(Folder::open(workspace, parent_path));
  const Folder index = TRY(parent.make(".index"));
  TRY(index.lock());
  std::vector<IndexRow> rows;
  if (is_top) {
    const Folder own = TRY(parent.enter(path));
    rows.push_back(read_spec(own, path, "./" + path));
  } else {
    rows = TRY(read_neighbours(parent, directory));
  }
  const std::string old = TRY(read_old(index));
  const auto fresh = format::write_spec_index(old, directory, rows, now);
  return index.replace({{"index-state.json", fresh.json}, {"index.md", fresh.markdown}});
}

}  // namespace assay::spec
