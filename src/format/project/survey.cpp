// SPDX-License-Identifier: MIT
#include "format/project/survey.h"

#include "format/goals/blank.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace assay::format::project {
namespace {

using core::verify::GateType;

/// A folder name as part of an id.
std::string as_id(std::string_view name) {
  std::string id;
  for (const char c : name.substr(0, 60)) {
    const bool plain =
        std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-';
    id += plain ? c : '-';
  }
  if (id.empty() || std::isalnum(static_cast<unsigned char>(id.front())) == 0) id.insert(0, "d");
  return id;
}

std::string quoted(std::string_view word) {
  const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '_' || c == '-' ||
           c == '/';
  });
  if (plain && !word.empty() && word.front() != '-') return std::string{word};
  std::string out = word.substr(0, 1) == "-" ? "'./" : "'";
  for (const char c : word) out += c == '\'' ? std::string{"'\\''"} : std::string(1, c);
  return out + "'";
}

bool taken(const std::vector<Gate>& gates, std::string_view id) {
  return std::any_of(gates.begin(), gates.end(), [&](const Gate& gate) { return gate.id == id; });
}

}  // namespace

bool contains_any(std::string_view text, std::initializer_list<const char*> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](const char* part) { return contains(text, part); });
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
  }
  return lines;
}

std::string without_hash_comments(std::string_view text) {
  std::string out;
  for (const std::string_view line : lines_of(text)) {
    out += line.substr(0, line.find('#'));
    out += '\n';
  }
  return out;
}

bool has_ending(const std::vector<std::string>& names, std::string_view ending) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return ends_with(name, ending); });
}

std::optional<std::string> folder_with(const Survey& survey,
                                       std::initializer_list<const char*> folders,
                                       std::string_view ending) {
  for (const char* folder : folders) {
    const std::vector<std::string> names = survey.list(folder);
    if (has_ending(names, ending)) return folder;
    for (const std::string& name : names) {
      if (name.back() != '/' || name.front() == '.' || *folder == 0) continue;
      if (has_ending(survey.list(std::string{folder} + "/" + name), ending)) return folder;
    }
  }
  return std::nullopt;
}

Gate build_gate(std::string command, std::string comment) {
  Gate gate;
  gate.id = "build";
  gate.command = std::move(command);
  gate.comment = std::move(comment);
  gate.gate_type = GateType::build;
  gate.mutates_workspace = true;
  return gate;
}

Gate test_gate(std::string command, std::string comment) {
  Gate gate;
  gate.id = "test";
  gate.command = std::move(command);
  gate.comment = std::move(comment);
  gate.gate_type = GateType::test;
  return gate;
}

Gate reading_gate(GateType type, std::string command) {
  Gate gate;
  gate.id = std::string{to_text(type)};
  gate.command = std::move(command);
  gate.gate_type = type;
  gate.parallel_safe = true;
  return gate;
}

Gate from(Provenance origin, std::string source, Gate gate) {
  gate.origin = origin;
  gate.source = std::move(source);
  return gate;
}

std::optional<std::string> Survey::first_of(std::initializer_list<const char*> names) const {
  for (const char* name : names) {
    if (has(name)) return name;
  }
  return std::nullopt;
}

std::optional<std::string> Survey::first_ending(std::initializer_list<const char*> endings) const {
  const std::vector<std::string> names = list();
  for (const char* ending : endings) {
    const auto at = std::find_if(names.begin(), names.end(),
                                 [&](const std::string& name) { return ends_with(name, ending); });
    if (at != names.end()) return *at;
  }
  return std::nullopt;
}

std::string Survey::text(const std::string& name) const {
  return files_.read(folder_ + name).value_or("");
}

JsonNode Survey::json(const std::string& name) const {
  constexpr std::size_t nodes_max = 100'000;
  JsonTree tree =
      read_json_tree(blanked("x.js", text(name), core::goals::Blank::comments), nodes_max);
  return tree.fault.empty() ? std::move(tree.root) : JsonNode{};
}

bool Survey::mentions(const std::string& name, std::string_view part) const {
  return contains(text(name), part);
}

std::vector<std::string> Survey::list(const std::string& folder) const {
  std::string path = folder_ + folder;
  if (!path.empty() && path.back() == '/') path.pop_back();
  return files_.list(path);
}

