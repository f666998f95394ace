// SPDX-License-Identifier: MIT
#include "format/acp/client.h"

#include "base/digest.h"
#include "base/text/escape.h"
#include "base/text/utf8.h"
#include "core/ask/permission_records.h"
#include "format/json/fields.h"
#include "format/record/read.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace assay::format::acp {

namespace {

constexpr std::size_t nodes_max = 2'000'000;
constexpr std::size_t noise_max = 400;
constexpr int protocol = 1;

// What JSON-RPC and the protocol call what is wrong.
constexpr int unknown_method = -32601;
constexpr int bad_parameters = -32602;
constexpr int refused = -32000;
constexpr int no_such_resource = -32002;

std::string_view text_of(const JsonNode* node) {
  return node != nullptr && node->kind == JsonNode::Kind::text ? std::string_view(node->text)
                                                               : std::string_view();
}

const JsonNode* member(const JsonNode* node, std::string_view name) {
  return node == nullptr ? nullptr : node->find(name);
}

std::size_t count_of(const JsonNode* node, std::size_t otherwise) {
  if (node == nullptr || node->kind != JsonNode::Kind::integer) return otherwise;
  std::size_t count = otherwise;
  std::from_chars(node->text.data(), node->text.data() + node->text.size(), count);
  return count;
}

/// A message with its members, on one line.
template <class Members>
std::string message(Members&& members) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  Fields(json).text("jsonrpc", "2.0");
  members(json);
  json.end_object();
  return out;
}

template <class Params>
std::string request(int id, std::string_view method, Params&& params) {
  return message([&](JsonWriter& json) {
    Fields(json).number("id", id).text("method", method);
    json.key("params");
    json.begin_object();
    params(json);
    json.end_object();
  });
}

void put_id(JsonWriter& json, const JsonNode& asked) {
  json.key("id");
  const JsonNode* id = asked.find("id");
  id == nullptr ? json.null() : write_json_tree(json, *id);
}

template <class Result>
std::string answer(const JsonNode& asked, Result&& result) {
  return message([&](JsonWriter& json) {
    put_id(json, asked);
    json.key("result");
    json.begin_object();
    result(json);
    json.end_object();
  });
}

std::string refusal(const JsonNode& asked, int code, std::string_view why) {
  return message([&](JsonWriter& json) {
    put_id(json, asked);
    json.key("error");
    json.begin_object();
    Fields(json).number("code", code).text("message", why);
    json.end_object();
  });
}

/// A line of the log about what the client did.
template <class Members>
std::string told(std::string_view event, Members&& members) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  Fields fields(json);
  fields.text("type", "client").text("event", event);
  members(json);
  json.end_object();
  return out;
}

std::string told_message(const JsonNode& message) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  Fields(json).text("type", "agent");
  json.key("message");
  write_json_tree(json, message);
  json.end_object();
  return out;
}

std::string told_noise(std::string_view line) {
  std::string out;
  JsonWriter json(out);
  json.begin_object();
  Fields(json).text("type", "noise").text("text", printable(line.substr(0, noise_max)));
  json.end_object();
  return out;
}

// --- what it asks leave for

constexpr std::string_view path_names[] = {"path", "file_path", "filePath", "absolute_path",
                                           "notebook_path"};

void add_paths(const JsonNode* node, std::vector<std::string>& paths) {
  if (node == nullptr) return;
  for (const std::string_view name : path_names) {
    const std::string_view path = text_of(node->find(name));
    if (!path.empty()) paths.emplace_back(path);
  }
}

void add_paths_of_items(const JsonNode* list, std::vector<std::string>& paths) {
  if (list == nullptr || list->kind != JsonNode::Kind::list) return;
  for (const JsonNode& item : list->items) add_paths(&item, paths);
}

