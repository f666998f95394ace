// SPDX-License-Identifier: MIT
#include "format/goals/criterion.h"

#include "base/text/path.h"
#include "format/gitignore.h"
#include "format/goals/clauses.h"
#include "format/goals/impl_shape.h"
#include "format/goals/shape.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <charconv>

namespace assay::format {

namespace {

using core::goals::Command;
using core::goals::Criterion;
using core::goals::FileAbsent;
using core::goals::FileExists;
using core::goals::Form;
using core::goals::Notation;
using core::goals::Pattern;
using core::goals::Semantic;
using core::goals::Value;
using member::needed;
using member::plain;

constexpr std::size_t longest_sentence = 2000;

// The more special first: "package.json has script `x`" is no text search, and "no x" no symbol.
constexpr MaybeReading (*clauses[])(Phrase, const CriterionContext&) = {
    read_route_clause,   read_value_clause, read_command_clause,
    read_tests_clause,   read_file_clause,  read_absence_clause,
    read_content_clause, read_count_clause, read_symbol_clause,
};

/// "Ensure that", "Verify": introductions that change nothing.
void eat_introduction(Phrase& phrase) {
  if (!phrase.eat_any({"ensure", "verify", "check", "confirm", "make sure"})) return;
  static_cast<void>(phrase.eat("that"));
}

/// A form made from a sentence obeys the rules of the object forms.
bool is_sound(const Form& form) {
  if (const auto* file = std::get_if<FileExists>(&form)) return path_objection(file->path).empty();
  if (const auto* file = std::get_if<FileAbsent>(&form)) return path_objection(file->path).empty();
  if (const auto* value = std::get_if<Value>(&form)) {
    return path_objection(value->path).empty() && is_json_pointer(value->pointer);
  }
  const auto* pattern = std::get_if<Pattern>(&form);
  if (pattern == nullptr) return true;
  return pattern_objection(pattern->pattern).empty() &&
         std::all_of(pattern->paths.begin(), pattern->paths.end(),
                     [](const std::string& path) { return path_objection(path).empty(); });
}

std::string hint_for(Phrase phrase) {
  for (; !phrase.at_end(); phrase.skip()) {
    if (phrase.peek().lower == "tests" || phrase.peek().lower == "test") {
      return "; to have a test run checked, name its command in backticks or give test.commands";
    }
  }
  return "; say it as a path, a command in backticks or an object form to have it checked";
}

Criterion semantic(std::string_view text, std::string why) {
  return {std::string(text), {Semantic{std::string(text)}}, std::move(why)};
}

/// Reads one object whose shape is already known to be right.
class ObjectReader {
 public:
  ObjectReader(const JsonNode& node, std::string pointer, ProblemLog& problems, core::Rules rules)
      : node_(node), pointer_(std::move(pointer)), problems_(problems), rules_(rules) {}

  std::optional<Form> read(std::string_view kind) {
    const std::size_t before = problems_.total();
    Form form = made(kind);
    if (problems_.total() > before) return std::nullopt;
    return form;
  }

 private:
  Form made(std::string_view kind) {
    if (kind == "file") return FileExists{path("path"), truth("non_empty"), false};
    if (kind == "file_absent") return FileAbsent{path("path")};
    if (kind == "pattern") return pattern();
    if (kind == "command") return command();
    if (kind == "semantic") return Semantic{text("text")};
    return value(kind == "json" ? Notation::json : Notation::yaml);
  }

  void object_to(std::string_view name, const JsonNode& node, const std::string& what) {
    if (!what.empty()) problems_.add(node.offset, fmt::format("{}/{}", pointer_, name), what);
  }

  std::string text(std::string_view name) {
    const JsonNode* found = node_.find(name);
    if (found == nullptr) return "";
    if (found->text.find_first_not_of(" \t\r\n") == std::string::npos) {
      object_to(name, *found, "must not be empty");
    }
    return found->text;
  }

  std::string path(std::string_view name) {
    const JsonNode* found = node_.find(name);
    if (found == nullptr) return "";
    object_to(name, *found, path_objection(found->text));
    return found->text;
  }

  bool truth(std::string_view name) {
    const JsonNode* found = node_.find(name);
    return found != nullptr && found->truth;
  }

  std::optional<std::uint64_t> number(std::string_view name, std::uint64_t largest) {
    const JsonNode* found = node_.find(name);
    if (found == nullptr) return std::nullopt;
    std::uint64_t number = 0;
    const std::string& digits = found->text;
    const auto [end, bad] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (bad != std::errc{} || end != digits.data() + digits.size() || number > largest) {
      object_to(name, *found, fmt::format("must be a whole number from 0 to {}", largest));
    }
    return number;
  }

