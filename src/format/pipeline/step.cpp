// SPDX-License-Identifier: MIT
// One step of a definition: which keys it may have depends on its kind.
#include "format/pipeline/parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::pipeline {

using namespace core::pipeline;

namespace {

/// Kinds as a set of bits.
constexpr unsigned bit(StepKind kind) { return 1U << static_cast<unsigned>(kind); }
constexpr unsigned prepare = bit(StepKind::prepare);
constexpr unsigned agents = bit(StepKind::agents);
constexpr unsigned tasks = bit(StepKind::tasks);
constexpr unsigned verify = bit(StepKind::verify);
constexpr unsigned goals = bit(StepKind::goals);
constexpr unsigned review = bit(StepKind::review);
constexpr unsigned approval = bit(StepKind::approval);
constexpr unsigned bundle = bit(StepKind::bundle);
constexpr unsigned commit = bit(StepKind::commit);
constexpr unsigned asking = prepare | agents | tasks | verify | review;
constexpr unsigned any = asking | goals | approval | bundle | commit;

struct Key {
  std::string_view name;
  unsigned kinds;         ///< that may have it
  unsigned required = 0;  ///< that must have it
};

constexpr Key keys[] = {
    {"id", any, any},
    {"title", any, any},
    {"kind", any, any},
    {"on", any, approval},
    {"gate", asking | goals},
    {"blocking", agents | goals | bundle},
    {"role", asking, agents | tasks | review},
    {"if_configured", prepare | agents | verify},
    {"instances", agents | review, review},
    {"inputs", asking},
    {"optional_inputs", asking},
    {"outputs", asking | goals | bundle, agents | tasks | review},
    {"mode", agents | tasks},
    {"instructions", asking},
    {"pattern", (asking & ~prepare) | goals},
    {"concurrency", asking & ~prepare},
    {"retries", asking},
    {"plan", tasks | verify, tasks | verify},
    {"task_files", tasks | verify},
    {"tasks", tasks | verify},
    {"phase", goals, goals},
    {"scope", review, review},
    {"gate_id", approval, approval},
    {"question", approval, approval},
    {"context", approval},
    {"options", approval, approval},
    {"default_branch", prepare},
    {"message", commit, commit},
    {"trailers", commit},
    {"confidence", commit},
};

constexpr Range retries{0, 10};

enum class Pattern : std::uint8_t { parallel, sequential, loop };

constexpr auto words_of(Of<Pattern>) {
  return words<Pattern>({{Pattern::parallel, "parallel"},
                         {Pattern::sequential, "sequential"},
                         {Pattern::loop, "loop"}});
}

class StepReader {
 public:
  StepReader(ProblemLog& problems, const YamlNode& node, std::string path, Step& step)
      : problems_(problems), in_(problems, node, std::move(path)), step_(step) {}

  void read();

 private:
  void read_own();
  void read_dispatch();
  void read_inputs();
  void read_instances();
  void read_outputs();
  void read_question();
  void read_option(const YamlNode& node, std::size_t index);
  void read_pattern();
  void check_keys(StepKind kind);
  void add_lone_instance();

