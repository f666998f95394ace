// SPDX-License-Identifier: MIT
// The tools that start something and wait for it.
#include "api/background.h"
#include "api/events.h"
#include "base/text/ascii.h"
#include "face/mcp/command_line.h"
#include "face/mcp/records.h"
#include "face/mcp/tool.h"
#include "format/rpc/json_rpc.h"
#include "format/verify/result.h"

#include <fmt/format.h>

#include <chrono>

namespace assay::mcp {

namespace {

using core::verify::CommandState;
using core::verify::Step;
using JobState = shell::JobSight::State;
using Monotonic = std::chrono::steady_clock;

/// How soon a cancelled call is noticed.
constexpr Millis look_every{300};
constexpr std::size_t gates_told = 20;
constexpr std::size_t at_work_told = 20;

/// The time that a call may take.
class Deadline {
 public:
  explicit Deadline(std::int32_t seconds)
      : until_(Monotonic::now() + std::chrono::seconds{seconds}) {}
  bool is_over() const { return Monotonic::now() >= until_; }
  Millis slice() const {
    const auto left = std::chrono::duration_cast<Millis>(until_ - Monotonic::now());
    return std::clamp(left, Millis{1}, look_every);
  }

 private:
  Monotonic::time_point until_;
};

VerifyVerdict verdict_shown(const api::Run& run) {
  const auto& state = run.as<core::verify::State>();
  const core::verify::Summary summary = core::verify::summarize(state);
  const core::Tree* tree = state.tree.now();
  VerifyVerdict out{.overall_status = summary.overall,
                    .why = api::verdict_of(run).why,
                    .tree = tree == nullptr ? "" : tree->id,
                    .commands_passed = summary.commands_passed,
                    .commands_failed = summary.commands_failed,
                    .commands_error = summary.commands_error,
                    .failed_required_ids = summary.failed_required_ids,
                    .failed_ineffective_required_ids = summary.failed_ineffective_required_ids,
                    .next_action = std::string(format::next_action(summary.overall))};
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const core::verify::CommandSpec& spec = state.plan->manifest.commands[unit];
    const CommandState& command = state.commands[unit];
    if (!stands_in_the_way(spec, command)) continue;
    if (out.not_passed.size() == gates_told) {
      ++out.not_passed_more;
      continue;
    }
    out.not_passed.push_back({spec.id, command.status, spec.required,
                              core::verify::summary_line(state, unit),
                              command.notes ? command.notes->excerpt : std::vector<std::string>()});
  }
  return out;
}

VerifyWaited waited_shown(const api::RunView& view) {
  const auto& state = view.run.as<core::verify::State>();
  VerifyWaited out{.run_id = view.row.run_id, .commands_total = state.commands.size()};
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    const Step step = state.commands[unit].step;
    if (step == Step::finished) ++out.commands_done;
    const bool at_work = step != Step::finished && step != Step::waiting;
    if (at_work && out.at_work.size() < at_work_told)
      out.at_work.push_back(state.plan->manifest.commands[unit].id);
  }
  if (view.row.outcome) {
    out.state = Standing::ended;
    out.at_work.clear();
    out.result = verdict_shown(view.run);
    out.next = out.result->overall_status == core::verify::Status::pass
                   ? "nothing: every required gate passed on this tree"
                   : "read not_passed; `logs` and `explain` tell more; repair, then verify_start";
  } else if (view.row.alive) {
    out.next = fmt::format("call verify_wait again with run_id {}", out.run_id);
  } else {
    out.state = Standing::interrupted;
    out.next = "its coordinator died: call verify_start again";
  }
  return out;
}

std::string progress_text(const VerifyWaited& seen) {
  std::string text = fmt::format("{} of {} gates done", seen.commands_done, seen.commands_total);
  for (std::size_t i = 0; i < seen.at_work.size(); ++i)
    text += (i == 0 ? "; running: " : ", ") + seen.at_work[i];
  return text;
}

void tell_progress(const Call& call, const api::RunView& view) {
  if (!std::holds_alternative<core::verify::State>(view.run.machine.state)) return;
  const VerifyWaited seen = waited_shown(view);
  call.caller.tell_progress(seen.commands_done, seen.commands_total, progress_text(seen));
}

api::Reply<> check_is_verify(const api::RunView& view) {
  if (std::holds_alternative<core::verify::State>(view.run.machine.state)) return {};
  if (view.row.machine == "verify") return {};  // its first event is on its way
  return Error{Fault::bad_input, "run " + view.row.run_id + " is of the machine " +
                                     view.row.machine + ", not of verify"};
}

// ---- Errands ------------------------------------------------------------------------------------

/// A check that is done by another process: what is asked of its kind, and which one is meant.
struct ErrandOrder {
  std::string kind;
  std::string tool;
  std::string job;   ///< empty: one is started
  api::Words words;  ///< by these
  std::int32_t seconds = 0;
};

