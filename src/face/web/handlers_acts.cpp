// SPDX-License-Identifier: MIT
// What a person does: answers, stops, goes on.
#include "api/pipeline.h"
#include "face/web/handlers.h"
#include "face/web/look.h"

#include <iterator>

namespace assay::web {

namespace {

/// Starts a coordinator in a process of its own: it goes on when this server ends.
api::Reply<> leave_to(const api::Site& site, std::vector<std::string> words) {
  const std::string program = TRY(site.outside.program());
  std::vector<std::string> argv = {program,          "-C",     site.place.workspace, "--state-dir",
                                   site.place.state, "--quiet"};
  argv.insert(argv.end(), std::make_move_iterator(words.begin()),
              std::make_move_iterator(words.end()));
  TRY(site.outside.leave_behind(argv, site.place.workspace));
  return {};
}

/// What a person would type.
api::Reply<std::vector<std::string>> words_to_resume(const api::RunView& view) {
  const std::string& id = view.row.run_id;
  using Words = std::vector<std::string>;
  if (view.row.machine == "pipeline") return Words{"pipeline", "resume", id};
  if (view.row.machine == "verify") return Words{"verify", "--resume", id};
  if (const auto* state = std::get_if<core::loop::State>(&view.run.machine.state))
    return Words{"loop", "run", state->plan->spec_dir};
  if (const auto* state = std::get_if<core::agent::State>(&view.run.machine.state))
    return Words{"agent", "run", state->plan->order.role, "--resume", id};
  return Error{Fault::bad_input,
               "a run of the machine " + view.row.machine + " is gone on with at the command line"};
}

}  // namespace

api::Reply<DoneShown> answer(const Call& call, const AnswerGiven& given) {
  return look_at<DoneShown>(
      call, [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<DoneShown> {
        const api::RunView& view = dossier.view;
        const auto* state = std::get_if<core::pipeline::State>(&view.run.machine.state);
        const bool same = state != nullptr && state->waiting_for == given.gate_id &&
                          core::pipeline::answers_to(*state, given.gate_id) ==
                              static_cast<std::uint32_t>(given.ordinal);
        if (state != nullptr && !same)
          return Error{Fault::conflict,
                       "run " + view.row.run_id + " does not ask this any more: look at it again"};
        TRY(api::approve_pipeline(view.row.run_id, given.gate_id,
                                  {given.option, given.comment, call.archive.user}, site));
        if (view.row.alive) return DoneShown{"answered; the run takes it up", false};
        TRY(leave_to(site, {"pipeline", "resume", view.row.run_id}));
        return DoneShown{"answered; the run goes on", true};
      });
}

api::Reply<DoneShown> stop(const Call& call, const Nothing&) {
  return look_at<DoneShown>(
      call, [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<DoneShown> {
        TRY(api::stop_run(dossier.view.row.run_id, call.archive.user + " (assay web)", site));
        return DoneShown{"asked to stop", false};
      });
}

api::Reply<DoneShown> resume(const Call& call, const Nothing&) {
  return look_at<DoneShown>(
      call, [&](const api::Dossier& dossier, const api::Site& site) -> api::Reply<DoneShown> {
        const ledger::RunRow& row = dossier.view.row;
        if (row.outcome) return Error{Fault::conflict, "run " + row.run_id + " has ended"};
        if (row.alive) return Error{Fault::conflict, "somebody coordinates run " + row.run_id};
        std::vector<std::string> words = TRY(words_to_resume(dossier.view));
        TRY(leave_to(site, std::move(words)));
        return DoneShown{"gone on with", true};
      });
}

api::Reply<DoneShown> wake(const Call& call, const Nothing&) {
  const api::Site site = TRY(call.archive.kept.site(call.at("workspace")));
  TRY(leave_to(site, {"wake"}));
  return DoneShown{"runs whose time has come are gone on with", true};
}

}  // namespace assay::web
