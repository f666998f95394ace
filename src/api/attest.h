// SPDX-License-Identifier: MIT
// Attestations: what a signed run says about a commit, in a form that others can check.
#pragma once

#include "api/problem.h"
#include "api/site.h"
#include "format/attest/attestation.h"

#include <optional>
#include <string>

namespace assay::api {

struct AttestRequest {
  std::string commit = "HEAD";
  bool notes = false;  ///< also keep it in refs/notes/assay
};

struct Attestation {
  format::AttestationFacts facts;
  std::string envelope;  ///< DSSE, one line of JSON
};

/// From the newest signed run of all gates of the commit's own assay.yaml (or of trusted gates,
/// where there are any), with the settings that stand there, that passed on exactly its tree.
/// Fault::not_found: there is none, and `what` tells how to get one.
Reply<Attestation> attest(const AttestRequest& request, const Site& site);

struct AttestCheck {
  std::string commit;
  std::optional<std::string> envelope = {};  ///< none: the one in the notes of the commit
  std::optional<std::string> key = {};  ///< public, in PEM; none: those of this workspace's ledger
  std::string gates_from = {};          ///< a ref whose assay.yaml has the gates that count
  bool clean_copy = false;              ///< gates that ran in a workspace do not do
};

struct AttestAnswer {
  std::string why;  ///< it does not hold; empty: it does
  format::AttestationFacts facts = {};
};

Reply<AttestAnswer> check_attestation(const AttestCheck& request, const Site& site);

}  // namespace assay::api
