// SPDX-License-Identifier: MIT
// Lists, pipelines and compound commands; simple commands are in judge_simple.cpp.
#include "format/shell/judge.h"

#include "base/text/ascii.h"
#include "base/text/escape.h"
#include "base/text/utf8.h"
#include "format/shell/characters.h"
#include "format/shell/literal.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::format::shell {
namespace {

constexpr std::size_t excerpt_max = 60;
constexpr std::size_t lost_runs_max = 8;
constexpr std::size_t findings_max = 64;
constexpr int active_max = 250;  // keeps recursion over scripts and functions within the stack

// The programs that end a pipeline without having an opinion on what they read.
constexpr std::string_view sinks =
    " tee cat head tail less more sed awk sort uniq wc tr cut ts column fold nl ";

Flow swap_status(Flow flow) {
  const bool was_ok = flow.can(Flow::ok);
  const bool was_bad = flow.can(Flow::bad);
  flow.ways = static_cast<Flow::Ways>(flow.ways & ~Flow::goes_on);
  if (was_ok) flow.ways |= Flow::bad;
  if (was_bad) flow.ways |= Flow::ok;
  return flow;
}

Flow::Ways completion(const Flow& flow) {
  const auto done = static_cast<Flow::Ways>(flow.ways & Flow::goes_on);
  return done == 0 ? Flow::goes_on : done;
}

// What becomes of the work that a shell starts with `&`.
enum class Fate { forgotten, waited, ended, asked };

void find_fate(const List& list, Fate& fate, int depth) {
  if (depth > 50) return;
  for (const Item& item : list.items) {
    for (const Command& command : item.commands) {
      for (const List& part : command.parts) find_fate(part, fate, depth + 1);
      const Words words = Words(command.words).subspan(command.assignments);
      if (command.kind != CommandKind::simple || words.empty()) continue;
      const std::string_view name = program_name(words.front());
      const bool kills = lists(" kill pkill killall fuser ", name) ||
                         (name == "trap" && words.size() > 2 &&
                          (words[1].text.find("kill") != std::string::npos || !words[1].literal ||
                           words[1].text.find("stop") != std::string::npos ||
                           words[1].text.find("cleanup") != std::string::npos));
      Fate found = Fate::forgotten;
      if (name == "wait") found = words.size() > 1 ? Fate::asked : Fate::waited;
      if (kills) found = Fate::ended;
      fate = std::max(fate, found);
    }
  }
}

Fate fate_in(const List& list) {
  Fate fate = Fate::forgotten;
  find_fate(list, fate, 0);
  return fate;
}

bool decides(const Command& command) {
  if (command.kind == CommandKind::test || command.kind == CommandKind::arithmetic) return true;
  return command.kind == CommandKind::simple && !command.words.empty() &&
         lists(" [ test exit return ", command.words.front().text);
}

// Everyday programs and tests of the shell: either answer is fine.
bool only_ask(std::span<const Command> commands) {
  return std::all_of(commands.begin(), commands.end(), [](const Command& command) {
    if (command.kind == CommandKind::test || command.kind == CommandKind::arithmetic) return true;
    if (command.kind != CommandKind::simple) return false;
    const Words words = resolve(Words(command.words).subspan(command.assignments)).words;
    return !words.empty() && tools::has_trait(program_name(words.front()), tools::Trait::harmless);
  });
}

// `pytest || failed=1; ...; exit $failed`: something that is set there is used behind it.
bool keeps_by_hand(std::string_view text, Span at) {
  const std::string_view inside = text.substr(std::min<std::size_t>(at.begin, text.size()),
                                              std::max(at.begin, at.end) - at.begin);
  const std::string_view behind = text.substr(std::min<std::size_t>(at.end, text.size()));
  for (std::size_t i = 0; i < inside.size(); ++i) {
    std::size_t end = i;
    while (end < inside.size() && is_name_char(inside[end])) ++end;
    if (end == i) continue;
    const std::string name(inside.substr(i, end - i));
    const std::string_view rest = inside.substr(end);
    const bool set = rest.starts_with('=') || rest.starts_with("+=") || rest.starts_with("++");
    if (set && (behind.find("$" + name) != behind.npos || behind.find("${" + name) != behind.npos ||
                behind.find("((" + name) != behind.npos))
      return true;
    i = end;
  }
  return false;
}

// The files and folders that a command names.
std::vector<std::string_view> named_paths(const Command& command) {
  std::vector<std::string_view> paths;
  for (const Word& word : Words(command.words).subspan(command.assignments)) {
    const bool like_path = word.text.find_first_of("/.") != std::string::npos;
    if (like_path && !word.text.starts_with('-')) paths.emplace_back(word.text);
  }
  return paths;
}

// `pytest a.py || pytest b.py`: to try again is to run the same tests, or more.
bool runs_other_tests(const Command& failed, const Command& answer) {
  if (failed.negated || !is_test_run(failed) || !is_test_run(answer)) return false;
  const std::vector<std::string_view> wanted = named_paths(failed);
  const std::vector<std::string_view> run = named_paths(answer);
  const auto is_run = [&](std::string_view path) {
    return std::find(run.begin(), run.end(), path) != run.end();
  };
  return !run.empty() && !std::all_of(wanted.begin(), wanted.end(), is_run);
}

// `{ a; ./check; }`, `(./check)`: the command whose status it has.
const Command& last_inside(const Command& command, int depth) {
  const bool bare = command.kind == CommandKind::group || command.kind == CommandKind::subshell;
  if (!bare || depth > 20 || command.parts.empty() || command.parts[0].items.empty())
    return command;
  const Item& last = command.parts[0].items.back();
  return last.commands.size() == 1 && !last.background ? last_inside(last.commands[0], depth + 1)
                                                       : command;
}

// A test run of which the shell keeps nothing: `pytest; ./next` where nobody watches,
// `pytest || echo failed; ./next` and `if pytest; then echo ok; fi; ./next` everywhere.
const Command* lost_test_run(const Item& item, const Flow& flow, bool watched) {
  if (item.background || item.commands.empty()) return nullptr;
  const Command& first = item.commands.front();
  const bool alone = item.commands.size() == 1;
  if (alone && first.kind == CommandKind::branch && !first.parts.empty() && !flow.can_fail()) {
    const List& asked = first.parts.front();
    const bool one = asked.items.size() == 1 && asked.items[0].commands.size() == 1;
    return one && is_test_run(asked.items[0].commands[0]) ? &asked.items[0].commands[0] : nullptr;
  }
  const Command& last = alone ? last_inside(first, 0) : first;
  if (first.negated || last.negated) return nullptr;
  if (alone && !watched && is_check_by_name(last)) return &last;
  if (!is_test_run(first)) return nullptr;
  const bool goes_on = alone ? !watched : item.commands[1].join == Join::and_if;
  return goes_on || (!alone && !flow.can_fail()) ? &first : nullptr;
}

// `a; and b` is what fish writes for `a && b`.
bool goes_by_status(const Item& item) {
  const Command& first = item.commands.front();
  return first.kind == CommandKind::simple && !first.words.empty() &&
         lists(" and or ", first.words.front().text);
}

// `a; [ $? -eq 2 ] || exit 1`: the status of the command before it is asked for.
bool asks_for_status(const List& list) {
  for (const Item& item : list.items) {
    const Command& first = item.commands.front();
    const bool asks = decides(first) && !first.words.empty() &&
                      !lists(" exit return ", first.words.front().text) &&
                      std::any_of(first.words.begin(), first.words.end(),
                                  [](const Word& word) { return word.text == "$?"; });
    if (asks && item.commands.size() > 1) return true;
  }
  return false;
}

// `rc=$?; ...; [ $rc -eq 2 ]`, `exit $rc`: whoever writes that handles failures by hand.
bool handles_status(const List& list) {
  std::vector<std::string> kept;
  for (const Item& item : list.items) {
    for (const Command& command : item.commands) {
      if (command.words.size() == 1 && command.words[0].text.ends_with("=$?"))
        kept.push_back("$" + command.words[0].text.substr(0, command.words[0].text.size() - 3));
      if (!decides(command)) continue;
      const bool used =
          std::any_of(command.words.begin(), command.words.end(), [&](const Word& word) {
            return std::find(kept.begin(), kept.end(), word.text) != kept.end();
          });
      if (used) return true;
    }
  }
  if (list.items.empty()) return false;
  const Command& last = list.items.back().commands.back();
  const std::size_t at = last.assignments;
  return last.kind == CommandKind::simple && last.words.size() == at + 2 &&
         last.words[at].text == "exit" && !last.words[at + 1].literal;
}

// `seq 0`, `seq 2 1`
bool is_empty_sequence(Words words) {
  if (words.size() < 2 || words.size() > 3) return false;
  const auto last = words.back().literal ? literal_number(words.back().text) : std::nullopt;
  const auto first = words.size() == 2  ? std::optional<long long>(1)
                     : words[1].literal ? literal_number(words[1].text)
                                        : std::nullopt;
  return first && last && *last < *first;
}

// `$(true)`, `$(echo)`, `$(printf '')`: a substitution that prints nothing, whatever happens.
bool prints_nothing(const Substitution& substitution) {
  const List& list = substitution.list;
  if (list.items.empty()) return true;
  if (list.items.size() > 1 || list.items[0].commands.size() > 1) return false;
  const Command& only = list.items[0].commands[0];
  if (only.kind != CommandKind::simple || only.words.size() <= only.assignments) return false;
  const Words words = Words(only.words).subspan(only.assignments);
  const std::string_view name = program_name(words.front());
  if (lists(" true false : ", name)) return true;
  const bool silent = std::all_of(words.begin() + 1, words.end(), [](const Word& word) {
    return word.literal && (word.text.empty() || word.text == "-n");
  });
  return (lists(" echo printf ", name) && silent) || (name == "seq" && is_empty_sequence(words));
}

// A word that comes to nothing: `$NONE` with `NONE=` before it, `$(true)`. In quotes it is a word.
bool comes_to_nothing(const Word& word, const Values& values) {
  if (word.quoted || word.literal) return false;
  if (word.text == "$_" && word.substitutions.size() == 1)
    return prints_nothing(word.substitutions.front());
  if (!word.text.starts_with('$')) return false;
  const auto known = values.find(word.text.substr(1));
  return known != values.end() && trimmed(known->second).empty();
}

// `for ((i = 0; i < 3; i++))`
bool counts(std::string_view text, const Command& command) {
  const std::string_view head = text.substr(std::min<std::size_t>(command.at.begin, text.size()));
  if (command.words.size() != 1 || !head.starts_with("for")) return false;
  return trimmed(head.substr(3, 40)).starts_with("((");
}

// `i = 0; i < 0; i++`, `; 0;`: the condition does not hold at the beginning.
bool counts_to_nothing(std::string_view expression, Values values) {
  const std::size_t first = expression.find(';');
  const std::size_t second = first == expression.npos ? first : expression.find(';', first + 1);
  if (second == expression.npos) return false;
  const std::string_view start = expression.substr(0, first);
  if (const std::size_t equals = start.find('='); equals != start.npos)
    values.insert_or_assign(std::string(trimmed(start.substr(0, equals))),
                            std::string(trimmed(start.substr(equals + 1))));
  const std::string_view condition = trimmed(expression.substr(first + 1, second - first - 1));
  const auto value = condition.empty() ? std::nullopt : calculate(condition, values, 0);
  return value && *value == 0;
}

// `for i in; do`, `for i in ""; do` is one round, `for i; do` takes the arguments of the shell.
bool goes_through_nothing(std::string_view text, const Command& command, const Values& values) {
  if (counts(text, command)) return counts_to_nothing(command.words.front().text, values);
  if (!command.words.empty())
    return std::all_of(command.words.begin(), command.words.end(),
                       [&](const Word& word) { return comes_to_nothing(word, values); });
  const std::string_view head = text.substr(std::min<std::size_t>(command.at.begin, text.size()));
  const std::size_t end = head.find_first_of(";\n");
  const std::string_view line = head.substr(0, end);
  return line.find(" in") != std::string_view::npos;
}

// One program that is asked again and again until it is content, and no test run: `until a`,
// `while ! a`.
bool waits_for_one(const List& condition, bool until) {
  if (condition.items.size() != 1 || condition.items[0].commands.size() != 1) return false;
  const Command& only = condition.items[0].commands[0];
  return only.kind == CommandKind::simple && only.negated != until && !is_test_run(only);
}

// Nothing in it is a check: questions, counters, pauses, and words that leave it.
bool only_waits(const List& list, int depth = 0) {
  return depth < 20 && std::all_of(list.items.begin(), list.items.end(), [&](const Item& item) {
           return !item.background &&
                  std::all_of(
                      item.commands.begin(), item.commands.end(), [&](const Command& command) {
                        const Words words = Words(command.words).subspan(command.assignments);
                        const bool bare = command.kind == CommandKind::simple && words.empty();
                        const bool leaves =
                            command.kind == CommandKind::simple && !bare &&
                            lists(" exit break continue return let ", words.front().text);
                        const bool compound =
                            !command.parts.empty() && command.kind != CommandKind::function;
                        return bare || leaves || only_ask({&command, 1}) ||
                               (compound && std::all_of(command.parts.begin(), command.parts.end(),
                                                        [&](const List& part) {
                                                          return only_waits(part, depth + 1);
                                                        }));
                      });
         });
}

// `case x in y) ...`: whether one of the patterns of a clause can be the word.
bool clause_may_fit(const Command& command, std::size_t clause) {
  if (clause >= command.patterns.size()) return true;
  const std::size_t begin = clause == 0 ? 1 : command.patterns[clause - 1];
  const auto patterns = Words(command.words).subspan(begin, command.patterns[clause] - begin);
  return std::any_of(patterns.begin(), patterns.end(), [&](const Word& pattern) {
    return !pattern.literal || pattern.text == command.words[0].text ||
           pattern.text.find_first_of("*?[(") != std::string::npos;
  });
}

}  // namespace

