// SPDX-License-Identifier: MIT
// Tests of a build folder of CMake.
#include "base/text/join.h"
#include "format/shell/carriers.h"

#include <algorithm>
#include <utility>

namespace assay::format::shell {
namespace {

/// The commands of `add_test(name "sh" "-c" "...")` in CTestTestfile.cmake and the folders below
/// it.
class TestFile {
 public:
  TestFile(const Sources& sources, Carried& out) : sources_(sources), out_(out) {}

  void read(const std::string& folder, int depth) {
    const auto text = sources_(path_in(folder, "CTestTestfile.cmake"));
    if (!text || depth > references_deep_max) {
      out_.needs_unknown = true;
      return;
    }
    std::string_view rest = *text;
    while (!rest.empty()) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (line.starts_with("add_test(")) add(line.substr(9), folder);
      if (line.starts_with("subdirs(")) {
        const std::vector<std::string> names = quoted_words(line.substr(8));
        if (!names.empty()) read(path_in(folder, names.front()), depth + 1);
      }
    }
  }

 private:
  void add(std::string_view line, const std::string& folder) {
    const std::size_t name_end = line.starts_with("[=") ? line.find("]=] ") : line.find(' ');
    if (name_end == std::string_view::npos || out_.pieces.size() > pieces_max) return;
    Piece piece;
    for (const std::string& word : quoted_words(line.substr(name_end)))
      append_part(piece.text, " ", quoted_for_shell(word));
    piece.place = path_in(folder, "CTestTestfile.cmake");
    piece.no_shell = true;
    if (!piece.text.empty()) out_.pieces.push_back(std::move(piece));
  }

  static std::vector<std::string> quoted_words(std::string_view text) {
    std::vector<std::string> words;
    for (std::size_t at = text.find('"'); at != std::string_view::npos;
         at = text.find('"', at + 1)) {
      std::string word;
      for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] == '\\' && at + 1 < text.size()) ++at;
        word.push_back(text[at]);
      }
      words.push_back(std::move(word));
    }
    return words;
  }

  static std::string quoted_for_shell(std::string_view word) {
    std::string out = "'";
    for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
  }

  const Sources& sources_;
  Carried& out_;
};

}  // namespace

std::optional<Carried> ctest_commands(Words words, const std::string& folder,
                                      const Sources& sources) {
  const Call call(words, " --test-dir ");
  // Then only some of them are asked for.
  if (call.has(" -R -E -L -LE -I --tests-regex -S -D --preset ")) return {};
  Carried out;
  out.folder = call.place(folder, " --test-dir ");
  TestFile(sources, out).read(out.folder, 0);
  return out;
}

}  // namespace assay::format::shell
