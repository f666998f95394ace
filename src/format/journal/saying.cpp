// SPDX-License-Identifier: MIT
// What an agent of a loop said, and what `gh` said about a pull request. Proposed tasks are kept as
// they were written, and read again.
#include "format/tasks/saying.h"

#include "format/journal/fields.h"
#include "format/journal/parts.h"
#include "format/journal/put.h"

namespace assay::format::journal {

namespace {

using namespace core;
using agent::FailureBlock;
using agent::ModificationKind;
using agent::ModificationRequest;
using agent::SignalRemark;
using loop::PullRequestIssue;
using loop::PullRequestSight;
using loop::Saying;

constexpr Word<ModificationKind> modification_words[] = {
    {ModificationKind::split_task, "SPLIT_TASK"},
    {ModificationKind::add_prerequisite, "ADD_PREREQUISITE"},
    {ModificationKind::add_followup, "ADD_FOLLOWUP"}};

constexpr Word<SignalRemark::Kind> remark_words[] = {
    {SignalRemark::Kind::near_miss, "near_miss"},
    {SignalRemark::Kind::misplaced, "misplaced"},
    {SignalRemark::Kind::conflict, "conflict"},
    {SignalRemark::Kind::bad_request, "bad_request"}};

void put_verdict(JsonWriter& out, std::string_view key, std::optional<bool> passed) {
  if (!passed) return;
  out.key(key);
  out.boolean(*passed);
}

void put_request(JsonWriter& out, const ModificationRequest& request) {
  out.key("modification");
  out.begin_object();
  put(out, "type", word_for(modification_words, request.kind));
  put_text(out, "task", request.original_task_id);
  put_text(out, "reasoning", request.reasoning);
  put_texts(out, "proposed", request.proposed_tasks);
  out.end_object();
}

Result<> read_request(JsonReader& in, std::optional<ModificationRequest>& out) {
  ModificationRequest& request = out.emplace();
  const auto met = TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "type") return read(in, modification_words, request.kind);
    if (key == "task") return read(in, request.original_task_id);
    if (key == "reasoning") return read(in, request.reasoning);
    if (key == "proposed") return read(in, request.proposed_tasks);
    return unknown_field(key);
  }));
  return check_present(met, {"type"});
}

void put_failure(JsonWriter& out, const FailureBlock& failure) {
  out.key("failure");
  out.begin_object();
  put_text(out, "task", failure.task_id);
  put_text(out, "title", failure.title);
  put_text(out, "error", failure.error);
  put_text(out, "attempted_fix", failure.attempted_fix);
  put_text(out, "status", failure.status);
  out.end_object();
}

Result<> read_failure(JsonReader& in, std::optional<FailureBlock>& out) {
  FailureBlock& failure = out.emplace();
  TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "task") return read(in, failure.task_id);
    if (key == "title") return read(in, failure.title);
    if (key == "error") return read(in, failure.error);
    if (key == "attempted_fix") return read(in, failure.attempted_fix);
    if (key == "status") return read(in, failure.status);
    return unknown_field(key);
  }));
  return {};
}

Result<> read_remark(JsonReader& in, std::vector<SignalRemark>& out) {
  if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
  SignalRemark& remark = out.emplace_back();
  const auto met = TRY(read_fields(in, [&](std::string_view key) -> Result<> {
    if (key == "kind") return read(in, remark_words, remark.kind);
    if (key == "line") return read(in, remark.line);
    if (key == "what") return read(in, remark.what);
    return unknown_field(key);
  }));
  return check_present(met, {"kind"});
}

void put_remarks(JsonWriter& out, const std::vector<SignalRemark>& remarks) {
  if (remarks.empty()) return;
  out.key("remarks");
  out.begin_array();
  for (const SignalRemark& remark : remarks) {
    out.begin_object();
    put(out, "kind", word_for(remark_words, remark.kind));
    put(out, "line", remark.line);
    put_text(out, "what", remark.what);
    out.end_object();
  }
  out.end_array();
}