core::agent::Wish wish_of(const JsonNode* call) {
  core::agent::Wish wish;
  if (const auto kind = value_of<core::ToolKind>(text_of(member(call, "kind")));
      kind && *kind != core::ToolKind::any)
    wish.kind = *kind;
  add_paths_of_items(member(call, "locations"), wish.paths);
  add_paths_of_items(member(call, "content"), wish.paths);
  add_paths(member(call, "rawInput"), wish.paths);
  std::sort(wish.paths.begin(), wish.paths.end());
  wish.paths.erase(std::unique(wish.paths.begin(), wish.paths.end()), wish.paths.end());
  return wish;
}

std::string shown(const JsonNode* call, const core::agent::Wish& wish) {
  const std::string_view title = text_of(member(call, "title"));
  const std::string_view command = text_of(member(member(call, "rawInput"), "command"));
  const std::string_view place = wish.paths.empty() ? std::string_view() : wish.paths.front();
  return fmt::format("{}: {}", to_text(wish.kind),
                     !command.empty() ? command
                     : !title.empty() ? title
                                      : place);
}

/// Of the options that say the same, the one that holds for the shortest time. Empty: there is
/// none.
std::string option_for(core::Leave leave, const JsonNode* options) {
  if (options == nullptr || options->kind != JsonNode::Kind::list) return "";
  const bool allows = leave == core::Leave::allow;
  for (const std::string_view kind :
       {allows ? "allow_once" : "reject_once", allows ? "allow_always" : "reject_always"}) {
    for (const JsonNode& option : options->items) {
      if (text_of(option.find("kind")) == kind)
        return std::string(text_of(option.find("optionId")));
    }
  }
  return "";
}

/// From that line on, so many of them.
std::string_view lines_of(std::string_view text, std::size_t first, std::size_t count) {
  for (std::size_t line = 1; line < first && !text.empty(); ++line)
    text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
  std::size_t end = 0;
  for (std::size_t line = 0; line < count && end < text.size(); ++line)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(0, end);
}

}  // namespace

Reaction Client::begin() {
  step_ = Step::beginning;
  return {{request(1, "initialize",
                   [&](JsonWriter& json) {
                     Fields(json).number("protocolVersion", protocol);
                     json.key("clientCapabilities");
                     json.whole(
                         R"({"fs":{"readTextFile":true,"writeTextFile":true},"terminal":false})");
                     json.key("clientInfo");
                     json.begin_object();
                     Fields(json).text("name", "assay").text("version", brief_.version);
                     json.end_object();
                   })},
          {}};
}

Reaction Client::hear(std::string_view line) {
  Reaction out;
  if (line.find_first_not_of(" \t\r") == line.npos) return out;
  const JsonTree tree = read_json_tree(line, nodes_max);
  if (!tree.fault.empty() || tree.root.kind != JsonNode::Kind::object) {
    out.told.push_back(told_noise(line));
    return out;
  }
  out.told.push_back(told_message(tree.root));
  const std::string method(text_of(tree.root.find("method")));
  if (method.empty()) {
    hear_answer(tree.root, out);
  } else if (tree.root.find("id") != nullptr) {
    hear_request(tree.root, method, out);
  }
  return out;
}

Reaction Client::hear_end() {
  Reaction out;
  if (!is_over()) give_up("the agent ended before its turn did", out);
  return out;
}

void Client::give_up(std::string problem, Reaction& out) {
  step_ = Step::over;
  out.told.push_back(
      told("error", [&](JsonWriter& json) { Fields(json).text("problem", problem); }));
}

void Client::hear_answer(const JsonNode& message, Reaction& out) {
  if (is_over()) return;
  const int wanted = static_cast<int>(step_) + 1;
  if (count_of(message.find("id"), 0) != static_cast<std::size_t>(wanted)) return;
  if (const JsonNode* error = message.find("error")) {
    const std::string code = error->find("code") == nullptr ? "" : error->find("code")->text;
    const JsonNode* data = error->find("data");
    const bool more = data != nullptr && data->kind != JsonNode::Kind::null;
    return give_up(fmt::format("{} (status {}){}", text_of(error->find("message")), code,
                               more ? ": " + to_json(*data) : ""),
                   out);
  }
  const JsonNode* result = message.find("result");
  if (result == nullptr) return give_up("an answer has neither result nor error", out);
  switch (step_) {
    case Step::beginning: return open_session(*result, out);
    case Step::opening: return put_prompt(*result, out);
    case Step::working: return end_turn(*result, out);
    case Step::over: return;
  }
}