std::string Judge::excerpt(Span at) const {
  std::string_view rest = text_.substr(std::min<std::size_t>(at.begin, text_.size()));
  rest = rest.substr(0, std::max(at.begin, at.end) - at.begin);
  std::string out;
  while (!rest.empty()) {
    const std::size_t length = std::max<std::size_t>(decode_utf8(rest, 0).length, 1);
    const bool blank = rest.front() == '\n' || rest.front() == '\t' || rest.front() == '\r';
    const std::string shown = blank ? " " : printable(rest.substr(0, length));
    if (out.size() + shown.size() > excerpt_max) break;
    out += shown;
    rest.remove_prefix(length);
  }
  while (out.ends_with(' ')) out.pop_back();
  return out;
}

void Judge::report(core::LintRule rule, Span at, std::string why) {
  if (lint_.findings.size() >= findings_max || !reported_.insert({rule, at.begin}).second) return;
  lint_.findings.push_back({rule, at.begin, excerpt(at), std::move(why)});
}

Loss Judge::loss(Span at, std::string_view rest) const {
  return {at, fmt::format("`{}` {}", excerpt(at), rest)};
}

Flow Judge::shell(const List& list, Surroundings& around) {
  std::vector<SwitchedOff> outer = std::exchange(switched_off_, {});
  const RehearsedShell started_with{around.errexit, around.pipefail};
  const List* above = std::exchange(whole_, &list);
  Flow flow = this->list(list, around);
  whole_ = above;
  // What nobody asks for then is told by the observer.
  const bool by_hand = handles_status(list) || (around.observed && asks_for_status(list));
  if (!by_hand && !angle_.of_file) {
    for (const SwitchedOff& off : switched_off_) {
      report(core::LintRule::masked, off.at,
             fmt::format("`{}` {}: remove it, or end with an `exit` that carries the status",
                         excerpt(off.at),
                         off.pipefail ? "hides every failure left of a `|`"
                                      : "lets the commands after a failure decide the status"));
    }
  }
  switched_off_ = std::move(outer);
  if (!angle_.only_checks) find_forgiven(list, started_with);
  return flow;
}

