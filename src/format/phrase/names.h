// SPDX-License-Identifier: MIT
// Which words of a criterion name files and symbols, and what declaring a symbol or a test looks
// like in the language of a file.
#pragma once

#include "format/phrase/phrase.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// A file, folder or glob. `known` are paths of which it is sure.
bool names_path(const PhraseToken& token, const std::vector<std::string>& known);

/// Ends with a slash, or its last part has no dot and no known name.
bool names_folder(std::string_view path);
bool is_source(std::string_view path);

/// A code span or quotation of one line, or a bare word that nobody would write in prose:
/// camelCase, UPPER_CASE, with_underscores, name(), a::b.
bool names_symbol(const PhraseToken& token);

/// An identifier, after taking "()" away.
bool is_identifier(std::string_view name);
std::string without_call(std::string_view name);

enum class Mention { declared, exported };

/// RE2 for a declaration of `name` in files like `path`; nothing if the language is not known.
std::optional<std::string> declaration_pattern(std::string_view path, std::string_view name,
                                               Mention mention);

/// RE2 for the start of one test in files like `path`.
std::optional<std::string> test_pattern(std::string_view path);

/// RE2 for exactly this text; at word boundaries if it is a bare identifier.
std::string literal_pattern(const PhraseToken& token);

}  // namespace assay::format
