// SPDX-License-Identifier: MIT
// keys/ in the state directory: private.pem, which also counts the ends that were signed and names
// all keys there ever were and the digest of `before`, and is signed with itself; one NAME.pem for
// each public key; others/NAME.pem for keys of other machines whose runs were copied here;
// `before`; open/RUN, how far a run has come that has not ended; and the lock of who signs.
#pragma once

#include "adapters/os/descriptor.h"
#include "adapters/store/state/state_directory.h"
#include "base/digest.h"
#include "shell/ports/keys.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace assay::state {

/// Of a list of runs: a line each, its name and its head.
shell::RunHeads heads_of(std::string_view list);

class KeyRing final : public shell::Keys {
 public:
  explicit KeyRing(std::shared_ptr<const StateDirectory> state) : state_(std::move(state)) {}

  Result<std::unique_ptr<shell::SigningTurn>> take_turn(const AskRuns& runs) override;
  Result<std::vector<shell::PublicKey>> all() override;
  Result<std::uint64_t> counted() override;
  Result<shell::RunHeads> runs_before() override;
  Result<shell::PublicKey> rotate(const AskRuns& runs) override;
  bool holds(const shell::Signature& signature, std::string_view message) override;
  Result<std::string> code_of(std::string_view message, const AskRuns& runs) override;
  bool fits(std::string_view code, std::string_view message) override;
  /// Without waiting for a turn, and counting nothing: for what is signed with every append.
  Result<shell::Signature> sign_at_once(std::string_view message);
  void note(const std::string& run_id, std::uint64_t events) override;
  void forget(const std::string& run_id) override;
  Result<std::map<std::string, std::uint64_t>> noted() override;
  Result<> introduce(const std::vector<shell::TeamKey>& keys) override;
  /// Names of keys of other machines that somebody here vouches for: what they signed holds, too.
  void trust(const std::vector<std::string>& names) { trusted_ = {names.begin(), names.end()}; }

 private:
  bool holds_for_other(const shell::Signature& signature, std::string_view message);
  /// What signatures and codes are held against. Read once; keys are only ever added.
  struct Known {
    std::map<std::string, std::string> pems;  ///< by the names of keys
    std::vector<std::string> codes;           ///< secrets that codes are made with, the newest last
    std::string key;                          ///< the private one that signs
    std::string name;                         ///< of that
  };
  const Known* known(bool anew);

  std::shared_ptr<const StateDirectory> state_;
  std::optional<Known> known_;
  std::set<std::string> trusted_;
  os::Descriptor note_;  ///< of the run that was noted last
  std::string noted_run_;
};

}  // namespace assay::state
