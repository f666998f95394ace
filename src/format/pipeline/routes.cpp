// SPDX-License-Identifier: MIT
// Gates and routes.
//
//   gate:
//     - {query: review_blockers, exactly: 0, else: blocker}
//     - {count: done, at_least: 2, else: failed}
//   on:
//     pass: next
//     revise: {to: "3", loop: design, mode: revise}
//     exhausted: {proceed: "4"}
#include "format/pipeline/parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::pipeline {

using namespace core::pipeline;

namespace {

constexpr Range counts{0, 1'000'000};

class ConditionReader {
 public:
  ConditionReader(ProblemLog& problems, const YamlNode& node, std::string path)
      : in_(problems, node, std::move(path)) {}

  Condition read();

 private:
  void read_subject();
  void read_comparison();
  void read_bound(const YamlNode& node, std::string_view key);

  ConfigFields in_;
  Condition condition_;
};

Condition ConditionReader::read() {
  read_subject();
  read_comparison();
  const std::vector<std::string_view> ends = {to_text(Outcome::failed), to_text(Outcome::revise),
                                              to_text(Outcome::concerns),
                                              to_text(Outcome::blocker)};
  if (const auto index = in_.choice("else", ends))
    condition_.otherwise = *value_of<Outcome>(ends[*index]);
  in_.finish();
  return std::move(condition_);
}

void ConditionReader::read_subject() {
  using core::agent::CompletionStatus;
  int subjects = 0;
  for (const std::string_view key : {"count", "query", "evidence"}) subjects += in_.has(key);
  if (subjects != 1 && in_.node().kind == YamlNode::Kind::map)
    in_.object(in_.node().line, "", "must have one of 'count', 'query' and 'evidence'");
  const std::vector<std::string_view> statuses = {"done", "needs_revision", "error"};
  if (const auto index = in_.choice("count", statuses))
    condition_.status = static_cast<CompletionStatus>(*index);
  read_keys(in_, condition_);
  in_.choice("evidence", condition_.fact);
  if (in_.has("query")) condition_.subject = Subject::query;
  if (in_.has("evidence")) condition_.subject = Subject::evidence;
}

void ConditionReader::read_comparison() {
  int comparisons = 0;
  for (const std::string_view word : all_words<Comparison>) {
    const YamlNode* node = in_.find(word);
    comparisons += in_.has(word);
    if (node == nullptr) continue;
    condition_.comparison = *value_of<Comparison>(word);
    read_bound(*node, word);
  }
  const bool fact = condition_.subject == Subject::evidence;
  if (in_.node().kind != YamlNode::Kind::map || comparisons == (fact ? 0 : 1)) return;
  in_.object(in_.node().line, "",
             fact ? "evidence holds or does not: nothing to compare it with"
                  : "must have one of 'at_least', 'at_most' and 'exactly'");
}

/// 2, all, {standard: 2, large: 3}
void ConditionReader::read_bound(const YamlNode& node, std::string_view key) {
  Bound& bound = condition_.bound;
  if (node.kind == YamlNode::Kind::scalar && node.text == "all") {
    bound.all = true;
  } else if (node.kind == YamlNode::Kind::map) {
    ConfigFields in(in_.problems(), node, in_.path_of(key));
    in.integer("standard", counts, bound.standard);
    in.integer("large", counts, bound.large);
    for (const std::string_view size : {"standard", "large"})
      if (!in.has(size)) in.object(node.line, "", fmt::format("missing key '{}'", size));
    in.finish();
  } else {
    in_.accept(node, key, put_integer(given_by(node), counts, bound.standard));
    bound.large = bound.standard;
  }
}

class RouteReader {
 public:
  RouteReader(ConfigFields& in, const YamlNode& node, std::string key)
      : in_(in), node_(node), key_(std::move(key)) {}

  void read(Route& route);

 private:
  void read_map(Route& route);

  ConfigFields& in_;  ///< of the step
  const YamlNode& node_;
  std::string key_;
};

std::string id_under(ConfigFields& in, std::string_view key) {
  std::string id;
  if (const YamlNode* node = in.find(key)) {
    Objection objection = put_text(given_by(*node), id);
    if (objection.empty()) objection = check_text(Rule::id, {}, id);
    in.accept(*node, key, objection);
  }
  return id;
}

void put_target(std::string_view word, Way& way) {
  way.target = Target::step;
  way.step.clear();
  for (const Target end : {Target::done, Target::error, Target::stop, Target::abort})
    if (word == to_text(end)) way.target = end;
  if (way.target == Target::step) way.step = word;
}

void RouteReader::read(Route& route) {
  if (node_.kind == YamlNode::Kind::map) return read_map(route);
  std::string word;
  Objection objection = put_text(given_by(node_), word);
  if (objection.empty()) objection = check_id(word);
  if (in_.accept(node_, key_, objection)) put_target(word, route.way);
}

void RouteReader::read_map(Route& route) {
  ConfigFields in(in_.problems(), node_, in_.path_of(key_));
  const bool exhausted = route.on == Outcome::exhausted;
  const std::string_view to = exhausted && in.has("proceed") ? "proceed" : "to";
  if (!in.has(to)) in.object(node_.line, "", "missing key 'to'");
  put_target(id_under(in, to), route.way);
  route.if_proceeding = to == "proceed";
  read_keys(in, route);
  if (const YamlNode* last = in.find("last")) {
    route.last.emplace();
    if (last->kind == YamlNode::Kind::map) {
      ConfigFields inner(in.problems(), *last, in.path_of("last"));
      if (!inner.has("to")) inner.object(last->line, "", "missing key 'to'");
      put_target(id_under(inner, "to"), *route.last);
      read_keys(inner, *route.last);
      inner.finish();
    } else {
      put_target(id_under(in, "last"), *route.last);
    }
  }
  in.finish();
}

/// Options have routes of their own: `option` is not written.
std::vector<std::string_view> outcome_words() {
  std::vector<std::string_view> words(all_words<Outcome>.begin(), all_words<Outcome>.end());
  std::erase(words, to_text(Outcome::option));
  return words;
}

/// Nothing if it is no word for an outcome.
std::optional<Outcome> outcome_named(std::string_view word) {
  const std::optional<Outcome> named = value_of<Outcome>(word);
  return named == Outcome::option ? std::nullopt : named;
}

}  // namespace

void read_gate(ConfigFields& in, std::vector<Condition>& gate) {
  std::size_t index = 0;
  for (const YamlNode* node : in.items("gate", parts_range)) {
    const std::string path = in.path_of(fmt::format("gate[{}]", index++));
    gate.push_back(ConditionReader(in.problems(), *node, path).read());
  }
}

void read_routes(ConfigFields& in, Step& step) {
  for (const auto& [name, node] : in.entries("on", parts_range)) {
    Route route;
    if (step.kind == StepKind::approval) {
      route.on = Outcome::option;
      route.option = name->text;
    } else if (const std::optional<Outcome> on = outcome_named(name->text)) {
      route.on = *on;
    } else {
      in.problems().add(name->line, "", unknown_key(name->text, outcome_words()));
      continue;
    }
    if (node->kind == YamlNode::Kind::null) {
      in.object(node->line, "on." + name->text, "has no value");
      continue;
    }
    RouteReader(in, *node, "on." + name->text).read(route);
    step.routes.push_back(std::move(route));
  }
}

}  // namespace assay::format::pipeline
