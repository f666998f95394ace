// SPDX-License-Identifier: MIT
// Sentences about files and what is in them.
#include "base/text/glob.h"
#include "format/goals/clauses.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format {

namespace {

using core::goals::Blank;
using core::goals::FileAbsent;
using core::goals::FileExists;
using core::goals::Form;
using core::goals::Pattern;

bool has_glob(const std::vector<std::string>& paths) {
  return std::any_of(paths.begin(), paths.end(), [](const auto& path) { return is_glob(path); });
}

std::string all(const std::vector<std::string>& paths) {
  return fmt::format("{}", fmt::join(paths, ", "));
}

std::string all(const std::vector<PhraseToken>& symbols) {
  std::string text;
  for (const PhraseToken& symbol : symbols) text += (text.empty() ? "" : ", ") + symbol.text;
  return text;
}

ClauseReading present(const std::vector<std::string>& paths, bool non_empty, bool created) {
  ClauseReading reading;
  for (const std::string& path : paths)
    reading.forms.emplace_back(FileExists{path, non_empty, created});
  reading.why = "a file that must exist: " + all(paths);
  return reading;
}

ClauseReading absent(const std::vector<std::string>& paths) {
  ClauseReading reading;
  for (const std::string& path : paths) reading.forms.emplace_back(FileAbsent{path});
  reading.why = "a file that must not exist: " + all(paths);
  return reading;
}

/// One pattern that fits the declaration of a name in each of the files.
std::string declaration_in(const std::vector<std::string>& paths, const PhraseToken& symbol,
                           Mention mention) {
  const std::string name = without_call(symbol.text);
  std::vector<std::string> patterns;
  for (const std::string& path : paths) {
    const auto pattern = declaration_pattern(path, name, mention);
    PhraseToken bare = symbol;
    bare.text = name;
    if (is_identifier(name)) bare.kind = PhraseToken::Kind::word;
    std::string wanted = pattern ? *pattern : literal_pattern(bare);
    if (std::find(patterns.begin(), patterns.end(), wanted) == patterns.end()) {
      patterns.push_back(std::move(wanted));
    }
  }
  return fmt::format("{}", fmt::join(patterns, "|"));
}

ClauseReading declared(const std::vector<std::string>& paths,
                       const std::vector<PhraseToken>& symbols, Mention mention) {
  ClauseReading reading;
  for (const PhraseToken& symbol : symbols) {
    reading.forms.emplace_back(
        Pattern{declaration_in(paths, symbol, mention), paths, 1, {}, Blank::comments_and_strings});
  }
  reading.why =
      fmt::format("{} of {} in {}", mention == Mention::exported ? "an export" : "a declaration",
                  all(symbols), all(paths));
  return reading;
}

ClauseReading found(const std::vector<std::string>& paths, const std::vector<PhraseToken>& texts,
                    Bounds bounds, Blank blank = Blank::nothing) {
  ClauseReading reading;
  for (const PhraseToken& text : texts) {
    reading.forms.emplace_back(
        Pattern{literal_pattern(text), paths, bounds.min, bounds.max, blank});
  }
  const bool never = bounds.max && *bounds.max == 0;
  reading.why =
      fmt::format("the text {} {} in {}", all(texts), never ? "must not be" : "must be found",
                  paths.empty() ? "the workspace" : all(paths));
  return reading;
}

constexpr Bounds never{0, 0};

bool eat_negation(Phrase& phrase) {
  return phrase.eat_any({"does not contain",  "do not contain",       "doesn't contain",
                         "contains no",       "contain no",           "does not include",
                         "doesn't include",   "includes no",          "has no",
                         "have no",           "no longer contains",   "no longer includes",
                         "no longer uses",    "does not use",         "is free of",
                         "not contain",       "does not mention",     "does not import",
                         "no longer imports", "no longer references", "does not reference"});
}

enum class Verb { none, text, used, declared, exported, imported };

Verb eat_verb(Phrase& phrase) {
  if (phrase.eat_any({"contains", "contain", "includes", "include", "mentions", "mention", "has",
                      "have", "documents", "references", "refers to"})) {
    return Verb::text;
  }
  if (phrase.eat_any({"uses", "use", "calls"})) return Verb::used;
  if (phrase.eat_any({"declares", "declare", "defines", "define", "implements", "implement"})) {
    return Verb::declared;
  }
  if (phrase.eat_any({"exports", "export", "exposes", "expose", "provides", "provide"})) {
    return Verb::exported;
  }
  if (phrase.eat_any({"imports", "import", "requires"})) return Verb::imported;
  return Verb::none;
}

ClauseReading imported(const std::vector<std::string>& paths,
                       const std::vector<PhraseToken>& symbols) {
  ClauseReading reading;
  for (const PhraseToken& symbol : symbols) {
    const std::string pattern =
        "^[^\\n]*\\b(?:import|require|use|using|include|from)\\b[^\\n]*" + literal_pattern(symbol);
    reading.forms.emplace_back(Pattern{pattern, paths, 1, {}, Blank::comments});
  }
  reading.why = fmt::format("an import of {} in {}", all(symbols), all(paths));
  return reading;
}

std::vector<std::string> as_globs(const std::vector<std::string>& paths) {
  std::vector<std::string> globs;
  for (const std::string& path : paths) globs.push_back(as_glob(path));
  return globs;
}

MaybeReading read_counted(Phrase phrase, const std::vector<std::string>& paths, Bounds bounds) {
  if (phrase.eat_any({"tests", "test", "test cases", "test case", "unit tests", "specs"})) {
    if (!phrase.at_end() || paths.size() != 1) return std::nullopt;
    const auto pattern = test_pattern(paths.front());
    if (!pattern) return std::nullopt;
    return ClauseReading{
        {Pattern{*pattern, paths, bounds.min, bounds.max, Blank::comments_and_strings}},
        "the number of tests written in " + paths.front()};
  }
  static_cast<void>(phrase.eat_any({"occurrences of", "occurrence of", "matches of", "instances of",
                                    "references to", "calls to", "mentions of", "uses of"}));
  const std::vector<PhraseToken> texts = eat_symbols(phrase);
  eat_text_noise(phrase);
  static_cast<void>(phrase.eat_any({"times", "entries"}));
  if (texts.size() != 1 || !phrase.at_end()) return std::nullopt;
  return found(paths, texts, bounds);
}

std::vector<std::string> sources(const CriterionContext& context) {
  std::vector<std::string> found;
  std::copy_if(context.files.begin(), context.files.end(), std::back_inserter(found),
               [](const std::string& path) { return is_source(path); });
  return found;
}

MaybeReading declared_somewhere(Phrase phrase, const std::vector<PhraseToken>& symbols,
                                Mention mention, const CriterionContext& context) {
  std::vector<std::string> places = sources(context);
  if (phrase.eat("by")) {
    places = eat_paths(phrase, context);
  } else if (auto named = eat_places(phrase, context)) {
    places = std::move(*named);
  }
  if (places.empty() || !phrase.at_end()) return std::nullopt;
  return declared(places, symbols, mention);
}

}  // namespace

