// SPDX-License-Identifier: MIT
#include "format/goals/blank.h"

#include "base/text/utf8.h"
#include "format/tools/languages.h"

#include <algorithm>
#include <vector>

namespace assay::format {

namespace blanking {

namespace {

using core::goals::Blank;

/// How a language writes comments and strings.
struct Writing {
  std::string_view line = {};        ///< begins a comment that ends with the line
  std::string_view other_line = {};  ///< a second way to
  std::string_view open = {};        ///< begins a comment that may go over lines
  std::string_view close = {};
  std::string_view quotes =
      {};  ///< strings on one line, with a backslash before what is meant literally
  std::string_view long_quotes = {};  ///< of these, three in a row begin a string over lines
  std::string_view raw_quotes = {};   ///< strings over lines
  bool nested = false;                ///< comments in comments
  bool word_start = false;            ///< `line` counts only where a word may begin
  bool regex = false;                 ///< a slash where a value is expected begins a pattern
  bool lifetimes = false;             ///< a single quote may also begin a name
  bool digits = false;                ///< a single quote may stand in a number
  bool raw_r = false;                 ///< R"x(...)x" and r#"..."#
  bool conditional = false;           ///< #if 0 ... #endif
  bool heredocs = false;              ///< <<WORD ... WORD
  bool pod = false;                   ///< =begin ... =end, =pod ... =cut, and all behind __END__
  bool tags = false;                  ///< code stands between <? and ?> only
  bool shell_quotes = false;          ///< single quotes over lines, a backslash before one is none
  bool long_brackets = false;         ///< strings [==[ ... ]==], comments with -- before them
  bool left_out = false;              ///< the form behind #_ and all of (comment ...)
};

constexpr Writing c_like{.line = "//",
                         .open = "/*",
                         .close = "*/",
                         .quotes = "\"'",
                         .digits = true,
                         .raw_r = true,
                         .conditional = true};
constexpr Writing script{
    .line = "//", .open = "/*", .close = "*/", .quotes = "\"'", .raw_quotes = "`", .regex = true};
constexpr Writing managed{.line = "//",
                          .open = "/*",
                          .close = "*/",
                          .quotes = "\"'",
                          .long_quotes = "\"",
                          .nested = false,
                          .conditional = true};
constexpr Writing nested{.line = "//",
                         .open = "/*",
                         .close = "*/",
                         .quotes = "\"'",
                         .long_quotes = "\"",
                         .nested = true,
                         .conditional = true};
constexpr Writing other_braces{
    .line = "//", .open = "/*", .close = "*/", .quotes = "\"'", .long_quotes = "\"'"};
constexpr Writing rust{.line = "//",
                       .open = "/*",
                       .close = "*/",
                       .quotes = "\"'",
                       .nested = true,
                       .lifetimes = true,
                       .raw_r = true};
constexpr Writing go{.line = "//", .open = "/*", .close = "*/", .quotes = "\"'", .raw_quotes = "`"};
constexpr Writing php{.line = "//",
                      .other_line = "#",
                      .open = "/*",
                      .close = "*/",
                      .quotes = "\"'",
                      .heredocs = true,
                      .tags = true};
constexpr Writing python{.line = "#", .quotes = "\"'", .long_quotes = "\"'"};
constexpr Writing hash{.line = "#", .quotes = "\"'", .word_start = true};
constexpr Writing shell{
    .line = "#", .quotes = "\"'", .word_start = true, .heredocs = true, .shell_quotes = true};
constexpr Writing perl{
    .line = "#", .quotes = "\"'", .word_start = true, .heredocs = true, .pod = true};
constexpr Writing elixir{.line = "#", .quotes = "\"'", .long_quotes = "\"", .word_start = true};
constexpr Writing dashes{.line = "--", .open = "/*", .close = "*/", .quotes = "\"'"};
constexpr Writing lua{.line = "--", .quotes = "\"'", .long_brackets = true};
constexpr Writing ml{.open = "(*", .close = "*)", .quotes = "\"", .nested = true};
constexpr Writing lisp{
    .line = ";", .open = "#|", .close = "|#", .quotes = "\"", .nested = true, .left_out = true};
constexpr Writing erlang{.line = "%", .quotes = "\"'"};
constexpr Writing powershell{
    .line = "#", .open = "<#", .close = "#>", .quotes = "\"'", .word_start = true};
constexpr Writing julia{
    .line = "#", .open = "#=", .close = "=#", .quotes = "\"", .long_quotes = "\"", .nested = true};
constexpr Writing haskell{
    .line = "--", .open = "{-", .close = "-}", .quotes = "\"", .nested = true};
constexpr Writing markup{.open = "<!--", .close = "-->"};
constexpr Writing style{.open = "/*", .close = "*/", .quotes = "\"'"};

/// Null: nothing is known about it.
const Writing* writing_of(tools::Language language) {
  using tools::Language;
  switch (language) {
    case Language::c: return &c_like;
    case Language::script: return &script;
    case Language::java: return &managed;
    case Language::braces: return &other_braces;
    case Language::kotlin: return &nested;
    case Language::rust: return &rust;
    case Language::go: return &go;
    case Language::php: return &php;
    case Language::python: return &python;
    case Language::ruby:
    case Language::perl: return &perl;
    case Language::shell: return &shell;
    case Language::elixir: return &elixir;
    case Language::hash: return &hash;
    case Language::sql: return &dashes;
    case Language::lua: return &lua;
    case Language::haskell: return &haskell;
    case Language::ml: return &ml;
    case Language::lisp: return &lisp;
    case Language::erlang: return &erlang;
    case Language::powershell: return &powershell;
    case Language::julia: return &julia;
    case Language::component:
    case Language::markup: return &markup;
    case Language::style: return &style;
    case Language::none: break;
  }
  return nullptr;
}

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Walks over a text once; what it passes over as comment or string is made blank in `out`.
class Blanker {
 public:
  Blanker(const Writing& writing, std::string_view text, Blank what)
      : n_(writing), text_(text), out_(text), strings_(what == Blank::comments_and_strings) {}

