// SPDX-License-Identifier: MIT
#include "adapters/executor/slurm/node_tree.h"

#include "adapters/os/ask.h"
#include "adapters/os/descriptor.h"
#include "adapters/os/error.h"
#include "adapters/os/hold.h"
#include "adapters/repository/trees.h"
#include "adapters/workshop/supplier.h"
#include "base/digest.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

namespace assay::slurm {

namespace {

constexpr std::uint64_t list_bytes_max = std::uint64_t{1} << 30;
constexpr Millis kept_longest = std::chrono::hours{48};

std::string some_of(const std::vector<std::string>& paths) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(paths.size(), 3); ++i)
    text += (i == 0 ? "" : ", ") + paths[i];
  if (paths.size() > 3) text += " and " + std::to_string(paths.size() - 3) + " more";
  return text;
}

Result<tree::Snapshot> look_at(const std::string& directory, const std::string& state) {
  std::error_code failure;
  std::filesystem::create_directories(state, failure);
  return tree::Trees(directory, state, tree::Believes::memory).snapshot();
}

}  // namespace

Result<> NodeTree::prepare(const RunLaunch& run) {
  const std::string text =
      TRY(read_whole(folder_.trees() + "/" + order_.list + ".list", list_bytes_max));
  list_ = TRY(read_list(text));
  if (order_.tree == core::TreeAtNode::shared) {
    root_ = order_.root;
    cwd_ = order_.cwd;
    return check_shared();
  }
  TRY(copy(run));
  cwd_ = root_ + order_.cwd.substr(std::min(order_.root.size(), order_.cwd.size()));
  return {};
}

/// Once per node and tree: what is the same file system then stays it.
Result<> NodeTree::check_shared() {
  const std::string seen = state() + "/seen-" + order_.run_id + "-" + order_.list;
  if (is_there(seen)) return {};
  const std::string way_out =
      " (mount the workspace there, or write `executor: {tree: copied}` into the configuration)";
  std::error_code failure;
  if (!std::filesystem::is_directory(order_.cwd, failure))
    return Error{Fault::not_found, "this node does not see " + order_.cwd + way_out};
  const tree::Snapshot now =
      TRY(look_at(root_, state() + "/of-" + digest_of(root_).hex().substr(0, 16)));
  const Instant ordered = time_of(folder_.order(order_.key)).value_or(Instant{});
  const auto others = differing_before(differing(list_, now), root_, ordered);
  if (!others.empty())
    return Error{Fault::conflict, "this node sees another tree at " + root_ + ": " +
                                      some_of(others) + " differ" + way_out};
  return put_whole(seen, list_.id + "\n");
}

/// A copy that somebody changed is left to those who still work in it; the next one is new.
Result<> NodeTree::copy(const RunLaunch& run) {
  const std::string stem =
      scratch_ + "/work/" + order_.run_id + "-" + order_.list.substr(0, 24) + "-";
  const os::Descriptor lock = TRY(
      os::hold(state() + "/lock-" + order_.run_id + "-" + order_.list.substr(0, 24), F_OFD_SETLKW));
  for (std::uint32_t generation = 1; generation < 1'000; ++generation) {
    root_ = stem + std::to_string(generation);
    if (is_there(root_ + ".spoiled")) continue;
    if (is_there(root_ + ".ready")) return {};
    std::error_code failure;
    std::filesystem::remove_all(root_, failure);
    std::filesystem::create_directories(root_, failure);
    if (failure) return os::error_of(root_, failure.value());
    TRY(fill(root_, run));
    return put_whole(root_ + ".ready", list_.id + "\n");
  }
  return Error{Fault::exhausted, "every copy of the tree on this node was changed by what ran"};
}

Result<> NodeTree::fill(const std::string& directory, const RunLaunch& run) {
  TRY(unpack_tree(list_, folder_.trees() + "/" + order_.list + ".pack", directory));
  // A repository without commits: what was set up is noted there, and tools find one.
  const auto made_repository = os::ask({"git", "init", "-q", "--template=", directory}, "/");
  if (!made_repository && !order_.supplies.setup.empty())
    return Error{Fault::not_found,
                 "a copy that is set up needs git on its node: " + made_repository.error().what};
  const tree::Snapshot made = TRY(look_at(directory, directory + ".state"));
  if (const auto others = differing(list_, made); !others.empty())
    return Error{Fault::conflict,
                 "the copy of the tree on this node is not the tree: " + some_of(others)};
  return supply(directory, run);
}

/// The set-up of the workspace, once per node and digest of what it depends on.
Result<> NodeTree::supply(const std::string& directory, const RunLaunch& run) {
  if (order_.supplies.setup.empty()) return {};
  core::Supplies supplies = order_.supplies;
  supplies.include.clear();  // they came with the tree
  supplies.listed.clear();
  const shell::SupplyOrder wanted{order_.key, directory, directory,
                                  std::make_shared<const core::Supplies>(std::move(supplies))};
  const auto look = [&](const std::string& at) { return look_at(at, directory + ".state"); };
  workshop::Supplier supplier(state(), look);
  std::set<std::string> brought;
  for (const ListedFile& file : list_.files) {
    if (file.supplied) brought.insert(file.path);
  }
  supplier.leave(std::move(brought));
  using Status = shell::Supply::Status;
  for (;;) {
    shell::Supply supply = supplier.supply(wanted, Millis{500});
    if (supply.status == Status::sets_up) supply = supplier.set_up(wanted, TRY(run(supply.launch)));
    if (supply.status == Status::failed) return Error{Fault::io, supply.detail};
    if (supply.status == Status::ready) return {};
  }
}

Result<std::vector<std::string>> NodeTree::changed() {
  std::vector<std::string> paths;
  if (order_.tree == core::TreeAtNode::shared) return paths;
  paths = differing(list_, TRY(look_at(root_, root_ + ".state")));
  if (!paths.empty()) TRY(put_whole(root_ + ".spoiled", "changed\n"));
  return paths;
}

void clear_old(const std::string& scratch) {
  const Instant limit = std::chrono::floor<Millis>(std::chrono::system_clock::now()) - kept_longest;
  std::error_code failure;
  std::vector<std::filesystem::path> old;
  for (const char* folder : {"/work", "/state"}) {
    for (std::filesystem::directory_iterator at(scratch + folder, failure), last;
         !failure && at != last; at.increment(failure)) {
      const auto written = time_of(at->path().string());
      const bool setups = at->path().filename() == "setups";
      if (written && *written < limit && !setups) old.push_back(at->path());
    }
  }
  for (const auto& path : old) std::filesystem::remove_all(path, failure);
}

}  // namespace assay::slurm