/// Exit statuses with which a document was printed.
bool has_result(int exit_status) {
  return exit_status == 0 || exit_status == 1 || exit_status == 3;
}

Answer errand_answer(const ErrandOrder& order, const api::Errand& errand) {
  const bool running = errand.state == JobState::running;
  const Standing state = running                           ? Standing::running
                         : errand.state == JobState::ended ? Standing::ended
                                                           : Standing::interrupted;
  const bool told = state == Standing::ended && has_result(errand.status) && !errand.output.empty();
  if (state == Standing::ended && !told)
    return api::Problem{
        .code = api::Code::bad_input,
        .what = fmt::format("exit status {}: {}", errand.status, trimmed(errand.complaints))};
  std::string out;
  format::JsonWriter json(out);
  json.begin_object();
  format::stored::put_under(json, "job", order.job);
  format::stored::put_under(json, "state", state);
  if (told) {
    json.key("result");
    json.whole(trimmed(errand.output));
  }
  const std::string next = running ? fmt::format("call {} again with job {}", order.tool, order.job)
                           : told  ? "read the result"
                                   : fmt::format("it was lost: call {} without job", order.tool);
  format::stored::put_under(json, "next", next);
  json.end_object();
  return out;
}

Answer run_errand(const Call& call, ErrandOrder order) {
  const Deadline deadline(order.seconds);
  if (order.job.empty()) {
    const std::lock_guard lock(call.starting);
    order.job = TRY(api::begin_errand(order.kind, order.words, call.site));
  }
  const auto watch = call.site.outside.open_watch({});
  api::Errand errand = TRY(api::look_at_errand(order.kind, order.job, call.site));
  for (std::uint64_t looks = 1;
       errand.state == JobState::running && !deadline.is_over() && call.caller.waits(); ++looks) {
    call.caller.tell_progress(looks, 0, order.tool + " is running");
    watch->wait(deadline.slice());
    errand = TRY(api::look_at_errand(order.kind, order.job, call.site));
  }
  if (call.caller.has_cancelled()) TRY(api::stop_errand(order.job, call.site));
  return errand_answer(order, errand);
}

}  // namespace

Answer verify_start(const Call& call) {
  const auto arguments = TRY(arguments_of<VerifyStartArguments>(call));
  const std::lock_guard lock(call.starting);
  const api::VerifyRequest request{
      .only = arguments.only, .run_id = arguments.run_id, .reuse = arguments.reuse};
  const api::Begun begun =
      TRY(api::begin_verify(request, call.site, [&](const std::string& run_id) {
        return verify_words(request, run_id, call.site);
      }));
  if (call.caller.has_cancelled() && begun.is_new)
    TRY(api::stop_begun(begun.run_id, "a cancelled request", call.site));
  return answer_of(VerifyStarted{begun.run_id, begun.is_new,
                                 fmt::format("call verify_wait with run_id {}", begun.run_id)});
}

Answer verify_wait(const Call& call) {
  const auto arguments = TRY(arguments_of<VerifyWaitArguments>(call));
  const Deadline deadline(arguments.seconds);
  api::Following following = TRY(api::Following::open(arguments.run_id, 0, call.site));
  TRY(following.next(Millis{0}));
  TRY(check_is_verify(following.view()));
  tell_progress(call, following.view());
  while (!following.is_over() && !deadline.is_over() && call.caller.waits()) {
    TRY(following.next(deadline.slice()));
    tell_progress(call, following.view());
  }
  if (call.caller.has_cancelled())
    TRY(api::stop_begun(following.view().row.run_id, "a cancelled request", call.site));
  if (!std::holds_alternative<core::verify::State>(following.view().run.machine.state))
    return Error{Fault::not_found, "run " + following.view().row.run_id + " has not begun yet"};
  return answer_of(waited_shown(following.view()));
}

Answer goals_check(const Call& call) {
  const auto arguments = TRY(arguments_of<GoalsArguments>(call));
  if (arguments.job.empty() == arguments.phase_dir.empty())
    return Error{Fault::bad_input, "give phase_dir, or job of a check that was still running"};
  const api::GoalsRequest request{.phase_dir = arguments.phase_dir,
                                  .files = {.report = call.site.place.state.job("verification.md")},
                                  .with_commands = arguments.commands,
                                  .allow_missing_summaries = arguments.allow_missing_summaries};
  return run_errand(call, {"goals", "goals_check", arguments.job, goals_words(request, call.site),
                           arguments.seconds});
}

Answer prove(const Call& call) {
  const auto arguments = TRY(arguments_of<ProveArguments>(call));
  const api::ProveRequest request{.base = arguments.base,
                                  .hunks = static_cast<std::uint32_t>(arguments.hunks)};
  return run_errand(
      call, {"prove", "prove", arguments.job, prove_words(request, call.site), arguments.seconds});
}

}  // namespace assay::mcp
