// SPDX-License-Identifier: MIT
#include "adapters/store/postgres/keys.h"

#include "base/ed25519.h"
#include "base/text/base64.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::postgres {

namespace {

constexpr const char* publish_sql =
    "INSERT INTO public_keys(name, ring, pem, host, home) VALUES($1, $2, $3, $4, $5)"
    " ON CONFLICT DO NOTHING";

/// "KEY SIGNATURE"; nothing: it is none.
std::optional<shell::Signature> signature_from(std::string_view code) {
  const std::size_t space = code.find(' ');
  if (space == std::string_view::npos) return std::nullopt;
  auto bytes = from_base64(code.substr(space + 1));
  if (!bytes) return std::nullopt;
  return shell::Signature{std::string(code.substr(0, space)), std::move(*bytes)};
}

/// What a list of runs that were there before any key is signed as.
std::string before_bytes(std::string_view list) { return fmt::format("assay/before/v1\n{}", list); }

}  // namespace

Keys::Keys(Home home, std::shared_ptr<const state::StateDirectory> team,
           const std::vector<std::string>& trusted)
    : home_(std::move(home)),
      ring_(std::move(team)),
      alone_(home_.state),
      trusted_(trusted.begin(), trusted.end()) {}

std::string Keys::ring() {
  if (ring_name_) return *ring_name_;
  const auto keys = ring_.all();
  if (!keys || keys->empty()) return "";
  ring_name_ = keys->back().name;
  return *ring_name_;
}

Result<> Keys::publish() {
  const std::string ring = this->ring();
  for (const shell::PublicKey& key : TRY(ring_.all())) {
    if (published_.contains(key.name)) continue;
    Params row;
    row.text(key.name).text(ring).text(key.pem).text(home_.host).text(home_.state->path());
    static_cast<void>(
        TRY(home_.connection->insist([&] { return home_.connection->run(publish_sql, row); })));
    published_.insert(key.name);
  }
  return {};
}

Result<std::unique_ptr<shell::SigningTurn>> Keys::take_turn(const AskRuns& runs) {
  auto turn = TRY(ring_.take_turn(runs));
  TRY(publish());
  return turn;
}

Result<shell::PublicKey> Keys::rotate(const AskRuns& runs) {
  shell::PublicKey made = TRY(ring_.rotate(runs));
  TRY(publish());
  return made;
}

const std::string* Keys::pem_of(const std::string& key) {
  if (!trusted_.contains(key)) return nullptr;
  const auto known = pems_.find(key);
  if (known != pems_.end()) return &known->second;
  const auto row = home_.connection->insist([&] {
    return home_.connection->run("SELECT pem FROM public_keys WHERE name = $1", Params().text(key));
  });
  if (!row || row->empty()) return nullptr;
  std::string pem = row->text(0, 0);
  // The name is the digest of the key: nobody can put another one under it.
  const auto called = ed25519::name_of(pem);
  if (!called || *called != key) return nullptr;
  return &pems_.emplace(key, std::move(pem)).first->second;
}

bool Keys::holds(const shell::Signature& signature, std::string_view message) {
  if (ring_.holds(signature, message) || alone_.holds(signature, message)) return true;
  const std::string* pem = pem_of(signature.key);
  return pem != nullptr && ed25519::holds(*pem, message, signature.bytes);
}

Result<std::string> Keys::code_of(std::string_view message, const AskRuns& runs) {
  if (published_.empty()) static_cast<void>(TRY(take_turn(runs)));
  const shell::Signature signature = TRY(ring_.sign_at_once(message));
  return fmt::format("{} {}", signature.key,
                     base64_of(signature.bytes, Base64::plain, Padding::full));
}

bool Keys::fits(std::string_view code, std::string_view message) {
  const auto signature = signature_from(code);
  return signature && holds(*signature, message);
}

/// Lists of ledgers that were copied here count as far as their signatures hold.
Result<shell::RunHeads> Keys::runs_before() {
  shell::RunHeads heads = TRY(ring_.runs_before());
  const Rows rows = TRY(home_.connection->insist([&] {
    return home_.connection->run("SELECT list, key, signature FROM runs_before ORDER BY ring");
  }));
  for (int i = 0; i < rows.count(); ++i) {
    const std::string list = rows.text(i, 0);
    const shell::Signature signature{rows.text(i, 1), std::string(rows.bytes(i, 2))};
    if (holds(signature, before_bytes(list))) heads.merge(state::heads_of(list));
  }
  return heads;
}

Result<std::vector<shell::TeamKey>> Keys::team() {
  const std::string own = ring();
  const Rows rows = TRY(home_.connection->run(
      "SELECT name, ring, pem, host, home FROM public_keys ORDER BY host, home, added"));
  std::vector<shell::TeamKey> keys;
  for (int i = 0; i < rows.count(); ++i) {
    shell::TeamKey& key = keys.emplace_back();
    key.name = rows.text(i, 0);
    key.ring = rows.text(i, 1);
    key.pem = rows.text(i, 2);
    key.host = rows.text(i, 3);
    key.home = rows.text(i, 4);
    key.is_own = !own.empty() && key.ring == own;
    key.is_trusted = key.is_own || trusted_.contains(key.name);
  }
  return keys;
}

Result<> Keys::introduce(const std::vector<shell::TeamKey>& keys) {
  for (const shell::TeamKey& key : keys) {
    Params row;
    row.text(key.name).text(key.ring).text(key.pem);
    row.text(key.host.empty() ? home_.host : key.host);
    row.text(key.home.empty() ? home_.state->path() : key.home);
    static_cast<void>(TRY(home_.connection->run(publish_sql, row)));
  }
  return {};
}

Result<> Keys::adopt_before(const shell::RunHeads& heads) {
  if (heads.empty()) return {};
  shell::RunHeads all = TRY(runs_before());
  all.insert(heads.begin(), heads.end());
  std::string list;
  for (const auto& [run, head] : all) list += fmt::format("{} {}\n", run, head);
  const auto turn = TRY(take_turn([] { return Result<shell::RunHeads>(shell::RunHeads()); }));
  const shell::Signature signature = TRY(turn->sign(before_bytes(list)));
  Params row;
  row.text(ring()).text(list).text(signature.key).bytes(signature.bytes);
  static_cast<void>(TRY(home_.connection->run(
      "INSERT INTO runs_before(ring, list, key, signature) VALUES($1, $2, $3, $4) ON CONFLICT(ring,"
      " key) DO UPDATE SET list = excluded.list, signature = excluded.signature",
      row)));
  return {};
}

}  // namespace assay::postgres