  std::string run() {
    while (at_ < text_.size()) step();
    if (n_.conditional) drop_disabled();
    if (&n_ == &python) drop_never();
    if (&n_ == &rust) drop_configured_out();
    if (&n_ == &go && is_left_out()) wipe(0, out_.size());
    if (&n_ == &php) wipe(out_.find("__halt_compiler"), out_.size());
    return std::move(out_);
  }

 private:
  bool at(std::string_view word) const {
    return !word.empty() && text_.substr(at_).starts_with(word);
  }

  char before() const { return at_ == 0 ? '\n' : text_[at_ - 1]; }

  void wipe(std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < std::min(end, out_.size()); ++i) {
      if (out_[i] != '\n') out_[i] = ' ';
    }
  }

  void step() {
    const char c = text_[at_];
    if (n_.tags && outside_tags()) return;
    if (n_.pod && before() == '\n' && pod()) return;
    if (n_.heredocs && c == '<' && opens_heredoc()) return;
    if (n_.heredocs && c == '\n' && !awaited_.empty()) return heredoc();
    if (n_.shell_quotes && c == '\\') {
      at_ = std::min(at_ + 2, text_.size());
      return;
    }
    if (n_.shell_quotes && c == '\'') return over_lines(c);
    if (n_.long_brackets && long_bracket()) return;
    if (n_.left_out && (at("#_") || at("(comment ") || at("(comment\n"))) return form();
    if (at(n_.open)) return comment();
    if (begins_line_comment()) return to_line_end();
    if (n_.raw_r && raw_string()) return;
    if (n_.raw_quotes.find(c) != std::string_view::npos) return raw(c);
    if (n_.quotes.find(c) != std::string_view::npos) return quote(c);
    if (n_.regex && c == '/' && expects_value()) return pattern();
    if (!is_blank_byte(c)) last_ = c;
    ++at_;
  }

