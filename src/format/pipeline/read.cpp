// SPDX-License-Identifier: MIT
#include "format/pipeline/parts.h"
#include "format/pipeline/pipeline.h"
#include "format/yaml/tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace assay::format {

namespace pipeline {

using namespace core::pipeline;

bool is_target_word(std::string_view word) {
  return word == "next" || word == "done" || word == "error" || word == "stop" || word == "abort";
}

namespace {

constexpr Range budgets{1, 100};

class DefinitionReader {
 public:
  DefinitionReader(ProblemLog& problems, const YamlNode& root)
      : problems_(problems), root_(root), in_(problems, root, "") {}

  Definition read();

 private:
  void read_version();
  void read_loops();
  void read_loop(const YamlNode& name, const YamlNode& node);
  void read_queries();
  void read_steps();
  void complete();
  void add_standard_queries();

  ProblemLog& problems_;
  const YamlNode& root_;
  ConfigFields in_;
  Definition definition_;
};

Definition DefinitionReader::read() {
  read_version();
  read_keys(in_, definition_);
  read_loops();
  read_queries();
  read_steps();
  in_.finish();
  for (const std::string_view key : {"name", "steps"}) {
    if (root_.kind == YamlNode::Kind::map && !in_.has(key))
      problems_.add(1, "", fmt::format("missing key '{}'", key));
  }
  complete();
  return std::move(definition_);
}

void DefinitionReader::read_version() {
  const YamlNode* node = in_.find("version");
  std::int64_t version = 0;
  if (root_.kind == YamlNode::Kind::map && !in_.has("version"))
    problems_.add(1, "", "missing key 'version' (write 'version: 1')");
  if (node == nullptr || put_integer(given_by(*node), {1, 1}, version).empty()) return;
  in_.object(node->line, "version", wrong_type("1", given_by(*node)));
}

void DefinitionReader::read_loops() {
  for (const auto& [name, node] : in_.entries("loops", parts_range)) read_loop(*name, *node);
}

/// `design: 1` goes back once; `code_review: {rounds: 2}` counts the first round as well.
void DefinitionReader::read_loop(const YamlNode& name, const YamlNode& node) {
  Loop loop;
  loop.name = name.text;
  in_.accept(name, "loops", check_id(loop.name));
  if (node.kind == YamlNode::Kind::map) {
    ConfigFields in(problems_, node, "loops." + loop.name);
    std::int32_t rounds = 0;
    if (!in.has("rounds")) in.object(node.line, "", "missing key 'rounds'");
    in.integer("rounds", {2, budgets.highest + 1}, rounds);
    in.finish();
    loop.budget = rounds - 1;
    loop.written_as_rounds = true;
  } else {
    in_.accept(node, "loops." + loop.name, put_integer(given_by(node), budgets, loop.budget));
  }
  definition_.loops.push_back(std::move(loop));
}

void DefinitionReader::read_queries() {
  for (const auto& [name, node] : in_.entries("queries", parts_range)) {
    Query query{name->text, ""};
    const std::string key = "queries." + query.name;
    in_.accept(*name, "queries", check_id(query.name));
    if (find_query(standard_queries(), query.name) != nullptr)
      in_.object(name->line, key, "is the name of a standard query");
    in_.accept(*node, key, put_text(given_by(*node), query.sql));
    if (query.sql.size() > static_cast<std::size_t>(text_range.highest))
      in_.object(node->line, key, fmt::format("is longer than {} bytes", text_range.highest));
    definition_.queries.push_back(std::move(query));
  }
}

void DefinitionReader::read_steps() {
  std::size_t index = 0;
  for (const YamlNode* node : in_.items("steps", steps_range)) {
    Step step;
    step.dispatch.concurrency = definition_.concurrency;
    read_step(problems_, *node, fmt::format("steps[{}]", index++), step);
    definition_.steps.push_back(std::move(step));
  }
}

void resolve_next(Way& way, const std::vector<Step>& steps, std::size_t from) {
  if (way.target != Target::step || way.step != "next") return;
  way.target = from + 1 < steps.size() ? Target::step : Target::done;
  way.step = from + 1 < steps.size() ? steps[from + 1].id : "";
}

/// Where a step goes of which its definition does not say it. Nobody but the author knows what a
/// revision or an option means.
std::optional<Way> standard_way(const Step& step, Outcome on) {
  switch (on) {
    case Outcome::pass: return Way{.target = Target::step, .step = "next"};
    case Outcome::failed: {
      const Route* pass = find_route(step, Outcome::pass);
      return step.blocking || pass == nullptr ? Way{.target = Target::error} : pass->way;
    }
    case Outcome::blocker: return Way{.target = Target::error};
    case Outcome::exhausted: return Way{.target = Target::stop};
    case Outcome::revise:
    case Outcome::concerns:
    case Outcome::option: break;
  }
  return std::nullopt;
}

void DefinitionReader::complete() {
  for (std::size_t i = 0; i < definition_.steps.size(); ++i) {
    Step& step = definition_.steps[i];
    if (step.gate.empty()) step.gate = standard_gate(step);
    for (const Outcome on : outcomes_of(step)) {
      const std::optional<Way> way = standard_way(step, on);
      if (way && find_route(step, on) == nullptr) step.routes.push_back({.on = on, .way = *way});
    }
    for (Route& route : step.routes) {
      resolve_next(route.way, definition_.steps, i);
      if (route.last) resolve_next(*route.last, definition_.steps, i);
    }
  }
  add_standard_queries();
}

void DefinitionReader::add_standard_queries() {
  for (const Step& step : definition_.steps) {
    for (const Condition& condition : step.gate) {
      const Query* query = find_query(standard_queries(), condition.query);
      if (query != nullptr && find_query(definition_.queries, condition.query) == nullptr)
        definition_.queries.push_back(*query);
    }
  }
}

/// The value of a key in a map or the item of a list; null if there is none.
const YamlNode* child_of(const YamlNode& node, std::string_view name) {
  if (node.kind == YamlNode::Kind::map) {
    for (std::size_t i = 0; i + 1 < node.items.size(); i += 2) {
      if (node.items[i].text == name) return &node.items[i + 1];
    }
  }
  if (node.kind != YamlNode::Kind::list) return nullptr;
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    if (std::to_string(i) == name) return &node.items[i];
  }
  return nullptr;
}

/// The line of the nearest thing that is written down.
std::size_t line_of(const YamlNode& root, const PipelineFault& fault) {
  const YamlNode* at = &root;
  std::vector<std::string> path;
  if (fault.step) path = {"steps", std::to_string(*fault.step)};
  path.push_back(fault.key);
  path.push_back(fault.part);
  for (const std::string& name : path) {
    const YamlNode* next = child_of(*at, name);
    if (next == nullptr) break;
    at = next;
  }
  return at->line;
}

std::string path_of(const PipelineFault& fault) {
  std::string path = fault.step ? fmt::format("steps[{}]", *fault.step) : "";
  if (!fault.key.empty()) path += (path.empty() ? "" : ".") + fault.key;
  if (fault.part.empty()) return path;
  const bool index = fault.part.find_first_not_of("0123456789") == std::string::npos;
  return path + (index && fault.key != "on" ? "[" + fault.part + "]" : "." + fault.part);
}

}  // namespace

}  // namespace pipeline

