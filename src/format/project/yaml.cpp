// SPDX-License-Identifier: MIT
// Writes the assay.yaml of a plan. By hand rather than through yaml-cpp, because the comments are
// half of it.
#include "base/text/escape.h"
#include "format/project.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace assay::format {
namespace {

bool is_plain(std::string_view text) {
  if (text.empty() || std::isalpha(static_cast<unsigned char>(text.front())) == 0 ||
      text.back() == ' ')
    return false;
  for (const char* word : {"true", "false", "null", "yes", "no", "on", "off"}) {
    if (text == word) return false;
  }
  if (text.find(": ") != std::string_view::npos || text.find(" #") != std::string_view::npos)
    return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) {
                       return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
                              std::string_view{" ._/=@+-$()\"'&|*:,;"}.find(c) !=
                                  std::string_view::npos;
                     }) &&
         text.back() != ':';
}

std::string scalar(std::string_view text) {
  if (is_plain(text)) return std::string{text};
  std::string out = "\"";
  for (const char c : printable(text)) {
    if (c == '\n' || c == '\t') {
      out += c == '\n' ? "\\n" : "\\t";
      continue;
    }
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

/// Text of others in a comment must not end the comment.
std::string one_line(std::string_view text) {
  std::string line = printable(text);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line.substr(0, 300);
}

void add_list(std::string& out, std::string_view title, const std::vector<std::string>& lines) {
  constexpr std::size_t lines_max = 20;
  if (lines.empty()) return;
  out += fmt::format("#\n# {}:\n", title);
  for (std::size_t i = 0; i < lines.size() && i < lines_max; ++i)
    out += fmt::format("#   {}\n", one_line(lines[i]));
}

std::string head(const ProjectPlan& plan) {
  std::string out =
      "# The gates of this project. `assay verify` runs them and decides from what they show.\n";
  std::vector<std::string> left;
  for (const LeftOut& one : plan.left_out)
    left.push_back(fmt::format("- {}   ({})", one.command, one.why));
  std::vector<std::string> notes;
  for (const std::string& note : plan.notes) notes.push_back("- " + note);
  add_list(out, "Found", plan.found);
  add_list(out, "To do once, before the gates can run", plan.setup);
  add_list(out, "Left out", left);
  add_list(out, "To look at", notes);
  out +=
      "#\n# Adjust: stages run in ascending order; parallel_safe gates of a stage run side by "
      "side;\n"
      "# mutates_workspace is for commands that change files git would see; `required: false` "
      "makes a\n"
      "# gate's result informative; `timeout_seconds` and `report` (JUnit XML, TAP, CTRF) go with "
      "a gate.\n";
  return out;
}

/// Where it comes from and what trying it showed.
std::string remark(const Gate& gate) {
  std::string text = gate.comment;
  const auto add = [&](const std::string& more) { text += (text.empty() ? "" : "; ") + more; };
  if (!gate.source.empty()) add("from " + gate.source);
  switch (gate.standing) {
    case Standing::untried:
    case Standing::passed: break;
    case Standing::uncounted:
      add(gate.counted
              ? "it ran no tests that could be counted"
              : "its output does not tell how many tests ran, so only its exit status counts");
      break;
    case Standing::failed: add("it failed when it was tried: " + gate.seen); break;
    case Standing::unready: add("it could not run when it was tried: " + gate.seen); break;
    case Standing::slow: add("it did not end within the time for trying"); break;
  }
  return text;
}

std::string gate_text(const Gate& gate) {
  std::string out;
  if (const std::string text = remark(gate); !text.empty())
    out += fmt::format("    # {}\n", one_line(text));
  out += fmt::format("    - id: {}\n", scalar(gate.id));
  out += fmt::format("      command: {}\n", scalar(gate.command));
  out += fmt::format("      stage: {}\n", gate.stage);
  out += fmt::format("      gate_type: {}\n", to_text(gate.gate_type));
  if (gate.parallel_safe) out += "      parallel_safe: true\n";
  if (gate.mutates_workspace) out += "      mutates_workspace: true\n";
  if (!gate.required) out += "      required: false\n";
  if (!gate.counted && gate.required) out += "      must_be_effective: false\n";
  if (!gate.report.empty()) out += fmt::format("      report: {}\n", scalar(gate.report));
  return out;
}

std::string agents_text(const ProjectPlan& plan) {
  if (plan.agents.empty()) return {};
  std::string out =
      "\n# Roles for `assay loop` and `assay pipeline`, with the agents that are installed "
      "here:\n# agents:\n";
  out += fmt::format("#   executor: {{preset: {}}}\n", plan.agents.front());
  if (plan.agents.size() > 1) out += fmt::format("#   reviewer: {{preset: {}}}\n", plan.agents[1]);
  return out + "#   \"*\": {use: executor}\n";
}

std::string flow_list(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + scalar(item);
  return "[" + out + "]";
}

std::string copies_text(const CopyPlan& copies) {
  const bool any = !copies.include.empty() || !copies.setup.empty();
  if (!any && copies.remarks.empty()) return {};
  std::string out =
      "\n# What copies (worktrees of tasks, baselines, verify --commit, prove) need beside what "
      "git "
      "has:\n";
  if (any) out += "workspace:\n";
  if (!copies.include.empty()) out += "  include: " + flow_list(copies.include) + "\n";
  if (!copies.setup.empty()) {
    out += "  setup: " + scalar(copies.setup) + "\n";
    out += "  setup_inputs: " + flow_list(copies.setup_inputs) + "\n";
  }
  for (const std::string& each : copies.remarks) out += fmt::format("#   {}\n", one_line(each));
  return out;
}

/// For people to take up: what they protect, agents may not change.
std::string protected_text(const std::vector<std::string>& globs) {
  if (globs.empty()) return {};
  return "  # What decides beside the gates: a change of it is told in every verdict, and is not "
         "for "
         "agents.\n  # protected: " +
         flow_list(globs) + "\n";
}

/// What the gates write anew each time is no change of what they test.
std::string leaves_text(const std::vector<std::string>& globs) {
  if (globs.empty()) return {};
  return "  # The gates leave these behind, and git does not ignore them.\n  may_change: " +
         flow_list(globs) + "\n";
}

constexpr std::string_view example =
    "# verify:\n"
    "#   commands:\n"
    "#     - id: build\n"
    "#       command: make\n"
    "#       stage: 0\n"
    "#       gate_type: build\n"
    "#       mutates_workspace: true\n"
    "#     - id: test\n"
    "#       command: make test\n"
    "#       stage: 1\n"
    "#       gate_type: test\n";

}  // namespace

std::string to_assay_yaml(const ProjectPlan& plan) {
  std::string out = head(plan) + "version: 1\n";
  if (plan.gates.empty()) return out + "\n" + std::string{example} + agents_text(plan);
  out += "verify:\n  default_timeout: 30m\n  commands:\n";
  for (const Gate& gate : plan.gates) out += gate_text(gate);
  out += leaves_text(plan.leaves);
  out += protected_text(plan.protects);
  return out + copies_text(plan.copies) + agents_text(plan);
}

}  // namespace assay::format
