// SPDX-License-Identifier: MIT
#include "format/text/mask.h"

#include "base/text/base64.h"
#include "base/text/hex.h"

#include <algorithm>
#include <cstring>
#include <optional>

namespace assay::format {

namespace {

constexpr std::size_t padding = 8;
constexpr std::size_t secrets_max = 500;
constexpr std::size_t value_max = 4096;
constexpr std::size_t block_max = 64 * 1024;
constexpr std::size_t key_max = 256;      // a key of a known shape has a digit among so many
constexpr std::size_t ticket_max = 4096;  // how much of a JSON web token is waited for

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}
bool is_letter_or_digit(char c) { return is_word(c) && c != '_' && c != '-'; }

/// A well-known key: how it begins, how long it is at least with that, and what it is made of.
enum class Made : std::uint8_t { of_words, of_letters };
struct Shape {
  std::string_view begin;
  std::size_t least;
  Made made = Made::of_words;
};
constexpr Shape shapes[] = {{"sk-ant-", 24},
                            {"sk-proj-", 24},
                            {"sk-or-", 24},
                            {"sk_live_", 20, Made::of_letters},
                            {"sk_test_", 20, Made::of_letters},
                            {"rk_live_", 20, Made::of_letters},
                            {"sk-", 35},
                            {"ghp_", 36, Made::of_letters},
                            {"gho_", 36, Made::of_letters},
                            {"ghu_", 36, Made::of_letters},
                            {"ghs_", 36, Made::of_letters},
                            {"ghr_", 36, Made::of_letters},
                            {"github_pat_", 40},
                            {"glpat-", 26},
                            {"AKIA", 20, Made::of_letters},
                            {"ASIA", 20, Made::of_letters},
                            {"xoxb-", 20},
                            {"xoxp-", 20},
                            {"xoxa-", 20},
                            {"xoxr-", 20},
                            {"xoxs-", 20},
                            {"xapp-", 20},
                            {"AIza", 39},
                            {"ya29.", 30},
                            {"hf_", 34, Made::of_letters},
                            {"npm_", 40, Made::of_letters},
                            {"pypi-", 40},
                            {"dop_v1_", 40, Made::of_letters},
                            {"gsk_", 40, Made::of_letters},
                            {"xai-", 40}};
constexpr std::string_view ticket_begin = "eyJ";
constexpr std::string_view block_begin = "-----BEGIN ";
constexpr std::string_view block_name = "PRIVATE KEY";

std::uint32_t place_of_three(std::string_view start) {
  std::uint32_t three = 0;
  std::memcpy(&three, start.data(), 3);
  return (three * 0x9E3779B1U) >> 15U;
}

std::uint64_t eight_at(const char* at) {
  std::uint64_t eight = 0;
  std::memcpy(&eight, at, sizeof eight);
  return eight;
}

// Two places of a filter for eight bytes.
constexpr std::size_t filter_words = 1U << 15U;
std::uint64_t mixed(std::uint64_t eight) { return eight * 0x9E3779B97F4A7C15U; }
std::size_t one_place(std::uint64_t mix) { return static_cast<std::size_t>(mix >> 43U); }
std::size_t other_place(std::uint64_t mix) {
  return static_cast<std::size_t>((mix ^ (mix >> 29U)) & ((filter_words << 6U) - 1));
}

std::string hex_of(std::string_view bytes, const char* digits, std::string_view between,
                   std::size_t every, std::size_t first) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i > 0 && (i + first) % every == 0) out += between;
    const auto byte = static_cast<unsigned char>(bytes[i]);
    out += digits[byte >> 4U];
    out += digits[byte & 15U];
  }
  return out;
}

std::string percent_of(std::string_view text, const char* digits) {
  std::string out;
  for (const char c : text) {
    if (is_word(c) || c == '.' || c == '~') {
      out += c;
    } else {
      out += "%" + hex_of(std::string_view(&c, 1), digits, "", 1, 0);
    }
  }
  return out;
}

std::string json_of(std::string_view text, bool slash) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\' || (slash && c == '/')) out += '\\';
    out += c;
  }
  return out;
}

