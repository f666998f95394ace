// SPDX-License-Identifier: MIT
#include "format/shell/programs.h"

#include "format/shell/invocation.h"
#include "format/shell/parser.h"

#include <algorithm>

namespace assay::format::shell {

namespace {

void add_programs(const List& list, std::vector<std::string>& programs);

void add_program(const Command& command, std::vector<std::string>& programs) {
  if (command.kind != CommandKind::simple || command.assignments >= command.words.size()) return;
  const Words words = Words(command.words).subspan(command.assignments);
  const Invocation call = resolve(words);
  for (const Words& each : {words, call.words}) {
    if (!each.empty() && each.front().literal && !each.front().text.empty())
      programs.push_back(each.front().text);
  }
  // Scripts and settings that a program is given: `bash build/unit`, `make -f /out.mk`.
  for (const Word& word : words) {
    if (word.literal && word.text.find('/') != std::string::npos) programs.push_back(word.text);
  }
}

void add_programs(const List& list, std::vector<std::string>& programs) {
  for (const Item& item : list.items) {
    for (const Command& command : item.commands) {
      add_program(command, programs);
      for (const List& part : command.parts) add_programs(part, programs);
    }
  }
}

}  // namespace

std::vector<std::string> programs_in(std::string_view command) {
  const Parsed parsed = parse(command, {0, static_cast<std::uint32_t>(command.size()), true});
  std::vector<std::string> programs;
  add_programs(parsed.list, programs);
  std::sort(programs.begin(), programs.end());
  programs.erase(std::unique(programs.begin(), programs.end()), programs.end());
  return programs;
}

}  // namespace assay::format::shell
