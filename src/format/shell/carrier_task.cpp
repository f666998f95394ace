// SPDX-License-Identifier: MIT
// Tasks of a Taskfile.
#include "format/shell/carriers.h"

#include <utility>

namespace assay::format::shell {
namespace {

class Taskfile {
 public:
  Taskfile(const YamlNode& root, std::string file)
      : tasks_(member(&root, "tasks")), file_(std::move(file)) {}

  bool has(const std::string& name) const { return member(tasks_, name) != nullptr; }

  void add(const std::string& name, bool beside, std::string ignored, int depth, Carried& out) {
    const YamlNode* task = member(tasks_, name);
    if (task == nullptr || depth > references_deep_max || out.pieces.size() > pieces_max) {
      out.needs_unknown = true;
      return;
    }
    if (is_true(member(task, "ignore_error"))) ignored = "`ignore_error: true`";
    if (const YamlNode* needs = member(task, "deps")) {
      for (const YamlNode& need : needs->items) {
        const YamlNode* other = need.kind == YamlNode::Kind::map ? member(&need, "task") : &need;
        if (other != nullptr) add(other->text, true, ignored, depth + 1, out);
      }
    }
    const YamlNode* cmds = member(task, "cmds");
    if (cmds == nullptr) cmds = member(task, "cmd");
    if (cmds == nullptr) cmds = task;
    if (cmds->kind == YamlNode::Kind::scalar) add_line(*cmds, name, beside, ignored, depth, out);
    if (cmds->kind != YamlNode::Kind::list) return;
    for (const YamlNode& line : cmds->items) add_line(line, name, beside, ignored, depth, out);
  }

 private:
  void add_line(const YamlNode& line, const std::string& task, bool beside, std::string ignored,
                int depth, Carried& out) {
    if (is_true(member(&line, "ignore_error"))) ignored = "`ignore_error: true`";
    if (const YamlNode* other = member(&line, "task"))
      return add(other->text, beside, ignored, depth + 1, out);
    const YamlNode* cmd = line.kind == YamlNode::Kind::map ? member(&line, "cmd") : &line;
    if (cmd == nullptr || cmd->kind != YamlNode::Kind::scalar) return;
    Piece piece;
    piece.text = without_templates(cmd->text, "{{", "}}");
    piece.place = file_ + ":" + std::to_string(cmd->line) + ", task " + task;
    piece.ignored = std::move(ignored);
    piece.beside = beside;
    piece.errexit = true;
    out.pieces.push_back(std::move(piece));
  }

  const YamlNode* tasks_;
  std::string file_;
};

}  // namespace

std::optional<Carried> taskfile_lines(Words words, const std::string& folder,
                                      const Sources& sources) {
  const Call call(words, " -d --dir -t --taskfile -C --concurrency -o --output ");
  Carried out;
  out.folder = call.place(folder, " -d --dir ");
  const auto file = find_file(call.value(" -t --taskfile "),
                              {"Taskfile.yml", "taskfile.yml", "Taskfile.yaml", "taskfile.yaml",
                               "Taskfile.dist.yml", "Taskfile.dist.yaml"},
                              out.folder, sources);
  if (!file) return {};
  const YamlReading reading = read_yaml(file->text);
  if (!reading.faults.empty()) return {};
  std::vector<std::string> wanted = call.targets();
  if (wanted.empty()) wanted.emplace_back("default");
  Taskfile tasks(reading.root, file->name);
  for (const std::string& task : wanted) tasks.add(task, false, "", 0, out);
  return out;
}

}  // namespace assay::format::shell
