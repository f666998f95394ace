// SPDX-License-Identifier: MIT
#include "adapters/reading/citations.h"

#include "adapters/scan/beneath.h"
#include "adapters/scan/listing.h"
#include "format/gitignore.h"

#include <algorithm>

namespace assay::reading {

namespace {

using core::agent::Citation;

constexpr std::size_t file_bytes_max = std::size_t{16} << 20;

/// The line, counted from 1; nothing if the text is shorter.
std::optional<std::string_view> line_of(std::string_view text, std::uint32_t wanted) {
  for (std::uint32_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (line == wanted) return text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return std::nullopt;
}

/// White space as single blanks, without quotation marks and blanks around it: so citations are
/// compared.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t' || c == '\r';
    if (!blank) out.push_back(c);
    if (blank && !out.empty() && out.back() != ' ') out.push_back(' ');
  }
  const std::size_t first = out.find_first_not_of(" `\"");
  if (first == std::string::npos) return "";
  return out.substr(first, out.find_last_not_of(" `\"") - first + 1);
}

/// Its letters and digits as words in lower case, each with a blank before and behind.
std::string words_of(std::string_view text) {
  std::string out = " ";
  for (const char c : text) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                        (static_cast<unsigned char>(c) & 0x80U) != 0;
    if (letter) out.push_back(c);
    if (c >= 'A' && c <= 'Z') out.push_back(static_cast<char>(c - 'A' + 'a'));
    if (!letter && !(c >= 'A' && c <= 'Z') && out.back() != ' ') out.push_back(' ');
  }
  if (out.back() != ' ') out.push_back(' ');
  return out;
}

/// A line that says nothing of its own: a brace, a rule, the end of a comment.
bool is_trivial(std::string_view line) {
  const std::string words = words_of(line);
  return words.size() - static_cast<std::size_t>(std::count(words.begin(), words.end(), ' ')) < 3;
}

/// A line that only says again what was asked.
bool repeats(std::string_view line, const std::string& criterion) {
  const std::string asked = words_of(criterion);
  constexpr std::ptrdiff_t sentence = 5;  // blanks around four words
  return std::count(asked.begin(), asked.end(), ' ') >= sentence &&
         words_of(line).find(asked) != std::string::npos;
}

/// Of a very long line a long part is enough.
bool quotes_line(std::string_view line, const std::string& quote) {
  constexpr std::size_t long_line = 200;
  constexpr std::size_t long_part = 80;
  const std::string whole = plain(line);
  const std::string part = plain(quote);
  if (whole == part) return true;
  return whole.size() > long_line && part.size() >= long_part &&
         whole.find(part) != std::string::npos;
}

std::string objection(const Citation& citation, const scan::Beneath& workspace,
                      const Matter& matter, scan::FileBuffer& buffer) {
  if (citation.line == 0) return "that names no file and line";
  scan::Sight sight;
  const os::Descriptor file = workspace.open_file(citation.path, sight);
  if (!file)
    return sight.is_outside() ? "that is outside of the workspace" : "there is no such file";
  // By its real name: a link or a "./" must not lead around the rule.
  const std::string real = workspace.leads_to(citation.path);
  const bool apart =
      std::any_of(matter.never_evidence.begin(), matter.never_evidence.end(),
                  [&](const std::string& glob) { return format::PathPattern(glob).matches(real); });
  if (apart || real.empty()) return "that file speaks of the phase itself and proves nothing";
  const auto tracked = scan::is_trackable(matter.workspace, real);
  if (!tracked || !*tracked) return "git ignores that file";
  int problem = 0;
  if (!buffer.read(file.get(), static_cast<std::size_t>(sight.status.st_size), file_bytes_max,
                   problem))
    return "the file cannot be read";
  const auto line = line_of(buffer.text(), citation.line);
  if (!line) return "the file has fewer lines";
  if (line->find_first_not_of(" \t\r") == std::string_view::npos) return "that line is blank";
  if (is_trivial(*line)) return "that line says nothing";
  if (citation.quote.empty()) return "nothing of that line is quoted";
  if (!quotes_line(*line, citation.quote))
    return "that line is not what is quoted, whole and word for word";
  return repeats(*line, matter.criterion) ? "that line only repeats the criterion" : "";
}

}  // namespace

void look_up(core::agent::Judgement& judgement, const Matter& matter) {
  const auto root = scan::Beneath::open(matter.workspace);
  scan::FileBuffer buffer;
  for (Citation& citation : judgement.citations) {
    citation.why_not = root ? objection(citation, *root, matter, buffer) : root.error().what;
    citation.holds = citation.why_not.empty();
  }
}

}  // namespace assay::reading