/// What of a text in base64 is the same whatever stands before and after it.
std::string base64_middle(std::string_view text, std::size_t before, Base64 alphabet) {
  std::string all =
      base64_of(std::string(before, 'x') + std::string(text), alphabet, Padding::none);
  const std::size_t bits = (before + text.size()) * 8;
  if (bits % 6 != 0) all.pop_back();
  const std::size_t skip = (before * 8 + 5) / 6;
  return skip < all.size() ? all.substr(skip) : "";
}

/// One character as it is written.
struct Unit {
  char meant = 0;
  std::size_t size = 1;
  bool shown = true;  ///< false: whoever shows the text leaves it out
};

/// Where another character is meant than the one that stands there.
bool starts_unit(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return c == '%' || c == '\\' || c == '&' || byte == 0x7F ||
         (byte < 0x20 && c != '\n' && c != '\t' && c != '\r');
}

struct Entity {
  std::string_view name;
  char meant;
};
constexpr Entity entities[] = {
    {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
constexpr std::size_t entity_max = 8;  // "&#x0041;"

/// &quot;, &#34;, &#x22;: what XML and HTML have instead of one.
std::optional<Unit> entity_at(std::string_view text) {
  for (const Entity& each : entities) {
    if (text.starts_with(each.name)) return Unit{each.meant, each.name.size()};
  }
  if (!text.starts_with("&#")) return std::nullopt;
  const bool hex = text.size() > 2 && (text[2] == 'x' || text[2] == 'X');
  const std::size_t first = hex ? 3 : 2;
  const std::size_t end = text.substr(0, entity_max).find(';');
  if (end == std::string_view::npos || end == first) return std::nullopt;
  int value = 0;
  for (const char c : text.substr(first, end - first)) {
    const int digit = hex_value(c);
    if (digit < 0 || (!hex && digit > 9)) return std::nullopt;
    value = value * (hex ? 16 : 10) + digit;
  }
  return value < 128 ? std::optional(Unit{static_cast<char>(value), end + 1}) : std::nullopt;
}

constexpr std::size_t sequence_max = 64;

/// What terminals obey and do not show; 0: its end is not in sight.
std::size_t sequence_at(std::string_view text) {
  if (text.size() < 2) return 0;
  const auto is_between = [](char c, char from, char to) { return c >= from && c <= to; };
  std::size_t at = text[1] == '[' ? 2 : 1;
  const char last = text[1] == '[' ? '?' : '/';
  while (at < text.size() && at < sequence_max && is_between(text[at], ' ', last)) ++at;
  if (at == text.size()) return at < sequence_max ? 0 : 1;
  return is_between(text[at], text[1] == '[' ? '@' : '0', '~') ? at + 1 : 1;
}

/// %2F, \u002f, \x2f, \057, \/, &#47; and the like are one; so is, as nothing, what is not shown;
/// everything else is itself.
Unit unit_at(std::string_view text) {
  const auto hex = [&](std::size_t at) {
    const int high = at + 1 < text.size() ? hex_value(text[at]) : -1;
    const int low = at + 1 < text.size() ? hex_value(text[at + 1]) : -1;
    return high < 0 || low < 0 ? -1 : high * 16 + low;
  };
  if (text[0] == '%' && hex(1) >= 0) return {static_cast<char>(hex(1)), 3};
  if (text[0] == '&') {
    const std::optional<Unit> entity = entity_at(text);
    return entity ? *entity : Unit{'&', 1};
  }
  if (text[0] == '\x1b') return {0, std::max<std::size_t>(1, sequence_at(text)), false};
  if (text[0] != '\\' && starts_unit(text[0]) && text[0] != '%') return {0, 1, false};
  if (text[0] != '\\' || text.size() < 2) return {text[0], 1};
  if (text[1] == 'u' && hex(2) == 0 && hex(4) >= 0 && hex(4) < 128)
    return {static_cast<char>(hex(4)), 6};
  if (text[1] == 'x' && hex(2) >= 0 && hex(2) < 128) return {static_cast<char>(hex(2)), 4};
  const auto is_octal = [&](std::size_t at) { return text[at] >= '0' && text[at] <= '7'; };
  if (text.size() > 3 && (text[1] == '0' || text[1] == '1') && is_octal(2) && is_octal(3))
    return {static_cast<char>((text[1] - '0') * 64 + (text[2] - '0') * 8 + text[3] - '0'), 4};
  const bool itself = text[1] == '/' || text[1] == '\\' || text[1] == '"';
  return itself ? Unit{text[1], 2} : Unit{text[0], 1};
}

/// Whether what stands there may be the beginning of an escape, and nothing else.
bool is_torn(std::string_view text) {
  if (text[0] == '&')
    return text.size() < entity_max &&
           text.find_first_not_of("&#0123456789abcdefghijklmnopqrstuvwxyzABCDEFX") ==
               std::string_view::npos;
  if (text[0] == '\x1b') return sequence_at(text) == 0;
  const char second = text.size() > 1 ? text[1] : '\0';
  const bool octal = second == '0' || second == '1';
  const std::size_t whole = text[0] == '%'                                ? 3
                            : text[0] != '\\'                             ? 0
                            : text.size() > 1 && (octal || second == 'x') ? 4
                                                                          : 6;
  if (text.size() >= whole) return false;
  if (text[0] == '\\' && text.size() > 1 && second != 'u' && second != 'x' && !octal) return false;
  const std::size_t digits = text[0] == '%' ? 1 : 2;
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(std::min(digits, text.size())),
                     text.end(), [](char c) { return hex_value(c) >= 0; });
}

bool has_few_characters(std::string_view text) {
  std::array<bool, 256> met{};
  int count = 0;
  for (const char c : text) {
    bool& seen = met[static_cast<unsigned char>(c)];
    if (!seen) ++count;
    seen = true;
  }
  return count < 4;
}

/// Values nobody keeps secret, although their names say so.
bool is_harmless(std::string_view value) {
  constexpr std::string_view known[] = {"password", "postgres", "changeme",   "development",
                                        "required", "optional", "production", "disabled"};
  if (std::find(std::begin(known), std::end(known), value) != std::end(known)) return true;
  const bool number = value.find_first_not_of("0123456789.,:") == std::string_view::npos;
  if (number && value.size() < 12) return true;
  const char first = value.front();
  if (first == '/' || first == '~' || value.starts_with("./")) return true;
  const bool address = value.find("://") != std::string_view::npos;
  return (address && value.find('@') == std::string_view::npos) || has_few_characters(value);
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return out;
}

}  // namespace

