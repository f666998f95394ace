// SPDX-License-Identifier: MIT
#include "scenarios/pipeline_words.h"

#include "format/embedded.h"
#include "format/pipeline/pipeline.h"

namespace assay::scenarios {

namespace {

using core::agent::CompletionStatus;
using core::agent::Severity;
using core::agent::TaskFile;
using core::agent::Vote;

/// "PATH:TEXT", "Minor:TITLE"
std::pair<std::string, std::string> halves(const std::string& text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos) return {text, "it is not what was agreed"};
  return {text.substr(0, colon), text.substr(colon + 1)};
}

Result<core::agent::Concern> read_concern(const std::string& text) {
  const std::map<std::string, Severity> severities = {{"Minor", Severity::minor},
                                                      {"Major", Severity::major},
                                                      {"Critical", Severity::critical},
                                                      {"Blocker", Severity::blocker}};
  const auto [severity, title] = halves(text);
  return core::agent::Concern{TRY(one_of(severities, severity)), title, "", ""};
}

TaskFile planned(const std::string& id) {
  TaskFile file;
  file.task = {id, "task " + id, core::agent::TaskSize::standard, core::agent::Risk::green, {}, ""};
  return file;
}

/// What a workspace has if the transcript says nothing about its commands.
std::shared_ptr<const core::verify::Plan> usual_checks() {
  Setup setup;
  ENSURE(bool(setup.read("command build: make  [gate=build]")));
  ENSURE(bool(setup.read("command test: make test  [gate=test stage=1]")));
  return setup.plan();
}

}  // namespace

Result<> read_deed(const std::string& word, Deed& deed) {
  const std::map<std::string, CompletionStatus> statuses = {
      {"DONE", CompletionStatus::done},
      {"NEEDS_REVISION", CompletionStatus::needs_revision},
      {"ERROR", CompletionStatus::error}};
  const std::map<std::string, Vote> votes = {{"approve", Vote::approve},
                                             {"needs_revision", Vote::needs_revision},
                                             {"blocker", Vote::blocker}};
  const std::map<std::string, std::int64_t*> findings = {{"blockers", &deed.findings.blocker},
                                                         {"criticals", &deed.findings.critical},
                                                         {"majors", &deed.findings.major},
                                                         {"minors", &deed.findings.minor}};
  const auto [key, value] = setting(word);
  if (key == "status")
    deed.status = TRY(one_of(statuses, value));
  else if (key == "vote")
    deed.vote = TRY(one_of(votes, value));
  else if (const auto found = findings.find(key); found != findings.end())
    *found->second = TRY(number(value));
  else if (key == "summary")
    deed.summary = value;
  else if (key == "focus")
    deed.focus = value;
  else if (key == "missing")
    deed.missing.push_back(value);
  else if (key == "broken")
    deed.broken.insert(halves(value));
  else if (key == "concern")
    deed.concerns.push_back(TRY(read_concern(value)));
  else if (key == "edits")
    deed.edits.push_back(value);
  else if (key == "forges")
    deed.forges.push_back(value);
  else if (key == "does-nothing")
    deed.works = false;
  else
    return Error{Fault::not_found, word};
  return {};
}

Result<bool> PipelineSetup::read(std::string_view line) {
  if (line.starts_with("pipeline ")) {
    TRY(read_pipeline(line.substr(9)));
  } else if (line == ":" || line.starts_with(": ")) {
    yaml_ += std::string(line.substr(std::min<std::size_t>(2, line.size()))) + "\n";
  } else if (line.starts_with("task ")) {
    TRY(read_task(line.substr(5)));
  } else if (line == "tasks none") {
    tasks_.clear();
    says_tasks_ = true;
  } else {
    return false;
  }
  return true;
}