void Client::open_session(const JsonNode& result, Reaction& out) {
  const std::size_t spoken = count_of(result.find("protocolVersion"), 0);
  if (spoken != protocol)
    return give_up(fmt::format("it speaks revision {} of the protocol, not {}", spoken, protocol),
                   out);
  // It does not understand the answer that there is no such file, and then cannot make a new one:
  // its errors are no `Error` (0.61.0). Editors open a file that is new as an empty one, which it
  // is happy with.
  takes_no_refusal_ = text_of(member(result.find("agentInfo"), "name")) == "gemini-cli";
  step_ = Step::opening;
  out.to_agent.push_back(request(2, "session/new", [&](JsonWriter& json) {
    Fields(json).text("cwd", brief_.directory).list("mcpServers", {});
  }));
}

void Client::put_prompt(const JsonNode& result, Reaction& out) {
  const std::string session(text_of(result.find("sessionId")));
  if (session.empty()) return give_up("it opened no session", out);
  step_ = Step::working;
  out.to_agent.push_back(request(3, "session/prompt", [&](JsonWriter& json) {
    Fields(json).text("sessionId", session);
    json.key("prompt");
    json.begin_array();
    json.begin_object();
    Fields(json).text("type", "text").text("text", brief_.prompt);
    json.end_object();
    json.end_array();
  }));
  const std::string model(text_of(member(result.find("models"), "currentModelId")));
  out.told.push_back(told("session", [&](JsonWriter& json) {
    if (!model.empty()) Fields(json).text("model", model);
  }));
}

void Client::end_turn(const JsonNode& result, Reaction& out) {
  const std::string reason(text_of(result.find("stopReason")));
  if (reason.empty()) return give_up("its turn ended without a reason", out);
  step_ = Step::over;
  succeeded_ = reason == "end_turn";
  out.told.push_back(told("end", [&](JsonWriter& json) {
    Fields(json).text("subject", reason);
    json.key("result");
    write_json_tree(json, result);
  }));
}

void Client::hear_request(const JsonNode& message, const std::string& method, Reaction& out) {
  if (method == "session/request_permission") return answer_permission(message, out);
  if (method == "fs/read_text_file") return answer_read(message, out);
  if (method == "fs/write_text_file") return answer_write(message, out);
  out.to_agent.push_back(refusal(message, unknown_method, "assay does not offer " + method));
}

void Client::answer_permission(const JsonNode& message, Reaction& out) {
  const JsonNode* params = message.find("params");
  const JsonNode* call = member(params, "toolCall");
  const core::agent::Wish wish = wish_of(call);
  const core::agent::LeaveGiven given =
      core::agent::leave_for(wish, brief_.permissions, brief_.directory);
  const std::string option = option_for(given.leave, member(params, "options"));
  out.to_agent.push_back(answer(message, [&](JsonWriter& json) {
    json.key("outcome");
    json.begin_object();
    Fields(json).text("outcome", option.empty() ? "cancelled" : "selected");
    if (!option.empty()) Fields(json).text("optionId", option);
    json.end_object();
  }));
  // An answer that it did not offer is none, whatever it was to be.
  const core::Leave leave = option.empty() ? core::Leave::deny : given.leave;
  out.told.push_back(told("permission", [&](JsonWriter& json) {
    Fields(json)
        .text("subject", shown(call, wish))
        .text("call", text_of(member(call, "toolCallId")))
        .list("paths", wish.paths)
        .text("decision", to_text(leave))
        .text("why", given.why)
        .text("option", option);
  }));
}

