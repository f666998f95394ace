// SPDX-License-Identifier: MIT
// Paths of inputs and outputs: where they may lie, what may stand in braces, who writes what.
#include "base/quoted.h"
#include "core/pipeline/lint/lint.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay::core::pipeline::lint {

namespace {

constexpr std::size_t path_bytes_max = 120;

/// Why a path is none below the feature folder; empty if it is one.
std::string objection_to(std::string_view path) {
  if (path.empty()) return "must not be empty";
  if (path.size() > path_bytes_max) return fmt::format("is longer than {}", path_bytes_max);
  const auto odd = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F || c == '\\';
  };
  if (std::any_of(path.begin(), path.end(), odd)) return "has a character no path should have";
  const std::string segments = "/" + std::string(path) + "/";
  const bool leaves =
      path.starts_with('/') || path.starts_with('~') || segments.find("/../") != std::string::npos;
  if (leaves) return "lies outside docs/feature/{slug}/";
  if (segments.find("/./") != std::string::npos || path.find("//") != std::string_view::npos)
    return "is not written in the shortest way";
  for (std::size_t star = path.find('*'); star != std::string_view::npos;
       star = path.find('*', star + 1)) {
    const std::size_t next = path.find_first_of("*/", star + 1);
    if (next != std::string_view::npos && path[next] == '*') return "has more than one * in a name";
  }
  return {};
}

class PathLint {
 public:
  PathLint(const Definition& definition, Faults& faults)
      : definition_(definition), faults_(faults) {}

  void lint();

 private:
  void lint_step(std::size_t index);
  void check_path(const std::string& key, const std::string& part, const std::string& path);
  void check_names(const std::string& key, const std::string& part, const std::string& text,
                   const std::vector<std::string_view>& known);
  std::vector<std::string_view> known_names() const;
  void check_outputs();
  void check_apart();
  void check_same_contract();
  void object(std::string key, std::string part, std::string what) {
    faults_.push_back({index_, std::move(key), std::move(part), std::move(what)});
  }

  const Definition& definition_;
  Faults& faults_;
  std::size_t index_ = 0;
  const Step* step_ = nullptr;
  std::map<std::string, std::pair<Contract, std::string>> written_;  ///< path: as what, by whom
};

void PathLint::lint() {
  for (index_ = 0; index_ < definition_.steps.size(); ++index_) {
    step_ = &definition_.steps[index_];
    lint_step(index_);
  }
}

void PathLint::lint_step(std::size_t index) {
  index_ = index;
  std::size_t inputs = 0;
  std::size_t optional_inputs = 0;
  for (const Input& input : step_->dispatch.inputs) {
    const std::size_t at = input.required ? inputs++ : optional_inputs++;
    check_path(input.required ? "inputs" : "optional_inputs", std::to_string(at), input.path);
  }
  check_outputs();
  const auto folder = [&](const std::string& key, const std::string& path) {
    if (path.empty()) return;
    check_path(key, "", path);
    if (!path.ends_with('/')) object(key, "", "is a folder: it must end in /");
  };
  if (!step_->plan.empty()) check_path("plan", "", step_->plan);
  folder("task_files", step_->task_files);
  folder("phase", step_->phase);
  check_names("context", "", step_->question.context, {"slug", "tasks", "waves", "risks", "done"});
  check_names("message", "", step_->message, {"slug"});
}

void PathLint::check_path(const std::string& key, const std::string& part,
                          const std::string& path) {
  const std::string objection = objection_to(path);
  if (!objection.empty()) return object(key, part, quoted(path) + " " + objection);
  check_names(key, part, path, known_names());
}

/// What can be filled in depends on who is asked.
std::vector<std::string_view> PathLint::known_names() const {
  std::vector<std::string_view> known{"slug", "round"};
  const auto& instances = step_->dispatch.instances;
  const bool per_task = step_->kind == StepKind::tasks || step_->kind == StepKind::verify;
  if (!step_->dispatch.role.empty()) known.push_back("instance");
  if (per_task && !step_->dispatch.role.empty()) known.push_back("task");
  if (step_->kind == StepKind::review) known.push_back("scope");
  const bool focused =
      !instances.empty() && std::all_of(instances.begin(), instances.end(),
                                        [](const Instance& one) { return !one.focus.empty(); });
  if (focused) known.push_back("focus");
  return known;
}

void PathLint::check_names(const std::string& key, const std::string& part, const std::string& text,
                           const std::vector<std::string_view>& known) {
  for (const std::string& name : placeholders_of(text)) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    object(key, part,
           fmt::format("nothing is known here for {}{}", quoted("{" + name + "}"),
                       suggestion(name, known)));
  }
}

void PathLint::check_outputs() {
  bool sound = true;
  for (const Output& output : step_->dispatch.outputs) {
    const std::size_t before = faults_.size();
    check_path("outputs", output.path, output.path);
    if (output.path.find('*') != std::string::npos)
      object("outputs", output.path, "an output is one file: no * in it");
    if (output.path == "initial-request.md")
      object("outputs", output.path, "is the request, which nobody changes");
    sound = sound && before == faults_.size();
  }
  if (!sound) return;
  check_apart();
  check_same_contract();
}

/// Agents that run side by side must not write the same file.
void PathLint::check_apart() {
  const Dispatch& dispatch = step_->dispatch;
  const bool per_task = step_->kind == StepKind::tasks || step_->kind == StepKind::verify;
  std::map<std::string, std::string> writers;
  for (const Output& output : dispatch.outputs) {
    const std::vector<std::string> names = placeholders_of(output.path);
    const bool named = std::find(names.begin(), names.end(), "task") != names.end() ||
                       std::find(names.begin(), names.end(), "instance") != names.end();
    if (per_task && !named)
      object("outputs", output.path, "every task would write the same file: name it by {task}");
    for (const Instance& instance : dispatch.instances) {
      const std::string path =
          fill(output.path, {.instance = instance.name, .focus = instance.focus});
      const auto [other, fresh] = writers.emplace(path, instance.name);
      if (fresh) continue;
      object("outputs", output.path,
             fmt::format("{} and {} would write it at the same time", quoted(other->second),
                         quoted(instance.name)));
      break;
    }
  }
}

void PathLint::check_same_contract() {
  for (const Output& output : step_->dispatch.outputs) {
    const auto [other, fresh] =
        written_.emplace(output.path, std::pair{output.contract, step_->id});
    if (fresh || other->second.first == output.contract) continue;
    object("outputs", output.path,
           fmt::format("step {} writes it as {}", quoted(other->second.second),
                       to_text(other->second.first)));
  }
}

}  // namespace

std::vector<std::string> placeholders_of(std::string_view path) {
  std::vector<std::string> names;
  std::size_t open = path.find('{');
  while (open != std::string_view::npos) {
    const std::size_t close = path.find_first_of("{}", open + 1);
    const bool closed = close != std::string_view::npos && path[close] == '}';
    names.emplace_back(path.substr(
        open + 1, close == std::string_view::npos ? std::string_view::npos : close - open - 1));
    open = path.find('{', closed ? close + 1 : open + 1);
  }
  return names;
}

void lint_paths(const Definition& definition, Faults& faults) {
  PathLint(definition, faults).lint();
}

}  // namespace assay::core::pipeline::lint