MaybeReading read_file_clause(Phrase phrase, const CriterionContext& context) {
  phrase.eat_small();
  const bool creates = phrase.eat_any({"create", "add"});
  const bool deletes = !creates && phrase.eat_any({"delete", "remove"});
  phrase.eat_small();
  static_cast<void>(phrase.eat_any({"file", "files", "new file", "folder", "directory"}));
  const std::vector<std::string> paths = eat_paths(phrase, context);
  if (paths.empty() || has_glob(paths)) return std::nullopt;
  static_cast<void>(phrase.eat_any({"file", "files", "folder", "directory"}));
  if (creates || deletes) {
    if (!phrase.at_end()) return std::nullopt;
    return creates ? present(paths, true, true) : absent(paths);
  }
  phrase.eat_small();
  const bool gone = phrase.eat_any(
      {"does not exist",    "do not exist",     "doesn't exist",    "don't exist",
       "no longer exists",  "no longer exist",  "not exist",        "is absent",
       "are absent",        "is removed",       "are removed",      "is deleted",
       "are deleted",       "has been removed", "has been deleted", "have been removed",
       "have been deleted", "is gone",          "are gone",         "be deleted",
       "be removed",        "removed",          "deleted"});
  if (gone) return phrase.at_end() ? MaybeReading(absent(paths)) : std::nullopt;
  const bool filled = phrase.eat_any({"is not empty", "is non-empty", "are not empty",
                                      "exists and is not empty", "exists and is non-empty"});
  const bool created =
      !filled && phrase.eat_any({"is created", "are created", "has been created",
                                 "have been created", "be created", "is added", "created"});
  const bool there =
      filled || created ||
      phrase.eat_any({"exists", "exist", "is present", "are present", "is in place", "be present"});
  if (!there || !phrase.at_end()) return std::nullopt;
  return present(paths, filled, created && context.rules >= core::Rules::v0_2);
}

