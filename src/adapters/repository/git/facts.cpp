// SPDX-License-Identifier: MIT
#include "adapters/repository/git/facts.h"

#include "adapters/repository/git/call.h"
#include "adapters/repository/git/place.h"
#include "adapters/repository/git/refs.h"
#include "adapters/repository/git/standing.h"
#include "adapters/repository/tree/walk.h"

#include <algorithm>
#include <cctype>

namespace assay::git {

namespace {

constexpr std::size_t paths_max = 10'000;
constexpr std::size_t subject_max = 1'000;

std::string first_line(const Result<std::string>& answer) {
  return answer ? answer->substr(0, answer->find('\n')) : "";
}

}  // namespace

std::string prefix_of(const std::string& directory) {
  const std::string top = top_of(directory);
  const std::string real = real_path(directory);
  return real.size() > top.size() ? real.substr(top.size() + 1) + "/" : "";
}

std::string seen_from(const std::string& prefix, const std::string& path) {
  if (path.starts_with(prefix)) return path.substr(prefix.size());
  std::size_t shared = 0;
  for (std::size_t i = 0; i < std::min(prefix.size(), path.size()) && prefix[i] == path[i]; ++i) {
    if (prefix[i] == '/') shared = i + 1;
  }
  std::string relative;
  for (std::size_t i = shared; i < prefix.size(); ++i) {
    if (prefix[i] == '/') relative += "../";
  }
  return relative + path.substr(shared);
}

bool is_repository(const std::string& directory) {
  return first_line(tell({directory, {"rev-parse", "--is-inside-work-tree"}})) == "true";
}

std::string head(const std::string& directory) {
  if (const auto read = read_head(place_of(directory))) return read->commit;
  const std::string commit =
      first_line(tell({directory, {"rev-parse", "--quiet", "--verify", "HEAD^{commit}"}}));
  return is_commit(commit) ? commit : "";
}

std::string current_branch(const std::string& directory) {
  if (const auto read = read_head(place_of(directory))) return read->branch;
  constexpr std::string_view mark = "refs/heads/";
  const std::string name = first_line(tell({directory, {"symbolic-ref", "--quiet", "HEAD"}}));
  return name.starts_with(mark) ? name.substr(mark.size()) : "";
}

std::string tip_of(const std::string& directory, const std::string& branch) {
  const std::string commit =
      first_line(tell({directory,
                       {"rev-parse", "--quiet", "--verify", "--end-of-options",
                        "refs/heads/" + branch + "^{commit}"}}));
  return is_commit(commit) ? commit : "";
}

std::string default_branch(const std::string& directory) {
  constexpr std::string_view mark = "refs/remotes/origin/";
  const std::string remote =
      first_line(tell({directory, {"symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"}}));
  if (remote.size() > mark.size() && remote.starts_with(mark)) return remote.substr(mark.size());
  const std::string wanted =
      first_line(tell({directory, {"config", "--get", "init.defaultBranch"}}));
  for (const std::string& name : {wanted, std::string("main"), std::string("master")}) {
    if (!name.empty() && !tip_of(directory, name).empty()) return name;
  }
  return {};
}

Result<std::vector<std::string>> dirty(const std::string& directory) {
  const Place place = place_of(directory);
  if (!place.is_there()) return Error{Fault::not_found, directory + ": no git repository"};
  const tree::StatCache nothing_known;
  const tree::Snapshot snapshot = TRY(tree::Walk(place.top, nothing_known).run());
  tree::StoredNames memory;
  const Standing standing = TRY(compare({place, snapshot, head(directory)}, memory));
  const std::string prefix = prefix_of(directory);
  std::vector<std::string> paths;
  for (const std::string& path : standing.dirty) {
    paths.push_back(seen_from(prefix, path));
    if (paths.size() == paths_max) break;
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

Result<std::vector<std::string>> unwatched(const std::string& directory) {
  Call list{directory, {"ls-files", "-v", "-z"}};
  list.answer_max = 512U << 20;
  std::vector<std::string> paths;
  for (const std::string& line : split_zero(TRY(tell(list)))) {
    if (line.size() < 3) continue;
    const bool hidden = line[0] == 'S' || std::islower(static_cast<unsigned char>(line[0])) != 0;
    if (hidden) paths.push_back(line.substr(2));  // "h path"
  }
  return paths;
}

bool is_ignored(const std::string& directory, const std::string& path) {
  Call ask{directory, {"check-ignore", "--quiet", "--", path}};
  ask.environment = {"GIT_LITERAL_PATHSPECS=0"};  // this command knows no other way to take a path
  const auto answer = call(ask);
  return answer && answer->status == 0;
}

bool is_ancestor(const std::string& directory, const std::string& older,
                 const std::string& younger) {
  if (!is_commit(older) || !is_commit(younger)) return false;
  if (older == younger) return true;
  const auto answer = call({directory, {"merge-base", "--is-ancestor", older, younger}});
  return answer && answer->status == 0;
}

std::vector<std::string> commits_since(const std::string& directory, const std::string& base) {
  if (!is_commit(base)) return {};
  const auto history = history_since(directory, base);
  std::vector<std::string> commits;
  if (!history) return commits;
  for (const core::work::CommitSight& commit : *history) commits.push_back(commit.id);
  return commits;
}

Result<std::vector<core::work::CommitSight>> history_since(const std::string& directory,
                                                           const std::string& base) {
  Call list{directory,
            {"rev-list", "--reverse", "--max-count=1000", "--no-commit-header", "--format=%H %s",
             "HEAD"}};
  if (!base.empty()) list.words.push_back("^" + base);
  list.words.emplace_back("--");
  list.answer_max = 64U << 20;
  const std::string text = TRY(tell(list));
  std::vector<core::work::CommitSight> commits;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const std::string line = text.substr(start, end - start);
    const std::size_t space = std::min(line.find(' '), line.size());
    if (is_commit(line.substr(0, space)))
      commits.push_back(
          {line.substr(0, space), line.substr(std::min(space + 1, line.size()), subject_max)});
    start = end + 1;
  }
  return commits;
}

}  // namespace assay::git
