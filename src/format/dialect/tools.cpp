// SPDX-License-Identifier: MIT
#include "format/dialect/tools.h"

#include "base/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace assay::format::dialect {
namespace {

constexpr std::array<std::string_view, 9> shell_tools{
    "Bash",  "bash",         "run_shell_command",    "run_commands",   "shell",
    "Shell", "execute_bash", "run_terminal_command", "execute_command"};

constexpr std::array<std::string_view, 18> edit_tools{
    "Edit",          "Write",           "MultiEdit", "NotebookEdit", "edit",
    "write",         "multiedit",       "patch",     "write_file",   "replace",
    "apply_patch",   "editor",          "edit_file", "smart_edit",   "create_file",
    "write_to_file", "replace_in_file", "multi_edit"};

// How the CLIs say that a tool was not let through. In lower case.
constexpr std::array<std::string_view, 12> denial_phrases{
    "you haven't granted it", "has been denied",     "doesn't want to proceed",
    "denied by policy",       "user denied",         "user rejected",
    "rejected permission",    "permission rejected", "requires approval",
    "was not approved",       "blocked by policy",   "not allowed by policy",
};

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The files named by "*** Update File: src/a.c" in a patch.
void read_patch(std::string_view patch, std::vector<std::string>& paths) {
  constexpr std::array<std::string_view, 3> marks{
      "*** Add File: ", "*** Update File: ", "*** Delete File: "};
  while (!patch.empty() && paths.size() < 1000) {
    const std::string_view line = patch.substr(0, patch.find('\n'));
    for (const std::string_view mark : marks) {
      if (line.starts_with(mark)) paths.emplace_back(line.substr(mark.size()));
    }
    patch.remove_prefix(std::min(line.size() + 1, patch.size()));
  }
}

/// Words of an argument vector, as one line.
std::string joined(Value& value) {
  std::string out;
  value.elements([&](Value& word) {
    if (!out.empty()) out += ' ';
    if (out.size() < (1U << 16U)) out += word.text();
  });
  return out;
}

void read_commands(Value& value, std::vector<std::string>& commands) {
  value.elements([&](Value& one) {
    if (commands.size() == 1000) return;
    if (one.is_text()) return void(commands.emplace_back(one.text()));
    one.members([&](std::string_view key, Value& member) {
      if (key == "command") commands.emplace_back(member.text());
    });
  });
}

/// The exit code at the beginning of the text.
std::optional<std::int32_t> leading_code(std::string_view text) {
  std::int32_t code = 0;
  const std::string_view digits = text.substr(0, 6);
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), code);
  const bool is_code = fault == std::errc{} && code >= -255 && code <= 255;
  return is_code ? std::optional(code) : std::nullopt;
}

/// The exit code behind the last `mark`; `own_line`: only where it begins a line.
std::optional<std::int32_t> code_behind(std::string_view text, std::string_view mark,
                                        bool own_line) {
  std::optional<std::int32_t> last;
  for (std::size_t at = text.find(mark); at != std::string_view::npos;
       at = text.find(mark, at + mark.size())) {
    const std::string_view before = text.substr(0, at);
    const bool begins_line = at == 0 || before.ends_with('\n') || before.ends_with("\\n");
    if (begins_line || !own_line) last = leading_code(text.substr(at + mark.size()));
  }
  return last;
}

/// "Exit code 2" in front (claude), "Exit Code: 2" as a line (gemini, qwen) or "Command exited with
/// code 2" (pi) near the end; gemini has nothing but "Command exited with code: 2" for a command
/// that printed nothing.
std::optional<std::int32_t> told_exit_code(std::string_view text, bool failed) {
  constexpr std::string_view alone = "Command exited with code: ";
  constexpr std::size_t digits_max = 3;
  if (text.starts_with(alone) && text.size() <= alone.size() + digits_max) {
    return leading_code(text.substr(alone.size()));
  }
  constexpr std::string_view in_front = "Exit code ";
  if (failed && text.starts_with(in_front)) return leading_code(text.substr(in_front.size()));
  const std::string_view end = text.substr(text.size() - std::min<std::size_t>(text.size(), 1024));
  if (const auto code = code_behind(end, "Exit Code: ", true)) return code;
  return failed ? code_behind(end, "Command exited with code ", false) : std::nullopt;
}

