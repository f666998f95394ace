// SPDX-License-Identifier: MIT
#include "format/shell/rehearsal.h"

#include "base/text/ascii.h"
#include "format/shell/characters.h"
#include "format/shell/invocation.h"
#include "format/shell/literal.h"
#include "format/shell/status.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace assay::format::shell {
namespace {

constexpr int steps_max = 4000;
constexpr int rounds_max = 12;
constexpr int depth_max = 60;
constexpr std::size_t places_max = 24;

/// How a piece of text ended.
enum class Ending { next, exits, returns, breaks, continues, unknown };

struct Played {
  Ending ending = Ending::next;
  int status = 0;

  bool goes_on() const { return ending == Ending::next; }
};

constexpr Played unplayable{Ending::unknown, 0};

Played ended(int status) { return {Ending::next, status & 0xFF}; }

/// The value is missing where it is set to something that is not known.
using Bindings = std::map<std::string, std::optional<std::string>, std::less<>>;

std::string_view raw_text(std::string_view text, Span at) {
  const std::size_t begin = std::min<std::size_t>(at.begin, text.size());
  return text.substr(begin, std::max(at.begin, at.end) - at.begin);
}

std::string_view without_quotes(std::string_view text) {
  while (text.size() > 1 && text.front() == '"' && text.back() == '"')
    text = text.substr(1, text.size() - 2);
  return text;
}

/// A program that only shows something, asks, or prepares the ground: its failure is no failed
/// check. One that is hushed is expected to fail.
bool is_check(const Command& command, Words words) {
  if (words.empty()) return false;
  if (!words.front().literal) return true;  // `$t || failed=1`
  if (is_trivial(words, true)) return false;
  const std::string_view name = program_name(words.front());
  if (tools::has_trait(name, tools::Trait::harmless)) return false;
  const bool quiet = std::any_of(command.redirections.begin(), command.redirections.end(),
                                 [](const auto& each) { return each.target.is("/dev/null"); });
  return !quiet || name.find('/') != std::string_view::npos;
}

/// One run of the text in one world.
class Play {
 public:
  Play(std::string_view text, RehearsedShell shell, const Command* failing)
      : text_(text), errexit_(shell.errexit), pipefail_(shell.pipefail), failing_(failing) {}

  Played run(const List& whole) { return list(whole, Guard::none); }

  bool has_failed() const { return has_failed_; }
  const Bindings& variables() const { return variables_; }
  /// What was read since a program ran last, and where.
  const std::map<std::string, Span>& read() const { return read_; }
  const std::vector<const Command*>& checks() const { return checks_; }

 private:
  /// Whether a failure ends the shell under `set -e`.
  enum class Guard { none, asked };

  bool is_over() { return ++steps_ > steps_max; }

  Played list(const List& list, Guard guard) {
    if (depth_ > depth_max) return unplayable;
    ++depth_;
    Played last = ended(0);
    for (const Item& each : list.items) {
      if (is_over() || each.background) return unplayable;
      last = item(each, guard);
      if (!last.goes_on()) break;
      status_ = last.status;
    }
    --depth_;
    return last;
  }

  Played item(const Item& item, Guard guard) {
    const std::span<const Command> commands(item.commands);
    Played last = ended(0);
    for (std::size_t begin = 0; begin < commands.size();) {
      std::size_t end = begin + 1;
      while (end < commands.size() && commands[end].join == Join::pipe) ++end;
      const Command& first = commands[begin];
      const bool skipped = (first.join == Join::and_if && last.status != 0) ||
                           (first.join == Join::or_if && last.status == 0);
      if (!skipped) {
        const bool asked = guard == Guard::asked || end != commands.size() || first.negated;
        last = pipeline(commands.subspan(begin, end - begin), asked ? Guard::asked : Guard::none);
        if (!last.goes_on()) return last;
        status_ = last.status;
        const bool ends_shell = errexit_ && !asked && last.status != 0;
        if (ends_shell) return {Ending::exits, last.status};
      }
      begin = end;
    }
    return last;
  }