bool is_secret_name(std::string_view name) {
  const std::string all = upper(name);
  constexpr std::string_view parts[] = {"KEY",    "TOKEN",      "SECRET",        "PASSWORD",
                                        "PASSWD", "PASSPHRASE", "CREDENTIAL",    "BEARER",
                                        "_PAT",   "_PASS",      "AUTHORIZATION", "_HEADERS"};
  constexpr std::string_view not_ends[] = {"_FILE", "_PATH", "_DIR",    "_URL", "_URI",
                                           "_HOST", "_PORT", "_TOKENS", "_SOCK"};
  const auto has = [&](std::string_view part) { return all.find(part) != std::string::npos; };
  const auto ends = [&](std::string_view end) { return all.ends_with(end); };
  return std::any_of(std::begin(parts), std::end(parts), has) &&
         std::none_of(std::begin(not_ends), std::end(not_ends), ends);
}

Masks::Masks(const std::vector<std::string>& secrets, const std::vector<std::string>& named) {
  for (std::size_t i = 0; i < std::min(named.size(), secrets_max); ++i) add(named[i], Sure::yes);
  for (std::size_t i = 0; i < std::min(secrets.size(), secrets_max); ++i) add(secrets[i], Sure::no);
  for (const Shape& shape : shapes) note_shape(shape.begin);
  note_shape(ticket_begin);
  note_shape(block_begin);
}