  static bool is_blank_byte(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

  bool begins_line_comment() const {
    if (at(n_.other_line)) return true;
    if (!at(n_.line)) return false;
    const char left = before();
    return !n_.word_start || is_blank_byte(left) || left == ';' || left == '(' || left == '&' ||
           left == '|';
  }

  void to_line_end() {
    std::size_t end = std::min(text_.find('\n', at_), text_.size());
    // In C a backslash at the end takes the next line along.
    while (n_.digits && end < text_.size() && end > 0 && text_[end - 1] == '\\')
      end = std::min(text_.find('\n', end + 1), text_.size());
    wipe(at_, end);
    at_ = end;
  }

  /// What stands before `<?php` and behind `?>` is text.
  bool outside_tags() {
    if (inside_ && at("?>")) inside_ = false;
    if (inside_) return false;
    const std::size_t begin = std::min(text_.find("<?", at_), text_.size());
    wipe(at_, begin);
    at_ = std::min(begin + 2, text_.size());
    inside_ = true;
    return true;
  }

  /// `=begin` and `=pod` up to `=end` and `=cut`; `__END__` up to the end.
  bool pod() {
    const bool all = at("__END__\n") || at("__DATA__\n");
    const bool block = text_[at_] == '=' && at_ + 1 < text_.size() && is_word(text_[at_ + 1]) &&
                       (text_[at_ + 1] < '0' || text_[at_ + 1] > '9');
    if (!all && !block) return false;
    const std::size_t end = std::min(text_.find("\n=end", at_), text_.find("\n=cut", at_));
    const std::size_t stop = all || end == std::string_view::npos ? text_.size() : end + 5;
    wipe(at_, stop);
    at_ = stop;
    return true;
  }

  /// `<<E`, `<<-'E'`, `<<~E`, `<<<E`: the word that ends the text which begins with the next line.
  bool opens_heredoc() {
    std::string_view rest = text_.substr(at_);
    if (!rest.starts_with("<<") || before() == '<') return false;
    rest.remove_prefix(n_.tags && rest.starts_with("<<<") ? 3 : 2);
    while (!rest.empty() && std::string_view("-~ '\"\\").find(rest.front()) != rest.npos)
      rest.remove_prefix(1);
    std::size_t end = 0;
    while (end < rest.size() && is_word(rest[end])) ++end;
    const bool word = end > 0 && (rest[0] < '0' || rest[0] > '9');
    // In Ruby and Perl `a << b` shifts; the words of texts are written large.
    const bool large = word && rest[0] >= 'A' && rest[0] <= 'Z';
    if (!word || (n_.pod && !large)) return false;
    awaited_ = rest.substr(0, end);
    at_ += 2;
    return true;
  }

  void heredoc() {
    const std::size_t begin = ++at_;
    while (at_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      std::string_view line = text_.substr(at_, end - at_);
      line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
      const bool ends = line.starts_with(awaited_) &&
                        (line.size() == awaited_.size() || !is_word(line[awaited_.size()]));
      if (ends) break;
      at_ = std::min(end + 1, text_.size());
    }
    awaited_.clear();
    if (strings_) wipe(begin, at_);
    at_ = std::min(text_.find('\n', at_), text_.size());
  }

  void over_lines(char mark) {
    const std::size_t begin = ++at_;
    at_ = std::min(text_.find(mark, at_), text_.size());
    string_body(begin, at_);
    if (at_ < text_.size()) ++at_;
  }

  /// Lua: [[ ... ]], [==[ ... ]==]; with two dashes before it a comment.
  bool long_bracket() {
    const std::size_t before_it = at("--") ? 2 : 0;
    const std::size_t open = at_ + before_it + 1;
    if (open > text_.size() || text_[open - 1] != '[') return false;
    const std::size_t inner = std::min(text_.find_first_not_of('=', open), text_.size());
    if (inner == text_.size() || text_[inner] != '[') return false;
    const std::string close = "]" + std::string(inner - open, '=') + "]";
    const std::size_t end = std::min(text_.find(close, inner + 1), text_.size());
    if (before_it > 0) {
      wipe(at_, end + close.size());
    } else {
      string_body(inner + 1, end);
    }
    at_ = std::min(end + close.size(), text_.size());
    return true;
  }

  /// Lisp: the parenthesis that begins here or behind the mark, up to the one that closes it.
  void form() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find('(', at_), text_.size());
    for (int depth = 0; at_ < text_.size(); ++at_) {
      depth += text_[at_] == '(' ? 1 : text_[at_] == ')' ? -1 : 0;
      if (depth == 0) break;
    }
    at_ = std::min(at_ + 1, text_.size());
    wipe(begin, at_);
  }

