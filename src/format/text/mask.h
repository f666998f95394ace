// SPDX-License-Identifier: MIT
// Takes secrets out of text before anybody stores, reads or shows it: values that are known, in
// their usual encodings and also in pieces, and what has the shape of a well-known key. What is put
// in their place keeps JSON valid.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace assay::format {

/// What stands where a secret was.
constexpr std::string_view mask_text = "[masked]";

/// Whether a variable of that name holds a secret.
bool is_secret_name(std::string_view name);

/// Everything that is looked for. Immutable, shared by all streams.
class Masks {
 public:
  /// Values shorter than 8 characters are in every text, and no secrets. Of `secrets` paths, plain
  /// numbers and the like are none either; what is `named` as one is one.
  explicit Masks(const std::vector<std::string>& secrets,
                 const std::vector<std::string>& named = {});

  static constexpr std::size_t shortest = 8;  ///< of what is a secret at all

 private:
  friend class MaskedStream;
  static constexpr std::size_t gram = 16;  // so much of a secret gives it away

  /// The first bytes of something, as a number.
  struct Gram {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    friend bool operator==(const Gram&, const Gram&) = default;
  };
  struct GramHash {
    std::size_t operator()(const Gram& gram) const {
      return static_cast<std::size_t>((gram.first ^ (gram.second * 0x9E3779B97F4A7C15U)) *
                                      0xD6E8FEB86659FD93U);
    }
  };

  enum class Sure : std::uint8_t { no, yes };
  void add(std::string_view secret, Sure sure);
  void add_form(std::string_view form);
  void note(std::uint64_t first);
  void note_shape(std::string_view start);
  /// Whether a key of a known shape may begin there; reads four bytes.
  bool may_have_shape(const char* at) const;
  /// Whether a known secret may begin there; reads eight bytes.
  bool may_be_known(const char* at) const;
  /// The size of what is known to begin there; 0: nothing.
  std::size_t known_at(std::string_view rest) const;

  std::unordered_set<Gram, GramHash> grams_;
  std::unordered_map<std::uint64_t, std::vector<std::string>> short_;  // by their first bytes
  std::vector<std::uint64_t> known_starts_;  // a filter over the first eight bytes of all of them
  std::array<std::uint64_t, 2048> shape_starts_{};  // the same over the first three of shapes
};

/// One stream, in pieces of any size. The result does not depend on how it was cut.
class MaskedStream {
 public:
  explicit MaskedStream(std::shared_ptr<const Masks> masks) : masks_(std::move(masks)) {}

  /// The next bytes; returns what can be said by now. The end of a line is never held back.
  std::string feed(std::string_view bytes);
  /// What was held back.
  std::string finish();
  bool holds_back() const { return !held_.empty(); }

 private:
  enum class Eating : std::uint8_t { nothing, letters, word, ticket, key_block };
  struct Mark {
    std::size_t from, to;
  };

  std::string take(bool at_end);
  std::size_t scan(bool at_end, std::vector<Mark>& marks);
  std::size_t eat(std::size_t from);
  std::size_t shape_at(std::size_t at, bool at_end, std::vector<Mark>& marks);
  struct Meant;
  bool is_passed_over(std::size_t at) const;
  std::size_t beyond_keys(std::size_t cut) const;
  void mark_known(const Meant& meant, std::vector<Mark>& marks) const;
  std::size_t scan_escaped(std::vector<Mark>& marks, std::size_t cut, bool at_end) const;
  std::string emit(std::size_t cut, const std::vector<Mark>& marks);

  std::shared_ptr<const Masks> masks_;
  std::string held_;
  std::array<char, 2> gone_{' ', ' '};  // the last bytes before what is held
  std::size_t covered_ = 0;  // so many bytes of what is held are part of what was masked already
  std::vector<Mark> passed_over_;  // of what is held: keys by their shape, not looked through
  bool open_ = false;              // the last thing said is a mask that may go on
  Eating eating_ = Eating::nothing;
  std::string block_end_;  // the last characters of a block of a key
  std::size_t eaten_ = 0;
};

/// A whole text at once.
std::string masked(const std::shared_ptr<const Masks>& masks, std::string_view text);

}  // namespace assay::format
