// SPDX-License-Identifier: MIT
// How bash text is cut into words and commands, shown as a sketch of its syntax.
#include "format/shell/lexer.h"

#include "format/shell/parser.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

namespace shell = assay::format::shell;

namespace {

std::string sketch(const shell::List& list);

std::string sketch(const shell::Word& word) {
  std::string out = "<" + word.text + ">";
  for (const shell::Substitution& substitution : word.substitutions) {
    out += (substitution.carries_status ? "$" : "%") + sketch(substitution.list);
  }
  return out;
}

std::string_view name(shell::CommandKind kind) {
  switch (kind) {
    case shell::CommandKind::simple: return "";
    case shell::CommandKind::group: return "group";
    case shell::CommandKind::subshell: return "subshell";
    case shell::CommandKind::branch: return "if";
    case shell::CommandKind::loop: return "loop";
    case shell::CommandKind::each: return "for";
    case shell::CommandKind::choice: return "case";
    case shell::CommandKind::function: return "function";
    case shell::CommandKind::arithmetic: return "arithmetic";
    case shell::CommandKind::test: return "test";
    case shell::CommandKind::coproc: return "coproc";
  }
  return "?";
}

std::string sketch(const shell::Command& command) {
  constexpr std::string_view joins[] = {"", " | ", " && ", " || "};
  std::string out(joins[static_cast<int>(command.join)]);
  if (command.negated) out += "!";
  out += name(command.kind);
  for (const shell::Word& word : command.words) out += sketch(word);
  for (const shell::List& part : command.parts) out += sketch(part);
  for (const shell::Redirection& redirection : command.redirections) {
    out += ">" + sketch(redirection.target);
    if (redirection.body) out += sketch(*redirection.body);
  }
  return out;
}

std::string sketch(const shell::List& list) {
  std::string out = "[";
  for (const shell::Item& item : list.items) {
    if (out.size() > 1) out += "; ";
    for (const shell::Command& command : item.commands) out += sketch(command);
    if (item.background) out += " &";
  }
  return out + "]";
}

std::string sketch(std::string_view text) {
  const auto parsed = shell::parse(text, {0, static_cast<std::uint32_t>(text.size()), true});
  return parsed.error ? "error: " + parsed.error->what : sketch(parsed.list);
}

struct LexerRow {
  std::string_view text;
  std::string_view want;
};

template <std::size_t n>
void check_sketches(const LexerRow (&rows)[n]) {
  for (const LexerRow& row : rows) {
    CAPTURE(row.text);
    CHECK(sketch(row.text) == row.want);
  }
}

}  // namespace

TEST_CASE("lexer: quotes and escapes are removed from words") {
  check_sketches({
      {"a b  c", "[<a><b><c>]"},
      {"'a b' \"c d\"", "[<a b><c d>]"},
      {"a'b'\"c\"d", "[<abcd>]"},
      {"a\\ b \\'", "[<a b><'>]"},
      {"\"a\\\"b\\$c\\d\"", "[<a\"b$c\\d>]"},
      {"$'a\\n\\x41\\101\\u20ac\\'b'", "[<a\nAA\xE2\x82\xAC'b>]"},
      {"$'ab\\0cd'", "[<ab>]"},
      {"$\"a b\"", "[<a b>]"},
      {"a\\\nb", "[<ab>]"},
      {"''", "[<>]"},
      {"a#b #c", "[<a#b>]"},
      {"$x ${y} ${z:-1} \"$?\"", "[<$x><$y><$_><$?>]"},
      {"a\r", "[<a\r>]"},
      {"$", "[<$>]"},
      {"\\", "[<\\>]"},
  });
}

TEST_CASE("lexer: substitutions are read as commands of their own") {
  check_sketches({
      {"a $(b c)", "[<a><$_>$[<b><c>]]"},
      {"a `b c`", "[<a><$_>$[<b><c>]]"},
      {"a \"$(b \"c d\")\"", "[<a><$_>$[<b><c d>]]"},
      {"a `b \\`c\\``", "[<a><$_>$[<b><$_>$[<c>]]]"},
      {"a <(b) >(c)", "[<a><$_>%[<b>]<$_>%[<c>]]"},
      {"a ${x:-$(b)}", "[<a><$_>$[<b>]]"},
      {"a \"${x:-it's}\"", "[<a><$_>]"},
      {"a \"${x#'}'}\"", "[<a><$_>]"},
      {"a $((1 + $(b)))", "[<a><$_>$[<b>]]"},
      {"a $((b) | c)", "[<a><$_>$[subshell[<b>] | <c>]]"},
      {"a $(case x in y) b;; esac)", "[<a><$_>$[case<x><y>[<b>]]]"},
      {"a $(b # )\n)", "[<a><$_>$[<b>]]"},
      {"a $(cat <<E\n)\nE\n)", "[<a><$_>$[<cat>><E><)\n>]]"},
      {"x=(a $(b)\nc) d", "[<x=$_$_$_$_>$[<b>]<d>]"},
  });
}

