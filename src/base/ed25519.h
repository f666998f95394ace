// SPDX-License-Identifier: MIT
// Ed25519 signatures. Keys are PEM text as openssl writes it: PKCS #8 and SubjectPublicKeyInfo.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace assay::ed25519 {

/// A new private key.
Result<std::string> make_key();
Result<std::string> public_key_of(std::string_view private_key);

/// What a public key is called: the SHA-256 of its DER form, in hex. The same as
/// `openssl pkey -pubin -outform DER | sha256sum`.
Result<std::string> name_of(std::string_view public_key);

Result<std::string> sign(std::string_view private_key, std::string_view message);

/// False too if the key cannot be read.
bool holds(std::string_view public_key, std::string_view message, std::string_view signature);

}  // namespace assay::ed25519
