// SPDX-License-Identifier: MIT
#include "base/hmac.h"

namespace assay {

namespace {

constexpr std::size_t block_bytes = 64;

std::string_view digest_bytes(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
}

std::string padded(std::string_view key, char pad) {
  std::string block(block_bytes, '\0');
  key.copy(block.data(), block_bytes);
  for (char& byte : block) byte = static_cast<char>(byte ^ pad);
  return block;
}

}  // namespace

Digest hmac_of(std::string_view key, std::string_view bytes) {
  const Digest shorter = digest_of(key);
  if (key.size() > block_bytes) key = digest_bytes(shorter);
  Hasher hasher;
  const Digest inner = hasher.update(padded(key, 0x36)).update(bytes).finish();
  return hasher.update(padded(key, 0x5c)).update(digest_bytes(inner)).finish();
}

}  // namespace assay
