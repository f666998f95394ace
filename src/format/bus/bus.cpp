// SPDX-License-Identifier: MIT
#include "format/bus/bus.h"

#include "format/json/fields.h"
#include "format/json/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace assay::format {

namespace {

using core::bus::Line;
using core::bus::Message;

constexpr std::size_t line_nodes_max = 100'000;
constexpr std::string_view id_prefix = "MSG-";

std::string text_of(const JsonNode& node, std::string_view name) {
  const JsonNode* found = node.find(name);
  return found != nullptr && found->kind == JsonNode::Kind::text ? found->text : "";
}

Line read_line(std::string_view text) {
  Line line;
  line.text = text;
  const JsonTree tree = read_json_tree(text, line_nodes_max);
  line.fault = tree.fault;
  if (!line.fault.empty()) return line;
  Message message{text_of(tree.root, "id"),   text_of(tree.root, "ts"),
                  text_of(tree.root, "from"), text_of(tree.root, "to"),
                  text_of(tree.root, "type"), text_of(tree.root, "summary"),
                  text_of(tree.root, "ref"),  ""};
  if (tree.root.kind != JsonNode::Kind::object || bus_number(message.id) == 0) {
    line.fault = "has no id like MSG-001";
    return line;
  }
  if (const JsonNode* data = tree.root.find("data")) message.data = to_json(*data);
  if (message.type.empty()) message.type = "message";
  line.message = std::move(message);
  return line;
}

std::uint64_t leading_number(std::string_view text) {
  std::uint64_t number = 0;
  constexpr std::size_t digits_max = 15;
  const std::string_view head = text.substr(0, digits_max);
  const auto [end, bad] = std::from_chars(head.data(), head.data() + head.size(), number);
  const auto length = static_cast<std::size_t>(end - head.data());
  const bool cut =
      length == digits_max && text.size() > length && text[length] >= '0' && text[length] <= '9';
  return bad == std::errc{} && !cut ? number : 0;
}

}  // namespace

std::uint64_t bus_number(std::string_view id) {
  if (!id.starts_with(id_prefix)) return 0;
  const std::string_view digits = id.substr(id_prefix.size());
  if (digits.find_first_not_of("0123456789") != std::string_view::npos) return 0;
  return leading_number(digits);
}

std::string bus_id(std::uint64_t number) { return fmt::format("MSG-{:03}", number); }

std::uint64_t largest_bus_number(std::string_view text) {
  constexpr std::string_view mark = "\"MSG-";
  std::uint64_t largest = 0;
  for (const Line& line : read_bus(text)) {
    if (line.message) {
      largest = std::max(largest, bus_number(line.message->id));
      continue;
    }
    for (std::size_t at = line.text.find(mark); at != std::string::npos;
         at = line.text.find(mark, at + 1)) {
      largest = std::max(largest,
                         leading_number(std::string_view(line.text).substr(at + mark.size(), 20)));
    }
  }
  return largest;
}

void write_bus_message(JsonWriter& json, const Message& message) {
  json.begin_object();
  Fields(json)
      .text("id", message.id)
      .text("ts", message.ts)
      .text("from", message.from)
      .text("to", message.to)
      .text("type", message.type)
      .text("summary", message.summary);
  if (!message.ref.empty()) Fields(json).text("ref", message.ref);
  if (!message.data.empty()) {
    const JsonTree tree = read_json_tree(message.data, line_nodes_max);
    json.key("data");
    if (tree.fault.empty()) {
      write_json_tree(json, tree.root);
    } else {
      json.text(message.data);
    }
  }
  json.end_object();
}

std::string write_bus_line(const Message& message) {
  std::string line;
  JsonWriter json(line);
  write_bus_message(json, message);
  line.push_back('\n');
  return line;
}

std::vector<Line> read_bus(std::string_view text) {
  std::vector<Line> lines;
  std::size_t number = 0;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string_view line = text.substr(start, end - start);
    ++number;
    start = end + 1;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    lines.push_back(read_line(line));
    lines.back().number = number;
  }
  return lines;
}

}  // namespace assay::format
