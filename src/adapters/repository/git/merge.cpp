// SPDX-License-Identifier: MIT
#include "adapters/repository/git/merge.h"

#include "adapters/repository/git/call.h"
#include "adapters/repository/git/checkout.h"
#include "adapters/repository/git/facts.h"
#include "adapters/repository/git/identity.h"
#include "adapters/repository/git/leftovers.h"
#include "adapters/repository/git/lock.h"
#include "adapters/repository/git/names.h"
#include "adapters/repository/git/scratch_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace assay::git {

using core::work::WorkResult;

namespace {

WorkResult failed(const std::string& why, const std::string& head = {}) {
  return {WorkResult::Status::failed, why, head, {}};
}

/// What the branch and what is checked out come to.
struct Outcome {
  std::string commit;
  std::vector<std::string> conflicts;  ///< then there is no commit
};

class Merge {
 public:
  explicit Merge(const core::MergeWork& wanted)
      : wanted_(wanted), old_(head(wanted.workspace)), place_(place_of(wanted.workspace)) {
    const std::string prefix = real_path(wanted.workspace).substr(place_.top.size());
    for (const std::string& path : wanted.ours)
      ours_.push_back(prefix.empty() ? path : prefix.substr(1) + "/" + path);
  }

  WorkResult run();

 private:
  Result<std::string> change(std::vector<std::string> words) const;
  std::string obstacle() const;
  Result<Outcome> probe() const;
  Result<Outcome> fast_forward() const;
  Result<std::vector<std::string>> without_drivers() const;
  Result<std::string> with_ours(const std::string& tree) const;
  Result<std::string> commit_tree(const std::string& tree) const;
  Result<> apply(const Step& step, const Leftovers& leftovers) const;
  Result<> unpack_touched(const Step& step) const;
  WorkResult bring_in(const std::string& commit) const;
  std::string backup() const;

