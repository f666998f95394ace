// SPDX-License-Identifier: MIT
#include "format/mcp/http_rules.h"

#include "base/text/ascii.h"
#include "format/mcp/protocol.h"

#include <algorithm>
#include <array>

namespace assay::format::mcp {

namespace {

bool same_letters(std::string_view a, std::string_view b) {
  return a.size() == b.size() && lowered(a) == lowered(b);
}

std::string_view without_blanks(std::string_view text) { return trimmed(text, " \t"); }

bool is_loopback_name(std::string_view host, std::uint16_t port) {
  const std::string behind = ":" + std::to_string(port);
  for (const std::string_view name : {"127.0.0.1", "localhost", "[::1]"}) {
    if (same_letters(host, std::string(name) + behind)) return true;
  }
  return false;
}

bool is_own_origin(std::string_view origin, std::uint16_t port) {
  constexpr std::string_view scheme = "http://";
  return origin.starts_with(scheme) && is_loopback_name(origin.substr(scheme.size()), port);
}

bool has_token(const HttpHead& head, std::string_view token) {
  constexpr std::string_view scheme = "Bearer ";
  const std::optional<std::string> given = head.header("authorization");
  if (!given || given->size() < scheme.size() ||
      !same_letters(given->substr(0, scheme.size()), scheme))
    return false;
  return is_same_secret(without_blanks(std::string_view(*given).substr(scheme.size())), token);
}

/// The media types of a header, without what follows a semicolon.
bool names_type(const HttpHead& head, std::string_view header, std::string_view type) {
  for (const auto& [name, value] : head.headers) {
    if (!same_letters(name, header)) continue;
    std::string_view rest = value;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      const std::string_view one = rest.substr(0, std::min(rest.find(';'), end));
      if (same_letters(without_blanks(one), type)) return true;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return false;
}

constexpr std::array<std::int8_t, 256> base64_values() {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::array<std::int8_t, 256> values{};
  for (std::int8_t& value : values) value = -1;
  for (std::size_t i = 0; i < letters.size(); ++i)
    values[static_cast<unsigned char>(letters[i])] = static_cast<std::int8_t>(i);
  return values;
}

std::optional<std::string> from_base64(std::string_view text) {
  static constexpr auto values = base64_values();
  std::size_t end = text.size();
  while (end > 0 && text[end - 1] == '=' && text.size() - end < 2) --end;
  if (text.size() % 4 != 0) return std::nullopt;
  std::string out;
  std::uint32_t bits = 0;
  int held = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const int value = values[static_cast<unsigned char>(text[i])];
    if (value < 0) return std::nullopt;
    bits = (bits << 6U) | static_cast<std::uint32_t>(value);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out.push_back(static_cast<char>((bits >> static_cast<unsigned>(held)) & 0xFFU));
  }
  return out;
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
  return from_base64(value.substr(begin.size(), value.size() - begin.size() - end.size()));
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

std::optional<std::string> HttpHead::header(std::string_view name) const {
  if (count(name) != 1) return std::nullopt;
  for (const auto& [key, value] : headers) {
    if (same_letters(key, name)) return std::string(without_blanks(value));
  }
  return std::nullopt;
}

std::size_t HttpHead::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(headers.begin(), headers.end(),
                    [&](const auto& each) { return same_letters(each.first, name); }));
}

bool is_same_secret(std::string_view given, std::string_view secret) {
  unsigned different = given.size() == secret.size() ? 0U : 1U;
  for (std::size_t i = 0; i < secret.size(); ++i) {
    const char one = i < given.size() ? given[i] : '\0';
    different |= static_cast<unsigned char>(one ^ secret[i]);
  }
  return different == 0 && !secret.empty();
}

std::optional<Refusal> check_caller(const HttpHead& head, const HttpPlace& place) {
  const std::optional<std::string> host = head.header("host");
  if (!host || !is_loopback_name(*host, place.port))
    return Refusal{403, "Host is not the address of this server"};
  const std::optional<std::string> origin = head.header("origin");
  if (head.count("origin") > 0 && !(origin && is_own_origin(*origin, place.port)))
    return Refusal{403, "Origin is not allowed"};
  if (std::string_view(head.path).substr(0, head.path.find('?')) != http_path)
    return Refusal{404, "the endpoint is " + std::string(http_path)};
  if (!has_token(head, place.token))
    return Refusal{401,
                   "the header Authorization: Bearer TOKEN is missing or wrong",
                   {{"WWW-Authenticate", "Bearer"}}};
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
