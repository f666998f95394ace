// SPDX-License-Identifier: MIT
#include "api/hook.h"

#include "api/hook_memory.h"
#include "api/open_ledger.h"
#include "api/status.h"
#include "api/tests_before.h"
#include "api/verify.h"
#include "base/text/join.h"
#include "core/verify/known.h"
#include "format/hook/reason.h"
#include "format/verify/known_failures.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

namespace assay::api {

namespace {

constexpr Millis sessions_kept = std::chrono::hours{24 * 30};
constexpr std::size_t runs_looked_back = 20;

HookAnswer let_go(std::string remark = "") {
  return {HookAnswer::Kind::let_go, "", std::move(remark)};
}

std::string ways_out(const std::string& agent) {
  return "\nA person can mend it, set `hook: {on_error: allow}` in assay.yaml, or run `assay "
         "disconnect " +
         agent + "`.";
}

HookAnswer given_up_before() {
  return let_go("assay: NOT VERIFIED: nothing has changed since it was let go");
}

/// Sends back, or lets go where that was done often enough. Nothing is proved either way.
HookAnswer send_back(Remembrance& own, const StopCall& call, const format::HookConfig& hook,
                     std::string reason, const std::string& tree) {
  const std::unique_ptr<shell::Turn> turn = own.take_turn();
  Memo& memo = own.memo;
  if (!tree.empty() && memo.given_up_tree == tree) return given_up_before();
  const bool new_turn = memo.was_let_go && !call.goes_on;
  if (new_turn) memo.blocks = 0;
  // Where nothing can be remembered, the agent's own word has to do.
  const bool often_enough = own.notebook() == nullptr
                                ? call.goes_on
                                : memo.blocks >= static_cast<std::uint64_t>(hook.max_blocks);
  if (often_enough) {
    memo.was_let_go = true;
    memo.given_up_tree = tree;
    own.keep();
    return let_go(format::for_model(
        fmt::format("assay: NOT VERIFIED: sent back {} times, and it is still not done.\n{}",
                    memo.blocks, reason)));
  }
  ++memo.blocks;
  memo.was_let_go = false;
  own.keep();
  return {HookAnswer::Kind::block, format::for_model(reason), ""};
}

HookAnswer verified(Remembrance& own, std::string remark) {
  own.memo.blocks = 0;
  own.memo.was_let_go = true;
  own.memo.given_up_tree.clear();
  own.keep();
  return let_go(std::move(remark));
}

/// Asks the run to stop when its time is over, as anybody could.
class Deadline final : public shell::Audience {
 public:
  Deadline(const Site& site, Millis longest)
      : site_(site), end_(std::chrono::steady_clock::now() + longest) {}

  void begun(const core::RunStarted& started) override { run_id_ = started.run_id; }
  void tick() override {
    if (is_over_ || run_id_.empty() || std::chrono::steady_clock::now() < end_) return;
    is_over_ = true;
    auto ledger = open_to_write(site_);
    if (ledger) static_cast<void>((*ledger)->ask_to_stop(run_id_, "hook.timeout"));
  }
  Millis period() const override { return Millis{100}; }
  bool is_over() const { return is_over_; }

