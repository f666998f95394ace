// SPDX-License-Identifier: MIT
#include "format/shell/parser.h"

#include "format/shell/lexer.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace assay::format::shell {
namespace {

constexpr std::array<std::string_view, 9> closing_words{"then", "elif", "else", "fi", "]]",
                                                        "do",   "done", "esac", "}"};

bool closes(const Token& token) {
  return std::any_of(closing_words.begin(), closing_words.end(),
                     [&](std::string_view word) { return token.is(word); });
}

bool is_compound(const Token& token) {
  constexpr std::array<std::string_view, 8> words{"{",   "[[",     "if",   "while",
                                                  "for", "select", "case", "until"};
  return token.kind == TokenKind::paren_open ||
         std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return token.is(word); });
}

bool ends_list(const Token& token) {
  return token.kind == TokenKind::end || token.kind == TokenKind::paren_close ||
         token.kind == TokenKind::case_break || closes(token);
}

bool redirects(TokenKind kind) { return kind >= TokenKind::less || kind == TokenKind::io_number; }

Command of(CommandKind kind) {
  Command command;
  command.kind = kind;
  return command;
}

class Parser final : public Nested {
 public:
  Parser(std::string_view text, Origin origin, int depth) : lexer_(text, origin, depth, *this) {}

  Parsed whole() {
    Parsed parsed;
    parsed.list = list();
    if (lexer_.peek().kind != TokenKind::end) unexpected();
    parsed.contains_pipeline = contains_pipeline_;
    parsed.error = lexer_.error();
    return parsed;
  }

  List until_parenthesis() override {
    List inside = list();
    expect(TokenKind::paren_close, "a `(` is not closed");
    return inside;
  }

  List script(std::string_view text, Origin origin) override {
    Parsed parsed = parse(text, origin, lexer_.depth());
    adopt(parsed.error, parsed.contains_pipeline);
    return std::move(parsed.list);
  }

  Word heredoc_body(std::string_view text, Origin origin) override {
    Word body;
    if (lexer_.enter()) {
      Parser inner(text, origin, lexer_.depth());
      body = inner.lexer_.heredoc_text();
      adopt(inner.lexer_.error(), inner.contains_pipeline_);
    }
    lexer_.leave();
    return body;
  }

 private:
  void adopt(const std::optional<SyntaxError>& error, bool contains_pipeline) {
    contains_pipeline_ = contains_pipeline_ || contains_pipeline;
    if (error) lexer_.fail(error->at, error->what);
  }

  void unexpected() {
    const Token& token = lexer_.peek();
    lexer_.fail(token.at, token.kind == TokenKind::end
                              ? "it ends in the middle of a command"
                              : "something stands where bash expects a command");
  }

  bool expect(TokenKind kind, const char* what) {
    if (lexer_.peek().kind == kind) {
      end_ = lexer_.next().at.end;
      return true;
    }
    lexer_.fail(lexer_.peek().at, what);
    return false;
  }

  bool take_word(std::string_view word) {
    if (!lexer_.peek().is(word)) return false;
    end_ = lexer_.next().at.end;
    return true;
  }

  void expect_word(std::string_view word) {
    if (!take_word(word)) lexer_.fail(lexer_.peek().at, "`" + std::string(word) + "` is missing");
  }

  void skip_newlines() {
    while (lexer_.peek().kind == TokenKind::newline) lexer_.next();
  }

  List list() {
    List out;
    for (;;) {
      skip_newlines();
      if (ends_list(lexer_.peek())) return out;
      out.items.push_back(item());
      if (lexer_.failed()) return out;
      const TokenKind kind = lexer_.peek().kind;
      if (kind != TokenKind::semi && kind != TokenKind::amp && kind != TokenKind::newline) {
        return out;
      }
      out.items.back().background = kind == TokenKind::amp;
      out.items.back().separator = lexer_.next().at;
    }
  }

  List body(const char* missing) {
    List inside = list();
    if (inside.items.empty()) lexer_.fail(lexer_.peek().at, missing);
    return inside;
  }

  Item item() {
    Item out;
    Join join = Join::first;
    std::uint32_t join_at = 0;
    for (;;) {
      Command command = prefixed_command();
      command.join = join;
      command.join_at = join_at;
      out.commands.push_back(std::move(command));
      const TokenKind kind = lexer_.peek().kind;
      if (kind == TokenKind::pipe || kind == TokenKind::pipe_amp) {
        join = Join::pipe;
        contains_pipeline_ = true;
      } else if (kind == TokenKind::and_if || kind == TokenKind::or_if) {
        join = kind == TokenKind::and_if ? Join::and_if : Join::or_if;
      } else {
        return out;
      }
      join_at = lexer_.next().at.begin;
      skip_newlines();
    }
  }

