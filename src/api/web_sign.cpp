// SPDX-License-Identifier: MIT
#include "api/web_sign.h"

#include "api/archive.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::api {

namespace {

constexpr std::string_view sign_suffix = ".sign";
constexpr std::string_view lock_suffix = ".lock";
constexpr std::uint64_t sign_bytes_max = 1000;

/// An address is printed on terminals and sent to others: anybody's text is none.
bool is_origin(std::string_view text) {
  constexpr std::string_view scheme = "http://";
  constexpr std::size_t longest = 300;
  if (!text.starts_with(scheme) || text.size() > longest) return false;
  text.remove_prefix(scheme.size());
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_' || c == ':' || c == '[' || c == ']';
  });
}

struct Sign {
  std::string since;
  std::string origin;
};

/// "2026-11-18T00:20:00.000Z http://127.0.0.1:40123"
std::optional<Sign> read_sign(const std::string& path, shell::Files& files) {
  const auto text = files.read(path, sign_bytes_max);
  if (!text) return std::nullopt;
  const std::size_t blank = text->find(' ');
  if (blank == std::string::npos || !text->ends_with('\n')) return std::nullopt;
  Sign sign{text->substr(0, blank), text->substr(blank + 1, text->size() - blank - 2)};
  if (!is_origin(sign.origin)) return std::nullopt;
  return sign;
}

/// The server holds the lock as long as it lives. What nobody holds any more is cleared away.
bool is_held(const std::string& folder, const std::string& name, shell::Outside& outside) {
  const std::string lock = folder + "/" + name + std::string(lock_suffix);
  const auto taken = outside.hold(lock, shell::Queueing::none);
  if (!taken) return taken.error().fault == Fault::conflict;
  for (const std::string& path : {folder + "/" + name + std::string(sign_suffix), lock})
    static_cast<void>(static_cast<bool>(outside.files().remove(path)));
  return false;
}

std::optional<Sign> newest_sign(const std::string& folder, shell::Outside& outside) {
  std::optional<Sign> newest;
  for (const std::string& file : outside.files().list(folder)) {
    if (!file.ends_with(sign_suffix)) continue;
    const std::string name = file.substr(0, file.size() - sign_suffix.size());
    auto sign = read_sign(folder + "/" + file, outside.files());
    if (!sign || !is_held(folder, name, outside)) continue;
    if (!newest || newest->since < sign->since) newest = std::move(sign);
  }
  return newest;
}

/// State directories of all workspaces lie side by side.
bool is_at_home(const std::string& state_dir, shell::Outside& outside) {
  const std::string home = state_home(outside);
  return !home.empty() && state_dir.substr(0, state_dir.rfind('/')) == home;
}

}  // namespace

std::string folder_of_signs(const std::string& state_dir, shell::Outside& outside) {
  const std::string above = state_dir.empty() ? state_home(outside) : state_dir;
  return above.empty() ? "" : above + "/web";
}

WebSign::WebSign(std::string path, std::shared_ptr<void> lock, shell::Outside& outside)
    : path_(std::move(path)), lock_(std::move(lock)), outside_(outside) {}

Result<std::unique_ptr<WebSign>> WebSign::put_up(const std::string& folder,
                                                 const std::string& origin,
                                                 shell::Outside& outside) {
  // A name of its own: nobody waits for the lock of a server that is gone.
  const std::string path = fmt::format("{}/{:016x}", folder, outside.chance());
  auto lock = TRY(outside.hold(path + std::string(lock_suffix), shell::Queueing::none));
  TRY(outside.files().create(path + std::string(sign_suffix),
                             to_text(outside.clock().now()) + " " + origin + "\n"));
  return std::unique_ptr<WebSign>(new WebSign(path, std::move(lock), outside));
}

WebSign::~WebSign() {
  for (const std::string_view suffix : {sign_suffix, lock_suffix})
    static_cast<void>(static_cast<bool>(outside_.files().remove(path_ + std::string(suffix))));
}

std::string web_link(const std::string& run_id, const Site& site) {
  const std::string given = site.place.state.path();
  const auto real = site.files().real_path(given);
  std::optional<Sign> found;
  std::string shown_as = given;
  if (is_at_home(given, site.outside))
    found = newest_sign(folder_of_signs("", site.outside), site.outside);
  if (auto alone = newest_sign(folder_of_signs(given, site.outside), site.outside)) {
    // A server that shows this ledger alone goes by its path without links.
    if (real && (!found || found->since < alone->since)) {
      found = std::move(alone);
      shown_as = *real;
    }
  }
  if (!found) return "";
  return fmt::format("{}/#/w/{}/runs/{}", found->origin, shelf_id(shown_as), run_id);
}

}  // namespace assay::api
