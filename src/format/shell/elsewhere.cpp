// SPDX-License-Identifier: MIT
// Text that a command runs but that does not stand in it: scripts, package scripts, recipes, and
// what is piped into a shell.
#include "format/shell/judge.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::shell {
namespace {

constexpr int files_deep_max = 4;
constexpr std::string_view decoders = " base64 base32 basenc xxd openssl rev uudecode gpg ";

bool sounds_like_check(std::string_view text) {
  for (const std::string_view word :
       {"test", "check", "lint", "spec", "verify", "tox", "jest", "mocha"}) {
    if (text.find(word) != std::string_view::npos) return true;
  }
  return false;
}

/// A script in which nothing can fail is taken for the stand-in that it may be; what is told is a
/// check that is thrown away.
Flow unless_idle(Flow flow) { return flow.real ? flow : Flow::checked(); }

std::string in_folder(const std::string& folder, const std::string& path) {
  if (folder.empty() || path.starts_with('/')) return path;
  return folder + "/" + (path.starts_with("./") ? path.substr(2) : path);
}

}  // namespace

/// The piece as the shell that runs it sees it; its losses are told at `at`.
Flow Judge::foreign(const Piece& piece, Span at, Surroundings inside) {
  core::CommandLint seen;
  Angle angle = angle_;
  angle.of_file = true;
  ++angle.depth;
  const Parsed parsed = parse(piece.text, {0, static_cast<std::uint32_t>(piece.text.size()), true});
  if (parsed.error) return Flow::checked();
  Judge judge(piece.text, seen, angle);
  inside.scope = 0;
  const Flow flow = judge.shell(parsed.list, inside).contained();
  for (const core::LintFinding& finding : seen.findings) {
    if (finding.rule == core::LintRule::masked)
      report(core::LintRule::masked, at, fmt::format("{}: {}", piece.place, finding.why));
  }
  if (flow.can_fail()) return Flow::checked();
  Flow out(Flow::ok);
  out.real = flow.real;
  for (const Loss& loss : flow.losses) out.lose({at, fmt::format("{}: {}", piece.place, loss.why)});
  if (flow.real && flow.losses.empty())
    out.lose({at, fmt::format("{}: no failure in it can reach its exit status", piece.place)});
  return out;
}

std::optional<Flow> Judge::elsewhere(Words words, Surroundings& around) {
  if (!angle_.sources || angle_.depth >= files_deep_max) return {};
  Surroundings inside;
  inside.folder = around.folder;
  inside.detach_counts = false;
  if (const Word* file = script_file(words)) {
    const auto text = angle_.sources(in_folder(around.folder, file->text));
    if (!text) return {};
    ScriptKind kind = script_kind(*text, file->text);
    const bool by_shell = file != &words.front();
    if (by_shell) {
      const bool bash = program_name(words.front()) == "bash";
      kind = bash ? ScriptKind::bash : ScriptKind::other_shell;
    }
    if (kind == ScriptKind::none) return {};
    inside.observed = kind == ScriptKind::bash;
    const std::size_t line = std::min(text->find('\n'), text->size());
    inside.errexit = !by_shell && text->starts_with("#!") &&
                     text->substr(0, line).find(" -e") != std::string::npos;
    for (const Word& word : words.first(static_cast<std::size_t>(file - words.data()))) {
      if (word.text.starts_with('-') && !word.text.starts_with("--") &&
          word.text.find('e') != std::string::npos)
        inside.errexit = true;
    }
    return unless_idle(foreign({*text, file->text, false, false}, words.front().at, inside));
  }
  inside.observed = false;
  const auto scripts = package_scripts(words, around.folder, angle_.sources);
  for (const Piece& piece : scripts) {
    Flow flow = unless_idle(foreign(piece, words.front().at, inside));
    if (!flow.can_fail() && !piece.beside) return flow;
  }
  if (!scripts.empty()) return Flow::checked();
  return recipes(words, around);
}

std::optional<Flow> Judge::recipes(Words words, const Surroundings& around) {
  const auto found = make_recipes(words, around.folder, angle_.sources);
  if (!found || found->lines.empty()) return {};
  const Span at = words.front().at;
  Surroundings inside;
  inside.folder = around.folder;
  inside.observed = false;
  inside.detach_counts = false;
  Flow whole(Flow::ok);
  bool checks = false;
  for (const Piece& piece : found->lines) {
    Flow flow = foreign(piece, at, inside);
    checks = checks || sounds_like_check(piece.text);
    if ((piece.ignored || !found->ignores.empty()) && flow.can(Flow::bad)) {
      flow.move(Flow::bad, Flow::ok);
      flow.lose({at, fmt::format("{}: {} lets it go on after a failure: remove it", piece.place,
                                 found->ignores.empty() ? std::string("the `-` in front")
                                                        : "`" + found->ignores + "`")});
    }
    whole.ways |= flow.ways;
    whole.remember(flow);
  }
  if (whole.can_fail() || !whole.real) return Flow::checked();
  // What else make does, before or by an include, may be what counts.
  return checks || !found->needs_others ? whole : Flow::checked();
}

/// `echo '...' | bash`: the script is what is piped in.
std::optional<Flow> Judge::fed(const Command& before, const Command& stage,
                               const Surroundings& around) {
  if (stage.kind != CommandKind::simple || before.kind != CommandKind::simple) return {};
  const Words words = resolve(Words(stage.words).subspan(stage.assignments)).words;
  if (!reads_script_from_input(words)) return {};
  const Words source = Words(before.words).subspan(before.assignments);
  if (source.empty()) return {};
  const std::string_view name = program_name(source.front());
  Flow hidden = Flow::checked();
  hidden.ways = Flow::ok;
  if (lists(decoders, name)) {
    hidden.lose(loss(stage.at, "runs a script that cannot be read here: put it in a file"));
    return hidden;
  }
  if (name == "cat" && source.size() == 2 && source[1].literal && angle_.sources) {
    const Word script[] = {words.front(), source[1]};
    Surroundings apart = around;
    return elsewhere(script, apart);
  }
  if (name != "echo" && name != "printf") return {};
  std::string text;
  for (const Word& word : source.subspan(1)) {
    if (!word.literal) return {};
    if (text.empty() && word.text.starts_with('-')) continue;
    text += (text.empty() ? "" : " ") + word.text;
  }
  for (std::size_t at = text.find("\\n"); at != std::string::npos; at = text.find("\\n", at)) {
    text.replace(at, 2, "\n");
  }
  Surroundings inside;
  inside.folder = around.folder;
  inside.observed = program_name(words.front()) == "bash";
  inside.detach_counts = false;
  if (angle_.depth >= files_deep_max) return {};
  return unless_idle(
      foreign({text, "the script that is piped in", false, false}, stage.at, inside));
}

}  // namespace assay::format::shell