void Masks::note(std::uint64_t first) {
  if (known_starts_.empty()) known_starts_.resize(filter_words);
  const std::uint64_t mix = mixed(first);
  for (const std::size_t place : {one_place(mix), other_place(mix)})
    known_starts_[place >> 6U] |= std::uint64_t{1} << (place & 63U);
}

void Masks::note_shape(std::string_view start) {
  const std::uint32_t place = place_of_three(start);
  shape_starts_[place >> 6U] |= std::uint64_t{1} << (place & 63U);
}

bool Masks::may_have_shape(const char* at) const {
  std::uint32_t four = 0;
  std::memcpy(&four, at, sizeof four);
  const std::uint32_t place = ((four & 0xFFFFFFU) * 0x9E3779B1U) >> 15U;
  return (shape_starts_[place >> 6U] >> (place & 63U) & 1U) != 0;
}

bool Masks::may_be_known(const char* at) const {
  if (known_starts_.empty()) return false;
  const std::uint64_t mix = mixed(eight_at(at));
  const std::size_t one = one_place(mix);
  if ((known_starts_[one >> 6U] >> (one & 63U) & 1U) == 0) return false;
  const std::size_t other = other_place(mix);
  return (known_starts_[other >> 6U] >> (other & 63U) & 1U) != 0;
}

void Masks::add(std::string_view secret, Sure sure) {
  secret = secret.substr(0, value_max);
  // A document of its own: its words are the secrets, not what stands between them.
  const bool many =
      !secret.empty() && (secret.front() == '{' || secret.find('\n') != std::string_view::npos ||
                          secret.find(": ") != std::string_view::npos);
  if (many) {
    for (std::size_t at = 0; at < secret.size();) {
      const auto end = static_cast<std::size_t>(
          std::find_if_not(secret.begin() + static_cast<std::ptrdiff_t>(at), secret.end(),
                           [](char c) { return is_word(c) || c == '+' || c == '/' || c == '='; }) -
          secret.begin());
      if (end - at >= gram) add(secret.substr(at, end - at), sure);
      at = end + 1;
    }
    return;
  }
  if (secret.size() < shortest || (sure == Sure::no && is_harmless(secret))) return;
  constexpr const char* low = "0123456789abcdef";
  constexpr const char* high = "0123456789ABCDEF";
  add_form(secret);
  add_form(json_of(secret, false));
  add_form(json_of(secret, true));
  for (const char* digits : {low, high}) {
    add_form(percent_of(secret, digits));
    add_form(hex_of(secret, digits, "", 1, 0));
    add_form(hex_of(secret, digits, " ", 1, 0));
    add_form(hex_of(secret, digits, ":", 1, 0));
    add_form(hex_of(secret, digits, " ", 2, 0));
    add_form(hex_of(secret, digits, " ", 2, 1));
    add_form(hex_of(secret, digits, "\\x", 1, 0));
  }
  for (std::size_t before = 0; before < 3; ++before) {
    add_form(base64_middle(secret, before, Base64::plain));
    add_form(base64_middle(secret, before, Base64::for_urls));
  }
  add_form(std::string(secret.rbegin(), secret.rend()));
}

void Masks::add_form(std::string_view form) {
  if (form.size() < shortest) return;
  if (form.size() < gram) {
    std::vector<std::string>& all = short_[eight_at(form.data())];
    if (std::find(all.begin(), all.end(), form) == all.end()) all.emplace_back(form);
    return note(eight_at(form.data()));
  }
  for (std::size_t at = 0; at + gram <= form.size(); ++at) {
    const std::string_view piece = form.substr(at, gram);
    if (has_few_characters(piece)) continue;
    const Gram made{eight_at(piece.data()), eight_at(piece.data() + 8)};
    grams_.insert(made);
    note(made.first);
  }
}

std::size_t Masks::known_at(std::string_view rest) const {
  if (rest.size() < shortest) return 0;
  const std::uint64_t first = eight_at(rest.data());
  if (rest.size() >= gram && grams_.count({first, eight_at(rest.data() + 8)}) != 0) return gram;
  const auto found = short_.find(first);
  if (found == short_.end()) return 0;
  std::size_t size = 0;
  for (const std::string& form : found->second) {
    if (rest.starts_with(form)) size = std::max(size, form.size());
  }
  return size;
}

