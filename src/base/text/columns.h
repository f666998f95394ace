// SPDX-License-Identifier: MIT
// How wide text is on a terminal, and cutting it to the width of one.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace assay {

/// Columns the text takes: two for East Asian wide characters and most emoji, none for combining
/// marks and for our own colour sequences (CSI ... m). The text has no other controls: it went
/// through printable().
std::size_t columns(std::string_view text);

/// As much of the text as fits, never half a character; colour that was begun is ended.
std::string cut_to_columns(std::string_view text, std::size_t most);

/// Lines that are wider are broken between words, and go on under their second column if they are
/// rows of a table, else two columns further in. A word that is wider than all that stays whole.
std::string folded(std::string_view text, std::size_t width);

/// The text and blanks up to that width; longer text stays whole.
std::string padded(std::string_view text, std::size_t width);

}  // namespace assay
