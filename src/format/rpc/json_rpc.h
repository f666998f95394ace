// SPDX-License-Identifier: MIT
// JSON-RPC 2.0 as the Model Context Protocol speaks it: messages out of text, answers into text,
// and lines out of a stream whose writer may be anybody.
#pragma once

#include "format/json/tree.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

enum class RpcCode : std::int32_t {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  resource_not_found = -32002,  ///< until 2025-11-25
  header_mismatch = -32020,     ///< from 2026-07-28 on, like the next
  unsupported_version = -32022,
};

struct RpcMessage {
  enum class Kind : std::uint8_t { request, notification, response, broken };

  Kind kind = Kind::broken;
  std::string id = {};  ///< as JSON: `7`, `"a"`; empty: none that can be told
  std::string method = {};
  JsonNode params = {};                     ///< an object, or null
  RpcCode code = RpcCode::invalid_request;  ///< of what is broken
  std::string fault = {};                   ///< likewise
};

struct RpcText {
  bool is_batch = false;
  std::vector<RpcMessage> messages;
};

/// What a line or a body says. A batch has at least one message.
RpcText read_rpc(std::string_view text);

/// `result`, `data` and `params` are JSON. An empty id is null, as JSON-RPC wants it where it could
/// not be read.
std::string rpc_result(std::string_view id, std::string_view result);
std::string rpc_error(std::string_view id, RpcCode code, std::string_view message,
                      std::string_view data = {});
std::string rpc_notification(std::string_view method, std::string_view params);

/// A text as a JSON value.
std::string json_text(std::string_view text);

/// The text of a member, if it is one.
std::optional<std::string> text_member(const JsonNode& object, std::string_view name);

/// Cuts a stream into lines. One that is too long is passed over and told once: it costs no memory.
class LineSplitter {
 public:
  struct Line {
    std::string text;  ///< without its end
    bool too_long = false;
  };

  explicit LineSplitter(std::size_t longest) : longest_(longest) {}

  /// The lines that end in these bytes.
  std::vector<Line> feed(std::string_view bytes);
  /// The stream is at its end: what had none.
  std::optional<Line> finish();

 private:
  void keep(std::string_view piece);
  Line take();

  std::size_t longest_;
  std::string held_;
  bool too_long_ = false;
};

}  // namespace assay::format
