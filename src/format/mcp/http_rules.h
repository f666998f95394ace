// SPDX-License-Identifier: MIT
// What the Model Context Protocol asks of an HTTP request, beside what every server here asks.
#pragma once

#include "format/http/caller.h"
#include "format/rpc/json_rpc.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::format::mcp {

using http::HttpHead;
using http::HttpPlace;
using http::is_same_secret;
using http::Refusal;

inline constexpr std::string_view http_path = "/mcp";

/// Who may ask at all: Host, Origin, path, token and method, in this order.
std::optional<Refusal> check_caller(const HttpHead& head, const HttpPlace& place);
/// Of a POST: what its body is and what may be answered.
std::optional<Refusal> check_post(const HttpHead& head);
/// Whether the answer may be a stream of events.
bool takes_events(const HttpHead& head);

/// Of a stateless request: what is wrong with the headers that repeat its body; empty: nothing.
std::string header_mismatch(const HttpHead& head, const RpcMessage& message);

}  // namespace assay::format::mcp
