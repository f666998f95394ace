// SPDX-License-Identifier: MIT
#include "format/config.h"
#include "format/config/sections.h"
#include "format/keys/fields.h"
#include "format/keys/put.h"

namespace assay::format {

namespace {

void read_version(ConfigFields& in) {
  const bool missing = in.node().kind == YamlNode::Kind::map && !in.has("version");
  if (missing) in.problems().add(1, "", "missing key 'version' (write 'version: 1')");
  const YamlNode* node = in.find("version");
  if (node == nullptr) return;
  const Given given = given_by(*node);
  std::int64_t version = 0;
  const bool known = put_integer(given, {1, 1}, version).empty();
  if (!known) in.object(node->line, "version", wrong_type("1", given));
}

void read_gates_from(ConfigFields& in, std::string& out) {
  in.text("gates_from", out);
  const YamlNode* node = in.lookup("gates_from");
  if (node != nullptr && node->kind == YamlNode::Kind::scalar)
    in.accept(*node, "gates_from", check_text(Rule::filled, {}, out));
}

void read_sections(ConfigFields& in, Config& config) {
  ProblemLog& problems = in.problems();
  if (const YamlNode* node = in.find("verify")) read_verify(problems, *node, config.verify);
  if (const YamlNode* node = in.find("agents")) read_agents(problems, *node, config.agents);
  if (const YamlNode* node = in.find("budgets")) read_budgets(problems, *node, config.budgets);
  std::vector<core::Price> prices;
  if (const YamlNode* node = in.find("prices")) read_prices(problems, *node, prices);
  for (core::AgentSpec& agent : config.agents) agent.prices = prices;
  if (const YamlNode* node = in.find("loop")) read_loop(problems, *node, config.loop);
  if (const YamlNode* node = in.find("pipeline")) read_pipeline(problems, *node, config.pipeline);
  if (const YamlNode* node = in.find("goals")) {
    read_goals(problems, *node, config.agents, config.goals);
  }
  if (const YamlNode* node = in.find("workspace"))
    read_workspace(problems, *node, config.workspace);
  if (const YamlNode* node = in.find("isolation"))
    read_isolation(problems, *node, config.isolation);
  if (const YamlNode* node = in.find("executor")) read_executor(problems, *node, config.executor);
  if (const YamlNode* node = in.find("hook")) read_hook(problems, *node, config.hook);
  read_notify(in, config.notify);
  read_secrets(in, config.secrets);
  in.refuse("store",
            "does not belong here, where an agent could change it: it is your own to say, in "
            "~/.config/assay/config.yaml, as $ASSAY_STORE or with --store");
  read_gates_from(in, config.gates_from);
}

/// The problems of a text; `sections` reads what stands beside its version.
template <class Sections>
std::vector<Problem> read_text(std::string_view name, std::string_view text, Sections sections) {
  ProblemLog problems(name);
  const YamlReading yaml = read_yaml(text);
  for (const YamlFault& fault : yaml.faults) problems.add(fault.line, "", fault.what);
  if (problems.empty() && yaml.root.kind == YamlNode::Kind::null) {
    problems.add(1, "", "is empty (write 'version: 1')");
  } else if (problems.empty()) {
    ConfigFields in(problems, yaml.root, "");
    read_version(in);
    sections(in);
    in.finish();
  }
  return problems.by_line();
}

}  // namespace

ConfigReading read_config(std::string_view name, std::string_view text) {
  ConfigReading reading;
  reading.problems =
      read_text(name, text, [&](ConfigFields& in) { read_sections(in, reading.config); });
  return reading;
}

UserConfigReading read_user_config(std::string_view name, std::string_view text) {
  UserConfigReading reading;
  reading.problems = read_text(name, text, [&](ConfigFields& in) {
    if (const YamlNode* node = in.find("isolation"))
      read_isolation(in.problems(), *node, reading.config.isolation.emplace());
    read_secrets(in, reading.config.secrets);
    read_gates_from(in, reading.config.gates_from);
    if (const YamlNode* node = in.find("executor"))
      read_executor(in.problems(), *node, reading.config.executor.emplace());
    in.text("store", reading.config.store);
    in.texts("team_keys", reading.config.team_keys);
  });
  return reading;
}

}  // namespace assay::format