  Played pipeline(std::span<const Command> stages, Guard guard) {
    Played last;
    if (stages.size() == 1) {
      last = command(stages.front(), guard);
    } else {
      int failed = 0;
      for (const Command& stage : stages) {
        last = aside([&] { return command(stage, Guard::asked); });
        if (!last.goes_on()) return last;
        if (last.status != 0) failed = last.status;
      }
      if (pipefail_) last = ended(failed);
    }
    if (last.goes_on() && stages.front().negated) last = ended(last.status == 0 ? 1 : 0);
    return last;
  }

  /// In a shell of its own: what it sets is forgotten, where it exits it ends.
  Played aside(const std::function<Played()>& inside) {
    const Bindings kept = variables_;
    const bool errexit = errexit_;
    Played out = inside();
    variables_ = kept;
    errexit_ = errexit;
    if (out.ending == Ending::exits) out.ending = Ending::next;
    return out;
  }

  Played command(const Command& command, Guard guard) {
    if (is_over()) return unplayable;
    switch (command.kind) {
      case CommandKind::simple: return simple(command, guard);
      case CommandKind::group: return list(command.parts.at(0), guard);
      case CommandKind::subshell: return aside([&] { return list(command.parts.at(0), guard); });
      case CommandKind::branch: return branch(command, guard);
      case CommandKind::loop: return loop(command, guard);
      case CommandKind::each: return each(command, guard);
      case CommandKind::choice: return choice(command, guard);
      case CommandKind::function:
        functions_.insert_or_assign(command.words.front().text, &command);
        return ended(0);
      case CommandKind::arithmetic: return arithmetic(command.words.front().text, command.at);
      case CommandKind::test: return test(command.words, command.at);
      case CommandKind::coproc: break;
    }
    return unplayable;
  }

  Played branch(const Command& command, Guard guard) {
    for (std::size_t i = 0; i + 1 < command.parts.size(); i += 2) {
      const Played condition = list(command.parts[i], Guard::asked);
      if (!condition.goes_on()) return condition;
      status_ = condition.status;
      if (condition.status == 0) return list(command.parts[i + 1], guard);
    }
    return command.has_fallback ? list(command.parts.back(), guard) : ended(0);
  }

  Played loop(const Command& command, Guard guard) {
    const bool until = raw_text(text_, command.at).starts_with("until");
    Played last = ended(0);
    for (int round = 0; round < rounds_max; ++round) {
      const Played condition = list(command.parts.front(), Guard::asked);
      if (!condition.goes_on()) return condition;
      if ((condition.status == 0) == until) return last;
      last = list(command.parts.back(), guard);
      if (last.ending == Ending::breaks) return ended(0);
      if (!last.goes_on() && last.ending != Ending::continues) return last;
      last.ending = Ending::next;
    }
    return unplayable;
  }

  /// Two rounds stand for a list that is not known.
  Played each(const Command& command, Guard guard) {
    std::string_view head = raw_text(text_, command.at);
    if (!head.starts_with("for ") || head.starts_with("for ((")) return unplayable;
    head = trimmed(head.substr(4));
    std::size_t end = 0;
    while (end < head.size() && is_name_char(head[end])) ++end;
    const std::string name(head.substr(0, end));
    std::vector<std::optional<std::string>> values;
    for (const Word& word : command.words) {
      const auto value = value_of(word);
      const bool one = value && value->find_first_of("*?[ {") == std::string::npos;
      if (one) values.push_back(value);
      if (!one) values.insert(values.end(), 2, std::nullopt);
    }
    if (values.size() > static_cast<std::size_t>(rounds_max)) return unplayable;
    Played last = ended(0);
    for (const auto& value : values) {
      variables_[name] = value;
      last = list(command.parts.back(), guard);
      if (last.ending == Ending::breaks) return ended(0);
      if (!last.goes_on() && last.ending != Ending::continues) return last;
      last.ending = Ending::next;
    }
    return last;
  }

