// SPDX-License-Identifier: MIT
// Simple commands: what is known of builtins and of programs that take a script.
#include "format/shell/characters.h"
#include "format/shell/judge.h"
#include "format/shell/literal.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::format::shell {
namespace {

constexpr int scripts_max = 8;

// They succeed whatever they are given, as far as a gate is concerned.
constexpr std::string_view ends_waiting = " EXIT 0 SIGEXIT exit ERR err DEBUG debug ";

bool is_input(const Redirection& redirection) {
  return (redirection.op == TokenKind::less || redirection.op == TokenKind::read_write) &&
         !redirection.target.is("/dev/null");
}

bool feeds_text(const Redirection& redirection) {
  return redirection.body != nullptr || redirection.op == TokenKind::here_string;
}

Origin origin_of(const Word& word) {
  if (word.inner == Word::nowhere) return {word.at.begin, word.at.end, false};
  return {word.inner, word.at.end, true};
}

bool stays_here(Words args) {
  if (args.empty()) return true;
  return args.size() == 1 && lists(" . ./ / ~ .. ", args.front().text);
}

bool names_option(std::string_view cluster, std::string_view value, char letter,
                  std::string_view name) {
  return cluster.find(letter) != std::string_view::npos ||
         (cluster.find('o') != std::string_view::npos && value == name);
}

// `bash -euo pipefail <<E`
void take_options(Words words, Script& script) {
  for (const Word& word : words.subspan(1)) {
    const bool letters = word.text.size() > 1 && word.text[0] == '-' && word.text[1] != '-';
    if (letters && word.text.find('e') != std::string::npos) script.errexit = true;
    if (word.text == "pipefail") script.pipefail = true;
    if (word.text == "errexit") script.errexit = true;
  }
}

}  // namespace

// The status of the last substitution, which is that of an assignment without a command.
std::optional<Flow> Judge::substitutions(const Word& word, const Surroundings& around) {
  std::optional<Flow> last;
  for (const Substitution& substitution : word.substitutions) {
    Surroundings inside = around;
    inside.errexit = false;  // bash does not hand it down to substitutions
    const bool before = has_real_substitution_;
    Flow flow = subshell(substitution.list, inside, Errexit::suspended);
    has_real_substitution_ = before || flow.real;
    if (substitution.carries_status) last = std::move(flow);
  }
  return last;
}

std::optional<Flow> Judge::substitutions(const Command& command, const Surroundings& around) {
  std::optional<Flow> last;
  for (const Word& word : command.words) {
    if (auto flow = substitutions(word, around)) last = std::move(flow);
  }
  for (const Redirection& redirection : command.redirections) {
    substitutions(redirection.target, around);
    if (redirection.body) substitutions(*redirection.body, around);
  }
  return last;
}

// `MAKEFLAGS=-i make test`, also behind env and export.
void Judge::assignments(const Command& command, Words words) {
  for (const Word& word : command.words) {
    // Scripts that are to run in any shell keep start-up files away.
    if (angle_.of_file && word.text.starts_with("BASH_ENV=")) continue;
    if (const auto effect = find_hostile_assignment(word.text)) {
      const bool sets = &word < words.data() || words.empty() ||
                        lists(" env export declare typeset make gmake ", program_name(words[0]));
      if (sets)
        report(core::LintRule::masked, word.at,
               fmt::format("`{}` {}: remove it", excerpt(word.at), *effect));
    }
  }
}

// `export OUT=$(pytest); ./next`: the status of words is asked for by nobody.
void Judge::lose_test_run(const List& list) {
  if (!angle_.only_checks || list.items.empty() || list.items.back().commands.empty()) return;
  const Command& last = list.items.back().commands.back();
  if (!is_test_run(last) || text_.find("$?") != std::string_view::npos) return;
  report(core::LintRule::masked, last.at,
         fmt::format("`{}` is a test run in the words of another command, which does not tell how "
                     "it ended: run it first",
                     excerpt(last.at)));
}

