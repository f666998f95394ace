// SPDX-License-Identifier: MIT
#include "format/spec/index.h"

#include "base/text/escape.h"
#include "format/json/tree.h"
#include "format/json/writer.h"
#include "format/spec/nodes.h"
#include "format/spec/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay::format {

namespace {

using nodes::flag;
using nodes::node_of;
using nodes::nodes_max;
using nodes::number;
using nodes::text;
using Kind = JsonNode::Kind;

JsonNode* member(JsonNode& object, std::string_view name) {
  return const_cast<JsonNode*>(object.find(name));  // NOLINT: the object is ours
}

void set(JsonNode& object, std::string_view name, JsonNode value) {
  if (JsonNode* there = member(object, name)) {
    *there = std::move(value);
    return;
  }
  object.names.emplace_back(name);
  object.items.push_back(std::move(value));
}

void remove(JsonNode& object, std::string_view name) {
  const auto found = std::find(object.names.begin(), object.names.end(), name);
  if (found == object.names.end()) return;
  object.items.erase(object.items.begin() + (found - object.names.begin()));
  object.names.erase(found);
}

/// The text of a member, or nothing.
std::string text_in(const JsonNode& object, std::string_view name) {
  const JsonNode* found = object.find(name);
  return found != nullptr && found->kind == Kind::text ? found->text : "";
}

std::string number_in(const JsonNode& object, std::string_view name) {
  const JsonNode* found = object.find(name);
  return found != nullptr && found->kind == Kind::integer ? found->text : "";
}

bool flag_in(const JsonNode& object, std::string_view name) {
  const JsonNode* found = object.find(name);
  return found != nullptr && found->kind == Kind::boolean && found->truth;
}

JsonNode& list_in(JsonNode& object, std::string_view name) {
  const JsonNode* found = object.find(name);
  if (found == nullptr || found->kind != Kind::list) set(object, name, node_of(Kind::list));
  return *member(object, name);
}

std::string parent_of(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  return std::string(slash == std::string_view::npos ? "." : path.substr(0, slash));
}

JsonNode old_index(std::string_view json) {
  json.remove_prefix(byte_order_mark(json));
  JsonTree tree = read_json_tree(json, nodes_max);
  if (tree.fault.empty() && tree.root.kind == Kind::object) return std::move(tree.root);
  JsonNode fresh = node_of(Kind::object);
  set(fresh, "version", text("1.0"));
  set(fresh, "updated", text(""));
  return fresh;
}

void put_row(JsonNode& node, const IndexRow& row) {
  set(node, "name", text(row.name));
  set(node, "path", text(row.path));
  set(node, "phase", text(row.phase));
  if (row.total_tasks > 0 || row.phase == "execution") {
    set(node, "taskIndex", number(row.task_index));
    set(node, "totalTasks", number(row.total_tasks));
  } else {
    remove(node, "taskIndex");
    remove(node, "totalTasks");
  }
  if (row.awaiting_approval) {
    set(node, "awaitingApproval", flag(true));
  } else {
    remove(node, "awaitingApproval");
  }
}

void put_rows(JsonNode& specs, const std::vector<IndexRow>& rows) {
  std::map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < specs.items.size(); ++i) {
    known.emplace(text_in(specs.items[i], "path"), i);
  }
  for (const IndexRow& row : rows) {
    const auto [at, is_new] = known.emplace(as_unicode(row.path), specs.items.size());
    if (is_new) specs.items.push_back(node_of(Kind::object));
    put_row(specs.items[at->second], row);
  }
}

/// Every directory with its number of specs; the one of the index is there even if it has none.
void count_directories(JsonNode& index, std::string_view directory) {
  std::map<std::string, std::size_t> counts;
  for (const JsonNode& spec : list_in(index, "specs").items) {
    ++counts[parent_of(text_in(spec, "path"))];
  }
  JsonNode& directories = list_in(index, "directories");
  const auto is_own = [&](const JsonNode& one) { return text_in(one, "path") == directory; };
  if (std::none_of(directories.items.begin(), directories.items.end(), is_own)) {
    JsonNode own = node_of(Kind::object);
    set(own, "path", text(directory));
    set(own, "specsCount", number(0));
    set(own, "isDefault", flag(directory == "./specs"));
    directories.items.push_back(std::move(own));
  }
  for (JsonNode& one : directories.items) {
    if (one.kind == Kind::object) set(one, "specsCount", number(counts[text_in(one, "path")]));
  }
}

/// One cell of a table, whatever is in it.
std::string cell(std::string_view value) {
  std::string out;
  for (const char c : printable(value)) {
    if (c == '\n' || c == '\t') {
      out += ' ';
    } else {
      if (std::string_view("\\`*_[]<>|").find(c) != std::string_view::npos) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string status_of(const JsonNode& spec, std::string_view phase) {
  if (phase == "completed") return "done";
  if (flag_in(spec, "awaitingApproval")) return "awaiting approval";
  const std::string total = number_in(spec, "totalTasks");
  if (phase != "execution" && (total.empty() || total == "0")) return "";
  return fmt::format("{}/{} tasks", number_in(spec, "taskIndex"), total);
}

std::string markdown_of(JsonNode& index) {
  const auto& directories = list_in(index, "directories").items;
  std::string out =
      "# Spec Index\n\nWritten by assay; index-state.json has the same for programs.\n\n";
  out += fmt::format("**Last updated:** {}\n\n## Directories ({})\n\n",
                     cell(text_in(index, "updated")), directories.size());
  out += "| Directory | Specs | Default |\n|-----------|-------|---------|\n";
  for (const JsonNode& one : directories) {
    out += fmt::format("| {} | {} | {} |\n", cell(text_in(one, "path")),
                       number_in(one, "specsCount"), flag_in(one, "isDefault") ? "Yes" : "");
  }
  const auto& specs = list_in(index, "specs").items;
  out += fmt::format("\n## All Specs ({})\n\n", specs.size());
  out += "| Spec | Directory | Phase | Status |\n|------|-----------|-------|--------|\n";
  for (const JsonNode& spec : specs) {
    const std::string phase = text_in(spec, "phase");
    out += fmt::format("| {} | {} | {} | {} |\n", cell(text_in(spec, "name")),
                       cell(parent_of(text_in(spec, "path"))), cell(phase), status_of(spec, phase));
  }
  return out;
}

/// "2026-11-15T21:30:12Z", as date writes it.
std::string in_seconds(Instant at) {
  const std::string precise = to_text(at);
  return precise.substr(0, precise.find('.')) + "Z";
}

}  // namespace

SpecIndex write_spec_index(std::string_view old_json, std::string_view directory,
                           const std::vector<IndexRow>& rows, Instant now) {
  const JsonNode old = old_index(old_json);
  JsonNode index = old;
  put_rows(list_in(index, "specs"), rows);
  count_directories(index, directory);
  if (!text_in(old, "updated").empty() && same_value(old, index)) {
    return {std::string(old_json), markdown_of(index)};
  }
  set(index, "updated", text(in_seconds(now)));
  SpecIndex out;
  JsonWriter json(out.json, JsonLayout::indented);
  write_json_tree(json, index);
  out.json += "\n";
  out.markdown = markdown_of(index);
  return out;
}

}  // namespace assay::format
