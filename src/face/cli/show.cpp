// SPDX-License-Identifier: MIT
// `assay show`: everything known about one run.
#include "api/history.h"
#include "core/verify/verdict.h"
#include "face/cli/commands.h"
#include "face/cli/verify_view.h"
#include "format/verify/detail.h"
#include "format/verify/result.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

Millis length_of(const shell::RunRow& row) {
  return row.ended ? *row.ended - row.started : Millis{0};
}

void show_human(Session& session, const api::RunView& view, const core::verify::State& state) {
  session.out(fmt::format("run {}  {}  started {}\n", view.row.run_id, view.row.machine,
                          to_text(view.row.started)));
  if (!view.row.outcome) {
    session.out(view.row.alive
                    ? "it is running\n"
                    : fmt::format("its coordinator died; go on with `assay verify --resume {}`\n",
                                  view.row.run_id));
    return;
  }
  session.out(verify_report(state, length_of(view.row), session));
}

void show(Session& session, const std::string& name) {
  const auto place = session.place();
  if (!place) return session.fail(place.error());
  const auto view = api::show_run(name, *place, session.outside);
  if (!view) return session.fail(view.error());
  const auto* state = std::get_if<core::verify::State>(&view->machine.state);
  if (state == nullptr)
    return session.fail(Error{Fault::io, "run " + view->row.run_id + " has no first event"});
  const auto sink = [&](std::string_view text) { session.out(text); };
  switch (session.format) {
    case OutputFormat::human: return show_human(session, *view, *state);
    case OutputFormat::markdown: return format::write_verify_markdown(*state, sink);
    case OutputFormat::json:
      return format::write_verify_detail(*state, view->attempts, view->row.outcome, sink);
  }
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
