// SPDX-License-Identifier: MIT
// What doors remember from one call to the next: what a session of an agent has seen, what a file
// was before assay was connected. It lies beside the ledger, never in the workspace, and decides no
// verdict.
#pragma once

#include "base/digest.h"
#include "base/instant.h"
#include "base/result.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace assay::shell {

/// Held by the one who works for all that wait; given back when this goes.
class Turn {
 public:
  virtual ~Turn() = default;
};

class Notebook {
 public:
  virtual ~Notebook() = default;

  /// Nothing: there is none of that name.
  virtual Result<std::optional<std::string>> read(const Digest& name) = 0;
  /// The old one or the new one, whole, at any moment.
  virtual Result<> write(const Digest& name, std::string_view text) = 0;
  virtual void forget(const Digest& name) = 0;
  /// Forgets what nobody has written for so long.
  virtual void forget_older(Millis age) = 0;
  /// Waits for its turn. Null: somebody else has it all the time.
  virtual Result<std::unique_ptr<Turn>> take_turn(Millis longest) = 0;
};

}  // namespace assay::shell
