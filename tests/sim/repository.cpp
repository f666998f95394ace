// SPDX-License-Identifier: MIT
#include "sim/repository.h"

#include "base/digest.h"

#include <algorithm>

namespace assay::sim {

using core::work::WorkResult;
using core::work::WorkSight;

namespace {

std::string number(std::size_t count) {
  const std::string digits = std::to_string(count);
  return "c" + std::string(6 - std::min<std::size_t>(6, digits.size()), '0') + digits;
}

std::string text_of(const Repository::Files& files, const Repository::List& list) {
  std::string text;
  for (const auto& [path, content] : files) text += path + "=" + content + "\n";
  for (const core::loop::Insertion& each : list.insertions)
    text += std::to_string(each.anchor) + (each.before ? "<" : ">") + each.block;
  for (const core::loop::TaskKey key : list.ticked) text += "x" + std::to_string(key);
  return text + list.scribble;
}

std::vector<std::string> difference(const Repository::Files& a, const Repository::Files& b) {
  std::vector<std::string> paths;
  for (const auto& [path, content] : a) {
    const auto other = b.find(path);
    if (other == b.end() || other->second != content) paths.push_back(path);
  }
  for (const auto& [path, content] : b) {
    if (!a.contains(path)) paths.push_back(path);
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::optional<std::string> content_of(const Repository::Files& files, const std::string& path) {
  const auto found = files.find(path);
  return found == files.end() ? std::nullopt : std::optional<std::string>(found->second);
}

void put(Repository::Files& files, const std::string& path,
         const std::optional<std::string>& content) {
  if (content) {
    files[path] = *content;
  } else {
    files.erase(path);
  }
}

WorkResult failed(std::string why) { return {WorkResult::Status::failed, std::move(why), {}, {}}; }

}  // namespace

Repository::Repository(std::string workspace, std::string spec_dir, Files files, List list)
    : workspace_(std::move(workspace)), spec_dir_(std::move(spec_dir)) {
  Place& place = places_[workspace_];
  place.home = place.branch = "main";
  place.files = files;
  place.list = list;
  place.head = place.from = add({{}, "begin", std::move(files), std::move(list)});
  branches_["main"] = place.head;
}

Repository::Place* Repository::at(const std::string& directory) {
  const auto found = places_.find(directory);
  return found == places_.end() ? nullptr : &found->second;
}

std::string Repository::add(Commit commit) {
  std::string id = number(commits_.size() + 1);
  commits_.emplace(id, std::move(commit));
  return id;
}

std::set<std::string> Repository::history(const std::string& head) const {
  std::set<std::string> seen;
  std::vector<std::string> next{head};
  while (!next.empty()) {
    const std::string id = next.back();
    next.pop_back();
    const auto found = commits_.find(id);
    if (found == commits_.end() || !seen.insert(id).second) continue;
    next.insert(next.end(), found->second.parents.begin(), found->second.parents.end());
  }
  return seen;
}

bool Repository::is_ancestor(const std::string& older, const std::string& newer) const {
  return history(newer).contains(older);
}

bool Repository::has_commit(const Place& place, const std::string& subject) const {
  const std::set<std::string> all = history(place.head);
  return std::any_of(all.begin(), all.end(),
                     [&](const std::string& id) { return commits_.at(id).subject == subject; });
}

std::string Repository::keep(const Place& place) {
  std::string digest = digest_of(text_of(place.files, place.list)).hex();
  kept_.try_emplace(digest, place.files, place.list);
  return digest;
}

WorkSight Repository::inspect(const core::InspectWork& wanted) {
  WorkSight sight;
  Place* place = at(wanted.directory);
  if (place == nullptr) {
    sight.problem = wanted.directory + " is not there";
    return sight;
  }
  sight.tree = keep(*place);
  sight.head = place->head;
  sight.branch = place->branch;
  sight.dirty = difference(place->files, commits_.at(place->head).files);
  if (const auto before = kept_.find(wanted.since); before != kept_.end()) {
    sight.changed = difference(before->second.first, place->files);
    if (!(before->second.second == place->list)) sight.changed.push_back(spec_dir_ + "/tasks.md");
  }
  if (!wanted.since_head.empty() && wanted.since_head != place->head) {
    const std::set<std::string> before = history(wanted.since_head);
    sight.continues = is_ancestor(wanted.since_head, place->head);
    for (const std::string& id : history(place->head)) {
      if (!before.contains(id)) sight.commits.push_back({id, commits_.at(id).subject});
    }
  }
  if (!wanted.expected) return sight;
  const std::set<core::loop::TaskKey> ticked(wanted.expected->ticked.begin(),
                                             wanted.expected->ticked.end());
  if (place->list.insertions != wanted.expected->insertions || !place->list.scribble.empty())
    sight.tampering.emplace_back("tasks.md is not what it should be");
  for (const core::loop::TaskKey key : ticked) {
    if (!place->list.ticked.contains(key)) sight.tampering.emplace_back("a tick is gone");
  }
  std::set_difference(place->list.ticked.begin(), place->list.ticked.end(), ticked.begin(),
                      ticked.end(), std::back_inserter(sight.ticked));
  return sight;
}

WorkResult Repository::open(const core::OpenWork& wanted) {
  if (const Place* there = at(wanted.directory))
    return there->home == wanted.branch ? WorkResult{WorkResult::Status::done, "", there->head, {}}
                                        : failed(wanted.directory + " is taken");
  if (branches_.contains(wanted.branch)) return failed(wanted.branch + " is there already");
  const auto from = commits_.find(wanted.from);
  if (from == commits_.end()) return failed("no commit " + wanted.from);
  Place& place = places_[wanted.directory];
  place.home = place.branch = wanted.branch;
  place.head = place.from = wanted.from;
  place.files = from->second.files;
  place.list = from->second.list;
  branches_[wanted.branch] = wanted.from;
  return {WorkResult::Status::done, "", wanted.from, {}};
}

WorkResult Repository::merge(const core::MergeWork& wanted) {
  Place& place = places_.at(workspace_);
  if (is_ancestor(wanted.head, place.head)) return {WorkResult::Status::done, "", place.head, {}};
  const auto branch = branches_.find(wanted.branch);
  if (branch == branches_.end()) return failed("no branch " + wanted.branch);
  if (branch->second != wanted.head) return failed(wanted.branch + " has moved");
  std::string from = place.head;
  for (const auto& [directory, other] : places_) {
    if (other.home == wanted.branch) from = other.from;
  }
  const Files& base = commits_.at(from).files;
  const Files& ours = commits_.at(place.head).files;
  const Files& theirs = commits_.at(wanted.head).files;
  WorkResult result;
  Files merged = ours;
  Files working = place.files;
  for (const std::string& path : difference(base, theirs)) {
    const auto mine = content_of(ours, path);
    const auto other = content_of(theirs, path);
    if (mine != content_of(base, path) && mine != other) result.paths.push_back(path);
    put(merged, path, other);
    put(working, path, other);
  }
  if (!result.paths.empty()) {
    result.status = WorkResult::Status::conflict;
    result.head = place.head;
    return result;
  }
  const List list = commits_.at(place.head).list;
  place.head = add({{place.head, wanted.head}, wanted.message, std::move(merged), list});
  place.files = std::move(working);
  branches_[place.branch] = result.head = place.head;
  return result;
}

WorkResult Repository::close(const core::CloseWork& wanted) {
  const Place* place = at(wanted.directory);
  if (place == nullptr) return {WorkResult::Status::done, "", workspace().head, {}};
  const bool reachable = is_ancestor(place->head, workspace().head) &&
                         is_ancestor(branches_[wanted.branch], workspace().head);
  const bool clean = place->files == commits_.at(place->head).files;
  if (!reachable || !clean)
    return {WorkResult::Status::done, "kept " + wanted.branch, workspace().head, {}};
  places_.erase(wanted.directory);
  branches_.erase(wanted.branch);
  return {WorkResult::Status::done, "", workspace().head, {}};
}

WorkResult Repository::update(const core::UpdateSpec& wanted) {
  const core::loop::SpecUpdate& update = *wanted.update;
  Place* place = at(update.workspace);
  if (place == nullptr) return failed(update.workspace + " is not there");
  place->list = {
      update.tasks.insertions, {update.tasks.ticked.begin(), update.tasks.ticked.end()}, ""};
  if (!update.commit_message.empty()) {
    Commit next = commits_.at(place->head);
    for (const std::string& path : update.commit_files)
      put(next.files, path, content_of(place->files, path));
    const bool news = next.files != commits_.at(place->head).files || !(next.list == place->list);
    next.list = place->list;
    next.parents = {place->head};
    next.subject = update.commit_message;
    if (news) branches_[place->branch] = place->head = add(std::move(next));
  }
  return {WorkResult::Status::done, "", place->head, {}};
}

void Repository::commit_all(Place& place, const std::string& subject) {
  place.head = add({{place.head}, subject, place.files, place.list});
  branches_[place.branch] = place.head;
}

void Repository::rewrite_history(Place& place) {
  if (place.lost_head.empty()) place.lost_head = place.head;
  place.head = add({{}, "everything anew", place.files, place.list});
  branches_[place.branch] = place.head;
}

void Repository::leave_branch(Place& place) {
  place.branch = "elsewhere";
  branches_[place.branch] = place.head;
}

void Repository::mend(Place& place) {
  if (!place.lost_head.empty()) place.head = place.lost_head;
  place.lost_head.clear();
  place.branch = place.home;
  branches_[place.branch] = place.head;
}

}  // namespace assay::sim
