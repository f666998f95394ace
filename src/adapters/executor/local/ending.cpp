// SPDX-License-Identifier: MIT
// How attempts end. A shell that exits may leave processes behind; being the subreaper, we inherit
// them, one layer of the family at a time. They are given a moment to finish, as `> >(tee log)`
// needs, and are then killed.
#include "adapters/executor/local/processes.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>

namespace assay::process {

namespace {

constexpr Nanos spare_time = std::chrono::milliseconds(250);
constexpr Nanos unkillable_after = std::chrono::seconds(5);
constexpr Nanos pause_first = std::chrono::milliseconds(1);
constexpr Nanos pause_longest = std::chrono::milliseconds(32);
constexpr std::size_t orphans_named_max = 64;

bool contains(const std::vector<os::Seen>& processes, const os::Seen& wanted) {
  return std::any_of(processes.begin(), processes.end(), [&](const os::Seen& process) {
    return process.pid == wanted.pid && process.start == wanted.start;
  });
}

void name_orphan(Attempt& attempt, const os::Seen& process) {
  if (attempt.orphans.size() >= orphans_named_max) return;
  if (contains(attempt.orphans, process) || contains(attempt.condemned, process)) return;
  attempt.orphans.push_back(process);
}

/// Its shell is alive or a zombie of ours, so the group's number cannot have changed hands.
void signal_all(const Attempt& attempt, const std::vector<os::Seen>& tree, int signal) {
  ::kill(-attempt.child.pid, signal);
  for (const os::Seen& process : tree) {
    if (process.group != attempt.child.pid) os::send_signal(process, signal);
  }
}

/// What can be said about a child that /proc does not show (hidepid, no descriptors): it is there,
/// since only we could reap it.
os::Seen unseen(pid_t pid) {
  return {.pid = pid,
          .parent = ::getpid(),
          .session = ::getsid(pid),
          .start = to_ticks(since_boot()),
          .name = "?"};
}

/// Whether what loses its parent in the attempt is given to `parent`.
bool is_given_to(pid_t parent, const Attempt& attempt) {
  return parent == ::getpid() || (attempt.cell.room && attempt.cell.room->first() != 0 &&
                                  parent == attempt.cell.room->first());
}

}  // namespace

void Processes::exited(Attempt& attempt, Nanos now) {
  const bool was_killed = attempt.give_up_at != never;
  attempt.child.pidfd = Descriptor();
  attempt.exited_at = now;
  attempt.drain_until = now + options_.drain;
  attempt.spare_until = now + spare_time;
  if (attempt.kill_at != never)
    attempt.spare_until = std::max(attempt.spare_until, attempt.kill_at);
  if (was_killed) attempt.spare_until = now;
  attempt.give_up_at = never;
  attempt.look_at = now;
  attempt.pause = pause_first;
}

void Processes::begin_end(Attempt& attempt, Ending ending, Nanos now) {
  if (attempt.has_exited() || attempt.ending != Ending::by_itself) return;
  attempt.ending = ending;
  attempt.timeout_at = never;
  attempt.kill_at = now + options_.grace;
  const std::vector<os::Seen> tree = tree_of(attempt);
  signal_all(attempt, tree, SIGTERM);
  // What is stopped cannot react to anything but this.
  signal_all(attempt, tree, SIGCONT);
}

void Processes::kill_tree(Attempt& attempt, Nanos now) {
  if (attempt.has_exited()) {
    attempt.spare_until = attempt.look_at = std::min(attempt.look_at, now);
    return;
  }
  attempt.kill_at = never;
  attempt.give_up_at = now + unkillable_after;
  const std::vector<os::Seen> tree = tree_of(attempt);
  signal_all(attempt, tree, SIGKILL);
  for (const os::Seen& process : tree) {
    const bool adopted = is_given_to(process.parent, attempt) && process.pid != attempt.child.pid;
    if (adopted) name_orphan(attempt, process);
  }
  attempt.condemned = tree;
}

void Processes::stop_all() {
  const Nanos now = since_boot();
  const bool again = std::exchange(stop_asked_, true);
  for (auto& [serial, attempt] : attempts_) {
    begin_end(attempt, Ending::cancelled, now);
    if (again) kill_tree(attempt, now);
  }
}

void Processes::cancel(core::AttemptKey key) {
  for (auto& [serial, attempt] : attempts_) {
    if (attempt.key == key) begin_end(attempt, Ending::cancelled, since_boot());
  }
}

/// The shell itself survives SIGKILL: it hangs in the kernel. Others must not wait for that.
void Processes::give_up(Attempt& attempt) {
  attempt.stuck.push_back(os::look_at(attempt.child.pid).value_or(unseen(attempt.child.pid)));
  attempt.output = Descriptor();
  attempt.errors = Descriptor();
  attempt.alone = true;
}

std::vector<Root> Processes::roots() const {
  std::vector<Root> all;
  for (const auto& [serial, attempt] : attempts_) {
    all.push_back(
        {.serial = serial, .session = attempt.child.pid, .start = to_ticks(attempt.begun)});
  }
  return all;
}

/// Everything alive that belongs to the attempt, wherever it is in the family.
std::vector<os::Seen> Processes::tree_of(const Attempt& attempt) const {
  const std::vector<Root> all_roots = roots();
  const Lineage lineage{own_session_, first_start_, all_roots};
  const Owner wanted{.whose = Whose::one, .serial = attempt.serial};
  const std::vector<os::Seen> all = os::all_processes();
  const pid_t self = ::getpid();
  std::vector<os::Seen> tree;
  for (const os::Seen& process : all) {
    if (process.pid == self || is_servant(process.pid)) continue;
    const auto tag = marks_.serial_of(process.pid);
    const bool is_ours = process.session == attempt.child.pid || tag == attempt.serial;
    const bool is_adopted =
        is_given_to(process.parent, attempt) && owner_of(process, tag, lineage) == wanted;
    if (is_ours || is_adopted) tree.push_back(process);
  }
  os::add_descendants(tree, all);
  return tree;
}

/// Processes of ours that are of no attempt.
bool Processes::is_servant(pid_t pid) const {
  if (pid == keeper_.pid()) return true;
  const auto rooms = seclusion_.rooms();
  return std::any_of(rooms.begin(), rooms.end(),
                     [&](const auto& room) { return room->holder() == pid; });
}

/// Our children, and those of the first process of each room. It reaps what ends at once, so that a
/// family can pass on while its list is read: an empty one is read twice.
std::optional<std::vector<pid_t>> Processes::lost_children() const {
  auto all = os::own_children();
  for (const auto& room : seclusion_.rooms()) {
    if (!all || room->first() == 0) continue;
    auto inside = os::children_of(room->first());
    if (inside && inside->empty()) inside = os::children_of(room->first());
    if (!inside) return std::nullopt;
    all->insert(all->end(), inside->begin(), inside->end());
  }
  return all;
}

/// Children of ours that are no attempt's shell. The dead among them are reaped here, after they
/// were seen: what they left behind themselves is ours only now, so a dead one means that another
/// look is needed.
std::optional<std::vector<Processes::Stray>> Processes::strays() const {
  const auto children = lost_children();
  if (!children) return std::nullopt;
  std::vector<Stray> found;
  std::vector<Root> all_roots;
  for (const pid_t pid : *children) {
    if (is_servant(pid) || shells_.count(pid) != 0) continue;
    if (all_roots.empty()) all_roots = roots();
    const os::Seen seen = os::look_at(pid).value_or(unseen(pid));
    const Owner owner =
        owner_of(seen, marks_.serial_of(pid), {own_session_, first_start_, all_roots});
    if (owner.whose == Whose::stranger) continue;
    if (seen.is_dead()) ::waitpid(pid, nullptr, WNOHANG);
    found.push_back({seen, owner});
  }
  return found;
}

void Processes::look_around(Nanos now) {
  const auto found = strays();
  const std::span<const Stray> seen =
      found ? std::span<const Stray>(*found) : std::span<const Stray>();
  for (auto& [serial, attempt] : attempts_) {
    if (!attempt.has_exited() || attempt.alone) continue;
    std::vector<os::Seen> left;
    // Not being able to look is not the same as seeing nobody.
    if (!found) left.push_back({.name = "?"});
    for (const Stray& stray : seen) {
      if (stray.owner == Owner{Whose::one, serial}) left.push_back(stray.process);
    }
    deal_with(attempt, left, now);
  }
  for (const Stray& stray : seen) {
    // What fits several attempts is `several` until all but one of them have ended.
    if (stray.owner.whose == Whose::ended) os::send_signal(stray.process, SIGKILL);
  }
}

void Processes::deal_with(Attempt& attempt, const std::vector<os::Seen>& left, Nanos now) {
  attempt.alone = left.empty();
  if (attempt.alone) return;
  if (now >= attempt.give_up_at) {
    attempt.stuck = left;
    attempt.alone = true;
    return;
  }
  attempt.look_at = now + attempt.pause;
  attempt.pause = std::min(2 * attempt.pause, pause_longest);
  if (now < attempt.spare_until) attempt.look_at = std::min(attempt.look_at, attempt.spare_until);
  if (now >= attempt.spare_until && attempt.give_up_at == never) {
    attempt.give_up_at = now + unkillable_after;
  }
  for (const os::Seen& process : left) {
    if (process.is_dead()) {
      attempt.look_at = now;
    } else if (now >= attempt.spare_until && os::send_signal(process, SIGKILL)) {
      name_orphan(attempt, process);
    }
  }
}

}  // namespace assay::process