TEST_CASE("lexer: operators and redirections") {
  check_sketches({
      {"a;b&c", "[<a>; <b> &; <c>]"},
      {"a&&b||c|d|&e", "[<a> && <b> || <c> | <d> | <e>]"},
      {"a 2>&1 &>b >|c <>d 3>&- &>>e <&4", "[<a>><1>><b>><c>><d>><->><e>><4>]"},
      {"a 2 >b", "[<a><2>><b>]"},
      {"{fd}>a b", "[<b>><a>]"},
      {"a <<< 'b c'", "[<a>><b c>]"},
      {"a &\\\n& b", "[<a> && <b>]"},
      {"a >'x & y'", "[<a>><x & y>]"},
  });
}

TEST_CASE("lexer: heredocs") {
  check_sketches({
      {"a <<E\nb & c\nE\nd", "[<a>><E><b & c\n>; <d>]"},
      {"a <<'E'\n$(b)\nE", "[<a>><E><$(b)\n>]"},
      {"a <<E\n$(b)\nE", "[<a>><E><$_\n>$[<b>]]"},
      {"a <<-E\n\tb\n\tE\nc", "[<a>><E><b\n>; <c>]"},
      {"a <<A <<B\n1\nA\n2\nB\nc", "[<a>><A><1\n>><B><2\n>; <c>]"},
      {"a <<E && b\nx\nE\nc", "[<a>><E><x\n> && <b>; <c>]"},
      {"a <<E\"F\"\nx\nEF", "[<a>><EF><x\n>]"},
      {"a <<E\n\\$(b)\nE", "[<a>><E><$(b)\n>]"},
  });
}

TEST_CASE("parser: compound commands") {
  check_sketches({
      {"(a; b)", "[subshell[<a>; <b>]]"},
      {"{ a; b; } >c", "[group[<a>; <b>]><c>]"},
      {"if a; then b; elif c; then d; else e; fi", "[if[<a>][<b>][<c>][<d>][<e>]]"},
      {"while a; do b; done <c", "[loop[<a>][<b>]><c>]"},
      {"for x in a b; do c; done", "[for<a><b>[<c>]]"},
      {"for x; do c; done", "[for[<c>]]"},
      {"for ((i=0;i<2;i++)); do c; done", "[for<i=0;i<2;i++>[<c>]]"},
      {"case $x in (a|b) c;; *) d;& esac", "[case<$x><a><b><*>[<c>][<d>]]"},
      {"f() { a; }", "[function<f>[group[<a>]]]"},
      {"function f { a; }", "[function<f>[group[<a>]]]"},
      {"((a > 1))", "[arithmetic<a > 1>]"},
      {"((a) ; (b))", "[subshell[subshell[<a>]; subshell[<b>]]]"},
      {"[[ a =~ (b|c) && d ]]", "[test<a><=~><(b|c)><&&><d>]"},
      {"[[ a == @(b|c) ]]", "[test<a><==><@(b|c)>]"},
      {"! a", "[!<a>]"},
      {"!(a)", "[!subshell[<a>]]"},
      {"! ! a", "[<a>]"},
      {"time -p a", "[<a>]"},
      {"time -v a", "[<time><-v><a>]"},
      {"coproc N { a; }", "[coproc[group[<a>]]]"},
      {"echo if then } fi", "[<echo><if><then><}><fi>]"},
      {"'if' a", "[<if><a>]"},
      {"a\n\n b # c\n", "[<a>; <b>]"},
  });
}

TEST_CASE("parser: errors name what is missing") {
  check_sketches({
      {"a 'b", "error: a single quote is not closed"},
      {"a \"b", "error: a double quote is not closed"},
      {"a `b", "error: a backtick is not closed"},
      {"a ${b", "error: `${` is not closed"},
      {"a $(b", "error: a `(` is not closed"},
      {"if a; then b", "error: `fi` is missing"},
      {"while a; b", "error: `do` is missing"},
      {"a <<E\nb", "error: the heredoc has no closing line"},
      {"a &&", "error: it ends in the middle of a command"},
      {"a >", "error: a redirection has no target"},
  });
}

TEST_CASE("parser: positions are those of the whole text") {
  const std::string_view text = "a 'b c' $(d)";
  const auto parsed = shell::parse(text, {0, 12, true});
  const shell::Command& command = parsed.list.items.at(0).commands.at(0);
  CHECK(command.words.at(1).at.begin == 2);
  CHECK(command.words.at(1).at.end == 7);
  CHECK(command.words.at(1).inner == 3);
  const shell::Word& substituted = command.words.at(2);
  CHECK(substituted.substitutions.at(0).list.items.at(0).commands.at(0).at.begin == 10);
}
