// SPDX-License-Identifier: MIT
// A room: user, mount, process and network namespaces that attempts are put into. It is furnished
// once and entered often, because furnishing takes milliseconds and entering does not. Mounts
// belong to an outer user namespace, whoever is inside to an inner one: what root may do there
// reaches no mount of the room. Knows nothing of runs and agents.
#pragma once

#include "adapters/os/descriptor.h"
#include "base/result.h"

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace assay::os {

enum class RoomNetwork : std::uint8_t { shared, loopback, none };

/// All paths are absolute and without links. What is not there is passed over.
struct RoomOrder {
  std::vector<std::string> hidden = {};  ///< folders are empty and cannot be written, files empty
  std::vector<std::string> fresh = {};   ///< folders are empty, can be written and go with the room
  std::vector<std::string> kept = {};    ///< below those: stay as they are
  std::vector<std::string> fixed = {};   ///< below those: stay, and cannot be written
  /// Of those the folders above them, too, can be neither renamed nor removed: whoever moved one
  /// away could put another in its place, for those outside as well.
  std::vector<std::string> anchored = {};
  /// Folders that cannot be written, nor what is below them, but for what is writable, kept or
  /// fresh there.
  std::vector<std::string> read_only = {};
  std::vector<std::string> writable = {};
  bool only_writable = false;  ///< nothing else can be written, but what is fresh, and devices
  bool own_processes = true;   ///< sees and reaches no process outside
  RoomNetwork network = RoomNetwork::shared;
};

/// The descriptors that lead into a room, in the order in which they are entered.
enum class Door : std::uint8_t { outer_user, mounts, network, processes, inner_user, rules };
constexpr std::size_t doors_max = 6;

class Room {
 public:
  /// Fails where the kernel, or who runs this machine, does not allow it.
  static Result<std::unique_ptr<Room>> open(const RoomOrder& order);
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;
  /// With everything that is alive in it.
  ~Room();

  /// The first process of the room, as we see it; 0 if it has no processes of its own. What loses
  /// its parent in the room is given to it, and reaped by it.
  pid_t first() const { return own_processes_ ? keeper_ : 0; }
  /// A process of ours that holds the room.
  pid_t holder() const { return keeper_; }
  /// What enter_room() needs.
  int key() const { return key_.get(); }

 private:
  Room(pid_t keeper, Descriptor key, bool own_processes)
      : keeper_(keeper), key_(std::move(key)), own_processes_(own_processes) {}

  pid_t keeper_;
  Descriptor key_;
  bool own_processes_;
};

/// For a process that is about to become another program, or to make one: only system calls. What
/// it starts from now on is inside; `rules` are those to be taken on by it (-1: none). 0, or an
/// errno.
int enter_room(int key, int& rules);

}  // namespace assay::os