PipelineReading read_pipeline(std::string_view name, std::string_view yaml) {
  PipelineReading reading;
  ProblemLog problems(name);
  const YamlReading tree = read_yaml(yaml);
  for (const YamlFault& fault : tree.faults) problems.add(fault.line, "", fault.what);
  if (problems.empty() && tree.root.kind == YamlNode::Kind::null) {
    problems.add(1, "", "is empty (write 'version: 1')");
  } else if (problems.empty()) {
    reading.definition = pipeline::DefinitionReader(problems, tree.root).read();
  }
  // What could not be read is missing elsewhere: complaints about that would only mislead.
  if (problems.empty()) {
    for (const PipelineFault& fault : lint_pipeline(reading.definition)) {
      const std::string path = pipeline::path_of(fault);
      problems.add(pipeline::line_of(tree.root, fault), "",
                   path.empty() ? fault.what : path + ": " + fault.what);
    }
  }
  reading.problems = problems.by_line();
  return reading;
}

std::optional<ArtifactKind> artifact_kind(core::pipeline::Contract contract) {
  using core::pipeline::Contract;
  switch (contract) {
    case Contract::text:
    case Contract::log: return std::nullopt;
    case Contract::completion: return ArtifactKind::other;
    case Contract::research: return ArtifactKind::research;
    case Contract::spec: return ArtifactKind::spec;
    case Contract::design: return ArtifactKind::design;
    case Contract::plan: return ArtifactKind::plan;
    case Contract::task: return ArtifactKind::task;
    case Contract::implementation_report: return ArtifactKind::implementation_report;
    case Contract::verification_report: return ArtifactKind::verification_report;
    case Contract::verdict: return ArtifactKind::verdict;
    case Contract::knowledge: return ArtifactKind::knowledge;
    case Contract::pushback: return ArtifactKind::pushback;
    case Contract::impl_task: return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace assay::format