// `rc=0; ./check || rc=1; exit $((rc - 1))`
void Judge::find_forgiven(const List& list, const RehearsedShell& shell) {
  const auto forgiven = forgiven_failure(list, text_, shell);
  if (!forgiven) return;
  report(core::LintRule::masked, forgiven->read,
         fmt::format("`{}` ends well although `{}` says that `{}` failed: end with a failure then",
                     excerpt(forgiven->read), forgiven->variable, excerpt(forgiven->failed)));
}

Flow Judge::list(const List& list, Surroundings& around, Errexit errexit) {
  if (active_ >= active_max) {
    report(core::LintRule::unparsable, {0, static_cast<std::uint32_t>(text_.size())},
           "it is nested too deeply to be read: put it in a script");
    return Flow::checked();
  }
  ++active_;
  Flow flow = sequence(list, around, errexit);
  --active_;
  return flow;
}

Flow Judge::sequence(const List& list, Surroundings& around, Errexit errexit) {
  Flow whole(Flow::ok);
  std::optional<std::uint32_t> dropped_at;  // where a status that could be a failure is forgotten
  bool last_is_constant = false;
  std::vector<std::pair<const Command*, std::uint32_t>> lost_runs;  // and where their items end
  for (const Item& current : list.items) {
    Surroundings apart = around;
    Flow flow = item(current, current.background ? apart : around, errexit);
    if (current.background) flow = in_background(current, around);
    // The observer will tell if it really fails.
    const bool watched = around.observed && errexit == Errexit::obeyed;
    if (angle_.only_checks && watched && &current != &list.items.back() && last_is_watched_ &&
        !current.background)
      whole.ways |= Flow::exits_bad;
    const bool last = &current == &list.items.back();
    const bool may_lose = !last && errexit == Errexit::obeyed && !goes_by_status(*(&current + 1));
    if (may_lose && lost_runs.size() < lost_runs_max) {
      const Command* run = lost_test_run(current, flow, around.observed || around.errexit);
      if (run != nullptr) lost_runs.push_back({run, current.commands.back().at.end});
    }
    last_is_constant = !flow.can_fail() && !flow.real && !current.commands.empty();
    if (flow.can(Flow::bad) && flow.real) {
      const bool at_newline = text_.substr(current.separator.begin, 1) == "\n";
      dropped_at = current.separator.begin + (at_newline ? 1U : 0U);
    }
    const bool reached = whole.can(Flow::goes_on);
    if (!reached && flow.real) never_runs(current.commands.front().at);
    whole.ways = static_cast<Flow::Ways>(whole.ways & ~(reached ? Flow::goes_on : 0));
    if (reached) whole.ways |= flow.ways;
    whole.remember(flow);
    around.last = completion(flow);
  }
  if (dropped_at && last_is_constant) {
    const Span rest{*dropped_at, list.items.back().commands.back().at.end};
    whole.lose(
        loss(rest,
             "comes last and always succeeds, so a failure before it is lost: join them with `&&`, "
             "or make the command `required: false`"));
  } else if (!lost_runs.empty() && text_.find("$?") == std::string_view::npos) {
    for (const auto& [run, end] : lost_runs) {
      if (keeps_by_hand(text_, {run->at.begin, end})) continue;
      report(core::LintRule::masked, run->at,
             fmt::format(
                 "`{}` is a {}, and what follows goes on if it fails, so that failure is lost: "
                 "join them with `&&`",
                 excerpt(run->at), is_test_run(*run) ? "test run" : "check"));
    }
  }
  return whole;
}

