// SPDX-License-Identifier: MIT
// Sessions of a noxfile.
#include "base/text/join.h"
#include "format/shell/carriers.h"

#include <algorithm>

namespace assay::format::shell {
namespace {

/// The calls `session.run("pytest", ..., success_codes=[0, 1])` of a noxfile.
class Noxfile {
 public:
  explicit Noxfile(std::string_view text) : text_(text) {}

  Carried runs(const std::vector<std::string>& sessions) const {
    Carried out;
    std::size_t begin = text_.find("\ndef ");
    while (begin != std::string_view::npos) {
      const std::size_t name_at = begin + 5;
      const std::size_t next = text_.find("\ndef ", name_at);
      const std::string_view body = text_.substr(name_at, next - name_at);
      const std::string name(body.substr(0, body.find('(')));
      const bool wanted = std::any_of(
          sessions.begin(), sessions.end(),
          [&](const std::string& session) { return session.substr(0, session.find('-')) == name; });
      if (sessions.empty() || wanted) add_calls(body, name, out);
      begin = next;
    }
    return out;
  }

 private:
  static void add_calls(std::string_view body, const std::string& session, Carried& out) {
    for (std::size_t at = body.find(".run("); at != std::string_view::npos;
         at = body.find(".run(", at)) {
      at += 5;
      Piece piece;
      piece.no_shell = true;
      piece.place = "noxfile.py, session " + session;
      at = read_call(body, at, piece);
      if (!piece.text.empty() && out.pieces.size() < pieces_max) out.pieces.push_back(piece);
    }
  }

  // From behind the parenthesis; returns where the call ends.
  static std::size_t read_call(std::string_view body, std::size_t at, Piece& piece) {
    int depth = 0;
    bool named = false;
    std::string word;
    for (; at < body.size(); ++at) {
      const char c = body[at];
      if (c == '"' || c == '\'') {
        std::size_t end = at + 1;
        while (end < body.size() && body[end] != c && body[end] != '\n')
          end += body[end] == '\\' ? 2U : 1U;
        if (!named && depth == 0)
          piece.text += (piece.text.empty() ? "'" : " '") +
                        std::string(body.substr(at + 1, std::min(end, body.size()) - at - 1)) + "'";
        at = end;
        continue;
      }
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      if (depth < 0) break;
      if (depth == 0 && c == ',') {
        if (!named && !word.empty()) append_part(piece.text, " ", not_known);
        named = false;
        word.clear();
      } else if (depth == 0 && c == '=') {
        named = true;
        const std::string_view value = body.substr(at + 1, body.find_first_of(")]\n", at) - at - 1);
        if (word == "success_codes" && takes_failures(value))
          piece.ignored = "`success_codes` with more than 0";
      } else if (c != ' ' && c != '\n' && c != '\t' && c != '*') {
        word.push_back(c);
      }
    }
    if (!named && !word.empty()) append_part(piece.text, " ", not_known);
    return at;
  }

  // 1 is how a check says no; pytest's 5 only says that there was nothing to do.
  static bool takes_failures(std::string_view value) {
    if (value.find("range") != std::string_view::npos) return true;
    for (std::size_t at = value.find('1'); at != std::string_view::npos;
         at = value.find('1', at + 1)) {
      const auto digit = [&](std::size_t i) {
        return i < value.size() && value[i] >= '0' && value[i] <= '9';
      };
      if (!digit(at + 1) && (at == 0 || !digit(at - 1))) return true;
    }
    return false;
  }

  std::string_view text_;
};

}  // namespace

std::optional<Carried> nox_runs(Words words, const std::string& folder, const Sources& sources) {
  std::vector<std::string> sessions;
  std::string file = "noxfile.py";
  for (std::size_t i = 1; i < words.size() && words[i].text != "--"; ++i) {
    const std::string& text = words[i].text;
    const bool last = i + 1 >= words.size();
    if (lists(" -s --session --sessions -e ", text)) {
      while (i + 1 < words.size() && !words[i + 1].text.starts_with('-'))
        sessions.push_back(words[++i].text);
    } else if (text == "-f" || text == "--noxfile") {
      if (!last) file = words[++i].text;
    } else if (lists(" -k -t -p --python --tags ", text)) {
      return {};
    }
  }
  const auto text = sources(path_in(folder, file));
  if (!text) return {};
  Carried out = Noxfile("\n" + *text).runs(sessions);
  out.folder = folder;
  return out;
}

}  // namespace assay::format::shell
