// SPDX-License-Identifier: MIT
#include "format/tasks/fields.h"

#include "format/runners/scan.h"
#include "format/signal/markdown.h"
#include "format/tasks/lines.h"

#include <algorithm>
#include <optional>

namespace assay::format::tasklist {

namespace {

using Kind = MarkdownLine::Kind;

struct Label {
  std::string name;       ///< lower case
  std::string_view rest;  ///< behind the colon
};

/// "- **Do**: x", "* **Do:** x"
std::optional<Label> read_label(std::string_view line) {
  constexpr std::size_t name_max = 40;
  std::string_view text = trim(line);
  text.remove_prefix(list_mark(text));
  if (!starts_with(text, "**")) return std::nullopt;
  const std::size_t close = text.substr(0, name_max).find("**", 2);
  if (close == std::string_view::npos) return std::nullopt;
  std::string_view name = trim(text.substr(2, close - 2));
  std::string_view rest = trim(text.substr(close + 2));
  if (ends_with(name, ":")) {
    name = trim(name.substr(0, name.size() - 1));
  } else if (starts_with(rest, ":")) {
    rest = trim(rest.substr(1));
  } else {
    return std::nullopt;
  }
  return Label{lowered(name), rest};
}

Field* field_named(BlockFields& fields, std::string_view name) {
  if (name == "do") return &fields.steps;
  if (name == "files" || name == "file") return &fields.files;
  if (name == "done when") return &fields.done_when;
  if (name == "verify") return &fields.verify;
  if (name == "commit") return &fields.commit;
  if (name == "proof") return &fields.proof;
  return nullptr;
}

class FieldReader {
 public:
  explicit FieldReader(std::string_view block) : markdown_(read_markdown(block)) {}

  BlockFields run() {
    for (std::size_t at = 1; at < markdown_.lines.size(); ++at) take(at);
    return std::move(out_);
  }

 private:
  void take(std::size_t at) {
    const MarkdownLine& line = markdown_.lines[at];
    const std::string_view text = line.text;
    if (line.kind == Kind::fence || line.kind == Kind::code) {
      const bool fence = line.kind == Kind::fence;
      return put({text, indent_of(text), fence, !fence});
    }
    if (line.kind == Kind::blank || is_comment(text)) return;
    const std::size_t indent = indent_of(text);
    const bool item = is_list_item(text);
    const auto label = read_label(text);
    // What stands deeper than a label belongs to it, even if it looks like a label.
    const bool inside = open_ != nullptr && indent > level_ + 1;
    if (label && !inside) return begin(*label, at, indent);
    if (item && !inside && open_ != nullptr) open_ = nullptr;
    put({text, indent, false, false});
  }

  bool is_comment(std::string_view text) {
    text = trim(text);
    if (!in_comment_ && !starts_with(text, "<!--")) return false;
    in_comment_ = !contains(text, "-->");
    return true;
  }

  void begin(const Label& label, std::size_t at, std::size_t indent) {
    open_ = field_named(out_, label.name);
    level_ = indent;
    if (open_ == nullptr) return;
    if (open_->line == 0) open_->line = static_cast<std::uint32_t>(at);
    if (!label.rest.empty()) put({label.rest, 0, false, false});
  }

  void put(FieldLine line) {
    if (open_ == nullptr) return;
    const std::size_t last = line.text.find_last_not_of(" \t\r");
    line.text = line.text.substr(0, last + 1);
    open_->lines.push_back(line);
  }

  Markdown markdown_;
  BlockFields out_;
  Field* open_ = nullptr;
  std::size_t level_ = 0;
  bool in_comment_ = false;
};

std::string_view without_list_mark(std::string_view text) {
  text = trim(text);
  text.remove_prefix(list_mark(text));
  return text;
}

bool is_boxed(std::string_view text) {
  text = trim(text);
  const std::size_t mark = list_mark(text);
  text.remove_prefix(mark);
  return mark > 0 && text.size() >= 3 && text[0] == '[' && text[2] == ']' &&
         (text[1] == ' ' || text[1] == 'x' || text[1] == 'X');
}

}  // namespace

bool Field::said() const {
  return std::any_of(lines.begin(), lines.end(),
                     [](const FieldLine& each) { return !each.fence && !trim(each.text).empty(); });
}

bool BlockFields::any() const {
  return (steps.line | files.line | done_when.line | verify.line | commit.line) != 0;
}

BlockFields read_fields(std::string_view block) { return FieldReader(block).run(); }

std::vector<std::string> segments_of(const Field& field) {
  std::vector<std::string> segments;
  bool fresh = true;
  for (const FieldLine& line : field.lines) {
    if (line.fence || line.code) {
      fresh = true;
      continue;
    }
    const std::string_view text = without_list_mark(line.text);
    if (fresh || is_list_item(line.text)) {
      segments.emplace_back(text);
    } else {
      segments.back().append(" ").append(text);
    }
    fresh = false;
  }
  return segments;
}

std::vector<std::vector<std::string_view>> code_blocks_of(const Field& field) {
  std::vector<std::vector<std::string_view>> blocks;
  bool open = false;
  for (const FieldLine& line : field.lines) {
    if (line.code && !open) blocks.emplace_back();
    open = line.code;
    if (line.code) blocks.back().push_back(line.text);
  }
  return blocks;
}

std::string on_one_line(const Field& field) {
  std::string out;
  for (const FieldLine& line : field.lines) {
    const std::string_view text = line.code ? trim(line.text) : without_list_mark(line.text);
    if (line.fence || text.empty()) continue;
    if (!out.empty()) out += ' ';
    out += line.code ? in_backticks(text) : std::string(text);
  }
  return out;
}

std::size_t steps_of(const Field& field) {
  std::size_t level = SIZE_MAX;
  std::size_t count = 0;
  for (const FieldLine& line : field.lines) {
    if (line.fence || line.code || !is_list_item(line.text) || line.indent > level) continue;
    count = line.indent < level ? 1 : count + 1;
    level = line.indent;
  }
  return count == 0 && field.said() ? 1 : count;
}

bool has_checklist(const Field& field) {
  return std::any_of(field.lines.begin(), field.lines.end(), [](const FieldLine& line) {
    return !line.fence && !line.code && is_boxed(line.text);
  });
}

}  // namespace assay::format::tasklist
