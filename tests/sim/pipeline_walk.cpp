// SPDX-License-Identifier: MIT
// How the oracle of pipelines walks a definition: when a step may be left, what its gate says about
// what really happened, and where that leads.
#include "sim/pipeline_oracle.h"

#include <algorithm>

namespace assay::sim {

using core::agent::Vote;
using core::pipeline::Comparison;
using core::pipeline::Condition;
using core::pipeline::Fact;
using core::pipeline::Route;
using core::pipeline::StepKind;
using core::pipeline::Target;
using core::pipeline::TaskSet;
using core::pipeline::Way;

namespace {

bool compares(Comparison how, std::int64_t number, std::int64_t bound) {
  if (how == Comparison::exactly) return number == bound;
  return how == Comparison::at_least ? number >= bound : number <= bound;
}

bool is_about_tasks(const core::pipeline::Step& step) {
  return step.kind == StepKind::tasks || step.kind == StepKind::verify;
}

/// Steps that share it count their rounds together.
std::string evidence_of(const core::pipeline::Step& step) {
  if (step.kind == StepKind::verify) return "verify";
  if (step.kind == StepKind::review) return "review " + std::string(to_text(step.scope));
  return "step " + step.id;
}

}  // namespace

// --- entering

void PipelineOracle::enter(const Way& way) {
  using core::Outcome;
  if (way.target == Target::done) {
    const bool open =
        std::any_of(tasks_.begin(), tasks_.end(), [](const Task& each) { return !each.verified; });
    ending_ = went_on_ ? Ending{Outcome::exhausted, "went on"}
              : open   ? Ending{Outcome::error, "a task was not verified"}
                       : Ending{Outcome::passed, "done"};
  } else if (way.target != Target::step) {
    ending_ = Ending{way.target == Target::error  ? Outcome::error
                     : way.target == Target::stop ? Outcome::exhausted
                                                  : Outcome::cancelled,
                     "a route leads there"};
  }
  if (ending_) return;
  const Step* step = find_step(plan_->definition, way.step);
  visit_ = {};
  visit_.step = step;
  visit_.round = ++rounds_[step->id];
  ++kinds_[evidence_of(*step)];
  visit_.mode = way.mode.empty() ? step->dispatch.mode : way.mode;
  const std::string& role = step->dispatch.role;
  const bool asks = !role.empty() && plan_->hands.contains(role);
  if (is_about_tasks(*step)) {
    if (!plan_known_) take_plan(bench_.workspace());
    const TaskSet set = way.tasks.value_or(step->task_set);
    for (const Task& task : tasks_) {
      const bool in =
          set == TaskSet::all || (set == TaskSet::failed ? task.failed : !task.verified);
      if (!in) continue;
      visit_.subjects.push_back(task.task.id);
      if (asks && (step->kind == StepKind::tasks || plan_->gates))
        visit_.jobs[role + "-" + task.task.id].task = task.task.id;
    }
  } else if (asks) {
    for (const auto& instance : step->dispatch.instances)
      visit_.jobs[instance.name].focus = instance.focus;
    if (visit_.jobs.empty()) visit_.jobs[role];
  }
}

bool PipelineOracle::can_take(const Route& route) const {
  if (route.loop.empty()) return true;
  const auto used = charged_.find(route.loop);
  return used == charged_.end() || used->second < find_loop(plan_->definition, route.loop)->budget;
}

void PipelineOracle::follow(const Step& step, Outcome outcome, const std::string& option) {
  if (outcome == Outcome::failed && !step.blocking) outcome = Outcome::pass;
  const Route* route = find_route(step, outcome, option);
  if (route == nullptr) {
    ending_ = Ending{core::Outcome::error, "no route"};
  } else if (can_take(*route)) {
    const bool last = !route->loop.empty() &&
                      ++charged_[route->loop] == find_loop(plan_->definition, route->loop)->budget;
    enter(last && route->last ? *route->last : route->way);
  } else {
    const Route* exhausted = find_route(step, Outcome::exhausted);
    const bool goes_on =
        exhausted != nullptr &&
        (!exhausted->if_proceeding || plan_->on_exhausted == core::OnExhausted::proceed);
    went_on_ = went_on_ || goes_on;
    if (goes_on) return enter(exhausted->way);
    ending_ = Ending{core::Outcome::exhausted, "loop " + route->loop};
  }
}

// --- leaving

std::string PipelineOracle::why_not_over() {
  const Visit& visit = visit_;
  const StepKind kind = visit.step->kind;
  if (kind == StepKind::approval) {
    if (plan_->approval == core::Approval::autonomous || !visit.option.empty()) return "";
    return options().empty() ? "" : "nobody has answered";
  }
  // What the repository refused outright it was never asked.
  if (kind == StepKind::bundle) return visit.bundled || excused_ ? "" : "there is no bundle";
  if (kind == StepKind::commit) {
    const bool may_skip = is_low() || visit.step->confidence == core::pipeline::Confidence::high;
    return visit.committed || may_skip ? "" : "nothing was committed, for no reason";
  }
  if (visit.blocker) return "";
  for (auto& [instance, job] : visit_.jobs) {
    if (job.over) continue;
    const Task* own = job.task.empty() ? nullptr : task(job.task);
    const bool needless =
        own != nullptr && std::any_of(visit.jobs.begin(), visit.jobs.end(), [&](const auto& other) {
          const auto& needs = own->task.depends_on;
          return other.second.over && other.second.over != Status::done &&
                 std::count(needs.begin(), needs.end(), other.second.task) > 0;
        });
    // Who has failed twice may be given up before all retries are used.
    const bool hopeless = needless || job.bad > 1 || is_lost();
    if (!hopeless || job.open || job.fine) return instance + " is not done";
    job.over = Status::error;
    return why_not_over();
  }
  if (kind == StepKind::goals)
    return visit.goals && visit.checked ? "" : "the goals were not checked";
  if (kind == StepKind::verify && plan_->gates && !visit.checked) return "nothing was checked";
  const bool reverts = kind == StepKind::tasks && visit.mode == "revert" && !visit.jobs.empty();
  return reverts && !visit.restored ? "nothing was taken back" : "";
}

/// Too many have failed for the gate to be reached: nobody has to be asked any more.
bool PipelineOracle::is_lost() const {
  const auto failed = std::count_if(visit_.jobs.begin(), visit_.jobs.end(), [](const auto& job) {
    return job.second.over && job.second.over != Status::done;
  });
  const auto left = static_cast<std::int64_t>(visit_.jobs.size()) - failed;
  const auto& gate = visit_.step->gate;
  return std::any_of(gate.begin(), gate.end(), [&](const core::pipeline::Condition& condition) {
    const bool counts = condition.subject == core::pipeline::Subject::status &&
                        condition.status == Status::done &&
                        condition.comparison == core::pipeline::Comparison::at_least;
    return counts && left < (condition.bound.all ? left + failed : condition.bound.standard);
  });
}

std::vector<core::pipeline::Option> PipelineOracle::options() const {
  std::vector<core::pipeline::Option> left = visit_.step->question.options;
  std::erase_if(left, [&](const auto& option) {
    const Route* route = find_route(*visit_.step, Outcome::option, option.id);
    return route == nullptr || !can_take(*route);
  });
  return left;
}

Finding PipelineOracle::hop() {
  const Step& step = *visit_.step;
  if (const std::string why = why_not_over(); !why.empty())
    return "step: " + step.id + " is left, but " + why;
  if (step.kind == StepKind::review) last_votes_[std::string(to_text(step.scope))] = visit_.votes;
  switch (step.kind) {
    case StepKind::approval: {
      const std::vector<core::pipeline::Option> left = options();
      if (left.empty()) {
        ending_ = Ending{core::Outcome::error, "no option is left"};
        break;
      }
      std::string option = visit_.option;
      if (plan_->approval == core::Approval::autonomous) {
        const auto chosen = std::find_if(left.begin(), left.end(),
                                         [](const auto& each) { return each.is_default; });
        option = chosen == left.end() ? left.front().id : chosen->id;
        ++answers_[step.question.gate_id];
      }
      follow(step, Outcome::option, option);
      break;
    }
    case StepKind::bundle:
      follow(step, visit_.bundled.value_or(false) ? Outcome::pass : Outcome::failed, "");
      break;
    case StepKind::commit:
      follow(step, visit_.committed.value_or(true) ? Outcome::pass : Outcome::failed, "");
      break;
    case StepKind::prepare:
    case StepKind::agents:
    case StepKind::tasks:
    case StepKind::verify:
    case StepKind::goals:
    case StepKind::review: follow(step, gate(), ""); break;
  }
  return pending_;
}

template <class Here>
Finding PipelineOracle::walk(Here here) {
  constexpr int hops_max = 60;
  for (int hops = 0; hops < hops_max; ++hops) {
    if (here()) return "";
    if (ending_) return "step: the way leads to an end (" + ending_->why + ")";
    if (Finding finding = hop(); !finding.empty()) return finding;
  }
  return "step: there is no way";
}

Finding PipelineOracle::walk_to(const std::string& instance) {
  return walk([&] {
    if (ending_) return false;
    const auto job = visit_.jobs.find(instance);
    return job != visit_.jobs.end() && !job->second.over;
  });
}

Finding PipelineOracle::walk_to(StepKind kind, const std::string& gate_id) {
  return walk([&] {
    if (ending_ || visit_.step->kind != kind || visit_.step->question.gate_id != gate_id)
      return false;
    if (kind == StepKind::approval) return visit_.option.empty();
    if (kind == StepKind::verify) return !visit_.checked;
    if (kind == StepKind::goals) return !visit_.goals.has_value();
    return kind == StepKind::bundle ? !visit_.bundled : !visit_.committed;
  });
}

/// To the gate that asks just that.
Finding PipelineOracle::walk_to(std::span<const core::pipeline::RowQuestion> questions) {
  return walk([&] {
    if (ending_ || visit_.counted) return false;
    std::vector<std::pair<std::string, std::string>> own;
    for (const Condition& condition : visit_.step->gate) {
      if (condition.subject != core::pipeline::Subject::query) continue;
      for (const std::string& subject : subjects()) own.emplace_back(condition.query, subject);
    }
    return std::equal(own.begin(), own.end(), questions.begin(), questions.end(),
                      [](const auto& mine, const core::pipeline::RowQuestion& asked) {
                        return mine.first == asked.name && mine.second == asked.task_id;
                      });
  });
}

Finding PipelineOracle::walk_to_end() {
  return walk([&] { return ending_.has_value(); });
}

// --- gates

std::int64_t PipelineOracle::evidence_round() const { return kinds_.at(evidence_of(*visit_.step)); }

bool PipelineOracle::checks_pass() const {
  if (!plan_->gates) return false;
  for (const auto& spec : plan_->gates->manifest.commands) {
    const auto check = after_.find(spec.id);
    if (spec.required && (check == after_.end() || !check->second.passed)) return false;
  }
  return true;
}

/// It has changed nothing of what it was to change, or something else: against the baseline, as
/// the last checks saw the tree.
bool PipelineOracle::has_faults(const Task& task) const {
  if (!checked_tree_) return false;
  const auto text = [](const BenchFiles& files, const std::string& path) {
    const auto found = files.find(path);
    return found == files.end() ? std::string("(none)") : found->second.text;
  };
  bool any = false;
  for (const std::string& path : task.changed) {
    if (text(baseline_files_, path) == text(*checked_tree_, path)) continue;
    const bool own =
        task.files.empty() || std::count(task.files.begin(), task.files.end(), path) > 0;
    if (!own) return true;
    any = true;
  }
  return !any && !(task.files.empty() && visit_.step->kind == StepKind::goals);
}

bool PipelineOracle::is_regression(const std::string& id) const {
  const auto before = baseline_.find(id);
  const auto after = after_.find(id);
  return before != baseline_.end() && after != after_.end() && before->second.passed &&
         !after->second.passed;
}

bool PipelineOracle::regresses() const {
  return std::any_of(after_.begin(), after_.end(), [&](const auto& entry) {
    const auto before = baseline_.find(entry.first);
    const bool fewer = before != baseline_.end() && entry.second.tests >= 0 &&
                       entry.second.tests < before->second.tests;
    return fewer || is_regression(entry.first);
  });
}

/// What nobody may commit.
bool PipelineOracle::is_low() const {
  std::size_t votes = 0;
  std::size_t approvals = 0;
  for (const auto& [scope, given] : last_votes_) {
    for (const core::agent::Review& review : given) {
      if (review.effective() == Vote::blocker) return true;
      ++votes;
      approvals += review.effective() == Vote::approve ? 1U : 0U;
    }
  }
  const bool unverified =
      std::any_of(tasks_.begin(), tasks_.end(), [](const Task& each) { return !each.verified; });
  return went_on_ || unverified || tasks_.empty() || approvals * 3 < votes * 2;
}

bool PipelineOracle::holds(Fact fact) const {
  switch (fact) {
    case Fact::clean_tree: return plan_->dirty.empty() || plan_->allow_dirty;
    case Fact::no_blocker_concerns:
    case Fact::no_concerns:
      for (const auto& [instance, job] : visit_.jobs) {
        // Who was asked and did not answer has not said that all is well.
        if (fact == Fact::no_concerns && job.over == Status::error) return false;
        for (const core::agent::Concern& concern : job.judgement.concerns) {
          if (fact == Fact::no_concerns || concern.severity == core::agent::Severity::blocker)
            return false;
        }
      }
      return true;
    case Fact::baseline_recorded:
      return plan_->gates && baseline_.size() == plan_->gates->manifest.commands.size() &&
             std::all_of(baseline_.begin(), baseline_.end(),
                         [](const auto& check) { return check.second.over; });
    case Fact::required_checks_passed:
      for (const Task& each : tasks_) {
        const bool here = std::count(visit_.subjects.begin(), visit_.subjects.end(), each.task.id);
        if (here && has_faults(each)) return false;
      }
      return checks_pass();
    case Fact::no_regressions: return visit_.subjects.empty() || !regresses();
    // Simulated gates name no tests, so that plans here ask for no proof.
    case Fact::change_proved: return plan_->proof == core::work::ProofDemand::off;
    case Fact::goals_reached:
      return visit_.goals == 0 && std::none_of(tasks_.begin(), tasks_.end(),
                                               [&](const Task& each) { return has_faults(each); });
    case Fact::verdicts_distinct:
      for (std::size_t i = 0; i < visit_.votes.size(); ++i) {
        if (visit_.votes[i].review_focus != visit_.voters[i] ||
            visit_.votes[i].scope != to_text(visit_.step->scope))
          return false;
      }
      return true;
  }
  return false;
}

/// From what happened, not from the rows.
std::int64_t PipelineOracle::number(const std::string& query, const std::string& subject) const {
  if (visit_.step->kind != StepKind::review && !plan_->gates) return 0;
  const auto votes = [&](auto counts) {
    return std::count_if(visit_.votes.begin(), visit_.votes.end(), counts);
  };
  if (query == "review_submitted") return static_cast<std::int64_t>(visit_.votes.size());
  if (query == "review_blockers")
    return votes([](const auto& vote) { return vote.effective() == Vote::blocker; });
  if (query == "review_approvals")
    return votes([](const auto& vote) { return vote.effective() == Vote::approve; });
  if (query == "review_criticals")
    return votes([](const auto& vote) {
      return vote.findings_count.critical > 0 || vote.findings_count.blocker > 0;
    });
  if (query == "baseline_checks") return static_cast<std::int64_t>(baseline_.size());
  std::int64_t passed = 0;
  std::int64_t failed = 0;
  std::int64_t regressions = 0;
  for (const auto& [id, check] : after_) {
    ++(check.passed ? passed : failed);
    regressions += is_regression(id) ? 1 : 0;
  }
  const auto own = std::find_if(tasks_.begin(), tasks_.end(),
                                [&](const Task& each) { return each.task.id == subject; });
  failed += own != tasks_.end() && has_faults(*own) ? 1 : 0;
  return query == "checks_passed" ? passed : query == "checks_failed" ? failed : regressions;
}

std::vector<std::string> PipelineOracle::subjects() const {
  if (visit_.step->kind == StepKind::review)
    return {plan_->slug + "-" + std::string(to_text(visit_.step->scope)) + "-review"};
  return is_about_tasks(*visit_.step) ? visit_.subjects : std::vector<std::string>{""};
}

bool PipelineOracle::holds(const Condition& condition) {
  const auto width = static_cast<std::int64_t>(visit_.jobs.size());
  const Comparison how = condition.comparison;
  if (condition.subject == core::pipeline::Subject::evidence) return holds(condition.fact);
  if (condition.subject == core::pipeline::Subject::status) {
    const auto count = std::count_if(visit_.jobs.begin(), visit_.jobs.end(), [&](const auto& job) {
      return job.second.over == condition.status;
    });
    return compares(how, count, condition.bound.all ? width : condition.bound.standard);
  }
  bool all = true;
  for (const std::string& subject : subjects()) {
    Task* own = task(subject);
    const bool large = own != nullptr && own->task.size == core::agent::TaskSize::large;
    std::int64_t bound = condition.bound.all ? std::max<std::int64_t>(width, 1)
                         : large             ? condition.bound.large
                                             : condition.bound.standard;
    if (condition.query == "checks_passed" && plan_->gates && !condition.bound.all)
      bound = std::min(bound, static_cast<std::int64_t>(plan_->gates->manifest.commands.size()));
    const std::int64_t real = number(condition.query, subject);
    const std::int64_t told = in_table(condition.query, subject, evidence_round());
    if (!visit_.counted) note("gate: " + condition.query + " was never asked");
    if (real != told)
      note("rows: " + condition.query + " of " + subject + " is " + std::to_string(told) +
           " in the tables, but really " + std::to_string(real));
    const bool enough = compares(how, real, bound);
    // A task with too few passes is not verified, whatever the others have.
    if (!enough && own != nullptr && visit_.step->kind == StepKind::verify)
      own->failed = !(own->verified = false);
    all = all && enough;
  }
  return all;
}

core::pipeline::Outcome PipelineOracle::gate() {
  if (visit_.blocker) return Outcome::blocker;
  std::optional<Outcome> first;
  for (const Condition& condition : visit_.step->gate) {
    const bool held = holds(condition);
    if (!held && !first) first = condition.otherwise;
  }
  // Somebody has to answer for a gate that is not passed: if it is no task in particular, all.
  const auto failed = [&](const std::string& id) {
    return task(id) != nullptr && task(id)->failed;
  };
  if (first && visit_.step->kind == StepKind::verify &&
      std::none_of(visit_.subjects.begin(), visit_.subjects.end(), failed)) {
    for (const std::string& id : visit_.subjects) {
      if (Task* own = task(id)) own->failed = !(own->verified = false);
    }
  }
  return first.value_or(Outcome::pass);
}

}  // namespace assay::sim
