// SPDX-License-Identifier: MIT
#include "format/config/sections.h"
#include "format/keys/read.h"
#include "format/manifest/command_draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay::format {

namespace {

using core::verify::Manifest;

class CommandReader {
 public:
  CommandReader(ProblemLog& problems, const YamlNode& node, std::string path)
      : problems_(problems), node_(node), in_(problems, node, std::move(path)) {}

  core::verify::CommandSpec read();
  std::size_t id_line() const { return id_line_; }

 private:
  void read_pair(const YamlNode& key, const YamlNode& value);
  void read_members(const CommandKey& key, const YamlNode& value);
  void read_items(const CommandKey& key, const YamlNode& value);
  void check_whole();

  ProblemLog& problems_;
  const YamlNode& node_;
  ConfigFields in_;
  CommandDraft draft_;
  std::size_t id_line_ = 0;
};

core::verify::CommandSpec CommandReader::read() {
  id_line_ = node_.line;
  if (node_.kind == YamlNode::Kind::map) {
    for (std::size_t i = 0; i + 1 < node_.items.size(); i += 2) {
      read_pair(node_.items[i], node_.items[i + 1]);
    }
    check_whole();
  }
  return draft_.finish();
}

void CommandReader::read_pair(const YamlNode& key, const YamlNode& value) {
  if (key.kind != YamlNode::Kind::scalar) return;
  const CommandKey* known = command_key(key.text, Origin::config);
  if (known == nullptr)
    return problems_.add(key.line, "", unknown_key(key.text, command_keys(Origin::config)));
  if (!draft_.meet(*known)) return;  // said already
  if (known->name == "id") id_line_ = key.line;
  if (value.kind == YamlNode::Kind::null) return in_.object(value.line, key.text, "has no value");
  if (known->add_member && value.kind == YamlNode::Kind::map) return read_members(*known, value);
  if (known->add_item && value.kind == YamlNode::Kind::list) return read_items(*known, value);
  in_.accept(value, key.text, draft_.put(*known, given_by(value)));
}

void CommandReader::read_members(const CommandKey& key, const YamlNode& value) {
  const ConfigFields entries(problems_, value, in_.path_of(key.name));
  for (std::size_t i = 0; i + 1 < value.items.size(); i += 2) {
    const YamlNode& name = value.items[i];
    if (name.kind != YamlNode::Kind::scalar) continue;
    in_.accept(name, key.name, key.add_member(draft_, name.text, given_by(value.items[i + 1])));
  }
}

void CommandReader::read_items(const CommandKey& key, const YamlNode& value) {
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    in_.accept(value.items[i], fmt::format("{}[{}]", key.name, i),
               key.add_item(draft_, given_by(value.items[i])));
  }
}

void CommandReader::check_whole() {
  for (const std::string_view key : draft_.missing())
    in_.object(node_.line, "", fmt::format("missing key '{}'", key));
  if (draft_.met("timeout") && draft_.met("timeout_seconds"))
    in_.object(node_.line, "", "has both 'timeout' and 'timeout_seconds'; keep one");
}

void read_commands(ConfigFields& in, Manifest& manifest) {
  const YamlNode* list = in.find("commands");
  if (list == nullptr) return;
  if (list->kind != YamlNode::Kind::list) {
    in.accept(*list, "commands", wrong_type("a list", given_by(*list)));
    return;
  }
  if (list->items.empty()) in.object(list->line, "commands", "must not be empty");
  struct Use {
    std::size_t line = 0;
    std::size_t index = 0;
  };
  std::map<std::string, Use> uses;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const std::string path = fmt::format("commands[{}]", i);
    CommandReader reader(in.problems(), list->items[i], in.path_of(path));
    manifest.commands.push_back(reader.read());
    const std::string& id = manifest.commands.back().id;
    const auto [use, fresh] = uses.try_emplace(id, Use{reader.id_line(), i});
    if (fresh || id.empty()) continue;
    in.object(reader.id_line(), path + ".id",
              fmt::format("duplicate id {}, first used on line {} by commands[{}]", quoted(id),
                          use->second.line, use->second.index));
  }
}

void check_names(ConfigFields& in) {
  const YamlNode* list = in.lookup("pass_env");
  if (list == nullptr || list->kind != YamlNode::Kind::list) return;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    if (list->items[i].kind != YamlNode::Kind::scalar) continue;
    in.accept(list->items[i], fmt::format("pass_env[{}]", i), check_env_name(list->items[i].text));
  }
}

/// What looks like a pattern and is none would protect nothing.
void check_protected(ConfigFields& in) {
  const YamlNode* list = in.lookup("protected");
  if (list == nullptr || list->kind != YamlNode::Kind::list) return;
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    if (list->items[i].kind != YamlNode::Kind::scalar) continue;
    const std::string& glob = list->items[i].text;
    const std::string key = fmt::format("protected[{}]", i);
    if (glob.starts_with('!'))
      in.accept(list->items[i], key, "nothing can be taken out again with '!': write other globs");
    in.accept(list->items[i], key, check_inner_glob(glob));
  }
}

}  // namespace

void read_verify(ProblemLog& problems, const YamlNode& node, VerifyConfig& out) {
  ConfigFields in(problems, node, "verify");
  read_keys(in, out, {"commands"});
  check_names(in);
  check_protected(in);
  read_commands(in, out.manifest);
  in.finish();
}

}  // namespace assay::format
