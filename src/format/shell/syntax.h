// SPDX-License-Identifier: MIT
// The shape of a bash command: lists of pipelines of commands, with words whose quotes are removed.
// Positions are always bytes of the outermost command text, also for scripts that were unpacked
// from a string.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::shell {

struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

enum class TokenKind : std::uint8_t {
  end,
  newline,
  word,
  io_number,  ///< the `2` of `2>&1`, the `{fd}` of `{fd}<file`
  semi,
  amp,
  and_if,
  or_if,
  pipe,
  pipe_amp,
  case_break,  ///< `;;`, `;&` and `;;&`
  paren_open,
  paren_close,
  less,
  great,
  append,
  clobber,
  read_write,
  duplicate_in,
  duplicate_out,
  both_out,  ///< `&>` and `&>>`
  heredoc,
  heredoc_strip,
  here_string,
};

struct Substitution;
struct List;

struct Word {
  static constexpr std::uint32_t nowhere = UINT32_MAX;

  Span at;
  std::uint32_t inner =
      nowhere;              ///< where `text` begins, if it stands in the command byte for byte
  bool quoted = false;      ///< some of it was quoted or escaped, so it is no reserved word
  bool assignment = false;  ///< begins with an unquoted `name=`
  bool literal = true;      ///< without expansions, so `text` is what the command will see
  std::string text;         ///< quotes removed; `$name` kept, other expansions are `$_`
  std::vector<Substitution> substitutions;

  bool is(std::string_view plain) const { return !quoted && text == plain; }
};

struct Redirection {
  TokenKind op{};
  Word target;
  std::shared_ptr<Word> body;  ///< of a heredoc
};

enum class CommandKind : std::uint8_t {
  simple,
  group,       ///< parts: body
  subshell,    ///< parts: body
  branch,      ///< if; parts: condition, body, condition, body, ..., else
  loop,        ///< while, until; parts: condition, body
  each,        ///< for, select; parts: body
  choice,      ///< case; parts: one per clause
  function,    ///< parts: body (one command); words: name
  arithmetic,  ///< (( ))
  test,        ///< [[ ]]; words: what stands between
  coproc,      ///< parts: body
};

enum class Join : std::uint8_t { first, pipe, and_if, or_if };

struct Command {
  CommandKind kind = CommandKind::simple;
  Join join = Join::first;    ///< how it hangs on the command before it
  bool negated = false;       ///< a `!` before the pipeline that begins here
  bool has_fallback = false;  ///< an `else`, or a `*)` clause
  Span at;
  std::uint32_t join_at = 0;
  std::uint32_t assignments = 0;  ///< how many of `words` are leading assignments
  std::vector<Word> words;
  std::vector<Redirection> redirections;
  std::vector<List> parts;
  std::vector<std::uint32_t> patterns;  ///< of a case: the end of each clause's patterns in `words`
};

/// Commands joined by `|`, `&&` and `||`, up to a separator.
struct Item {
  std::vector<Command> commands;
  bool background = false;
  Span separator;
};

struct List {
  std::vector<Item> items;
};

struct Substitution {
  List list;
  bool carries_status = true;  ///< `$( )` and backticks do, `<( )` and `>( )` do not
};

/// Where a text stands in the outermost command. A script that had to be unescaped has only its
/// surroundings.
struct Origin {
  std::uint32_t base = 0;
  std::uint32_t end = 0;
  bool exact = true;
};

struct SyntaxError {
  Span at;
  std::string what;
};

}  // namespace assay::format::shell
