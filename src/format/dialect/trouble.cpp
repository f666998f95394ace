// SPDX-License-Identifier: MIT
#include "format/dialect/trouble.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <string>

namespace assay::format::dialect {
namespace {

using core::agent::Trouble;

constexpr std::size_t read_max = 8192;

struct Phrase {
  Trouble trouble;
  const char* pattern;
};

// Matched in any case, within the whole text.
constexpr std::array phrases{
    Phrase{Trouble::quota,
           R"(rate[ _-]?limit|too many requests|resource[_ ]exhausted|\bquota|insufficient_quota)"},
    Phrase{Trouble::quota,
           R"((usage|session|hourly|5-hour|daily|weekly|monthly|spend(ing)?) (limit|cap)\b)"},
    Phrase{
        Trouble::quota,
        R"((hit|reached) (your|the) (\w+ )?limit|\blimit reached|exhausted your|credit balance|(out of|insufficient|not enough) credits?)"},
    Phrase{Trouble::quota, R"(\bbilling|payment required|out of extra usage)"},
    Phrase{
        Trouble::auth,
        R"((invalid|incorrect|missing|no|expired|bad|wrong) (x-)?api[ _-]?key|api[ _-]?key[ _](is )?(missing|not|invalid|required))"},
    Phrase{
        Trouble::auth,
        R"(unauthori[sz]ed|unauthenticated|\bforbidden|authentication|\bProviderAuthError|invalid auth)"},
    Phrase{
        Trouble::auth,
        R"(not logged in|/login\b|(oauth|access|refresh) token|permission_error|credentials? (are|is|not|could not))"},
    Phrase{
        Trouble::auth,
        R"(\bauth (method|type)\b|(please|must|need to|have to) (run|sign|log|login|re-?authenticate)\b|(log|sign)(ed)? out|session (has )?expired|login required)"},
    Phrase{
        Trouble::auth,
        R"(missing (bearer|environment variable)|_(API_KEY|TOKEN)\b.{0,40}\b(not set|unset|missing|required|not found)|no (credentials|auth|login|account)\b|not authenticated|no models? available)"},
    Phrase{Trouble::overload, R"(overloaded|service (is )?(temporarily )?unavailable|bad gateway)"},
    Phrase{Trouble::overload,
           R"(internal server error|\bserver[_ ]error|at capacity|gateway time-?out|high demand)"},
    Phrase{
        Trouble::overload,
        R"(\bE(CONN(REFUSED|RESET|ABORTED)|NOTFOUND|AI_AGAIN|TIMEDOUT|PIPE|HOSTUNREACH|NETUNREACH)\b)"},
    Phrase{
        Trouble::overload,
        R"(connection (error|refused|reset|closed|lost|failed|aborted)|fetch failed|socket hang up)"},
    Phrase{
        Trouble::overload,
        R"(\bnetwork[ _-]?(error|failure|problem|issue|timeout|connection|request|is|was|unreachable)\b|(waiting for|no|lost|without) network\b)"},
    Phrase{
        Trouble::overload,
        R"(time(d )?[ -]?out\b|(unable|failed|could not|cannot) (to )?(connect|reach)|error sending request|dns error)"},
    Phrase{
        Trouble::protocol,
        R"(unexpected token|<!doctype|<html|(invalid|malformed|incomplete|not valid|unterminated) \w* ?(in )?json|error decoding)"},
    Phrase{
        Trouble::protocol,
        R"(unexpected end of|stream (was |has )?(ended|closed|cut|disconnected|error)|\bterminated\b|premature close|empty (response|answer|stream)|no response)"},
    Phrase{Trouble::refused,
           R"(\brefusal|\brefused to (answer|respond|comply)|content[_ -]filter)"},
    Phrase{Trouble::refused,
           R"(prohibited_content|usage polic(y|ies)|\bSAFETY\b|blocked by (the )?safety)"},
    Phrase{
        Trouble::limit,
        R"(max(imum)?[ _]?(number of |session )?[ _]?(turns|iterations|steps|budget|tokens|output))"},
    Phrase{
        Trouble::limit,
        R"(context[ _](length|window|size)|ContextOverflow|prompt is too long|maximum context|too long for the model)"},
    Phrase{Trouble::limit, R"((turn|token|budget|mistake)[ _]limit|budget (was )?exceeded)"},
    // The name of a model is quoted or has a digit, dash, slash, colon or dot: "the model is not
    // available" is about the moment, "model gpt-9 is not available" about the configuration.
    Phrase{
        Trouble::model,
        R"(\bmodels?[:/ ]+(["'`(]+[\w.:/@+ -]{1,80}["'`)]+|[\w.]*[-/:@\d][\w.:/@+-]*) (was |is |could |does |do |did )?(not (be )?found|not exist|not supported|not available|not a valid|unknown|invalid))"},
    Phrase{
        Trouble::model,
        R"(["'`(]+[\w.:/@+-]{1,80}["'`)]+ model (is |was |does )?not (found|exist|supported|available))"},
    Phrase{
        Trouble::model,
        R"(\bmodel[_ -]?not[_ -]?found|ModelNotFound|not_found_error[^\n]{0,80}\bmodel\b|(unknown|no such|unsupported|unrecogni[sz]ed) model\b|invalid model( (name|id|identifier)\b|[:=]| ["'`]))"},
    Phrase{
        Trouble::model,
        R"(not a valid model|issue with the selected model|no endpoints found for|no models? (match|found)|\b404\b[^\n]{0,200}\bmodels?\b|requested entity was not found)"},
};

RE2::Options any_case() {
  RE2::Options options;
  options.set_case_sensitive(false);
  options.set_encoding(RE2::Options::EncodingLatin1);  // any bytes may come
  options.set_log_errors(false);
  return options;
}

class Compiled {
 public:
  Compiled() {
    for (const Phrase& phrase : phrases) {
      patterns_[static_cast<std::size_t>(&phrase - phrases.data())] =
          std::make_unique<RE2>(phrase.pattern, any_case());
    }
  }
  bool matches(std::size_t i, re2::StringPiece text) const {
    return RE2::PartialMatch(text, *patterns_[i]);
  }

 private:
  std::array<std::unique_ptr<RE2>, phrases.size()> patterns_;
};

// A number is a status only where one is expected: "API Error: 529 ...", "status 401", "429 Too
// Many Requests".
std::int64_t status_in(re2::StringPiece text) {
  static const RE2 named(
      R"((?:\b(?:error|status|statuscode|http(?:/[\d.]+)?|code|response)\b[^0-9\n]{0,16}|^\W*)\b([45]\d\d)\b)",
      any_case());
  int status = 0;
  return RE2::PartialMatch(text, named, &status) ? status : 0;
}

re2::StringPiece piece_of(std::string_view text) {
  text = text.substr(0, read_max);
  return {text.data(), text.size()};
}

constexpr std::array<std::pair<std::string_view, std::int64_t>, 5> units{
    {{"ms", 1}, {"s", 1000}, {"m", 60'000}, {"h", 3'600'000}, {"d", 86'400'000}}};
constexpr double longest_wait_ms = 366.0 * 86'400'000.0;

/// Of "5m12s", "3 days 4 hours", "34.5s": the sum of its parts.
std::optional<Millis> length_of(re2::StringPiece text) {
  static const RE2 part(R"(^[\s,]*(?:and\s+)?(\d{1,9}(?:\.\d{1,9})?)\s*(ms|millis|[smhd])[a-z]*)",
                        any_case());
  double sum = 0;
  std::string digits;
  std::string unit;
  bool any = false;
  while (RE2::Consume(&text, part, &digits, &unit)) {
    double amount = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), amount);
    std::transform(unit.begin(), unit.end(), unit.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    const std::string_view name = unit == "millis" ? "ms" : std::string_view(unit);
    for (const auto& [known, ms] : units) {
      if (known == name) sum += amount * static_cast<double>(ms);
    }
    any = true;
  }
  if (!any) return std::nullopt;
  return Millis(static_cast<std::int64_t>(std::min(sum, longest_wait_ms)));
}

}  // namespace

Trouble trouble_of_status(std::int64_t status) {
  if (status == 401 || status == 403) return Trouble::auth;
  if (status == 429 || status == 402) return Trouble::quota;
  if (status == 408 || (status >= 500 && status < 600)) return Trouble::overload;
  if (status == 413) return Trouble::limit;
  return status >= 400 ? Trouble::other : Trouble::none;
}

Trouble trouble_of(std::string_view error) {
  static const Compiled compiled;
  const re2::StringPiece text = piece_of(error);
  Trouble worst = std::max(Trouble::other, trouble_of_status(status_in(text)));
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    if (phrases[i].trouble > worst && compiled.matches(i, text)) worst = phrases[i].trouble;
  }
  return worst;
}

std::optional<Instant> instant_of_unix(std::int64_t time) {
  constexpr std::int64_t least = 1'000'000'000;       // 2001: what is smaller is no time
  constexpr std::int64_t most = 100'000'000'000'000;  // year 5138, in milliseconds
  if (time < least || time > most) return std::nullopt;
  const bool is_seconds = time < 100'000'000'000;
  return Instant(Millis(is_seconds ? time * 1000 : time));
}

Wait wait_told(std::string_view error) {
  static const RE2 until(
      R"((?:\||\breset(?:s|[ _]?at|s[ _]?at)?["']?\s*[:=]?\s*["']?)(\d{10,13})\b)", any_case());
  static const RE2 after_seconds(
      R"(\bretry[-_ ]?after(?:[-_ ]?(?:secs?|seconds))?["']?\s*[:=]?\s*["']?(\d{1,9}(?:\.\d{1,9})?)(?:[^\w.]|$))",
      any_case());
  static const RE2 in_length(
      R"((?:\b(?:retry|again|resets?|available|wait)(?:\s+in|\s+after)?|retry_?delay["']?\s*[:=])\s*["']?(\d[^\n]{0,80}))",
      any_case());
  const re2::StringPiece text = piece_of(error);
  Wait wait;
  std::int64_t time = 0;
  if (RE2::PartialMatch(text, until, &time)) wait.until = instant_of_unix(time);
  if (wait.until) return wait;
  double seconds = 0;
  re2::StringPiece rest;
  if (RE2::PartialMatch(text, after_seconds, &seconds)) {
    wait.length = Millis(static_cast<std::int64_t>(std::min(seconds * 1000, longest_wait_ms)));
  } else if (RE2::PartialMatch(text, in_length, &rest)) {
    wait.length = length_of(rest);
  }
  return wait;
}

}  // namespace assay::format::dialect