Flow Judge::simple(const Command& command, Surroundings& around, Errexit errexit) {
  has_real_substitution_ = false;
  const auto substituted = substitutions(command, around);
  const bool lost_inside = has_real_substitution_;
  const bool reads_file =
      std::any_of(command.redirections.begin(), command.redirections.end(), is_input);
  const Words words = Words(command.words).subspan(command.assignments);
  assignments(command, words);
  if (words.empty()) keep_values(command, around);
  note_path(command, around);
  Flow flow(Flow::ok);
  if (!words.empty()) {
    const bool observed = around.children_observed;
    hides_from_observer(command, words, around);
    flow = invoked(command, words, around, errexit);
    // What it sets is not known.
    if (lists(" eval source . ", program_name(words.front()))) around.values.clear();
    if (program_name(words.front()) != "unset") around.children_observed = observed;
  } else if (substituted) {
    flow = *substituted;
  }
  for (const Word& word : words) {
    for (const Substitution& inner : word.substitutions) lose_test_run(inner.list);
  }
  // `export X=$(./check)`, `cat <(./check)`: how the substitution ends reaches nobody.
  if (angle_.only_checks && !words.empty() && !flow.real && lost_inside) {
    flow.real = true;
    flow.lose(loss(command.at, "does not tell how the substitution in it ended: run that first"));
  }
  // `: < file` asks whether the file is there.
  if (reads_file && !flow.can_fail() && !flow.real) return Flow::checked();
  return flow;
}

Flow Judge::invoked(const Command& command, Words words, Surroundings& around, Errexit errexit) {
  const auto spelled = spelled_out(words, around);
  if (spelled) words = *spelled;
  if (words.front().literal) {
    const auto lent = lent_.find(std::pair(around.scope, words.front().text));
    if (lent != lent_.end()) {
      const auto& [library, definition] = lent->second;
      Surroundings inside;
      inside.errexit = around.errexit && errexit == Errexit::obeyed;
      inside.observed = around.observed;
      inside.detach_counts = false;
      const Flow flow = library->judge->call(*definition, inside, errexit, Occasion::called);
      if (flow.can_fail() || !flow.real) return Flow::checked();
      Flow out(flow.ways);
      out.real = true;
      out.lose({words.front().at, fmt::format("{}: no failure in `{}` can reach its status",
                                              library->place, words.front().text)});
      return out;
    }
    const auto function = functions_.find(std::pair(around.scope, words.front().text));
    if (function != functions_.end()) {
      const bool obeys = around.errexit && errexit == Errexit::obeyed;
      return call(*function->second, around, errexit,
                  obeys ? Occasion::called_under_errexit : Occasion::called);
    }
  }
  const Invocation invocation = resolve(words);
  if (invocation.detacher != nullptr && around.detach_counts) {
    report(core::LintRule::detaches, invocation.detacher->at,
           fmt::format(
               "`{}` lets work outlive the command: run it in the foreground, or start it outside "
               "the gate",
               excerpt(invocation.detacher->at)));
  }
  const bool locks = program_name(words.front()) == "flock";
  if (const auto lenient = locks ? find_hidden_failures(words) : std::nullopt) {
    report(core::LintRule::masked, lenient->option->at,
           fmt::format("`{}` {}: remove it", excerpt(lenient->option->at), lenient->effect));
  }
  if (const auto lenient = find_opt_out(invocation.words)) {
    report(core::LintRule::opts_out, lenient->option->at,
           fmt::format("`{}` {}: remove it", excerpt(lenient->option->at), lenient->effect));
  }
  if (invocation.looks_up) return angle_.only_checks ? Flow(Flow::ok) : Flow::checked();
  Flow flow(Flow::ok);
  if (invocation.words.empty()) return flow;  // `exec > log`
  const auto only_shows = [&] {
    return angle_.only_checks && is_trivial(invocation.words, around.answering);
  };
  if (only_shows()) {
    flow = Flow(Flow::ok);
  } else if (auto found = builtin(command, invocation.words, around, errexit)) {
    flow = std::move(*found);
  } else if (find_hidden_failures(invocation.words) || find_dropped_status(invocation.words)) {
    flow = started(command, invocation.words, around);
  } else if (auto nested = script(command, invocation.words, around)) {
    flow = std::move(*nested);
  } else {
    flow = started(command, invocation.words, around);
  }
  if (invocation.replaces_shell) {
    flow.move(Flow::ok, Flow::exits_ok);
    flow.move(Flow::bad, Flow::exits_bad);
  }
  return flow;
}

