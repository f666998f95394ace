// SPDX-License-Identifier: MIT
#include "face/cli/address.h"

#include "base/text/ascii.h"

#include <fmt/format.h>

#include <charconv>

namespace assay::cli {

Result<Address> read_address(const std::string& flag, const std::string& given) {
  const std::size_t colon = given.rfind(':');
  const std::string host = lowered(given.substr(0, colon));
  const std::string_view digits =
      colon == std::string::npos ? "" : std::string_view(given).substr(colon + 1);
  Address at;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), at.port);
  const bool whole = !digits.empty() && read.ec == std::errc{} &&
                     read.ptr == digits.data() + digits.size() && !host.empty();
  if (!whole)
    return Error{Fault::bad_input,
                 flag + " " + given + ": must be ADDRESS:PORT, as 127.0.0.1:8080"};
  at.host = host == "localhost" ? "127.0.0.1" : host;
  if (host.starts_with('[') && host.ends_with(']')) at.host = host.substr(1, host.size() - 2);
  return at;
}

bool is_loopback(const Address& address) {
  return address.host == "127.0.0.1" || address.host == "::1";
}

std::string unguessable(shell::Outside& outside, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += fmt::format("{:016x}", outside.chance());
  return text;
}

}  // namespace assay::cli