  const core::MergeWork& wanted_;
  const std::string old_;
  const Place place_;
  std::vector<std::string> ours_;  ///< relative to the top of the working tree
};

Result<std::string> Merge::change(std::vector<std::string> words) const {
  Call call{wanted_.workspace, std::move(words)};
  call.patience = long_patience;
  call.changes = true;
  return tell_line(call);
}

/// refs/assay/backup/<run>/<task> for assay/<run>/<task>.
std::string Merge::backup() const {
  constexpr std::string_view mark = "assay/";
  const std::string& branch = wanted_.branch;
  return "refs/assay/backup/" + (branch.starts_with(mark) ? branch.substr(mark.size()) : branch);
}

/// Why it cannot even be tried; empty: it can.
std::string Merge::obstacle() const {
  if (old_.empty()) return wanted_.workspace + ": nothing is checked out";
  const std::string busy = in_progress(place_);
  if (!busy.empty()) return fmt::format("{}: {} is in progress", place_.top, busy);
  const std::string tip = tip_of(wanted_.workspace, wanted_.branch);
  if (tip.empty()) return fmt::format("branch {} is gone", wanted_.branch);
  if (tip != wanted_.head) {
    return fmt::format("branch {} points to {} and not to {} any more", wanted_.branch, tip,
                       wanted_.head);
  }
  return {};
}

/// Programs of the repository do not decide what a merge comes to: where one would be asked, there
/// is a conflict.
Result<std::vector<std::string>> Merge::without_drivers() const {
  Call list{wanted_.workspace,
            {"config", "-z", "--name-only", "--get-regexp", "^merge\\..*\\.driver$"}};
  const os::Answer answer = TRY(call(list));
  if (answer.status != 0 && answer.status != 1) return failure(list, answer);
  std::vector<std::string> words;
  for (const std::string& name : split_zero(answer.output)) {
    // A name with an equals sign cannot be given this way, and so cannot be switched off.
    if (name.find('=') != std::string::npos)
      return Error{Fault::bad_input, name + ": a merge driver that cannot be switched off"};
    words.insert(words.end(), {"-c", name + "=false"});
  }
  return words;
}

/// The same tree with the workspace's own version of the files that assay writes itself: whatever
/// a branch says about them was overtaken.
Result<std::string> Merge::with_ours(const std::string& tree) const {
  if (ours_.empty()) return tree;
  std::string entries;
  for (const std::string& path : ours_) {
    const std::string known = TRY(tell({place_.top, {"ls-tree", "-z", old_, path}}));
    entries += known.empty() ? "0 " + std::string(old_.size(), '0') + "\t" + path + '\0' : known;
  }
  const ScratchIndex scratch(place_.own + "/assay-merge-index");
  const auto with_index = [&](std::vector<std::string> words, std::string input) {
    Call call{wanted_.workspace, std::move(words), std::move(input), {scratch.variable()}};
    call.patience = long_patience;
    call.changes = true;
    return tell_line(call);
  };
  TRY(with_index({"read-tree", tree}, ""));
  TRY(with_index({"update-index", "-z", "--index-info"}, std::move(entries)));
  return with_index({"write-tree"}, "");
}

/// The branch continues what is checked out.
Result<Outcome> Merge::fast_forward() const {
  const std::string theirs =
      TRY(tell_line({wanted_.workspace, {"rev-parse", wanted_.head + "^{tree}"}}));
  const std::string tree = TRY(with_ours(theirs));
  return Outcome{tree == theirs ? wanted_.head : TRY(commit_tree(tree)), {}};
}

Result<Outcome> Merge::probe() const {
  if (is_ancestor(wanted_.workspace, old_, wanted_.head)) return fast_forward();
  auto words = TRY(without_drivers());
  Call ask{wanted_.workspace, std::move(words)};
  for (const std::string& word :
       {std::string("merge-tree"), std::string("--write-tree"), std::string("-z"),
        std::string("--name-only"), std::string("--no-messages"), old_, wanted_.head})
    ask.words.push_back(word);
  ask.patience = long_patience;
  const os::Answer answer = TRY(call(ask));
  std::vector<std::string> lines = split_zero(answer.output);
  const bool answered = answer.status == 0 || answer.status == 1;
  if (!answered || lines.empty() || !is_commit(lines.front())) return failure(ask, answer);
  const std::string tree = lines.front();
  lines.erase(lines.begin());
  std::erase_if(lines, [&](const std::string& path) {
    return path.empty() || std::find(ours_.begin(), ours_.end(), path) != ours_.end();
  });
  if (lines.empty()) {
    const std::string merged = TRY(with_ours(tree));
    return Outcome{TRY(commit_tree(merged)), {}};
  }
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  return Outcome{"", std::move(lines)};
}

Result<std::string> Merge::commit_tree(const std::string& tree) const {
  const std::string message =
      wanted_.message.empty() ? fmt::format("Merge branch '{}'", wanted_.branch) : wanted_.message;
  Call make{wanted_.workspace, {"commit-tree", tree, "-p", old_, "-p", wanted_.head, "-F", "-"}};
  make.input = message + "\n";
  make.environment = identity(wanted_.workspace);
  make.changes = true;
  return tell_line(make);
}

/// Files that a filter stands for were written as they are stored.
Result<> Merge::unpack_touched(const Step& step) const {
  Call list{
      place_.top,
      {"diff-tree", "-r", "-z", "--name-only", "--no-renames", "--no-ext-diff", old_, step.to}};
  list.answer_max = 512U << 20;
  const std::vector<std::string> paths = split_zero(TRY(tell(list)));
  return paths.empty() ? Result<>() : unpack(place_.top, step.to, "", paths);
}

/// Files and index first, the branch last: until it has moved, the merge has not happened.
Result<> Merge::apply(const Step& step, const Leftovers& leftovers) const {
  TRY(change({"update-ref", backup(), old_}));
  TRY(put_back(step, leftovers));
  // Fails where files differ from the index, which is none of its business: entries that only look
  // changed are settled by it.
  static_cast<void>(static_cast<bool>(change({"update-index", "-q", "--refresh"})));
  TRY(change({"read-tree", "-m", "-u", old_, step.to}));
  TRY(unpack_touched(step));
  const auto moved =
      change({"update-ref", "-m", "assay: merge " + wanted_.branch, "HEAD", step.to, old_});
  if (moved) return {};
  static_cast<void>(static_cast<bool>(change({"read-tree", "-m", "-u", step.to, old_})));
  return moved.error();
}

WorkResult Merge::bring_in(const std::string& commit) const {
  const auto begun_at =
      tell_line({wanted_.workspace, {"rev-parse", "--quiet", "--verify", backup()}});
  const Step step{place_.top, old_, commit, begun_at && *begun_at == old_};
  const auto leftovers = find_leftovers(step);
  if (!leftovers) return failed(leftovers.error().what, old_);
  if (!leftovers->foreign.empty()) {
    return {WorkResult::Status::failed,
            "changes that the merge would overwrite: " + names_of(leftovers->foreign), old_,
            leftovers->foreign};
  }
  const auto done = apply(step, *leftovers);
  if (!done) return failed(done.error().what, head(wanted_.workspace));
  return {WorkResult::Status::done, "", head(wanted_.workspace), {}};
}

WorkResult Merge::run() {
  if (!place_.is_there()) return failed(wanted_.workspace + ": no git repository");
  if (!is_commit(wanted_.head)) return failed("'" + wanted_.head + "' is no commit", old_);
  const auto settled = settle_locks(place_);
  if (!settled) return failed(settled.error().what, old_);
  if (is_ancestor(wanted_.workspace, wanted_.head, old_))
    return {WorkResult::Status::done, "", old_, {}};
  const std::string why_not = obstacle();
  if (!why_not.empty()) return failed(why_not, old_);
  const auto outcome = probe();
  if (!outcome) return failed(outcome.error().what, old_);
  if (outcome->commit.empty()) {
    return {WorkResult::Status::conflict, "conflict in " + names_of(outcome->conflicts), old_,
            outcome->conflicts};
  }
  return bring_in(outcome->commit);
}

}  // namespace

WorkResult merge(const core::MergeWork& wanted) { return Merge(wanted).run(); }

}  // namespace assay::git
