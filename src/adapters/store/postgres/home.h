// SPDX-License-Identifier: MIT
// What a store, its leases and its files have in common: the connection, the state directory of
// this machine, and who this process is to the others.
#pragma once

#include "adapters/store/postgres/connection.h"
#include "adapters/store/state/state_directory.h"

#include <cstdint>
#include <memory>
#include <string>

namespace assay::postgres {

struct Home {
  std::shared_ptr<const state::StateDirectory> state;
  std::shared_ptr<Connection> connection;
  std::string host;   ///< its name
  std::string place;  ///< where numbers of processes mean the same: one boot, one namespace
  std::int64_t lease_seconds = 60;
  Millis patience{};  ///< of who holds a lease, with a server that is away
};

/// Who holds a lease, as its row says.
struct Holder {
  std::string host;
  std::string place;
  int pid = 0;
  std::uint64_t start = 0;
  bool in_time = false;      ///< by the clock of the server
  std::int64_t seconds = 0;  ///< that are left

  bool is_here(const Home& home) const { return place == home.place; }
  /// A process of this machine is asked for; another machine has the time it was given.
  bool is_alive(const Home& home) const;
  std::string shown(const Home& home) const;
};

std::string host_name();
std::string place_of_process();

}  // namespace assay::postgres
