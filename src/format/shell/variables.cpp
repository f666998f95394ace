// SPDX-License-Identifier: MIT
#include "format/shell/variables.h"

#include "format/shell/characters.h"

#include <algorithm>

namespace assay::format::shell {

namespace {

/// `$_` stands for what is no plain variable.
constexpr std::string_view other_expansion = "_";

std::string_view name_at(std::string_view text) {
  const auto end = std::find_if_not(text.begin(), text.end(), is_name_char);
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

/// `$(pwd)`
bool is_place(const Substitution& each) {
  const auto& items = each.list.items;
  if (items.size() != 1 || items[0].commands.size() != 1) return false;
  const Command& command = items[0].commands[0];
  return command.words.size() == 1 && command.words[0].is("pwd");
}

}  // namespace

/// `in_place`: every `$_` is where the command runs.
std::optional<std::string> Variables::expanded(std::string_view text, bool in_place) const {
  std::string value;
  while (!text.empty()) {
    const std::size_t sign = std::min(text.find('$'), text.size());
    value += text.substr(0, sign);
    text.remove_prefix(sign);
    if (text.empty()) break;
    const std::string_view name = name_at(text.substr(1));
    text.remove_prefix(1 + name.size());
    const auto found = known_.find(name);
    const bool here = name == "PWD" || (name == other_expansion && in_place);
    if (!here && found == known_.end()) return std::nullopt;
    value += here ? std::string(".") : found->second;
  }
  return value;
}

std::optional<std::string> Variables::value_of(const Word& word) const {
  if (word.literal) return word.text;
  const bool in_place = !word.substitutions.empty() &&
                        std::all_of(word.substitutions.begin(), word.substitutions.end(), is_place);
  return expanded(word.text, in_place);
}

void Variables::assign(const Word& word) {
  const std::string_view name = name_at(word.text);
  if (name.empty() || name.size() >= word.text.size() || word.text[name.size()] != '=') return;
  Word right = word;
  right.text = word.text.substr(name.size() + 1);
  if (name == "PATH") {
    std::vector<std::string> folders;
    for (std::string_view rest = right.text; !rest.empty();) {
      const std::size_t end = std::min(rest.find(':'), rest.size());
      Word part = right;
      part.text = rest.substr(0, end);
      if (auto folder = value_of(part)) folders.push_back(folder->empty() ? "." : *folder);
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    search_.insert(search_.begin(), folders.begin(), folders.end());
    return;
  }
  const auto value = value_of(right);
  if (value)
    known_[std::string(name)] = *value;
  else
    known_.erase(std::string(name));
}

}  // namespace assay::format::shell
