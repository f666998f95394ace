// SPDX-License-Identifier: MIT
// The pinned text with its insertions and ticks.
#include "base/ensure.h"
#include "format/runners/scan.h"
#include "format/tasks/block.h"
#include "format/tasks/outline.h"
#include "format/tasks/tasks.h"

#include <algorithm>
#include <utility>

namespace assay::format {

namespace {

using core::loop::TaskKey;
using core::loop::TaskList;
using tasklist::Outline;
using tasklist::OutlineTask;

/// Where a task's block stands in the written text.
struct WrittenBlock {
  TaskKey key = 0;
  TaskKey root = 0;  ///< the pinned task it hangs on
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Neighbours {
  std::vector<TaskKey> before;  ///< inserted directly before its block, in this order
  std::vector<TaskKey> after;
};

bool begins_with_task(std::string_view block) {
  const std::string text = tasklist::tidy_block(block, "\n");
  const Outline outline = tasklist::read_outline(text);
  return !outline.tasks.empty() && outline.tasks[0].begin == 0;
}

/// True if a blank line stands between the two, and no heading.
bool is_spaced(std::string_view text, const OutlineTask& one, const OutlineTask& next) {
  const std::string_view gap = text.substr(one.end, next.begin - one.end);
  return gap.find('\n') != std::string_view::npos;
}

class Writer {
 public:
  explicit Writer(const TaskList& list)
      : list_(list),
        pinned_(*list.pinned),
        outline_(tasklist::read_outline(pinned_, list.reading)) {
    const std::size_t count = outline_.tasks.size();
    around_.resize(count + list.insertions.size());
    for (std::size_t i = 0; i < list.insertions.size(); ++i) {
      const core::loop::Insertion& insertion = list.insertions[i];
      const auto key = static_cast<TaskKey>(count + i);
      ENSURE(insertion.anchor < key);
      ENSURE(begins_with_task(insertion.block));
      Neighbours& at = around_[insertion.anchor];
      (insertion.before ? at.before : at.after).push_back(key);
    }
    find_spacing();
  }

  std::string run() {
    std::size_t done = 0;
    for (std::size_t i = 0; i < outline_.tasks.size(); ++i) {
      const OutlineTask& task = outline_.tasks[i];
      copy(done, task.begin);
      spaced_now_ = spaced_[i];
      put_tree(static_cast<TaskKey>(i));
      done = task.end;
    }
    copy(done, pinned_.size());
    return std::move(out_);
  }

  /// In the order of the text; filled by run().
  const std::vector<WrittenBlock>& blocks() const { return blocks_; }
  const std::string& phase_of(const WrittenBlock& block) const {
    return outline_.phases[outline_.tasks[block.root].phase];
  }

 private:
  bool is_pinned(TaskKey key) const { return key < outline_.tasks.size(); }

  /// As the task is set apart from the one behind it, else from the one before it, else as the
  /// first two of the file are.
  void find_spacing() {
    const auto& tasks = outline_.tasks;
    bool usual = false;
    bool known = false;
    std::vector<char> gaps(tasks.size(), 'u');  // behind each task: unknown, tight or spaced
    for (std::size_t i = 0; i + 1 < tasks.size(); ++i) {
      if (tasks[i].section != tasks[i + 1].section) continue;
      const bool spaced = is_spaced(pinned_, tasks[i], tasks[i + 1]);
      gaps[i] = spaced ? 's' : 't';
      if (!std::exchange(known, true)) usual = spaced;
    }
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const char gap = gaps[i] != 'u' || i == 0 ? gaps[i] : gaps[i - 1];
      spaced_.push_back(gap == 'u' ? usual : gap == 's');
    }
  }

  void copy(std::size_t begin, std::size_t end) {
    out_ += std::string_view(pinned_).substr(begin, end - begin);
  }

  /// A task with all that hangs on it. Insertions may hang on insertions, so deep that recursion
  /// would be too deep.
  void put_tree(TaskKey root) {
    struct Step {
      TaskKey key = 0;
      bool opened = false;
    };
    std::vector<Step> steps{{root, false}};
    bool first = true;
    while (!steps.empty()) {
      const Step step = steps.back();
      steps.pop_back();
      if (step.opened) {
        put_block(step.key, root, std::exchange(first, false));
        continue;
      }
      const Neighbours& around = around_[step.key];
      for (auto it = around.after.rbegin(); it != around.after.rend(); ++it)
        steps.push_back({*it, false});
      steps.push_back({step.key, true});
      for (auto it = around.before.rbegin(); it != around.before.rend(); ++it)
        steps.push_back({*it, false});
    }
    // A file without a line ending at its end stays one.
    const OutlineTask& place = outline_.tasks[root];
    if (place.end == pinned_.size() && !ends_with(pinned_, "\n") && ends_with(out_, "\n"))
      out_.erase(out_.size() - (ends_with(out_, "\r\n") ? 2 : 1));
    blocks_.back().end = out_.size();
  }

  void put_block(TaskKey key, TaskKey root, bool first) {
    const std::string_view ending = outline_.line_ending;
    if (!first) {
      if (!ends_with(out_, "\n")) out_ += ending;
      blocks_.back().end = out_.size();
      if (spaced_now_) out_ += ending;
    }
    const std::size_t begin = out_.size();
    std::size_t mark = 0;
    if (is_pinned(key)) {
      const OutlineTask& place = outline_.tasks[key];
      copy(place.begin, place.end);
      mark = place.mark - place.begin;
    } else {
      out_ += tasklist::tidy_block(list_.insertions[key - outline_.tasks.size()].block, ending);
      mark = std::min(out_.find('[', begin), out_.size()) - begin + 1;
    }
    set_tick(begin + mark, std::binary_search(list_.ticked.begin(), list_.ticked.end(), key));
    blocks_.push_back({key, root, begin, out_.size()});
  }

  void set_tick(std::size_t at, bool ticked) {
    if (at >= out_.size()) return;
    if (ticked && out_[at] == ' ') out_[at] = 'x';
    if (!ticked && (out_[at] == 'x' || out_[at] == 'X')) out_[at] = ' ';
  }

  const TaskList& list_;
  const std::string& pinned_;
  Outline outline_;
  std::vector<Neighbours> around_;  ///< by key
  std::vector<bool> spaced_;        ///< by key of the pinned tasks
  bool spaced_now_ = false;
  std::string out_;
  std::vector<WrittenBlock> blocks_;
};

}  // namespace

std::string write_tasks(const TaskList& list) { return Writer(list).run(); }

std::vector<ListedTask> tasks_of(const TaskList& list) {
  Writer writer(list);
  const std::string text = writer.run();
  // Not read again from the text: whatever stands in a block, no task may get lost here.
  std::vector<ListedTask> listed;
  std::uint32_t line = 1;
  std::size_t counted = 0;
  for (const WrittenBlock& block : writer.blocks()) {
    const std::string_view between = std::string_view(text).substr(counted, block.begin - counted);
    line += static_cast<std::uint32_t>(std::count(between.begin(), between.end(), '\n'));
    counted = block.begin;
    ListedTask one{block.key, tasklist::read_block(std::string_view(text).substr(
                                  block.begin, block.end - block.begin))};
    one.task.line = line;
    one.task.phase = writer.phase_of(block);
    listed.push_back(std::move(one));
  }
  return listed;
}

}  // namespace assay::format
