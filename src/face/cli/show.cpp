// SPDX-License-Identifier: MIT
// `assay show`: everything known about one run.
#include "api/history.h"
#include "api/tests.h"
#include "api/verify.h"
#include "base/match.h"
#include "face/cli/agent_view.h"
#include "face/cli/commands.h"
#include "face/cli/goals_view.h"
#include "face/cli/loop_view.h"
#include "face/cli/pipeline_view.h"
#include "face/cli/spending.h"
#include "face/cli/verify_view.h"
#include "face/shown/run_json.h"
#include "format/verify/result.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

Millis length_of(const ledger::RunRow& row) {
  return row.ended ? *row.ended - row.started : Millis{0};
}

/// True if there is nothing to tell yet.
bool is_unfinished(Session& session, const api::RunView& view, std::string_view resume) {
  session.tell(fmt::format("run {}  {}  started {}\n", view.row.run_id, view.row.machine,
                           to_text(view.row.started)));
  if (view.row.outcome || view.row.parked) return false;
  session.tell(view.row.alive ? "it is running\n"
                              : fmt::format("its coordinator died; go on with `{} --resume {}`\n",
                                            resume, view.row.run_id));
  return true;
}

void show_verify(Session& session, const api::RunView& view, const core::verify::State& state) {
  const auto site = session.site();
  const auto since =
      site ? api::tests_since(state, *site) : std::vector<core::verify::TestsSince>();
  const auto sink = [&](std::string_view text) { session.out(text); };
  switch (session.format) {
    case OutputFormat::human:
      if (!is_unfinished(session, view, "assay verify"))
        session.tell(
            verify_report(state, api::verdict_of(view.run), length_of(view.row), session, since));
      return;
    case OutputFormat::markdown: return format::write_verify_markdown(state, sink);
    case OutputFormat::json: return;  // the same for every machine
  }
}

void show_agent(Session& session, const api::RunView& view, const core::agent::State& state) {
  if (is_unfinished(session, view, "assay agent run")) return;
  session.tell(agent_report(state, session));
  session.tell(parked_hint(state, view.run.machine.parked));
}

void show_goals(Session& session, const api::RunView& view, const core::goals::State& state) {
  const format::GoalsResult result = format::goals_result(state);
  switch (session.format) {
    case OutputFormat::human:
      if (!is_unfinished(session, view, "assay goals check"))
        session.tell(goals_report(result, session));
      return;
    case OutputFormat::markdown: return session.out(format::write_verification_markdown(result));
    case OutputFormat::json: return;
  }
}

void show_loop(Session& session, const api::RunView& view) {
  session.tell(loop_report(loop_standing(view.run), session) + agents_list(view.attempts));
}

void show_pipeline(Session& session, const api::RunView& view) {
  session.tell(pipeline_report(pipeline_standing(view.run), session) + agents_list(view.attempts));
}

void show(Session& session, const std::string& name) {
  const auto site = session.site();
  if (!site) return session.fail(site.error());
  const auto view = api::show_run(name, *site);
  if (!view) return session.fail(view.error());
  const bool begun = !std::holds_alternative<std::monostate>(view->run.machine.state);
  if (session.format == OutputFormat::json && begun)
    return shown::write_run_json(*view, *site, [&](std::string_view text) { session.out(text); });
  match(
      view->run.machine.state,
      [&](std::monostate) {
        session.fail(Error{Fault::io, "run " + view->row.run_id + " has no first event"});
      },
      [&](const core::verify::State& state) { show_verify(session, *view, state); },
      [&](const core::agent::State& state) { show_agent(session, *view, state); },
      [&](const core::goals::State& state) { show_goals(session, *view, state); },
      [&](const core::loop::State&) { show_loop(session, *view); },
      [&](const core::pipeline::State&) { show_pipeline(session, *view); });
}

}  // namespace

void add_show(CLI::App& root, Session& session) {
  auto name = std::make_shared<std::string>("last");
  CLI::App* command =
      root.add_subcommand("show", "Show one run; --format json has everything known about it");
  command->add_option("RUN", *name, "Run id, a unique prefix of one, or 'last' (default)");
  command->callback([name, &session] { show(session, *name); });
}

}  // namespace assay::cli
