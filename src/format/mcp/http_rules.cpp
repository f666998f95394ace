// SPDX-License-Identifier: MIT
#include "format/mcp/http_rules.h"

#include "base/text/base64.h"
#include "format/mcp/protocol.h"

#include <algorithm>

namespace assay::format::mcp {

namespace {

using http::names_type;

/// In the plain alphabet and padded, as the protocol has it.
std::optional<std::string> from_padded_base64(std::string_view text) {
  const std::size_t padding = text.size() - std::min(text.find_last_not_of('=') + 1, text.size());
  const bool plain = text.find_first_of("-_") == std::string_view::npos;
  if (text.size() % 4 != 0 || padding > 2 || !plain) return std::nullopt;
  return from_base64(text);
}

/// What a header stands for; none: it cannot be told.
std::optional<std::string> decoded(std::string_view value) {
  constexpr std::string_view begin = "=?base64?";
  constexpr std::string_view end = "?=";
  const bool plain = std::all_of(value.begin(), value.end(),
                                 [](char c) { return c == '\t' || (c >= 0x20 && c < 0x7F); });
  if (!plain) return std::nullopt;
  const bool coded =
      value.size() >= begin.size() + end.size() && value.starts_with(begin) && value.ends_with(end);
  if (!coded) return std::string(value);
  return from_padded_base64(value.substr(begin.size(), value.size() - begin.size() - end.size()));
}

/// The member of the parameters that the header Mcp-Name repeats; empty: none.
std::string_view name_member(std::string_view method) {
  if (method == "tools/call" || method == "prompts/get") return "name";
  return method == "resources/read" ? "uri" : "";
}

std::string differs(std::string_view header, const std::optional<std::string>& given,
                    std::string_view wanted) {
  std::string text = "the header ";
  text += header;
  if (!given) return text + " is missing, there more than once, or not readable";
  return *given == wanted ? "" : text + " does not say what the body says";
}

}  // namespace

std::optional<Refusal> check_caller(const HttpHead& head, const HttpPlace& place) {
  if (auto refusal = http::check_address(head, place)) return refusal;
  if (std::string_view(head.path).substr(0, head.path.find('?')) != http_path)
    return Refusal{404, "the endpoint is " + std::string(http_path)};
  if (auto refusal = http::check_token(head, place.token)) return refusal;
  if (head.method != "POST" && head.method != "DELETE")
    return Refusal{405, "only POST and DELETE", {{"Allow", "POST, DELETE"}}};
  return std::nullopt;
}

std::optional<Refusal> check_post(const HttpHead& head) {
  if (!names_type(head, "content-type", "application/json"))
    return Refusal{415, "Content-Type must be application/json"};
  const bool takes = head.count("accept") == 0 || names_type(head, "accept", "application/json") ||
                     names_type(head, "accept", "application/*") ||
                     names_type(head, "accept", "*/*");
  if (!takes) return Refusal{406, "Accept must allow application/json"};
  return std::nullopt;
}

bool takes_events(const HttpHead& head) { return names_type(head, "accept", "text/event-stream"); }

std::string header_mismatch(const HttpHead& head, const RpcMessage& message) {
  const std::string version = meta_of(message.params).version.value_or("");
  std::string wrong = differs("MCP-Protocol-Version", head.header("mcp-protocol-version"), version);
  if (wrong.empty()) wrong = differs("Mcp-Method", head.header("mcp-method"), message.method);
  const std::string_view member = name_member(message.method);
  if (!wrong.empty() || member.empty()) return wrong;
  const std::optional<std::string> name = head.header("mcp-name");
  return differs("Mcp-Name", name ? decoded(*name) : std::nullopt,
                 text_member(message.params, member).value_or(""));
}

}  // namespace assay::format::mcp
