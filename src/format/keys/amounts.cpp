// SPDX-License-Identifier: MIT
#include "format/keys/amounts.h"

#include "format/keys/rules.h"
#include "format/problem.h"

#include <fmt/format.h>

#include <optional>

namespace assay::format {

namespace {

constexpr std::int64_t largest = 1'000'000'000'000'000;

/// `text` times `unit`, which is a power of ten; nothing if it is no decimal number or has a part
/// smaller than 1/unit.
std::optional<std::int64_t> scaled(std::string_view text, std::int64_t unit) {
  std::int64_t value = 0;
  std::int64_t weight = unit;
  bool behind_point = false;
  bool any = false;
  for (const char c : text) {
    if (c == '.' && any && !behind_point) {
      behind_point = true;
      any = false;
      continue;
    }
    if (c < '0' || c > '9' || value > largest) return std::nullopt;
    any = true;
    if (behind_point) {
      if (weight < 10) return std::nullopt;
      weight /= 10;
      value += (c - '0') * weight;
    } else {
      value = value * 10 + (c - '0') * unit;
    }
  }
  return any && value <= largest ? std::optional(value) : std::nullopt;
}

}  // namespace

Objection put_count(const Given& given, std::int64_t& out) {
  constexpr std::string_view wanted = "a number like 500k, 20M or 12000";
  if (!given.is_text() || given.text.empty()) return wrong_type(wanted, given);
  std::string_view digits = given.text;
  std::int64_t unit = 1;
  const char last = digits.back();
  if (last == 'k' || last == 'K') unit = 1'000;
  if (last == 'M') unit = 1'000'000;
  if (last == 'G') unit = 1'000'000'000;
  if (unit != 1) digits.remove_suffix(1);
  const std::optional<std::int64_t> count = scaled(digits, unit);
  if (!count) return fmt::format("{} is not {}", quoted(given.text), wanted);
  if (*count == 0) return "must be more than nothing (leave it out for no limit)";
  out = *count;
  return {};
}

Objection put_usd(const Given& given, std::int64_t& micro_usd) {
  constexpr std::string_view wanted = "an amount like 50 or 0.25";
  const bool number = given.kind == Given::Kind::integer || given.kind == Given::Kind::real;
  if (!number) return wrong_type(wanted, given);
  const std::optional<std::int64_t> amount = scaled(given.text, 1'000'000);
  if (!amount) return fmt::format("{} is not {}", quoted(given.text), wanted);
  if (*amount == 0) return "must be more than nothing (leave it out for no limit)";
  micro_usd = *amount;
  return {};
}

}  // namespace assay::format
