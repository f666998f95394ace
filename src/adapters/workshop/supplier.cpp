// SPDX-License-Identifier: MIT
#include "adapters/workshop/supplier.h"

#include "adapters/os/wait.h"
#include "adapters/repository/git/folders.h"
#include "adapters/repository/git/place.h"
#include "adapters/repository/git/revision.h"
#include "adapters/repository/tree/bytes.h"
#include "adapters/repository/tree/tracked.h"
#include "adapters/repository/tree/tree_files.h"
#include "adapters/workshop/snapshots.h"
#include "adapters/workshop/transfer.h"
#include "base/text/escape.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <chrono>

namespace assay::workshop {

using core::Supplies;
using shell::Supply;
using shell::SupplyOrder;

namespace {

constexpr std::size_t told_max = 5;

std::string lines_of(const std::vector<std::string>& rules) {
  std::string text;
  for (const std::string& rule : rules) text.append(rule).push_back('\n');
  return text;
}

/// "a, b and 3 more"
std::string some_of(const std::vector<std::string>& paths) {
  std::string text;
  for (std::size_t i = 0; i < std::min(paths.size(), told_max); ++i)
    text += (i == 0 ? "" : ", ") + printable(paths[i]);
  if (paths.size() > told_max) text += fmt::format(" and {} more", paths.size() - told_max);
  return text;
}

/// "<digest of the supplies>\n", beside git's own files for the working tree: what it was given is
/// given once, whatever is done in it afterwards.
std::string supplied_path(const std::string& directory) {
  return git::place_of(directory).own + "/assay-supplied";
}

std::string name_of(const Supplies& supplies) {
  Hasher hasher;
  for (const std::string& part : {lines_of(supplies.include), supplies.listed, supplies.setup,
                                  lines_of(supplies.setup_inputs), supplies.environment})
    hasher.update(std::to_string(part.size()) + ":" + part);
  return hasher.finish().hex();
}

bool is_supplied(const std::string& directory, const Supplies& supplies) {
  const auto mark = tree::read_file(AT_FDCWD, supplied_path(directory), tree::Links::refuse);
  return mark && *mark && **mark == name_of(supplies) + "\n";
}

Result<> mark_supplied(const std::string& directory, const Supplies& supplies) {
  return tree::write_file(supplied_path(directory), name_of(supplies) + "\n");
}

/// What is installed here need not run elsewhere.
std::string machine_identity() {
  std::string identity;
  struct utsname name {};
  if (::uname(&name) == 0) identity = std::string(name.sysname) + " " + name.machine;
  for (const char* path : {"/etc/machine-id", "/etc/os-release"}) {
    const auto text = tree::read_file(AT_FDCWD, path);
    if (text && *text) identity += "\n" + **text;
  }
  return identity;
}

std::string how_it_ended(const core::Exit& exit, Millis timeout) {
  switch (exit.kind) {
    case core::ExitKind::exited: return fmt::format("exit {}", exit.code);
    case core::ExitKind::timed_out:
      return fmt::format("not over after {} s", timeout.count() / 1000);
    case core::ExitKind::signaled: return fmt::format("ended by signal {}", exit.signal);
    case core::ExitKind::cancelled: return "stopped";
    case core::ExitKind::limited:
    case core::ExitKind::spawn_failed:
    case core::ExitKind::lost:
    case core::ExitKind::unrecorded:
    case core::ExitKind::stalled:
    case core::ExitKind::held: return exit.detail.empty() ? "not run to its end" : exit.detail;
  }
  return "not run to its end";
}

std::string failure_of(const Supplies& supplies, const core::Evidence& evidence) {
  std::string text =
      fmt::format("set-up of the copy failed ({}): {}",
                  how_it_ended(evidence.exit, supplies.setup_timeout), printable(supplies.setup));
  if (!evidence.output.log_path.empty()) text += "; log " + evidence.output.log_path;
  for (const std::string& line : evidence.reading.excerpt) text += "\n    " + line;
  return text;
}

Supply failed(const Error& why) { return {Supply::Status::failed, why.what, {}}; }

}  // namespace

Supplier::Supplier(const std::string& state_dir, LookAtTree look)
    : setups_(state_dir), look_(std::move(look)) {}

/// Files the workspace has, git ignores in both places, and the rules list. Links that lead out,
/// pipes, sockets and devices are left out and told.
Result<std::set<std::string>> Supplier::include(const SupplyOrder& order, std::string& left_out) {
  const Supplies& supplies = *order.supplies;
  const auto rules =
      format::IgnoreRules::parse(supplies.listed + "\n" + lines_of(supplies.include));
  std::set<std::string> brought;
  if (rules.size() == 0) return brought;
  const tree::TreeFiles workspace = TRY(tree::TreeFiles::open(order.workspace));
  const Transfer transfer = TRY(Transfer::open(order.workspace, order.directory));
  const tree::Snapshot own = TRY(look_(order.directory));
  std::vector<std::string> unfit;
  const tree::Snapshot theirs = TRY(look_(order.workspace));
  for (const Unseen& each : TRY(find_unseen(order.workspace, theirs))) {
    if (each.kind == UnseenKind::folder || !is_listed(rules, each.path)) continue;
    if (find_file(own, each.path) != nullptr) continue;
    const bool is_link = each.kind == UnseenKind::link;
    if (each.kind == UnseenKind::other || (is_link && workspace.leads_out(each.path))) {
      unfit.push_back(each.path);
      continue;
    }
    const std::string text = is_link ? TRY(transfer.link_text(each.path)) : "";
    TRY(is_link ? transfer.link(each.path, text) : transfer.file(each.path));
    brought.insert(each.path);
  }
  if (!unfit.empty())
    left_out = "left out, because no files or links that lead out: " + some_of(unfit);
  if (!brought.empty()) TRY(take_back_visible(order.directory, brought));
  return brought;
}

/// The copy may be of a commit whose rules are others: what git would see there is no part of it.
Result<> Supplier::take_back_visible(const std::string& directory, std::set<std::string>& brought) {
  const tree::Snapshot seen = TRY(look_(directory));
  const tree::TreeFiles copy = TRY(tree::TreeFiles::open(directory));
  std::vector<std::string> visible;
  for (const std::string& path : brought) {
    if (find_file(seen, path) != nullptr) visible.push_back(path);
  }
  for (const std::string& path : visible) {
    TRY(copy.remove(path));
    brought.erase(path);
  }
  return {};
}

Result<std::string> Supplier::digest_for(const Supplies& supplies, const std::string& directory) {
  const auto rules = format::IgnoreRules::parse(lines_of(supplies.setup_inputs));
  Hasher hasher;
  const auto add = [&](std::string_view part) {
    hasher.update(std::to_string(part.size()) + ":").update(part);
  };
  for (const std::string& part :
       {std::string("assay setup 1"), supplies.setup, supplies.environment, machine_identity()})
    add(part);
  const tree::Snapshot seen = TRY(look_(directory));
  if (supplies.setup_inputs.empty()) {
    add(seen.digest.hex());
    return hasher.finish().hex();
  }
  std::map<std::string, Digest> inputs;
  for (const tree::FileState& file : seen.files) {
    if (is_listed(rules, file.path)) inputs.emplace(file.path, file.content);
  }
  const tree::TreeFiles files = TRY(tree::TreeFiles::open(directory));
  for (const Unseen& each : TRY(find_unseen(directory, seen))) {
    if (each.kind != UnseenKind::file || !is_listed(rules, each.path)) continue;
    if (const auto file = TRY(files.look(each.path))) inputs.emplace(each.path, file->content);
  }
  for (const auto& [path, content] : inputs) {
    add(path);
    add(content.hex());
  }
  return hasher.finish().hex();
}

Result<Supply> Supplier::try_supply(const SupplyOrder& order, Millis patience) {
  if (!order.supplies || order.supplies->empty()) return Supply{};
  const Supplies& supplies = *order.supplies;
  if (is_supplied(order.directory, supplies)) return Supply{};
  if (begun_.contains(order.directory)) return Supply{Supply::Status::busy, "", {}};
  Supply ready;
  std::set<std::string> included = TRY(include(order, ready.detail));
  included.insert(brought_.begin(), brought_.end());
  if (!supplies.setup.empty()) {
    std::string digest = TRY(digest_for(supplies, order.directory));
    const bool given = TRY(setups_.give(digest, order.directory));
    if (!given) {
      const bool own = std::any_of(begun_.begin(), begun_.end(),
                                   [&](const auto& each) { return each.second.digest == digest; });
      os::Descriptor lock;
      if (!own) lock = TRY(setups_.lock(digest));
      if (!lock) {
        os::pause(std::chrono::duration_cast<std::chrono::microseconds>(patience));
        return Supply{Supply::Status::busy, "", {}};
      }
      // Somebody may have made it while we looked.
      if (!TRY(setups_.give_own(digest, order.directory))) {
        begun_[order.directory].lock = std::move(lock);
        return begin(order, std::move(digest), std::move(included));
      }
    }
  }
  TRY(mark_supplied(order.directory, supplies));
  return ready;
}

Result<Supply> Supplier::begin(const SupplyOrder& order, std::string digest,
                               std::set<std::string> included) {
  Begun& begun = begun_[order.directory];
  begun.digest = std::move(digest);
  begun.included = std::move(included);
  begun.before = TRY(look_(order.directory));
  // What a set-up that did not come to its end has left would be taken for the result of this one.
  for (const Unseen& each : TRY(find_unseen(order.directory, begun.before))) {
    if (!begun.included.contains(each.path) && each.kind != UnseenKind::folder)
      TRY(git::remove_tree(order.directory + "/" + each.path));
  }
  constexpr std::size_t digits = 12;
  Supply supply{Supply::Status::sets_up, "", {}};
  supply.launch.key = order.key;
  // Whoever asks without an attempt of his own has none under way: the set-up is the first.
  if (supply.launch.key.attempt == 0) supply.launch.key.attempt = 1;
  supply.launch.name = "setup-" + begun.digest.substr(0, digits);
  supply.launch.command = order.supplies->setup;
  supply.launch.cwd = order.directory;
  supply.launch.timeout = order.supplies->setup_timeout;
  supply.launch.purpose = core::Purpose::set_up;
  supply.launch.env = order.supplies->env;
  return supply;
}

Supply Supplier::supply(const SupplyOrder& order, Millis patience) {
  auto supplied = try_supply(order, patience);
  if (supplied) return supplied.take();
  begun_.erase(order.directory);
  return failed(supplied.error());
}

namespace {

/// A submodule's folder is empty in a copy, and filling it changes nothing that the tree names but
/// the commit, which is looked at with the tree. True: some of what changed was left out.
Result<bool> leave_out_submodules(const std::string& directory, std::vector<std::string>& changed) {
  if (changed.empty()) return false;
  const std::vector<std::string> folders = TRY(git::find_commit(directory, "HEAD")).submodules;
  return std::erase_if(changed, [&](const std::string& path) {
           return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
             return path.starts_with(folder + "/");
           });
         }) > 0;
}

}  // namespace