void Client::answer_read(const JsonNode& message, Reaction& out) {
  const JsonNode* params = message.find("params");
  const std::string asked(text_of(member(params, "path")));
  const auto note = [&](const std::string& path, core::Leave leave, const std::string& problem) {
    out.told.push_back(told("read", [&](JsonWriter& json) {
      Fields(json).text("path", path).text("decision", to_text(leave)).text("problem", problem);
    }));
  };
  const auto deny = [&](const std::string& why) {
    note(asked, core::Leave::deny, why);
    out.to_agent.push_back(refusal(message, refused, "denied by policy: " + why));
  };
  if (asked.empty()) {
    out.to_agent.push_back(refusal(message, bad_parameters, "path is missing"));
    return;
  }
  const auto path = hands_.resolve(asked);
  if (!path) return deny(path.error().what);
  const core::agent::LeaveGiven given =
      core::agent::leave_for({core::ToolKind::read, {*path}}, brief_.permissions, brief_.directory);
  if (given.leave == core::Leave::deny) return deny(given.why);
  auto content = hands_.read(*path);
  note(*path, core::Leave::allow, content ? "" : content.error().what);
  const bool missing = !content && content.error().fault == Fault::not_found;
  if (missing && takes_no_refusal_) content = std::string();
  if (content && !is_utf8(*content))
    content = Error{Fault::bad_input, *path + " is no text: it is not UTF-8"};
  if (!content) {
    // Agents look for these words to tell a file that is new.
    out.to_agent.push_back(
        missing ? refusal(message, no_such_resource,
                          "Resource not found: " + asked + " (ENOENT: no such file or directory)")
                : refusal(message, refused, content.error().what));
    return;
  }
  const std::string_view part = lines_of(*content, count_of(member(params, "line"), 1),
                                         count_of(member(params, "limit"), SIZE_MAX));
  out.to_agent.push_back(
      answer(message, [&](JsonWriter& json) { Fields(json).text("content", part); }));
}

void Client::answer_write(const JsonNode& message, Reaction& out) {
  const JsonNode* params = message.find("params");
  const std::string asked(text_of(member(params, "path")));
  const JsonNode* content = member(params, "content");
  if (asked.empty() || content == nullptr || content->kind != JsonNode::Kind::text) {
    out.to_agent.push_back(refusal(message, bad_parameters, "path or content is missing"));
    return;
  }
  const auto note = [&](const std::string& path, core::Leave leave, const std::string& problem) {
    out.told.push_back(told("write", [&](JsonWriter& json) {
      Fields(json)
          .text("path", path)
          .text("decision", to_text(leave))
          .text("problem", problem)
          .number("bytes", content->text.size())
          .text("sha256", digest_of(content->text).hex());
    }));
  };
  const auto deny = [&](const std::string& why) {
    note(asked, core::Leave::deny, why);
    out.to_agent.push_back(refusal(message, refused, "denied by policy: " + why));
  };
  const auto path = hands_.resolve(asked);
  if (!path) return deny(path.error().what);
  const core::agent::LeaveGiven given = core::agent::leave_for(
      {core::ToolKind::edit, {asked, *path}}, brief_.permissions, brief_.directory);
  if (given.leave == core::Leave::deny) return deny(given.why);
  const Result<> written = hands_.write(*path, content->text);
  note(*path, core::Leave::allow, written ? "" : written.error().what);
  out.to_agent.push_back(written ? answer(message, [](JsonWriter&) {})
                                 : refusal(message, refused, written.error().what));
}

std::string write_permissions(const std::vector<core::Permission>& permissions) {
  std::string out;
  JsonWriter json(out);
  stored::put_value(json, permissions);
  return out;
}

Result<std::vector<core::Permission>> read_permissions(std::string_view text) {
  std::vector<core::Permission> permissions;
  JsonReader json(text, JsonReader::Strings::bytes);
  stored::In in{json};
  TRY(stored::read_value(in, permissions));
  return permissions;
}

}  // namespace assay::format::acp