// `exec ./a; ./check`, `false && ./check`: what stands before it decides that.
void Judge::never_runs(Span at) {
  if (angle_.only_checks || angle_.of_file) return;
  report(
      core::LintRule::masked, at,
      fmt::format("`{}` never runs, because of what stands before it: run it first, or remove it",
                  excerpt(at)));
}

// What is started beside the command must be waited for, or ended by it.
Flow Judge::in_background(const Item& item, const Surroundings& around) {
  Flow flow(Flow::ok);
  flow.real = true;
  auto [known, first] = fates_.try_emplace(whole_, 0);
  if (first && whole_ != nullptr) known->second = static_cast<int>(fate_in(*whole_));
  const auto fate = static_cast<Fate>(known->second);
  if (fate == Fate::forgotten && around.detach_counts) {
    report(core::LintRule::detaches, item.separator,
           "`&` leaves work running when the command has ended: run it in the foreground, wait for "
           "it, or start it outside the gate");
  }
  if (fate == Fate::waited) {
    flow.lose(
        {item.separator,
         "`wait` without a number does not tell how what `&` started has ended: wait for each "
         "with `wait $pid`"});
  }
  return flow;
}

Flow Judge::item(const Item& item, Surroundings& around, Errexit errexit) {
  Flow whole;
  const std::span<const Command> commands(item.commands);
  for (std::size_t begin = 0; begin < commands.size();) {
    std::size_t end = begin + 1;
    while (end < commands.size() && commands[end].join == Join::pipe) ++end;
    const Command& first = commands[begin];
    const bool last = end == commands.size();
    const Flow::Ways wanted = first.join == Join::or_if ? Flow::bad : Flow::ok;
    if (first.join != Join::first) around.last = wanted;
    // `grep -q a f || grep -q b f` asks twice; behind a check the same words answer its failure.
    const bool answers = first.join == Join::or_if && !only_ask(commands.first(begin));
    const bool answered = std::exchange(around.answering, around.answering || answers);
    Flow next =
        pipeline(commands.subspan(begin, end - begin), around, last ? errexit : Errexit::suspended);
    around.answering = answered;
    last_stages_ = commands.subspan(begin, end - begin);
    last_at_ = {first.at.begin, commands[end - 1].at.end};
    // Left of `&&` and `||`, and behind `!`, nobody tells of a failure.
    // In braces, loops and branches what is watched is what stands in them.
    const bool bare =
        end - begin == 1 && (first.kind == CommandKind::group || first.kind == CommandKind::loop ||
                             first.kind == CommandKind::each || first.kind == CommandKind::branch ||
                             first.kind == CommandKind::choice);
    const bool inside = !bare || last_is_watched_;
    if (last) last_is_watched_ = inside && next.real && next.can(Flow::bad) && !first.negated;
    // What was left out as a question can have either answer.
    const bool asked = angle_.only_checks && !whole.real && !whole.can(Flow::bad);
    if (first.join == Join::or_if && asked) whole.ways |= Flow::bad;
    if (first.join == Join::or_if && begin == 1 && runs_other_tests(commands[0], first)) {
      report(core::LintRule::masked, first.at,
             fmt::format("`{}` runs other tests than those that failed: join them with `&&`",
                         excerpt(first.at)));
    }
    if (first.join == Join::first) {
      whole = std::move(next);
    } else {
      if (first.join == Join::or_if && whole.can(Flow::bad) && whole.real && !next.can_fail()) {
        whole.lose(loss({first.join_at, commands[end - 1].at.end},
                        "hides the exit status: remove it, or make the command `required: false`"));
      }
      if (!whole.can(wanted | Flow::exits_ok | Flow::exits_bad) && next.real) never_runs(first.at);
      if (whole.can(wanted)) whole.move(wanted, next.ways);
      whole.remember(next);
    }
    begin = end;
  }
  return whole;
}

