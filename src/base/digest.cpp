// SPDX-License-Identifier: MIT
// Uses libcrypto's direct SHA-256 entry points: the provider look-up of the generic ones costs more
// than hashing a typical event, and it would be paid at every start.
#include "base/digest.h"

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

namespace assay {

struct Hasher::State {
  SHA256_CTX context;
};

namespace {

constexpr char hex_digits[] = "0123456789abcdef";

int nibble(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

}  // namespace

std::string Digest::hex() const {
  std::string text;
  text.reserve(64);
  for (const unsigned char byte : bytes) {
    text.push_back(hex_digits[byte >> 4]);
    text.push_back(hex_digits[byte & 15]);
  }
  return text;
}

Result<Digest> Digest::parse(std::string_view hex) {
  Digest digest;
  if (hex.size() != 64) return Error{Fault::bad_input, "a SHA-256 digest has 64 hex digits"};
  for (std::size_t i = 0; i < 32; ++i) {
    const int high = nibble(hex[2 * i]);
    const int low = nibble(hex[2 * i + 1]);
    if (high < 0 || low < 0)
      return Error{Fault::bad_input, "a SHA-256 digest has only 0-9 and a-f"};
    digest.bytes[i] = static_cast<unsigned char>(high * 16 + low);
  }
  return digest;
}

Hasher::Hasher() : state_(std::make_unique<State>()) { SHA256_Init(&state_->context); }
Hasher::~Hasher() = default;
Hasher::Hasher(Hasher&&) noexcept = default;
Hasher& Hasher::operator=(Hasher&&) noexcept = default;

Hasher& Hasher::update(std::string_view bytes) {
  SHA256_Update(&state_->context, bytes.data(), bytes.size());
  return *this;
}

Digest Hasher::finish() {
  Digest digest;
  SHA256_Final(digest.bytes.data(), &state_->context);
  SHA256_Init(&state_->context);
  return digest;
}

Digest digest_of(std::string_view bytes) {
  Digest digest;
  SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(), digest.bytes.data());
  return digest;
}

}  // namespace assay