  Played choice(const Command& command, Guard guard) {
    if (command.words.empty()) return unplayable;
    const auto value = value_of(command.words.front());
    if (!value) return unplayable;
    note(command.words.front(), command.at);
    std::size_t first = 1;
    for (std::size_t i = 0; i < command.patterns.size() && i < command.parts.size(); ++i) {
      for (std::size_t at = first; at < command.patterns[i]; ++at) {
        const std::string& pattern = command.words[at].text;
        const auto number = literal_number(*value);
        const bool fits =
            pattern == *value || pattern == "*" ||
            (number && *number >= 0 && fits_status(pattern, static_cast<int>(*number)));
        if (fits) return list(command.parts[i], guard);
        if (pattern.find_first_of("*?[$") != std::string::npos) return unplayable;
      }
      first = command.patterns[i];
    }
    return ended(0);
  }

  Played simple(const Command& command, Guard guard) {
    const Words words = Words(command.words).subspan(command.assignments);
    if (words.empty()) return assign_all(command.words);
    if (words.front().text == "$@" || words.front().text == "$*") {
      if (arguments_.empty() || words.size() > 1) return unplayable;
      const Words called = arguments_.back();
      return called.empty() ? unplayable : invoked(command, called, guard);
    }
    return invoked(command, words, guard);
  }

  Played invoked(const Command& command, Words words, Guard guard) {
    const Invocation invocation = resolve(words);
    if (invocation.looks_up || invocation.words.empty()) return ended(0);
    words = invocation.words;
    const std::string name(words.front().literal ? words.front().text : "");
    if (const auto known = functions_.find(name); known != functions_.end())
      return call(*known->second, words.subspan(1), guard);
    Played out = builtin(name, words, command);
    if (out.ending == Ending::unknown && out.status == 1) out = program(command, words);
    if (out.goes_on() && invocation.replaces_shell) out.ending = Ending::exits;
    return out;
  }

  Played call(const Command& definition, Words arguments, Guard guard) {
    arguments_.push_back(arguments);
    Played out = list(definition.parts.at(0), guard);
    arguments_.pop_back();
    if (out.ending == Ending::returns) out.ending = Ending::next;
    return out;
  }

  Played program(const Command& command, Words words) {
    for (const Word& word : words) {
      if (!word.substitutions.empty()) return unplayable;
    }
    if (!is_check(command, words)) return ended(0);
    read_.clear();
    if (std::find(checks_.begin(), checks_.end(), &command) == checks_.end())
      checks_.push_back(&command);
    const bool fails = &command == failing_ && !has_failed_;
    has_failed_ = has_failed_ || fails;
    return ended(fails ? 1 : 0);
  }

  /// Unknown with status 1: it is none.
  Played builtin(const std::string& name, Words words, const Command& command) {
    constexpr Played none{Ending::unknown, 1};
    const Words args = words.subspan(1);
    if (name == "false") return ended(1);
    if (lists(" exit return break continue ", name)) return leave(name, args, command.at);
    if (lists(" export local declare typeset readonly ", name)) {
      for (const Word& word : args) {
        if (word.text.starts_with('-')) continue;
        if (!begins_assignment(word.text)) continue;
        if (const Played out = assign(word); !out.goes_on()) return out;
      }
      return ended(0);
    }
    if (name == "set") return options(args);
    if (name == "let" && args.size() == 1) return arithmetic(args.front().text, command.at);
    if (name == "test") return test(args, command.at);
    if (name == "[" && !args.empty()) return test(args.first(args.size() - 1), command.at);
    if (lists(
            " eval source . trap read mapfile readarray shift wait unset getopts let shopt coproc "
            "exec alias ",
            name))
      return unplayable;
    return tools::has_trait(name, tools::Trait::succeeds) ? ended(0) : none;
  }

