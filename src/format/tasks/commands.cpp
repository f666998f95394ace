// SPDX-License-Identifier: MIT
#include "format/tasks/commands.h"

#include "format/claim/seen.h"
#include "format/runners/scan.h"
#include "format/shell/invocation.h"
#include "format/shell/lint.h"
#include "format/shell/parser.h"
#include "format/tasks/lines.h"
#include "format/tasks/looks.h"
#include "format/tools/tools.h"

#include <algorithm>
#include <set>

namespace assay::format::tasklist {

namespace {

using core::LintRule;
using core::loop::TaskCommand;
using shell::Join;

constexpr std::size_t commands_max = 200;

shell::Parsed parsed(std::string_view command) {
  return shell::parse(command, {0, static_cast<std::uint32_t>(command.size()), true});
}

shell::Words resolved(const shell::Command& command) {
  return shell::resolve(shell::Words(command.words).subspan(command.assignments)).words;
}

/// Changes the shell for what follows, so it means nothing alone.
bool sets_scene(const shell::Command& command) {
  if (command.kind != shell::CommandKind::simple) return false;
  if (command.assignments > 0 && command.words.size() == command.assignments) return true;
  if (command.words.empty()) return false;
  return tools::has_trait(shell::program_name(command.words[0]), tools::Trait::scene);
}

/// `npm test | grep FAIL` asks what the tests print, and `! npm test` that they fail: neither is a
/// gate that tests must pass.
bool looks_at_tests_only(const shell::List& list) {
  for (const shell::Item& item : list.items) {
    for (const shell::Command& command : item.commands) {
      if (command.negated) return true;
      if (command.join != Join::pipe) continue;
      const shell::Words words = resolved(command);
      if (words.empty() || !tools::has_trait(shell::program_name(words[0]), tools::Trait::reader))
        return true;
    }
  }
  return false;
}

class CommandList {
 public:
  void add(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\n");
    if (begin == std::string_view::npos || out_.size() >= commands_max) return;
    std::string command(text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin));
    if (!seen_.insert(command).second) return;
    TaskCommand one;
    one.is_test = is_test_gate(command);
    one.lint = lint_command(command);
    one.command = std::move(command);
    out_.push_back(std::move(one));
  }

  std::vector<TaskCommand> take() { return std::move(out_); }

 private:
  std::vector<TaskCommand> out_;
  std::set<std::string> seen_;
};

/// The commands of a fenced block: one per statement, so that each can fail. What needs its
/// neighbours (heredocs, background jobs, broken syntax) stays whole.
std::vector<std::string> statements_of(const std::vector<std::string_view>& lines) {
  std::string script;
  for (std::string_view line : lines) {
    const std::string_view text = trim(line);
    if (starts_with(text, "$ ")) line = text.substr(2);
    script.append(line).append("\n");
  }
  const shell::Parsed whole = parsed(script);
  const auto& items = whole.list.items;
  if (items.empty() && !whole.error) return {};
  const bool cuttable =
      !whole.error && !contains(script, "<<") &&
      std::none_of(items.begin(), items.end(), [](const auto& item) { return item.background; });
  if (!cuttable) return {script};
  std::vector<std::string> out;
  std::string scene;
  for (const shell::Item& item : items) {
    const std::size_t begin = item.commands.front().at.begin;
    const std::size_t end = item.commands.back().at.end;
    // The `!` of a negated pipeline stands before its first command.
    const std::string_view sign = item.commands.front().negated ? "! " : "";
    const std::string text =
        std::string(starts_with(std::string_view(script).substr(begin), "!") ? "" : sign) +
        script.substr(begin, end - begin);
    if (item.commands.size() == 1 && sets_scene(item.commands.front())) {
      scene += text + " && ";
    } else {
      out.push_back(scene + text);
    }
  }
  if (out.empty()) out.push_back(scene.substr(0, scene.size() - 4));
  return out;
}

/// What of one sentence or list item can be run.
std::vector<std::string> commands_in(std::string_view segment) {
  std::vector<std::string> out;
  bool spans = false;
  for (const Piece& piece : pieces_of(segment)) {
    if (!piece.code) continue;
    spans = true;
    // Behind a command, a code span is as likely what it should print.
    const bool sure = looks_like_command(piece.text, Doubt::none);
    if (sure || (out.empty() && looks_like_command(piece.text, Doubt::some)))
      out.emplace_back(piece.text);
  }
  if (spans) return out;
  const std::string_view text = without_outcome(segment);
  if (looks_like_sentence_command(text)) out.emplace_back(text);
  return out;
}

std::vector<std::string> texts_of(const Field& verify) {
  std::vector<std::string> out;
  for (const std::string& segment : segments_of(verify)) {
    for (std::string& command : commands_in(segment)) out.push_back(std::move(command));
  }
  for (const auto& block : code_blocks_of(verify)) {
    for (std::string& command : statements_of(block)) out.push_back(std::move(command));
  }
  return out;
}

/// Where a title's commands begin: behind its first colon that is followed by a blank or backtick.
std::string_view behind_colon(std::string_view title) {
  for (std::size_t at = title.find(':'); at != title.npos; at = title.find(':', at + 1)) {
    const std::string_view rest = title.substr(at + 1);
    if (!rest.empty() && (is_blank(rest[0]) || rest[0] == '`')) return trim(rest);
  }
  return "";
}

}  // namespace

bool is_test_gate(std::string_view command) {
  if (claim::use_of(command).kind != claim::CommandUse::Kind::tests) return false;
  return !looks_at_tests_only(parsed(command).list);
}

std::vector<std::string> split_conjunction(std::string_view command) {
  const shell::Parsed whole = parsed(command);
  if (whole.error || whole.list.items.size() != 1 || whole.list.items[0].background ||
      contains(command, "<<"))
    return {std::string(command)};
  const auto& commands = whole.list.items[0].commands;
  const auto is_or = [](const shell::Command& each) { return each.join == Join::or_if; };
  if (std::any_of(commands.begin(), commands.end(), is_or)) return {std::string(command)};
  std::vector<std::string> out;
  std::string scene;
  for (std::size_t i = 0; i < commands.size();) {
    std::size_t next = i + 1;
    while (next < commands.size() && commands[next].join != Join::and_if) ++next;
    const std::size_t begin = i == 0 ? 0 : commands[i].join_at + 2;
    const std::size_t end = next < commands.size() ? commands[next].join_at : command.size();
    const std::string_view text = trim(command.substr(begin, end - begin));
    if (next == i + 1 && next < commands.size() && sets_scene(commands[i])) {
      scene.append(text).append(" && ");
    } else if (!out.empty() && lint_command(text).has(LintRule::constant)) {
      out.back().append(" && ").append(text);  // "... && echo OK" is no check of its own
    } else {
      out.push_back(scene + std::string(text));
    }
    i = next;
  }
  return out;
}

std::vector<TaskCommand> commands_of(const Field& verify) {
  CommandList list;
  for (const std::string& command : texts_of(verify)) list.add(command);
  return list.take();
}

std::vector<TaskCommand> checkpoint_commands(std::string_view title, const Field& verify) {
  CommandList list;
  std::vector<std::string> texts = commands_in(behind_colon(title));
  for (std::string& command : texts_of(verify)) texts.push_back(std::move(command));
  for (const std::string& text : texts) {
    for (const std::string& command : split_conjunction(text)) list.add(command);
  }
  return list.take();
}

}  // namespace assay::format::tasklist
