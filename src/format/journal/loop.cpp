// SPDX-License-Identifier: MIT
// Loop runs keep their task list as it was. What is wanted of each task is read from it again.
#include "format/journal/fields.h"
#include "format/journal/parts.h"
#include "format/journal/put.h"
#include "format/tasks/tasks.h"

#include <algorithm>
#include <charconv>

namespace assay::format::journal {

namespace {

using namespace core;

constexpr Word<OnSilence> silence_words[] = {{OnSilence::fail, "fail"}, {OnSilence::pass, "pass"}};

void put_optional_hand(JsonWriter& out, std::string_view key,
                       const std::optional<loop::Hand>& hand) {
  if (!hand) return;
  out.key(key);
  put_hand(out, *hand);
}

Result<> read_optional_hand(JsonReader& in, std::optional<loop::Hand>& out) {
  return read_hand(in, out.emplace());
}

void put_settings(JsonWriter& out, const LoopSettings& settings) {
  const LoopSettings standard;
  out.key("settings");
  out.begin_object();
  put_unless(standard.max_task_iterations, out, "max_task_iterations",
             settings.max_task_iterations);
  put_unless(standard.max_global_iterations, out, "max_global_iterations",
             settings.max_global_iterations);
  put_flag(out, "recovery_mode", settings.recovery_mode);
  put_unless(standard.max_fix_tasks_per_original, out, "max_fix_tasks_per_original",
             settings.max_fix_tasks_per_original);
  put_unless(standard.max_fix_task_depth, out, "max_fix_task_depth", settings.max_fix_task_depth);
  put_unless(standard.max_modifications_per_task, out, "max_modifications_per_task",
             settings.max_modifications_per_task);
  put_unless(standard.max_modification_depth, out, "max_modification_depth",
             settings.max_modification_depth);
  put_unless(standard.jobs, out, "jobs", settings.jobs);
  put_unless(standard.max_group, out, "max_group", settings.max_group);
  put_flag(out, "no_review", !settings.review);
  put_unless(standard.review_every, out, "review_every", settings.review_every);
  put_unless(standard.max_review_iterations, out, "max_review_iterations",
             settings.max_review_iterations);
  put(out, "review_on_silence", word_for(silence_words, settings.review_on_silence));
  put_unless(standard.same_failure_limit, out, "same_failure_limit", settings.same_failure_limit);
  put_unless(std::int64_t{standard.ci_wait.count()}, out, "ci_wait_ms",
             std::int64_t{settings.ci_wait.count()});
  put_unless(standard.max_ci_cycles, out, "max_ci_cycles", settings.max_ci_cycles);
  put_unless(standard.max_ci_failures, out, "max_ci_failures", settings.max_ci_failures);
  put_unless(std::int64_t{standard.max_pull_request_time.count()}, out, "max_pull_request_time_ms",
             std::int64_t{settings.max_pull_request_time.count()});
  put_flag(out, "allow_fewer_tests", settings.allow_fewer_tests);
  out.end_object();
}

Result<> read_opposite(JsonReader& in, bool& out) {
  bool opposite = false;
  TRY(read(in, opposite));
  out = !opposite;
  return {};
}

Result<> read_settings(JsonReader& in, LoopSettings& out) {
  TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "max_task_iterations") return read(in, out.max_task_iterations);
    if (key == "max_global_iterations") return read(in, out.max_global_iterations);
    if (key == "recovery_mode") return read(in, out.recovery_mode);
    if (key == "max_fix_tasks_per_original") return read(in, out.max_fix_tasks_per_original);
    if (key == "max_fix_task_depth") return read(in, out.max_fix_task_depth);
    if (key == "max_modifications_per_task") return read(in, out.max_modifications_per_task);
    if (key == "max_modification_depth") return read(in, out.max_modification_depth);
    if (key == "jobs") return read(in, out.jobs);
    if (key == "max_group") return read(in, out.max_group);
    if (key == "no_review") return read_opposite(in, out.review);
    if (key == "review_every") return read(in, out.review_every);
    if (key == "max_review_iterations") return read(in, out.max_review_iterations);
    if (key == "review_on_silence") return read(in, silence_words, out.review_on_silence);
    if (key == "same_failure_limit") return read(in, out.same_failure_limit);
    if (key == "ci_wait_ms") return read(in, out.ci_wait);
    if (key == "max_ci_cycles") return read(in, out.max_ci_cycles);
    if (key == "max_ci_failures") return read(in, out.max_ci_failures);
    if (key == "max_pull_request_time_ms") return read(in, out.max_pull_request_time);
    if (key == "allow_fewer_tests") return read(in, out.allow_fewer_tests);
    return unknown_field(key);
  }));
  return {};
}