  Played leave(std::string_view name, Words args, Span at) {
    Ending ending = name == "exit" ? Ending::exits : Ending::returns;
    if (name == "break") ending = Ending::breaks;
    if (name == "continue") ending = Ending::continues;
    if (lists(" break continue ", name)) return args.empty() ? Played{ending, 0} : unplayable;
    if (args.empty()) return {ending, status_};
    const auto value = value_of(args.front());
    const auto number = value ? literal_number(*value) : std::nullopt;
    if (!number) return unplayable;
    note(args.front(), at);
    return {ending, static_cast<int>(*number & 0xFF)};
  }

  Played options(Words args) {
    for (const Word& word : args) {
      const bool on = word.text.starts_with('-');
      const bool letters = word.text.size() > 1 && (on || word.text.starts_with('+'));
      if (letters && word.text.find('e') != std::string::npos) errexit_ = on;
      if (word.text == "errexit" || word.text == "pipefail") return unplayable;
    }
    return ended(0);
  }

  // ---- values

  Played assign_all(const std::vector<Word>& words) {
    Played last = ended(0);
    for (const Word& word : words) {
      last = assign(word);
      if (!last.goes_on()) return last;
    }
    return last;
  }

  Played assign(const Word& word) {
    const std::size_t equals = word.text.find('=');
    const bool adds = equals > 0 && equals != std::string::npos && word.text[equals - 1] == '+';
    if (equals == std::string::npos || adds) return unplayable;
    const std::string name = word.text.substr(0, equals);
    if (!is_name(name)) return unplayable;
    Played last = ended(0);
    for (const Substitution& inside : word.substitutions) {
      last = aside([&] { return list(inside.list, Guard::asked); });
      if (!last.goes_on()) return last;
    }
    const std::string_view raw = raw_text(text_, word.at);
    const std::size_t at = raw.find('=');
    Word value = word;
    value.text = word.text.substr(equals + 1);
    value.at.begin += at == std::string_view::npos ? 0U : static_cast<std::uint32_t>(at + 1);
    variables_[name] = value_of(value);
    return last;
  }

  /// The values that a calculation may use.
  Values known_values() const {
    Values values;
    for (const auto& [name, value] : variables_) {
      if (value) values.emplace(name, value->empty() ? "0" : *value);
    }
    return values;
  }

  std::optional<std::string> value_of(const Word& word) {
    if (word.literal) return word.text;
    if (!word.substitutions.empty()) return {};
    const std::string_view raw = without_quotes(raw_text(text_, word.at));
    if (raw.starts_with("$((") && raw.ends_with("))")) {
      const auto value = calculate(raw.substr(3, raw.size() - 5), known_values(), status_);
      return value ? std::optional(std::to_string(*value)) : std::nullopt;
    }
    std::string out;
    for (std::size_t i = 0; i < word.text.size(); ++i) {
      if (word.text[i] != '$') {
        out.push_back(word.text[i]);
        continue;
      }
      if (word.text.substr(i, 2) == "$?") {
        out += std::to_string(status_);
        ++i;
        continue;
      }
      std::size_t end = i + 1;
      while (end < word.text.size() && is_name_char(word.text[end])) ++end;
      const auto known = variables_.find(word.text.substr(i + 1, end - i - 1));
      if (known == variables_.end() || !known->second) return {};
      out += *known->second;
      i = end - 1;
    }
    return out;
  }

  /// Remembers the variables that a decision reads.
  void note(const Word& word, Span at) { note(raw_text(text_, word.at), at); }
  void note(std::string_view raw, Span at) {
    for (const auto& [name, value] : variables_) {
      for (std::size_t i = raw.find(name); i != std::string_view::npos;
           i = raw.find(name, i + name.size())) {
        const bool begins = i == 0 || !is_name_char(raw[i - 1]);
        const std::size_t end = i + name.size();
        if (begins && (end == raw.size() || !is_name_char(raw[end]))) read_[name] = at;
      }
    }
  }

