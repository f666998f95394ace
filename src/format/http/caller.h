// SPDX-License-Identifier: MIT
// Which HTTP requests are let in to a server of this user: pages of strangers that a browser shows,
// names that were made to lead here, and programs without the token are not.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::format::http {

struct HttpHead {
  std::string method;
  std::string path;  ///< with its query
  std::vector<std::pair<std::string, std::string>> headers;

  /// The value of the only header of that name, without blanks around it; none: there is none, or
  /// more than one. Names are compared without case.
  std::optional<std::string> header(std::string_view name) const;
  std::size_t count(std::string_view name) const;
};

/// From where a server can be reached.
enum class Reach : std::uint8_t {
  loopback,
  network,  ///< by every address of this machine, and its name
  socket,   ///< a file: no browser gets there
};

struct HttpPlace {
  std::uint16_t port = 0;
  std::string token;
  Reach reach = Reach::loopback;
  std::string name = {};  ///< of this machine, for those in its network
};

struct Refusal {
  int status = 400;
  std::string what;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

/// Host and Origin, and that there is one way to say where the request ends. A name that somebody
/// made lead here is not ours; an address cannot be made to.
std::optional<Refusal> check_address(const HttpHead& head, const HttpPlace& place);
/// `Authorization: Bearer TOKEN`.
std::optional<Refusal> check_token(const HttpHead& head, std::string_view token);

/// Whether one of the media types of a header is this one, whatever follows its semicolon.
bool names_type(const HttpHead& head, std::string_view header, std::string_view type);

/// The same time for every answer.
bool is_same_secret(std::string_view given, std::string_view secret);

}  // namespace assay::format::http
