// SPDX-License-Identifier: MIT
// The tools of the CLIs: which of them run commands or change files, what they were asked for, and
// how their results tell exit codes and denials.
#pragma once

#include "format/dialect/value.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::dialect {

enum class ToolKind : std::uint8_t { shell, edit, other };
ToolKind tool_kind(std::string_view name);

/// What a tool was asked for, as far as it is of interest.
struct ToolInput {
  std::vector<std::string> commands;
  std::vector<std::string> paths;
  bool background = false;  ///< the result does not tell how the command ended
};
ToolInput read_tool_input(Value& value);

/// How a call ended.
struct ToolResult {
  std::optional<std::int32_t> exit_code;
  bool failed = false;
  bool denied = false;
};

/// Reads the result of a tool from its text, which may still have its escapes. `ok_is_zero`: a
/// command whose result is no error has exited with 0.
struct ResultRules {
  bool failed = false;
  bool ok_is_zero = true;
};
ToolResult read_tool_result(std::string_view raw_text, ResultRules rules);

/// "Bash: rm -rf build"
std::string shown_call(std::string_view tool, const ToolInput& input);

/// The text of a content that is a string or a list of {"type": "text", "text": ...}; the last one
/// of a list. Undecoded.
std::string_view raw_content(Value& value);

/// What an error says: a text, or the message in an object however deep it is wrapped.
std::string error_message(Value& value);

/// Unwraps `bash -lc '...'`, which some CLIs put around every command.
std::string_view inner_command(std::string_view command);

}  // namespace assay::format::dialect
