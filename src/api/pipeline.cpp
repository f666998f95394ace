// SPDX-License-Identifier: MIT
#include "api/pipeline.h"

#include "api/open_ledger.h"
#include "base/text/escape.h"

#include <algorithm>
#include <utility>

namespace assay::api {

namespace {

constexpr const char* pipeline_machine = "pipeline";

Reply<ledger::RunRow> find_row(ledger::Ledger& ledger, const std::string& name) {
  if (!name.empty()) {
    ledger::RunRow row = TRY(ledger.find_run(name));
    if (row.machine == pipeline_machine) return row;
    return Error{Fault::bad_input,
                 "run " + row.run_id + " is of the machine " + row.machine + ", not a pipeline"};
  }
  auto rows = TRY(ledger.runs({.longest = 1, .machine = pipeline_machine, .here = true}));
  if (!rows.empty()) return std::move(rows.front());
  return Problem{.code = Code::no_pipeline_run, .what = "there is no pipeline run yet"};
}

/// As the record keeps it: a line that people can read.
Reply<> check_who(const std::string& by) {
  constexpr std::size_t who_max = 200;
  const bool blank = by.find_first_not_of(' ') == by.npos;
  if (!blank && by.size() <= who_max && printable(by) == by && by.find('\n') == by.npos) return {};
  return Problem{.code = Code::bad_value,
                 .field = "as",
                 .value = by,
                 .what = "a name is one line of at most 200 readable characters"};
}

/// The question must be the one that is asked, and the option one it has.
Reply<> check_answer(const Run& run, const std::string& gate_id, const std::string& option) {
  const auto& state = run.as<core::pipeline::State>();
  if (run.outcome() || state.waiting_for.empty())
    return Error{Fault::bad_input, "run " + run.run_id + " waits for no answer"};
  if (state.waiting_for != gate_id)
    return Error{Fault::bad_input,
                 "run " + run.run_id + " waits for " + state.waiting_for + ", not for " + gate_id};
  const core::pipeline::Question question = core::pipeline::question_of(state);
  std::string options;
  for (const core::pipeline::Option& each : question.options) {
    if (each.id == option) return {};
    options += (options.empty() ? "" : ", ") + each.id;
  }
  return Error{Fault::bad_input,
               gate_id + " has no option '" + option + "' now: choose one of " + options};
}

}  // namespace

Reply<Run> find_pipeline(const std::string& name, const Site& site) {
  auto ledger = TRY(open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only));
  const ledger::RunRow row = TRY(find_row(*ledger, name));
  auto folded = TRY(fold(*ledger, row.run_id));
  return Run{row.run_id, row.machine, std::move(folded), row.alive};
}

Reply<Run> resume_pipeline(const std::string& name, const Site& site, shell::Audience& audience,
                           shell::Person* person, bool waits) {
  const LoadedConfig loaded = TRY(load_config(site));
  const Run found = TRY(find_pipeline(name, site));
  RunNeeds needs = needs_of(found.run_id, pipeline_machine, loaded.config);
  needs.waits = waits;
  return resume_run(std::move(needs), site, audience, person);
}

Reply<Run> abort_pipeline(const std::string& name, const std::string& by, const Site& site,
                          shell::Audience& audience) {
  const Run found = TRY(find_pipeline(name, site));
  if (found.outcome()) return Error{Fault::bad_input, "run " + found.run_id + " has ended already"};
  return cancel_run({found.run_id, pipeline_machine, {}, {}}, by, site, audience);
}

bool has_answer(const std::string& run_id, const core::pipeline::State& state, const Site& site) {
  if (state.waiting_for.empty()) return false;
  const auto approvals =
      site.outside.open_approvals(site.place.state, run_id, nullptr, /*waits=*/false);
  approvals->ask({.key = {},
                  .question = core::pipeline::question_of(state),
                  .ordinal = core::pipeline::answers_to(state, state.waiting_for),
                  .nonce = state.nonce});
  return std::holds_alternative<shell::Answer>(approvals->hear());
}

Reply<Run> approve_pipeline(const std::string& name, const std::string& gate_id,
                            const shell::Answer& answer, const Site& site) {
  Run found = TRY(find_pipeline(name, site));
  TRY(check_answer(found, gate_id, answer.option));
  TRY(check_who(answer.by));
  const auto& state = found.as<core::pipeline::State>();
  shell::Answer named = answer;
  named.nonce = state.nonce;
  TRY(site.outside.give_approval(site.place.state, found.run_id, gate_id,
                                 core::pipeline::answers_to(state, gate_id), named));
  return found;
}

}  // namespace assay::api