Flow Judge::pipeline(std::span<const Command> commands, Surroundings& around, Errexit errexit) {
  const bool negated = commands.front().negated;
  const Errexit inside = negated ? Errexit::suspended : errexit;
  Flow flow =
      commands.size() == 1 ? command(commands.front(), around, inside) : piped(commands, around);
  if (negated) return swap_status(std::move(flow));
  const CommandKind kind = commands.front().kind;
  const bool triggers = commands.size() > 1 || kind == CommandKind::simple ||
                        kind == CommandKind::subshell || kind == CommandKind::test ||
                        kind == CommandKind::arithmetic;
  if (around.errexit && inside == Errexit::obeyed && triggers)
    flow.move(Flow::bad, Flow::exits_bad);
  return flow;
}

Flow Judge::piped(std::span<const Command> commands, Surroundings& around) {
  Flow whole;
  bool all_ok = true;
  bool some_bad = false;
  Flow last;
  const Command* before = nullptr;
  for (const Command& stage : commands) {
    Surroundings apart = around;
    auto script = before == nullptr ? std::nullopt : fed(*before, stage, around);
    last = script ? std::move(*script) : command(stage, apart, Errexit::suspended).contained();
    before = &stage;
    all_ok = all_ok && last.can(Flow::ok);
    // What feeds a script that cannot fail is no check: `cat list | xargs sh -c './check; true'`.
    const auto feeders = commands.first(static_cast<std::size_t>(&stage - commands.data()));
    const bool lost = last.real && !last.can_fail() && (script || only_ask(feeders));
    some_bad = (some_bad && !lost) || last.can(Flow::bad);
    whole.remember(last);
  }
  if (around.pipefail) {
    whole.ways = static_cast<Flow::Ways>((all_ok ? Flow::ok : 0) | (some_bad ? Flow::bad : 0));
    return whole;
  }
  whole.ways = last.ways;
  const Command& end = commands.back();
  const bool sink = end.kind == CommandKind::simple && end.words.size() > end.assignments &&
                    lists(sinks, program_name(end.words[end.assignments]));
  if (sink) whole.ways = Flow::ok;
  if (some_bad && !whole.can_fail()) {
    whole.lose(
        loss({end.join_at, end.at.end},
             "hides the exit status because `pipefail` is off here: switch it on with `set -o "
             "pipefail`, or remove the pipe"));
  }
  return whole;
}