 private:
  const Site& site_;
  std::chrono::steady_clock::time_point end_;
  std::string run_id_;
  bool is_over_ = false;
};

/// The result of a run that ended since then and asked the same of the same tree.
Reply<std::optional<Run>> run_since(Instant since, const std::string& tree, const Site& site) {
  auto ledger = open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only);
  if (!ledger) return std::optional<Run>();
  const core::verify::Plan plan = TRY(plan_gates_now(site));
  const shell::RunFilter verified{.longest = runs_looked_back,
                                  .workspace = site.place.workspace,
                                  .machine = "verify",
                                  .ended = true};
  for (const ledger::RunRow& row : TRY((*ledger)->runs(verified))) {
    if (!row.outcome || !row.ended || *row.ended < since) continue;
    auto folded = TRY(fold(**ledger, row.run_id));
    Run run{row.run_id, row.machine, std::move(folded)};
    const auto& state = run.as<core::verify::State>();
    const bool same = state.plan->manifest_digest == plan.manifest_digest &&
                      state.plan->left_out.empty() && state.plan->commit.empty() &&
                      !state.cancelled && state.tree.now() != nullptr &&
                      state.tree.now()->id == tree;
    if (same) return std::optional<Run>(std::move(run));
  }
  return std::optional<Run>();
}

std::string too_late(Millis timeout) {
  return fmt::format(
      "assay: the work is not verified: the gates did not end within hook.timeout ({}).\nA person "
      "can make them faster, or raise `hook: {{timeout: ...}}` in assay.yaml and run `assay "
      "connect` "
      "again.",
      to_human(timeout));
}

/// Runs the gates, or takes the result of who ran them while this one waited. Nothing: it took too
/// long.
Reply<std::optional<Run>> verify_once(shell::Notebook* notebook, const std::string& tree,
                                      const VerifyRequest& request, Millis timeout,
                                      const Site& site) {
  const Instant came = site.outside.clock().now();
  std::unique_ptr<shell::Turn> turn;
  if (notebook != nullptr) {
    turn = TRY(notebook->take_turn(timeout));
    if (!turn) return std::optional<Run>();
  }
  if (request.commit.empty()) {
    std::optional<Run> found = TRY(run_since(came, tree, site));
    if (found) return Reply<std::optional<Run>>(std::move(found));
  }
  const auto waited = std::max(Millis{0}, site.outside.clock().now() - came);
  Deadline deadline(site, std::max(Millis{1}, timeout - waited));
  Run run = TRY(run_verify(request, site, deadline));
  if (deadline.is_over() && run.outcome() != core::Outcome::passed) return std::optional<Run>();
  return std::optional<Run>(std::move(run));
}

/// What is remembered of tests on the tree of the start, and on the base of then for gates that are
/// not known to have run on the former: a test that passed when the session began is not old.
Reply<std::vector<core::verify::TestsBefore>> tests_at_start(core::verify::Plan plan,
                                                             const Start& start,
                                                             const std::string& judged,
                                                             ledger::Ledger& ledger) {
  using core::verify::TestsBefore;
  // What was remembered since may be about the very work that is judged.
  if (start.tree == judged) return std::vector<TestsBefore>();
  plan.base.tree = start.tree;
  const std::vector<std::uint32_t> decided = TRY(gates_known_on(plan, ledger));
  const auto is_decided = [&](const TestsBefore& each) {
    return std::find(decided.begin(), decided.end(), each.unit) != decided.end();
  };
  std::vector<TestsBefore> gates = TRY(tests_on(plan, ledger));
  if (start.base_tree.empty() || start.base_tree == judged) return gates;
  std::erase_if(gates, [&](const TestsBefore& each) { return !is_decided(each); });
  plan.base.tree = start.base_tree;
  for (TestsBefore& base : TRY(tests_on(plan, ledger))) {
    if (!is_decided(base)) gates.push_back(std::move(base));
  }
  std::sort(gates.begin(), gates.end(),
            [](const TestsBefore& a, const TestsBefore& b) { return a.unit < b.unit; });
  return gates;
}

/// The list as it was, with the days that have passed since.
std::vector<core::verify::KnownFailure> lines_at_start(const Start& start, const Site& site) {
  const std::string today = assay::to_text(site.outside.clock().now()).substr(0, 10);
  format::KnownReading reading = format::read_known_failures("", start.known, today);
  if (start.known.empty() || !reading.problems.empty()) return {};
  return std::move(reading.lines);
}

/// Gates that passed by a list that is not the one the session began with.
void take_back_excuses(core::verify::State& state) {
  for (std::uint32_t unit = 0; unit < state.commands.size(); ++unit) {
    core::verify::CommandState& command = state.commands[unit];
    const bool excused = command.reason == core::verify::Reason::known_failures && command.notes &&
                         state.plan->manifest.commands[unit].required;
    if (!excused) continue;
    const auto& failed = command.notes->failed_tests;
    const bool old = std::all_of(failed.begin(), failed.end(), [&](const std::string& test) {
      return standing_of(*state.plan, unit, test) == core::verify::Standing::known;
    });
    if (old) continue;
    command.status = core::verify::Status::fail;
    command.reason = core::verify::Reason::none;
    command.notes->not_excused = state.plan->known.file + " was changed since the session began";
  }
}

/// Failures that were there when the session began, or on the base of then, are not its own.
/// Without a session: those of the base, unless that is what is judged.
Reply<> forgive_old(Run& run, const Start& start, const Site& site) {
  auto* state = std::get_if<core::verify::State>(&run.machine.state);
  if (state == nullptr) return {};
  const std::string judged = state->tree.now() == nullptr ? "" : state->tree.now()->id;
  core::verify::Plan plan = *state->plan;
  if (start.tree.empty()) {
    const bool is_judged = plan.base.tree == judged || plan.base.tree == plan.commit_tree;
    if (is_judged) plan.base.gates.clear();
  } else {
    auto ledger = TRY(open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only));
    plan.known.lines = lines_at_start(start, site);
    plan.base.gates = TRY(tests_at_start(plan, start, judged, *ledger));
  }
  state->plan = std::make_shared<const core::verify::Plan>(std::move(plan));
  if (!start.tree.empty()) take_back_excuses(*state);
  return {};
}

