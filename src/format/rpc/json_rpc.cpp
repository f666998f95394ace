// SPDX-License-Identifier: MIT
#include "format/rpc/json_rpc.h"

#include "format/json/fields.h"

namespace assay::format {

namespace {

constexpr std::size_t values_max = 100'000;

using Kind = RpcMessage::Kind;

RpcMessage broken_message(RpcCode code, std::string fault, std::string id = {}) {
  RpcMessage message;
  message.id = std::move(id);
  message.code = code;
  message.fault = std::move(fault);
  return message;
}

bool is_id(const JsonNode& node) {
  return node.kind == JsonNode::Kind::text || node.kind == JsonNode::Kind::integer;
}

RpcMessage named_message(const JsonNode& object, const JsonNode& method) {
  const JsonNode* id = object.find("id");
  if (id != nullptr && !is_id(*id))
    return broken_message(RpcCode::invalid_request, "id must be a string or an integer");
  std::string told = id == nullptr ? "" : to_json(*id);
  if (method.kind != JsonNode::Kind::text)
    return broken_message(RpcCode::invalid_request, "method must be a string", std::move(told));
  const JsonNode* params = object.find("params");
  const bool none = params == nullptr || params->kind == JsonNode::Kind::null;
  if (!none && params->kind != JsonNode::Kind::object)
    return broken_message(RpcCode::invalid_params, "params must be an object", std::move(told));
  RpcMessage message;
  message.kind = id == nullptr ? Kind::notification : Kind::request;
  message.id = std::move(told);
  message.method = method.text;
  if (!none) message.params = *params;
  return message;
}

RpcMessage message_of(const JsonNode& node) {
  if (node.kind != JsonNode::Kind::object)
    return broken_message(RpcCode::invalid_request, "a message must be an object");
  if (text_member(node, "jsonrpc") != "2.0")
    return broken_message(RpcCode::invalid_request, "jsonrpc must be \"2.0\"");
  const JsonNode* method = node.find("method");
  if (method != nullptr) return named_message(node, *method);
  if (node.find("result") == nullptr && node.find("error") == nullptr)
    return broken_message(RpcCode::invalid_request, "a message has a method, a result or an error");
  RpcMessage message;
  message.kind = Kind::response;
  return message;
}

/// {"jsonrpc":"2.0" and what follows.
template <class Rest>
std::string envelope(Rest rest) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  Fields(json).text("jsonrpc", "2.0");
  rest(json);
  json.end_object();
  return out;
}

void put_whole(JsonWriter& json, std::string_view key, std::string_view value) {
  json.key(key);
  json.whole(value);
}

}  // namespace

RpcText read_rpc(std::string_view text) {
  JsonTree tree = read_json_tree(text, values_max);
  RpcText read;
  if (!tree.fault.empty()) {
    read.messages.push_back(broken_message(RpcCode::parse_error, "not JSON: " + tree.fault));
    return read;
  }
  read.is_batch = tree.root.kind == JsonNode::Kind::list;
  if (!read.is_batch) {
    read.messages.push_back(message_of(tree.root));
    return read;
  }
  for (const JsonNode& item : tree.root.items) read.messages.push_back(message_of(item));
  if (read.messages.empty())
    read.messages.push_back(broken_message(RpcCode::invalid_request, "the batch is empty"));
  return read;
}

std::string rpc_result(std::string_view id, std::string_view result) {
  return envelope([&](JsonWriter& json) {
    put_whole(json, "id", id);
    put_whole(json, "result", result);
  });
}

std::string rpc_error(std::string_view id, RpcCode code, std::string_view message,
                      std::string_view data) {
  return envelope([&](JsonWriter& json) {
    put_whole(json, "id", id.empty() ? "null" : id);
    json.key("error");
    json.begin_object();
    Fields(json).number("code", static_cast<std::int32_t>(code)).text("message", message);
    if (!data.empty()) put_whole(json, "data", data);
    json.end_object();
  });
}

std::string rpc_notification(std::string_view method, std::string_view params) {
  return envelope([&](JsonWriter& json) {
    Fields(json).text("method", method);
    put_whole(json, "params", params);
  });
}

std::string json_text(std::string_view text) {
  std::string out;
  JsonWriter(out).text(text);
  return out;
}

std::optional<std::string> text_member(const JsonNode& object, std::string_view name) {
  const JsonNode* member = object.find(name);
  if (member == nullptr || member->kind != JsonNode::Kind::text) return std::nullopt;
  return member->text;
}

void LineSplitter::keep(std::string_view piece) {
  if (held_.size() + piece.size() > longest_) {
    too_long_ = true;
    held_ = {};
  }
  if (!too_long_) held_ += piece;
}

LineSplitter::Line LineSplitter::take() {
  if (held_.ends_with('\r')) held_.pop_back();
  Line line{std::move(held_), too_long_};
  held_ = {};
  too_long_ = false;
  return line;
}

std::vector<LineSplitter::Line> LineSplitter::feed(std::string_view bytes) {
  std::vector<Line> lines;
  for (std::size_t end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
    keep(bytes.substr(0, end));
    lines.push_back(take());
    bytes.remove_prefix(end + 1);
  }
  keep(bytes);
  return lines;
}

std::optional<LineSplitter::Line> LineSplitter::finish() {
  if (held_.empty() && !too_long_) return std::nullopt;
  return take();
}

}  // namespace assay::format