// A program that is neither known to the shell nor handed a script in its words.
Flow Judge::started(const Command& command, Words words, Surroundings& around) {
  Flow flow = Flow::checked();
  const auto hides = [&](Span at, std::string_view why) {
    flow.ways = Flow::ok;
    flow.lose(loss(at, why));
    return flow;
  };
  if (const auto lenient = find_hidden_failures(words))
    return hides(lenient->option->at, fmt::format("{}: remove it", lenient->effect));
  if (const std::string setting = lenient_setting(words, around.folder, angle_.sources);
      !setting.empty()) {
    flow.ways = Flow::ok;
    flow.lose({words.front().at, fmt::format("{}: remove it", setting)});
    return flow;
  }
  // `make -f - <<E`
  const bool makes = lists(" make gmake ", program_name(words.front()));
  for (std::size_t i = 1; makes && i < words.size(); ++i) {
    const bool unread =
        words[i].text == "-f-" || (words[i - 1].text == "-f" && words[i].text == "-");
    if (unread)
      return hides(words[i].at, "is a makefile that cannot be read here: put it in a file");
  }
  if (const Word* dropped = find_dropped_status(words))
    return hides(dropped->at, "does not pass on how the command behind it ended");
  if (auto found = fed_code(command, words)) return *found;
  if (const auto code = find_code(words)) {
    switch (judge_code(program_name(words.front()), code->text)) {
      case CodeKind::unknown: break;
      case CodeKind::shows_only: return Flow(Flow::ok);
      case CodeKind::drops_status:
        return hides(code->at,
                     "starts a command and does not look at how it ended: let a failure end it");
    }
    return flow;
  }
  for (const Redirection& redirection : command.redirections) {
    // `bash < script.sh`
    if (redirection.op != TokenKind::less || !reads_script_from_input(words)) continue;
    const Word script[] = {words.front(), redirection.target};
    if (auto found = elsewhere(script, around)) return *found;
  }
  // `bash /dev/fd/3`
  const Word* file = script_file(words);
  if (file != nullptr && file != words.data() && file->text.starts_with("/dev/fd/"))
    return hides(file->at, "is a script that cannot be read here: put it in a file");
  if (auto found = elsewhere(words, around)) return *found;
  return flow;
}

// `python3 - <<E`
std::optional<Flow> Judge::fed_code(const Command& command, Words words) const {
  if (words.size() > 2 || (words.size() == 2 && words[1].text != "-")) return {};
  for (const Redirection& redirection : command.redirections) {
    if (!feeds_text(redirection)) continue;
    const Word& code = redirection.body ? *redirection.body : redirection.target;
    if (judge_code(program_name(words.front()), code.text) != CodeKind::drops_status) continue;
    Flow flow = Flow::checked();
    flow.ways = Flow::ok;
    flow.lose(loss(command.at,
                   "starts a command and does not look at how it ended: let a failure end it"));
    return flow;
  }
  return {};
}