  // `!` and `time` before a pipeline.
  Command prefixed_command() {
    bool negated = false;
    const std::uint32_t begin = lexer_.peek().at.begin;
    bool prefixed = false;
    for (;;) {
      if (take_word("!")) {
        negated = !negated;
      } else if (lexer_.peek().is("time")) {
        Token time = lexer_.next();
        const Token& after = lexer_.peek();
        // With options of its own it is the program, not the reserved word.
        if (after.kind == TokenKind::word && after.word.text.starts_with('-') && !after.is("-p")) {
          return finish(simple(std::move(time.word)), begin, negated);
        }
        take_word("-p");
        take_word("--");
      } else {
        break;
      }
      prefixed = true;
    }
    const TokenKind kind = lexer_.peek().kind;
    const bool nothing =
        kind == TokenKind::semi || kind == TokenKind::newline || kind == TokenKind::end;
    if (prefixed && nothing && !lexer_.failed()) return finish({}, begin, negated);
    return finish(command(), begin, negated);
  }

  Command finish(Command command, std::uint32_t begin, bool negated) {
    command.negated = negated;
    command.at = {begin, std::max(begin, end_)};
    return command;
  }

  Command command() {
    Command out;
    if (!lexer_.enter()) {
      lexer_.leave();
      return out;
    }
    const Token& token = lexer_.peek();
    if (token.kind == TokenKind::paren_open) {
      out = parenthesised();
    } else if ((token.kind == TokenKind::word && !closes(token)) || redirects(token.kind)) {
      out = by_first_word();
    } else {
      unexpected();
    }
    if (out.kind != CommandKind::simple && out.kind != CommandKind::function) redirections(out);
    lexer_.leave();
    return out;
  }

  Command by_first_word() {
    const Token& token = lexer_.peek();
    if (token.is("{")) return group();
    if (token.is("[[")) return test();
    if (token.is("if")) return branch();
    if (token.is("while") || token.is("until")) return loop();
    if (token.is("for") || token.is("select")) return each();
    if (token.is("case")) return choice();
    if (token.is("function")) return function();
    if (token.is("coproc")) return coproc();
    return simple({});
  }

  Command parenthesised() {
    lexer_.next();
    Command out;
    // Only side by side: the lexer stands right behind the first parenthesis.
    if (lexer_.at_parenthesis() && lexer_.arithmetic_follows()) {
      out.kind = CommandKind::arithmetic;
      out.words.push_back(lexer_.arithmetic());
      end_ = out.words.back().at.end;
      return out;
    }
    out.kind = CommandKind::subshell;
    out.parts.push_back(body("`( )` is empty"));
    expect(TokenKind::paren_close, "a `(` is not closed");
    return out;
  }

  Command group() {
    Command out = of(CommandKind::group);
    expect_word("{");
    out.parts.push_back(body("`{ }` is empty"));
    expect_word("}");
    return out;
  }

  Command branch() {
    Command out = of(CommandKind::branch);
    lexer_.next();
    do {
      out.parts.push_back(body("a condition is missing"));
      expect_word("then");
      out.parts.push_back(body("`then` is empty"));
    } while (take_word("elif"));
    out.has_fallback = take_word("else");
    if (out.has_fallback) out.parts.push_back(body("`else` is empty"));
    expect_word("fi");
    return out;
  }

  Command loop() {
    Command out = of(CommandKind::loop);
    lexer_.next();
    out.parts.push_back(body("a condition is missing"));
    out.parts.push_back(do_group());
    return out;
  }

  List do_group() {
    const bool braces = take_word("{");
    if (!braces) expect_word("do");
    List inside = body("`do` is empty");
    expect_word(braces ? "}" : "done");
    return inside;
  }

  Command each() {
    Command out = of(CommandKind::each);
    lexer_.next();
    if (lexer_.peek().kind == TokenKind::paren_open) {
      lexer_.next();
      if (!lexer_.at_parenthesis()) unexpected();
      if (!lexer_.failed()) out.words.push_back(lexer_.arithmetic());
    } else {
      expect(TokenKind::word, "`for` has no variable");
      skip_newlines();
      if (take_word("in")) {
        while (lexer_.peek().kind == TokenKind::word) out.words.push_back(lexer_.next().word);
      }
    }
    if (lexer_.peek().kind == TokenKind::semi) lexer_.next();
    skip_newlines();
    out.parts.push_back(do_group());
    return out;
  }

  Command choice() {
    Command out = of(CommandKind::choice);
    lexer_.next();
    if (lexer_.peek().kind == TokenKind::word) out.words.push_back(lexer_.next().word);
    skip_newlines();
    expect_word("in");
    skip_newlines();
    while (!lexer_.failed() && !take_word("esac")) {
      clause(out);
      skip_newlines();
      if (lexer_.peek().kind == TokenKind::end) lexer_.fail(lexer_.peek().at, "`esac` is missing");
    }
    return out;
  }

