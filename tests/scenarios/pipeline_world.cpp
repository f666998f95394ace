// SPDX-License-Identifier: MIT
#include "scenarios/pipeline_world.h"

#include "base/match.h"
#include "core/loop/layers.h"
#include "support/fake_phase.h"
#include "support/fake_workspace.h"

#include <algorithm>
#include <set>

namespace assay::scenarios {

using core::pipeline::Artifact;
using core::pipeline::Contract;
using core::work::WorkResult;
using core::work::WorkSight;

namespace {

/// `*` matches within a name.
bool matches(std::string_view pattern, std::string_view path) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == path;
  const std::string_view head = pattern.substr(0, star);
  const std::string_view tail = pattern.substr(star + 1);
  return path.size() >= head.size() + tail.size() && path.starts_with(head) &&
         path.ends_with(tail) &&
         path.substr(head.size(), path.size() - head.size() - tail.size()).find('/') ==
             std::string_view::npos;
}

bool listed(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::string env_of(const core::Launch& launch, std::string_view name) {
  for (const auto& [key, value] : launch.env) {
    if (key == name) return value;
  }
  return "";
}

/// The standard questions, answered without SQL.
bool counts(const core::pipeline::CheckRow& row, const std::string& question) {
  const bool review = row.phase == "review";
  if (question == "baseline_checks") return row.phase == "baseline";
  if (question == "checks_passed") return row.phase == "after" && row.passed;
  if (question == "checks_failed") return row.phase == "after" && !row.passed;
  if (question == "review_submitted") return review;
  if (question == "review_blockers") return review && row.verdict == "blocker";
  if (question == "review_approvals") return review && row.verdict == "approve";
  if (question == "review_criticals")
    return review && (row.severity == "Critical" || row.severity == "Blocker");
  return false;
}

}  // namespace

Result<bool> PipelineWorld::read(std::string_view line) {
  const std::vector<std::string> words = words_of(line);
  if (words.empty()) return false;
  WorkTree& workspace = trees_["/workspace"];
  if (words[0] == "hold" && words.size() <= 3) {
    holds_.emplace_back(words.size() > 1 ? words[1] : "", words.size() > 2 ? words[2] : "");
  } else if (words[0] == "has" && words.size() == 2) {
    Contract contract = Contract::text;
    if (words[1] == "plan-output.yaml") contract = Contract::plan;
    if (words[1].starts_with("tasks/")) contract = Contract::task;
    workspace.artifacts[words[1]] = made(words[1], contract);
  } else if (words[0] == "edited" && words.size() == 2) {
    workspace.sources[words[1]] = ++writes_;
  } else if (words[0] == "next" && words.size() >= 3) {
    const std::vector<std::string> rest(words.begin() + 2, words.end());
    WorkResult result;
    WorkSight sight;
    if (words[1] == "look") {
      TRY(read_sight(rest, sight));
    } else if (words[1] != "count") {
      TRY(read_result(rest, result));
    } else if (rest.front() != "unknown") {
      return unknown(rest.front());
    }
    told_[words[1]].push_back(rest);
  } else {
    return false;
  }
  return true;
}

void PipelineWorld::hear(const core::Effects& effects) {
  for (const core::Effect& effect : effects) {
    if (const auto* start = std::get_if<core::StartAttempt>(&effect)) {
      flying_.push_back(start->launch);
    } else if (const auto* ask = std::get_if<core::AskApproval>(&effect)) {
      approval_ = *ask;
    } else if (const auto* rows = std::get_if<core::RecordRows>(&effect);
               rows != nullptr && !rows->is_answered) {
      rows_.insert(rows_.end(), rows->checks.begin(), rows->checks.end());
    } else if (!std::holds_alternative<core::StopAttempts>(effect)) {
      asked_.push_back(effect);
    }
  }
}

void PipelineWorld::forget() {
  asked_.clear();
  flying_.clear();
  approval_.reset();
}

bool PipelineWorld::is_held(const core::Effect& effect) const {
  const std::string text = core::to_text(core::Effects{effect});
  return std::any_of(holds_.begin(), holds_.end(), [&](const auto& hold) {
    return (hold.first.empty() || text == hold.first || text.starts_with(hold.first + " ")) &&
           text.find(hold.second) != std::string::npos;
  });
}

std::optional<core::Event> PipelineWorld::answer(Instant now) {
  const auto next = std::find_if(asked_.begin(), asked_.end(),
                                 [&](const core::Effect& effect) { return !is_held(effect); });
  if (next == asked_.end()) return std::nullopt;
  const core::Effect asked = *next;
  asked_.erase(next);
  return reply(asked, now);
}

WorkResult PipelineWorld::told(const std::string& what) {
  WorkResult result;
  result.head = "c1";
  auto& words = told_[what];
  if (words.empty()) return result;
  (void)read_result(words.front(), result);  // read once already
  words.pop_front();
  return result;
}

// --- trees

std::string PipelineWorld::name_of(const WorkTree& tree, bool with_artifacts) {
  std::string text;
  for (const auto& [path, version] : tree.sources)
    text += path + "=" + std::to_string(version) + "\n";
  if (with_artifacts) {
    for (const auto& [path, artifact] : tree.artifacts) text += path + "@" + artifact.stamp + "\n";
  }
  const auto [found, added] = names_.try_emplace(text, "tree" + std::to_string(names_.size()));
  if (added || with_artifacts) seen_.insert_or_assign(found->second, tree);
  return found->second;
}

WorkSight PipelineWorld::look(const core::InspectWork& wanted) {
  WorkSight sight;
  const WorkTree& tree = trees_[wanted.directory];
  sight.tree = name_of(tree, wanted.without.empty());
  sight.head = "c0";
  if (!wanted.since.empty()) {
    const WorkTree& before = seen_[wanted.since];
    std::set<std::string> changed;
    for (const auto& [path, version] : tree.sources) {
      const auto old = before.sources.find(path);
      if (old == before.sources.end() || old->second != version) changed.insert(path);
    }
    for (const auto& [path, version] : before.sources) {
      if (!tree.sources.contains(path)) changed.insert(path);
    }
    for (const auto& [path, artifact] : tree.artifacts) {
      if (!wanted.without.empty()) break;
      const auto old = before.artifacts.find(path);
      if (old == before.artifacts.end() || old->second.stamp != artifact.stamp)
        changed.insert(plan_->feature_dir + "/" + path);
    }
    sight.changed.assign(changed.begin(), changed.end());
    // "new-" is what the names of files begin with that the baseline did not have.
    for (const std::string& path : sight.changed) {
      if (path.starts_with("new-") && !before.sources.contains(path)) sight.added.push_back(path);
    }
  }
  auto& words = told_["look"];
  if (words.empty()) return sight;
  (void)read_sight(words.front(), sight);  // read once already
  words.pop_front();
  return sight;
}

core::pipeline::Outputs PipelineWorld::outputs(const core::ReadOutputs& wanted) const {
  core::pipeline::Outputs found;
  const auto tree = trees_.find(wanted.directory);
  static const WorkTree none;
  const WorkTree& now = tree == trees_.end() ? none : tree->second;
  for (const core::pipeline::Output& output : wanted.outputs) {
    bool any = false;
    for (const auto& [path, artifact] : now.artifacts) {
      const bool here = output.folder() ? path.starts_with(output.path) : path == output.path;
      if (here) found.artifacts.push_back(artifact);
      any = any || here;
    }
    if (!any)
      found.artifacts.push_back(
          {output.path, output.contract, false, "", {}, {"missing"}, {}, "", {}, {}, {}, {}});
  }
  for (const core::pipeline::Input& input : wanted.inputs) {
    bool any = input.path == "request";
    for (const auto& [path, artifact] : now.artifacts) {
      if (!matches(input.path, path)) continue;
      found.inputs.push_back(path);
      any = true;
    }
    if (!any && input.required) found.missing.push_back(input.path);
  }
  return found;
}

void PipelineWorld::adopt(const core::AdoptWork& wanted) {
  WorkTree& workspace = trees_[wanted.workspace];
  const WorkTree& copy = trees_[wanted.directory];
  for (const auto& [path, artifact] : copy.artifacts) {
    if (core::work::is_declared(wanted.paths, plan_->feature_dir + "/" + path))
      workspace.artifacts[path] = artifact;
  }
  for (const auto& [path, version] : copy.sources) {
    if (listed(wanted.paths, path)) workspace.sources[path] = version;
  }
}

WorkResult PipelineWorld::commit(const core::CommitWork& wanted) {
  WorkResult result = told("commit");
  const WorkTree& workspace = trees_[wanted.workspace];
  const bool same = wanted.verified.empty() || name_of(workspace, false) == wanted.verified;
  if (!same && result.status == WorkResult::Status::done) {
    result.status = WorkResult::Status::failed;
    result.detail = "the tree is not the one that was verified";
  }
  if (result.status != WorkResult::Status::done) return result;
  for (const auto& [path, version] : workspace.sources) {
    if (!listed(wanted.paths, path)) left_out_.push_back(path);
  }
  result.head = "c0ffee";
  return result;
}

// --- what agents do

Artifact PipelineWorld::made(const std::string& path, Contract contract) {
  Artifact artifact;
  artifact.path = path;
  artifact.contract = contract;
  artifact.exists = true;
  artifact.stamp = std::to_string(++writes_);
  const bool has_status = contract != Contract::text && contract != Contract::verdict &&
                          contract != Contract::task && contract != Contract::impl_task;
  if (has_status) artifact.status = core::agent::CompletionStatus::done;
  if (contract == Contract::plan) {
    artifact.plan.emplace();
    artifact.plan->waves.push_back({"wave-1", {}, 4});
    for (const core::agent::TaskFile& file : setup_.tasks()) {
      artifact.plan->tasks.push_back(file.task);
      artifact.plan->waves.front().tasks.push_back(file.task.id);
    }
  }
  if (contract == Contract::verdict) {
    artifact.review.emplace();
    artifact.review->verdict = core::agent::Vote::approve;
    const std::size_t slash = path.rfind('/') + 1;
    const std::size_t dash = path.find('-', slash);
    artifact.review->scope = path.substr(slash, dash - slash);
    artifact.review->review_focus = path.substr(dash + 1, path.rfind('.') - dash - 1);
  }
  for (const core::agent::TaskFile& file : setup_.tasks()) {
    const bool of_it = path.ends_with("/" + file.task.id + ".yaml") ||
                       path.ends_with("/" + file.task.id + ".json");
    if (of_it && (contract == Contract::task || contract == Contract::impl_task))
      artifact.task = file;
  }
  return artifact;
}

void PipelineWorld::write(const core::Launch& launch, const Deed& deed) {
  WorkTree& tree = trees_[launch.cwd];
  const auto put = [&](const std::string& path, Contract contract) {
    if (listed(deed.missing, path)) return;
    Artifact artifact = made(path, contract);
    if (artifact.status && deed.status) artifact.status = deed.status;
    if (artifact.status) artifact.summary = deed.summary;
    if (artifact.review) {
      artifact.review->verdict = deed.vote.value_or(core::agent::Vote::approve);
      artifact.review->findings_count = deed.findings;
      artifact.review->summary = deed.summary;
      if (!deed.focus.empty()) artifact.review->review_focus = deed.focus;
    }
    if (contract == Contract::pushback) artifact.concerns = deed.concerns;
    if (const auto found = deed.broken.find(path); found != deed.broken.end()) {
      artifact.problems = {path + ": " + found->second};
      artifact.plan.reset();
    }
    tree.artifacts[path] = std::move(artifact);
  };
  for (const core::pipeline::Output& output : wanted_[launch.cwd].outputs) {
    if (!output.folder()) {
      put(output.path, output.contract);
      continue;
    }
    const std::string ending = output.contract == Contract::impl_task ? ".json" : ".yaml";
    for (const core::agent::TaskFile& file : setup_.tasks())
      put(output.path + file.task.id + ending, output.contract);
  }
  for (const std::string& path : deed.forges) put(path, Contract::verdict);
  for (const std::string& path : deed.edits) tree.sources[path] = ++writes_;
  const bool builds =
      launch.agent->role == "implementer" && env_of(launch, "ASSAY_MODE") != "revert";
  for (const core::agent::TaskFile& file : setup_.tasks()) {
    if (!builds || !deed.works || file.task.id != env_of(launch, "ASSAY_TASK_ID")) continue;
    for (const core::agent::FileToModify& each : file.files_to_modify)
      tree.sources[each.path] = ++writes_;
  }
}

void PipelineWorld::work(core::AttemptKey key, const Deed& deed) {
  for (const core::Launch& launch : flying_) {
    if (launch.key == key) write(launch, deed);
  }
}

void PipelineWorld::end(core::AttemptKey key, bool by_itself, const Deed& deed) {
  const auto found = std::find_if(flying_.begin(), flying_.end(),
                                  [&](const core::Launch& launch) { return launch.key == key; });
  if (found == flying_.end()) return;
  if (found->agent && by_itself) write(*found, deed);
  flying_.erase(found);
}

void PipelineWorld::write_report() {
  for (const core::pipeline::Step& step : plan_->definition.steps) {
    if (step.kind != core::pipeline::StepKind::goals) continue;
    for (const core::pipeline::Output& output : step.dispatch.outputs)
      trees_[plan_->workspace].artifacts[output.path] = made(output.path, output.contract);
  }
}

// --- answers

std::vector<std::optional<std::int64_t>> PipelineWorld::count(const core::CountRows& wanted) {
  std::vector<std::optional<std::int64_t>> numbers;
  auto& words = told_["count"];
  const bool unknown = !words.empty();
  if (unknown) words.pop_front();
  for (const core::pipeline::RowQuestion& question : wanted.questions) {
    std::set<std::string> names;
    for (const core::pipeline::CheckRow& row : rows_) {
      const bool this_round = row.round == question.round || question.name == "baseline_checks";
      if (row.task_id == question.task_id && this_round && counts(row, question.name))
        names.insert(row.check_name);
    }
    numbers.emplace_back(static_cast<std::int64_t>(names.size()));
    if (unknown) numbers.back().reset();
  }
  return numbers;
}

std::optional<core::Event> PipelineWorld::reply(const core::Effect& asked, Instant now) {
  using Answer = std::optional<core::Event>;
  return match(
      asked,
      [&](const core::InspectWork& e) -> Answer {
        return core::WorkInspected{now, e.key, look(e)};
      },
      [&](const core::TagCommit& e) -> Answer {
        return core::WorkDone{now, e.key, told("tag")};
      },
      [&](const core::OpenCopy& e) -> Answer {
        trees_[e.directory] = e.with_changes ? trees_[e.workspace] : WorkTree{};
        return core::WorkDone{now, e.key, told("copy")};
      },
      [&](const core::ReadOutputs& e) -> Answer {
        wanted_[e.directory] = e;
        return core::OutputsRead{now, e.key, outputs(e)};
      },
      [&](const core::PlanGoals& e) -> Answer {
        const WorkResult result = told("phase");
        core::GoalsPlanned planned{.at = now, .key = e.key};
        if (result.status == WorkResult::Status::done) {
          planned.plan = scripted::phase_of_one_command(e, plan_->workspace, "check goals");
        } else {
          planned.problem = result.detail;
        }
        return planned;
      },
      [&](const core::InspectWorkspace& e) -> Answer {
        return core::WorkspaceInspected{now, fake::Inspector().inspect(e).take()};
      },
      [&](const core::WriteGoals& e) -> Answer {
        write_report();
        return core::WorkDone{now, e.key, told("report")};
      },
      [&](const core::AskSpending& e) -> Answer {
        return core::SpendingReported{now, e.key, {}};
      },
      [&](const core::AdoptWork& e) -> Answer {
        const WorkResult result = told("adopt");
        if (result.status == WorkResult::Status::done) adopt(e);
        return core::WorkDone{now, e.key, result};
      },
      [&](const core::CloseWork& e) -> Answer {
        trees_.erase(e.directory);
        return core::WorkDone{now, e.key, told("close")};
      },
      [&](const core::RestoreFiles& e) -> Answer {
        for (const std::string& path : e.paths) trees_[e.workspace].sources.erase(path);
        return core::WorkDone{now, e.key, told("restore")};
      },
      [&](const core::WriteBundle& e) -> Answer {
        return core::WorkDone{now, e.key, told("bundle")};
      },
      [&](const core::CommitWork& e) -> Answer {
        return core::WorkDone{now, e.key, commit(e)};
      },
      [&](const core::RecordRows& e) -> Answer {
        rows_.insert(rows_.end(), e.checks.begin(), e.checks.end());
        return core::RowsRecorded{now, e.key, e.checks, e.telemetry};
      },
      [&](const core::CountRows& e) -> Answer {
        return core::RowsCounted{now, e.key, count(e)};
      },
      [&](const core::ObserveTree& e) -> Answer {
        return core::TreeObserved{now, e.key, "same", {}, {}, {}};
      },
      [&](const core::Drain&) -> Answer {
        return core::DrainReported{now, static_cast<std::uint32_t>(flying_.size())};
      },
      [&](const core::Park& e) -> Answer {
        return core::RunParked{now, e.until, e.reason};
      },
      [&](const core::Conclude& e) -> Answer {
        return core::RunConcluded{now, e.outcome, ""};
      },
      [](const auto&) -> Answer { return std::nullopt; });
}

}  // namespace assay::scenarios