/// What git sees must be as it was: the tree that is verified is the one that was asked for.
Result<> Supplier::finish(const SupplyOrder& order, const Begun& begun) {
  const tree::Snapshot after = TRY(look_(order.directory));
  std::vector<std::string> changed = tree::changed(begun.before, after);
  const bool filled = TRY(leave_out_submodules(order.directory, changed));
  if (!changed.empty())
    return Error{Fault::bad_input,
                 "the set-up changes files that git sees: " + some_of(changed) +
                     " (use a command that leaves lock files alone, as `npm ci` does, and let git "
                     "ignore what it installs)"};
  std::vector<Unseen> made = TRY(find_unseen(order.directory, after));
  std::erase_if(made, [&](const Unseen& each) { return begun.included.contains(each.path); });
  // What is kept are files that git ignores: with submodules it would be half of the result.
  if (!filled) TRY(setups_.keep(begun.digest, order.directory, made));
  return mark_supplied(order.directory, *order.supplies);
}

Supply Supplier::set_up(const SupplyOrder& order, const core::Evidence& evidence) {
  const auto found = begun_.find(order.directory);
  ENSURE(found != begun_.end());
  const Begun begun = std::move(found->second);
  begun_.erase(found);
  const bool passed = evidence.exit.kind == core::ExitKind::exited && evidence.exit.code == 0;
  if (!passed) return {Supply::Status::failed, failure_of(*order.supplies, evidence), {}};
  const auto finished = finish(order, begun);
  if (!finished) return failed(finished.error());
  return {Supply::Status::ready, "", {}};
}

}  // namespace assay::workshop
