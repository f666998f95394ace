// SPDX-License-Identifier: MIT
#include "format/completion/carrier.h"

#include "format/completion/schema.h"
#include "format/runners/scan.h"
#include "format/signal/markdown.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::contract {

namespace {

constexpr std::size_t text_max = std::size_t{4} << 20;  // what the YAML reader takes

bool has_mark(const YamlReading& reading, std::string_view mark) {
  if (!reading.faults.empty() || reading.root.kind != YamlNode::Kind::map) return false;
  const std::vector<YamlNode>& items = reading.root.items;
  for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
    if (items[i].text == mark) return true;
  }
  return false;
}

bool is_boundary(std::string_view line) { return trim(line) == "---" && line[0] == '-'; }

std::string_view dedented(std::string_view line, std::size_t indent) {
  for (std::size_t cut = 0; cut < indent && starts_with(line, " "); ++cut) line.remove_prefix(1);
  return line;
}

/// The text of lines [begin, end) with blank lines before it, so that line numbers stay true.
std::string placed(const Markdown& markdown, std::size_t begin, std::size_t end,
                   std::size_t indent) {
  std::string out(begin, '\n');
  for (std::size_t i = begin; i < end; ++i)
    out.append(dedented(markdown.lines[i].text, indent)).push_back('\n');
  return out;
}

/// Lines between the "---" at the top and the next one; nothing if that is all of the text.
std::string front_matter(const Markdown& markdown) {
  const auto& lines = markdown.lines;
  if (lines.empty() || !is_boundary(lines[0].text)) return "";
  const auto closes = [](const MarkdownLine& line) {
    return !line.text.empty() && is_boundary(line.text);
  };
  const auto close = std::find_if(lines.begin() + 1, lines.end(), closes);
  if (close == lines.end()) return "";
  return placed(markdown, 1, static_cast<std::size_t>(close - lines.begin()), 0);
}

/// Blocks that call themselves YAML, or nothing.
bool may_be_yaml(const CodeBlock& block) {
  return block.language == "yaml" || block.language == "yml" || block.language.empty();
}

/// Could the lines have been meant? Then their faults are worth telling.
bool mentions(const Markdown& markdown, const CodeBlock& lines, std::string_view mark) {
  for (std::size_t i = lines.begin; i < lines.end; ++i) {
    const std::string_view line = dedented(markdown.lines[i].text, lines.indent);
    if (starts_with(line, mark) && starts_with(line.substr(mark.size()), ":")) return true;
  }
  return false;
}

class Finder {
 public:
  Finder(std::string_view text, std::string_view mark)
      : text_(text), mark_(mark), markdown_(read_markdown(text.substr(0, text_max))) {}

  Carried run() {
    if (take(Carrier::whole_file, read_yaml(text_))) return std::move(out_);
    const std::string front = front_matter(markdown_);
    if (!front.empty() && take(Carrier::front_matter, read_yaml(front))) return std::move(out_);
    look_into_blocks();
    if (out_.carrier == Carrier::none) explain(front);
    return std::move(out_);
  }

 private:
  bool take(Carrier carrier, YamlReading reading) {
    if (!has_mark(reading, mark_)) return false;
    out_.carrier = carrier;
    out_.root = std::move(reading.root);
    return true;
  }

  void look_into_blocks() {
    constexpr std::size_t looked_at_max = 64;
    std::size_t looked_at = 0;
    for (const CodeBlock& block : markdown_.blocks) {
      if (!may_be_yaml(block) || !mentions(markdown_, block, mark_)) continue;
      if (++looked_at > looked_at_max) break;
      YamlReading reading = read_yaml(placed(markdown_, block.begin, block.end, block.indent));
      if (out_.carrier != Carrier::none && has_mark(reading, mark_)) {
        out_.faults.push_back(
            {block.begin, fmt::format("a second block with '{}': which one counts?", mark_)});
        return;
      }
      if (!take(Carrier::fenced_block, reading))
        block_faults_.insert(block_faults_.end(), reading.faults.begin(), reading.faults.end());
    }
  }

  /// Why nothing was found, as the writer of the text would want to know it.
  void explain(const std::string& front) {
    YamlReading reading = read_yaml(front.empty() ? text_ : std::string_view(front));
    const CodeBlock all{.language = "", .end = markdown_.lines.size()};
    const bool meant = text_.size() > text_max || mentions(markdown_, all, mark_);
    if (!block_faults_.empty()) {
      out_.faults = std::move(block_faults_);
    } else if (meant && !reading.faults.empty()) {
      out_.faults = std::move(reading.faults);
    } else {
      out_.faults.push_back({1, fmt::format("no '{}:' block was found", mark_)});
    }
  }

  std::string_view text_;
  std::string_view mark_;
  Markdown markdown_;
  std::vector<YamlFault> block_faults_;
  Carried out_;
};

}  // namespace

Carried find_yaml(std::string_view text, std::string_view mark) { return Finder(text, mark).run(); }

}  // namespace assay::format::contract