  void comment() {
    const std::size_t begin = at_;
    at_ += n_.open.size();
    for (int depth = 1; at_ < text_.size() && depth > 0;) {
      if (at(n_.close)) {
        --depth;
        at_ += n_.close.size();
      } else if (n_.nested && at(n_.open)) {
        ++depth;
        at_ += n_.open.size();
      } else {
        ++at_;
      }
    }
    wipe(begin, at_);
  }

  /// From behind the opening quote to before the closing one.
  void string_body(std::size_t begin, std::size_t end) {
    if (strings_) wipe(begin, end);
    last_ = '"';
  }

  void quote(char mark) {
    if (mark == '\'' && n_.digits && is_word(before())) return skip();
    if (mark == '\'' && n_.lifetimes && !is_character()) return skip();
    const std::string three(3, mark);
    if (n_.long_quotes.find(mark) != std::string_view::npos && at(three)) {
      const std::size_t begin = at_ + 3;
      const std::size_t end = std::min(text_.find(three, begin), text_.size());
      string_body(begin, end);
      at_ = std::min(end + 3, text_.size());
      return;
    }
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != mark && text_[at_] != '\n') {
      at_ += text_[at_] == '\\' && at_ + 1 < text_.size() ? 2U : 1U;
    }
    at_ = std::min(at_, text_.size());
    string_body(begin, at_);
    if (at_ < text_.size() && text_[at_] == mark) ++at_;
  }

  void skip() {
    last_ = text_[at_];
    ++at_;
  }

  /// 'x' and '\n', not 'name.
  bool is_character() const {
    const std::string_view rest = text_.substr(at_ + 1);
    if (rest.empty()) return false;
    if (rest.front() == '\\') return true;
    const std::size_t length = std::max<std::size_t>(decode_utf8(rest, 0).length, 1);
    return rest.size() > length && rest[length] == '\'';
  }

  /// `...` over lines; in ${...} there is code again.
  void raw(char mark) {
    const std::size_t begin = ++at_;
    std::size_t piece = begin;
    while (at_ < text_.size() && text_[at_] != mark) {
      if (text_[at_] == '\\') {
        at_ = std::min(at_ + 2, text_.size());
      } else if (n_.regex && text_.substr(at_).starts_with("${") && depth_ < depth_max) {
        string_body(piece, at_);
        inner_code();
        piece = at_;
      } else {
        ++at_;
      }
    }
    string_body(piece, at_);
    if (at_ < text_.size()) ++at_;
  }

  void inner_code() {
    at_ += 2;
    ++depth_;
    for (int braces = 1; at_ < text_.size();) {
      if (text_[at_] == '{') ++braces;
      if (text_[at_] == '}' && --braces == 0) break;
      step();
    }
    --depth_;
    if (at_ < text_.size()) ++at_;
  }

  /// R"x(...)x" and r##"..."##, with what may stand before the R.
  bool raw_string() {
    const std::string_view rest = text_.substr(at_);
    if (is_word(before()) && !(before() == 'u' || before() == 'U' || before() == 'L' ||
                               before() == '8' || before() == 'b'))
      return false;
    std::string close;
    std::size_t body = 0;
    if (rest.starts_with("R\"")) {
      const std::size_t open = rest.find('(');
      if (open == std::string_view::npos || open > 20) return false;
      close = ")" + std::string(rest.substr(2, open - 2)) + "\"";
      body = open + 1;
    } else if (rest.starts_with("r\"") || rest.starts_with("r#")) {
      const std::size_t open = rest.find_first_not_of('#', 1);
      if (open == std::string_view::npos || rest[open] != '"') return false;
      close = "\"" + std::string(open - 1, '#');
      body = open + 1;
    } else {
      return false;
    }
    const std::size_t end = std::min(text_.find(close, at_ + body), text_.size());
    string_body(at_ + body, end);
    at_ = std::min(end + close.size(), text_.size());
    return true;
  }

