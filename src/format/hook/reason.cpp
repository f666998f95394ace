// SPDX-License-Identifier: MIT
#include "format/hook/reason.h"

#include "base/text/escape.h"
#include "base/text/utf8.h"
#include "core/verify/known.h"
#include "core/verify/verdict.h"
#include "format/text/mask.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace assay::format {

namespace {

using core::verify::CommandSpec;
using core::verify::CommandState;

constexpr std::size_t gates_told = 5;
constexpr std::size_t tests_told = 8;
constexpr std::size_t lines_told = 20;

bool is_in_the_way(const core::verify::State& state, std::uint32_t unit) {
  const CommandSpec& spec = state.plan->manifest.commands[unit];
  const CommandState& command = state.commands[unit];
  return core::verify::stands_in_the_way(spec, command) ||
         core::verify::is_ineffective(spec, command);
}

/// Not where the list of known failures was asked and does not help: who is asked to verify says
/// no.
bool is_put_up_with(const CommandState& command) {
  return !command.notes || command.notes->not_excused.empty();
}

std::vector<std::uint32_t> gates_where(const core::verify::State& state, bool as_before) {
  std::vector<std::uint32_t> units;
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const bool old = fails_as_before(state, unit) && is_put_up_with(state.commands[unit]);
    if (is_in_the_way(state, unit) && old == as_before) units.push_back(unit);
  }
  return units;
}

/// "  failing (new): tests/test_cart.py::test_total"
std::string tests_text(const core::verify::State& state, std::uint32_t unit) {
  std::string text;
  std::size_t told = 0;
  const auto failing = core::verify::failing_tests(state, unit);
  for (const core::verify::FailingTest& test : failing) {
    if (told++ == tests_told) break;
    const std::string_view standing = to_text(test.standing);
    text += fmt::format("  failing{}: {}\n",
                        standing == "failed" ? "" : fmt::format(" ({})", standing), test.id);
  }
  if (failing.size() > tests_told)
    text += fmt::format("  and {} more\n", failing.size() - tests_told);
  return text;
}

std::string gate_text(const core::verify::State& state, std::uint32_t unit, std::size_t lines) {
  const CommandSpec& spec = state.plan->manifest.commands[unit];
  const CommandState& command = state.commands[unit];
  std::string text = fmt::format("\ngate {}: {}\n  {}\n", spec.id, spec.command,
                                 core::verify::summary_line(state, unit));
  text += tests_text(state, unit);
  if (command.notes) {
    const auto& excerpt = command.notes->excerpt;
    for (std::size_t i = 0; i < excerpt.size() && i < lines; ++i)
      text += "  | " + excerpt[i] + "\n";
  }
  if (command.has_log) text += fmt::format("  more: assay logs {} {}\n", state.run_id, spec.id);
  return text;
}

std::string all_gates(const core::verify::State& state, const std::vector<std::uint32_t>& units,
                      std::size_t lines) {
  std::string text;
  for (std::size_t i = 0; i < units.size() && i < gates_told; ++i)
    text += gate_text(state, units[i], lines);
  if (units.size() > gates_told)
    text += fmt::format("\nand {} more gates: assay show {}\n", units.size() - gates_told,
                        state.run_id);
  return text;
}

}  // namespace

std::vector<std::uint32_t> gates_in_the_way(const core::verify::State& state) {
  return gates_where(state, false);
}

std::vector<std::uint32_t> gates_as_before(const core::verify::State& state) {
  return gates_where(state, true);
}

std::string for_model(std::string_view text) {
  static const auto masks = std::make_shared<const Masks>(std::vector<std::string>());
  std::string plain = printable(strip_escapes(masked(masks, text)));
  if (characters(plain) <= reason_characters_max) return plain;
  constexpr std::string_view cut = "\n[cut]";
  plain.resize(whole_characters(plain, reason_characters_max - cut.size()));
  return plain.append(cut);
}

std::string block_reason(const core::verify::State& state, std::string_view why,
                         std::string_view act) {
  const std::vector<std::uint32_t> units = gates_in_the_way(state);
  const std::string head = fmt::format("assay: the work is not done: {}\n", why);
  const std::string tail = fmt::format(
      "\nFix the cause (not the gate), then {} again. Why: assay explain {}\n", act, state.run_id);
  // Fewer lines of each gate, rather than the last gates not at all.
  std::string text;
  for (std::size_t lines = lines_told;; lines /= 2) {
    text = for_model(head + all_gates(state, units, lines));
    if (lines == 0 || characters(text) + tail.size() <= reason_characters_max) break;
  }
  text.resize(whole_characters(text, reason_characters_max - tail.size()));
  return text + tail;
}

}  // namespace assay::format
