// SPDX-License-Identifier: MIT
// Which family a program belongs to, and what their calls and files have in common.
#include "format/shell/carriers.h"

#include <algorithm>

namespace assay::format::shell {
namespace {

struct Carrier {
  std::string_view programs;
  std::optional<Carried> (*read)(Words words, const std::string& folder, const Sources& sources);
};

constexpr Carrier carriers[] = {
    {" npm yarn pnpm bun run-s run-p npm-run-all npm-run-all2 ", package_scripts},
    {" make gmake ", make_recipes},
    {" just ", just_recipes},
    {" task go-task ", taskfile_lines},
    {" tox ", tox_commands},
    {" ctest ", ctest_commands},
    {" nox ", nox_runs},
    {" composer composer.phar ", composer_scripts},
};

bool is_assignment_operand(std::string_view text) {
  return text.find('=') != std::string_view::npos;
}

}  // namespace

Call::Call(Words words, std::string_view valued) {
  for (std::size_t i = 1; i < words.size() && words[i].text != "--"; ++i) {
    const std::string& text = words[i].text;
    if (!text.starts_with('-')) {
      // An assignment with an expansion in it has an unknown value, so it is left out.
      if (words[i].literal || !is_assignment_operand(text)) operands_.push_back(text);
      continue;
    }
    const std::size_t equals = text.starts_with("--") ? text.find('=') : std::string::npos;
    const std::string letter = text.substr(0, 2);
    if (lists(valued, text)) {
      const bool number =
          text != "-j" || (i + 1 < words.size() && !words[i + 1].text.empty() &&
                           words[i + 1].text.find_first_not_of("0123456789") == std::string::npos);
      if (!number) continue;
      options_.push_back({text, i + 1 < words.size() ? words[i + 1].text : ""});
      ++i;
    } else if (equals != std::string::npos) {
      options_.push_back({text.substr(0, equals), text.substr(equals + 1)});
    } else if (!text.starts_with("--") && text.size() > 2 && lists(valued, letter)) {
      options_.push_back({letter, text.substr(2)});
    } else {
      options_.push_back({text, ""});
    }
  }
}

std::string Call::value(std::string_view names) const {
  std::string found;
  for (const Option& option : options_) {
    if (lists(names, option.name)) found = option.value;
  }
  return found;
}

std::string Call::place(const std::string& folder, std::string_view names) const {
  std::string found = folder;
  for (const Option& option : options_) {
    if (lists(names, option.name)) found = path_in(found, option.value);
  }
  return found;
}

bool Call::has(std::string_view names) const {
  return std::any_of(options_.begin(), options_.end(),
                     [&](const Option& option) { return lists(names, option.name); });
}

std::vector<std::string> Call::assignments() const {
  std::vector<std::string> found = operands_;
  std::erase_if(found, [](const std::string& text) { return !is_assignment_operand(text); });
  return found;
}

std::vector<std::string> Call::targets() const {
  std::vector<std::string> found = operands_;
  std::erase_if(found, is_assignment_operand);
  return found;
}

std::optional<FoundFile> find_file(const std::string& given,
                                   std::initializer_list<std::string_view> names,
                                   const std::string& folder, const Sources& sources) {
  for (const std::string_view name : names) {
    const std::string one = given.empty() ? std::string(name) : given;
    if (auto text = sources(path_in(folder, one))) return FoundFile{one, std::move(*text)};
  }
  return {};
}

const YamlNode* member(const YamlNode* map, std::string_view key) {
  if (map == nullptr || map->kind != YamlNode::Kind::map) return nullptr;
  for (std::size_t i = 0; i + 1 < map->items.size(); i += 2) {
    if (map->items[i].text == key) return &map->items[i + 1];
  }
  return nullptr;
}

bool is_true(const YamlNode* node) { return node != nullptr && node->text == "true"; }

std::string without_templates(std::string_view text, std::string_view open,
                              std::string_view close) {
  std::string out;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find(open), text.size());
    out += text.substr(0, begin);
    text.remove_prefix(begin);
    if (text.empty()) break;
    const std::size_t end = text.find(close);
    if (end == std::string_view::npos) {
      out += text;
      break;
    }
    out += not_known;
    text.remove_prefix(end + close.size());
  }
  return out;
}

Words launched_words(Words words) {
  for (int depth = 0; depth < references_deep_max; ++depth) {
    const std::size_t at =
        words.empty() || !words.front().literal ? 0 : tools::launched_at(texts_of(words));
    if (at == 0) return words;
    words = words.subspan(at);
  }
  return words;
}

std::optional<Carried> carried_by(Words words, const std::string& folder, const Sources& sources) {
  words = launched_words(words);
  if (words.empty() || !sources || !words.front().literal) return {};
  const std::string_view tool = base_name(words.front().text);
  // A program of the workspace that is called like one of them is another one.
  if (program_name(words.front()) != tool) return {};
  for (const Carrier& carrier : carriers) {
    if (lists(carrier.programs, tool)) return carrier.read(words, folder, sources);
  }
  return {};
}

}  // namespace assay::format::shell
