// SPDX-License-Identifier: MIT
// The message bus of a team: tell, look, take away.
#pragma once

#include "api/problem.h"
#include "core/bus/message.h"
#include "shell/ports/outside.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::api {

/// Which log: `dir` is the directory that holds .workflow.
struct BusPlace {
  std::string dir;
  std::string team;
};

/// Takes what is said and fills in id and time. `data` is JSON, or empty.
Reply<core::bus::Message> log_message(core::bus::Message message, const BusPlace& place,
                                      shell::Outside& outside);

Result<core::bus::Message> read_message(const std::string& id, const BusPlace& place,
                                        shell::Outside& outside);

/// Empty: any.
struct MessageFilter {
  std::string from;
  std::string to;
  std::string type;
  std::size_t last = 20;
};

struct MessageList {
  std::size_t total = 0;  ///< that fit the filter
  std::vector<core::bus::Message> messages;
  std::vector<core::bus::Line> corrupt;  ///< lines that are no messages
};

Result<MessageList> list_messages(const MessageFilter& filter, const BusPlace& place,
                                  shell::Outside& outside);

struct MemberStatus {
  std::string member;
  std::string last_seen;
  std::string last_action;  ///< "sent plan_ready → coordinator"
  std::uint64_t message_count = 0;
};

struct BusStatus {
  std::vector<MemberStatus> members;  ///< by name
  std::uint64_t total = 0;
  std::vector<core::bus::Line> corrupt;
};

Result<BusStatus> bus_status(const BusPlace& place, shell::Outside& outside);

Reply<> delete_message(const std::string& id, const BusPlace& place, shell::Outside& outside);

/// How many lines were there.
Result<std::uint64_t> clear_bus(const BusPlace& place, shell::Outside& outside);

}  // namespace assay::api
