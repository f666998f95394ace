// SPDX-License-Identifier: MIT
#include "sim/node.h"

#include "sim/describe.h"
#include "support/fake_workspace.h"

#include <algorithm>
#include <utility>

namespace assay::sim {

namespace {

std::string name(const core::Launch& launch) {
  return launch.name + "#" + std::to_string(launch.key.attempt);
}

bool ran_to_its_own_end(core::ExitKind kind) {
  return kind == core::ExitKind::exited || kind == core::ExitKind::signaled ||
         kind == core::ExitKind::timed_out || kind == core::ExitKind::limited ||
         kind == core::ExitKind::stalled || kind == core::ExitKind::held;
}

}  // namespace

Node::Node(Cluster& cluster, std::uint64_t epoch)
    : cluster_(cluster), epoch_(epoch), memory_(std::make_unique<Memory>()) {}

Node::~Node() {
  if (hurt() && epoch_ == cluster_.epoch_) leave_behind();
}

/// Jobs go on without their coordinator; what has ended and was not written down leaves its record.
void Node::leave_behind() const {
  if (!cluster_.has_jobs()) return;
  for (const auto* some : {&memory_->processes, &memory_->told}) {
    for (const Process& process : *some) {
      const bool runs = !process.hidden && !process.ghost && !process.replaced &&
                        process.does.exit.kind != core::ExitKind::spawn_failed &&
                        !cluster_.is_outlived(process.launch.key) &&
                        !cluster_.written_.contains(process.launch.key);
      if (runs)
        cluster_.outlived_.push_back({process.launch, process.does, process.since, process.until});
    }
  }
}

/// Found again by who comes after.
bool Node::attach(const core::Launch& launch) {
  if (!step(FaultKind::crash_elsewhere)) return false;
  std::vector<Outlived>& left = cluster_.outlived_;
  const auto found = std::find_if(left.begin(), left.end(), [&](const Outlived& each) {
    return each.launch.key == launch.key;
  });
  if (found == left.end()) return false;
  cluster_.note("   found again " + name(launch));
  ++cluster_.found_again_;
  memory_->processes.push_back({found->launch, found->does, found->since, found->until});
  memory_->unreported.insert(launch.key);
  left.erase(found);
  return true;
}

bool Node::hurt() const { return memory_->dead || memory_->refused || epoch_ != cluster_.epoch_; }

/// Passed at the door of every port. False: this coordinator is dead, do nothing.
bool Node::step(FaultKind crash) const {
  if (memory_->dead) return false;
  cluster_.count_call();
  const bool stale = epoch_ != cluster_.epoch_;
  if (!stale && cluster_.strikes(crash)) {
    cluster_.note("-- coordinator " + std::to_string(epoch_) + " is killed");
    memory_->dead = true;
  } else if (!stale && cluster_.strikes(FaultKind::takeover)) {
    cluster_.note("-- coordinator " + std::to_string(epoch_) + " is replaced while alive");
    leave_behind();
    cluster_.interrupted();
    cluster_.run_coordinators();
    cluster_.note("-- coordinator " + std::to_string(epoch_) + " goes on, unaware");
  }
  if (!cluster_.finding_.empty()) memory_->dead = true;
  return !memory_->dead;
}

Instant Node::now() {
  step(FaultKind::crash_elsewhere);
  return cluster_.wall();
}

shell::World Node::world() {
  Subject& subject = cluster_.subject_;
  shell::World world{*this, *this, *this, *this, *this, *this};
  if (subject.workshop() != nullptr) world.workshop = this;
  if (subject.workplace() != nullptr) world.workplace = this;
  if (subject.phases() != nullptr) {
    world.phases = this;
    world.inspector = this;
  }
  if (subject.has_people()) world.approvals = this;
  return world;
}

void Node::touch(Process& process) const {
  process.does.touch = Touch::nothing;
  // What a replaced coordinator held is dead, whatever it believes itself.
  if (epoch_ != cluster_.epoch_) return;
  cluster_.subject_.act(process.launch);
  ++cluster_.tree_;
  cluster_.half_done_.insert(process.launch.key);
}

void Node::start(const core::Launch& launch) {
  if (!step(FaultKind::crash_in_start)) return;
  cluster_.note("   start " + name(launch));
  cluster_.check_start(launch);
  if (cluster_.has_jobs() && cluster_.subject_.may_begin_anew()) replace(launch.key.unit);
  std::vector<core::Launch> live;
  for (const Process& process : memory_->processes) {
    if (!process.ghost && !process.replaced) live.push_back(process.launch);
  }
  cluster_.find(cluster_.subject_.on_start(launch, live));
  Process process{launch, {}, cluster_.ticks_, cluster_.ticks_};
  if (cluster_.strikes(FaultKind::spawn_failure)) {
    process.does.exit = {core::ExitKind::spawn_failed, -1, 0, "bash: no more processes"};
  } else {
    process.does = cluster_.subject_.behaviour(launch, cluster_.ends_[launch.key.unit]);
    process.until += process.does.duration;
  }
  if (process.does.touch == Touch::at_start) touch(process);
  memory_->unreported.insert(launch.key);
  memory_->processes.push_back(std::move(process));
}

/// A later attempt of a unit ends the one that was found again; whether it ends as it would have,
/// or because it is told to, is a race.
void Node::replace(std::uint32_t unit) {
  for (Process& process : memory_->processes) {
    if (process.launch.key.unit != unit || process.hidden) continue;
    process.replaced = true;
    if (cluster_.chance_.percent(50)) process.does.exit = {core::ExitKind::cancelled, -1, 15, ""};
    process.until = std::min(process.until, cluster_.ticks_ + Millis{cluster_.chance_.below(50)});
  }
}

shell::ProcessEnded Node::end(const Process& process) {
  shell::ProcessEnded ended{process.launch.key, {}};
  ended.evidence.exit = process.does.exit;
  ended.evidence.duration = cluster_.ticks_ - process.since;
  ended.evidence.started = cluster_.wall() - ended.evidence.duration;
  const bool stored = ran_to_its_own_end(process.does.exit.kind);
  const bool ran = process.does.exit.kind != core::ExitKind::spawn_failed;
  if (process.does.transcript && ran) {
    // What is ended before its time has said nothing that counts.
    ended.evidence.transcript =
        stored ? process.does.transcript : std::make_shared<const core::agent::Transcript>();
  }
  if (stored) ended.evidence.output.log_path = "/logs/" + name(process.launch);
  memory_->readings[process.launch.key] = stored ? process.does.reading : core::Reading{};
  cluster_.truth_.insert_or_assign(process.launch.key, describe(process.does.exit));
  return ended;
}

/// To the end of the process that is due next and a little further, so that ends come in bunches.
void Node::pass_time(Millis longest) {
  Millis next = cluster_.ticks_ + longest;
  for (const Process& process : memory_->processes) {
    if (!process.hidden) next = std::min(next, process.until);
  }
  cluster_.ticks_ = std::max(cluster_.ticks_, next) + Millis{cluster_.chance_.below(80)};
  if (cluster_.strikes(FaultKind::clock_backwards)) {
    cluster_.skew_ -= Millis{1 + cluster_.chance_.below(86'400'000)};
  }
}

void Node::report_ends(std::vector<shell::Happening>& out) {
  std::vector<shell::ProcessEnded> batch;
  std::vector<Process> held;
  for (Process& process : memory_->processes) {
    const bool surfaces = process.hidden && cluster_.chance_.percent(40);
    if (process.hidden ? !surfaces : process.until > cluster_.ticks_) {
      held.push_back(std::move(process));
      continue;
    }
    if (process.hidden) {
      cluster_.note("-- a late end of " + name(process.launch) + " turns up");
      ++cluster_.counts_[FaultKind::late_completion];
      memory_->unreported.erase(process.launch.key);
      batch.push_back(end(process));
      continue;
    }
    if (process.does.touch == Touch::at_end) touch(process);
    if (cluster_.strikes(FaultKind::lost_completion)) {
      cluster_.note("-- the end of " + name(process.launch) + " is lost");
    } else if (cluster_.chance_.permille(static_cast<std::uint32_t>(
                   cluster_.options_.rates[FaultKind::late_completion]))) {
      process.hidden = process.ghost = true;
      held.push_back(std::move(process));
    } else {
      memory_->unreported.erase(process.launch.key);
      batch.push_back(end(process));
      memory_->told.push_back(process);
      if (cluster_.strikes(FaultKind::duplicate_completion))
        memory_->echoes.push_back(batch.back());
    }
  }
  memory_->processes = std::move(held);
  if (batch.size() > 1 && cluster_.strikes(FaultKind::reordered_completion)) {
    std::reverse(batch.begin(), batch.end());
  }
  for (shell::ProcessEnded& ended : batch) out.emplace_back(std::move(ended));
}

/// Ends that are no news: told before, or of attempts this coordinator does not hold.
void Node::report_strays(std::vector<shell::Happening>& out) {
  std::vector<shell::ProcessEnded> later;
  for (shell::ProcessEnded& echo : memory_->echoes) {
    if (cluster_.chance_.percent(60)) {
      out.emplace_back(std::move(echo));
    } else {
      later.push_back(std::move(echo));
    }
  }
  memory_->echoes = std::move(later);
  shell::ProcessEnded stray{{cluster_.chance_.below(14), 1 + cluster_.chance_.below(4)}, {}};
  if (memory_->unreported.contains(stray.key) || !cluster_.strikes(FaultKind::unknown_completion))
    return;
  stray.evidence.exit = {core::ExitKind::exited, 0, 0, ""};
  stray.evidence.reading.tally.executed = 99;
  out.emplace_back(std::move(stray));
}

void Node::report_cancel(std::vector<shell::Happening>& out) {
  const FaultKind kind = memory_->cancelled ? FaultKind::second_cancel : FaultKind::cancel;
  if (!cluster_.strikes(kind)) return;
  memory_->cancelled = true;
  const bool first = !out.empty() && cluster_.chance_.percent(50);
  out.insert(first ? out.begin() : out.end(), shell::StopAsked{"SIGINT"});
}

Result<std::vector<shell::Happening>> Node::wait(const shell::Patience& patience) {
  if (!step(FaultKind::crash_in_wait)) return Error{Fault::io, "killed"};
  std::vector<shell::Happening> out;
  memory_->told.clear();
  if (std::exchange(memory_->stop_asked, false)) stop_processes();
  const bool visible = std::any_of(memory_->processes.begin(), memory_->processes.end(),
                                   [](const Process& process) { return !process.hidden; });
  if (visible || patience.anyway) pass_time(patience.longest);
  report_ends(out);
  report_strays(out);
  report_cancel(out);
  return out;
}

void Node::stop_all() {
  if (!step(FaultKind::crash_elsewhere)) return;
  cluster_.note("   stop all");
  // Jobs are told by the next wait: who gives up does not come to that.
  if (cluster_.has_jobs())
    memory_->stop_asked = true;
  else
    stop_processes();
}

void Node::stop_processes() {
  for (Process& process : memory_->processes) {
    const bool leaves_by_itself = process.hidden || cluster_.chance_.percent(10);
    if (leaves_by_itself || process.does.exit.kind == core::ExitKind::spawn_failed) continue;
    process.does.exit = {core::ExitKind::cancelled, -1, 15, ""};
    const Millis grace{memory_->stopping ? 0 : cluster_.chance_.below(400)};
    process.until = std::min(process.until, cluster_.ticks_ + grace);
  }
  memory_->stopping = true;
}

/// Asked for by who ends a run whose coordinator died, of what is left of it.
void Node::cancel(core::AttemptKey key) {
  if (!step(FaultKind::crash_elsewhere)) return;
  for (Process& process : memory_->processes) {
    if (process.launch.key != key || process.hidden) continue;
    process.does.exit = {core::ExitKind::cancelled, -1, 15, ""};
    process.until = cluster_.ticks_;
  }
}

std::uint32_t Node::in_flight() const {
  if (!step(FaultKind::crash_elsewhere)) return 0;
  std::uint32_t count = 0;
  for (Process& process : memory_->processes) {
    if (process.hidden && cluster_.strikes(FaultKind::alive_at_drain)) process.hidden = false;
    if (!process.hidden) ++count;
  }
  return count;
}

Result<> Node::append(std::span<const shell::Entry> entries) {
  if (!step(FaultKind::crash_before_append)) return Error{Fault::io, "killed"};
  if (epoch_ == cluster_.epoch_ && cluster_.strikes(FaultKind::append_error_before)) {
    cluster_.note("-- the disk refuses");
    memory_->refused = true;
    return Error{Fault::exhausted, "disk full"};
  }
  if (Result<> stored = cluster_.commit(epoch_, entries); !stored) return stored.error();
  if (epoch_ == cluster_.epoch_ && cluster_.strikes(FaultKind::append_error_after)) {
    cluster_.note("-- the disk obeys, but says that it did not");
    memory_->refused = true;
    return Error{Fault::io, "i/o error"};
  }
  if (epoch_ == cluster_.epoch_ && cluster_.strikes(FaultKind::crash_after_append)) {
    cluster_.note("-- coordinator " + std::to_string(epoch_) + " is killed before it knows");
    memory_->dead = true;
  }
  if (memory_->dead || !cluster_.finding_.empty()) return Error{Fault::io, "killed"};
  for (const shell::Entry& entry : entries) {
    cluster_.acknowledged_.push_back(describe(entry.event) + " => " + entry.decision);
  }
  return {};
}

Result<std::vector<shell::Entry>> Node::read() {
  if (!step(FaultKind::crash_elsewhere)) return Error{Fault::io, "killed"};
  std::vector<shell::Entry> entries;
  for (const Stored& stored : cluster_.journal_) entries.push_back(stored.entry);
  return entries;
}

Result<core::agent::Spent> Node::reserve(const core::AskSpending&, Instant at) {
  if (!step(FaultKind::crash_elsewhere)) return Error{Fault::io, "killed"};
  return cluster_.subject_.others(at);
}

Result<std::vector<core::Recalled>> Node::recall_evidence(const core::RecallEvidence& wanted) {
  if (!step(FaultKind::crash_elsewhere)) return Error{Fault::io, "killed"};
  return cluster_.subject_.recall(wanted);
}

Result<shell::TreeSight> Node::observe(const core::ObserveTree& wanted) {
  if (!step(FaultKind::crash_elsewhere)) return Error{Fault::io, "killed"};
  if (cluster_.strikes(FaultKind::unreadable_tree)) return Error{Fault::io, "permission denied"};
  if (auto sight = cluster_.subject_.look(wanted, epoch_)) return *sight;
  return shell::TreeSight{digest_of("tree " + std::to_string(cluster_.tree_)), {}, {}, {}};
}

/// Crashes come before a change as well as after it. Only one coordinator can hold the repository.
template <class Ask>
core::work::WorkResult Node::change(Ask ask) {
  using core::work::WorkResult;
  const WorkResult refused{
      WorkResult::Status::failed, "the repository could not be changed", {}, {}};
  if (!step(FaultKind::crash_elsewhere) || epoch_ != cluster_.epoch_) return refused;
  if (cluster_.strikes(FaultKind::workshop_error)) return refused;
  WorkResult result = ask(*cluster_.subject_.workshop());
  step(FaultKind::crash_elsewhere);
  return result;
}

core::work::WorkSight Node::inspect(const core::InspectWork& wanted) {
  core::work::WorkSight nothing;
  nothing.problem = "permission denied";
  if (!step(FaultKind::crash_elsewhere) || epoch_ != cluster_.epoch_) return nothing;
  core::InspectWork asked = wanted;
  if (cluster_.strikes(FaultKind::unreadable_tree)) asked.directory.clear();
  return cluster_.subject_.workshop()->inspect(asked);
}

core::work::WorkResult Node::open(const core::OpenWork& wanted) {
  return change([&](shell::Workshop& shop) { return shop.open(wanted); });
}

core::work::WorkResult Node::merge(const core::MergeWork& wanted) {
  return change([&](shell::Workshop& shop) { return shop.merge(wanted); });
}

core::work::WorkResult Node::close(const core::CloseWork& wanted) {
  return change([&](shell::Workshop& shop) { return shop.close(wanted); });
}

core::work::WorkResult Node::update(const core::UpdateSpec& wanted) {
  return change([&](shell::Workshop& shop) { return shop.update(wanted); });
}

core::work::WorkResult Node::copy(const core::OpenCopy& wanted) {
  return change([&](shell::Workshop&) { return cluster_.subject_.workplace()->copy(wanted); });
}

/// What cannot be looked at is not there, for all anybody knows.
core::pipeline::Outputs Node::outputs(const core::ReadOutputs& wanted) {
  if (!step(FaultKind::crash_elsewhere) || epoch_ != cluster_.epoch_) return {};
  core::ReadOutputs asked = wanted;
  if (cluster_.strikes(FaultKind::unreadable_tree)) asked.directory.clear();
  return cluster_.subject_.workplace()->outputs(asked);
}

Result<std::shared_ptr<const core::goals::Plan>> Node::plan(const core::PlanGoals& wanted) {
  const bool fails = !step(FaultKind::crash_elsewhere) || epoch_ != cluster_.epoch_ ||
                     cluster_.strikes(FaultKind::unreadable_tree);
  if (fails) return Error{Fault::io, "permission denied"};
  return cluster_.subject_.phases()->plan(wanted);
}

Result<> Node::write(const core::WriteGoals& wanted) {
  if (!step(FaultKind::crash_elsewhere) || epoch_ != cluster_.epoch_)
    return Error{Fault::io, "permission denied"};
  return cluster_.subject_.phases()->write(wanted);
}

/// The goals of a simulated phase are commands: there is nothing to be found without running them.
Result<std::vector<core::goals::CheckResult>> Node::inspect(const core::InspectWorkspace& wanted) {
  if (!step(FaultKind::crash_elsewhere)) return Error{Fault::io, "permission denied"};
  return fake::Inspector().inspect(wanted);
}

core::work::WorkResult Node::adopt(const core::AdoptWork& wanted) {
  return change([&](shell::Workshop&) { return cluster_.subject_.workplace()->adopt(wanted); });
}

core::work::WorkResult Node::restore(const core::RestoreFiles& wanted) {
  return change([&](shell::Workshop&) { return cluster_.subject_.workplace()->restore(wanted); });
}

core::work::WorkResult Node::commit(const core::CommitWork& wanted) {
  return change([&](shell::Workshop&) { return cluster_.subject_.workplace()->commit(wanted); });
}

core::work::WorkResult Node::tag(const core::TagCommit& wanted) {
  return change([&](shell::Workshop&) { return cluster_.subject_.workplace()->tag(wanted); });
}

core::work::WorkResult Node::write(const core::WriteBundle& wanted) {
  return change([&](shell::Workshop&) { return cluster_.subject_.workplace()->write(wanted); });
}

void Node::ask(const core::AskApproval& question) {
  if (!step(FaultKind::crash_elsewhere)) return;
  cluster_.note("   ask " + question.question.gate_id);
  memory_->question = question;
}

/// People take their time. Whoever was replaced hears nobody.
shell::Said Node::hear() {
  if (!step(FaultKind::crash_elsewhere) || !memory_->question) return {};
  if (epoch_ == cluster_.epoch_ && cluster_.chance_.percent(60)) return {};
  const core::AskApproval question = *std::exchange(memory_->question, std::nullopt);
  if (epoch_ != cluster_.epoch_) return shell::NobodyThere{};
  if (auto answer = cluster_.subject_.answer(question)) return std::move(*answer);
  return shell::NobodyThere{};
}

Result<std::vector<std::optional<std::int64_t>>> Node::count(
    std::span<const core::pipeline::RowQuestion> questions) {
  if (!step(FaultKind::crash_elsewhere)) return Error{Fault::io, "killed"};
  if (epoch_ != cluster_.epoch_) return Error{Fault::conflict, "another coordinator owns the run"};
  return cluster_.subject_.count(questions);
}

core::Reading Node::read(const core::Launch& launch, const core::Evidence&) {
  step(FaultKind::crash_elsewhere);
  return memory_->readings[launch.key];
}

}  // namespace assay::sim
