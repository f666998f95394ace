// SPDX-License-Identifier: MIT
// Text that a command runs but that does not stand in it: scripts, package scripts, recipes, and
// what is piped into a shell.
#include "format/shell/judge.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::shell {
namespace {

constexpr int files_deep_max = 4;
constexpr std::size_t code_size_max = 4096;
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

// They pass on lines of a file, so that what the shell gets stands nowhere.
constexpr std::string_view line_tools =
    " head tail tr sed awk gawk mawk grep egrep cut tee tac sort uniq paste nl rev dd fold column ";

// `bash -p run.sh`, `bash --posix run.sh`
bool is_unobserved(Words words, const Word* file) {
  return std::any_of(words.data(), file, [](const Word& word) {
    return word.text == "--posix" || (word.text.size() > 1 && word.text[0] == '-' &&
                                      word.text[1] != '-' && word.text.find('p') != word.text.npos);
  });
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
  const bool plain = parsed.list.items.size() == 1 && parsed.list.items[0].commands.size() == 1;
  if (piece.no_shell && !plain) return Flow::checked();
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

/// `PATH=$PWD/bin:$PATH run`
std::optional<Flow> Judge::on_own_path(Words words, Surroundings& around) {
  if (!words.front().literal || words.front().text.find('/') != std::string::npos) return {};
  for (const std::string& folder : around.own_path) {
    Word program = words.front();
    program.text = "./" + path_in(folder, program.text);
    if (!angle_.sources(path_in(around.folder, program.text))) continue;
    const Word only[] = {program};
    return elsewhere(only, around);
  }
  return {};
}

std::optional<Flow> Judge::elsewhere(Words words, Surroundings& around) {
  if (!angle_.sources || angle_.depth >= files_deep_max) return {};
  if (auto found = carried(words, around)) return found;
  Surroundings inside;
  inside.folder = around.folder;
  inside.detach_counts = false;
  if (auto found = on_own_path(words, around)) return found;
  if (const Word* file = script_file(words)) {
    const auto text = angle_.sources(path_in(around.folder, file->text));
    if (!text) return {};
    ScriptKind kind = script_kind(*text, file->text);
    const bool by_shell = file != &words.front();
    if (by_shell) {
      const bool bash = program_name(words.front()) == "bash";
      kind = bash ? ScriptKind::bash : ScriptKind::other_shell;
    }
    if (kind == ScriptKind::none) return code_file(interpreter_of(*text), *file, *text);
    inside.children_observed = around.children_observed && !is_unobserved(words, file);
    inside.observed = kind == ScriptKind::bash && inside.children_observed;
    const std::size_t line = std::min(text->find('\n'), text->size());
    inside.errexit = !by_shell && text->starts_with("#!") &&
                     text->substr(0, line).find(" -e") != std::string::npos;
    for (const Word& word : words.first(static_cast<std::size_t>(file - words.data()))) {
      if (word.text.starts_with('-') && !word.text.starts_with("--") &&
          word.text.find('e') != std::string::npos)
        inside.errexit = true;
    }
    Piece whole;
    whole.text = *text;
    whole.place = file->text;
    return unless_idle(foreign(whole, words.front().at, inside));
  }
  return code_of(words, around);
}

/// `python3 run.py`, `awk -f run.awk`
std::optional<Flow> Judge::code_of(Words words, const Surroundings& around) {
  std::size_t at = 1;
  while (at < words.size() && words[at].text.starts_with('-') && words[at].text != "-f") {
    if (words[at].text == "-m" || words[at].text == "-c") return {};
    ++at;
  }
  if (at < words.size() && words[at].text == "-f") ++at;
  if (at >= words.size() || !words[at].literal) return {};
  const auto text = angle_.sources(path_in(around.folder, words[at].text));
  return text ? code_file(program_name(words.front()), words[at], *text) : std::nullopt;
}

/// A short script that starts something and looks at nothing.
std::optional<Flow> Judge::code_file(std::string_view program, const Word& file,
                                     std::string_view text) {
  if (text.size() > code_size_max || !starts_programs(program, text)) return {};
  if (judge_code(program, text) != CodeKind::drops_status) return {};
  Flow flow = Flow::checked();
  flow.ways = Flow::ok;
  flow.lose({file.at, fmt::format("{} starts a command and does not look at how it ended: let a "
                                  "failure end it",
                                  file.text)});
  return flow;
}

/// What the file of a runner (package.json, a makefile, tox.ini) makes of it: it fails if one of
/// its pieces fails.
std::optional<Flow> Judge::carried(Words words, const Surroundings& around) {
  const auto found = carried_by(words, around.folder, angle_.sources);
  if (!found || found->pieces.empty()) return {};
  const Span at = words.front().at;
  Flow asked(Flow::ok);
  Flow beside(Flow::ok);
  bool checks = found->decisive;
  for (const Piece& piece : found->pieces) {
    Surroundings inside;
    inside.folder = found->folder;
    inside.observed = piece.bash;
    inside.errexit = piece.errexit;
    inside.detach_counts = false;
    Flow flow = foreign(piece, at, inside);
    if (!piece.ignored.empty() && flow.can(Flow::bad)) {
      flow.move(Flow::bad, Flow::ok);
      flow.lose({at, fmt::format("{}: {} lets it go on after a failure: remove it", piece.place,
                                 piece.ignored)});
    }
    checks = checks || (!piece.beside && sounds_like_check(piece.text));
    Flow& part = piece.beside ? beside : asked;
    part.ways |= flow.ways;
    part.remember(flow);
  }
  const bool others_may_fail = found->needs_unknown || beside.can_fail();
  if (asked.can_fail()) return Flow::checked();
  if (asked.real) return checks || !others_may_fail ? asked : Flow::checked();
  // An answer to a failure that only talks hides it.
  if (angle_.only_checks && around.answering && !asked.real && !beside.real) return Flow(Flow::ok);
  // The pieces that were asked for only print, so the pieces beside them decide.
  return beside.real && !others_may_fail ? beside : Flow::checked();
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
  const Word* code = find_code(source);
  const bool printed = code != nullptr && judge_code(name, code->text) == CodeKind::shows_only;
  if (lists(decoders, name) || lists(line_tools, name) || printed ||
      (name == "cat" && source.size() == 1)) {
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
  Piece piece;
  piece.text = std::move(text);
  piece.place = "the script that is piped in";
  return unless_idle(foreign(piece, stage.at, inside));
}

}  // namespace assay::format::shell