/// By its own verdict, and with nothing taken back.
bool has_passed(const Run& run) {
  return run.outcome() == core::Outcome::passed &&
         format::gates_in_the_way(run.as<core::verify::State>()).empty();
}

/// Why it did not pass, also where that is not what the run itself says.
std::string why_not(const Run& run) {
  return run.outcome() == core::Outcome::passed
             ? core::verify::verdict_of(run.as<core::verify::State>()).why
             : verdict_of(run).why;
}

std::string gate_names(const core::verify::State& state, const std::vector<std::uint32_t>& units) {
  std::string text;
  for (const std::uint32_t unit : units)
    append_part(text, ", ", state.plan->manifest.commands[unit].id);
  return text;
}

std::string passed_text(const Run& run) {
  const auto& state = run.as<core::verify::State>();
  const std::size_t gates = state.commands.size();
  const std::string tree = state.tree.now() == nullptr ? "" : state.tree.now()->id.substr(0, 12);
  std::string text = fmt::format("assay: verified: {} {} passed on tree {} (run {})", gates,
                                 gates == 1 ? "gate" : "gates", tree, run.run_id);
  for (const std::string& weaker : state.plan->weaker)
    text += fmt::format("\nweaker than run {}: {}", state.plan->compared_with, weaker);
  return format::for_model(text);
}

/// Why a run that failed lets go all the same: every failure was there before. Empty: it does not.
std::string old_failures_text(const Run& run) {
  const auto& state = run.as<core::verify::State>();
  const std::vector<std::uint32_t> old = format::gates_as_before(state);
  const bool all_old = verdict_of(run).overall == core::verify::Status::fail && !old.empty() &&
                       format::gates_in_the_way(state).empty();
  if (!all_old) return "";
  return fmt::format(
      "assay: nothing new fails, but {} did before and does still: not verified (run {})",
      gate_names(state, old), run.run_id);
}

HookAnswer judged(Remembrance& own, const StopCall& call, const format::HookConfig& hook, Run run,
                  const std::string& tree) {
  if (has_passed(run)) return verified(own, passed_text(run));
  if (std::string old = old_failures_text(run); !old.empty()) return verified(own, std::move(old));
  const auto& state = run.as<core::verify::State>();
  // Others work beside a subagent: what they change meanwhile is for their session to answer.
  if (!call.who.subagent.empty() && !state.tree.changes.empty())
    return let_go("assay: not verified: files changed meanwhile; the session's own stop verifies");
  return send_back(own, call, hook, format::block_reason(state, why_not(run), "stop"), tree);
}

std::string words_of_problems(const Problems& problems) {
  std::string text;
  for (const Problem& problem : problems) append_part(text, "\n", plain_text(problem));
  return text;
}

HookAnswer in_trouble(Remembrance& own, const StopCall& call, const format::HookConfig& hook,
                      const Problems& problems) {
  const std::string words = words_of_problems(problems);
  if (hook.on_error == format::OnError::allow) {
    own.memo.was_let_go = true;
    own.keep();
    return let_go(format::for_model("assay: NOT VERIFIED: " + words));
  }
  return send_back(own, call, hook,
                   "assay could not verify the work: " + words + ways_out(call.who.agent), "");
}

bool has_no_gates(const Problems& problems) {
  return std::all_of(problems.begin(), problems.end(), [](const Problem& problem) {
    return problem.code == Code::no_commands || problem.code == Code::no_config;
  });
}

