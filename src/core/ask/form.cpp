// SPDX-License-Identifier: MIT
#include "core/ask/form.h"

#include "base/match.h"

#include <fmt/format.h>

namespace assay::core::goals {

namespace {

std::string places(const std::vector<std::string>& paths) {
  if (paths.empty()) return "the workspace";
  return fmt::format("{}", fmt::join(paths, ", "));
}

std::string how_often(const Pattern& form) {
  const auto times = [](std::uint64_t n) { return n == 1 ? "once" : fmt::format("{} times", n); };
  if (form.max && *form.max == 0) return "nowhere";
  if (form.max && *form.max == form.min) return "exactly " + times(form.min);
  if (form.max && form.min == 0) return "at most " + times(*form.max);
  if (form.max) return fmt::format("{} to {} times", form.min, *form.max);
  return "at least " + times(form.min);
}

std::string describe_command(const Command& form) {
  std::string text = fmt::format("`{}` exits {}", form.command, form.expect_exit);
  if (form.min_tests) {
    text += fmt::format(" and runs at least {} test{}", *form.min_tests,
                        *form.min_tests == 1 ? "" : "s");
  } else if (form.is_test) {
    text += " and runs tests";
  }
  return text;
}

std::string describe_value(const Value& form) {
  const std::string pointer = form.pointer.empty() ? "the whole document" : form.pointer;
  if (!form.equals) return fmt::format("{} in {} is present", pointer, form.path);
  return fmt::format("{} in {} is {}", pointer, form.path, *form.equals);
}

}  // namespace

std::string_view type_word(const Form& form) {
  return match(
      form, [](const FileExists&) -> std::string_view { return "file"; },
      [](const FileAbsent&) -> std::string_view { return "file_absent"; },
      [](const Pattern&) -> std::string_view { return "pattern"; },
      [](const Command&) -> std::string_view { return "command"; },
      [](const Value& value) -> std::string_view {
        return value.notation == Notation::json ? "json" : "yaml";
      },
      [](const Semantic&) -> std::string_view { return "semantic"; });
}

std::string describe(const Form& form) {
  return match(
      form,
      [](const FileExists& file) {
        return fmt::format("{} exists{}", file.path, file.non_empty ? " and is not empty" : "");
      },
      [](const FileAbsent& file) { return fmt::format("{} does not exist", file.path); },
      [](const Pattern& pattern) {
        return fmt::format("/{}/ is found {} in {}", pattern.pattern, how_often(pattern),
                           places(pattern.paths));
      },
      [](const Command& command) { return describe_command(command); },
      [](const Value& value) { return describe_value(value); },
      [](const Semantic& semantic) { return semantic.text; });
}

}  // namespace assay::core::goals