Flow Judge::command(const Command& command, Surroundings& around, Errexit errexit) {
  if (command.kind == CommandKind::simple) return simple(command, around, errexit);
  substitutions(command, around);
  return compound(command, around, errexit);
}

Flow Judge::compound(const Command& command, Surroundings& around, Errexit errexit) {
  switch (command.kind) {
    case CommandKind::group: return list(command.parts.at(0), around, errexit);
    case CommandKind::subshell: return subshell(command.parts.at(0), around, errexit);
    case CommandKind::branch: return branch(command, around, errexit);
    case CommandKind::loop:
    case CommandKind::each: return loop(command, around, errexit);
    case CommandKind::choice: return choice(command, around, errexit);
    case CommandKind::function: return define(command, around);
    case CommandKind::arithmetic: return arithmetic(command.words.front(), around);
    case CommandKind::test:
      if (angle_.only_checks && is_file_test(command.words)) return Flow(Flow::ok);
      return test(command.words, around);
    case CommandKind::coproc:
      if (around.detach_counts) {
        report(core::LintRule::detaches, command.at,
               "`coproc` leaves work running beside the command: run it in the foreground");
      }
      subshell(command.parts.at(0), around, errexit);
      return Flow(Flow::ok);
    case CommandKind::simple: break;
  }
  return Flow::checked();
}