std::string MaskedStream::feed(std::string_view bytes) {
  held_ += bytes;
  return take(false);
}

std::string MaskedStream::finish() { return take(true); }

/// Goes on with what began to be eaten; returns where it ends.
std::size_t MaskedStream::eat(std::size_t from) {
  std::size_t at = from;
  for (; at < held_.size() && eating_ != Eating::nothing; ++at) {
    const char c = held_[at];
    if (eating_ != Eating::key_block) {
      const bool fits = eating_ == Eating::letters
                            ? is_letter_or_digit(c)
                            : is_word(c) || (eating_ == Eating::ticket && c == '.');
      if (!fits) eating_ = Eating::nothing;
    } else {
      const bool fits = is_word(c) || std::strchr("+/= \\\n\r\t:,.", c) != nullptr;
      if (!fits || c == '\0' || ++eaten_ > block_max) {
        eating_ = Eating::nothing;
      } else {
        block_end_ += c;
        if (block_end_.size() > 256) block_end_.erase(0, 128);
        const std::size_t end = block_end_.rfind("-----END ");
        const bool closed = end != std::string::npos && block_end_.ends_with("-----") &&
                            block_end_.size() > end + 14;
        if (!closed) continue;
        eating_ = Eating::nothing;
        return at + 1;
      }
    }
    if (eating_ == Eating::nothing) return at;
  }
  return at;
}

/// What has the shape of a key there is marked. Returns how many bytes must be waited for: not 0 if
/// more has to be known first.
std::size_t MaskedStream::shape_at(std::size_t at, bool at_end, std::vector<Mark>& marks) {
  const std::string_view rest = std::string_view(held_).substr(at);
  const auto word_end = [&](std::size_t from, bool dots) {
    std::size_t end = from;
    while (end < rest.size() && (is_word(rest[end]) || (dots && rest[end] == '.'))) ++end;
    return end;
  };
  if (rest.front() == '-') {
    const std::size_t line = std::min(rest.size(), std::size_t{64});
    if (block_begin.substr(0, rest.size()) != rest.substr(0, block_begin.size())) return 0;
    const std::size_t close = rest.substr(0, line).find("-----", block_begin.size());
    if (close == std::string_view::npos) return at_end || rest.size() >= 64 ? 0 : rest.size();
    if (rest.substr(0, close).find(block_name) == std::string_view::npos) return 0;
    eating_ = Eating::key_block;
    block_end_.clear();
    eaten_ = 0;
    marks.push_back({at, eat(at + close + 5)});
    return 0;
  }
  const char before = at > 0 ? held_[at - 1] : gone_[1];
  const char still_before = at > 1 ? held_[at - 2] : gone_[at == 1 ? 1 : 0];
  // The n of an escaped new line is no part of a word.
  const bool escaped = still_before == '\\' && std::strchr("nrt", before) != nullptr;
  if (is_letter_or_digit(before) && !escaped) return 0;
  if (rest.starts_with(ticket_begin)) {
    const std::size_t end = word_end(0, false);
    if (end == rest.size()) return at_end || end > ticket_max ? 0 : rest.size();
    if (end < 16 || rest[end] != '.') return 0;
    const std::size_t second = word_end(end + 1, false);
    if (second == rest.size() && second < end + 9 && !at_end) return rest.size();
    if (second < end + 9) return 0;
    const std::size_t all = word_end(end + 1, true);
    if (all == rest.size()) eating_ = Eating::ticket;
    marks.push_back({at, at + all});
    return 0;
  }
  for (const Shape& shape : shapes) {
    const std::size_t common = std::min(rest.size(), shape.begin.size());
    if (rest.substr(0, common) != shape.begin.substr(0, common)) continue;
    const bool letters = shape.made == Made::of_letters;
    std::size_t end = common;
    while (end < rest.size() && (letters ? is_letter_or_digit(rest[end]) : is_word(rest[end])))
      ++end;
    if (common < shape.begin.size()) end = common;
    const std::string_view key = rest.substr(common, std::min(end - common, key_max));
    const bool random =
        std::any_of(key.begin(), key.end(), [](char c) { return c >= '0' && c <= '9'; });
    const bool goes_on = end == rest.size() && !at_end;
    if (goes_on && (end < shape.least || (!random && key.size() < key_max))) return rest.size();
    if (end < shape.least || !random) continue;
    if (end == rest.size()) eating_ = letters ? Eating::letters : Eating::word;
    marks.push_back({at, at + end});
    return 0;
  }
  return 0;
}

