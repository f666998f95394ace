// SPDX-License-Identifier: MIT
#include "format/journal/whole.h"

#include "format/goals/impl_task.h"
#include "format/pipeline/pipeline.h"
#include "format/tasks/saying.h"
#include "format/tasks/tasks.h"

#include <charconv>

namespace assay::format::stored {

using namespace core;

Result<> Whole<verify::Plan>::settle(const In&, verify::Plan& plan, const Beside&) {
  const std::pair<std::uint32_t, std::uint32_t>* before = nullptr;
  for (const auto& entry : plan.lint) {
    const bool ascends = before == nullptr || before->first < entry.first;
    if (!ascends || entry.second >= plan.lints.size())
      return bad_body("lint: an entry that does not exist");
    before = &entry;
  }
  return {};
}

goals::PlanBeside Whole<goals::Plan>::beside(const goals::Plan& plan) {
  return {.checks = goals::digest_of(*plan.checks)};
}

Result<> Whole<goals::Plan>::settle(const In& in, goals::Plan& plan, const Beside& beside) {
  for (const goals::Source& source : plan.sources) {
    ImplTaskReading reading = read_impl_task(source.name, source.text, in.rules);
    if (!reading.problems.empty()) return bad_body(source.name + " can no longer be read");
    plan.tasks.push_back(std::move(reading.task));
  }
  plan.checks = std::make_shared<const std::vector<goals::Check>>(goals::checks_of(plan.tasks));
  if (goals::digest_of(*plan.checks) != beside.checks)
    return bad_body("its criteria are read in another way by this version of assay");
  return {};
}

loop::PlanBeside Whole<loop::Plan>::beside(const loop::Plan& plan) {
  loop::PlanBeside made{.count = plan.tasks.size(),
                        .verified = {},
                        .default_timeout = plan.policy.default_timeout,
                        .flaky = plan.policy.flaky,
                        .stop_after_failed_stage = plan.policy.stop_after_failed_stage};
  for (std::uint32_t i = 0; i < plan.verified.size(); ++i) {
    if (plan.verified[i]) made.verified.push_back(i);
  }
  return made;
}

Result<> Whole<loop::Plan>::settle(const In&, loop::Plan& plan, const Beside& beside) {
  plan.tasks = read_tasks(*plan.pinned, plan.reading).tasks;
  if (plan.tasks.size() != beside.count)
    return bad_body("its tasks are read in another way by this version of assay");
  plan.verified.resize(beside.count);
  for (const std::uint32_t number : beside.verified) {
    if (number >= beside.count) return bad_body("a verified task that is not there");
    plan.verified[number] = true;
  }
  plan.policy = {.default_timeout = beside.default_timeout,
                 .stop_after_failed_stage = beside.stop_after_failed_stage,
                 .flaky = beside.flaky};
  return {};
}

core::pipeline::PlanBeside Whole<core::pipeline::Plan>::beside(const core::pipeline::Plan& plan) {
  return {.steps = plan.definition.steps.size()};
}

Result<> Whole<core::pipeline::Plan>::settle(const In&, core::pipeline::Plan& plan,
                                             const Beside& beside) {
  PipelineReading reading = read_pipeline(plan.source_name, plan.source);
  if (!reading.problems.empty() || reading.definition.steps.size() != beside.steps)
    return bad_body("its definition is read in another way by this version of assay");
  plan.definition = std::move(reading.definition);
  return {};
}

Result<> Whole<loop::Saying>::settle(const In&, loop::Saying& saying, const Beside&) {
  read_proposals(saying);
  return {};
}

std::vector<std::string> Spelling<work::CommitWords>::words(const Commits& commits) {
  std::vector<std::string> made;
  for (const loop::CommitSight& commit : commits) {
    made.push_back(commit.id);
    made.push_back(commit.subject);
  }
  return made;
}

Result<> Spelling<work::CommitWords>::read(const std::vector<std::string>& words,
                                           Commits& commits) {
  if (words.size() % 2 != 0) return bad_body("a commit without a subject");
  for (std::size_t i = 0; i < words.size(); i += 2) commits.push_back({words[i], words[i + 1]});
  return {};
}

std::vector<std::string> Spelling<work::CommitFiles>::words(const Commits& commits) {
  std::vector<std::string> made;
  for (std::size_t i = 0; i < commits.size(); ++i) {
    if (commits[i].files.empty()) continue;
    made.push_back("#" + std::to_string(i));
    for (const std::string& path : commits[i].files) made.push_back("/" + path);
  }
  return made;
}

Result<> Spelling<work::CommitFiles>::read(const std::vector<std::string>& words,
                                           Commits& commits) {
  loop::CommitSight* of = nullptr;
  for (const std::string& word : words) {
    if (word.starts_with('/') && of != nullptr) {
      of->files.push_back(word.substr(1));
      continue;
    }
    std::size_t index = commits.size();
    if (word.starts_with('#')) {
      const char* const end = word.data() + word.size();
      const auto parsed = std::from_chars(word.data() + 1, end, index);
      if (parsed.ec != std::errc() || parsed.ptr != end) index = commits.size();
    }
    if (index >= commits.size()) return bad_body("files of a commit that is not there");
    of = &commits[index];
  }
  return {};
}

}  // namespace assay::format::stored
