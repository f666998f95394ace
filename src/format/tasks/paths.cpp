// SPDX-License-Identifier: MIT
#include "format/tasks/paths.h"

#include "format/phrase/names.h"
#include "format/runners/scan.h"
#include "format/tasks/lines.h"

#include <algorithm>
#include <array>
#include <set>

namespace assay::format::tasklist {

namespace {

constexpr std::size_t paths_max = 1000;

bool is_path(std::string_view text, bool marked) {
  PhraseToken token;
  token.kind = marked ? PhraseToken::Kind::code : PhraseToken::Kind::word;
  token.text = text;
  const bool rooted = text.size() > 1 && (text[0] == '/' || text[0] == '~') &&
                      text.find_first_of(" \t`\"'") == std::string_view::npos;
  return rooted || names_path(token, {});
}

/// "src/a.ts:10-20" -> "src/a.ts"
std::string_view without_lines(std::string_view path) {
  const std::size_t colon = path.find_last_of(':');
  if (colon == std::string_view::npos || colon == 0 || colon + 1 == path.size()) return path;
  const std::string_view lines = path.substr(colon + 1);
  return lines.find_first_not_of("0123456789-,L") == std::string_view::npos ? path.substr(0, colon)
                                                                            : path;
}

/// Blanks, emphasis, quotes and the punctuation of a sentence around a path.
std::string_view bare(std::string_view text) {
  constexpr std::string_view before = " \t\"'*<";
  constexpr std::string_view after = " \t\"'>,;:";
  const std::size_t begin = text.find_first_not_of(before);
  if (begin == std::string_view::npos) return "";
  // "**x**" is emphasised, "*.ts" and "src/**" are globs.
  const bool emphasised = starts_with(text.substr(text.find_first_not_of(" \t")), "**") &&
                          ends_with(trim(text), "**") && !contains(text, "/");
  std::string_view out = text.substr(emphasised ? begin : text.find_first_not_of(" \t\"'<"));
  if (emphasised) out = out.substr(0, out.find_last_not_of(" \t*") + 1);
  out = out.substr(0, out.find_last_not_of(after) + 1);
  if (out.size() > 1 && out.back() == '.' && out[out.size() - 2] != '.') out.remove_suffix(1);
  return out;
}

class PathCollector {
 public:
  std::vector<std::string> paths;

  void add(std::string_view path) {
    path = without_lines(bare(path));
    while (starts_with(path, "./") && path.size() > 2) path.remove_prefix(2);
    if (path.empty() || says_none(path)) return;
    spell_out(std::string(path));
  }

 private:
  /// src/{a,b}.ts -> src/a.ts, src/b.ts
  void spell_out(const std::string& path) {
    const std::size_t open = path.find('{');
    const std::size_t close = path.find('}', open);
    const std::size_t comma = path.find(',', open);
    if (open == path.npos || close == path.npos || comma > close ||
        path.find('{', open + 1) < path.size())
      return put(path);
    const std::string tail = path.substr(close + 1);
    std::size_t at = open + 1;
    while (at <= close) {
      const std::size_t end = std::min(path.find(',', at), close);
      put(path.substr(0, open) + std::string(trim(std::string_view(path).substr(at, end - at))) +
          tail);
      at = end + 1;
    }
  }

  void put(std::string path) {
    constexpr std::size_t path_max = 4096;
    if (path.size() > path_max || paths.size() >= paths_max) return;
    if (seen_.insert(path).second) paths.push_back(std::move(path));
  }

  std::set<std::string> seen_;
};

/// The text without parentheses that stand outside code spans, cut at commas outside braces.
class Splitter {
 public:
  std::vector<std::vector<Piece>> parts{{}};

  void take(const std::vector<Piece>& pieces) {
    for (const Piece& piece : pieces) {
      if (!piece.code) {
        take_text(piece.text);
      } else if (depth_ == 0) {
        parts.back().push_back(piece);
      }
    }
  }

