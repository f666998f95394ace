// SPDX-License-Identifier: MIT
// DSSE (Dead Simple Signing Envelope): what is signed, and how it travels.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace assay::format::dsse {

/// The bytes that are signed: the type is signed along with the payload, so that a signature of one
/// kind of document never holds for another.
std::string signed_bytes(std::string_view type, std::string_view payload);

struct EnvelopeSignature {
  std::string keyid;
  std::string sig;  ///< bytes
};

struct Envelope {
  std::string type;
  std::string payload;
  std::vector<EnvelopeSignature> signatures;
};

/// As JSON, with what is bytes in base64.
std::string write(const Envelope& envelope);
/// Unknown members are allowed, as DSSE says; what is no envelope is Fault::bad_input.
Result<Envelope> read(std::string_view json);

}  // namespace assay::format::dsse
