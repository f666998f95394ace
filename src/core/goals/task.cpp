// SPDX-License-Identifier: MIT
#include "core/goals/task.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay::core::goals {

namespace {

using Index = std::map<std::string, std::size_t, std::less<>>;

/// Finds cycles without recursion: a chain of dependencies may be as long as there are tasks.
class CycleSearch {
 public:
  CycleSearch(std::span<const Task> tasks, const Index& index)
      : tasks_(tasks), index_(index), marks_(tasks.size(), Mark::fresh) {}

  void run(std::vector<std::string>& problems) {
    for (std::size_t task = 0; task < tasks_.size(); ++task) {
      if (marks_[task] == Mark::fresh) follow(task, problems);
    }
  }

 private:
  enum class Mark : std::uint8_t { fresh, on_path, done };
  struct Stop {
    std::size_t task = 0;
    std::size_t next = 0;  ///< dependency to look at
  };

  void follow(std::size_t start, std::vector<std::string>& problems) {
    enter(start);
    while (!path_.empty()) {
      Stop& here = path_.back();
      const std::vector<std::string>& needs = tasks_[here.task].depends_on;
      if (here.next == needs.size()) {
        marks_[here.task] = Mark::done;
        path_.pop_back();
        continue;
      }
      const auto found = index_.find(needs[here.next++]);
      if (found == index_.end()) continue;
      if (marks_[found->second] == Mark::on_path) problems.push_back(told(found->second));
      if (marks_[found->second] == Mark::fresh) enter(found->second);
    }
  }

  void enter(std::size_t task) {
    marks_[task] = Mark::on_path;
    path_.push_back({task, 0});
  }

  std::string told(std::size_t first) const {
    const auto begin = std::find_if(path_.begin(), path_.end(),
                                    [first](const Stop& stop) { return stop.task == first; });
    std::string text = "dependency cycle: ";
    for (auto stop = begin; stop != path_.end(); ++stop) text += tasks_[stop->task].id + " -> ";
    return text + tasks_[first].id;
  }

  std::span<const Task> tasks_;
  const Index& index_;
  std::vector<Mark> marks_;
  std::vector<Stop> path_;
};

}  // namespace

std::vector<std::string> dependency_problems(std::span<const Task> tasks) {
  std::vector<std::string> problems;
  Index index;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    const auto [known, added] = index.emplace(tasks[i].id, i);
    if (added) continue;
    problems.push_back(fmt::format("{}: id {} is already taken by {}", tasks[i].source, tasks[i].id,
                                   tasks[known->second].source));
  }
  for (const Task& task : tasks) {
    for (const std::string& needed : task.depends_on) {
      if (index.contains(needed)) continue;
      problems.push_back(fmt::format("{}: {} depends on {}, which is no task of this phase",
                                     task.source, task.id, needed));
    }
  }
  CycleSearch(tasks, index).run(problems);
  return problems;
}

}  // namespace assay::core::goals