/// Nothing to verify: fine, unless there was something when the session began.
HookAnswer without_gates(Remembrance& own, const StopCall& call) {
  if (own.memo.gates == 0) return {};
  return send_back(
      own, call, {},
      fmt::format("assay: assay.yaml had {} {} when this session began, and has none now. "
                  "Put {} back.",
                  own.memo.gates, own.memo.gates == 1 ? "gate" : "gates",
                  own.memo.gates == 1 ? "it" : "them"),
      "");
}

Reply<HookAnswer> decide_stop(Remembrance& own, const StopCall& call,
                              const format::HookConfig& hook, const Site& site) {
  const TreeStatus now = TRY(status(site));
  const Start start = start_of(own, call.who, site);
  const bool same_rules = start.digest.empty() || start.digest == now.digest;
  if (!start.tree.empty() && start.tree == now.tree && same_rules) return verified(own, "");
  if (now.state == Freshness::fresh) return verified(own, "");
  if (!own.memo.given_up_tree.empty() && own.memo.given_up_tree == now.tree)
    return given_up_before();
  VerifyRequest request;
  request.reuse = true;
  std::optional<Run> run = TRY(verify_once(own.notebook(), now.tree, request, hook.timeout, site));
  if (!run) return send_back(own, call, hook, too_late(hook.timeout), now.tree);
  TRY(forgive_old(*run, start, site));
  return judged(own, call, hook, std::move(*run), now.tree);
}

/// As the configuration says, as far as it can be read.
format::HookConfig hook_config(const Site& site) {
  const auto loaded = load_config(site);
  return loaded ? loaded->config.hook : format::HookConfig{};
}

/// The tree, the base and the list of known failures as they are now.
Start start_now(const TreeStatus& now, const Site& site) {
  Start start{.tree = now.tree, .digest = now.digest};
  const auto loaded = load_config(site);
  if (!loaded) return start;
  start.gates = loaded->config.trusted.commit;
  const core::verify::Policy& policy = loaded->config.verify.policy;
  if (const auto base = site.outside.base_of(site.place.workspace, policy.base))
    start.base_tree = base->tree;
  if (policy.known_failures.empty()) return start;
  auto list = read_deciding(policy.known_failures, loaded->config.trusted, site, list_bytes_max);
  if (list) start.known = list.take();
  return start;
}

/// With the gates that the ref named when the session began: branches, and what was fetched of a
/// remote's, are files that an agent can write.
Site held_to_start(const Remembrance& own, const HookCaller& who, const Site& site) {
  Site held = site;
  const Start start = start_of(own, who, site);
  if (!start.gates.empty()) held.gates_from = start.gates;
  return held;
}

}  // namespace

HookAnswer hook_start(const HookCaller& who, const Site& site, SessionBegan beginning) {
  if (!has_config(site)) return {};
  Remembrance own(who, site);
  const auto now = status(site);
  if (!now && has_no_gates(now.error())) return {};
  if (!now)
    return let_go(format::for_model("assay cannot verify here: " + words_of_problems(now.error())));
  // A session that is resumed or compacted begins once; where it began before assay knew of it,
  // nobody knows what it has done since.
  if (!own.is_known()) {
    if (beginning == SessionBegan::now) own.memo.start = start_now(*now, site);
    own.memo.gates = now->gates.size();
    own.keep();
    if (own.notebook() != nullptr && who.subagent.empty())
      own.notebook()->forget_older(sessions_kept);
  }
  std::string gates;
  for (const GateStatus& gate : now->gates) append_part(gates, ", ", gate.id);
  return let_go(format::for_model(fmt::format(
      "assay verifies this project when you say you are done (gates: {}; now: {}). `assay status` "
      "tells what is known, `assay verify --reuse` runs what is not.",
      gates, assay::to_text(now->state))));
}

HookAnswer hook_trouble(const HookCaller& who, const Problems& problems, const Site& site) {
  Remembrance own(who, site);
  return in_trouble(own, {who}, hook_config(site), problems);
}

HookAnswer hook_stop(const StopCall& call, const Site& here) {
  // Where assay has never been, it leaves nothing behind.
  const bool known_here = here.files().is_directory(here.place.state.path());
  if (!has_config(here) && !known_here) return {};
  Remembrance own(call.who, here);
  const Site site = held_to_start(own, call.who, here);
  if (!has_config(site)) return without_gates(own, call);
  const auto loaded = load_config(site);
  if (!loaded) return in_trouble(own, call, {}, loaded.error());
  auto decided = decide_stop(own, call, loaded->config.hook, site);
  if (decided) return decided.take();
  if (has_no_gates(decided.error())) return without_gates(own, call);
  return in_trouble(own, call, loaded->config.hook, decided.error());
}

