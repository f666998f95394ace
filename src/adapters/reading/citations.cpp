// SPDX-License-Identifier: MIT
#include "adapters/reading/citations.h"

#include "adapters/scan/beneath.h"

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

std::string objection(const Citation& citation, const scan::Beneath& workspace,
                      scan::FileBuffer& buffer) {
  if (citation.line == 0) return "that names no file and line";
  scan::Sight sight;
  const adapters::Descriptor file = workspace.open_file(citation.path, sight);
  if (!file)
    return sight.is_outside() ? "that is outside of the workspace" : "there is no such file";
  int problem = 0;
  if (!buffer.read(file.get(), static_cast<std::size_t>(sight.status.st_size), file_bytes_max,
                   problem))
    return "the file cannot be read";
  const auto line = line_of(buffer.text(), citation.line);
  if (!line) return "the file has fewer lines";
  if (line->find_first_not_of(" \t\r") == std::string_view::npos) return "that line is blank";
  if (citation.quote.empty()) return "nothing of that line is quoted";
  return line->find(citation.quote) == std::string_view::npos
             ? "that line does not contain what is quoted"
             : "";
}

}  // namespace

void look_up(core::agent::Judgement& judgement, const std::string& workspace) {
  const auto root = scan::Beneath::open(workspace);
  scan::FileBuffer buffer;
  for (Citation& citation : judgement.citations) {
    citation.why_not = root ? objection(citation, *root, buffer) : root.error().what;
    citation.holds = citation.why_not.empty();
  }
}

}  // namespace assay::reading
