// SPDX-License-Identifier: MIT
// SHA-256, whole and streaming.
#pragma once

#include "base/result.h"

#include <array>
#include <compare>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace assay {

struct Digest {
  std::array<unsigned char, 32> bytes{};

  /// 64 lower-case hex digits.
  std::string hex() const;
  static Result<Digest> parse(std::string_view hex);

  friend auto operator<=>(const Digest&, const Digest&) = default;
};

/// Digest of a stream that arrives in pieces.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(Hasher&&) noexcept;
  Hasher& operator=(Hasher&&) noexcept;

  Hasher& update(std::string_view bytes);
  /// The digest of everything so far; the hasher starts anew.
  Digest finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

Digest digest_of(std::string_view bytes);

}  // namespace assay
