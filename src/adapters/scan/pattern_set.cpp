// SPDX-License-Identifier: MIT
#include "adapters/scan/pattern_set.h"

#include "base/ensure.h"
#include "base/text/utf8.h"

#include <hs.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace assay::scan {

namespace {

constexpr unsigned literal_flags = HS_FLAG_SINGLEMATCH;
constexpr unsigned expression_flags = HS_FLAG_SINGLEMATCH | HS_FLAG_MULTILINE | HS_FLAG_UTF8;
constexpr unsigned atom_id = 1U << 30;  ///< and above: texts that patterns must contain
constexpr unsigned odd_id = 1U << 31;   ///< characters that the pass and RE2 see differently
constexpr std::size_t atom_bytes_min = 3;

/// Kelvin and long s are k and s when case is folded; a vertical tab is a blank for one of the two
/// only. Where they occur, every pattern is a candidate.
constexpr std::string_view odd_texts[] = {"\xE2\x84\xAA", "\xC5\xBF", "\x0B"};

bool is_ascii(std::string_view text) {
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, 8);
    if ((word & 0x8080808080808080U) != 0) return false;
  }
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(),
                     [](char c) { return (static_cast<unsigned char>(c) & 0x80U) == 0; });
}

/// The text itself if it is UTF-8, else a copy in `room` with a replacement for each other byte.
std::string_view as_utf8(std::string_view text, std::string& room) {
  if (is_ascii(text)) return text;
  room.clear();
  bool whole = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = decode_utf8(text, at).length;
    if (length > 0) {
      if (!whole) room += text.substr(at, length);
      at += length;
      continue;
    }
    if (whole) room = text.substr(0, at);
    whole = false;
    room += "\xEF\xBF\xBD";
    ++at;
  }
  return whole ? text : std::string_view(room);
}

/// Every byte as \xNN: nothing in it can be an operator.
std::string as_expression(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    out += "\\x";
    out.push_back(digits[byte >> 4U]);
    out.push_back(digits[byte & 0xFU]);
  }
  return out;
}

bool is_operator(char c) {
  return std::string_view("\\.[](){}*+?|^$").find(c) != std::string_view::npos;
}

bool is_plain(std::string_view pattern) {
  return std::none_of(pattern.begin(), pattern.end(), is_operator);
}

/// Does Vectorscan know everything that is in it?
bool is_known(const std::string& pattern, unsigned flags) {
  hs_expr_info_t* facts = nullptr;
  hs_compile_error_t* error = nullptr;
  const bool known = hs_expression_info(pattern.c_str(), flags, &facts, &error) == HS_SUCCESS;
  std::free(facts);
  hs_free_compile_error(error);
  return known;
}

RE2::Options options_for(std::size_t patterns) {
  RE2::Options options;
  options.set_log_errors(false);
  // All of them together must fit into memory, however hostile each is.
  constexpr std::size_t together = std::size_t{1} << 30;
  const std::size_t each = together / std::max<std::size_t>(patterns, 1);
  options.set_max_mem(static_cast<std::int64_t>(
      std::clamp<std::size_t>(each, std::size_t{256} << 10, std::size_t{8} << 20)));
  return options;
}

}  // namespace

PatternSet::Desk::Desk(const PatternSet& set) {
  if (set.database_ == nullptr) return;
  ready_ = hs_alloc_scratch(set.database_, &scratch_) == HS_SUCCESS;
}

PatternSet::Desk::~Desk() { hs_free_scratch(scratch_); }

// The database holds texts: those compile in no time whatever they are, while ten thousand
// expressions would take a minute. An expression is found by the texts it must contain.
PatternSet::PatternSet(const std::vector<std::string>& patterns)
    : patterns_(patterns), plain_(patterns.size()), expressions_(patterns.size()) {
  filter_ = std::make_unique<re2::FilteredRE2>(static_cast<int>(atom_bytes_min));
  const RE2::Options options = options_for(patterns.size());
  for (std::uint32_t i = 0; i < patterns.size(); ++i) {
    if (!patterns[i].empty() && is_plain(patterns[i])) {
      plain_[i] = true;
      exact_.push_back(i);
    } else {
      int id = 0;
      if (filter_->Add("(?m)" + patterns[i], options, &id) != RE2::NoError) continue;
      ENSURE(static_cast<std::size_t>(id) == filtered_.size());
      expressions_[i] = &filter_->GetRE2(id);
      filtered_.push_back(i);
    }
    everything_.push_back(i);
  }
  if (!filtered_.empty()) filter_->Compile(&atoms_);
  if (hs_valid_platform() != HS_SUCCESS) return;
  sort_out_vague();
  compile();
}

PatternSet::~PatternSet() { hs_free_database(database_); }

/// Expressions without any text of their own would be candidates everywhere; the first of them are
/// worth the time it takes to compile them.
void PatternSet::sort_out_vague() {
  constexpr std::size_t compiled_max = 64;
  vague_.assign(filtered_.size(), false);
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    // Case beyond ASCII is folded in too many ways.
    if (!is_ascii(atoms_[i])) presumed_.push_back(static_cast<int>(i));
  }
  if (filtered_.empty()) return;
  std::vector<int> vague;
  filter_->AllPotentials(presumed_, &vague);
  std::sort(vague.begin(), vague.end());
  std::size_t compiled = 0;
  for (const int id : vague) {
    const auto number = static_cast<std::size_t>(id);
    const std::uint32_t pattern = filtered_[number];
    vague_[number] = true;
    if (compiled < compiled_max && is_tame(patterns_[pattern]) &&
        is_known(patterns_[pattern], expression_flags)) {
      exact_.push_back(pattern);
      ++compiled;
    } else {
      always_.push_back(pattern);
    }
  }
}

