// SPDX-License-Identifier: MIT
// How a pipeline run begins: the definition, who is asked, whether anything could be proved, and
// the repository, all before an agent is paid.
#include "api/artifacts.h"
#include "api/definition.h"
#include "api/foresight.h"
#include "api/last_gates.h"
#include "api/phases.h"
#include "api/pipeline.h"
#include "api/proofs.h"
#include "api/protection.h"
#include "api/repository.h"
#include "api/sealed.h"
#include "api/tests_before.h"
#include "api/workspace.h"
#include "base/text/escape.h"
#include "core/pipeline/lint/strength.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace assay::api {

namespace {

using core::pipeline::Definition;

constexpr std::size_t slug_ends_at = 40;
constexpr std::size_t slug_max = 60;

Reply<> add_agents(PipelineDraft& draft, const Site& site) {
  for (const core::pipeline::Step& step : draft.plan.definition.steps) {
    const std::string& role = step.dispatch.role;
    if (role.empty() || draft.agents.contains(role)) continue;
    // A role that is asked only if it is configured has to be named: "*" does not mean it.
    const auto& all = draft.config.agents;
    const bool named = std::any_of(all.begin(), all.end(),
                                   [&](const core::AgentSpec& spec) { return spec.role == role; });
    if (step.dispatch.if_configured && !named) continue;
    draft.agents.emplace(role, TRY(resolve_agent(site, draft.config, role)));
  }
  return {};
}

/// What keeps a run from proving anything.
Problems unproved(const Definition& definition, const format::Config& config,
                  const std::string& from) {
  Problems problems;
  for (const std::string& way : core::pipeline::unproved_ways(definition, from))
    problems.push_back({.code = Code::bad_input, .what = way});
  if (!from.empty() && !problems.empty())
    problems.front() = {.code = Code::jumps_verification,
                        .field = "from",
                        .value = from,
                        .what = "would jump over verification: " + problems.front().what};
  const bool verifies =
      std::any_of(definition.steps.begin(), definition.steps.end(),
                  [](const auto& step) { return step.kind == core::pipeline::StepKind::verify; });
  const auto& gates = config.verify.manifest.commands;
  if (verifies && gates.empty())
    problems.push_back({.code = Code::no_gates,
                        .field = "verify",
                        .what = "assay.yaml has no verify: section, so nothing could be proved"});
  if (verifies && !gates.empty() &&
      std::none_of(gates.begin(), gates.end(), [](const auto& gate) { return gate.required; }))
    problems.push_back({.code = Code::bad_input,
                        .what = "assay.yaml: no gate under verify: is required, so nothing could "
                                "be proved"});
  return problems;
}

/// Whether some gate asks that tests notice the change.
bool asks_for_proof(const core::pipeline::Definition& definition) {
  const auto asks = [](const core::pipeline::Condition& condition) {
    return condition.subject == core::pipeline::Subject::evidence &&
           condition.fact == core::pipeline::Fact::change_proved;
  };
  return std::any_of(definition.steps.begin(), definition.steps.end(), [&](const auto& step) {
    return std::any_of(step.gate.begin(), step.gate.end(), asks);
  });
}

/// Everything that can be known before an agent is paid: whether the run could prove anything, and
/// whether those it asks are there.
Reply<> check_means(const PipelineDraft& draft, const std::string& from, const Site& site) {
  Problems problems = unproved(draft.plan.definition, draft.config, from);
  const auto& gates = draft.config.verify.manifest.commands;
  const bool required = draft.plan.proof == core::work::ProofDemand::require;
  const bool tests = std::any_of(gates.begin(), gates.end(), [](const auto& gate) {
    return gate.required && gate.gate_type == core::verify::GateType::test;
  });
  if (problems.empty() && required && !tests && asks_for_proof(draft.plan.definition))
    problems.push_back({.code = Code::bad_input,
                        .field = "verify",
                        .what =
                            "assay.yaml has no required gate with gate_type test, so nothing "
                            "could show that tests notice the change; `pipeline: {proof: tell}` "
                            "goes on without"});
  for (const auto& [role, chosen] : draft.agents) {
    if (chosen.agent.argv.empty() || has_program(site, chosen.agent)) continue;
    problems.push_back({.code = Code::bad_input,
                        .field = "agents." + role,
                        .what = "agents." + role + ": the program " + chosen.agent.argv.front() +
                                " is not there: install it, or name another one"});
  }
  if (problems.empty()) return {};
  return problems;
}

Reply<> check_feature_repository(core::pipeline::Plan& plan, bool allow_dirty, const Site& site,
                                 const OnNote& tell) {
  const shell::RepositoryFacts git = TRY(check_repository(site));
  const std::string own = core::pipeline::feature_folder(plan.slug) + "/";
  if (site.outside.is_ignored(site.place.workspace, own + "initial-request.md"))
    return Error{Fault::bad_input,
                 own +
                     " is ignored by git: agents work in copies of what git sees, so take it out "
                     "of .gitignore"};
  plan.dirty = TRY(check_clean(git, own, allow_dirty));
  plan.allow_dirty = allow_dirty;
  plan.on_default_branch = is_on_default_branch(git);
  if (!plan.on_default_branch) return {};
  using core::pipeline::BranchPolicy;
  const BranchPolicy policy = plan.definition.steps.front().default_branch;
  if (policy == BranchPolicy::refuse)
    return Error{Fault::bad_input,
                 "this pipeline does not run on the default branch " + git.branch};
  if (policy == BranchPolicy::warn)
    tell({Note::Kind::warning, "working on the default branch " + git.branch});
  return {};
}

/// A text that says something.
Reply<std::string> read_request(const Giving& giving) {
  Given given = TRY(giving());
  if (given.text.find('\0') != std::string::npos)
    return Error{Fault::bad_input, "the request is not a text"};
  if (given.text.find_first_not_of(" \t\r\n") == std::string::npos)
    return Problem{.code = Code::request_empty, .field = "request", .what = "the request is empty"};
  return std::move(given.text);
}

Reply<std::string> choose_slug(const std::string& asked, const std::string& request) {
  std::string slug = asked.empty() ? slug_of(request) : asked;
  if (is_slug(slug)) return slug;
  return Problem{.code = Code::bad_value,
                 .field = "slug",
                 .value = asked,
                 .what = "only a-z, 0-9, '-', '_' and '.', at most 100"};
}

/// A link on the way there would lead everything that is written into another place.
Result<> make_feature_folder(const std::string& workspace, const std::string& feature_dir,
                             shell::Files& files) {
  const std::string path = workspace + "/" + feature_dir;
  const Error astray{Fault::bad_input,
                     feature_dir +
                         ": is reached through a symbolic link; artifacts are written only "
                         "into folders of the workspace itself"};
  if (!files.is_within(path, workspace)) return astray;
  TRY(files.make_directories(path));
  const std::string there = TRY(files.real_path(path));
  const std::string wanted = TRY(files.real_path(workspace)) + "/" + feature_dir;
  return there == wanted ? Result<>() : Result<>(astray);
}

/// "proof: unchanged" alone on a line: what is asked for changes no behaviour.
bool declares_unchanged(std::string_view request) {
  while (!request.empty()) {
    const std::size_t end = std::min(request.find('\n'), request.size());
    std::string line;
    for (const char c : request.substr(0, end)) {
      if (c != ' ' && c != '\t' && c != '\r' && c != '`' && c != '*' && c != '-')
        line += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
    if (line == "proof:unchanged") return true;
    request.remove_prefix(std::min(end + 1, request.size()));
  }
  return false;
}

void add_hands(PipelineDraft& draft, RunNeeds& needs) {
  for (const auto& [role, chosen] : draft.agents) {
    core::loop::Hand hand{core::agent::order_of(chosen.agent), chosen.agent.timeout, {}};
    give_variables(needs, chosen.agent);
    hand.order.prompt = chosen.prompt;
    draft.plan.hands.emplace(role, std::move(hand));
  }
}

/// Who judges the goals of a phase, if there is a step that checks them.
Reply<> add_judges_of_goals(const PipelineDraft& draft, RunNeeds& needs) {
  const auto& steps = draft.plan.definition.steps;
  const bool checks = std::any_of(steps.begin(), steps.end(), [](const core::pipeline::Step& step) {
    return step.kind == core::pipeline::StepKind::goals;
  });
  if (!checks) return {};
  for (const core::agent::Agent& judge : TRY(judges_of(draft.config, {})))
    give_variables(needs, judge);
  needs.goals_config = std::make_shared<const format::Config>(draft.config);
  return {};
}

void begin_behind_artifacts(core::pipeline::Plan& plan, const Site& site, const OnNote& tell) {
  std::vector<std::string> taken_over;
  plan.from = first_open_step(plan, site, taken_over);
  for (const std::string& path : taken_over)
    tell({Note::Kind::plain, "taken over, unverified: " + printable(path)});
}

}  // namespace

std::string slug_of(std::string_view request) {
  std::string slug;
  for (const char c : request) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 && byte < 0x80) {
      slug += static_cast<char>(std::tolower(byte));
    } else if (!slug.empty() && slug.back() != '-') {
      if (slug.size() > slug_ends_at) break;
      slug += '-';
    }
    if (slug.size() >= slug_max) break;
  }
  while (!slug.empty() && slug.back() == '-') slug.pop_back();
  return slug.empty() ? "feature" : slug;
}