std::optional<Flow> Judge::builtin(const Command& command, Words words, Surroundings& around,
                                   Errexit errexit) {
  const std::string_view name = program_name(words.front());
  const Words args = words.subspan(1);
  if (name == "hash" && args.size() > 1 && args.front().text.starts_with("-p"))
    report(core::LintRule::masked, words.front().at,
           "`hash -p` lets another program answer to a name: call the program itself");
  if (tools::has_trait(name, tools::Trait::succeeds)) return Flow(Flow::ok);
  if (auto left = leave(name, args, around)) return left;
  if (name == "set" || name == "shopt") return options(words, around);
  if (name == "trap") return trap(args, around);
  if (name == "false") return Flow(Flow::bad);
  if (name == "test" || (name == "[" && !args.empty() && args.back().text == "]")) {
    const Words asked = name == "[" ? args.first(args.size() - 1) : args;
    if (angle_.only_checks && is_file_test(asked)) return Flow(Flow::ok);
    return test(asked, around);
  }
  if (name == "wait" && args.empty()) return Flow(Flow::ok);
  if (name == "cd" && stays_here(args)) return Flow(Flow::ok);
  if (name == "cd" || name == "pushd") {
    const bool known = args.size() == 1 && args.front().literal && args.front().text != "-";
    const bool absolute = known && args.front().text.starts_with('/');
    std::string folder = known ? args.front().text : "/nowhere";
    if (known && !absolute && !around.folder.empty()) folder.insert(0, around.folder + "/");
    around.folder = std::move(folder);
    if (angle_.only_checks) return Flow(Flow::ok);
  }
  if ((name == "source" || name == ".") && !args.empty()) {
    for (const Redirection& redirection : command.redirections) {
      if (!feeds_text(redirection) || args.front().text != "/dev/stdin") continue;
      const Word& text = redirection.body ? *redirection.body : redirection.target;
      return evaluate(text, around, errexit);
    }
    if (args.front().literal) learn_functions(path_in(around.folder, args.front().text), around);
    Word bash = args.front();
    bash.text = "bash";
    const Word script[] = {std::move(bash), args.front()};
    if (auto found = elsewhere(script, around)) return found;
  }
  if (name == "eval" && args.size() == 1) {
    if (auto found = file_of(args.front(), around)) return found;
  }
  // What fish calls `||` and `&&`.
  if ((name == "or" || name == "and") && !args.empty()) {
    const auto before =
        static_cast<Flow::Ways>(around.last & (name == "and" ? Flow::bad : Flow::ok));
    Flow flow = invoked(command, args, around, errexit);
    flow.ways |= before;
    flow.real = flow.real || (name == "and" && before != 0);
    return flow;
  }
  if (name == "wait" && args.size() > 1 && !args.front().text.starts_with('-')) {
    report(core::LintRule::masked, words.front().at,
           "`wait` with several numbers tells only how the last one ended: wait for each");
  }
  if (name == "eval" && args.size() == 1)
    return evaluate(filled_in(args.front(), around), around, errexit);
  if (name == "eval" && args.empty()) return Flow(Flow::ok);
  const bool shows_text = name == "cat" && args.empty() && !command.redirections.empty() &&
                          feeds_text(command.redirections.back());
  if (shows_text) return Flow(Flow::ok);
  return {};
}

std::optional<Flow> Judge::leave(std::string_view name, Words args,
                                 const Surroundings& around) const {
  const bool exits = name == "exit" || name == "logout";
  if (!exits && name != "return") return {};
  Flow flow(Flow::goes_on);
  if (args.empty() || args.front().text == "$?") {
    flow.ways = around.in_trap ? Flow::goes_on : around.last;
  } else if (const auto status = literal_number(args.front().text);
             args.front().literal && status) {
    flow.ways = (*status & 0xFF) == 0 ? Flow::ok : Flow::bad;
  } else if (args.front().literal) {
    flow.ways = Flow::bad;
  } else if (const auto ways = left_by_hand(args.front(), around)) {
    flow.ways = *ways;
  }
  flow.move(Flow::ok, exits ? Flow::exits_ok : Flow::returns_ok);
  flow.move(Flow::bad, exits ? Flow::exits_bad : Flow::returns_bad);
  return flow;
}

// `set -euo pipefail`, `set +e`, `shopt -uo pipefail`
Flow Judge::options(Words words, Surroundings& around) {
  const bool shopt = words.front().text == "shopt";
  bool on = true;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string_view text = words[i].text;
    if (text == "--" || text == "-") break;
    const bool cluster = text.size() > 1 && (text.front() == '-' || text.front() == '+');
    if (shopt && text == "-q") return Flow::checked();
    const bool rewrites = text == "extdebug" || (text == "expand_aliases" &&
                                                 text_.find("alias ") != std::string_view::npos);
    if (shopt && on && rewrites && !angle_.of_file)
      report(core::LintRule::masked, words[i].at,
             fmt::format("`{}` makes the shell do something else than what stands here: remove it",
                         text));
    if (shopt && cluster) on = on && text.find('u') == std::string_view::npos;
    if (!shopt && cluster) on = text.front() == '-';
    const std::string_view value =
        i + 1 < words.size() ? std::string_view(words[i + 1].text) : std::string_view();
    const bool errexit =
        shopt ? text == "errexit" : cluster && names_option(text, value, 'e', "errexit");
    const bool pipefail =
        shopt ? text == "pipefail" : cluster && names_option(text, value, '\n', "pipefail");
    if (errexit) around.errexit = on;
    if (pipefail) around.pipefail = on;
    if ((errexit || pipefail) && !on) {
      const std::uint32_t end =
          value.empty() || shopt || !pipefail ? words[i].at.end : words[i + 1].at.end;
      switched_off_.push_back({{words.front().at.begin, end}, pipefail});
    }
  }
  return Flow(Flow::ok);
}

