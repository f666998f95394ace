// SPDX-License-Identifier: MIT
#include "format/git_index.h"

#include <cstdint>

namespace assay::format {

namespace {

Error damaged() { return {Fault::io, "git index: damaged"}; }

std::uint32_t big_endian(std::string_view bytes, std::size_t at, std::size_t width) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < width; ++i) {
    value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
  }
  return value;
}

/// Reads entry after entry; the name of a version 4 entry builds on the one before it.
class IndexReader {
 public:
  IndexReader(std::string_view bytes, GitHash hash, IndexDetail detail)
      : bytes_(bytes), hash_size_(hash == GitHash::sha1 ? 20 : 32), detail_(detail) {}

  Result<GitIndex> read() {
    constexpr std::size_t header_size = 12;
    if (bytes_.size() < header_size + hash_size_ || bytes_.substr(0, 4) != "DIRC") return damaged();
    bytes_.remove_suffix(hash_size_);
    version_ = big_endian(bytes_, 4, 4);
    if (version_ < 2 || version_ > 4) return Error{Fault::io, "git index: of an unknown version"};
    const std::uint32_t count = big_endian(bytes_, 8, 4);
    at_ = header_size;
    for (std::uint32_t i = 0; i < count; ++i) TRY(read_entry());
    TRY(read_extensions());
    return std::move(index_);
  }

 private:
  // Ten numbers, the hash and the flags stand before the name.
  Result<> read_entry() {
    const std::size_t start = at_;
    const std::size_t flags_at = start + 40 + hash_size_;
    if (flags_at + 4 > bytes_.size()) return damaged();
    constexpr std::uint32_t extended = 0x4000;
    const std::uint32_t flags = big_endian(bytes_, flags_at, 2);
    at_ = flags_at + 2 + ((flags & extended) != 0 ? 2 : 0);
    if (version_ == 4) TRY(read_prefix());
    const std::size_t end = bytes_.find('\0', at_);
    if (end == std::string_view::npos) return damaged();
    if (version_ != 4) name_.clear();
    name_.append(bytes_.substr(at_, end - at_));
    // Padded with at least one zero to a multiple of eight.
    at_ = version_ == 4 ? end + 1 : start + ((end - start) / 8 + 1) * 8;
    if (at_ > bytes_.size()) return damaged();
    if (name_.empty()) return {};
    index_.paths.push_back(name_);
    if (detail_ == IndexDetail::paths) return {};
    constexpr std::size_t mode_at = 24;
    index_.modes.push_back(big_endian(bytes_, start + mode_at, 4));
    index_.ids.push_back(plain_hex(bytes_.substr(start + 40, hash_size_)));
    return {};
  }

  /// How much of the name before is dropped, in git's offset encoding.
  Result<> read_prefix() {
    std::uint64_t value = 0;
    for (bool first = true;; first = false) {
      if (at_ >= bytes_.size() || value > name_.size()) return damaged();
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      value = (first ? 0 : (value + 1) << 7) | (byte & 0x7fU);
      if ((byte & 0x80) == 0) break;
    }
    if (value > name_.size()) return damaged();
    name_.resize(name_.size() - value);
    return {};
  }

  Result<> read_extensions() {
    while (at_ + 8 <= bytes_.size()) {
      const std::string_view name = bytes_.substr(at_, 4);
      const std::size_t size = big_endian(bytes_, at_ + 4, 4);
      at_ += 8;
      if (size > bytes_.size() - at_) return damaged();
      if (name == "link" && size >= hash_size_) index_.shared = hex(bytes_.substr(at_, hash_size_));
      at_ += size;
    }
    return {};
  }

  static std::string hex(std::string_view bytes) {
    std::string text = plain_hex(bytes);
    return text.find_first_not_of('0') == std::string::npos ? "" : text;
  }

  static std::string plain_hex(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const char c : bytes) {
      text.push_back("0123456789abcdef"[static_cast<unsigned char>(c) >> 4]);
      text.push_back("0123456789abcdef"[static_cast<unsigned char>(c) & 15]);
    }
    return text;
  }

  std::string_view bytes_;
  std::size_t hash_size_;
  IndexDetail detail_;
  std::size_t at_ = 0;
  std::uint32_t version_ = 0;
  std::string name_;
  GitIndex index_;
};

}  // namespace

Result<GitIndex> parse_git_index(std::string_view bytes, GitHash hash, IndexDetail detail) {
  return IndexReader(bytes, hash, detail).read();
}

}  // namespace assay::format
