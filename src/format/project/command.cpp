// SPDX-License-Identifier: MIT
#include "format/project/command.h"

#include "format/project/survey.h"
#include "format/shell/parser.h"

#include <algorithm>

namespace assay::format::project {
namespace {

using Tokens = std::vector<std::string>;

constexpr std::size_t script_bytes_max = 64U << 10;
constexpr std::size_t commands_max = 200;

void collect(const shell::List& list, std::string_view script, Splitting& out);

void collect_one(const shell::Command& command, std::string_view script, Splitting& out) {
  if (command.kind != shell::CommandKind::simple) {
    out.plain = false;
    for (const shell::List& part : command.parts) collect(part, script, out);
    return;
  }
  Simple simple;
  for (const shell::Word& word : command.words) {
    simple.words.push_back(word.text);
    simple.literal = simple.literal && word.literal;
  }
  const std::size_t begin = std::min<std::size_t>(command.at.begin, script.size());
  const std::size_t end = std::min<std::size_t>(command.at.end, script.size());
  simple.text = trimmed(script.substr(begin, end > begin ? end - begin : 0));
  if (!simple.words.empty() && out.commands.size() < commands_max)
    out.commands.push_back(std::move(simple));
}

void collect(const shell::List& list, std::string_view script, Splitting& out) {
  for (const shell::Item& item : list.items) {
    if (item.background) out.plain = false;
    for (const shell::Command& command : item.commands) {
      if (command.join == shell::Join::pipe || command.join == shell::Join::or_if ||
          command.negated || !command.redirections.empty())
        out.plain = false;
      collect_one(command, script, out);
    }
  }
}

std::vector<std::string_view> views_of(const Tokens& words) { return {words.begin(), words.end()}; }

}  // namespace

Splitting split_script(std::string_view script) {
  Splitting out;
  if (script.size() > script_bytes_max) {
    out.plain = false;
    return out;
  }
  const shell::Parsed parsed =
      shell::parse(script, {0, static_cast<std::uint32_t>(script.size()), true});
  if (parsed.error) out.plain = false;
  collect(parsed.list, script, out);
  return out;
}

std::vector<std::string> bare_words(const std::vector<std::string>& words) {
  const auto views = views_of(words);
  const tools::Argv bare = tools::bare_words(views, tools::Privileged::kept);
  return {bare.begin(), bare.end()};
}

Purpose purpose_of(const Simple& command) {
  const Purpose known = tools::purpose_of(views_of(command.words));
  if (known != Purpose::other) return known;
  // A script of the project that is called like a test is worth a try.
  const Tokens words = bare_words(command.words);
  if (words.empty()) return Purpose::other;
  const std::string_view name = base_of(words.front());
  const std::string_view second = words.size() > 1 ? std::string_view{words[1]} : "";
  const bool interpreted =
      tools::is_shell(name) || tools::is_interpreter(name) || is_one_of(name, " lua Rscript ");
  const std::string_view script = interpreted ? second : std::string_view{words.front()};
  const bool path = contains(script, "/") || (interpreted && contains(script, "."));
  if (path && !script.empty() && script.front() != '-') {
    const std::string_view file = base_of(script);
    for (const char* word : {"test", "spec", "check"}) {
      if (contains(file, word) && !contains(file, "install")) return Purpose::test;
    }
  }
  return Purpose::other;
}

std::optional<core::verify::GateType> gate_type_of(Purpose purpose) {
  using core::verify::GateType;
  switch (purpose) {
    case Purpose::test: return GateType::test;
    case Purpose::lint: return GateType::lint;
    case Purpose::typecheck: return GateType::typecheck;
    case Purpose::format: return GateType::format;
    case Purpose::build: return GateType::build;
    case Purpose::setup:
    case Purpose::other: break;
  }
  return std::nullopt;
}

bool proves_nothing(std::string_view script) {
  const Splitting parts = split_script(script);
  return std::all_of(parts.commands.begin(), parts.commands.end(), [](const Simple& one) {
    if (base_of(one.words.front()) == "exit") return one.words.size() < 2 || one.words[1] == "0";
    return is_one_of(base_of(one.words.front()), " echo printf true : cat ");
  });
}

}  // namespace assay::format::project
