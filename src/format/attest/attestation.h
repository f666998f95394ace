// SPDX-License-Identifier: MIT
// What an attestation says: an in-toto Statement about a commit and its tree, with the predicate
// test-result v0.1. What that one has no words for (run, chain head, counts, isolation) stands in
// its member `assay`; in-toto lets consumers pass over members they do not know.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

inline constexpr std::string_view in_toto_type = "application/vnd.in-toto+json";

struct AttestationFacts {
  std::string commit;
  std::string tree;
  std::string gates;                ///< SHA-256 of the manifest, in hex
  std::vector<std::string> passed;  ///< ids of gates
  std::vector<std::string> warned;  ///< ids of gates that are not required and did not pass
  std::string run;
  std::string run_head;  ///< hash of the run's last event, in hex
  std::uint64_t number = 0;
  std::string ended;
  std::int64_t tests_executed = -1;  ///< -1: no gate tells
  std::string isolation;
  std::string settings = {};  ///< SHA-256 of all that was configured and decides; empty: not known
  std::string gates_from = {};  ///< commit whose assay.yaml decided; empty: the commit's own
  bool clean_copy = false;      ///< in a copy that had nothing that git ignores but from a set-up
  std::vector<std::string> protected_changed = {};  ///< protected files that the base has otherwise

  friend bool operator==(const AttestationFacts&, const AttestationFacts&) = default;
};

std::string write_statement(const AttestationFacts& facts);

/// Fault::bad_input: it is no such statement, or does not say that everything passed.
Result<AttestationFacts> read_statement(std::string_view json);

}  // namespace assay::format
