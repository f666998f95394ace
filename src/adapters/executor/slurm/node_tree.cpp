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
constexpr std::uint64_t note_bytes_max = 65'536;
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

/// Once per tree, as long as the next one on this node has the same: what is the same file system
/// stays it, but what a node remembers of its files may be old.
Result<> NodeTree::check_shared() {
  const std::string of_root = digest_of(root_).hex().substr(0, 16);
  const std::string seen = state() + "/seen-" + of_root;
  const std::string told = folder_.path() + "\n" + order_.list + "\n";
  if (const auto last = read_whole(seen, note_bytes_max); last && *last == told) return {};
  const std::string way_out =
      " (mount the workspace there, or write `executor: {tree: copied}` into the configuration)";
  struct stat here {};
  std::error_code failure;
  if (!std::filesystem::is_directory(order_.cwd, failure) || ::stat(root_.c_str(), &here) != 0)
    return Error{Fault::not_found, "this node does not see " + order_.cwd + way_out};
  const tree::Snapshot now = TRY(look_at(root_, state() + "/of-" + of_root));
  // What changed after the order on the coordinator's own folder, it sees as well, and judges.
  const bool same_folder = here.st_ino == order_.root_inode;
  std::vector<std::string> others;
  for (const Difference& each : differences(list_, now)) {
    if (!same_folder || !is_after(each, root_, order_.looked))
      others.push_back(each.path);
    else if (each.how != Difference::How::extra)
      strays_.push_back({each.path, each.kind == 0 ? "" : std::string(1, each.kind), each.digest});
  }
  if (!others.empty())
    return Error{Fault::conflict, "this node sees another tree at " + root_ + ": " +
                                      some_of(others) + " differ" + way_out};
  return strays_.empty() ? put_whole(seen, told) : Result<>();
}

/// A copy that somebody changed is left to those who still work in it; the next one is new.
Result<> NodeTree::copy(const RunLaunch& run) {
  const std::string stem = std::filesystem::path(folder_.path()).filename().string() + "-" +
                           order_.list.substr(0, 24) + "-";
  const os::Descriptor lock = TRY(os::hold(state() + "/lock-" + stem, F_OFD_SETLKW));
  for (std::uint32_t generation = 1; generation < 1'000; ++generation) {
    name_ = stem + std::to_string(generation);
    root_ = scratch_ + "/work/" + name_;
    if (is_there(note(".spoiled"))) continue;
    if (is_there(note(".ready"))) {
      if (TRY(take_copy())) return {};
      continue;
    }
    std::error_code failure;
    std::filesystem::remove_all(root_, failure);
    std::filesystem::create_directories(root_, failure);
    if (failure) return os::error_of(root_, failure.value());
    TRY(fill(root_, run));
    TRY(put_whole(note(".ready"), list_.id + "\n"));
    if (TRY(take_copy())) return {};
  }
  return Error{Fault::exhausted, "every copy of the tree on this node was changed by what ran"};
}

/// Nobody clears it away while it is used. False: it is not the tree any more.
Result<bool> NodeTree::take_copy() {
  in_use_ = os::Descriptor(::open(note(".ready").c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  struct flock reading {};
  reading.l_type = F_RDLCK;
  if (!in_use_ || ::fcntl(in_use_.get(), F_OFD_SETLK, &reading) != 0) return false;
  keep_young(note(".ready"));
  keep_young(root_);
  return TRY(changed()).empty();
}

Result<> NodeTree::fill(const std::string& directory, const RunLaunch& run) {
  TRY(unpack_tree(list_, folder_.trees() + "/" + order_.list + ".pack", directory));
  // A repository without commits: what was set up is noted there, and tools find one.
  const auto made_repository = os::ask({"git", "init", "-q", "--template=", directory}, "/");
  if (!made_repository && !order_.supplies.setup.empty())
    return Error{Fault::not_found,
                 "a copy that is set up needs git on its node: " + made_repository.error().what};
  const tree::Snapshot made = TRY(look_at(directory, note(".state")));
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
  const auto look = [&](const std::string& at) { return look_at(at, note(".state")); };
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
  paths = differing(list_, TRY(look_at(root_, note(".state"))));
  if (!paths.empty()) TRY(put_whole(note(".spoiled"), "changed\n"));
  return paths;
}

namespace {

bool is_old(const std::filesystem::path& path) {
  const Instant limit = std::chrono::floor<Millis>(std::chrono::system_clock::now()) - kept_longest;
  const auto written = time_of(path.string());
  return written && *written < limit;
}

std::vector<std::filesystem::path> old_ones_in(const std::string& folder) {
  std::vector<std::filesystem::path> old;
  std::error_code failure;
  for (std::filesystem::directory_iterator at(folder, failure), last; !failure && at != last;
       at.increment(failure)) {
    if (is_old(at->path())) old.push_back(at->path());
  }
  return old;
}

bool is_in_use(const std::string& ready) {
  const os::Descriptor file(::open(ready.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  struct flock writing {};
  writing.l_type = F_WRLCK;
  return file && ::fcntl(file.get(), F_OFD_SETLK, &writing) != 0;
}

}  // namespace

void clear_old(const std::string& scratch) {
  std::error_code failure;
  const std::string state = scratch + "/state/";
  for (const auto& copy : old_ones_in(scratch + "/work")) {
    const std::string name = copy.filename().string();
    if (is_in_use(state + name + ".ready")) continue;
    for (const char* what : {".ready", ".spoiled", ".state"})
      std::filesystem::remove_all(state + name + what, failure);
    std::filesystem::remove_all(copy, failure);
  }
  for (const auto& note : old_ones_in(state)) {
    const bool of_copy = is_there(scratch + "/work/" + note.stem().string());
    if (!of_copy && note.filename() != "setups") std::filesystem::remove_all(note, failure);
  }
}

}  // namespace assay::slurm
