// SPDX-License-Identifier: MIT
// The contract of every kind of file, as tables: key, shape, need, bounds.
#include "format/completion/schema.h"

namespace assay::format::contract {

namespace {

// What shapes repeat.
constexpr Rule text(std::string_view key, Need need = Need::required) {
  return {.key = key, .shape = Shape::text, .need = need};
}
constexpr Rule short_text(std::string_view key, std::int64_t most) {
  return {.key = key, .shape = Shape::text, .most = most};
}
constexpr Rule id(std::string_view form) {
  return {.key = "id", .shape = Shape::text, .id_form = form};
}
constexpr Rule count(std::string_view key, Need need = Need::required) {
  return {.key = key, .shape = Shape::integer, .need = need};
}
constexpr Rule boolean(std::string_view key, Need need = Need::required) {
  return {.key = key, .shape = Shape::boolean, .need = need};
}
constexpr Rule word(std::string_view key, Words words, Need need = Need::required) {
  return {.key = key, .shape = Shape::word, .need = need, .words = words};
}
constexpr Rule texts(std::string_view key, std::int64_t least, Need need = Need::required) {
  return {.key = key, .shape = Shape::texts, .need = need, .least = least};
}
constexpr Rule map(std::string_view key, Table<Rule> inside, Need need = Need::required) {
  return {.key = key, .shape = Shape::map, .need = need, .inside = inside};
}
constexpr Rule maps(std::string_view key, std::int64_t least, Table<Rule> inside,
                    Need need = Need::required) {
  return {.key = key, .shape = Shape::maps, .need = need, .least = least, .inside = inside};
}
constexpr Rule anything(std::string_view key, Need need = Need::optional) {
  return {.key = key, .shape = Shape::anything, .need = need};
}
constexpr Rule exit_code(std::string_view key) {
  return {.key = key, .shape = Shape::integer, .need = Need::nullable, .least = -2147483647};
}

constexpr std::string_view all_statuses[] = {"DONE", "NEEDS_REVISION", "ERROR"};
constexpr std::string_view end_statuses[] = {"DONE", "ERROR"};
constexpr std::string_view severities[] = {"Minor", "Major", "Critical", "Blocker"};
constexpr std::string_view risks[] = {"\U0001F7E2", "\U0001F7E1", "\U0001F534",
                                      "green",      "yellow",     "red"};
constexpr std::string_view confidences[] = {"High", "Medium", "Low"};
constexpr std::string_view sizes[] = {"Standard", "Large"};
constexpr std::string_view priorities[] = {"must", "should", "may"};
constexpr std::string_view methods[] = {"inspection", "demonstration", "test", "analysis"};
constexpr std::string_view task_types[] = {"code", "documentation", "configuration"};
constexpr std::string_view actions[] = {"created", "modified", "deleted"};
constexpr std::string_view gate_statuses[] = {"passed", "failed"};
constexpr std::string_view check_phases[] = {"baseline", "after"};
constexpr std::string_view verdicts[] = {"approve", "needs_revision", "blocker"};
constexpr std::string_view scopes[] = {"design", "code"};
constexpr std::string_view knowledge_types[] = {"convention", "command", "pattern", "lesson"};

// The completion block; who must fill the last keys depends on the kind.
constexpr Rule evidence_summary[] = {count("total_checks"), count("passed"), count("failed"),
                                     count("security_blockers")};
constexpr Rule output_paths = {.key = "output_paths", .shape = Shape::paths, .least = 1};
template <Need risk, Need evidence>
constexpr Rule completion_of[] = {
    word("status", all_statuses),
    short_text("summary", 200),
    word("severity", severities, Need::nullable),
    count("findings_count"),
    word("risk_level", risks, risk),
    output_paths,
    map("evidence_summary", evidence_summary, evidence),
};
constexpr auto& completion_plain = completion_of<Need::optional, Need::optional>;
constexpr auto& completion_risk = completion_of<Need::required, Need::optional>;
constexpr auto& completion_evidence = completion_of<Need::optional, Need::nullable>;

constexpr Rule finding[] = {id("F-"),       text("title"),        text("category"),
                            text("detail"), texts("evidence", 1), text("relevance")};
constexpr Rule research[] = {word("focus", core::agent::research_foci),
                             maps("findings", 1, finding), text("summary"),
                             texts("source_files_examined", 1)};

constexpr Rule direction[] = {text("id"), text("name"), text("summary")};
constexpr Rule common_requirement[] = {id("CR-"), text("text"), word("priority", priorities)};
constexpr Rule sub_requirement[] = {text("id"), text("text")};
constexpr Rule requirement[] = {id("FR-"), text("text"),
                                maps("sub_requirements", 0, sub_requirement, Need::optional)};
constexpr Rule criterion[] = {id("AC-"), text("text"), word("test_method", methods)};
constexpr Rule concern[] = {word("severity", severities), text("title"), text("description"),
                            text("recommendation")};
constexpr Rule pushback_log[] = {
    count("concerns_identified"),
    text("mode"),
    boolean("auto_selected", Need::optional),
    text("selected_option", Need::optional),
    maps("concerns", 0, concern, Need::optional),
};
constexpr Rule spec[] = {
    text("feature_name"),
    maps("directions", 1, direction),
    maps("common_requirements", 1, common_requirement),
    maps("functional_requirements", 1, requirement),
    maps("acceptance_criteria", 1, criterion),
    anything("edge_cases"),
    anything("constraints"),
    map("pushback_log", pushback_log, Need::optional),
};

constexpr Rule alternative[] = {text("name"), text("reason"), word("confidence", confidences)};
constexpr Rule decision[] = {id("D-"), text("title"), word("risk", risks), text("rationale"),
                             maps("alternatives_rejected", 1, alternative)};
constexpr Rule deviation[] = {id("DR-"), text("spec_requirement"), text("deviation"),
                              text("rationale")};
constexpr Rule design[] = {
    anything("architecture", Need::required),
    maps("decisions", 1, decision),
    maps("deviation_records", 0, deviation, Need::optional),
    anything("agent_inventory"),
    anything("pipeline_steps"),
};

constexpr Rule wave[] = {id("wave-"),
                         texts("tasks", 1),
                         {.key = "max_concurrent", .shape = Shape::integer, .least = 1, .most = 4}};
constexpr Rule planned_task[] = {text("id"),          text("title"),          word("size", sizes),
                                 word("risk", risks), texts("depends_on", 0), text("agent")};
constexpr Rule plan[] = {
    word("overall_risk_summary", risks),
    {.key = "total_tasks", .shape = Shape::integer, .least = 1},
    maps("waves", 1, wave),
    maps("tasks", 1, planned_task),
    anything("dependency_graph"),
};

constexpr Rule task_criterion[] = {text("id"), text("text"), word("test_method", methods)};
constexpr Rule file_to_modify[] = {{.key = "path", .shape = Shape::path}, word("risk", risks)};
constexpr Rule relevant_context[] = {texts("design_sections", 1), texts("spec_requirements", 1),
                                     maps("files_to_modify", 0, file_to_modify)};
constexpr Rule task[] = {
    text("id"),
    text("title"),
    text("description"),
    text("agent"),
    word("size", sizes),
    word("risk", risks),
    texts("depends_on", 0),
    {.key = "acceptance_criteria",
     .shape = Shape::texts_or_maps,
     .least = 1,
     .inside = task_criterion},
    map("relevant_context", relevant_context),
};

constexpr Rule diagnostics[] = {count("errors"), count("warnings")};
constexpr Rule test_summary[] = {count("total"), count("passed"), count("failed")};
constexpr Rule baseline[] = {map("ide_diagnostics", diagnostics), exit_code("build_exit_code"),
                             map("test_summary", test_summary, Need::nullable)};
constexpr Rule change[] = {
    {.key = "path", .shape = Shape::path}, word("action", actions), text("description")};
constexpr Rule self_check[] = {
    map("ide_diagnostics", diagnostics),
    exit_code("build_exit_code"),
    map("test_summary", test_summary, Need::nullable),
    {.key = "self_fix_attempts", .shape = Shape::integer, .most = 2},
    boolean("git_staged"),
};
constexpr Rule verification_entry[] = {text("check_name"), text("phase"), text("tool"),
                                       boolean("passed")};
constexpr Rule implementation_report[] = {
    text("task_id"),
    word("task_type", task_types),
    map("baseline", baseline),
    maps("changes", 1, change),
    map("self_check", self_check),
    maps("verification_entries", 0, verification_entry, Need::optional),
};

constexpr Rule evidence_gate[] = {{.key = "total_checks", .shape = Shape::integer, .least = 1},
                                  count("passed"),
                                  count("failed"),
                                  word("gate_status", gate_statuses)};
constexpr Rule check[] = {
    text("check_name"),
    {.key = "tier", .shape = Shape::integer, .least = 1, .most = 4},
    word("phase", check_phases),
    text("tool"),
    text("command", Need::nullable),
    exit_code("exit_code"),
    boolean("passed"),
    {.key = "output_snippet", .shape = Shape::text, .need = Need::nullable, .most = 500},
};
constexpr Rule regression[] = {text("check_name"), boolean("baseline_result"),
                               boolean("after_result"), text("detail")};
constexpr Rule cross_check[] = {text("method"), anything("discrepancies_found", Need::required)};
constexpr Rule verification_report[] = {
    text("task_id"),
    text("run_id"),
    map("evidence_gate", evidence_gate),
    maps("findings", 1, check),
    maps("regressions", 0, regression),
    map("baseline_cross_check", cross_check),
};

constexpr Rule knowledge_update[] = {word("type", knowledge_types), text("key"), text("value"),
                                     text("stored_via")};
constexpr Rule decision_entry[] = {id("DL-"), text("title"), text("rationale"),
                                   word("confidence", confidences)};
constexpr Rule knowledge[] = {
    maps("knowledge_updates", 0, knowledge_update),
    maps("decision_log_entries", 0, decision_entry, Need::optional),
    anything("evidence_bundle"),
    anything("pipeline_telemetry_summary"),
};

// A header around each payload.
template <const auto& payload>
constexpr Rule header_of[] = {
    text("agent"),           text("instance"),     text("step"),
    text("started_at"),      text("completed_at"), text("schema_version"),
    map("payload", payload),
};
template <const auto& payload, const auto& completion>
constexpr Rule output_of[] = {map("agent_output", header_of<payload>),
                              map("completion", completion)};

constexpr Rule findings_count[] = {count("blocker"), count("critical"), count("major"),
                                   count("minor")};
constexpr Rule verdict_file[] = {
    text("reviewer_model"),
    word("review_focus", core::agent::review_foci),
    word("scope", scopes),
    word("verdict", verdicts),
    map("findings_count", findings_count),
    short_text("summary", 500),
    anything("agent_output"),
    map("completion", completion_plain, Need::optional),
};
constexpr Rule task_file[] = {map("task", task), anything("agent_output"),
                              map("completion", completion_plain, Need::optional)};
constexpr Rule pushback_file[] = {maps("concerns", 0, concern), anything("agent_output"),
                                  map("completion", completion_plain, Need::optional)};
constexpr Rule other_file[] = {anything("agent_output"), map("completion", completion_plain)};

}  // namespace

Table<Rule> schema_of(ArtifactKind kind) {
  switch (kind) {
    case ArtifactKind::research: return output_of<research, completion_plain>;
    case ArtifactKind::spec: return output_of<spec, completion_plain>;
    case ArtifactKind::design: return output_of<design, completion_plain>;
    case ArtifactKind::plan: return output_of<plan, completion_risk>;
    case ArtifactKind::task: return task_file;
    case ArtifactKind::implementation_report:
      return output_of<implementation_report, completion_plain>;
    case ArtifactKind::verification_report:
      return output_of<verification_report, completion_evidence>;
    case ArtifactKind::verdict: return verdict_file;
    case ArtifactKind::knowledge: return output_of<knowledge, completion_plain>;
    case ArtifactKind::pushback: return pushback_file;
    case ArtifactKind::other: return other_file;
  }
  return other_file;
}

std::string_view mark_of(ArtifactKind kind) {
  if (kind == ArtifactKind::task) return "task";
  if (kind == ArtifactKind::verdict) return "verdict";
  if (kind == ArtifactKind::pushback) return "concerns";
  return "completion";
}

Words statuses_of(ArtifactKind kind) {
  const bool may_ask = kind == ArtifactKind::plan || kind == ArtifactKind::verification_report ||
                       kind == ArtifactKind::other;
  return may_ask ? Words(all_statuses) : Words(end_statuses);
}

}  // namespace assay::format::contract