  bool expects_value() const {
    return std::string_view("(,=:[!&|?{};~^+*%<>\n").find(last_) != std::string_view::npos;
  }

  void pattern() {
    const std::size_t begin = at_ + 1;
    std::size_t i = begin;
    for (bool in_class = false; i < text_.size() && text_[i] != '\n'; ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (text_[i] == '[') {
        in_class = true;
      } else if (text_[i] == ']') {
        in_class = false;
      } else if (text_[i] == '/' && !in_class) {
        break;
      }
    }
    if (i >= text_.size() || text_[i] != '/') return skip();
    string_body(begin, i);
    at_ = i + 1;
  }

  /// What stands between `#if 0` and its `#else` or `#endif` is compiled by nobody.
  void drop_disabled() {
    int depth = 0;  // of conditionals inside the disabled part
    bool off = false;
    std::vector<bool> sure;  // conditionals around; true: its first part is what counts
    for (std::size_t begin = 0; begin < out_.size();) {
      const std::size_t end = std::min(out_.find('\n', begin), out_.size());
      const std::string word = directive(std::string_view(out_).substr(begin, end - begin));
      if (!off && word == "if0") {
        off = true;
        depth = 0;
      } else if (!off && word == "if1") {
        sure.push_back(true);
      } else if (!off && word.starts_with("if")) {
        sure.push_back(false);
      } else if (!off && word == "endif") {
        if (!sure.empty()) sure.pop_back();
      } else if (!off && (word == "else" || word == "elif") && !sure.empty() && sure.back()) {
        sure.pop_back();
        off = true;
        depth = 0;
      } else if (off) {
        if (depth == 0 && (word == "endif" || word == "else" || word == "elif")) {
          off = false;
        } else {
          depth += word.starts_with("if") ? 1 : word == "endif" ? -1 : 0;
          wipe(begin, end);
        }
      }
      begin = end + 1;
    }
  }

  /// A line of Python that is never left alive, and one whose block is never entered.
  static bool ends_all(std::string_view code) {
    return code.starts_with("raise ") || code.starts_with("sys.exit(") ||
           code.starts_with("exit(") || code.starts_with("quit(") ||
           code.starts_with("os._exit(") || code == "assert False" || code == "assert 0";
  }
  static bool never_holds(std::string_view code) {
    for (const std::string_view never :
         {"if False:", "if 0:", "if not True:", "if None:", "while False:", "while 0:",
          "elif False:", "if TYPE_CHECKING:", "if typing.TYPE_CHECKING:"}) {
      if (code.starts_with(never)) return true;
    }
    return false;
  }

  /// What Python's `if False:` and `if 0:` hold, by its indentation, and what stands behind the end
  /// of the whole file.
  void drop_never() {
    std::size_t off = std::string::npos;  // the indentation of the condition
    for (std::size_t begin = 0; begin < out_.size();) {
      const std::size_t end = std::min(out_.find('\n', begin), out_.size());
      const std::string_view line = std::string_view(out_).substr(begin, end - begin);
      const std::size_t indent = line.find_first_not_of(" \t");
      if (indent != std::string_view::npos) {
        if (off != std::string::npos && indent <= off) off = std::string::npos;
        if (off != std::string::npos) wipe(begin, end);
        const std::string_view code = line.substr(indent);
        if (off == std::string::npos && never_holds(code)) off = indent;
        if (strings_ && indent == 0 && ends_all(code)) return wipe(end, out_.size());
      }
      begin = end + 1;
    }
  }