MaybeReading read_content_clause(Phrase phrase, const CriterionContext& context) {
  phrase.eat_small();
  static_cast<void>(phrase.eat("file"));
  const std::vector<std::string> paths = as_globs(eat_paths(phrase, context));
  if (paths.empty()) return std::nullopt;
  static_cast<void>(phrase.eat_any({"file", "files", "also"}));
  phrase.eat_small();
  if (eat_negation(phrase)) {
    static_cast<void>(phrase.eat_any({"any", "occurrences of", "references to", "calls to"}));
    const std::vector<PhraseToken> texts = eat_symbols(phrase);
    eat_text_noise(phrase);
    if (texts.empty() || !phrase.at_end()) return std::nullopt;
    return found(paths, texts, never);
  }
  const Verb verb = eat_verb(phrase);
  if (verb == Verb::none) return std::nullopt;
  if (const auto bounds = eat_bounds(phrase)) return read_counted(phrase, paths, *bounds);
  phrase.eat_small();
  const bool kind = eat_symbol_kind(phrase);
  const std::vector<PhraseToken> symbols = eat_symbols(phrase);
  const bool kind_after = eat_symbol_kind(phrase);
  if (symbols.empty() || !phrase.at_end()) return std::nullopt;
  if (verb == Verb::imported) return imported(paths, symbols);
  if (verb == Verb::exported) return declared(paths, symbols, Mention::exported);
  if (verb == Verb::declared || kind || kind_after) {
    return declared(paths, symbols, Mention::declared);
  }
  return found(paths, symbols, {}, verb == Verb::used ? Blank::comments : Blank::nothing);
}

MaybeReading read_symbol_clause(Phrase phrase, const CriterionContext& context) {
  phrase.eat_small();
  if (phrase.eat_any({"export", "exports"})) {
    static_cast<void>(eat_symbol_kind(phrase));
    const std::vector<PhraseToken> symbols = eat_symbols(phrase);
    if (symbols.empty()) return std::nullopt;
    return declared_somewhere(phrase, symbols, Mention::exported, context);
  }
  const bool kind = eat_symbol_kind(phrase);
  const std::vector<PhraseToken> symbols = eat_symbols(phrase);
  if (symbols.empty()) return std::nullopt;
  const bool kind_after = eat_symbol_kind(phrase);
  phrase.eat_small();
  const bool be = phrase.eat_any({"is", "are", "be"});
  if (be && phrase.eat_any({"exported", "exposed", "publicly exported"})) {
    return declared_somewhere(phrase, symbols, Mention::exported, context);
  }
  const bool said = be ? phrase.eat_any({"declared", "defined", "implemented", "added"})
                       : (kind || kind_after) && phrase.eat_any({"exists", "exist"});
  if (said) return declared_somewhere(phrase, symbols, Mention::declared, context);
  // "`x` appears in path": the text, wherever it stands.
  const bool seen = be ? phrase.eat_any({"present", "used", "mentioned", "documented", "imported"})
                       : phrase.eat_any({"appears", "occurs", "exists"});
  if (!seen) return std::nullopt;
  Bounds bounds;
  if (const auto given = eat_bounds(phrase)) {
    bounds = *given;
    if (!phrase.eat_any({"times", "time"})) return std::nullopt;
  }
  const auto places = eat_places(phrase, context);
  if (!places || !phrase.at_end()) return std::nullopt;
  return found(*places, symbols, bounds);
}

MaybeReading read_absence_clause(Phrase phrase, const CriterionContext& context) {
  static_cast<void>(phrase.eat_any({"there are", "there is", "there must be", "there should be"}));
  if (!phrase.eat_any({"no", "zero"})) return std::nullopt;
  static_cast<void>(phrase.eat_any({"remaining", "more", "occurrences of", "references to",
                                    "calls to", "uses of", "mentions of", "usages of"}));
  const std::vector<PhraseToken> texts = eat_symbols(phrase);
  if (texts.empty()) return std::nullopt;
  eat_text_noise(phrase);
  std::vector<std::string> places = context.files;
  bool named = false;
  if (auto given = eat_places(phrase, context)) {
    places = std::move(*given);
    named = true;
  }
  eat_text_noise(phrase);
  if (!phrase.at_end() || (!named && places.empty())) return std::nullopt;
  return found(places, texts, never);
}

MaybeReading read_count_clause(Phrase phrase, const CriterionContext& context) {
  static_cast<void>(phrase.eat_any({"there are", "there is"}));
  const auto bounds = eat_bounds(phrase);
  if (!bounds) return std::nullopt;
  if (phrase.eat_any({"tests", "test", "test cases", "test case", "unit tests"})) {
    static_cast<void>(phrase.eat_any({"exist", "are written", "are defined"}));
    const auto places = eat_places(phrase, context);
    if (!places || places->size() != 1 || !phrase.at_end()) return std::nullopt;
    const auto pattern = test_pattern(places->front());
    if (!pattern) return std::nullopt;
    return ClauseReading{
        {Pattern{*pattern, *places, bounds->min, bounds->max, Blank::comments_and_strings}},
        "the number of tests written in " + places->front()};
  }
  static_cast<void>(phrase.eat_any({"occurrences of", "occurrence of", "matches of", "instances of",
                                    "references to", "calls to", "mentions of", "uses of"}));
  const std::vector<PhraseToken> texts = eat_symbols(phrase);
  eat_text_noise(phrase);
  const auto places = eat_places(phrase, context);
  if (texts.size() != 1 || !places || !phrase.at_end()) return std::nullopt;
  return found(*places, texts, *bounds);
}

}  // namespace assay::format