bool tells_denial(std::string_view text) {
  const std::string begin = lowered(text.substr(0, 1024));
  return std::any_of(denial_phrases.begin(), denial_phrases.end(), [&](std::string_view phrase) {
    return begin.find(phrase) != std::string::npos;
  });
}

}  // namespace

ToolKind tool_kind(std::string_view name) {
  if (contains(shell_tools, name)) return ToolKind::shell;
  return contains(edit_tools, name) ? ToolKind::edit : ToolKind::other;
}

ToolInput read_tool_input(Value& value) {
  constexpr std::array<std::string_view, 5> path_keys{"file_path", "filePath", "path",
                                                      "notebook_path", "absolute_path"};
  constexpr std::array<std::string_view, 3> patch_keys{"patchText", "patch", "input"};
  ToolInput input;
  value.members([&](std::string_view key, Value& member) {
    if (key == "command" || key == "cmd") {
      input.commands.push_back(member.is_text() ? std::string(member.text()) : joined(member));
    } else if (key == "commands") {
      read_commands(member, input.commands);
    } else if (contains(path_keys, key)) {
      input.paths.emplace_back(member.text());
    } else if (contains(patch_keys, key)) {
      read_patch(member.text(), input.paths);
    } else if (key == "run_in_background" || key == "is_background") {
      input.background = member.truth();
    }
  });
  return input;
}

ToolResult read_tool_result(std::string_view raw_text, ResultRules rules) {
  ToolResult result{.exit_code = told_exit_code(raw_text, rules.failed), .failed = rules.failed};
  if (!result.exit_code && !rules.failed && rules.ok_is_zero) result.exit_code = 0;
  if (result.exit_code) result.failed = result.failed || *result.exit_code != 0;
  result.denied = rules.failed && tells_denial(raw_text);
  return result;
}

std::string shown_call(std::string_view tool, const ToolInput& input) {
  std::string out(tool);
  const std::vector<std::string>& what = input.commands.empty() ? input.paths : input.commands;
  if (!what.empty()) out += ": " + what.front();
  return out;
}

std::string_view raw_content(Value& value) {
  if (value.is_text()) return value.raw_text();
  std::string_view text;
  value.elements([&](Value& part) {
    part.members([&](std::string_view key, Value& member) {
      if (key == "text") text = member.raw_text();
    });
  });
  return text;
}

std::string error_message(Value& value) {
  if (value.is_text()) return std::string(value.text());
  std::string message;
  std::string name;
  std::string status;
  value.members([&](std::string_view key, Value& member) {
    if (key == "message" || key == "error" || key == "data") {
      if (std::string inner = error_message(member); !inner.empty()) message = std::move(inner);
    } else if (key == "name" || key == "type") {
      name = member.text();
    } else if (key == "statusCode" || key == "code" || key == "status") {
      if (const auto number = member.integer()) status = fmt::format(" (status {})", *number);
    }
  });
  const bool both = !name.empty() && !message.empty();
  return name + (both ? ": " : "") + message + status;
}

std::string_view inner_command(std::string_view command) {
  const std::size_t flag = command.find(" -lc ");
  const std::size_t at = flag == std::string_view::npos ? command.find(" -c ") : flag;
  if (at == std::string_view::npos) return command;
  const std::string_view shell = command.substr(0, at);
  if (shell.find(' ') != std::string_view::npos || !shell.ends_with("sh")) return command;
  const std::string_view inner = command.substr(at + (flag == at ? 5 : 4));
  if (inner.size() < 2 || inner.front() != inner.back()) return command;
  const std::string_view bare = inner.substr(1, inner.size() - 2);
  const bool is_plain =
      (inner.front() == '\'' && bare.find('\'') == std::string_view::npos) ||
      (inner.front() == '"' && bare.find_first_of("\"\\$`") == std::string_view::npos);
  return is_plain ? bare : command;
}

}  // namespace assay::format::dialect
