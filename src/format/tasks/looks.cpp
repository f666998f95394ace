// SPDX-License-Identifier: MIT
#include "format/tasks/looks.h"

#include "format/runners/scan.h"
#include "format/shell/characters.h"
#include "format/shell/invocation.h"
#include "format/tasks/lines.h"
#include "format/tools/tools.h"

#include <re2/re2.h>

#include <algorithm>

namespace assay::format::tasklist {

namespace {

/// Words that go on a sentence and hardly a command: "make sure", "test that", "go to the page".
constexpr std::string_view prose_words =
    " sure that the a an if it its to for with whether this these those each every is are and or of"
    " on in into from when where which by as at be has have no not should must will can any shows"
    " passes pass succeeds works returns exists runs both also manually again still your our "
    "their ";

std::string_view first_word(std::string_view text) {
  text = trim(text);
  return text.substr(0, std::min(text.find_first_of(" \t\n"), text.size()));
}

/// Behind leading assignments.
std::string_view past_assignments(std::string_view text) {
  text = trim(text);
  while (shell::begins_assignment(first_word(text))) {
    const std::size_t size = first_word(text).size();
    // What is assigned may be quoted and hold blanks; then it is left alone.
    if (first_word(text).find_first_of("'\"$(`") != std::string_view::npos) break;
    text = trim(text.substr(size));
    if (starts_with(text, "&&")) text = trim(text.substr(2));
  }
  return text;
}

bool is_program_word(std::string_view word) {
  if (word.empty() || word.size() > 200) return false;
  const auto plain = [](char c) {
    return shell::is_name_char(c) || std::string_view("./+-@~").find(c) != std::string_view::npos;
  };
  const char first = word[0];
  const bool begins = shell::is_name_start(first) || first == '.' || first == '/' || first == '~';
  return begins && std::all_of(word.begin(), word.end(), plain);
}

/// "./run", "../x", "/usr/bin/x", "scripts/check.sh", "node_modules/.bin/tsc"
bool is_script_path(std::string_view word) {
  if (!is_program_word(word)) return false;
  if (starts_with(word, "./") || starts_with(word, "../")) return word.size() > 3;
  const bool script = ends_with(word, ".sh") || ends_with(word, ".bash") || ends_with(word, ".py");
  return contains(word, "/") && (script || contains(word, "/bin/") || contains(word, "bin/"));
}

/// A source file or a folder that is only named.
bool is_mere_file(std::string_view text) {
  if (text.find_first_of(" \t\n") != std::string_view::npos) return false;
  const std::size_t dot = text.find_last_of('.');
  const bool ended = dot != std::string_view::npos && dot + 1 < text.size() &&
                     dot > text.find_last_of('/') + 1 && text.find('/', dot) == text.npos;
  const std::string_view ending = ended ? text.substr(dot + 1) : "";
  return ended && ending != "sh" && ending != "bash" && ending != "py" && ending != "test";
}

bool is_known(std::string_view word) {
  return tools::spoken_of(word) != tools::Spoken::never || starts_with(word, "(");
}

bool has_shell_marks(std::string_view text) {
  return contains(text, " -") || contains(text, " && ") || contains(text, " | ") ||
         contains(text, " || ") || contains(text, "$(") || contains(text, "2>&1");
}

}  // namespace

bool looks_like_command(std::string_view code, Doubt doubt) {
  const std::string_view text = past_assignments(code);
  const std::string_view word = first_word(text);
  if (word.empty()) return false;
  const std::string_view rest = trim(text.substr(word.size()));
  if (shell::begins_assignment(word)) return has_shell_marks(text) || contains(text, ";");
  if (is_mere_file(text)) return false;
  if (is_script_path(word)) return true;
  // `test`, `go`, `file` alone are words; `make`, `pytest` and `tsc` are whole commands.
  if (is_known(word)) return !rest.empty() || tools::spoken_of(word) == tools::Spoken::command;
  if (doubt == Doubt::none || !is_program_word(word)) return false;
  const bool shouted = word[0] >= 'A' && word[0] <= 'Z';
  return !rest.empty() && !shouted && !shell::lists(prose_words, lowered(first_word(rest)));
}

bool looks_like_sentence_command(std::string_view text) {
  const std::string_view told = past_assignments(text);
  const std::string_view word = first_word(told);
  const std::string_view rest = trim(told.substr(word.size()));
  if (word.empty() || shell::lists(prose_words, lowered(first_word(rest)))) return false;
  if (looks_like_command(told, Doubt::none)) return true;
  // An unknown program must show that a shell is meant.
  return is_program_word(word) && !(word[0] >= 'A' && word[0] <= 'Z') && has_shell_marks(told) &&
         !contains(told, ". ") && !ends_with(told, ".");
}

std::string_view without_outcome(std::string_view text) {
  static const RE2 outcome(
      R"(^(.*?\S)(?:\s+(?:passes|succeeds|is green|returns 0|exits?(?: with)?(?: code| status)? 0)"
      R"(|exits cleanly|(?:passes |runs )?without errors?|shows no errors))?[\s.]*$)");
  re2::StringPiece told;
  text = trim(text);
  // "go vet ./..." and "ls ." end in what looks like a full stop.
  if (ends_with(text, "/...") || ends_with(text, " .")) return text;
  if (!RE2::FullMatch({text.data(), text.size()}, outcome, &told)) return text;
  return {told.data(), told.size()};
}

}  // namespace assay::format::tasklist
