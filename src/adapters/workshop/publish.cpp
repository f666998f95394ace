// SPDX-License-Identifier: MIT
// What a pipeline leaves behind: the commit of what was verified, its tag, and the evidence bundle.
#include "adapters/os/error.h"
#include "adapters/repository/git/commit.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/names.h"
#include "adapters/repository/git/setup.h"
#include "adapters/repository/git/tag.h"
#include "adapters/repository/tree/tree_files.h"
#include "adapters/spec/folder.h"
#include "adapters/workshop/snapshots.h"
#include "adapters/workshop/task_list.h"
#include "adapters/workshop/workshop.h"
#include "format/pipeline/bundle.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace assay::workshop {

using core::work::WorkResult;

namespace {

std::string without_line_ends(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// The folder, made if it is missing; no link on the way to it is followed.
Result<spec::Folder> make_folder(const std::string& workspace, const std::string& path) {
  spec::Folder folder = TRY(spec::Folder::open(workspace, "."));
  for (std::size_t start = 0; start < path.size();) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    folder = TRY(folder.make(path.substr(start, end - start)));
    start = end + 1;
  }
  return folder;
}

/// A link in the place of a file is replaced like one.
Result<> remove_link(const spec::Folder& folder, const std::string& name) {
  const auto seen = folder.look(name);
  if (seen && S_ISLNK(seen->st_mode)) return folder.remove(name, spec::Folder::Links::remove);
  return {};
}

Result<> write_files(const std::string& workspace, const core::WriteBundle& wanted) {
  const std::string path = wanted.directory.starts_with(workspace + "/")
                               ? plain_path(wanted.directory.substr(workspace.size() + 1))
                               : "";
  if (!tree::is_tree_path(path))
    return Error{Fault::bad_input, wanted.directory + ": is no folder of the workspace"};
  const spec::Folder folder = TRY(make_folder(workspace, path));
  const std::vector<spec::Folder::Content> contents = {
      {"evidence-bundle.md", format::write_bundle_markdown(*wanted.bundle)},
      {"evidence.json", format::write_bundle_json(*wanted.bundle)}};
  for (const spec::Folder::Content& content : contents) TRY(remove_link(folder, content.name));
  return folder.replace(contents);
}

}  // namespace

/// The files as they are, if they are what was verified.
Result<tree::Snapshot> Workshop::verified_files(const core::CommitWork& wanted) {
  tree::Snapshot whole = TRY(trees_of(wanted.workspace).snapshot());
  if (wanted.verified.empty()) return whole;
  const tree::Snapshot now = leave_out(whole, wanted.feature_dir);
  if (now.digest.hex() == wanted.verified) return whole;
  // That it is another tree is known by its digest; which files differ only if the other was kept.
  const auto verified = kept_.recall(wanted.verified);
  const std::vector<std::string> paths =
      verified ? tree::changed(*verified, now) : std::vector<std::string>();
  return Error{Fault::conflict, paths.empty()
                                    ? "the tree is not the one that was verified"
                                    : "changed after it was verified: " + git::names_of(paths)};
}

/// Nobody has reached for what is not an agent's since it was verified, nor left something in the
/// index that the next commit of a person would take along.
Result<> Workshop::check_repository(const core::CommitWork& wanted) {
  if (wanted.repository.empty()) return {};
  const git::Place place = git::place_of(wanted.workspace);
  const git::Setup before = git::Setup::parse(TRY(kept_.recall_text(wanted.repository)));
  const git::Setup now = TRY(git::setup_of(place));
  std::vector<std::string> words = git::reached(place, before, now, wanted.parent);
  if (git::real_path(wanted.workspace) == place.top) {
    for (const std::string& path : git::staged_since(before, now)) {
      const bool is_own = std::any_of(
          wanted.paths.begin(), wanted.paths.end(),
          [&](const std::string& own) { return path == own || path.starts_with(own + "/"); });
      if (!is_own) words.push_back(path + " was staged");
    }
  }
  if (words.empty()) return {};
  return Error{Fault::conflict, "tampered with the repository: " + words.front()};
}

/// What is to be said about it.
Result<std::string> Workshop::try_commit(const core::CommitWork& wanted) {
  if (::mkdir(state_dir_.c_str(), 0700) != 0 && errno != EEXIST)
    return os::error_of(state_dir_, errno);
  const tree::Snapshot files = TRY(verified_files(wanted));
  const std::string before = git::head(wanted.workspace);
  const auto message =
      before.empty() ? Result<std::string>(std::string()) : git::message_of_head(wanted.workspace);
  const bool is_ours = message && !before.empty() && *message == without_line_ends(wanted.message);
  git::CommitOrder order{wanted.workspace, wanted.message, wanted.paths, state_dir_};
  order.snapshot = &files;
  order.confirm = [&]() -> Result<> {
    TRY(verified_files(wanted));
    return {};
  };
  // Asked for again: everything is in the commit that was made the first time.
  const bool is_again = is_ours && git::parent_of(wanted.workspace, before) == wanted.parent;
  if (!wanted.parent.empty() && !is_again) order.parent = {wanted.parent, wanted.branch};
  if (!is_again) TRY(check_repository(wanted));
  TRY(git::commit(order));
  if (git::head(wanted.workspace) != before) return std::string();
  return std::string(is_ours ? "" : "nothing to commit");
}

WorkResult Workshop::commit(const core::CommitWork& wanted) {
  const auto said = try_commit(wanted);
  const std::string head = git::head(wanted.workspace);
  if (!said) return {WorkResult::Status::failed, said.error().what, head, {}};
  return {WorkResult::Status::done, *said, head, {}};
}

WorkResult Workshop::tag(const core::TagCommit& wanted) { return git::tag(wanted); }

WorkResult Workshop::write(const core::WriteBundle& wanted) {
  ENSURE(wanted.bundle != nullptr);
  const auto written = write_files(workspace_, wanted);
  const std::string head = git::head(workspace_);
  if (!written) return {WorkResult::Status::failed, written.error().what, head, {}};
  return {WorkResult::Status::done, "", head, {}};
}

}  // namespace assay::workshop