Flow Judge::trap(Words args, Surroundings& around) {
  // From here on failures are reported to somebody else.
  const bool takes_over = std::any_of(args.begin(), args.end(), [](const Word& word) {
    return lists(" ERR err SIGERR DEBUG debug ", word.text);
  });
  if (takes_over) around.observed = false;
  const bool on_error = std::any_of(args.begin(), args.end(), [](const Word& word) {
    return lists(" ERR err SIGERR ", word.text);
  });
  if (args.size() < 2 || args.front().text.starts_with('-')) return Flow(Flow::ok);
  Surroundings inside = around;
  inside.in_trap = true;
  const Flow flow = evaluate(args.front(), inside, Errexit::suspended);
  // `trap 'exit 1' ERR` does what `set -e` does.
  if (on_error && flow.can(Flow::exits_bad)) around.errexit = true;
  const bool at_the_end = std::any_of(args.begin() + 1, args.end(), [](const Word& word) {
    return lists(ends_waiting, word.text);
  });
  const bool always_zero = flow.can(Flow::exits_ok) && !flow.can(Flow::exits_bad | Flow::goes_on);
  if (at_the_end && always_zero) {
    report(
        core::LintRule::masked, args.front().at,
        fmt::format(
            "the trap {} replaces the exit status by 0: leave with the status it was entered with",
            excerpt(args.front().at)));
  }
  return Flow(Flow::ok);
}

Flow Judge::evaluate(const Word& script, Surroundings& around, Errexit errexit) {
  const Parsed* parsed = unpack(script, around, true);
  if (parsed == nullptr || parsed->error) return Flow::checked();
  ++around.scripts;
  Flow flow = list(parsed->list, around, errexit);
  --around.scripts;
  return flow;
}

std::optional<Flow> Judge::script(const Command& command, Words words, const Surroundings& around) {
  auto found = find_script(words);
  if (!found && reads_script_from_input(words)) {
    for (const Redirection& redirection : command.redirections) {
      if (!feeds_text(redirection)) continue;
      found = Script{};
      found->bash = program_name(words.front()) == "bash";
      take_options(words, *found);
      found->text = redirection.body ? redirection.body.get() : &redirection.target;
    }
  }
  if (!found) return {};
  Surroundings aside = around;
  if (auto file = file_of(*found->text, aside)) return file;
  found->text = &filled_in(*found->text, around);
  const Parsed* parsed = unpack(*found->text, around, false);
  if (parsed == nullptr) return Flow::checked();
  Surroundings inside;
  inside.errexit = found->errexit;
  inside.pipefail = found->pipefail;
  inside.scope = ++scopes_;
  inside.scripts = around.scripts + 1;
  inside.folder = around.folder;
  inside.children_observed = around.children_observed && !found->unobserved;
  inside.observed = found->bash && inside.children_observed;
  inside.detach_counts = around.detach_counts && !found->remote;
  const Flow flow = shell(parsed->list, inside).contained();
  if (parsed->error) return Flow::checked();
  // Starting a container is a check of its own; what hides a failure inside it still hides it.
  if (found->launched && (flow.can_fail() || !flow.real)) return Flow::checked();
  return flow;
}

const Parsed* Judge::unpack(const Word& script, const Surroundings& around, bool counts_pipeline) {
  if (around.scripts >= scripts_max) {
    report(core::LintRule::unparsable, script.at,
           "scripts are nested too deeply to be read: put the innermost one in a file");
    return nullptr;
  }
  auto& parsed = scripts_[&script];
  if (!parsed) {
    parsed = std::make_unique<Parsed>(parse(script.text, origin_of(script)));
    lint_.contains_pipeline =
        lint_.contains_pipeline || (counts_pipeline && parsed->contains_pipeline);
    // With expansions in it, what the shell will see is not known.
    if (parsed->error && script.literal) {
      report(core::LintRule::unparsable, parsed->error->at,
             fmt::format("a shell would refuse this script because {}", parsed->error->what));
    }
  }
  return parsed.get();
}

}  // namespace assay::format::shell
