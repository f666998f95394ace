// SPDX-License-Identifier: MIT
#include "core/verify/record.h"

#include "core/verify/judge.h"
#include "core/verify/known.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace assay::core::verify {

namespace {

/// Excerpts are kept for so many failing commands; the journal and the logs have them all.
constexpr std::size_t excerpts_max = 64;

/// A test that fails and then passes on the same tree is told by its name.
void remember_failures(CommandState& command) {
  if (!command.notes) return;
  Notes& notes = *command.notes;
  if (notes.failed_tree != command.tree) return notes.failed_earlier.clear();
  std::vector<std::string> all;
  std::set_union(notes.failed_earlier.begin(), notes.failed_earlier.end(),
                 notes.failed_tests.begin(), notes.failed_tests.end(), std::back_inserter(all));
  notes.failed_earlier = std::move(all);
}

/// What an earlier attempt had to say is in the journal.
void forget_words(CommandState& command) {
  if (!command.notes) return;
  Notes& notes = *command.notes;
  notes.detail.clear();
  notes.tally_source.clear();
  notes.passed_tests.clear();
  notes.failed_tests.clear();
  notes.tests.reset();
  notes.not_excused.clear();
}

void note_detail(CommandState& command, const Evidence& evidence) {
  for (const std::string* each :
       {&evidence.exit.detail, &evidence.reading.missing, &evidence.reading.transient}) {
    if (!each->empty()) command.note().detail = *each;
  }
  for (const Orphan& orphan : evidence.orphans)
    command.note().orphans.push_back(orphan.name + " (" + std::to_string(orphan.pid) + ")");
}

void note_tests(CommandState& command, const Reading& reading, GateType type) {
  if (!reading.tally.source.empty() && type == GateType::test)
    command.note().tally_source = reading.tally.source;
  if (!reading.passed_tests.empty()) command.note().passed_tests = reading.passed_tests;
  if (!reading.failed_tests.empty()) {
    command.note().failed_tests = reading.failed_tests;
    command.note().failed_tree = command.tree;
  }
  if (reading.tests) command.note().tests = reading.tests;
}

void note_excerpt(State& state, CommandState& command, const Reading& reading) {
  if (command.status == Status::pass) {
    if (command.notes) command.notes->excerpt.clear();
  } else if (!reading.excerpt.empty() && state.excerpts < excerpts_max) {
    if (!command.notes || command.notes->excerpt.empty()) ++state.excerpts;
    command.note().excerpt = reading.excerpt;
  }
}

/// What it says, before anybody asks whether that proves anything.
Judgement take_judgement(CommandState& command, const Evidence& evidence, GateType type) {
  const Judgement judgement = judge(evidence);
  command.status = judgement.status;
  command.reason = judgement.reason;
  command.exit_code = judgement.exit_code;
  command.duration_ms = static_cast<std::uint32_t>(
      std::clamp<std::int64_t>(evidence.duration.count(), 0, std::int64_t{0xffffffff}));
  command.has_log = !evidence.output.log_path.empty();
  command.tests_executed = type == GateType::test ? evidence.reading.tally.executed : -1;
  return judgement;
}

}  // namespace

void record_attempt(State& state, std::uint32_t unit, const Evidence& evidence) {
  const CommandSpec& spec = state.plan->manifest.commands[unit];
  CommandState& now = state.commands[unit];
  const bool ran = take_judgement(now, evidence, spec.gate_type).exit_code >= 0;
  const Effectiveness effect =
      ran ? effectiveness(spec, lint_of(*state.plan, unit), evidence, state.rules)
          : Effectiveness{Reason::ineffective, "it never ran to an end"};
  now.effective = effect.proved();
  const Excuse excuse =
      effect.proved() ? excuse_of(*state.plan, unit, evidence) : Excuse{false, ""};
  if (excuse.granted) {
    now.status = Status::pass;
    now.reason = Reason::known_failures;
  }
  now.masked = effect.reason == Reason::masked;
  remember_failures(now);
  forget_words(now);
  if (!effect.proved()) now.note().ineffective_reason = effect.why;
  if (effect.proved() && now.notes) now.notes->ineffective_reason.clear();
  note_detail(now, evidence);
  note_tests(now, evidence.reading, spec.gate_type);
  if (!excuse.why_not.empty()) now.note().not_excused = excuse.why_not;
  if (evidence.placed) now.note().placed = evidence.placed;
  if (!evidence.placed && now.notes) now.notes->placed.reset();
  note_excerpt(state, now, evidence.reading);
}

}  // namespace assay::core::verify
