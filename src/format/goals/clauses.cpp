// SPDX-License-Identifier: MIT
// The parts that sentences are made of.
#include "format/goals/clauses.h"

#include <array>
#include <charconv>

namespace assay::format {

std::vector<std::string> eat_paths(Phrase& phrase, const CriterionContext& context) {
  std::vector<std::string> paths;
  for (;;) {
    Phrase next = phrase;
    if (!paths.empty()) {
      const bool comma = next.eat_comma();
      const bool joined = next.eat_any({"and", "&"});
      if (!comma && !joined) return paths;
    }
    static_cast<void>(next.eat("both"));
    next.eat_small();
    if (!names_path(next.peek(), context.files)) return paths;
    paths.push_back(next.peek().text);
    next.skip();
    phrase = next;
  }
}

std::vector<PhraseToken> eat_symbols(Phrase& phrase) {
  std::vector<PhraseToken> symbols;
  for (;;) {
    Phrase next = phrase;
    if (!symbols.empty()) {
      const bool comma = next.eat_comma();
      const bool joined = next.eat_any({"and", "or", "&"});
      if (!comma && !joined) return symbols;
    }
    static_cast<void>(next.eat("both"));
    next.eat_small();
    if (!names_symbol(next.peek())) return symbols;
    symbols.push_back(next.peek());
    next.skip();
    phrase = next;
  }
}

std::optional<std::uint64_t> eat_number(Phrase& phrase) {
  constexpr std::array<std::string_view, 13> words{"zero", "one",    "two",   "three", "four",
                                                   "five", "six",    "seven", "eight", "nine",
                                                   "ten",  "eleven", "twelve"};
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (phrase.eat(words[i])) return i;
  }
  const PhraseToken& token = phrase.peek();
  if (token.kind != PhraseToken::Kind::word || token.text.size() > 9) return std::nullopt;
  std::string_view digits = token.text;
  std::uint64_t number = 0;
  const auto [end, bad] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (bad != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  phrase.skip();
  return number;
}

std::optional<Bounds> eat_bounds(Phrase& phrase) {
  Phrase next = phrase;
  enum class Side { least, most, exact } side{};
  if (next.eat_any({"at least", "a minimum of", "minimum of", "no fewer than", "no less than"})) {
    side = Side::least;
  } else if (next.eat_any({"at most", "no more than", "a maximum of"})) {
    side = Side::most;
  } else if (next.eat("exactly")) {
    side = Side::exact;
  } else {
    const auto number = eat_number(next);
    if (!number || !next.eat_any({"or more", "or more of"})) return std::nullopt;
    phrase = next;
    return Bounds{*number, std::nullopt};
  }
  const auto number = eat_number(next);
  // "At least none" asks for nothing.
  if (!number || (side == Side::least && *number == 0)) return std::nullopt;
  phrase = next;
  switch (side) {
    case Side::least: return Bounds{*number, std::nullopt};
    case Side::most: return Bounds{0, *number};
    case Side::exact: return Bounds{*number, *number};
  }
  return std::nullopt;
}

std::optional<std::vector<std::string>> eat_places(Phrase& phrase,
                                                   const CriterionContext& context) {
  Phrase next = phrase;
  if (!next.eat_any({"in", "under", "within", "inside", "from", "below", "across"})) {
    return std::nullopt;
  }
  static_cast<void>(next.eat_any({"any of", "all of"}));
  next.eat_small();
  if (next.eat_any({"codebase", "repository", "repo", "workspace", "code base"})) {
    phrase = next;
    return std::vector<std::string>{};
  }
  static_cast<void>(next.eat_any({"file", "files", "folder", "directory"}));
  std::vector<std::string> places;
  for (const std::string& path : eat_paths(next, context)) places.push_back(as_glob(path));
  static_cast<void>(next.eat_any({"file", "files", "folder", "directory"}));
  if (places.empty()) return std::nullopt;
  phrase = next;
  return places;
}

bool eat_symbol_kind(Phrase& phrase) {
  return phrase.eat_any(
      {"function", "functions", "class",    "classes",   "method",  "methods",     "type",
       "types",    "interface", "constant", "constants", "struct",  "enum",        "macro",
       "variable", "component", "hook",     "symbol",    "symbols", "trait",       "module",
       "helper",   "const",     "test",     "decorator", "handler", "named export"});
}

void eat_text_noise(Phrase& phrase) {
  while (phrase.eat_any(
      {"comments",    "comment",     "markers",          "marker",     "calls",    "call",
       "statements",  "statement",   "occurrences",      "references", "usages",   "usage",
       "imports",     "left",        "remaining",        "anymore",    "any more", "remain",
       "remains",     "exist",       "exists",           "present",    "are left", "is left",
       "are present", "annotations", "debug statements", "strings",    "text"})) {
    continue;
  }
}

std::string as_glob(const std::string& path) {
  if (path.ends_with("/")) return path + "**";
  return path;
}

}  // namespace assay::format
