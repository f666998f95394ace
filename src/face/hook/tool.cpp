// SPDX-License-Identifier: MIT
#include "face/hook/tool.h"

#include "base/text/ascii.h"

#include <algorithm>
#include <array>

namespace assay::hook {

namespace {

using format::JsonReader;
using format::JsonToken;

constexpr std::array<std::string_view, 27> path_names{
    "file_path",   "filepath",  "path",        "notebook_path", "filename",      "file",
    "files",       "paths",     "target_file", "targetfile",    "uri",           "destination",
    "dest",        "new_path",  "newpath",     "old_path",      "oldpath",       "source",
    "from",        "to",        "directory",   "target",        "relative_path", "absolute_path",
    "target_path", "file_name", "pathname"};
constexpr std::array<std::string_view, 5> command_names{"command", "cmd", "commands", "script",
                                                        "input"};
/// Of a tool that has none of these in its name, paths are only read.
constexpr std::array<std::string_view, 14> writing_names{
    "write",  "edit",  "replace", "create", "delete", "remove", "move",
    "rename", "patch", "insert",  "update", "save",   "append", "copy"};
/// Begin the lines of a patch that name its files.
constexpr std::array<std::string_view, 4> patch_lines{
    "*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "};

template <std::size_t N>
bool has(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool writes(std::string_view tool) {
  // Of a tool of an MCP server only its own name: a server may be called anything.
  const std::string name =
      lowered(tool.substr(tool.rfind("__") == std::string_view::npos ? 0 : tool.rfind("__") + 2));
  if (name.starts_with("todo")) return false;
  return std::any_of(writing_names.begin(), writing_names.end(),
                     [&](std::string_view word) { return name.find(word) != std::string::npos; });
}

void add_patched(const std::string& text, std::vector<std::string>& paths) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    for (const std::string_view begin : patch_lines) {
      if (!line.starts_with(begin)) continue;
      std::string path(line.substr(begin.size()));
      while (!path.empty() && (path.back() == '\r' || path.back() == ' ')) path.pop_back();
      paths.push_back(std::move(path));
    }
    at = end + 1;
  }
}

}  // namespace

void ToolCall::add(std::string name, std::string value) {
  if (values_.size() < values_max) values_.emplace_back(std::move(name), std::move(value));
}

void ToolCall::read(JsonReader& reader) {
  std::vector<std::string> names{""};  // of what is open
  std::string name;
  while (!names.empty()) {
    const JsonToken token = reader.next();
    if (token == JsonToken::end || token == JsonToken::broken) return;
    if (token == JsonToken::key) name = reader.text();
    if (token == JsonToken::text) add(name, std::string(reader.text()));
    if (token == JsonToken::begin_object || token == JsonToken::begin_array) names.push_back(name);
    if (token == JsonToken::end_object || token == JsonToken::end_array) {
      name = names.back();
      names.pop_back();
    }
  }
}

bool ToolCall::only_views(std::string_view tool) const {
  const std::string name = lowered(tool);
  if (!contains(name, "editor") && !contains(name, "edit_tool")) return false;
  bool views = false;
  for (const auto& [key, value] : values_) {
    if (key != "command") continue;
    if (value != "view" && value != "read") return false;
    views = true;
  }
  return views;
}

void ToolCall::add_to(std::string_view tool, api::ToolUse& use) const {
  const bool views = only_views(tool);
  const bool writing = writes(tool) && !views;
  std::string list;  // words of a command that is a list
  for (const auto& [name, value] : values_) {
    const std::string key = lowered(name);
    if (has(command_names, key)) {
      use.commands.push_back(value);
      list += (list.empty() ? "" : " ") + value;
    }
    if (value.find("*** ") != std::string::npos) add_patched(value, use.paths);
    if (writing && has(path_names, key) && !value.empty()) use.paths.push_back(value);
  }
  if (use.commands.size() > 1) use.commands.push_back(list);
}

}  // namespace assay::hook
