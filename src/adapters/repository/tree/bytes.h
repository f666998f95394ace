// SPDX-License-Identifier: MIT
// What the tree adapter stores for itself: plain bytes with a digest at their end.
#pragma once

#include "base/digest.h"
#include "base/result.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace assay::tree {

inline std::string_view view(const Digest& digest) {
  return {reinterpret_cast<const char*>(digest.bytes.data()), digest.bytes.size()};
}

// Numbers are written as this machine has them: the file never leaves it.
class Writer {
 public:
  void number(std::uint64_t value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view value) {
    number(value.size());
    bytes_.append(value);
  }
  void raw(std::string_view value) { bytes_.append(value); }
  void digest(const Digest& value) { raw(view(value)); }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// After the first thing that is not there, everything read is empty and ok() is false.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::string_view raw(std::size_t size) {
    ok_ = ok_ && size <= rest_.size();
    if (!ok_) return {};
    const std::string_view value = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return value;
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    const std::string_view bytes = raw(sizeof value);
    if (ok_) std::memcpy(&value, bytes.data(), sizeof value);
    return value;
  }
  std::string_view text() { return raw(number()); }
  Digest digest() {
    Digest value;
    const std::string_view bytes = raw(value.bytes.size());
    std::copy(bytes.begin(), bytes.end(), value.bytes.begin());
    return value;
  }
  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

/// Adds the digest of everything before it.
inline std::string sealed(std::string bytes) {
  bytes += view(digest_of(bytes));
  return bytes;
}

/// What was sealed; nothing if it is not what was sealed.
inline std::optional<std::string_view> unsealed(std::string_view bytes) {
  constexpr std::size_t digest_size = 32;
  if (bytes.size() < digest_size) return std::nullopt;
  const std::string_view body = bytes.substr(0, bytes.size() - digest_size);
  if (view(digest_of(body)) != bytes.substr(body.size())) return std::nullopt;
  return body;
}

/// The old file or the new one, whole. Not made durable.
Result<> write_file(const std::string& path, std::string_view bytes);

}  // namespace assay::tree