bool is_slug(const std::string& text) {
  const bool plain = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_.") == text.npos;
  return plain && !text.empty() && text.size() <= 100 && text.front() != '.' && text.front() != '-';
}

Reply<PipelineDraft> draft_pipeline(const PipelineRequest& request, const Site& site,
                                    const OnNote& tell) {
  PipelineDraft draft;
  draft.config = TRY(load_config(site)).config;
  draft.run_id = request.run_id;
  const core::PipelineSettings& settings = draft.config.pipeline;
  const bool configured = request.definition.empty();
  DefinitionSource source =
      TRY(find_definition(site, configured ? settings.definition : request.definition,
                          configured ? draft.config.trusted : core::verify::TrustedGates{}));
  core::pipeline::Plan& plan = draft.plan;
  plan.definition = TRY(read_definition(source));
  plan.source = std::move(source.text);
  plan.source_name = std::move(source.name);
  plan.request = TRY(read_request(request.request));
  plan.slug = TRY(choose_slug(request.slug, plan.request));
  plan.approval = request.approval.value_or(settings.approval);
  plan.concurrency = settings.concurrency;
  plan.on_exhausted = settings.on_exhausted;
  plan.proof = settings.proof;
  plan.unchanged = declares_unchanged(plan.request);
  plan.own_tests = draft.config.verify.tests;
  plan.from = request.from;
  if (!plan.from.empty() && core::pipeline::find_step(plan.definition, plan.from) == nullptr)
    return Problem{.code = Code::bad_value,
                   .field = "from",
                   .value = plan.from,
                   .what = "the pipeline has no such step"};
  plan.budgets = draft.config.budgets;
  TRY(add_agents(draft, site));
  TRY(check_means(draft, plan.from, site));
  plan.weaker = weaker_than_built_in(plan.definition);
  for (const std::string& each : plan.weaker) tell({Note::Kind::warning, printable(each)});
  for (const std::string& each : draft.config.trusted.ignored)
    tell({Note::Kind::warning,
          printable("not heard, gates are from " + draft.config.trusted.ref + ": " + each)});
  TRY(check_feature_repository(plan, request.allow_dirty, site, tell));
  return draft;
}

