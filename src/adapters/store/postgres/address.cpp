// SPDX-License-Identifier: MIT
#include "adapters/store/postgres/address.h"

#include <libpq-fe.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace assay::postgres {

namespace {

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

/// So that a server that is gone without a word is noticed within half a minute.
constexpr std::array<std::pair<const char*, const char*>, 6> noticed_soon = {{
    {"connect_timeout", "10"},
    {"keepalives_idle", "10"},
    {"keepalives_interval", "5"},
    {"keepalives_count", "3"},
    {"tcp_user_timeout", "20000"},
    {"application_name", "assay"},
}};

constexpr const char* way_out =
    "keep it in ~/.pgpass ($PGPASSFILE) or in a service file ($PGSERVICEFILE, "
    "postgresql://?service=NAME)";

std::string value_of_setting(const Address& address, std::string_view name) {
  for (const auto& [key, value] : address.settings)
    if (key == name) return value;
  return "";
}

std::string shown_address(const Address& address) {
  const std::string service = value_of_setting(address, "service");
  std::string host = value_of_setting(address, "host");
  if (host.empty()) host = value_of_setting(address, "hostaddr");
  const std::string port = value_of_setting(address, "port");
  std::string shown = "postgresql://" + host + (port.empty() ? "" : ":" + port) + "/" +
                      value_of_setting(address, "dbname");
  return service.empty() ? shown : shown + "?service=" + service;
}

}  // namespace

Result<Address> read_address(const std::string& url) {
  if (!url.starts_with("postgresql://") && !url.starts_with("postgres://"))
    return Error{Fault::bad_input,
                 "store: must be postgresql://HOST/DATABASE (see `docs/manual/team.md`)"};
  // libpq's own words may repeat what was given, so they are left out.
  const std::unique_ptr<PQconninfoOption, FreeOptions> options(
      PQconninfoParse(url.c_str(), nullptr));
  if (!options)
    return Error{Fault::bad_input,
                 "store: is no address that PostgreSQL understands: "
                 "postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full"};
  Address address;
  for (const PQconninfoOption* each = options.get(); each->keyword != nullptr; ++each) {
    if (each->val == nullptr) continue;
    const std::string_view name = each->keyword;
    if (name == "password" || name == "sslpassword")
      return Error{Fault::bad_input, std::string("store: a password does not belong into the "
                                                 "address, where others can read it: ") +
                                         way_out};
    address.settings.emplace_back(each->keyword, each->val);
  }
  for (const auto& [name, value] : noticed_soon)
    if (value_of_setting(address, name).empty()) address.settings.emplace_back(name, value);
  address.shown = shown_address(address);
  return address;
}

}  // namespace assay::postgres
