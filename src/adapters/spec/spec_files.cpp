// SPDX-License-Identifier: MIT
#include "adapters/spec/spec_files.h"

#include "adapters/spec/folder.h"
#include "adapters/spec/index_files.h"
#include "base/text/escape.h"
#include "format/spec/progress.h"
#include "format/spec/state.h"
#include "format/tasks/tasks.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace assay::spec {

using core::loop::ProgressEntry;
using core::loop::SpecUpdate;
using core::work::WorkResult;
using os::Descriptor;

namespace {

constexpr const char* tasks_name = "tasks.md";
constexpr const char* progress_name = ".progress.md";
constexpr const char* state_name = ".ralph-state.json";
constexpr std::chrono::minutes notes_kept{60};
constexpr std::size_t names_max = 100'000;

bool is_notes_name(std::string_view name) {
  constexpr std::string_view head = ".progress-task-";
  constexpr std::string_view tail = ".md";
  return name.size() > head.size() + tail.size() && name.substr(0, head.size()) == head &&
         name.substr(name.size() - tail.size()) == tail;
}

/// Where an agent left its notes. They are in its own working tree, so nothing is taken for
/// granted.
struct NotesPlace {
  Folder folder;
  std::string name;
};

/// Fails with Fault::not_found if there is no such folder, or a link in its place.
Result<NotesPlace> find_notes(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string name = slash == std::string::npos ? "" : path.substr(slash + 1);
  if (path.empty() || path.front() != '/' || !is_notes_name(name)) {
    return Error{Fault::bad_input, printable(path) + ": is no file of notes"};
  }
  const std::string parent = slash == 0 ? "/" : path.substr(0, slash);
  Descriptor folder(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder) return Error{Fault::not_found, printable(parent) + ": missing"};
  return NotesPlace{Folder(std::move(folder), parent), name};
}

/// The notes at one path; none if there are none, or something that is no file. An agent that puts
/// a link there has noted nothing, and stops nobody.
Result<std::vector<ProgressEntry>> notes_at(const std::string& path) {
  const auto place = find_notes(path);
  if (!place && place.error().fault == Fault::not_found) return std::vector<ProgressEntry>();
  if (!place) return place.error();
  const auto text = place->folder.read_start(place->name, format::notes_bytes_max);
  if (text) return format::read_notes(*text);
  if (text.error().fault == Fault::io) return text.error();
  return std::vector<ProgressEntry>();
}

Result<> remove_notes(const std::string& path) {
  const auto place = find_notes(path);
  if (!place && place.error().fault == Fault::not_found) return {};
  if (!place) return place.error();
  const auto removed = place->folder.remove(place->name, Folder::Links::remove);
  if (!removed && removed.error().fault != Fault::bad_input) return removed.error();
  return {};
}

/// Empty if it is missing.
Result<std::string> read_or_empty(const Folder& folder, const char* name) {
  auto text = folder.read(name, file_bytes_max);
  if (!text && text.error().fault == Fault::not_found) return std::string();
  return text;
}

Result<std::string> progress_of(const Folder& folder, const SpecUpdate& wanted) {
  std::vector<ProgressEntry> entries;
  for (const std::string& path : wanted.notes) {
    for (ProgressEntry& entry : TRY(notes_at(path))) entries.push_back(std::move(entry));
  }
  entries.insert(entries.end(), wanted.progress.begin(), wanted.progress.end());
  return format::add_progress(TRY(read_or_empty(folder, progress_name)), entries);
}

/// A state file that cannot be read as one is written anew: it is a projection.
Result<std::string> state_of(const Folder& folder, const core::loop::StateFields& fields) {
  const auto old = read_or_empty(folder, state_name);
  if (!old && old.error().fault != Fault::exhausted) return old.error();
  return format::merge_spec_state(old ? *old : "", fields);
}

Result<> write_files(const Folder& folder, const SpecUpdate& wanted) {
  std::vector<Folder::Content> contents;
  std::string progress = TRY(progress_of(folder, wanted));
  // Nothing to say, nothing there.
  if (!progress.empty()) contents.push_back({progress_name, std::move(progress)});
  contents.push_back({tasks_name, format::write_tasks(wanted.tasks)});
  if (wanted.state) {
    std::string state = TRY(state_of(folder, *wanted.state));
    contents.push_back({state_name, std::move(state)});
  }
  TRY(folder.replace(contents));
  return wanted.state ? Result<>() : folder.remove(state_name, Folder::Links::refuse);
}

/// Of agents that were interrupted and never came back.
Result<> remove_old_notes(const Folder& folder, Instant now) {
  for (const std::string& name : TRY(folder.list(names_max))) {
    if (!is_notes_name(name)) continue;
    const auto seen = folder.look(name);
    if (!seen || !S_ISREG(seen->st_mode)) continue;
    const Instant changed{std::chrono::seconds(seen->st_mtim.tv_sec)};
    if (changed < now - notes_kept) TRY(folder.remove(name, Folder::Links::refuse));
  }
  return {};
}

Result<> change(const SpecUpdate& wanted, Instant now) {
  const std::string path = TRY(plain_path(wanted.spec_dir));
  const Folder folder = TRY(Folder::open(wanted.workspace, path));
  TRY(write_files(folder, wanted));
  for (const std::string& notes : wanted.notes) TRY(remove_notes(notes));
  if (!wanted.over) return {};
  TRY(remove_old_notes(folder, now));
  return update_index(wanted.workspace, path, now);
}

}  // namespace

WorkResult update(const SpecUpdate& wanted) {
  const Instant now = std::chrono::time_point_cast<Millis>(std::chrono::system_clock::now());
  const auto changed = change(wanted, now);
  WorkResult result;
  if (!changed) {
    result.status = WorkResult::Status::failed;
    result.detail = changed.error().what;
  }
  return result;
}

Result<std::string> read_spec_file(const std::string& workspace, const std::string& spec_dir,
                                   const std::string& name) {
  if (name.empty() || name == "." || name == ".." || name.find('/') != std::string::npos) {
    return Error{Fault::bad_input, printable(name) + ": is no name of a file"};
  }
  const std::string path = TRY(plain_path(spec_dir));
  const Folder folder = TRY(Folder::open(workspace, path));
  return folder.read(name, file_bytes_max);
}

}  // namespace assay::spec