Flow Judge::subshell(const List& inside, Surroundings around, Errexit errexit) {
  return list(inside, around, errexit).contained();
}

Flow Judge::branch(const Command& command, Surroundings& around, Errexit errexit) {
  Flow whole;
  bool reached = true;
  bool forgets = false;
  const std::size_t conditions = command.parts.size() / 2;
  for (std::size_t i = 0; i < conditions; ++i) {
    const Flow condition = list(command.parts[2 * i], around, Errexit::suspended);
    around.last = Flow::ok;
    const Flow body = list(command.parts[2 * i + 1], around, errexit);
    if (reached) whole.ways |= static_cast<Flow::Ways>(condition.ways & ~Flow::goes_on);
    if (reached && condition.can(Flow::ok)) whole.ways |= body.ways;
    forgets = forgets || (condition.can(Flow::bad) && condition.real);
    const bool asked = angle_.only_checks && !condition.real;
    reached = reached && (asked || condition.can(Flow::bad));
    whole.remember(condition);
    whole.remember(body);
  }
  around.last = Flow::bad;
  Flow otherwise(Flow::ok);
  if (command.has_fallback) otherwise = list(command.parts.back(), around, errexit);
  if (reached) whole.ways |= otherwise.ways;
  whole.remember(otherwise);
  if (forgets && !whole.can_fail()) {
    whole.lose(loss(command.at,
                    "succeeds also when its condition fails: add `else exit 1`, or use the "
                    "condition itself as the command"));
  }
  return whole;
}

// Whether a loop can end by more than its condition, or is left for good.
bool Judge::is_left(const Command& command) const {
  const List& body = command.parts.back();
  if (body.items.empty()) return false;
  const Span at{body.items.front().commands.front().at.begin, command.at.end};
  const std::string_view text = text_.substr(std::min<std::size_t>(at.begin, text_.size()),
                                             std::max(at.begin, at.end) - at.begin);
  for (const std::string_view word : {"break", "exit", "return", "kill", "exec"}) {
    if (contains(text, word)) return true;
  }
  return false;
}