/// Which of the tasks an earlier run has verified, as their numbers.
std::vector<std::uint32_t> numbers_of(const std::vector<bool>& flags) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < flags.size(); ++i) {
    if (flags[i]) numbers.push_back(i);
  }
  return numbers;
}

void put_numbers(JsonWriter& out, std::string_view key, const std::vector<std::uint32_t>& numbers) {
  if (numbers.empty()) return;
  out.key(key);
  out.begin_array();
  for (const std::uint32_t number : numbers) out.number(number);
  out.end_array();
}

constexpr Word<verify::Status> gate_words[] = {{verify::Status::pass, "pass"},
                                               {verify::Status::fail, "fail"},
                                               {verify::Status::error, "error"}};

void put_before(JsonWriter& out, const std::vector<loop::GateBefore>& gates) {
  if (gates.empty()) return;
  out.key("before");
  out.begin_array();
  for (const loop::GateBefore& gate : gates) {
    out.begin_object();
    put_text(out, "id", gate.id);
    put(out, "status", word_for(gate_words, gate.status));
    put_unless(std::int64_t{-1}, out, "tests", gate.tests);
    put_unless(std::int64_t{-1}, out, "failed", gate.failed);
    put_unless(std::int64_t{-1}, out, "exit_code", std::int64_t{gate.exit_code});
    out.end_object();
  }
  out.end_array();
}

Result<> read_before(JsonReader& in, std::vector<loop::GateBefore>& gates) {
  return read_array(in, [&]() -> Result<> {
    loop::GateBefore& gate = gates.emplace_back();
    if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
    TRY(read_fields(in, [&](std::string_view key) -> Result<> {
      if (key == "id") return read(in, gate.id);
      if (key == "status") return read(in, gate_words, gate.status);
      if (key == "tests") return read(in, gate.tests);
      if (key == "failed") return read(in, gate.failed);
      if (key == "exit_code") return read(in, gate.exit_code);
      return unknown_field(key);
    }));
    return {};
  });
}

Result<> read_gates(JsonReader& in, loop::Plan& plan) {
  plan.gates = std::make_shared<const verify::Plan>(TRY(read_plan(in)));
  return {};
}

}  // namespace

void put_hand(JsonWriter& out, const loop::Hand& hand) {
  out.begin_object();
  put_order(out, "order", hand.order);
  put_unless(zero, out, "timeout_ms", std::int64_t{hand.timeout.count()});
  put_env(out, hand.env);
  out.end_object();
}

Result<> read_hand(JsonReader& in, loop::Hand& hand) {
  const auto met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "order") return read_order(in, hand.order);
    if (key == "timeout_ms") return read(in, hand.timeout);
    if (key == "env") return read_env(in, hand.env);
    return unknown_field(key);
  }));
  return check_present(met, {"order"});
}

