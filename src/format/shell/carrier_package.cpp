// SPDX-License-Identifier: MIT
// Scripts of package.json (npm, yarn, pnpm, bun) and of composer.json.
#include "format/json/tree.h"
#include "format/shell/carriers.h"

#include <algorithm>
#include <utility>

namespace assay::format::shell {
namespace {

/// An empty tree if the file cannot be read.
JsonTree read_scripts(const std::string& path, const Sources& sources) {
  const auto text = sources(path);
  JsonTree tree = text ? read_json_tree(*text, package_nodes_max) : JsonTree{};
  return tree.fault.empty() ? std::move(tree) : JsonTree{};
}

/// `npm --prefix web run test`: which scripts of which package.
struct Asked {
  std::string folder;
  std::vector<std::string> names;
};

Asked scripts_asked(std::string_view tool, Words args, const std::string& folder) {
  constexpr std::string_view built_in =
      " install i ci add remove publish pack exec dlx x audit init link update up why info view "
      "config cache login version create import list ls outdated rebuild dedupe workspaces set "
      "patch store fetch deploy npm node plugin workspace ";
  constexpr std::string_view places = " -C --dir --prefix --cwd -w --workspace ";
  Asked asked{folder, {}};
  std::vector<std::string> operands;
  for (std::size_t i = 0; i < args.size() && args[i].text != "--"; ++i) {
    const std::string& text = args[i].text;
    if (!text.starts_with('-')) {
      operands.push_back(text);
      continue;
    }
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    // Behind a script's name npm alone still listens.
    const bool named = !operands.empty() && (operands.size() > 1 || operands[0] != "run");
    if (named && tool != "npm") break;
    if (tool == "pnpm" && name == "-w") return asked;
    if (lists(places, name)) {
      if (equals == std::string::npos && ++i >= args.size()) return asked;
      asked.folder =
          path_in(folder, equals == std::string::npos ? args[i].text : text.substr(equals + 1));
    } else if (name.find("workspace") != std::string::npos ||
               lists(" -r --recursive --filter -F ", name)) {
      return asked;
    }
  }
  if (operands.empty()) return asked;
  const std::string& first = operands.front();
  if (first == "run" || first == "run-script") {
    if (operands.size() > 1) asked.names = {operands[1]};
  } else if (first == "test" || first == "t" || first == "tst") {
    if (tool != "bun") asked.names = {"test"};
  } else if (tool == "npm") {
    if (first == "start" || first == "stop") asked.names = {first};
  } else if (tool != "bun" && !lists(built_in, first)) {
    asked.names = {first};
  }
  return asked;
}

bool fits(std::string_view pattern, std::string_view name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == name;
  return name.size() > star && name.starts_with(pattern.substr(0, star));
}

void composer_script(const JsonNode& scripts, const std::string& name, int depth, Carried& out) {
  const JsonNode* script = scripts.find(name);
  if (script == nullptr || depth > references_deep_max || out.pieces.size() > pieces_max) {
    out.needs_unknown = true;
    return;
  }
  const auto add = [&](const JsonNode& line) {
    std::string text = line.text;
    if (text.starts_with("@php ") || text.starts_with("@composer ")) {
      text.erase(0, 1);
    } else if (text.starts_with("@putenv ")) {
      return;
    } else if (text.starts_with('@')) {
      const std::string other = text.substr(1, text.find(' ') - 1);
      return composer_script(scripts, other, depth + 1, out);
    } else if (text.find("::") != std::string::npos && text.find(' ') == std::string::npos) {
      out.needs_unknown = true;  // a method of PHP
      return;
    }
    Piece piece;
    piece.text = std::move(text);
    piece.place = "composer.json, script " + name;
    out.pieces.push_back(std::move(piece));
  };
  if (script->kind == JsonNode::Kind::text) add(*script);
  for (const JsonNode& line : script->items) {
    if (script->kind == JsonNode::Kind::list) add(line);
  }
}

}  // namespace

std::optional<Carried> package_scripts(Words words, const std::string& folder,
                                       const Sources& sources) {
  const std::string_view tool = base_name(words.front().text);
  Asked asked{folder, {}};
  const bool several = lists(" run-s run-p npm-run-all npm-run-all2 ", tool);
  if (several) {
    for (const Word& word : words.subspan(1)) {
      if (word.text == "--") break;
      if (!word.text.starts_with('-')) asked.names.push_back(word.text);
    }
  } else {
    asked = scripts_asked(tool, words.subspan(1), folder);
  }
  if (asked.names.empty()) return {};
  const JsonTree tree = read_scripts(path_in(asked.folder, "package.json"), sources);
  const JsonNode* scripts = tree.root.find("scripts");
  if (scripts == nullptr) return {};
  Carried out;
  out.folder = asked.folder;
  out.decisive = !several;
  const auto add = [&](const std::string& name, bool beside) {
    const JsonNode* script = scripts->find(name);
    if (script == nullptr || script->kind != JsonNode::Kind::text) return;
    Piece piece;
    piece.text = script->text;
    piece.place = path_in(asked.folder, "package.json") + ", script " + name;
    piece.beside = beside;
    out.pieces.push_back(std::move(piece));
  };
  const bool forgiving = std::any_of(words.begin(), words.end(),
                                     [](const Word& word) { return word.text == "--if-present"; });
  for (const std::string& wanted : asked.names) {
    if (forgiving && scripts->find(wanted) == nullptr) {
      out.pieces.push_back({.text = std::string(not_known),
                            .place = path_in(asked.folder, "package.json"),
                            .ignored = "`--if-present` without a script `" + wanted + "`"});
    }
    for (const std::string& name : scripts->names) {
      if (!fits(wanted, name) || out.pieces.size() > pieces_max) continue;
      add("pre" + name, true);
      add(name, false);
      add("post" + name, true);
    }
  }
  return out;
}

std::optional<Carried> composer_scripts(Words words, const std::string& folder,
                                        const Sources& sources) {
  constexpr std::string_view built_in =
      " install update require remove validate dump-autoload dumpautoload show outdated audit "
      "exec create-project init about archive browse bump clear-cache config depends diagnose fund "
      "global help licenses list prohibits reinstall search self-update status suggests ";
  Carried out;
  out.folder = folder;
  const Call call(words, " -d --working-dir ");
  out.folder = call.place(folder, " -d --working-dir ");
  std::vector<std::string> operands = call.operands();
  if (!operands.empty() && lists(" run run-script ", operands.front()))
    operands.erase(operands.begin());
  else if (!operands.empty() && lists(built_in, operands.front()))
    return {};
  if (operands.empty()) return {};
  const JsonTree tree = read_scripts(path_in(out.folder, "composer.json"), sources);
  const JsonNode* scripts = tree.root.find("scripts");
  if (scripts == nullptr || scripts->find(operands.front()) == nullptr) return {};
  composer_script(*scripts, operands.front(), 0, out);
  return out;
}

}  // namespace assay::format::shell