  Form pattern() {
    Pattern form{text("pattern"), {}, 1, {}};
    object_to("pattern", *node_.find("pattern"), pattern_objection(form.pattern));
    if (const JsonNode* paths = node_.find("paths")) {
      for (std::size_t i = 0; i < paths->items.size(); ++i) {
        const JsonNode& item = paths->items[i];
        object_to(fmt::format("paths/{}", i), item, path_objection(item.text));
        form.paths.push_back(as_glob(item.text));
      }
    }
    constexpr std::uint64_t most = 1'000'000'000;
    form.max = number("max", most);
    const auto min = number("min", most);
    form.min = min ? *min : form.max && *form.max == 0 ? 0 : 1;
    if (form.max && *form.max < form.min) {
      object_to("max", *node_.find("max"), "must not be below min");
    }
    if (form.min == 0 && !form.max) object_to("min", node_, "0 without a max asks for nothing");
    return form;
  }

  Form command() {
    Command form{text("command"), 0, false, {}};
    form.expect_exit = static_cast<std::int32_t>(number("expect_exit", 255).value_or(0));
    form.min_tests = number("min_tests", 1'000'000'000);
    form.is_test = form.min_tests.has_value() || is_test_command(form.command, rules_);
    return form;
  }

  Form value(Notation notation) {
    Value form{notation, path("path"), node_.find("pointer")->text, {}};
    if (!is_json_pointer(form.pointer)) {
      object_to("pointer", *node_.find("pointer"), "must be empty or begin with a slash: /a/b/0");
    }
    if (const JsonNode* equals = node_.find("equals")) form.equals = to_json(*equals);
    return form;
  }

  const JsonNode& node_;
  std::string pointer_;
  ProblemLog& problems_;
  core::Rules rules_;
};

}  // namespace

std::string path_objection(std::string_view path) {
  if (path.starts_with("!")) path.remove_prefix(1);
  if (path.empty()) return "must not be empty";
  if (path.size() > 4096) return "is longer than 4096 bytes";
  if (path.find('\0') != std::string_view::npos) return "must not hold a NUL";
  if (path.front() == '/') return "must be relative to the workspace";
  if (has_part(path, "..")) return "must not lead out of the workspace";
  if (!PathPattern(path).valid()) return "is not a glob: " + quoted(path);
  return "";
}

std::string pattern_objection(std::string_view pattern) {
  if (pattern.empty()) return "must not be empty";
  if (pattern.size() > 4096) return "is longer than 4096 bytes";
  RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(std::int64_t{1} << 20);
  const RE2 compiled("(?m)" + std::string(pattern), options);
  if (!compiled.ok()) {
    // Its own words about what the user wrote, not about what was put before it.
    const RE2 alone(re2::StringPiece(pattern.data(), pattern.size()), options);
    return "is not a pattern RE2 can read: " + (alone.ok() ? compiled : alone).error();
  }
  if (RE2::PartialMatch("", compiled)) return "matches the empty text, so it proves nothing";
  return "";
}

Criterion read_criterion(std::string_view text, const CriterionContext& context) {
  if (text.size() > longest_sentence) {
    return semantic(text, fmt::format("semantic: longer than {} bytes", longest_sentence));
  }
  Phrase phrase = Phrase::of(text);
  eat_introduction(phrase);
  for (const auto& clause : clauses) {
    MaybeReading reading = clause(phrase, context);
    if (!reading || reading->forms.empty()) continue;
    if (!std::all_of(reading->forms.begin(), reading->forms.end(), is_sound)) continue;
    return {std::string(text), std::move(reading->forms), std::move(reading->why)};
  }
  return semantic(text, "semantic: fits no form" + hint_for(phrase));
}

std::optional<Criterion> read_criterion(const JsonNode& object, const std::string& pointer,
                                        ProblemLog& problems, core::Rules rules) {
  const JsonNode* type = object.find("type");
  if (type == nullptr || type->kind != JsonNode::Kind::text) {
    problems.add(object.offset, pointer, "a criterion object needs a 'type'");
    return std::nullopt;
  }
  std::vector<std::string_view> names;
  for (const FormShape& kind : form_shapes()) {
    names.push_back(kind.type);
    if (kind.type != type->text) continue;
    const std::size_t before = problems.total();
    check_shape(object, kind.shape, pointer, problems);
    if (problems.total() > before) return std::nullopt;
    auto form = ObjectReader(object, pointer, problems, rules).read(kind.type);
    if (!form) return std::nullopt;
    const JsonNode* about = object.find("description");
    std::string text = about != nullptr ? about->text : describe(*form);
    return Criterion{std::move(text), {std::move(*form)}, "an object of type " + type->text};
  }
  problems.add(type->offset, pointer + "/type",
               fmt::format("{} is not one of {}{}", quoted(type->text), fmt::join(names, ", "),
                           suggestion(type->text, names)));
  return std::nullopt;
}

}  // namespace assay::format