void put_plan(JsonWriter& out, const loop::Plan& plan) {
  out.key("loop");
  out.begin_object();
  put_text(out, "spec", plan.spec);
  put_text(out, "spec_dir", plan.spec_dir);
  put_text(out, "workspace", plan.workspace);
  put_text(out, "work_dir", plan.work_dir);
  put_text(out, "log_dir", plan.log_dir);
  put(out, "tasks", std::string_view(*plan.pinned));
  put(out, "count", plan.tasks.size());
  put_unless(std::int64_t{1}, out, "reading", static_cast<std::int64_t>(plan.reading));
  put_numbers(out, "verified", numbers_of(plan.verified));
  put_settings(out, plan.settings);
  put_text(out, "until", plan.until);
  put_optional_hand(out, "executor", plan.executor);
  put_optional_hand(out, "qa", plan.qa);
  put_optional_hand(out, "reviewer", plan.reviewer);
  put_budgets(out, plan.budgets);
  if (plan.gates) put_plan(out, *plan.gates);
  put(out, "default_timeout_ms", plan.policy.default_timeout.count());
  put(out, "flaky", word_for(flaky_words, plan.policy.flaky));
  put_flag(out, "stop_after_failed_stage", plan.policy.stop_after_failed_stage);
  put_text(out, "isolation", plan.isolation);
  put_texts(out, "environment", plan.environment);
  put_digest(out, "environment_digest", plan.environment_digest);
  put_texts(out, "test_files", plan.tests);
  put_texts(out, "test_setup", plan.setup);
  put_texts(out, "guarded", plan.guarded);
  put_before(out, plan.before);
  out.end_object();
}

Result<loop::Plan> read_loop_plan(JsonReader& in) {
  loop::Plan plan;
  std::string pinned;
  std::size_t count = 0;
  std::int64_t reading = 1;
  std::vector<std::uint32_t> verified;
  const auto met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "spec") return read(in, plan.spec);
    if (key == "spec_dir") return read(in, plan.spec_dir);
    if (key == "workspace") return read(in, plan.workspace);
    if (key == "work_dir") return read(in, plan.work_dir);
    if (key == "log_dir") return read(in, plan.log_dir);
    if (key == "tasks") return read(in, pinned);
    if (key == "count") return read(in, count);
    if (key == "verified") return read(in, verified);
    if (key == "settings") return read_settings(in, plan.settings);
    if (key == "until") return read(in, plan.until);
    if (key == "executor") return read_optional_hand(in, plan.executor);
    if (key == "qa") return read_optional_hand(in, plan.qa);
    if (key == "reviewer") return read_optional_hand(in, plan.reviewer);
    if (key == "budgets") return read_budgets(in, plan.budgets);
    if (key == "verify") return read_gates(in, plan);
    if (key == "default_timeout_ms") return read(in, plan.policy.default_timeout);
    if (key == "stop_after_failed_stage") return read(in, plan.policy.stop_after_failed_stage);
    if (key == "flaky") return read(in, flaky_words, plan.policy.flaky);
    if (key == "isolation") return read(in, plan.isolation);
    if (key == "environment") return read(in, plan.environment);
    if (key == "environment_digest") return read(in, plan.environment_digest);
    if (key == "reading") return read(in, reading);
    if (key == "test_files") return read(in, plan.tests);
    if (key == "test_setup") return read(in, plan.setup);
    if (key == "guarded") return read(in, plan.guarded);
    if (key == "before") return read_before(in, plan.before);
    return unknown_field(key);
  }));
  TRY(check_present(met, {"tasks", "count", "settings"}));
  if (reading != 1 && reading != 2) return bad_body("its tasks are read in an unknown way");
  plan.reading = static_cast<loop::Reading>(reading);
  plan.tasks = read_tasks(pinned, plan.reading).tasks;
  if (plan.tasks.size() != count)
    return bad_body("its tasks are read in another way by this version of assay");
  plan.pinned = std::make_shared<const std::string>(std::move(pinned));
  plan.verified.resize(count);
  for (const std::uint32_t number : verified) {
    if (number >= count) return bad_body("a verified task that is not there");
    plan.verified[number] = true;
  }
  return plan;
}

