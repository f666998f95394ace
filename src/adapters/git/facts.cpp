// SPDX-License-Identifier: MIT
#include "adapters/git/facts.h"

#include "adapters/ask.h"

#include <algorithm>
#include <sstream>

namespace assay::git {

namespace {

bool is_commit(const std::string& text) {
  const bool long_enough = text.size() == 40 || text.size() == 64;
  return long_enough && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

}  // namespace

std::vector<std::string> asking(const std::vector<std::string>& words) {
  std::vector<std::string> argv = {"git",
                                   "--no-optional-locks",
                                   "--no-pager",
                                   "-c",
                                   "core.hooksPath=/dev/null",
                                   "-c",
                                   "core.fsmonitor=false",
                                   "-c",
                                   "diff.external=",
                                   "-c",
                                   "core.untrackedCache=false"};
  argv.insert(argv.end(), words.begin(), words.end());
  return argv;
}

std::string head(const std::string& directory) {
  const auto answer =
      adapters::ask(asking({"rev-parse", "--quiet", "--verify", "HEAD^{commit}"}), directory);
  if (!answer) return {};
  const std::string commit = answer->substr(0, answer->find('\n'));
  return is_commit(commit) ? commit : "";
}

std::vector<std::string> commits_since(const std::string& directory, const std::string& base) {
  if (!is_commit(base)) return {};
  const auto answer = adapters::ask(
      asking({"rev-list", "--reverse", "--max-count=1000", "HEAD", "^" + base, "--"}), directory);
  if (!answer) return {};
  std::vector<std::string> commits = lines(*answer);
  std::erase_if(commits, [](const std::string& line) { return !is_commit(line); });
  return commits;
}

}  // namespace assay::git
