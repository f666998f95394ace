// SPDX-License-Identifier: MIT
// `assay key`: the public keys of a ledger, and a new one.
#include "api/key.h"

#include "base/text/escape.h"
#include "face/cli/commands.h"
#include "format/json/fields.h"

#include <fmt/format.h>

#include <span>

namespace assay::cli {

namespace {

std::string keys_json(std::span<const shell::PublicKey> keys) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_object();
  json.key("keys");
  json.begin_array();
  for (const shell::PublicKey& key : keys) {
    json.begin_object();
    format::Fields(json)
        .text("key_id", key.name)
        .flag("current", key.is_current)
        .text("public_key", key.pem);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

void tell_keys(Session& session, std::span<const shell::PublicKey> keys) {
  if (session.format == OutputFormat::json) return session.out(keys_json(keys));
  for (const shell::PublicKey& key : keys)
    session.out(
        fmt::format("{} key {}\n{}", key.is_current ? "current" : "earlier", key.name, key.pem));
}

void show_keys(Session& session) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto keys = api::list_keys(*site);
  if (!keys) return session.fail(keys.error());
  tell_keys(session, *keys);
}

void rotate(Session& session) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto key = api::rotate_key(*site);
  if (!key) return session.fail(key.error());
  tell_keys(session, std::span(&*key, 1));
}

std::string team_json(std::span<const shell::TeamKey> keys) {
  std::string out;
  format::JsonWriter json(out, format::JsonLayout::indented);
  json.begin_object();
  json.key("keys");
  json.begin_array();
  for (const shell::TeamKey& key : keys) {
    json.begin_object();
    format::Fields(json)
        .text("key_id", key.name)
        .text("host", key.host)
        .text("state_dir", key.home)
        .flag("own", key.is_own)
        .flag("trusted", key.is_trusted)
        .text("public_key", key.pem);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out + "\n";
}

void show_team(Session& session) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto keys = api::list_team_keys(*site);
  if (!keys) return session.fail(keys.error());
  if (session.format == OutputFormat::json) return session.out(team_json(*keys));
  bool all = true;
  for (const shell::TeamKey& key : *keys) {
    all = all && key.is_trusted;
    session.out(fmt::format("{:9} {} {}:{}\n",
                            key.is_own       ? "own"
                            : key.is_trusted ? "trusted"
                                             : "unknown",
                            key.name, printable(key.host), printable(key.home)));
  }
  if (!all)
    session.note(
        "what an unknown key signed is not believed: ask its owner for `assay key show`, and put "
        "the name under `team_keys:` in ~/.config/assay/config.yaml\n");
}

}  // namespace

void add_key(CLI::App& root, Session& session) {
  CLI::App* command = root.add_subcommand("key", "The keys that sign how runs ended");
  command->require_subcommand(1);
  CLI::App* show = command->add_subcommand("show", "The public keys, the current one first");
  show->callback([&session] { show_keys(session); });
  CLI::App* team = command->add_subcommand("team", "All keys that the ledger of a team knows");
  team->callback([&session] { show_team(session); });
  CLI::App* turn = command->add_subcommand("rotate", "Sign with a new key from now on");
  turn->callback([&session] { rotate(session); });
}

}  // namespace assay::cli
