// SPDX-License-Identifier: MIT
#include "sim/workbench.h"

#include "sim/chance.h"

#include <algorithm>

namespace assay::sim {

using core::pipeline::Artifact;
using core::work::WorkResult;
using core::work::WorkSight;

namespace {

WorkResult failed(std::string why) { return {WorkResult::Status::failed, std::move(why), {}, {}}; }

std::string digest_of(const BenchFiles& files) {
  std::uint64_t value = 0x7ee;
  for (const auto& [path, file] : files) {
    for (const char c : path + "=" + file.text + "\n")
      value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  }
  return "tree" + std::to_string(mix(value));
}

const BenchFile* find(const BenchFiles& files, const std::string& path) {
  const auto found = files.find(path);
  return found == files.end() ? nullptr : &found->second;
}

bool same(const BenchFile* a, const BenchFile* b) {
  return a == nullptr || b == nullptr ? a == b : a->text == b->text;
}

std::vector<std::string> difference(const BenchFiles& a, const BenchFiles& b) {
  std::vector<std::string> paths;
  for (const auto& [path, file] : a) {
    if (!same(&file, find(b, path))) paths.push_back(path);
  }
  for (const auto& [path, file] : b) {
    if (!a.contains(path)) paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

void set(BenchFiles& files, const std::string& path, const BenchFile* file) {
  if (file != nullptr) {
    files[path] = *file;
  } else {
    files.erase(path);
  }
}

/// The path itself, or the folder it lies in.
bool is_in(const std::string& path, std::string place) {
  if (place.ends_with('/')) place.pop_back();
  return path == place || path.starts_with(place + "/");
}

/// One star, which stands for anything within a name.
bool fits(const std::string& pattern, const std::string& path) {
  const std::size_t star = pattern.find('*');
  if (star == std::string::npos) return pattern == path;
  const std::string head = pattern.substr(0, star);
  const std::string tail = pattern.substr(star + 1);
  return path.size() >= head.size() + tail.size() && path.starts_with(head) &&
         path.ends_with(tail) &&
         path.substr(head.size(), path.size() - head.size() - tail.size()).find('/') ==
             std::string::npos;
}

Artifact absent(const core::pipeline::Output& output) {
  Artifact artifact;
  artifact.path = output.path;
  artifact.contract = output.contract;
  artifact.problems = {output.path + ": missing"};
  return artifact;
}

Artifact read(const core::pipeline::Output& output, const std::string& path,
              const BenchFile& file) {
  Artifact artifact;
  const bool plain = output.contract == core::pipeline::Contract::text;
  const bool agreed = file.meaning && file.meaning->contract == output.contract;
  if (agreed) artifact = *file.meaning;
  artifact.path = path;
  artifact.contract = output.contract;
  artifact.exists = true;
  artifact.stamp = std::to_string(file.stamp) + "-" + digest_of({{"", file}});
  if (!plain && !agreed) artifact.problems = {path + ": not what was agreed"};
  return artifact;
}

}  // namespace

BenchFiles without(const BenchFiles& files, const std::string& folder) {
  BenchFiles rest = files;
  std::erase_if(rest, [&](const auto& entry) { return is_in(entry.first, folder); });
  return rest;
}

bool same_text(const BenchFiles& a, const BenchFiles& b) { return difference(a, b).empty(); }

Workbench::Workbench(std::string workspace, std::string feature_dir, BenchFiles committed,
                     const BenchFiles& uncommitted)
    : workspace_(std::move(workspace)), feature_dir_(std::move(feature_dir)), head_("c1") {
  Place& place = places_[workspace_];
  place.files = copied(committed);
  commits_[head_] = std::move(committed);
  for (const auto& [path, file] : uncommitted) put(place.files, path, file);
}

BenchFiles* Workbench::at(const std::string& directory) {
  const auto found = places_.find(directory);
  return found == places_.end() ? nullptr : &found->second.files;
}

const BenchFiles* Workbench::at(const std::string& directory) const {
  const auto found = places_.find(directory);
  return found == places_.end() ? nullptr : &found->second.files;
}

void Workbench::put(BenchFiles& place, const std::string& path, BenchFile file) {
  file.stamp = ++stamps_;
  place[path] = std::move(file);
}

BenchFiles Workbench::copied(const BenchFiles& files) {
  BenchFiles copy = files;
  for (auto& [path, file] : copy) file.stamp = ++stamps_;
  return copy;
}

WorkResult Workbench::done() const { return {WorkResult::Status::done, "", head_, {}}; }

WorkSight Workbench::inspect(const core::InspectWork& wanted) {
  WorkSight sight;
  const BenchFiles* place = at(wanted.directory);
  if (place == nullptr) {
    sight.problem = wanted.directory + " is not there";
    return sight;
  }
  const BenchFiles seen = wanted.without.empty() ? *place : without(*place, wanted.without);
  sight.tree = digest_of(seen);
  sight.head = head_;
  if (const auto before = kept_.find(wanted.since); before != kept_.end())
    sight.changed = difference(before->second, seen);
  if (const auto before = kept_.find(wanted.since); before != kept_.end()) {
    for (const std::string& path : sight.changed) {
      if (!before->second.contains(path)) sight.added.push_back(path);
    }
  }
  kept_.try_emplace(sight.tree, seen);
  return sight;
}

WorkResult Workbench::open(const core::OpenWork&) { return failed("no branches here"); }
WorkResult Workbench::merge(const core::MergeWork&) { return failed("no branches here"); }
WorkResult Workbench::update(const core::UpdateSpec&) { return failed("no spec here"); }

WorkResult Workbench::close(const core::CloseWork& wanted) {
  if (wanted.directory == workspace_) return failed("that is the workspace");
  places_.erase(wanted.directory);
  return done();
}

WorkResult Workbench::copy(const core::OpenCopy& wanted) {
  const auto commit = commits_.find(wanted.commit);
  if (commit == commits_.end()) return failed("no commit " + wanted.commit);
  const std::string kind = wanted.commit + (wanted.with_changes ? "+" : "");
  Place& place = places_[wanted.directory];
  if (place.kind == kind) return {WorkResult::Status::done, "", wanted.commit, {}};
  place.kind = kind;
  place.files = copied(wanted.with_changes ? workspace() : commit->second);
  return {WorkResult::Status::done, "", wanted.commit, {}};
}

core::pipeline::Outputs Workbench::outputs(const core::ReadOutputs& wanted) {
  core::pipeline::Outputs found;
  const BenchFiles* place = at(wanted.directory);
  const BenchFiles nothing;
  const BenchFiles& files = place == nullptr ? nothing : *place;
  const std::string root = wanted.feature_dir + "/";
  for (const core::pipeline::Output& output : wanted.outputs) {
    const std::size_t before = found.artifacts.size();
    for (const auto& [path, file] : files) {
      const bool of_this =
          output.folder() ? path.starts_with(root + output.path) : path == root + output.path;
      if (of_this) found.artifacts.push_back(read(output, path.substr(root.size()), file));
    }
    if (found.artifacts.size() == before) found.artifacts.push_back(absent(output));
  }
  for (const core::pipeline::Input& input : wanted.inputs) {
    const std::string pattern = input.path == "request" ? "initial-request.md" : input.path;
    bool any = false;
    for (const auto& [path, file] : files) {
      if (!path.starts_with(root) || !fits(pattern, path.substr(root.size()))) continue;
      found.inputs.push_back(path.substr(root.size()));
      any = true;
    }
    if (!any && input.required) found.missing.push_back(pattern);
  }
  return found;
}

WorkResult Workbench::adopt(const core::AdoptWork& wanted) {
  const BenchFiles* copy = at(wanted.directory);
  const auto before = kept_.find(wanted.since);
  if (copy == nullptr || before == kept_.end()) return failed(wanted.directory + " is not there");
  BenchFiles& home = places_.at(workspace_).files;
  WorkResult result = done();
  std::vector<std::string> conflicts;
  for (const std::string& path : difference(before->second, *copy)) {
    const bool asked =
        wanted.paths.empty() || std::any_of(wanted.paths.begin(), wanted.paths.end(),
                                            [&](const auto& place) { return is_in(path, place); });
    if (!asked) continue;
    const BenchFile* now = find(home, path);
    if (!same(now, find(before->second, path)) && !same(now, find(*copy, path)))
      conflicts.push_back(path);
    result.paths.push_back(path);
  }
  if (!conflicts.empty()) return {WorkResult::Status::conflict, "conflict", head_, conflicts};
  for (const std::string& path : result.paths) {
    if (same(find(home, path), find(*copy, path))) continue;
    set(home, path, find(*copy, path));
    if (home.contains(path)) home[path].stamp = ++stamps_;
  }
  return result;
}

WorkResult Workbench::restore(const core::RestoreFiles& wanted) {
  const auto commit = commits_.find(wanted.commit);
  if (commit == commits_.end()) return failed("no commit " + wanted.commit);
  BenchFiles& home = places_.at(workspace_).files;
  for (const std::string& path : wanted.paths) set(home, path, find(commit->second, path));
  return done();
}

WorkResult Workbench::commit(const core::CommitWork& wanted) {
  const BenchFiles& home = workspace();
  if (!wanted.verified.empty() && digest_of(without(home, wanted.feature_dir)) != wanted.verified)
    return failed("the tree is not the one that was verified");
  BenchFiles next = commits_.at(head_);
  for (const std::string& path : difference(next, home)) {
    const bool asked = std::any_of(wanted.paths.begin(), wanted.paths.end(),
                                   [&](const auto& place) { return is_in(path, place); });
    if (asked) set(next, path, find(home, path));
  }
  if (same_text(next, commits_.at(head_))) return done();
  head_ = "c" + std::to_string(commits_.size() + 1);
  commits_[head_] = std::move(next);
  return done();
}

WorkResult Workbench::tag(const core::TagCommit& wanted) {
  if (!commits_.contains(wanted.commit)) return failed("no commit " + wanted.commit);
  tags_[wanted.tag] = wanted.commit;
  return done();
}

WorkResult Workbench::write(const core::WriteBundle& wanted) {
  if (wanted.directory != workspace_ + "/" + feature_dir_) return failed("not the feature folder");
  BenchFiles& home = places_.at(workspace_).files;
  for (const char* name : {"evidence-bundle.md", "evidence.json"})
    put(home, feature_dir_ + "/" + name,
        {"bundle " + std::string(shown_word(wanted.bundle->confidence)), nullptr, {}, 0});
  return done();
}

}  // namespace assay::sim
