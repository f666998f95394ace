// SPDX-License-Identifier: MIT
// One step of a definition: which keys it may have depends on its kind.
#include "format/pipeline/parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::pipeline {

using namespace core::pipeline;

namespace {

enum class Pattern : std::uint8_t { parallel, sequential, loop };

constexpr auto words_of(Of<Pattern>) {
  return words<Pattern>({{Pattern::parallel, "parallel"},
                         {Pattern::sequential, "sequential"},
                         {Pattern::loop, "loop"}});
}

class StepReader {
 public:
  StepReader(ProblemLog& problems, const YamlNode& node, std::string path, Step& step)
      : in_(problems, node, std::move(path)), step_(step) {}

  void read();

 private:
  void check_id_word();
  void read_inputs();
  void read_outputs();
  void read_pattern();
  void check_keys(StepKind kind);
  void add_lone_instance();

  ConfigFields in_;
  Step& step_;
};

void StepReader::read() {
  std::optional<StepKind> kind;
  in_.choice("kind", kind);
  step_.kind = kind.value_or(StepKind::agents);
  read_keys(in_, step_);
  check_id_word();
  read_inputs();
  read_outputs();
  if (step_.kind == StepKind::tasks && step_.dispatch.mode.empty())
    step_.dispatch.mode = "implement";
  read_gate(in_, step_.gate);
  read_routes(in_, step_);
  read_pattern();
  if (kind || !in_.has("kind")) check_keys(step_.kind);
  in_.finish();
  add_lone_instance();
}

void StepReader::check_id_word() {
  if (is_target_word(step_.id))
    in_.object(in_.lookup("id")->line, "id",
               quoted(step_.id) + " has a meaning of its own in routes");
}

/// How the agents of a step follow each other. What it says is said by `concurrency` and `loop`,
/// too: it must not say something else.
void StepReader::read_pattern() {
  Pattern pattern = Pattern::parallel;
  in_.choice("pattern", pattern);
  const bool loops = std::any_of(step_.routes.begin(), step_.routes.end(),
                                 [](const Route& route) { return !route.loop.empty(); });
  if (pattern == Pattern::loop && !loops)
    in_.object(in_.lookup("pattern")->line, "pattern",
               "no route of this step is charged to a loop");
  if (pattern != Pattern::sequential) return;
  if (in_.has("concurrency") && step_.dispatch.concurrency > 1)
    in_.object(in_.lookup("concurrency")->line, "concurrency", "the pattern is sequential");
  step_.dispatch.concurrency = 1;
}

void StepReader::read_inputs() {
  for (const bool required : {true, false}) {
    const std::string_view key = required ? "inputs" : "optional_inputs";
    std::size_t index = 0;
    for (const YamlNode* node : in_.items(key, parts_range)) {
      Input input{"", required};
      const std::string at = fmt::format("{}[{}]", key, index++);
      if (in_.accept(*node, at, put_text(given_by(*node), input.path)))
        step_.dispatch.inputs.push_back(std::move(input));
    }
  }
}

void StepReader::read_outputs() {
  const std::vector<std::string_view> names(all_words<Contract>.begin(), all_words<Contract>.end());
  for (const auto& [path, contract] : in_.entries("outputs", parts_range)) {
    std::size_t index = 0;
    if (in_.accept(*contract, "outputs." + path->text,
                   put_choice(given_by(*contract), names, index)))
      step_.dispatch.outputs.push_back({path->text, static_cast<Contract>(index)});
  }
}

void StepReader::check_keys(StepKind kind) {
  if (in_.node().kind != YamlNode::Kind::map) return;
  for_each_flat_key<Step>([&](const auto& key) {
    if (key.name.empty()) return;
    const YamlNode* node = in_.lookup(key.name);
    if (node != nullptr && (key.cases.in & kinds::bit(kind)) == 0)
      in_.object(node->line, key.name,
                 fmt::format("has no meaning in a step of kind {}", to_text(kind)));
    if (node == nullptr && (key.cases.needed & kinds::bit(kind)) != 0)
      in_.object(in_.node().line, "", fmt::format("missing key '{}'", key.name));
  });
}

/// Who is alone needs no name of his own.
void StepReader::add_lone_instance() {
  Dispatch& out = step_.dispatch;
  const bool per_task = step_.kind == StepKind::tasks || step_.kind == StepKind::verify;
  if (!per_task && !out.role.empty() && out.instances.empty())
    out.instances.push_back({out.role, ""});
}

}  // namespace

void read_step(ProblemLog& problems, const YamlNode& node, std::string path, Step& step) {
  StepReader(problems, node, std::move(path), step).read();
}

}  // namespace assay::format::pipeline