Reply<PipelineDraft> rehearse_pipeline(const PipelineRequest& request, const Site& site,
                                       const OnNote& tell) {
  PipelineDraft draft = TRY(draft_pipeline(request, site, tell));
  std::vector<std::string> commands;
  for (const auto& gate : draft.config.verify.manifest.commands) commands.push_back(gate.command);
  tell_losses(site, commands, site.place.workspace, tell);
  return draft;
}

Reply<Run> start_pipeline(const PipelineRequest& request, const Site& site,
                          shell::Audience& audience, shell::Person* person, const OnNote& tell) {
  PipelineDraft draft = TRY(draft_pipeline(request, site, tell));
  core::pipeline::Plan& plan = draft.plan;
  if (request.beginning == Beginning::artifacts) begin_behind_artifacts(plan, site, tell);
  RunNeeds needs{TRY(choose_run_id(draft.run_id, site.outside)),
                 "pipeline",
                 draft.config.verify.env,
                 draft.config.verify.pass_env,
                 {},
                 draft.config.isolation};
  needs.executor = draft.config.executor;
  needs.supplies = draft.config.workspace;
  needs.waits = request.waits;
  plan.workspace = site.place.workspace;
  plan.feature_dir = core::pipeline::feature_folder(plan.slug);
  while (plan.feature_dir.ends_with('/')) plan.feature_dir.pop_back();
  plan.log_dir = site.place.state.logs(needs.run_id);
  plan.work_dir = site.place.state.work(needs.run_id);
  add_hands(draft, needs);
  TRY(add_judges_of_goals(draft, needs));
  plan.gates = TRY(plan_gates(draft.config, site));
  if (plan.gates)
    plan.gates = TRY(seal_gates(plan.gates, draft.config, {}, plan.work_dir + "/sealed", site));
  plan.supplies = TRY(supplies_of(draft.config, site));
  TRY(add_protected(plan, draft.config, site));
  plan.notify = draft.config.notify;
  auto ledger = TRY(open_to_write(site));
  for (std::string& each : weaker_gates(plan.gates.get(), plan.workspace, *ledger))
    plan.weaker.push_back("asks less than the last run: " + std::move(each));
  plan.gates = TRY(with_tests_before(plan.gates, *ledger, site));
  if (plan.gates && plan.proof != core::work::ProofDemand::off) {
    plan.tools = digest_of_tools(plan.gates->manifest.commands, needs, site);
    plan.proofs = proofs_before(plan.supplies.get(), needs, *ledger, site);
  }
  const OpenRun open = TRY(begin_run(std::move(ledger), needs, site, person));
  TRY(make_feature_folder(plan.workspace, plan.feature_dir, site.files()));
  TRY(site.files().replace(plan.workspace + "/" + plan.feature_dir + "/initial-request.md",
                           plan.request));
  plan.isolation = shell::isolation_of_both(open.running.record);
  plan.environment = open.running.record.environment;
  plan.environment_digest = open.running.record.environment_digest;
  plan.gates = with_record(plan.gates, open.running.record, plan.log_dir);
  return TRY(start_run(open, needs, std::make_shared<const core::pipeline::Plan>(std::move(plan)),
                       site, audience));
}

}  // namespace assay::api