  ProblemLog& problems_;
  ConfigFields in_;
  Step& step_;
};

void StepReader::read() {
  std::optional<StepKind> kind;
  in_.choice("kind", kind);
  step_.kind = kind.value_or(StepKind::agents);
  read_own();
  read_dispatch();
  read_question();
  read_gate(in_, step_.gate);
  read_routes(in_, step_);
  read_pattern();
  if (kind || !in_.has("kind")) check_keys(step_.kind);
  in_.finish();
  add_lone_instance();
}

void StepReader::read_own() {
  read_id(in_, "id", step_.id);
  if (is_target_word(step_.id))
    in_.object(in_.lookup("id")->line, "id",
               quoted(step_.id) + " has a meaning of its own in routes");
  read_text(in_, "title", step_.title);
  in_.boolean("blocking", step_.blocking);
  read_text(in_, "plan", step_.plan);
  read_text(in_, "task_files", step_.task_files);
  in_.choice("tasks", step_.task_set);
  read_text(in_, "phase", step_.phase);
  in_.choice("scope", step_.scope);
  in_.choice("default_branch", step_.default_branch);
  read_text(in_, "message", step_.message);
  if (in_.has("trailers")) in_.texts("trailers", step_.trailers);
  in_.choice("confidence", step_.confidence);
}

void StepReader::read_dispatch() {
  Dispatch& out = step_.dispatch;
  read_id(in_, "role", out.role);
  in_.boolean("if_configured", out.if_configured);
  if (in_.has("mode")) read_id(in_, "mode", out.mode);
  read_text(in_, "instructions", out.instructions);
  in_.integer("concurrency", widths, out.concurrency);
  in_.integer("retries", retries, out.retries);
  read_instances();
  read_inputs();
  read_outputs();
  if (step_.kind == StepKind::tasks && out.mode.empty()) out.mode = "implement";
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
    for (const YamlNode* node : items_of(in_, key)) {
      Input input{"", required};
      const std::string at = fmt::format("{}[{}]", key, index++);
      if (in_.accept(*node, at, put_text(given_by(*node), input.path)))
        step_.dispatch.inputs.push_back(std::move(input));
    }
  }
}

void StepReader::read_instances() {
  std::size_t index = 0;
  for (const YamlNode* node : items_of(in_, "instances")) {
    ConfigFields in(problems_, *node, in_.path_of(fmt::format("instances[{}]", index++)));
    Instance instance;
    read_id(in, "name", instance.name);
    read_id(in, "focus", instance.focus);
    if (node->kind == YamlNode::Kind::map && !in.has("name"))
      in.object(node->line, "", "missing key 'name'");
    in.finish();
    step_.dispatch.instances.push_back(std::move(instance));
  }
}

void StepReader::read_outputs() {
  const std::vector<std::string_view> names(all_words<Contract>.begin(), all_words<Contract>.end());
  for (const auto& [path, contract] : entries_of(in_, "outputs")) {
    std::size_t index = 0;
    if (in_.accept(*contract, "outputs." + path->text,
                   put_choice(given_by(*contract), names, index)))
      step_.dispatch.outputs.push_back({path->text, static_cast<Contract>(index)});
  }
}

void StepReader::read_question() {
  if (in_.has("gate_id")) read_id(in_, "gate_id", step_.question.gate_id);
  read_text(in_, "question", step_.question.question);
  read_text(in_, "context", step_.question.context);
  std::size_t index = 0;
  for (const YamlNode* node : items_of(in_, "options")) read_option(*node, index++);
}

void StepReader::read_option(const YamlNode& node, std::size_t index) {
  constexpr std::size_t label_max = 50;
  ConfigFields in(problems_, node, in_.path_of(fmt::format("options[{}]", index)));
  Option option;
  read_id(in, "id", option.id);
  read_text(in, "label", option.label);
  read_text(in, "description", option.description);
  in.boolean("default", option.is_default);
  in.boolean("comment", option.comment);
  for (const std::string_view key : {"id", "label"}) {
    if (node.kind == YamlNode::Kind::map && !in.has(key))
      in.object(node.line, "", fmt::format("missing key '{}'", key));
  }
  const auto letters = std::count_if(option.label.begin(), option.label.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  });
  if (static_cast<std::size_t>(letters) > label_max)
    in.object(node.line, "label", fmt::format("is longer than {} characters", label_max));
  in.finish();
  step_.question.options.push_back(std::move(option));
}

void StepReader::check_keys(StepKind kind) {
  if (in_.node().kind != YamlNode::Kind::map) return;
  for (const Key& key : keys) {
    const YamlNode* node = in_.lookup(key.name);
    if (node != nullptr && (key.kinds & bit(kind)) == 0)
      in_.object(node->line, key.name,
                 fmt::format("has no meaning in a step of kind {}", to_text(kind)));
    if (node == nullptr && (key.required & bit(kind)) != 0)
      in_.object(in_.node().line, "", fmt::format("missing key '{}'", key.name));
  }
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