Result<> read_verdict(JsonReader& in, std::optional<bool>& out) { return read(in, out.emplace()); }

Result<> read_issue(JsonReader& in, std::vector<PullRequestIssue>& out) {
  if (in.token() != JsonToken::begin_object) return bad_body("expected an object");
  PullRequestIssue& issue = out.emplace_back();
  TRY(read_fields(in, [&](std::string_view key) -> Result<> {
    if (key == "key") return read(in, issue.key);
    if (key == "title") return read(in, issue.title);
    if (key == "text") return read(in, issue.text);
    if (key == "file") return read(in, issue.file);
    return unknown_field(key);
  }));
  return {};
}

}  // namespace

void put_saying(JsonWriter& out, const Saying& saying) {
  out.key("saying");
  out.begin_object();
  const agent::Signals& signals = saying.signals;
  put_flag(out, "task_complete", signals.task_complete);
  put_flag(out, "all_tasks_complete", signals.all_tasks_complete);
  put_verdict(out, "verification", signals.verification);
  put_verdict(out, "review", signals.review);
  put_flag(out, "modification_asked", signals.modification_asked);
  if (signals.modification) put_request(out, *signals.modification);
  if (signals.failure) put_failure(out, *signals.failure);
  put_texts(out, "contradictions", signals.contradictions);
  put_remarks(out, signals.remarks);
  put_text(out, "feedback", saying.feedback);
  put_flag(out, "spec_level", saying.spec_level);
  out.end_object();
}

Result<> read_saying(JsonReader& in, std::shared_ptr<const Saying>& out) {
  auto saying = std::make_shared<Saying>();
  agent::Signals& signals = saying->signals;
  TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "task_complete") return read(in, signals.task_complete);
    if (key == "all_tasks_complete") return read(in, signals.all_tasks_complete);
    if (key == "verification") return read_verdict(in, signals.verification);
    if (key == "review") return read_verdict(in, signals.review);
    if (key == "modification_asked") return read(in, signals.modification_asked);
    if (key == "modification") return read_request(in, signals.modification);
    if (key == "failure") return read_failure(in, signals.failure);
    if (key == "contradictions") return read(in, signals.contradictions);
    if (key == "remarks") return read_array(in, [&] { return read_remark(in, signals.remarks); });
    if (key == "feedback") return read(in, saying->feedback);
    if (key == "spec_level") return read(in, saying->spec_level);
    return unknown_field(key);
  }));
  read_proposals(*saying);
  out = std::move(saying);
  return {};
}

void put_pull_request(JsonWriter& out, const PullRequestSight& sight) {
  out.key("pull_request");
  out.begin_object();
  put_text(out, "url", sight.url);
  put_unless<std::uint32_t>(0, out, "passed", sight.passed);
  put_unless<std::uint32_t>(0, out, "pending", sight.pending);
  if (!sight.issues.empty()) {
    out.key("issues");
    out.begin_array();
    for (const PullRequestIssue& issue : sight.issues) {
      out.begin_object();
      put_text(out, "key", issue.key);
      put_text(out, "title", issue.title);
      put_text(out, "text", issue.text);
      put_text(out, "file", issue.file);
      out.end_object();
    }
    out.end_array();
  }
  put_text(out, "log", sight.log);
  put_text(out, "problem", sight.problem);
  out.end_object();
}

Result<> read_pull_request(JsonReader& in, std::shared_ptr<const PullRequestSight>& out) {
  auto sight = std::make_shared<PullRequestSight>();
  TRY(read_object(in, [&](std::string_view key) -> Result<> {
    if (key == "url") return read(in, sight->url);
    if (key == "passed") return read(in, sight->passed);
    if (key == "pending") return read(in, sight->pending);
    if (key == "issues") return read_array(in, [&] { return read_issue(in, sight->issues); });
    if (key == "log") return read(in, sight->log);
    if (key == "problem") return read(in, sight->problem);
    return unknown_field(key);
  }));
  out = std::move(sight);
  return {};
}

}  // namespace assay::format::journal
