// SPDX-License-Identifier: MIT
#include "api/bus.h"

#include "format/json/tree.h"

#include <algorithm>
#include <map>

namespace assay::api {

namespace {

using core::bus::Line;
using core::bus::Message;

constexpr std::size_t longest_name = 128;
constexpr std::size_t longest_summary = 64 * 1024;
constexpr std::size_t longest_ref = 4096;
constexpr std::size_t longest_data = 512 * 1024;
constexpr std::size_t data_values_max = 100'000;

Problem too_long(const std::string& field, const std::string& what) {
  return {.code = Code::bad_value, .field = field, .what = what};
}

Reply<> check_name(const std::string& field, const std::string& name) {
  if (name.empty()) return Problem{.code = Code::missing_value, .field = field};
  const bool plain = std::all_of(name.begin(), name.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
  });
  if (plain && name.size() <= longest_name) return {};
  return too_long(field, "must be one line of at most 128 bytes");
}

Reply<> check(const Message& message) {
  TRY(check_name("from", message.from));
  TRY(check_name("to", message.to));
  TRY(check_name("type", message.type));
  if (message.summary.find_first_not_of(" \t\r\n") == std::string::npos)
    return Problem{.code = Code::missing_value, .field = "summary"};
  if (message.summary.size() > longest_summary) return too_long("summary", "longer than 64 KiB");
  if (message.ref.size() > longest_ref) return too_long("ref", "longer than 4 KiB");
  if (message.data.size() > longest_data) return too_long("data", "longer than 512 KiB");
  return {};
}

/// As one writer would write it, so that the same data are the same bytes.
Reply<std::string> tidy_data(const std::string& data) {
  if (data.empty()) return data;
  const format::JsonTree tree = format::read_json_tree(data, data_values_max);
  if (tree.fault.empty()) return format::to_json(tree.root);
  return Problem{.code = Code::bad_value, .field = "data", .what = "not JSON: " + tree.fault};
}

/// As others on the bus write it: with an offset instead of Z.
std::string stamp(Instant at) {
  std::string text = assay::to_text(at);
  text.pop_back();
  return text + "+00:00";
}

Result<std::vector<Line>> lines_of(const BusPlace& place, shell::Outside& outside) {
  const auto bus = TRY(outside.open_bus(place.dir, place.team));
  return bus->read();
}

bool fits(const std::string& wanted, const std::string& value) {
  return wanted.empty() || wanted == value;
}

}  // namespace

Reply<Message> log_message(Message message, const BusPlace& place, shell::Outside& outside) {
  message.data = TRY(tidy_data(message.data));
  TRY(check(message));
  message.ts = stamp(outside.clock().now());
  const auto bus = TRY(outside.open_bus(place.dir, place.team));
  return TRY(bus->log(std::move(message)));
}

Result<Message> read_message(const std::string& id, const BusPlace& place,
                             shell::Outside& outside) {
  for (Line& line : TRY(lines_of(place, outside))) {
    if (line.message && line.message->id == id) return std::move(*line.message);
  }
  return Error{Fault::not_found, "no message " + id};
}

Result<MessageList> list_messages(const MessageFilter& filter, const BusPlace& place,
                                  shell::Outside& outside) {
  MessageList list;
  for (Line& line : TRY(lines_of(place, outside))) {
    if (!line.message) {
      list.corrupt.push_back(std::move(line));
      continue;
    }
    const Message& message = *line.message;
    const bool wanted = fits(filter.from, message.from) && fits(filter.to, message.to) &&
                        fits(filter.type, message.type);
    if (wanted) list.messages.push_back(std::move(*line.message));
  }
  list.total = list.messages.size();
  if (list.total > filter.last) {
    list.messages.erase(list.messages.begin(),
                        list.messages.end() - static_cast<std::ptrdiff_t>(filter.last));
  }
  return list;
}

Result<BusStatus> bus_status(const BusPlace& place, shell::Outside& outside) {
  BusStatus status;
  std::map<std::string, MemberStatus> members;
  for (Line& line : TRY(lines_of(place, outside))) {
    if (!line.message) {
      status.corrupt.push_back(std::move(line));
      continue;
    }
    const Message& message = *line.message;
    ++status.total;
    MemberStatus& member = members[message.from];
    member.member = message.from;
    member.last_seen = message.ts;
    member.last_action = "sent " + message.type + " → " + message.to;
    ++member.message_count;
  }
  for (auto& [name, member] : members) status.members.push_back(std::move(member));
  return status;
}

Reply<> delete_message(const std::string& id, const BusPlace& place, shell::Outside& outside) {
  if (id.empty()) return Problem{.code = Code::missing_value, .field = "id"};
  const auto bus = TRY(outside.open_bus(place.dir, place.team));
  TRY(bus->remove(id));
  return {};
}

Result<std::uint64_t> clear_bus(const BusPlace& place, shell::Outside& outside) {
  const auto bus = TRY(outside.open_bus(place.dir, place.team));
  return bus->clear();
}

}  // namespace assay::api