Result<> PipelineSetup::read_pipeline(std::string_view line) {
  const std::vector<std::string> words = words_of(line);
  name_ = words.at(0);
  plan_.approval = core::Approval::autonomous;
  plan_.proof = core::work::ProofDemand::off;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto [key, value] = setting(words[i]);
    if (key == "interactive")
      plan_.approval = core::Approval::interactive;
    else if (key == "proceed")
      plan_.on_exhausted = core::OnExhausted::proceed;
    else if (key == "dirty")
      plan_.dirty.push_back(value);
    else if (key == "allow-dirty")
      plan_.allow_dirty = true;
    else if (key == "from")
      plan_.from = value;
    else if (key == "proof")
      plan_.proof =
          value == "require" ? core::work::ProofDemand::require : core::work::ProofDemand::tell;
    else if (key == "unchanged")
      plan_.unchanged = true;
    else if (key == "with")
      with_.insert(value);
    else if (key == "without")
      without_.insert(value);
    else if (key == "no-checks")
      no_checks_ = true;
    else if (key == "concurrency")
      plan_.concurrency = static_cast<std::int32_t>(TRY(number(value)));
    else if (key == "launches")
      plan_.budgets.run.launches = TRY(number(value));
    else if (key == "tokens")
      plan_.budgets.run.tokens = TRY(number(value));
    else if (key == "day-launches")
      plan_.budgets.per_day.launches = TRY(number(value));
    else
      return unknown(words[i]);
  }
  if (tasks_.empty() && !says_tasks_) {
    tasks_ = {planned("t1")};
    tasks_.front().files_to_modify = {{"src/t1.c", core::agent::Risk::green}};
  }
  return {};
}

/// "t2 size=large risk=red after=t1 file=src/b.c red-file=src/key.c no-files"
Result<> PipelineSetup::read_task(std::string_view line) {
  using core::agent::Risk;
  const std::map<std::string, Risk> risks = {
      {"green", Risk::green}, {"yellow", Risk::yellow}, {"red", Risk::red}};
  const std::vector<std::string> words = words_of(line);
  TaskFile file = planned(words.at(0));
  bool any = true;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const auto [key, value] = setting(words[i]);
    if (words[i] == "size=large")
      file.task.size = core::agent::TaskSize::large;
    else if (key == "risk")
      file.task.risk = TRY(one_of(risks, value));
    else if (key == "after")
      file.task.depends_on.push_back(value);
    else if (key == "file")
      file.files_to_modify.push_back({value, Risk::green});
    else if (key == "red-file")
      file.files_to_modify.push_back({value, Risk::red});
    else if (key == "no-files")
      any = false;
    else
      return unknown(words[i]);
  }
  if (any && file.files_to_modify.empty())
    file.files_to_modify = {{"src/" + file.task.id + ".c", Risk::green}};
  if (!says_tasks_) tasks_.clear();
  says_tasks_ = true;
  tasks_.push_back(std::move(file));
  return {};
}

Result<std::shared_ptr<const core::pipeline::Plan>> PipelineSetup::plan(
    std::shared_ptr<const core::verify::Plan> checks) const {
  auto plan = std::make_shared<core::pipeline::Plan>(plan_);
  const auto embedded = format::embedded("pipelines/" + name_ + ".yaml");
  if (!embedded && yaml_.empty()) return unknown(name_);
  auto reading = format::read_pipeline(name_, yaml_.empty() ? *embedded : yaml_);
  if (!reading.problems.empty()) {
    const format::Problem& first = reading.problems.front();
    return Error{Fault::bad_input, first.where + ": " + first.what};
  }
  plan->definition = std::move(reading.definition);
  plan->slug = "x";
  plan->request = "do it";
  plan->feature_dir = core::pipeline::feature_folder(plan->slug);
  plan->workspace = "/workspace";
  plan->work_dir = "/work";
  plan->log_dir = "/logs";
  for (const core::pipeline::Step& step : plan->definition.steps) {
    const std::string& role = step.dispatch.role;
    const bool missing =
        (step.dispatch.if_configured && !with_.contains(role)) || without_.contains(role);
    if (role.empty() || missing) continue;
    core::pipeline::Hand& hand = plan->hands[role];
    hand.order.role = role;
    hand.order.argv = {role};
    hand.order.dialect = core::Dialect::claude;
  }
  if (!no_checks_) plan->gates = checks ? std::move(checks) : usual_checks();
  return std::shared_ptr<const core::pipeline::Plan>(std::move(plan));
}

}  // namespace assay::scenarios