std::optional<std::string> Survey::rehearse_make(const std::string& target) const {
  return files_.rehearse_make(folder_, target);
}

std::vector<const CiCommand*> Survey::ci_commands() const {
  std::vector<const CiCommand*> commands;
  for (const CiCommand& command : ci_.commands) {
    if (command.folder == folder_) commands.push_back(&command);
  }
  return commands;
}

bool Survey::ignores(std::string_view name) const {
  const std::string rules = files_.read(".gitignore").value_or("") + "\n" + text(".gitignore");
  for (std::string_view line : lines_of(rules)) {
    line = trimmed(line);
    if (!line.empty() && line.front() == '/') line.remove_prefix(1);
    if (!line.empty() && line.back() == '/') line.remove_suffix(1);
    if (line == name) return true;
    const bool starred = !line.empty() && line.back() == '*';
    if (starred && line.size() > 1 &&
        name.substr(0, line.size() - 1) == line.substr(0, line.size() - 1)) {
      return true;
    }
  }
  return false;
}

void Survey::found(std::string_view what, std::string_view file) {
  plan_.found.push_back(fmt::format("{} ({}{})", what, folder_, file));
}

void Survey::note(std::string text) {
  if (!folder_.empty()) text = folder_ + ": " + text;
  if (std::find(plan_.notes.begin(), plan_.notes.end(), text) == plan_.notes.end()) {
    plan_.notes.push_back(std::move(text));
  }
}

void Survey::leave_out(std::string command, std::string why) {
  constexpr std::size_t told_max = 20;
  if (!folder_.empty()) command = "cd " + folder_ + " && " + command;
  const bool known = std::any_of(plan_.left_out.begin(), plan_.left_out.end(),
                                 [&](const LeftOut& one) { return one.command == command; });
  if (!known && plan_.left_out.size() < told_max)
    plan_.left_out.push_back({std::move(command), std::move(why)});
}

void Survey::set_up(std::string what) {
  if (!folder_.empty()) what = "cd " + folder_ + " && " + what;
  if (std::find(plan_.setup.begin(), plan_.setup.end(), what) == plan_.setup.end())
    plan_.setup.push_back(std::move(what));
}

void Survey::add(std::string_view tool, Gate gate) {
  const std::string plain = gate.command;
  gate.folder = folder_;
  if (gate.slot.empty())
    gate.slot = fmt::format("{}{}:{}", folder_, tool, to_text(gate.gate_type));
  else
    gate.slot = folder_ + gate.slot;
  if (!gate.needs.empty()) gate.needs = folder_ + gate.needs;
  own_.push_back(gate);
  if (!folder_.empty()) {
    const std::string_view name{folder_.data(), folder_.size() - 1};
    gate.command = fmt::format("cd {} && {}", quoted(name), gate.command);
    if (!gate.report.empty()) gate.report = folder_ + gate.report;
    gate.id = as_id(name) + "-" + gate.id;
  }
  for (const Gate& other : plan_.gates) {
    if (other.command == gate.command) return;  // CI and a script name the same thing
    if (other.slot == gate.slot) gate.id = other.id;
  }
  const auto mine = [&](std::string_view id) {
    return std::any_of(plan_.gates.begin(), plan_.gates.end(), [&](const Gate& other) {
      return other.id == id && other.slot != gate.slot;
    });
  };
  if (mine(gate.id) || (taken(plan_.gates, gate.id) && mine(gate.id)))
    gate.id = fmt::format("{}-{}", gate.id, tool);
  const std::string wanted = gate.id;
  for (int n = 2; mine(gate.id); ++n) gate.id = fmt::format("{}-{}", wanted, n);
  plan_.gates.push_back(std::move(gate));
}

bool Survey::has_gate(GateType type) const {
  return std::any_of(own_.begin(), own_.end(),
                     [&](const Gate& gate) { return gate.gate_type == type; });
}

bool Survey::has_own_test() const {
  return std::any_of(own_.begin(), own_.end(), [](const Gate& gate) {
    return gate.gate_type == GateType::test && gate.origin != Provenance::inferred && !gate.extra;
  });
}

std::string Survey::command_of(GateType type) const {
  for (const Gate& gate : own_) {
    if (gate.gate_type == type) return gate.command;
  }
  return {};
}

}  // namespace assay::format::project