namespace {

/// The tree that the other side has, as far as that is known here. Branches of this repository can
/// be moved by whoever pushes: the point where this one left them counts only if the other side has
/// it, too. Empty: it is not known.
std::string tree_there(const Pushed& pushed, const Site& site) {
  const std::string& workspace = site.place.workspace;
  if (!pushed.there.empty()) {
    const auto facts = site.outside.find_commit(workspace, pushed.there);
    return facts ? facts->tree : "";
  }
  const auto loaded = load_config(site);
  const auto base =
      site.outside.base_of(workspace, loaded ? loaded->config.verify.policy.base : "");
  if (!base || base->commit.empty()) return "";
  const auto holders = site.outside.output_of(
      {"git", "for-each-ref", "--count=1", "--contains=" + base->commit, "refs/remotes"},
      workspace);
  return holders && !holders->empty() ? base->tree : "";
}

/// Before a push: what failed on the other side already is old.
Reply<> forgive_pushed(Run& run, const Pushed& pushed, const Site& site) {
  auto* state = std::get_if<core::verify::State>(&run.machine.state);
  if (state == nullptr) return {};
  core::verify::Plan plan = *state->plan;
  plan.base.tree = tree_there(pushed, site);
  plan.base.gates.clear();
  const std::string judged = state->tree.now() == nullptr ? "" : state->tree.now()->id;
  const bool is_judged = plan.base.tree == judged || plan.base.tree == plan.commit_tree;
  if (!plan.base.tree.empty() && !is_judged) {
    auto ledger = TRY(open_ledger(site.outside, site.place.state, shell::LedgerMode::read_only));
    plan.base.gates = TRY(tests_on(plan, *ledger));
  }
  state->plan = std::make_shared<const core::verify::Plan>(std::move(plan));
  return {};
}

/// What is pushed may not be what lies in the workspace. No commit: the workspace itself.
Reply<HookAnswer> decide_commit(const Pushed& pushed, shell::Notebook* notebook,
                                const format::HookConfig& hook, std::string_view act,
                                const Site& site) {
  const std::string& commit = pushed.commit;
  const TreeStatus now = TRY(status(site));
  VerifyRequest request;
  request.reuse = true;
  if (!commit.empty()) {
    const shell::CommitFacts facts = TRY(site.outside.find_commit(site.place.workspace, commit));
    if (facts.tree != now.tree) request.commit = facts.id;
  }
  if (request.commit.empty() && now.state == Freshness::fresh) return let_go();
  std::optional<Run> run = TRY(verify_once(notebook, now.tree, request, hook.timeout, site));
  using Kind = HookAnswer::Kind;
  if (!run) return HookAnswer{Kind::block, too_late(hook.timeout), ""};
  if (commit.empty()) {
    TRY(forgive_old(*run, {}, site));
  } else {
    TRY(forgive_pushed(*run, pushed, site));
  }
  if (run->outcome() == core::Outcome::passed) return let_go(passed_text(*run));
  if (std::string old = old_failures_text(*run); !old.empty()) return let_go(std::move(old));
  return HookAnswer{Kind::block,
                    format::block_reason(run->as<core::verify::State>(), verdict_of(*run).why, act),
                    ""};
}

}  // namespace

HookAnswer hook_git(const std::vector<Pushed>& commits, const Site& site, std::string_view act) {
  if (!has_config(site)) return {};
  const format::HookConfig hook = hook_config(site);
  auto notebook = site.outside.open_notebook(site.place.state, sessions_chapter);
  HookAnswer last = let_go();
  for (const Pushed& pushed : commits.empty() ? std::vector<Pushed>(1) : commits) {
    auto decided = decide_commit(pushed, notebook ? notebook->get() : nullptr, hook, act, site);
    if (!decided && has_no_gates(decided.error())) return {};
    if (!decided) {
      const std::string words = "assay could not verify it: " + words_of_problems(decided.error());
      if (hook.on_error == format::OnError::allow) return let_go("NOT VERIFIED: " + words);
      return {HookAnswer::Kind::block, format::for_model(words + ways_out("git")), ""};
    }
    last = decided.take();
    if (last.kind == HookAnswer::Kind::block) return last;
  }
  return last;
}

}  // namespace assay::api
