// SPDX-License-Identifier: MIT
// Each machine signs with a key of its own, which never leaves it; the others find the public half
// in the store and believe it only if its name is among those that somebody on this machine vouches
// for. Whoever can write to the store can add keys, but no trust.
#pragma once

#include "adapters/store/postgres/home.h"
#include "adapters/store/state/key_ring.h"
#include "shell/ports/keys.h"

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace assay::postgres {

class Keys final : public shell::Keys {
 public:
  /// `team`: the folder of the ring that signs here. `trusted`: names of keys of other machines.
  Keys(Home home, std::shared_ptr<const state::StateDirectory> team,
       const std::vector<std::string>& trusted);

  Result<std::unique_ptr<shell::SigningTurn>> take_turn(const AskRuns& runs) override;
  Result<std::vector<shell::PublicKey>> all() override { return ring_.all(); }
  Result<std::uint64_t> counted() override { return ring_.counted(); }
  Result<shell::RunHeads> runs_before() override;
  Result<shell::PublicKey> rotate(const AskRuns& runs) override;
  bool holds(const shell::Signature& signature, std::string_view message) override;
  /// A signature too: whoever takes the run over may be another machine.
  Result<std::string> code_of(std::string_view message, const AskRuns& runs) override;
  bool fits(std::string_view code, std::string_view message) override;
  void note(const std::string& run_id, std::uint64_t events) override {
    ring_.note(run_id, events);
  }
  void forget(const std::string& run_id) override { ring_.forget(run_id); }
  Result<std::map<std::string, std::uint64_t>> noted() override { return ring_.noted(); }
  bool sign_from_the_start() const override { return true; }
  std::string ring() override;
  Result<std::vector<shell::TeamKey>> team() override;
  Result<> introduce(const std::vector<shell::TeamKey>& keys) override;
  Result<> adopt_before(const shell::RunHeads& heads) override;

 private:
  Result<> publish();
  const std::string* pem_of(const std::string& key);

  Home home_;
  state::KeyRing ring_;
  state::KeyRing alone_;  ///< of the ledger this machine had before, for runs copied from there
  std::set<std::string> trusted_;
  std::map<std::string, std::string> pems_;  ///< of those that are trusted, by their names
  std::set<std::string> published_;
  std::optional<std::string> ring_name_;
};

}  // namespace assay::postgres