  /// `#[cfg(any())]`, `#[cfg(FALSE)]`: the item behind it is compiled by nobody.
  void drop_configured_out() {
    for (const std::string_view mark : {"#[cfg(any())]", "#[cfg(FALSE)]", "#[cfg(false)]"}) {
      for (std::size_t at = out_.find(mark); at != std::string::npos; at = out_.find(mark, at)) {
        std::size_t end = out_.find_first_of("{;", at);
        for (int depth = 0; end < out_.size(); ++end) {
          depth += out_[end] == '{' ? 1 : out_[end] == '}' ? -1 : 0;
          if (depth == 0) break;
        }
        wipe(at, std::min(end, out_.size() - 1) + 1);
      }
    }
  }

  /// `//go:build ignore` before the package.
  bool is_left_out() const {
    const std::string_view head = text_.substr(0, text_.find("package "));
    return head.find("//go:build ignore") != std::string_view::npos ||
           head.find("// +build ignore") != std::string_view::npos;
  }

  /// "if0" for `# if 0`, "if", "ifdef", "else", ... for others; empty for a line without one.
  static std::string directive(std::string_view line) {
    std::size_t i = line.find_first_not_of(" \t");
    if (i == std::string_view::npos || line[i] != '#') return "";
    i = line.find_first_not_of(" \t", i + 1);
    if (i == std::string_view::npos) return "";
    std::size_t end = i;
    while (end < line.size() && is_word(line[end])) ++end;
    std::string word(line.substr(i, end - i));
    const std::size_t value = line.find_first_not_of(" \t(", end);
    const bool zero = value != std::string_view::npos && line[value] == '0' &&
                      (value + 1 == line.size() || !is_word(line[value + 1]));
    const std::string_view rest =
        value == std::string_view::npos ? std::string_view() : line.substr(value);
    const auto is = [&](std::string_view name) {
      return rest.starts_with(name) && (rest.size() == name.size() || !is_word(rest[name.size()]));
    };
    const bool alone = rest.find_first_of("&|=<>+-*") == std::string_view::npos;
    if (word == "if" && (zero || is("false"))) return "if0";
    return word == "if" && alone && (is("1") || is("true")) ? "if1" : word;
  }

  static constexpr int depth_max = 50;
  const Writing& n_;
  std::string_view text_;
  std::string out_;
  bool strings_;
  std::size_t at_ = 0;
  int depth_ = 0;
  char last_ = '\n';     ///< the last character of code
  bool inside_ = false;  ///< between <? and ?>
  std::string awaited_;  ///< the word that ends the text of a heredoc
};

/// Characters that are there and show nothing: spaces of all widths, joiners, marks of direction
/// and order.
bool is_invisible(char32_t c) {
  if (c <= 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0xAD || c == 0x34F || c == 0x61C) return true;
  if (c == 0x115F || c == 0x1160 || c == 0x2800 || c == 0x3000 || c == 0x3164 || c == 0xFEFF ||
      c == 0xFFA0)
    return true;
  return (c >= 0x2000 && c <= 0x200F) || (c >= 0x2028 && c <= 0x202F) ||
         (c >= 0x205F && c <= 0x206F) || (c >= 0xFE00 && c <= 0xFE0F) ||
         (c >= 0x180B && c <= 0x180E) || (c >= 0xE0000 && c <= 0xE0FFF);
}

}  // namespace

}  // namespace blanking

std::string blanked(std::string_view path, std::string_view text, core::goals::Blank what) {
  const blanking::Writing* writing = blanking::writing_of(tools::language_of(path));
  if (writing == nullptr || what == core::goals::Blank::nothing) return std::string(text);
  return blanking::Blanker(*writing, text, what).run();
}

bool shows_something(std::string_view path, std::string_view text) {
  const std::string code = blanked(path, text, core::goals::Blank::comments);
  for (std::size_t i = 0; i < code.size();) {
    const CodePoint character = decode_utf8(code, i);
    if (character.length == 0 || !blanking::is_invisible(character.value)) return true;
    i += character.length;
  }
  return false;
}

}  // namespace assay::format