/// One line of which some characters are escaped, as it is meant.
struct MaskedStream::Meant {
  std::string plain;               // and so many bytes more that nothing fits
  std::size_t size = 0;            // of it, without them
  std::size_t whole = 0;           // the same without an escape of which more may come
  std::vector<std::size_t> from;   // where each of its characters begins, and the end
  std::vector<std::size_t> to;     // where each ends: what is not shown may stand behind it
  std::vector<std::size_t> units;  // where each begins, also of what is not shown

  /// `open`: more of the line may come.
  Meant(std::string_view line, std::size_t begin, bool open) {
    plain.reserve(line.size() + padding);
    from.reserve(line.size() + 1);
    to.reserve(line.size());
    units.reserve(line.size());
    for (std::size_t at = 0; at < line.size();) {
      const std::string_view rest = line.substr(at);
      const bool torn = open && is_torn(rest);
      const Unit unit = torn ? Unit{rest[0], rest.size()} : unit_at(rest);
      units.push_back(begin + at);
      if (unit.shown) {
        whole += torn ? 0U : 1U;
        from.push_back(begin + at);
        to.push_back(begin + at + unit.size);
        plain += unit.meant;
      }
      at += unit.size;
    }
    from.push_back(begin + line.size());
    units.push_back(begin + line.size());
    size = plain.size();
    plain.append(padding, '\0');
  }

  /// The same place, or the beginning of the character it lies in.
  std::size_t unit_of(std::size_t place) const {
    const auto behind = std::upper_bound(units.begin(), units.end(), place);
    return behind == units.begin() ? place : *std::prev(behind);
  }
};

/// Nothing is looked for within a key that has its shape, so none of it need be held.
std::size_t MaskedStream::beyond_keys(std::size_t cut) const {
  for (const Mark& each : passed_over_) {
    if (each.from <= cut && cut < each.to) cut = each.to;
  }
  return cut;
}

bool MaskedStream::is_passed_over(std::size_t at) const {
  return std::any_of(passed_over_.begin(), passed_over_.end(),
                     [&](const Mark& each) { return each.from <= at && at < each.to; });
}

void MaskedStream::mark_known(const Meant& meant, std::vector<Mark>& marks) const {
  for (std::size_t i = 0; i < meant.size; ++i) {
    if (!masks_->may_be_known(meant.plain.data() + i) || is_passed_over(meant.from[i])) continue;
    const std::size_t known =
        masks_->known_at(std::string_view(meant.plain).substr(i, meant.size - i));
    if (known > 0) marks.push_back({meant.from[i], meant.to[i + known - 1]});
  }
}

/// Secrets of which any characters are written as escapes of JSON or of addresses: what is meant
/// is looked through. Returns `cut`, or a place before it where no escape is torn apart and no
/// secret begins that may go on.
std::size_t MaskedStream::scan_escaped(std::vector<Mark>& marks, std::size_t cut,
                                       bool at_end) const {
  if (masks_->known_starts_.empty()) return cut;
  for (std::size_t begin = 0; begin < held_.size();) {
    const auto found =
        std::find_if(held_.begin() + static_cast<std::ptrdiff_t>(begin), held_.end(), starts_unit);
    if (found == held_.end()) return cut;
    const auto escape = static_cast<std::size_t>(found - held_.begin());
    const std::size_t before = held_.rfind('\n', escape);
    if (before != std::string::npos) begin = std::max(begin, before + 1);
    const std::size_t end = std::min(held_.find('\n', escape), held_.size());
    const bool open = end == held_.size() && !at_end;
    const Meant meant(std::string_view(held_).substr(begin, end - begin), begin, open);
    mark_known(meant, marks);
    if (open) {
      const std::size_t kept = meant.from[meant.whole - std::min(meant.whole, Masks::gram - 1)];
      return meant.unit_of(std::min(cut, beyond_keys(kept)));
    }
    begin = end + 1;
  }
  return cut;
}

