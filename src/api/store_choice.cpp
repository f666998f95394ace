// SPDX-License-Identifier: MIT
#include "api/store_choice.h"

#include "api/site.h"

#include <charconv>

namespace assay::api {

namespace {

constexpr std::uint64_t user_config_bytes_max = 4U << 20;

/// Seconds in a variable; nothing: there are none.
std::optional<Millis> seconds_in(shell::Outside& outside, const std::string& name) {
  const auto text = outside.variable(name);
  if (!text) return std::nullopt;
  std::int64_t seconds = 0;
  const auto read = std::from_chars(text->data(), text->data() + text->size(), seconds);
  if (read.ec != std::errc() || seconds < 0) return std::nullopt;
  return std::chrono::seconds{seconds};
}

}  // namespace

shell::StoreChoice choose_store(shell::Outside& outside, const std::string& flag) {
  shell::StoreChoice choice;
  const std::string folder = user_config_dir(outside);
  const std::string path = folder + "/config.yaml";
  format::UserConfigReading user;
  if (!folder.empty() && outside.files().is_regular(path)) {
    const auto text = outside.files().read(path, user_config_bytes_max);
    if (text) user = format::read_user_config(path, *text);
    if (!text) choice.problem = text.error().what;
    if (!user.problems.empty())
      choice.problem = user.problems.front().where + ": " + user.problems.front().what;
  }
  const auto variable = outside.variable("ASSAY_STORE");
  choice.url = !flag.empty()                    ? flag
               : variable && !variable->empty() ? *variable
                                                : user.config.store;
  choice.trusted_keys = user.config.team_keys;
  if (choice.url == "sqlite") choice.url.clear();
  if (const auto lease = seconds_in(outside, "ASSAY_LEASE_SECONDS")) choice.lease = *lease;
  choice.patience = seconds_in(outside, "ASSAY_STORE_PATIENCE");
  return choice;
}

}  // namespace assay::api