 private:
  void take_text(std::string_view text) {
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size(); ++at) {
      const char c = text[at];
      // "app/(group)/page.tsx" is a path, "a.ts (new)" has a remark.
      const bool remark = c == '(' && (depth_ > 0 || at == 0 || is_blank(text[at - 1]));
      if (remark && depth_++ == 0) keep(text.substr(begin, at - begin));
      if (c == ')' && depth_ > 0 && --depth_ == 0) begin = at + 1;
      if (depth_ > 0) continue;
      if (c == '{') ++braces_;
      if (c == '}' && braces_ > 0) --braces_;
      if ((c != ',' && c != ';') || braces_ > 0) continue;
      keep(text.substr(begin, at - begin));
      parts.emplace_back();
      begin = at + 1;
    }
    if (depth_ == 0) keep(text.substr(std::min(begin, text.size())));
  }

  void keep(std::string_view text) {
    if (!trim(text).empty()) parts.back().push_back({text, false});
  }

  int depth_ = 0;
  int braces_ = 0;
};

template <class Use>
void each_word(std::string_view text, Use use) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = text.find_first_not_of(" \t", at);
    if (begin == std::string_view::npos) return;
    const std::size_t end = std::min(text.find_first_of(" \t", begin), text.size());
    use(text.substr(begin, end - begin));
    at = end;
  }
}

void take_part(const std::vector<Piece>& part, PathCollector& out) {
  const bool marked =
      std::any_of(part.begin(), part.end(), [](const Piece& piece) { return piece.code; });
  bool first = true;
  for (const Piece& piece : part) {
    if (piece.code) {
      // Behind the first, a code span is as likely a name in that file.
      if (first || is_path(piece.text, true)) out.add(piece.text);
      first = false;
    } else if (trim(piece.text).find_first_of(" \t") == std::string_view::npos && !marked) {
      out.add(piece.text);
    } else {
      each_word(piece.text, [&](std::string_view word) {
        if (is_path(bare(word), false)) out.add(word);
      });
    }
  }
}

}  // namespace

bool says_none(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t_*`\"(");
  if (begin == std::string_view::npos) return true;
  const std::string lower = lowered(text.substr(begin, 16));
  constexpr std::array<std::string_view, 8> words{"none", "n/a", "na", "nothing",
                                                  "-",    "—",   "–",  "no files"};
  for (const std::string_view word : words) {
    if (!starts_with(lower, word)) continue;
    const std::string_view rest = std::string_view(lower).substr(word.size());
    // "none.ts" and "none_such.py" are files.
    if (rest.find_first_not_of("_*`.\")") == std::string_view::npos) return true;
    if (contains(" \t,;:(", rest.substr(0, 1))) return true;
  }
  return starts_with(lower, "no commit");
}

std::vector<std::string> paths_of(const Field& files) {
  PathCollector out;
  for (const std::string& segment : segments_of(files)) {
    if (says_none(segment)) continue;
    Splitter splitter;
    splitter.take(pieces_of(segment));
    for (const auto& part : splitter.parts) take_part(part, out);
  }
  for (const auto& block : code_blocks_of(files)) {
    for (const std::string_view line : block) {
      if (!trim(line).empty() && trim(line)[0] != '#') out.add(line);
    }
  }
  return std::move(out.paths);
}

std::vector<std::string> paths_in(std::string_view title) {
  PathCollector out;
  for (const Piece& piece : pieces_of(title)) {
    if (piece.code) {
      if (is_path(piece.text, true) && !starts_with(piece.text, "/")) out.add(piece.text);
      continue;
    }
    each_word(piece.text, [&](std::string_view word) {
      if (starts_with(word, "(") && ends_with(word, ")")) word = word.substr(1, word.size() - 2);
      const std::string_view path = bare(word);
      if (!starts_with(path, "/") && is_path(path, false)) out.add(path);
    });
  }
  return std::move(out.paths);
}

}  // namespace assay::format::tasklist