/// Marks what is to be masked, and returns up to where the stream can be said.
std::size_t MaskedStream::scan(bool at_end, std::vector<Mark>& marks) {
  passed_over_.clear();
  if (covered_ > 0) marks.push_back({0, covered_});
  std::size_t at = 0;
  if (eating_ != Eating::nothing) {
    at = eat(covered_);
    if (at > covered_) marks.push_back({covered_, at});
    passed_over_.push_back({0, at});
    if (eating_ != Eating::nothing && !at_end) return held_.size();
  }
  const std::size_t size = held_.size();
  // Bytes behind the end that nothing fits, so that the look ahead may be careless.
  held_.append(padding, '\0');
  for (; at < size; ++at) {
    const char* const here = held_.data() + at;
    const bool may_be_known = masks_->may_be_known(here);
    const bool may_have_shape = masks_->may_have_shape(here);
    if (!may_be_known && !may_have_shape) continue;
    const std::string_view rest = std::string_view(held_).substr(at, size - at);
    if (const std::size_t known = may_be_known ? masks_->known_at(rest) : 0; known > 0)
      marks.push_back({at, at + known});
    if (!may_have_shape) continue;
    held_.resize(size);
    const std::size_t wait = shape_at(at, at_end, marks);
    if (wait > 0) return at;
    // A key that was taken out whole need not be looked through.
    const bool taken =
        !marks.empty() && marks.back().from == at && marks.back().to > at + Masks::gram;
    if (taken) passed_over_.push_back({at, marks.back().to});
    if (eating_ != Eating::nothing) return size;
    held_.append(padding, '\0');
    if (taken) at = marks.back().to - 1;
  }
  held_.resize(size);
  if (at_end) return size;
  // What may be the beginning of a secret stays; no secret goes over the end of a line.
  const std::size_t keep = beyond_keys(size - std::min(size, Masks::gram - 1));
  const std::size_t line = held_.rfind('\n');
  return line == std::string::npos ? keep : std::max(keep, line + 1);
}

std::string MaskedStream::emit(std::size_t cut, const std::vector<Mark>& marks) {
  std::string out;
  out.reserve(cut + mask_text.size());
  std::size_t at = 0;  // everything before is said
  for (const Mark& mark : marks) {
    if (mark.to <= at || mark.from >= cut) continue;
    if (mark.from > at) {
      out.append(held_, at, mark.from - at);
      open_ = false;
    }
    if (!open_) out += mask_text;
    open_ = true;
    at = std::min(mark.to, cut);
  }
  if (at < cut) {
    out.append(held_, at, cut - at);
    open_ = false;
  }
  return out;
}

std::string MaskedStream::take(bool at_end) {
  std::vector<Mark> marks;
  const std::size_t cut = scan_escaped(marks, scan(at_end, marks), at_end);
  std::sort(marks.begin(), marks.end(),
            [](const Mark& a, const Mark& b) { return a.from < b.from; });
  std::string out = emit(cut, marks);
  covered_ = 0;
  for (const Mark& mark : marks) {
    if (mark.from <= cut && mark.to > cut) covered_ = std::max(covered_, mark.to - cut);
  }
  for (std::size_t i = cut - std::min(cut, gone_.size()); i < cut; ++i)
    gone_ = {gone_[1], held_[i]};
  held_.erase(0, cut);
  return out;
}

std::string masked(const std::shared_ptr<const Masks>& masks, std::string_view text) {
  MaskedStream stream(masks);
  std::string out = stream.feed(text);
  return out + stream.finish();
}

}  // namespace assay::format
