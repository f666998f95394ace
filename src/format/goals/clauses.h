// SPDX-License-Identifier: MIT
// The sentences that are understood, one function per kind. Each reads a whole sentence or nothing.
#pragma once

#include "format/goals/criterion.h"
#include "format/phrase/names.h"
#include "format/phrase/phrase.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::format {

struct ClauseReading {
  std::vector<core::goals::Form> forms;
  std::string why;
};

using MaybeReading = std::optional<ClauseReading>;

MaybeReading read_file_clause(Phrase phrase, const CriterionContext& context);
MaybeReading read_content_clause(Phrase phrase, const CriterionContext& context);
MaybeReading read_symbol_clause(Phrase phrase, const CriterionContext& context);
MaybeReading read_absence_clause(Phrase phrase, const CriterionContext& context);
MaybeReading read_count_clause(Phrase phrase, const CriterionContext& context);
MaybeReading read_command_clause(Phrase phrase, const CriterionContext& context);
MaybeReading read_tests_clause(Phrase phrase, const CriterionContext& context);
MaybeReading read_value_clause(Phrase phrase, const CriterionContext& context);
MaybeReading read_route_clause(Phrase phrase, const CriterionContext& context);

/// One path, or several with commas and "and"; empty if there is none here.
std::vector<std::string> eat_paths(Phrase& phrase, const CriterionContext& context);

/// Names or texts with commas, "and" and "or"; empty if there is none here.
std::vector<PhraseToken> eat_symbols(Phrase& phrase);

/// "3" or "three".
std::optional<std::uint64_t> eat_number(Phrase& phrase);

struct Bounds {
  std::uint64_t min = 1;
  std::optional<std::uint64_t> max;
};

/// "at least 3", "exactly one", "at most 2", "3 or more"
std::optional<Bounds> eat_bounds(Phrase& phrase);

/// "in src/", "under src and lib", "in the codebase" (all, which is an empty list).
std::optional<std::vector<std::string>> eat_places(Phrase& phrase, const CriterionContext& context);

/// Words for kinds of symbols: "function", "class", ...
bool eat_symbol_kind(Phrase& phrase);

/// Words after a text that add nothing: "comments", "calls", "left".
void eat_text_noise(Phrase& phrase);

/// Folders become everything below them.
std::string as_glob(const std::string& path);

}  // namespace assay::format
