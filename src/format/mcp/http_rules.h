// SPDX-License-Identifier: MIT
// Which HTTP requests are let in to a server on the loopback: pages of strangers that a browser
// shows, names that were made to lead here, and programs without the token are not.
#pragma once

#include "format/rpc/json_rpc.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::format::mcp {

struct HttpHead {
  std::string method;
  std::string path;  ///< with its query
  std::vector<std::pair<std::string, std::string>> headers;

  /// The value of the only header of that name, without blanks around it; none: there is none, or
  /// more than one. Names are compared without case.
  std::optional<std::string> header(std::string_view name) const;
  std::size_t count(std::string_view name) const;
};

struct HttpPlace {
  std::uint16_t port = 0;
  std::string token;
};

inline constexpr std::string_view http_path = "/mcp";

struct Refusal {
  int status = 400;
  std::string what;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

/// Who may ask at all: Host, Origin, path, token and method, in this order.
std::optional<Refusal> check_caller(const HttpHead& head, const HttpPlace& place);
/// Of a POST: what its body is and what may be answered.
std::optional<Refusal> check_post(const HttpHead& head);
/// Whether the answer may be a stream of events.
bool takes_events(const HttpHead& head);

/// Of a stateless request: what is wrong with the headers that repeat its body; empty: nothing.
std::string header_mismatch(const HttpHead& head, const RpcMessage& message);

/// The same time for every answer.
bool is_same_secret(std::string_view given, std::string_view secret);

}  // namespace assay::format::mcp
