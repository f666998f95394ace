// SPDX-License-Identifier: MIT
#include "format/yaml/front_matter.h"

#include "base/text/utf8.h"

#include <fmt/format.h>

namespace assay::format {

namespace {

std::string_view line_at(std::string_view text, std::size_t start) {
  std::string_view line = text.substr(start, text.find('\n', start) - start);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ' || line.back() == '\t')) {
    line.remove_suffix(1);
  }
  return line;
}

/// Stands for itself between double quotes, for every reader of YAML and on every screen.
bool is_plain(char32_t c) {
  if (c < 0x20 || c == '"' || c == '\\' || (c >= 0x7F && c < 0xA0)) return false;
  if (c == 0x2028 || c == 0x2029 || c == 0xFEFF || (c & 0xFFFE) == 0xFFFE) return false;
  const bool invisible = (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E) ||
                         (c >= 0x2060 && c <= 0x206F) || c == 0x00AD;
  return !invisible && c < 0xE0000;
}

std::string escaped(char32_t c) {
  const auto code = static_cast<std::uint32_t>(c);
  switch (c) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '\n': return "\\n";
    case '\t': return "\\t";
    case '\r': return "\\r";
    default: break;
  }
  if (code <= 0xFF) return fmt::format("\\x{:02x}", code);
  return code <= 0xFFFF ? fmt::format("\\u{:04x}", code) : fmt::format("\\U{:08x}", code);
}

}  // namespace

Result<YamlNode> read_front_matter(std::string_view name, std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const auto refused = [name](std::size_t line, std::string_view what) {
    return Error{Fault::bad_input, fmt::format("{}:{}: {}", name, line, what)};
  };
  if (line_at(text, 0) != "---") return refused(1, "does not begin with front matter (---)");
  const std::size_t begin = std::min(text.find('\n'), text.size() - 1) + 1;
  for (std::size_t at = begin; at < text.size();) {
    const std::string_view line = line_at(text, at);
    if (line == "---" || line == "...") {
      YamlReading reading = read_yaml(text.substr(begin, at - begin));
      if (!reading.faults.empty()) {
        return refused(reading.faults.front().line + 1, reading.faults.front().what);
      }
      if (reading.root.kind != YamlNode::Kind::map) return refused(2, "is not a mapping");
      return std::move(reading.root);
    }
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) break;
    at = end + 1;
  }
  return refused(1, "its front matter is never closed (---)");
}

const YamlNode* find(const YamlNode& map, std::string_view key) {
  if (map.kind != YamlNode::Kind::map) return nullptr;
  for (std::size_t i = 0; i + 1 < map.items.size(); i += 2) {
    if (map.items[i].kind == YamlNode::Kind::scalar && map.items[i].text == key) {
      return &map.items[i + 1];
    }
  }
  return nullptr;
}

std::string scalar_of(const YamlNode& map, std::string_view key) {
  const YamlNode* found = find(map, key);
  return found != nullptr && found->kind == YamlNode::Kind::scalar ? found->text : "";
}

std::string yaml_quoted(std::string_view text) {
  std::string out = "\"";
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    if (point.length == 0) {
      out += "\xEF\xBF\xBD";
      ++at;
      continue;
    }
    if (is_plain(point.value)) {
      out += text.substr(at, point.length);
    } else {
      out += escaped(point.value);
    }
    at += point.length;
  }
  return out + "\"";
}

}  // namespace assay::format