  Played test(Words words, Span at) {
    std::vector<Word> seen(words.begin(), words.end());
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const bool joint = !words[i].literal && lists(" || && ", words[i].text);
      const auto value = joint ? std::optional(words[i].text) : value_of(words[i]);
      if (!value) return unplayable;
      note(words[i], at);
      seen[i].text = *value;
      seen[i].literal = true;
    }
    const auto holds = decided_test(seen);
    return holds ? ended(*holds ? 0 : 1) : unplayable;
  }

  /// `rc++`, `rc += 1`, `rc = rc | 1`, and what only asks.
  Played arithmetic(std::string_view expression, Span at) {
    expression = trimmed(expression);
    if (expression.starts_with("++") || expression.starts_with("--")) {
      const std::string name(trimmed(expression.substr(2)));
      return is_name(name) ? set_number(name, expression.substr(0, 1), "1") : unplayable;
    }
    std::size_t end = 0;
    while (end < expression.size() && is_name_char(expression[end])) ++end;
    const std::string name(expression.substr(0, end));
    const std::string_view rest = trimmed(expression.substr(end));
    if (is_name(name) && (rest == "++" || rest == "--")) {
      const auto before = number_of(name);
      const Played out = set_number(name, rest.substr(0, 1), "1");
      return out.goes_on() && before ? ended(*before != 0 ? 0 : 1) : unplayable;
    }
    if (is_name(name) && rest.starts_with('=') && !rest.starts_with("=="))
      return set_number(name, "", rest.substr(1));
    if (is_name(name) && rest.size() > 2 && rest[1] == '=' &&
        std::string_view("+-*/%|&^").find(rest[0]) != std::string_view::npos)
      return set_number(name, rest.substr(0, 1), rest.substr(2));
    const auto value = calculate(expression, known_values(), status_);
    if (!value) return unplayable;
    note(expression, at);
    return ended(*value != 0 ? 0 : 1);
  }

  std::optional<long long> number_of(const std::string& name) const {
    return calculate(name, known_values(), status_);
  }

  Played set_number(const std::string& name, std::string_view sign, std::string_view by) {
    const std::string sum =
        sign.empty() ? std::string(by) : name + std::string(sign) + "(" + std::string(by) + ")";
    const auto value = calculate(sum, known_values(), status_);
    if (!value) return unplayable;
    variables_[name] = std::to_string(*value);
    return ended(*value != 0 ? 0 : 1);
  }

  std::string_view text_;
  bool errexit_;
  bool pipefail_;
  const Command* failing_;
  bool has_failed_ = false;
  int steps_ = 0;
  int depth_ = 0;
  int status_ = 0;
  Bindings variables_;
  std::map<std::string, Span> read_;
  std::map<std::string, const Command*, std::less<>> functions_;
  std::vector<Words> arguments_;
  std::vector<const Command*> checks_;
};

/// The variable that is read at the end and holds something else than it would without the failure.
std::optional<Forgiven> kept_in(const Play& well, const Play& badly, const Command& failed) {
  for (const auto& [name, at] : badly.read()) {
    const auto before = well.variables().find(name);
    const auto after = badly.variables().find(name);
    if (after == badly.variables().end() || !after->second) continue;
    const bool differs = before == well.variables().end() || before->second != after->second;
    if (differs) return Forgiven{failed.at, at, name};
  }
  return {};
}

}  // namespace

std::optional<Forgiven> forgiven_failure(const List& list, std::string_view text,
                                         RehearsedShell shell) {
  if (text.find('=') == std::string_view::npos && text.find("let ") == std::string_view::npos)
    return {};
  Play well(text, shell, nullptr);
  const Played good = well.run(list);
  const bool ends = good.ending == Ending::next || good.ending == Ending::exits;
  if (!ends || well.checks().size() > places_max) return {};
  for (const Command* failing : well.checks()) {
    Play badly(text, shell, failing);
    const Played out = badly.run(list);
    const bool succeeds =
        (out.ending == Ending::next || out.ending == Ending::exits) && out.status == 0;
    if (!succeeds || !badly.has_failed()) continue;
    if (auto forgiven = kept_in(well, badly, *failing)) return forgiven;
  }
  return {};
}

}  // namespace assay::format::shell
