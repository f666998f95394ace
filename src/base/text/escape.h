// SPDX-License-Identifier: MIT
// Terminal control in untrusted text: taking it out before reading, and making it harmless before
// showing.
#pragma once

#include <string>
#include <string_view>

namespace assay {

/// The text without escape sequences (7-bit and 8-bit, ECMA-48) and control characters; LF and TAB
/// stay. A control string (OSC, DCS, ...) that is never closed ends at the end of its line: hostile
/// output cannot hide what follows.
std::string strip_escapes(std::string_view raw);

/// Like strip_escapes, but what moves the cursor back or to another line (CR, cursor up, erase
/// line, ...) ends the line, so overwritten progress stays readable as lines of its own. Cursor
/// forward becomes blanks.
std::string flatten_terminal(std::string_view raw);

/// Characters that terminals obey or that turn text around: C1 controls, line separators, marks of
/// direction.
bool is_deceptive(char32_t value);

/// A line of untrusted text as build services may show it: what GitHub Actions, Azure and TeamCity
/// would obey at the start of a line ("::error::", "##[group]") stands behind a bar.
std::string without_workflow_command(std::string line);
/// The same for every line of a text.
std::string without_workflow_commands(std::string_view text);

/// Safe to print on a terminal: controls, bidirectional and invisible characters and broken UTF-8
/// are shown as \xNN or \u{NNNN}. LF and TAB stay. Applying it twice changes nothing.
std::string printable(std::string_view raw);

}  // namespace assay
