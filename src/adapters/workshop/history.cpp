// SPDX-License-Identifier: MIT
#include "adapters/workshop/history.h"

#include "adapters/os/directory.h"
#include "adapters/repository/git/call.h"
#include "adapters/repository/git/facts.h"
#include "adapters/scan/beneath.h"
#include "adapters/workshop/snapshots.h"
#include "adapters/workshop/task_list.h"
#include "core/loop/layers.h"

#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <map>

namespace assay::workshop {

namespace {

constexpr std::size_t commits_asked_max = 200;
constexpr std::size_t introduced_max = 300;
constexpr std::size_t ignored_max = 2'000;
constexpr std::size_t ignored_bytes_max = 64U << 20;

/// The oldest commit that brought this line into the list; empty: none did.
std::string introduction_of(const core::InspectWork& wanted) {
  const std::string list = plain_path(wanted.spec_dir) + "/tasks.md";
  const git::Call ask{wanted.directory,
                      {"log", "--reverse", "--format=%H", "--no-renames",
                       "-S" + wanted.introduced.substr(0, introduced_max), "--", list}};
  const auto text = git::tell(ask);
  if (!text) return "";
  const std::string first = text->substr(0, text->find('\n'));
  return git::is_commit(first) ? first : "";
}

/// Walks what git ignores, without following a link.
class IgnoredFiles {
 public:
  IgnoredFiles(scan::Beneath beneath, const tree::Snapshot& snapshot)
      : beneath_(std::move(beneath)), snapshot_(snapshot) {}

  void take(const std::string& path) {
    if (found_.size() >= ignored_max || find_file(snapshot_, path) != nullptr) return;
    const scan::Sight seen = beneath_.look(path, scan::LastLink::keep);
    if (seen.problem != 0) return;
    if (S_ISREG(seen.status.st_mode)) return take_file(path);
    if (S_ISDIR(seen.status.st_mode)) take_folder(path);
  }

  std::vector<std::string> finish() {
    std::sort(found_.begin(), found_.end());
    return std::move(found_);
  }

 private:
  void take_file(const std::string& path) {
    scan::Sight seen;
    const os::Descriptor file = beneath_.open_file(path, seen);
    if (!file) return;
    int problem = 0;
    const auto size = static_cast<std::size_t>(seen.status.st_size);
    const bool whole = buffer_.read(file.get(), size, ignored_bytes_max, problem);
    // Of a file that is too large its size and time have to do.
    const std::string said = std::to_string(size) + " " + std::to_string(seen.status.st_mtime);
    found_.push_back(path + " " + digest_of(whole ? buffer_.text() : said).hex());
  }

  void take_folder(const std::string& path) {
    if (path == ".git" || path.starts_with(".git/")) return;
    os::Descriptor own(beneath_.open_folder(path));
    if (!own) return;
    const os::Directory folder(::fdopendir(own.get()));
    if (!folder) return;
    own.release();
    while (const dirent* entry = ::readdir(folder.get())) {
      const std::string name = entry->d_name;
      if (name != "." && name != "..") take(path + "/" + name);
    }
  }

  scan::Beneath beneath_;
  const tree::Snapshot& snapshot_;
  scan::FileBuffer buffer_;
  std::vector<std::string> found_;
};

}  // namespace

Result<> add_commit_files(const std::string& directory,
                          std::vector<core::work::CommitSight>& commits) {
  if (commits.empty()) return {};
  git::Call ask{directory,
                {"diff-tree", "--stdin", "-r", "-z", "--root", "--name-only", "--no-renames"}};
  std::map<std::string, core::work::CommitSight*> by_id;
  const std::size_t from = commits.size() - std::min(commits.size(), commits_asked_max);
  for (std::size_t i = from; i < commits.size(); ++i) {
    by_id[commits[i].id] = &commits[i];
    ask.input += commits[i].id + "\n";
  }
  ask.answer_max = 64U << 20;
  core::work::CommitSight* of = nullptr;
  for (const std::string& word : git::split_zero(TRY(git::tell(ask)))) {
    const auto found = by_id.find(word);
    if (found != by_id.end()) {
      of = found->second;
    } else if (of != nullptr) {
      of->files.push_back(word);
    }
  }
  return {};
}

void look_at_origin(const core::InspectWork& wanted, core::work::WorkSight& sight) {
  if (wanted.introduced.empty() || sight.head.empty()) return;
  const std::string origin = introduction_of(wanted);
  if (origin.empty() || origin == sight.head) return;
  if (!git::is_ancestor(wanted.directory, origin, sight.head)) return;
  git::Call ask{wanted.directory,
                {"diff-tree", "-r", "-z", "--name-only", "--no-renames", origin, sight.head}};
  ask.answer_max = 64U << 20;
  const auto paths = git::tell(ask);
  if (!paths) return;
  sight.origin = origin;
  for (const std::string& path : git::split_zero(*paths)) {
    if (core::work::is_declared(wanted.files, path)) sight.since_origin.push_back(path);
  }
  if (wanted.subject.empty()) return;
  const auto history = git::history_since(wanted.directory, origin);
  if (!history) return;
  sight.committed_since = std::any_of(
      history->begin(), history->end(),
      [&](const core::work::CommitSight& commit) { return commit.subject == wanted.subject; });
}

std::vector<std::string> ignored_files(const core::InspectWork& wanted,
                                       const tree::Snapshot& snapshot) {
  if (wanted.files.empty()) return {};
  auto beneath = scan::Beneath::open(wanted.directory);
  if (!beneath) return {};
  IgnoredFiles files(beneath.take(), snapshot);
  for (const std::string& declared : wanted.files) {
    if (declared.find_first_of("*?") != std::string::npos) continue;
    const std::string path = plain_path(declared);
    if (!path.empty() && path != "." && path.find("..") == std::string::npos) files.take(path);
  }
  return files.finish();
}

}  // namespace assay::workshop