std::vector<PatternSet::Expression> PatternSet::plan() const {
  std::vector<Expression> plan;
  for (const std::uint32_t i : exact_) {
    const bool plain = plain_[i];
    plan.push_back({plain ? as_expression(patterns_[i]) : patterns_[i],
                    plain ? literal_flags : expression_flags, i});
  }
  for (std::size_t i = 0; i < atoms_.size(); ++i) {
    if (!is_ascii(atoms_[i])) continue;
    plan.push_back({as_expression(atoms_[i]), literal_flags | HS_FLAG_CASELESS,
                    atom_id + static_cast<unsigned>(i)});
  }
  for (const std::string_view odd : odd_texts) {
    plan.push_back({as_expression(odd), literal_flags, odd_id});
  }
  return plan;
}

/// What the database refuses after all is always looked for by RE2; without a database, everything
/// is.
void PatternSet::compile() {
  constexpr int tries_max = 8;
  for (int tries = 0; tries < tries_max && database_ == nullptr; ++tries) {
    const std::vector<Expression> expressions = plan();
    std::vector<const char*> texts;
    std::vector<unsigned> flags;
    std::vector<unsigned> ids;
    for (const Expression& each : expressions) {
      texts.push_back(each.text.c_str());
      flags.push_back(each.flags);
      ids.push_back(each.id);
    }
    hs_compile_error_t* error = nullptr;
    hs_compile_multi(texts.data(), flags.data(), ids.data(), static_cast<unsigned>(texts.size()),
                     HS_MODE_BLOCK, nullptr, &database_, &error);
    const int culprit = error == nullptr ? -1 : error->expression;
    hs_free_compile_error(error);
    if (database_ != nullptr) break;
    if (culprit < 0 || static_cast<std::size_t>(culprit) >= exact_.size()) return;
    always_.push_back(exact_[static_cast<std::size_t>(culprit)]);
    exact_.erase(exact_.begin() + culprit);
  }
  needs_utf8_ =
      std::any_of(exact_.begin(), exact_.end(), [this](std::uint32_t i) { return !plain_[i]; });
}

int PatternSet::on_match(unsigned id, unsigned long long, unsigned long long, unsigned,
                         void* context) {
  Desk& desk = *static_cast<Desk*>(context);
  if (id == odd_id) {
    desk.everything_ = true;
    return 1;
  }
  if (id >= atom_id) {
    desk.atoms_.push_back(static_cast<int>(id - atom_id));
  } else {
    desk.hits_.push_back(id);
  }
  return 0;
}

const std::vector<std::uint32_t>& PatternSet::candidates(std::string_view text, Desk& desk) const {
  if (database_ == nullptr || !desk.ready_ || text.empty()) return everything_;
  desk.hits_.clear();
  desk.atoms_.clear();
  desk.everything_ = false;
  const std::string_view seen = needs_utf8_ ? as_utf8(text, desk.valid_) : text;
  const hs_error_t ended = hs_scan(database_, seen.data(), static_cast<unsigned>(seen.size()), 0,
                                   desk.scratch_, &on_match, &desk);
  if (desk.everything_ || ended != HS_SUCCESS) return everything_;
  if (!filtered_.empty()) {
    desk.atoms_.insert(desk.atoms_.end(), presumed_.begin(), presumed_.end());
    filter_->AllPotentials(desk.atoms_, &desk.potentials_);
    for (const int id : desk.potentials_) {
      const auto number = static_cast<std::size_t>(id);
      if (!vague_[number]) desk.hits_.push_back(filtered_[number]);
    }
  }
  desk.hits_.insert(desk.hits_.end(), always_.begin(), always_.end());
  std::sort(desk.hits_.begin(), desk.hits_.end());
  desk.hits_.erase(std::unique(desk.hits_.begin(), desk.hits_.end()), desk.hits_.end());
  return desk.hits_;
}

PatternSet::Matches PatternSet::count(std::uint32_t pattern, std::string_view text,
                                      std::uint64_t most) const {
  Matches matches;
  const auto add = [&matches](std::size_t begin) {
    if (matches.count++ == 0) matches.first = begin;
  };
  if (plain_[pattern]) {
    const std::string& wanted = patterns_[pattern];
    std::string_view rest = text;
    while (matches.count < most) {
      const void* found = ::memmem(rest.data(), rest.size(), wanted.data(), wanted.size());
      if (found == nullptr) break;
      const auto begin = static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
      add(begin);
      rest = text.substr(begin + wanted.size());
    }
    return matches;
  }
  const re2::StringPiece whole(text.data(), text.size());
  re2::StringPiece match;
  std::size_t at = 0;
  while (matches.count < most && at <= text.size() &&
         expressions_[pattern]->Match(whole, at, text.size(), RE2::UNANCHORED, &match, 1)) {
    const auto begin = static_cast<std::size_t>(match.data() - text.data());
    add(begin);
    at = begin + std::max<std::size_t>(match.size(), 1);
  }
  return matches;
}

PatternSet::Coverage PatternSet::coverage() const {
  if (database_ == nullptr) return {0, 0, everything_.size()};
  return {exact_.size(), everything_.size() - exact_.size() - always_.size(), always_.size()};
}

}  // namespace assay::scan
