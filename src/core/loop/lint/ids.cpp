// SPDX-License-Identifier: MIT
#include "base/quoted.h"
#include "base/text/ascii.h"
#include "core/loop/lint/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace assay::core::loop::lint {

namespace {

/// "T001" -> "T", {1}; "1.2.3" -> "", {1, 2, 3}
struct Number {
  std::string family;
  std::vector<std::int64_t> parts;
};

/// Takes the digits at the beginning of the text; nothing if there are none, or too many.
std::optional<std::int64_t> take_number(std::string_view& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || !is_digit(text.front())) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::optional<Number> number_of(std::string_view id) {
  Number number;
  const std::size_t digits = id.find_first_of("0123456789");
  if (digits == std::string_view::npos) return std::nullopt;
  number.family = id.substr(0, digits);
  id.remove_prefix(digits);
  for (;;) {
    const auto part = take_number(id);
    if (!part) return std::nullopt;
    number.parts.push_back(*part);
    if (id.empty()) return number;
    if (id.front() != '.') return std::nullopt;
    id.remove_prefix(1);
  }
}

/// "Phase 3: User Story 1" and "3. Implementation" -> 3
std::optional<std::int64_t> phase_number(std::string_view phase) {
  constexpr std::string_view word = "phase ";
  const bool named = lowered(phase.substr(0, word.size())) == word;
  if (named) phase.remove_prefix(word.size());
  phase.remove_prefix(std::min(phase.find_first_not_of(" \t"), phase.size()));
  const auto number = take_number(phase);
  return named || phase.starts_with('.') ? number : std::nullopt;
}

void check_phase(const Task& task, const Number& number, Findings& findings) {
  const auto phase = phase_number(task.phase);
  if (!phase || !number.family.empty() || number.parts.size() < 2) return;
  if (number.parts[0] == *phase) return;
  findings.warning(task.line, "phase-mismatch",
                   fmt::format("{} stands under '{}'", task.id, task.phase),
                   fmt::format("number it {}.N, or move it to its phase", *phase));
}

}  // namespace

std::string name_of(const Task& task) {
  return task.id.empty() ? assay::quoted(task.title) : task.id;
}

void lint_ids(const TaskRow& tasks, Findings& findings) {
  std::map<std::string_view, std::uint32_t> lines;
  std::map<std::string, std::pair<std::vector<std::int64_t>, std::string_view>> last;
  for (const Task& task : tasks) {
    if (task.id.empty()) {
      findings.warning(task.line, "no-id", fmt::format("{} has no id", name_of(task)),
                       "begin it with one, like 1.2: without it nothing can refer to the task");
      continue;
    }
    const auto [first, fresh] = lines.try_emplace(task.id, task.line);
    if (!fresh) {
      findings.error(task.line, "duplicate-id",
                     fmt::format("{} is already the task in line {}", task.id, first->second),
                     "give one of them another id");
      continue;
    }
    const auto number = number_of(task.id);
    if (!number) continue;
    check_phase(task, *number, findings);
    const auto [before, alone] =
        last.try_emplace(number->family, std::pair{number->parts, std::string_view(task.id)});
    if (!alone && number->parts < before->second.first) {
      findings.warning(task.line, "ids-out-of-order",
                       fmt::format("{} comes after {}", task.id, before->second.second),
                       "tasks run in the order of the file: renumber or move it");
    }
    before->second = {number->parts, task.id};
  }
  for (const Task& task : tasks) {
    if (task.fixes.empty() || lines.contains(task.fixes)) continue;
    findings.error(task.line, "fix-of-unknown",
                   fmt::format("{} fixes {}, which is no task", name_of(task), task.fixes),
                   "name the id of a task of this list in [FIX id]");
  }
}

void lint_checkpoints(const TaskRow& tasks, Findings& findings) {
  constexpr std::size_t unverified_max = 3;
  std::size_t run = 0;
  for (const Task& task : tasks) {
    run = task.verify ? 0 : run + 1;
    if (run != unverified_max + 1) continue;
    findings.warning(task.line, "no-verify-within-3",
                     fmt::format("{} is the {}th task in a row without a [VERIFY]", name_of(task),
                                 unverified_max + 1),
                     "put a [VERIFY] task before it");
  }
}

}  // namespace assay::core::loop::lint
