// SPDX-License-Identifier: MIT
#include "face/cli/notation.h"

#include "base/text/join.h"

namespace assay::cli {

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  std::vector<const CLI::App*> commands;
  for (const CLI::App* command : app.get_subcommands({})) {
    if (!command->get_group().empty()) commands.push_back(command);
  }
  return commands;
}

bool takes_value(const CLI::Option& option) { return option.get_expected_min() > 0; }

/// The parser tells them as "FORMAT:{human,json,markdown}".
std::vector<std::string> choices_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}');
  std::vector<std::string> words;
  if (open == std::string::npos || close == std::string::npos || close < open) return words;
  for (std::size_t at = open + 1; at < close;) {
    const std::size_t end = std::min(type.find(',', at), close);
    words.push_back(type.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

std::string value_name(const CLI::Option& option) {
  if (!takes_value(option)) return "";
  std::string text;
  for (const std::string& word : choices_of(option)) append_part(text, "|", word);
  if (!text.empty()) return text;
  const std::string type = option.get_type_name();
  return type.substr(0, type.find_first_of(": "));
}

}  // namespace assay::cli
