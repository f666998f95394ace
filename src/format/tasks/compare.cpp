// SPDX-License-Identifier: MIT
#include "base/text/escape.h"
#include "base/text/utf8.h"
#include "format/runners/scan.h"
#include "format/tasks/fields.h"
#include "format/tasks/lines.h"
#include "format/tasks/tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace assay::format {

namespace {

using core::loop::Task;
using tasklist::BlockFields;
using tasklist::Field;
using tasklist::FieldLine;

constexpr std::size_t tampering_max = 100;

/// In backticks, safe to show and of bounded length.
std::string shown(std::string_view text) {
  constexpr std::size_t shown_max = 120;
  if (trim(text).empty()) return "nothing";
  std::size_t end = 0;
  while (end < text.size() && end < shown_max)
    end += std::max<std::size_t>(decode_utf8(text, end).length, 1);
  std::string out = printable(text.substr(0, std::min(end, text.size())));
  std::replace(out.begin(), out.end(), '`', '\'');
  return "`" + out + (end < text.size() ? "..." : "") + "`";
}

std::string shown_name(const Task& task) {
  return task.id.empty() ? fmt::format("task {}", shown(task.title)) : task.id;
}

/// A line without its indentation; a check box in it is open.
std::string plain(const FieldLine& line) {
  std::string text(trim(line.text));
  const std::size_t mark = list_mark(text);
  const bool boxed = mark > 0 && text.size() >= mark + 3 && text[mark] == '[' &&
                     text[mark + 2] == ']' && (text[mark + 1] == 'x' || text[mark + 1] == 'X');
  if (boxed && !line.code) text[mark + 1] = ' ';
  return text;
}

std::string plain(const Field& field) {
  std::string out;
  for (const FieldLine& line : field.lines) {
    const std::string text = plain(line);
    if (!text.empty()) out.append(out.empty() ? "" : "\n").append(text);
  }
  return out;
}

std::string joined(const std::vector<std::string>& markers) {
  std::string out;
  for (const std::string& marker : markers) out += (out.empty() ? "[" : " [") + marker + "]";
  return out;
}

class Comparison {
 public:
  TasksDifference out;

  void say(std::string what) {
    if (++said_ <= tampering_max) out.tampering.push_back(std::move(what));
  }

  void compare(const Task& wanted, const Task& actual) {
    const std::string name = shown_name(wanted);
    if (wanted.block == actual.block && wanted.phase == actual.phase) return;
    const auto changed = [&](std::string_view field, std::string_view from, std::string_view to) {
      if (from == to) return;
      say(fmt::format("{}: {} was changed from {} to {}", name, field, shown(one_line(from)),
                      shown(one_line(to))));
    };
    changed("its title", trim(wanted.title), trim(actual.title));
    changed("its set of markers", joined(wanted.markers), joined(actual.markers));
    changed("its phase", wanted.phase, actual.phase);
    const BlockFields want = tasklist::read_fields(wanted.block);
    const BlockFields have = tasklist::read_fields(actual.block);
    changed("Do", plain(want.steps), plain(have.steps));
    changed("Files", plain(want.files), plain(have.files));
    changed("Done when", plain(want.done_when), plain(have.done_when));
    changed("Verify", plain(want.verify), plain(have.verify));
    changed("Commit", plain(want.commit), plain(have.commit));
  }

  void finish() {
    if (said_ > tampering_max)
      out.tampering.back() = fmt::format("and {} more changes", said_ - tampering_max + 1);
    std::sort(out.ticked.begin(), out.ticked.end());
  }

 private:
  static std::string one_line(std::string_view text) {
    std::string out(text);
    std::replace(out.begin(), out.end(), '\n', ' ');
    return out;
  }

  std::size_t said_ = 0;
};

/// Tasks by what they are called: their id, or their title if they have none.
class Lookup {
 public:
  explicit Lookup(const std::vector<Task>& tasks) {
    for (std::size_t i = tasks.size(); i-- > 0;) places_[called(tasks[i])].push_back(i);
  }

  /// The next one of that name, each once.
  std::optional<std::size_t> take(const Task& task) {
    const auto found = places_.find(called(task));
    if (found == places_.end() || found->second.empty()) return std::nullopt;
    const std::size_t place = found->second.back();
    found->second.pop_back();
    return place;
  }

 private:
  static std::pair<bool, std::string> called(const Task& task) {
    return {task.id.empty(), task.id.empty() ? task.title : task.id};
  }

  std::map<std::pair<bool, std::string>, std::vector<std::size_t>> places_;
};

}  // namespace

TasksDifference compare_tasks(const core::loop::TaskList& expected, std::string_view actual) {
  Comparison comparison;
  const TasksReading reading = read_tasks(actual, expected.reading);
  for (const Problem& problem : reading.problems)
    comparison.say(fmt::format("{} cannot be read any more: {}", problem.where, problem.what));
  if (!reading.problems.empty()) return std::move(comparison.out);
  Lookup lookup(reading.tasks);
  std::vector<bool> met(reading.tasks.size());
  std::size_t last = 0;
  bool in_order = true;
  for (const ListedTask& wanted : tasks_of(expected)) {
    const auto place = lookup.take(wanted.task);
    if (!place) {
      comparison.say(fmt::format("{} was removed", shown_name(wanted.task)));
      continue;
    }
    const Task& found = reading.tasks[*place];
    met[*place] = true;
    comparison.compare(wanted.task, found);
    if (found.checked && !wanted.task.checked) comparison.out.ticked.push_back(wanted.key);
    if (*place < last && std::exchange(in_order, false)) {
      comparison.say(fmt::format("the order of the tasks was changed: {} now stands before {}",
                                 shown_name(found), shown_name(reading.tasks[last])));
    }
    last = std::max(last, *place);
  }
  for (std::size_t i = 0; i < met.size(); ++i) {
    if (!met[i]) {
      comparison.say(fmt::format("{} was added in line {}", shown_name(reading.tasks[i]),
                                 reading.tasks[i].line));
    }
  }
  comparison.finish();
  return std::move(comparison.out);
}

}  // namespace assay::format
