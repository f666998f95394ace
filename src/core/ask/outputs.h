// SPDX-License-Identifier: MIT
// The files agents of a pipeline read and write.
#pragma once

#include "base/instant.h"
#include "core/evidence/artifact.h"
#include "core/run/attempt_key.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::core::pipeline {

/// Paths are relative to the feature folder and may have {task} {instance} {focus} {scope} {round}
/// {slug}.
struct Output {
  std::string path;  ///< one that ends in / is a folder; each file in it has the contract
  Contract contract = Contract::text;
  std::optional<Beginning> begins = {};  ///< of a log that is read again; no definition has it

  bool folder() const { return path.ends_with('/'); }
  friend bool operator==(const Output&, const Output&) = default;
};

/// The request itself is an input named "request" (initial-request.md).
struct Input {
  std::string path;      ///< may also have `*`, which matches within a name
  bool required = true;  ///< otherwise left out if it is not there

  friend bool operator==(const Input&, const Input&) = default;
};

}  // namespace assay::core::pipeline

namespace assay::core {

struct OutputsRead;

/// Look for the files an agent reads and writes. Answered by OutputsRead.
struct ReadOutputs {
  using Answer = OutputsRead;

  AttemptKey key;
  std::string name;
  std::string directory;    ///< the working tree
  std::string feature_dir;  ///< relative to it
  std::vector<pipeline::Output> outputs;
  std::vector<pipeline::Input> inputs = {};
};

/// Answer to ReadOutputs.
struct OutputsRead {
  Instant at{};
  AttemptKey key;
  pipeline::Outputs outputs;
};

inline std::string decision_of(const ReadOutputs& e) {
  return "read " + attempt_text(e.name, e.key);
}

}  // namespace assay::core