Flow Judge::loop(const Command& command, Surroundings& around, Errexit errexit) {
  Flow whole(Flow::ok);
  bool forgets = false;
  bool runs = true;
  around.last = Flow::goes_on;
  if (command.kind == CommandKind::each) {
    runs = !goes_through_nothing(text_, command, around.values);
  } else {
    const Flow condition = list(command.parts.front(), around, Errexit::suspended);
    forgets = condition.can(Flow::goes_on) && condition.real;
    // `while false`, `until true`
    const bool until = text_.substr(command.at.begin).starts_with("until");
    runs = condition.real || condition.can(until ? Flow::bad : Flow::ok);
    whole.ways |= static_cast<Flow::Ways>(condition.ways & ~Flow::goes_on);
    whole.remember(condition);
    // `until a; do sleep 1; done` comes to its end only with a. Tests are not to be run until they
    // pass.
    const bool waits = condition.real && waits_for_one(command.parts.front(), until);
    if (waits && !is_left(command)) return Flow::checked();
    // The second look leaves questions out; what only waits for their answer loses nothing.
    const bool pauses = only_waits(command.parts.front()) && only_waits(command.parts.back());
    if (angle_.only_checks && pauses) {
      around.last = Flow::goes_on;
      list(command.parts.back(), around, errexit);
      return Flow(Flow::ok);
    }
  }
  around.last = Flow::goes_on;
  const Flow body = list(command.parts.back(), around, errexit);
  if (runs) whole.ways |= body.ways;
  whole.remember(body);
  if (!runs && body.real)
    whole.lose(loss(command.at, "never runs what stands in it: run that by itself"));
  if (forgets && !whole.can_fail()) {
    whole.lose(loss(command.at,
                    "succeeds however its condition ends: report the failure behind the loop, for "
                    "instance with `|| exit 1`"));
  }
  return whole;
}

Flow Judge::choice(const Command& command, Surroundings& around, Errexit errexit) {
  if (auto chosen = choice_by_status(command, around, errexit)) return *chosen;
  Flow whole(command.has_fallback ? Flow::Ways{0} : Flow::ok);
  const bool known = !command.words.empty() && command.words[0].literal;
  for (std::size_t i = 0; i < command.parts.size(); ++i) {
    const Flow body = list(command.parts[i], around, errexit);
    const bool reached = !known || clause_may_fit(command, i);
    if (reached) whole.ways |= body.ways;
    whole.remember(body);
    if (!reached && body.real)
      whole.lose(loss(command.at, "never comes to what stands in it: run that by itself"));
  }
  if (whole.ways == 0) whole.ways = Flow::ok;
  return whole;
}

Flow Judge::define(const Command& command, const Surroundings& around) {
  functions_.insert_or_assign({around.scope, command.words.front().text}, &command);
  if (command.words.front().text == "command_not_found_handle")
    report(core::LintRule::masked, command.at,
           "`command_not_found_handle` answers for programs that are not there: remove it");
  // Judged here too, so that what it does is found even if nothing calls it.
  Surroundings apart = around;
  call(command, apart, Errexit::suspended, Occasion::defined);
  return Flow(Flow::ok);
}

Flow Judge::call(const Command& definition, Surroundings& around, Errexit errexit,
                 Occasion occasion) {
  const auto [entry, first] = calls_.try_emplace({&definition, occasion});
  if (first) {
    Surroundings inside = around;
    inside.last = Flow::goes_on;
    Called called{list(definition.parts.at(0), inside, errexit).returned(), {}, {}};
    if (inside.errexit != around.errexit) called.errexit = inside.errexit;
    if (inside.pipefail != around.pipefail) called.pipefail = inside.pipefail;
    entry->second = std::move(called);
  }
  if (!entry->second) return Flow::checked();  // it calls itself
  around.errexit = entry->second->errexit.value_or(around.errexit);
  around.pipefail = entry->second->pipefail.value_or(around.pipefail);
  return entry->second->flow;
}

}  // namespace assay::format::shell