  void clause(Command& out) {
    if (lexer_.peek().kind == TokenKind::paren_open) lexer_.next();
    while (lexer_.peek().kind == TokenKind::word) {
      out.has_fallback = out.has_fallback || lexer_.peek().is("*");
      out.words.push_back(lexer_.next().word);
      if (lexer_.peek().kind != TokenKind::pipe) break;
      lexer_.next();
    }
    expect(TokenKind::paren_close, "a `)` is missing behind a pattern");
    out.patterns.push_back(static_cast<std::uint32_t>(out.words.size()));
    out.parts.push_back(list());
    if (lexer_.peek().kind == TokenKind::case_break) {
      lexer_.next();
    } else if (!lexer_.peek().is("esac")) {
      lexer_.fail(lexer_.peek().at, "`esac` is missing");
    }
  }

  Command function() {
    lexer_.next();
    Command out = of(CommandKind::function);
    if (lexer_.peek().kind != TokenKind::word) unexpected();
    out.words.push_back(lexer_.next().word);
    if (lexer_.peek().kind == TokenKind::paren_open) {
      lexer_.next();
      expect(TokenKind::paren_close, "a `(` is not closed");
    }
    return function_body(std::move(out));
  }

  Command function_body(Command out) {
    skip_newlines();
    Item only;
    only.commands.push_back(command());
    if (only.commands.front().kind == CommandKind::simple) {
      lexer_.fail(lexer_.peek().at, "a function has no body");
    }
    out.parts.emplace_back().items.push_back(std::move(only));
    return out;
  }

  Command coproc() {
    lexer_.next();
    Command out = of(CommandKind::coproc);
    Item only;
    only.commands.push_back(named_or_not());
    out.parts.emplace_back().items.push_back(std::move(only));
    return out;
  }

  // `coproc NAME { ...; }` against `coproc command argument`.
  Command named_or_not() {
    if (lexer_.peek().kind != TokenKind::word || is_compound(lexer_.peek())) return command();
    Token first = lexer_.next();
    if (is_compound(lexer_.peek())) return command();
    end_ = first.at.end;
    return simple(std::move(first.word));
  }

  Command test() {
    Command out = of(CommandKind::test);
    lexer_.next();
    lexer_.set_in_test(true);
    for (;;) {
      const Token& token = lexer_.peek();
      if (token.kind == TokenKind::end) {
        lexer_.fail(token.at, "`[[` is not closed");
        break;
      }
      if (take_word("]]")) break;
      const bool matches = token.is("=~");
      Token taken = lexer_.next();
      if (taken.kind != TokenKind::word) taken.word.literal = false;
      if (taken.kind == TokenKind::or_if) taken.word.text = "||";
      if (taken.kind == TokenKind::and_if) taken.word.text = "&&";
      out.words.push_back(std::move(taken.word));
      if (matches) out.words.push_back(lexer_.regex());
    }
    lexer_.set_in_test(false);
    return out;
  }

  void redirections(Command& out) {
    while (redirects(lexer_.peek().kind)) redirection(out);
  }

  void redirection(Command& out) {
    Redirection redirection;
    if (lexer_.peek().kind == TokenKind::io_number) lexer_.next();
    redirection.op = lexer_.next().kind;
    if (lexer_.peek().kind == TokenKind::io_number) {
      // `>&2 2>x`: digits before another redirection are still the target of this one.
      redirection.target = lexer_.next().word;
    } else if (lexer_.peek().kind == TokenKind::word) {
      Token target = lexer_.next();
      end_ = target.at.end;
      redirection.target = std::move(target.word);
    } else {
      lexer_.fail(lexer_.peek().at, "a redirection has no target");
      return;
    }
    if (redirection.op == TokenKind::heredoc || redirection.op == TokenKind::heredoc_strip) {
      redirection.body = lexer_.await_heredoc(redirection.target, redirection.op);
    }
    out.redirections.push_back(std::move(redirection));
  }

  Command simple(std::optional<Word> first) {
    Command out;
    if (first) out.words.push_back(std::move(*first));
    for (;;) {
      const TokenKind kind = lexer_.peek().kind;
      if (redirects(kind)) {
        redirection(out);
      } else if (kind == TokenKind::word) {
        Token token = lexer_.next();
        end_ = token.at.end;
        if (out.assignments == out.words.size() && token.word.assignment) ++out.assignments;
        out.words.push_back(std::move(token.word));
      } else if (kind == TokenKind::paren_open && out.words.size() == 1 && out.assignments == 0) {
        return definition(std::move(out));
      } else {
        return out;
      }
    }
  }

  // `name() body`
  Command definition(Command out) {
    lexer_.next();
    expect(TokenKind::paren_close, "something stands where bash expects a command");
    out.kind = CommandKind::function;
    return function_body(std::move(out));
  }

  Lexer lexer_;
  std::uint32_t end_ = 0;  // of the last token that belongs to a command
  bool contains_pipeline_ = false;
};

}  // namespace

Parsed parse(std::string_view text, Origin origin, int depth) {
  return Parser(text, origin, depth).whole();
}

}  // namespace assay::format::shell