namespace {

/// One after the other, each list headed by the number of its commit: "#0", "a.c", "#2", "b.c".
void put_commit_files(JsonWriter& out, const std::vector<loop::CommitSight>& commits) {
  const auto has_files = [](const loop::CommitSight& commit) { return !commit.files.empty(); };
  if (std::none_of(commits.begin(), commits.end(), has_files)) return;
  out.key("commit_files");
  out.begin_array();
  for (std::size_t i = 0; i < commits.size(); ++i) {
    if (commits[i].files.empty()) continue;
    out.text("#" + std::to_string(i));
    for (const std::string& path : commits[i].files) out.text("/" + path);
  }
  out.end_array();
}

Result<> read_commit_files(JsonReader& in, std::vector<loop::CommitSight>& commits) {
  std::vector<std::string> words;
  TRY(read(in, words));
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

}  // namespace

void put_sight(JsonWriter& out, const loop::WorkSight& sight) {
  put_text(out, "problem", sight.problem);
  put_text(out, "tree", sight.tree);
  put_text(out, "head", sight.head);
  put_text(out, "branch", sight.branch);
  put_flag(out, "rewritten", !sight.continues);
  put_texts(out, "changed", sight.changed);
  if (!sight.commits.empty()) {
    out.key("commits");
    out.begin_array();
    for (const loop::CommitSight& commit : sight.commits) {
      out.text(commit.id);
      out.text(commit.subject);
    }
    out.end_array();
    put_commit_files(out, sight.commits);
  }
  put_texts(out, "dirty", sight.dirty);
  put_texts(out, "tampering", sight.tampering);
  put_texts(out, "added", sight.added);
  put_texts(out, "empty", sight.empty);
  put_numbers(out, "ticked", sight.ticked);
  put_texts(out, "differs", sight.differs);
  put_texts(out, "reached", sight.reached);
  put_text(out, "repository", sight.repository);
  put_texts(out, "ignored", sight.ignored);
  put_text(out, "origin", sight.origin);
  put_texts(out, "since_origin", sight.since_origin);
  put_flag(out, "committed_since", sight.committed_since);
}

Result<> read_sight_field(JsonReader& in, std::string_view key, loop::WorkSight& sight) {
  if (key == "problem") return read(in, sight.problem);
  if (key == "tree") return read(in, sight.tree);
  if (key == "head") return read(in, sight.head);
  if (key == "branch") return read(in, sight.branch);
  if (key == "rewritten") return read_opposite(in, sight.continues);
  if (key == "changed") return read(in, sight.changed);
  if (key == "commits") {
    std::vector<std::string> words;
    TRY(read(in, words));
    if (words.size() % 2 != 0) return bad_body("a commit without a subject");
    for (std::size_t i = 0; i < words.size(); i += 2)
      sight.commits.push_back({words[i], words[i + 1]});
    return {};
  }
  if (key == "dirty") return read(in, sight.dirty);
  if (key == "tampering") return read(in, sight.tampering);
  if (key == "added") return read(in, sight.added);
  if (key == "empty") return read(in, sight.empty);
  if (key == "ticked") return read(in, sight.ticked);
  if (key == "differs") return read(in, sight.differs);
  if (key == "reached") return read(in, sight.reached);
  if (key == "repository") return read(in, sight.repository);
  if (key == "commit_files") return read_commit_files(in, sight.commits);
  if (key == "ignored") return read(in, sight.ignored);
  if (key == "origin") return read(in, sight.origin);
  if (key == "since_origin") return read(in, sight.since_origin);
  if (key == "committed_since") return read(in, sight.committed_since);
  return unknown_field(key);
}

namespace {

constexpr Word<loop::WorkResult::Status> work_words[] = {
    {loop::WorkResult::Status::done, "done"},
    {loop::WorkResult::Status::conflict, "conflict"},
    {loop::WorkResult::Status::failed, "failed"}};

}  // namespace

void put_work_result(JsonWriter& out, const loop::WorkResult& result) {
  put(out, "status", word_for(work_words, result.status));
  put_text(out, "detail", result.detail);
  put_text(out, "head", result.head);
  put_texts(out, "paths", result.paths);
}

Result<> read_work_result_field(JsonReader& in, std::string_view key, loop::WorkResult& result) {
  if (key == "status") return read(in, work_words, result.status);
  if (key == "detail") return read(in, result.detail);
  if (key == "head") return read(in, result.head);
  if (key == "paths") return read(in, result.paths);
  return unknown_field(key);
}

}  // namespace assay::format::journal
