// SPDX-License-Identifier: MIT
// keys/ in the state directory: private.pem, which also counts the ends that were signed and names
// all keys there ever were and the digest of `before`, and is signed with itself; one NAME.pem for
// each public key; `before`; and the lock of who signs.
#pragma once

#include "adapters/store/state/state_directory.h"
#include "shell/ports/keys.h"

#include <memory>
#include <string>
#include <vector>

namespace assay::state {

class KeyRing final : public shell::Keys {
 public:
  explicit KeyRing(std::shared_ptr<const StateDirectory> state) : state_(std::move(state)) {}

  Result<std::unique_ptr<shell::SigningTurn>> take_turn(const AskEnded& ended) override;
  Result<std::vector<shell::PublicKey>> all() override;
  Result<std::uint64_t> counted() override;
  Result<shell::RunHeads> ended_before() override;
  Result<shell::PublicKey> rotate(const AskEnded& ended) override;
  bool holds(const shell::Signature& signature, std::string_view message) override;

 private:
  std::shared_ptr<const StateDirectory> state_;
};

}  // namespace assay::state
