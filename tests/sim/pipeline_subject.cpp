// SPDX-License-Identifier: MIT
#include "sim/pipeline_subject.h"

#include "sim/describe.h"
#include "sim/loop_plan.h"
#include "support/fake_phase.h"

#include <algorithm>

namespace assay::sim {

namespace {

using core::ExitKind;
using core::agent::CompletionStatus;
using core::agent::Ending;
using core::agent::Vote;
using core::pipeline::Artifact;
using core::pipeline::Contract;
using core::work::WorkResult;

constexpr Instant began{std::chrono::days{20'000}};

/// What a launch is about, whatever its round.
std::string about(const core::Launch& launch) {
  return variable(launch, "ASSAY_STEP") + "/" + variable(launch, "ASSAY_INSTANCE");
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> found;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    found.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return found;
}

Behaviour ending(int code) {
  Behaviour does;
  does.exit = {ExitKind::exited, code, 0, ""};
  return does;
}

std::shared_ptr<core::agent::Transcript> transcript(Ending last) {
  auto said = std::make_shared<core::agent::Transcript>();
  said->ending = last;
  said->final_text = "so much for that";
  said->tokens_told = true;
  said->tokens.total = 100;
  return said;
}

BenchFiles first_files(std::uint64_t seed) {
  BenchFiles files;
  for (const char* path : {"old0", "old1", "old2", "old3"}) files[path].text = "old";
  if (mix(seed ^ 0xbad) % 25 == 0) files["old1"].text = "bad from the start";
  return files;
}

BenchFiles first_changes(const core::pipeline::Plan& plan) {
  BenchFiles files;
  files[std::string(bench_feature) + "/initial-request.md"].text = "do it";
  for (const std::string& path : plan.dirty) files[path].text = "old, but not committed";
  return files;
}

bool is_tested(const std::string& text) {
  return text.starts_with("good") || text.starts_with("old");
}

core::agent::Review review_of(const core::Launch& launch, Act act) {
  core::agent::Review review;
  const std::string instance = variable(launch, "ASSAY_INSTANCE");
  review.reviewer_model = "model";
  review.review_focus = instance.substr(instance.find('-') + 1);
  review.scope =
      variable(launch, "ASSAY_OUTPUTS").find("/design-") == std::string::npos ? "code" : "design";
  review.summary = "see above";
  review.verdict = act == Act::revise || act == Act::critical ? Vote::needs_revision
                   : act == Act::veto                         ? Vote::blocker
                                                              : Vote::approve;
  if (act == Act::critical || act == Act::contradict) review.findings_count.critical = 1;
  if (act == Act::veto || act == Act::sly_veto) review.findings_count.blocker = 1;
  if (act == Act::impostor) review.review_focus = "architecture and more";
  return review;
}

}  // namespace

PipelineSubject::PipelineSubject(std::uint64_t seed)
    : seed_(seed),
      plan_(random_pipeline(seed)),
      bench_(bench_workspace, bench_feature, first_files(seed), first_changes(*plan_)),
      oracle_(plan_, bench_) {}

core::RunStarted PipelineSubject::first() { return {began, "run", plan_}; }

ByFault PipelineSubject::tempered(ByFault rates) {
  // A run has hundreds of opportunities for each of these, and seldom survives its first.
  rates[FaultKind::unreadable_tree] /= 8;
  rates[FaultKind::workshop_error] /= 2;
  return rates;
}

const core::pipeline::Step& PipelineSubject::step_of(const core::Launch& launch) const {
  return *find_step(plan_->definition, variable(launch, "ASSAY_STEP"));
}

Act PipelineSubject::act_of(const core::Launch& launch) const {
  const std::vector<Act> acts = random_acts(seed_, variable(launch, "ASSAY_STEP"),
                                            variable(launch, "ASSAY_INSTANCE"), launch.agent->role);
  return acts[std::min<std::size_t>(turns_.at(launch.key), acts.size() - 1)];
}

// --- how processes behave

Behaviour PipelineSubject::behaviour(const core::Launch& launch, std::uint32_t) {
  const bool judges = launch.name.starts_with("goals-");
  Behaviour does = launch.agent ? agent(launch) : judges ? goals() : check(launch);
  does.duration = Millis{1 + mix(seed_ ^ hash_of(launch.name)) % 3'000};
  return does;
}

/// Passes or fails by what is in the tree where it runs.
Behaviour PipelineSubject::check(const core::Launch& launch) const {
  const BenchFiles* place = bench_.at(launch.cwd);
  if (place == nullptr) return ending(127);
  Behaviour does = ending(0);
  std::int64_t tested = 0;
  for (const auto& [path, file] : without(*place, bench_feature)) {
    const bool bad = file.text.starts_with("bad");
    const bool broken = file.text.starts_with("broken") && launch.command == "run test";
    const bool dull = file.text.find("dull") != std::string::npos && launch.command == "run lint";
    if ((bad && launch.command != "run lint") || broken || dull) does = ending(1);
    tested += is_tested(file.text) ? 1 : 0;
  }
  does.reading.tally.executed = launch.reading.count_tests ? tested : -1;
  return does;
}

Result<std::shared_ptr<const core::goals::Plan>> PipelineSubject::plan(
    const core::PlanGoals& wanted) {
  return scripted::phase_of_one_command(wanted, plan_->workspace, "run goals");
}

Behaviour PipelineSubject::goals() const {
  for (const auto& [path, file] : without(bench_.workspace(), bench_feature)) {
    if (!is_tested(file.text)) return ending(1);
  }
  return ending(mix(seed_ ^ 0x60a1) % 20 == 0 ? 3 : 0);
}

Behaviour PipelineSubject::agent(const core::Launch& launch) {
  const auto ended = ends_.find(about(launch));
  turns_[launch.key] = ended == ends_.end() ? 0 : ended->second;
  const Act act = act_of(launch);
  Behaviour does = ending(0);
  does.touch = mix(seed_ ^ hash_of(launch.name)) % 4 == 0 ? Touch::at_start : Touch::at_end;
  does.transcript = transcript(Ending::success);
  if (act == Act::idle) does.touch = Touch::nothing;
  if (act == Act::fail) {
    does.exit.code = 1;
    does.transcript = transcript(Ending::failure);
  } else if (act == Act::stall) {
    does.exit = {ExitKind::stalled, 143, 15, ""};
    does.transcript = transcript(Ending::none);
  } else if (act == Act::quota) {
    does.exit.code = 1;
    does.touch = Touch::nothing;
    auto said = transcript(Ending::failure);
    said->trouble = core::agent::Trouble::quota;
    said->limit_reached = true;
    if (mix(seed_ ^ hash_of(launch.name)) % 2 == 0) said->retry_after = std::chrono::minutes{30};
    does.transcript = said;
  }
  return does;
}

// --- what agents do to the tree

void PipelineSubject::put(const Worker& worker, const std::string& path, const std::string& text,
                          std::shared_ptr<const Artifact> meaning) {
  const auto old = worker.place.find(path);
  // Who writes what is there already changes nothing.
  if (old == worker.place.end() || old->second.text != text) oracle_.wrote(worker.launch.key, path);
  bench_.put(worker.place, path, {text, std::move(meaning), worker.launch.key, 0});
}

std::shared_ptr<const Artifact> PipelineSubject::artifact(const Worker& worker,
                                                          Contract contract) const {
  auto made = std::make_shared<Artifact>();
  made->contract = contract;
  if (contract == Contract::text) return made;
  if (contract == Contract::verdict) {
    made->review = review_of(worker.launch, worker.act);
    return made;
  }
  if (contract == Contract::pushback) {
    if (worker.act == Act::doubt)
      made->concerns.push_back({core::agent::Severity::major, "why?", "", ""});
    if (worker.act == Act::veto)
      made->concerns.push_back({core::agent::Severity::blocker, "never", "", ""});
  }
  if (contract == Contract::plan) made->plan = random_work(seed_, worker.turn, false).plan;
  made->status = worker.act == Act::revise  ? CompletionStatus::needs_revision
                 : worker.act == Act::error ? CompletionStatus::error
                                            : CompletionStatus::done;
  return made;
}

void PipelineSubject::write_folder(const Worker& worker, const std::string& folder,
                                   Contract contract) {
  const bool goals = contract == Contract::impl_task;
  for (const core::agent::TaskFile& file : random_work(seed_, worker.turn, goals).files) {
    auto made = std::make_shared<Artifact>();
    made->contract = contract;
    made->task = file;
    const std::string name = folder + file.task.id + (goals ? ".json" : ".yaml");
    put(worker, name, "task by " + worker.launch.name + "#" + std::to_string(worker.turn), made);
  }
}

void PipelineSubject::write_outputs(const Worker& worker) {
  const std::vector<std::string> paths = lines(variable(worker.launch, "ASSAY_OUTPUTS"));
  for (std::size_t i = 0; i < paths.size(); ++i) {
    const Contract contract = worker.step.dispatch.outputs[i].contract;
    if (i == 0 && worker.act == Act::missing) continue;
    if (paths[i].ends_with('/')) {
      write_folder(worker, paths[i], contract);
      continue;
    }
    const std::string text =
        "by " + worker.launch.name + "#" + std::to_string(worker.launch.key.attempt);
    auto made = artifact(worker, contract);
    if (i == 0 && worker.act == Act::broken) {
      auto broken = std::make_shared<Artifact>(*made);
      broken->problems = {paths[i] + ":1: not what was agreed"};
      broken->concerns.clear();
      made = broken;
    }
    put(worker, paths[i], text, made);
  }
}

void PipelineSubject::write_source(const Worker& worker) {
  const std::string task = variable(worker.launch, "ASSAY_TASK_ID");
  if (worker.launch.agent->role != "implementer") return;
  const bool reverts = variable(worker.launch, "ASSAY_MODE") == "revert";
  const std::string quality = worker.act == Act::lie || worker.act == Act::fail ||
                                      worker.act == Act::stall || worker.act == Act::error
                                  ? "bad"
                              : worker.act == Act::dull ? "good but dull"
                                                        : "good";
  std::vector<std::string> files = oracle_.files_of(task);
  if (files.empty()) files.push_back("any-" + task);
  for (const std::string& path : files)
    put(worker, path,
        (reverts ? "old again " : quality + " ") + task + " " + std::to_string(worker.turn));
}

/// What is none of its business.
void PipelineSubject::trespass(const Worker& worker) {
  const std::string feature = std::string(bench_feature) + "/";
  const std::string who = variable(worker.launch, "ASSAY_INSTANCE");
  if (worker.act == Act::regress) put(worker, "old0", "broken by " + who);
  if (worker.act == Act::fewer && worker.place.erase("old2") > 0)
    oracle_.wrote(worker.launch.key, "old2");
  if (worker.act == Act::stray) put(worker, "stray-" + who, "good grief");
  std::string remark = "remark-" + who;
  for (const auto& [path, file] : bench_.workspace()) {
    if (path.starts_with("src-")) remark = path;
  }
  if (worker.act == Act::meddle && worker.launch.cwd == bench_workspace) {
    put(worker, remark, "good advice");
  } else if (worker.act == Act::meddle) {
    BenchFiles& home = *bench_.at(bench_workspace);
    const auto old = home.find(remark);
    meddled_.try_emplace(remark, old == home.end() ? std::nullopt : std::optional(old->second));
    bench_.put(home, remark, {"good advice", nullptr, worker.launch.key, 0});
  }
  if (worker.act == Act::move_tag && bench_.has_tags()) bench_.move_tag();
  if (worker.act != Act::forge) return;
  auto verdict = std::make_shared<Artifact>();
  verdict->contract = Contract::verdict;
  verdict->review.emplace();
  verdict->review->verdict = Vote::approve;
  verdict->review->review_focus = "security";
  verdict->review->scope = "code";
  for (const char* name : {"code-security", "code-correctness", "design-security"})
    if (!variable(worker.launch, "ASSAY_OUTPUTS").ends_with(std::string(name) + ".yaml"))
      put(worker, feature + "review-verdicts/" + name + ".yaml", "forged by " + who, verdict);
}

void PipelineSubject::act(const core::Launch& launch) {
  BenchFiles* place = bench_.at(launch.cwd);
  if (!launch.agent || place == nullptr) return;
  const Worker worker{launch, step_of(launch), act_of(launch), turns_.at(launch.key), *place};
  write_source(worker);
  write_outputs(worker);
  trespass(worker);
}

// --- what is asked of the repository and of people

core::work::WorkSight PipelineSubject::inspect(const core::InspectWork& wanted) {
  oracle_.inspected(wanted);
  return bench_.inspect(wanted);
}

WorkResult PipelineSubject::close(const core::CloseWork& wanted) {
  oracle_.closing(wanted);
  return bench_.close(wanted);
}

WorkResult PipelineSubject::copy(const core::OpenCopy& wanted) {
  oracle_.copied(wanted);
  return bench_.copy(wanted);
}

core::pipeline::Outputs PipelineSubject::outputs(const core::ReadOutputs& wanted) {
  oracle_.read(wanted, bench_.at(wanted.directory));
  return bench_.outputs(wanted);
}

WorkResult PipelineSubject::adopt(const core::AdoptWork& wanted) {
  oracle_.adopting(wanted, bench_.at(wanted.directory));
  return bench_.adopt(wanted);
}

WorkResult PipelineSubject::restore(const core::RestoreFiles& wanted) {
  oracle_.restoring(wanted);
  return bench_.restore(wanted);
}

WorkResult PipelineSubject::commit(const core::CommitWork& wanted) {
  oracle_.committing(wanted);
  const std::string before = bench_.head();
  WorkResult result = bench_.commit(wanted);
  oracle_.committed(before);
  return result;
}

WorkResult PipelineSubject::write(const core::WriteBundle& wanted) {
  oracle_.bundling(wanted);
  return bench_.write(wanted);
}

/// The same person says the same to the same question; but he is not always there, and now and then
/// answers something else first.
std::optional<shell::Answer> PipelineSubject::answer(const core::AskApproval& question) {
  oracle_.asked(question);
  const std::string& gate = question.question.gate_id;
  const std::uint64_t told = mix(seed_ ^ hash_of(gate) ^ question.ordinal);
  const std::uint64_t mood = mix(told ^ ++asks_[gate]) % 10;
  if (mood < 4) return std::nullopt;
  shell::Answer answer{"", "words", "somebody"};
  const auto& options = question.question.options;
  if (options.empty()) return std::nullopt;
  answer.option = mood == 4 ? "what?" : options[(told / 64) % options.size()].id;
  // Most people want to go on.
  if (mood != 4 && told % 3 != 0) answer.option = options.front().id;
  return answer;
}

// --- what the simulator asks

core::agent::Spent PipelineSubject::others(Instant at) {
  const auto day = static_cast<std::uint64_t>(core::agent::day_of(at).time_since_epoch().count());
  core::agent::Spent spent;
  spent.launches = static_cast<std::int64_t>(mix(seed_ ^ mix(day)) % 3);
  return spent;
}

Finding PipelineSubject::on_start(const core::Launch& launch, std::span<const core::Launch> live) {
  if (launch.agent) launched_.insert_or_assign(launch.name, about(launch));
  return oracle_.on_start(launch, live);
}

Finding PipelineSubject::on_entry(const Stored& stored) {
  // Whoever is told of files that are nobody's takes them back.
  if (const auto* parked = std::get_if<core::RunParked>(&stored.entry.event);
      parked != nullptr && parked->reason.find("by nobody this run knows") != std::string::npos) {
    BenchFiles& home = *bench_.at(bench_workspace);
    for (const auto& [path, old] : meddled_) {
      const auto now = home.find(path);
      if (now == home.end() || now->second.text != "good advice") continue;
      home.erase(path);
      if (old) bench_.put(home, path, *old);
    }
    meddled_.clear();
  }
  if (const auto* ended = std::get_if<core::AttemptEnded>(&stored.entry.event)) {
    const bool stopped = ended->evidence.exit.kind == ExitKind::cancelled;
    const auto launch = launched_.find(ended->name);
    if (launch != launched_.end() && !stopped) ++ends_[launch->second];
  }
  return oracle_.on_entry(stored);
}

/// An interruption costs launches, so a budget may be used up by it; and who was faster than whom
/// decides whose work conflicts, and how far others came before a blocker.
bool PipelineSubject::is_comparable(const core::Machine& machine) {
  const auto& state = std::get<core::pipeline::State>(machine.state);
  return machine.outcome != core::Outcome::out_of_budget && !oracle_.raced() && !state.blocked &&
         !state.for_good;
}

std::vector<std::string> PipelineSubject::results(const core::Machine& machine) {
  const auto& state = std::get<core::pipeline::State>(machine.state);
  std::string files;
  for (const auto& [path, file] : without(bench_.workspace(), bench_feature))
    files += " " + path + "=" + file.text.substr(0, file.text.find(' '));
  std::vector<std::string> rows;
  for (const core::pipeline::CheckRow& row : oracle_.rows())
    rows.push_back(row.task_id + " " + row.phase + " " + row.check_name + " " +
                   std::to_string(row.round) + (row.passed ? " passed " : " failed ") +
                   row.verdict);
  std::sort(rows.begin(), rows.end());
  std::string table;
  for (const std::string& row : rows) table += row + "; ";
  return {std::string(machine.outcome ? to_text(*machine.outcome) : "no verdict"),
          std::to_string(oracle_.commits()) + " commits",
          // How often somebody answered nonsense first makes the rest of the difference.
          state.confidence == core::pipeline::Confidence::low ? "low" : "", files, table};
}

}  // namespace assay::sim
