// SPDX-License-Identifier: MIT
#include "format/prompt/prompt.h"
#include "format/runners/scan.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format {

namespace {

using Kind = PromptVariable::Kind;
using Piece = Prompt::Piece;

constexpr std::size_t template_max = std::size_t{1} << 20;
constexpr std::size_t nesting_max = 8;

class TemplateReader {
 public:
  TemplateReader(std::string_view name, std::string_view text,
                 std::span<const PromptVariable> variables)
      : text_(text), variables_(variables), problems_(name) {}

  PromptReading run() {
    if (text_.size() > template_max) {
      problems_.add(0, "", "the template is over 1 MiB");
    } else {
      read();
    }
    return {std::move(out_), problems_.by_offset(text_)};
  }

 private:
  void read() {
    while (at_ < text_.size()) {
      const std::size_t open = std::min(text_.find("{{", at_), text_.size());
      const std::size_t stray = text_.substr(0, open).find("}}", at_);
      if (stray != text_.npos) blame(stray, "'}}' without '{{'");
      put_literal(text_.substr(at_, open - at_));
      at_ = open;
      if (open < text_.size() && !read_tag()) return;
    }
    if (!open_.empty())
      blame(open_.back().offset,
            fmt::format("'{{{{#if {}}}}}' is never closed", open_.back().name));
  }

  bool read_tag() {
    const std::size_t close = text_.find("}}", at_ + 2);
    const std::size_t again = text_.find("{{", at_ + 2);
    if (close == text_.npos || again < close) {
      blame(at_, "'{{' without '}}'");
      return false;
    }
    tag_ = at_;
    const std::string_view body = trim(text_.substr(at_ + 2, close - at_ - 2));
    at_ = close + 2;
    if (starts_with(body, "!") || starts_with(body, "#") || starts_with(body, "/")) swallow_line();
    take(body);
    return true;
  }

  void take(std::string_view body) {
    if (starts_with(body, "!")) return;
    if (starts_with(body, "#if ")) return open_condition(trim(body.substr(4)));
    if (body == "/if") return close_condition();
    if (starts_with(body, "block ")) return put_block(trim(body.substr(6)));
    if (starts_with(body, "#") || starts_with(body, "/") || body == "block")
      return blame(tag_, "unknown tag " + quoted(body));
    put_value(body);
  }

  void open_condition(std::string_view name) {
    known(name);
    if (open_.size() == nesting_max)
      blame(tag_, fmt::format("conditions are nested deeper than {}", nesting_max));
    open_.push_back({std::string(name), tag_});
  }

  void close_condition() {
    if (open_.empty()) return blame(tag_, "'{{/if}}' without '{{#if ...}}'");
    open_.pop_back();
  }

  void put_value(std::string_view name) {
    const PromptVariable* variable = known(name);
    if (variable == nullptr) return;
    if (variable->kind == Kind::block) {
      return blame(tag_, fmt::format("'{0}' is untrusted text: write '{{{{block {0}}}}}'", name));
    }
    put(Piece::Kind::value, name, variable->kind);
  }

  void put_block(std::string_view name) {
    if (const PromptVariable* variable = known(name)) put(Piece::Kind::block, name, variable->kind);
  }

  const PromptVariable* known(std::string_view name) {
    for (const PromptVariable& variable : variables_) {
      if (variable.name == name) return &variable;
    }
    std::vector<std::string_view> names;
    for (const PromptVariable& variable : variables_) names.push_back(variable.name);
    blame(tag_, fmt::format("unknown variable {}{}", quoted(name), suggestion(name, names)));
    return nullptr;
  }

  /// A tag that prints nothing and has its line for itself takes the line with it.
  void swallow_line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::size_t newline = text_.rfind('\n', tag_);
    const std::size_t begin = tag_ == 0 || newline == text_.npos ? 0 : newline + 1;
    const auto blank = [&](std::size_t from, std::size_t to) {
      return text_.substr(from, to - from).find_first_not_of(" \t\r") == text_.npos;
    };
    if (!blank(begin, tag_) || !blank(at_, end)) return;
    at_ = std::min(end + 1, text_.size());
    if (tag_ == begin || out_.pieces.empty()) return;
    std::string& before = out_.pieces.back().text;
    const std::size_t indent = tag_ - begin;
    if (out_.pieces.back().kind == Piece::Kind::literal && before.size() >= indent)
      before.resize(before.size() - indent);
  }

  void put_literal(std::string_view text) {
    if (!text.empty()) put(Piece::Kind::literal, text, Kind::text);
  }

  void put(Piece::Kind kind, std::string_view text, Kind variable) {
    Piece piece{kind, std::string(text), variable, {}};
    for (const Open& open : open_) piece.conditions.push_back(open.name);
    if (open_.size() <= nesting_max) out_.pieces.push_back(std::move(piece));
  }

  void blame(std::size_t offset, std::string what) { problems_.add(offset, "", std::move(what)); }

  struct Open {
    std::string name;
    std::size_t offset = 0;
  };

  std::string_view text_;
  std::span<const PromptVariable> variables_;
  ProblemLog problems_;
  std::size_t at_ = 0;
  std::size_t tag_ = 0;
  std::vector<Open> open_;
  Prompt out_;
};

}  // namespace

PromptReading read_prompt(std::string_view name, std::string_view text,
                          std::span<const PromptVariable> variables) {
  return TemplateReader(name, text, variables).run();
}

}  // namespace assay::format
