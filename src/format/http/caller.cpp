// SPDX-License-Identifier: MIT
#include "format/http/caller.h"

#include "base/text/ascii.h"

#include <algorithm>

namespace assay::format::http {

namespace {

bool same_letters(std::string_view a, std::string_view b) {
  return a.size() == b.size() && lowered(a) == lowered(b);
}

std::string_view without_blanks(std::string_view text) { return trimmed(text, " \t"); }

bool is_loopback_name(std::string_view name) {
  return name == "127.0.0.1" || name == "localhost" || name == "[::1]";
}

/// "192.168.1.7" or "[fe80::1]".
bool is_number(std::string_view name) {
  if (name.starts_with('[')) return name.ends_with(']');
  return !name.empty() && name.find_first_not_of("0123456789.") == name.npos;
}

bool is_own_host(std::string_view host, const HttpPlace& place) {
  if (place.reach == Reach::socket) return true;
  const std::string behind = ":" + std::to_string(place.port);
  // Nobody says the port that everybody means.
  const bool silent = place.port == 80 && !host.ends_with(behind);
  if (!silent && !host.ends_with(behind)) return false;
  const std::string name = lowered(host.substr(0, host.size() - (silent ? 0 : behind.size())));
  if (is_loopback_name(name)) return true;
  const bool own = !place.name.empty() && name == lowered(place.name);
  return place.reach == Reach::network && (own || is_number(name));
}

/// The page that asks must come from the address that is asked.
bool is_own_origin(std::string_view origin, std::string_view host, const HttpPlace& place) {
  constexpr std::string_view scheme = "http://";
  if (place.reach == Reach::socket || !origin.starts_with(scheme)) return false;
  const std::string_view from = origin.substr(scheme.size());
  return place.reach == Reach::loopback ? is_own_host(from, place) : same_letters(from, host);
}

bool has_token(const HttpHead& head, std::string_view token) {
  constexpr std::string_view scheme = "Bearer ";
  const std::optional<std::string> given = head.header("authorization");
  if (!given || given->size() < scheme.size() ||
      !same_letters(given->substr(0, scheme.size()), scheme))
    return false;
  return is_same_secret(without_blanks(std::string_view(*given).substr(scheme.size())), token);
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

std::optional<Refusal> check_address(const HttpHead& head, const HttpPlace& place) {
  const std::size_t lengths = head.count("content-length") + head.count("transfer-encoding");
  if (lengths > 1) return Refusal{400, "the request has more than one length"};
  const std::optional<std::string> host = head.header("host");
  if (!host || !is_own_host(*host, place))
    return Refusal{403, "Host is not the address of this server"};
  const std::optional<std::string> origin = head.header("origin");
  if (head.count("origin") > 0 && !(origin && is_own_origin(*origin, *host, place)))
    return Refusal{403, "Origin is not allowed"};
  return std::nullopt;
}

std::optional<Refusal> check_token(const HttpHead& head, std::string_view token) {
  if (has_token(head, token)) return std::nullopt;
  return Refusal{401,
                 "the header Authorization: Bearer TOKEN is missing or wrong",
                 {{"WWW-Authenticate", "Bearer"}}};
}

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

}  // namespace assay::format::http
