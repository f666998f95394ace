// SPDX-License-Identifier: MIT
// TASK_MODIFICATION_REQUEST
// ```json
// {"type": "SPLIT_TASK", "originalTaskId": "1.2", "reasoning": "...", "proposedTasks": ["- [ ]
// ..."]}
// ```
#include "format/json/reader.h"
#include "format/problem.h"
#include "format/runners/scan.h"
#include "format/signal/parts.h"
#include "format/signal/signal.h"

#include <fmt/format.h>

#include <set>

namespace assay::format {

namespace {

using core::agent::ModificationKind;
using core::agent::ModificationRequest;
using Kind = MarkdownLine::Kind;
using Token = JsonToken;

constexpr std::size_t tasks_max = 100;
constexpr std::size_t text_max = 65'536;

std::optional<ModificationKind> kind_named(std::string_view name) {
  if (name == "SPLIT_TASK") return ModificationKind::split_task;
  if (name == "ADD_PREREQUISITE") return ModificationKind::add_prerequisite;
  if (name == "ADD_FOLLOWUP") return ModificationKind::add_followup;
  return std::nullopt;
}

/// Reads one object; the first thing wrong ends it.
class RequestReader {
 public:
  explicit RequestReader(std::string_view json) : in_(json) {}

  bool read() {
    if (in_.next() != Token::begin_object) return blame("a JSON object must follow");
    while (in_.next() == Token::key) {
      if (!in_.fault().empty()) return blame(in_.fault());
      const std::string key(in_.text());
      if (!met_.insert(key).second) return blame(quoted(key) + " is given twice");
      in_.next();
      if (!read_member(key)) return false;
    }
    if (in_.token() != Token::end_object) return blame("not JSON: " + in_.fault());
    return check();
  }

  ModificationRequest request;
  std::string fault;
  std::size_t offset() const { return in_.offset(); }

 private:
  bool read_member(const std::string& key) {
    if (key == "type") return read_type();
    if (key == "originalTaskId") return read_text(key, request.original_task_id);
    if (key == "reasoning") return read_text(key, request.reasoning);
    if (key == "proposedTasks") return read_tasks();
    in_.skip_value();  // what later versions add
    return in_.token() != Token::broken || blame("not JSON: " + in_.fault());
  }

  bool read_type() {
    std::string name;
    if (!read_text("type", name)) return false;
    const auto kind = kind_named(name);
    if (!kind) {
      return blame(quoted(name) + " is not a type" +
                   suggestion(name, {"SPLIT_TASK", "ADD_PREREQUISITE", "ADD_FOLLOWUP"}));
    }
    request.kind = *kind;
    return true;
  }

  bool read_text(std::string_view key, std::string& out) {
    if (in_.token() == Token::broken) return blame("not JSON: " + in_.fault());
    if (in_.token() != Token::text) return blame(fmt::format("'{}' must be a string", key));
    if (!in_.fault().empty()) return blame(in_.fault());
    if (in_.text().size() > text_max) return blame(fmt::format("'{}' is over 64 KiB", key));
    out = in_.text();
    return true;
  }

  bool read_tasks() {
    if (in_.token() != Token::begin_array)
      return blame("'proposedTasks' must be a list of strings");
    while (in_.next() != Token::end_array) {
      if (request.proposed_tasks.size() == tasks_max)
        return blame(fmt::format("'proposedTasks' has more than {} tasks", tasks_max));
      std::string task;
      if (!read_text("proposedTasks[]", task)) return false;
      if (task.find_first_not_of(" \t\r\n") == std::string::npos)
        return blame("'proposedTasks' has an empty task");
      request.proposed_tasks.push_back(std::move(task));
    }
    return true;
  }

  bool check() {
    for (const char* key : {"type", "originalTaskId", "reasoning", "proposedTasks"}) {
      if (!met_.contains(key)) return blame(fmt::format("'{}' is missing", key));
    }
    if (!is_task_id(request.original_task_id))
      return blame(quoted(request.original_task_id) + " is not a task id");
    return !request.proposed_tasks.empty() || blame("'proposedTasks' is empty");
  }

  bool blame(std::string what) {
    fault = std::move(what);
    return false;
  }

  JsonReader in_;
  std::set<std::string> met_;
};

/// The line the object begins in: the next one that is neither blank nor a fence.
std::optional<std::size_t> object_line(const Markdown& markdown, std::size_t signal) {
  std::size_t at = signal + 1;
  const auto passed_over = [&](const MarkdownLine& line) {
    return line.kind == Kind::fence || trim(line.text).empty();
  };
  while (at < markdown.lines.size() && passed_over(markdown.lines[at])) ++at;
  if (at == markdown.lines.size()) return std::nullopt;
  const bool object = starts_with(trim(markdown.lines[at].text), "{");
  return object ? std::optional(at) : std::nullopt;
}

}  // namespace

std::variant<ModificationRequest, RequestFault> read_modification(std::string_view text,
                                                                  const Markdown& markdown,
                                                                  std::size_t signal) {
  const auto line = object_line(markdown, signal);
  if (!line) return RequestFault{signal + 1, "no JSON object follows it"};
  const auto from = static_cast<std::size_t>(markdown.lines[*line].text.data() - text.data());
  RequestReader reader(text.substr(from));
  if (reader.read()) return std::move(reader.request);
  return RequestFault{*line + line_of(text.substr(from), reader.offset()), reader.fault};
}

}  // namespace assay::format
