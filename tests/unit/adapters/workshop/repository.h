// SPDX-License-Identifier: MIT
// A real repository in a temporary directory, with a state directory beside it, and the commands a
// user or an agent would type.
#pragma once

#include "adapters/workshop/workshop.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>
#include <stdlib.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace assay::test {

struct Repository {
  support::TempDir dir;
  std::string work = dir / "work";
  std::string state = dir / "state";

  /// One commit with a.txt, b.txt and a spec.
  Repository() : Repository(Start::copied) {
    static const Repository first(Start::made);
    std::filesystem::copy(first.work, work, std::filesystem::copy_options::recursive);
    git("update-index -q --refresh");  // a copy has other times and numbers
  }

  void write(const std::string& name, const std::string& content) const {
    dir.write("work/" + name, content);
  }
  std::string path(const std::string& name) const { return work + "/" + name; }

  static std::string read(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
  }

  /// What a command in some directory prints; it must succeed.
  static std::string run_in(const std::string& where, const std::string& command) {
    const std::string line = "cd '" + where + "' && { " + command + "; } 2>&1";
    std::string output;
    std::FILE* pipe = ::popen(line.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::array<char, 4096> buffer{};
    for (std::size_t got; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
      output.append(buffer.data(), got);
    const int status = ::pclose(pipe);
    CAPTURE(command);
    CAPTURE(output);
    REQUIRE(status == 0);
    while (!output.empty() && output.back() == '\n') output.pop_back();
    return output;
  }
  std::string git(const std::string& words) const { return run_in(work, "git " + words); }
  static std::string git_in(const std::string& where, const std::string& words) {
    return run_in(where, "git " + words);
  }

  /// Everything there is.
  std::string commit(const std::string& message) const {
    git("add -A");
    git("commit -q --allow-empty -m '" + message + "'");
    return head();
  }
  static std::string commit_in(const std::string& where, const std::string& message) {
    git_in(where, "add -A");
    git_in(where, "commit -q --allow-empty -m '" + message + "'");
    return git_in(where, "rev-parse HEAD");
  }
  std::string head() const { return git("rev-parse HEAD"); }

  workshop::Workshop workshop() const { return {work, state}; }

  enum class Start { made, copied };
  /// Making one takes many programs, copying it none.
  explicit Repository(Start start) {
    for (const char* name : {"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME",
                             "GIT_COMMITTER_EMAIL", "EMAIL"})
      ::unsetenv(name);
    ::setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    ::setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    ::setenv("HOME", dir.path().c_str(), 1);
    std::filesystem::create_directories(work);
    std::filesystem::create_directories(state);
    if (start == Start::copied) return;
    git("init -q -b main");
    git("config user.name User");
    git("config user.email user@example.org");
    write("a.txt", "one\ntwo\nthree\n");
    write("b.txt", "bee\n");
    write("specs/x/tasks.md", "- [ ] 1.1 First\n");
    commit("start");
  }

  // What the loop asks for.
  std::string tree_of_task = state + "/worktrees/1.1";
  std::string branch = "assay/run/1.1";

  core::OpenWork to_open() const { return {{}, work, tree_of_task, branch, head()}; }
  core::CloseWork to_close() const { return {{}, work, tree_of_task, branch}; }
  core::MergeWork to_merge(const std::string& commit) const {
    return {{}, work, branch, commit, "merge 1.1"};
  }
  core::InspectWork to_inspect() const {
    core::InspectWork wanted;
    wanted.directory = work;
    wanted.spec_dir = "specs/x";
    return wanted;
  }
  core::InspectWork to_inspect_since(const core::work::WorkSight& earlier) const {
    core::InspectWork wanted = to_inspect();
    wanted.since = earlier.tree;
    wanted.since_head = earlier.head;
    return wanted;
  }

  // What a pipeline asks for.
  std::string copied = state + "/runs/r1/work/step-1";

  core::OpenCopy to_copy() const { return {{}, work, copied, head(), true}; }
  core::CloseWork to_close_copy() const { return {{}, work, copied, ""}; }
  core::InspectWork to_inspect_copy() const {
    core::InspectWork wanted;
    wanted.directory = copied;
    return wanted;
  }
  void write_in_copy(const std::string& name, const std::string& content) const {
    dir.write("state/runs/r1/work/step-1/" + name, content);
  }
  std::string in_copy(const std::string& name) const { return copied + "/" + name; }

  /// Digests of everything git does not ignore.
  std::string tree() const {
    core::InspectWork wanted;
    wanted.directory = work;
    return workshop().inspect(wanted).tree;
  }
  std::string tree_of_copy() const {
    const core::work::WorkSight sight = workshop().inspect(to_inspect_copy());
    CHECK(sight.problem == "");
    return sight.tree;
  }
};

using Paths = std::vector<std::string>;
using Status = core::work::WorkResult::Status;

inline bool exists(const std::string& path) {
  return std::filesystem::exists(std::filesystem::symlink_status(path));
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Names that break careless callers of git.
inline Paths hostile_names() {
  return {"-dash",     "--help",      " lead",      "trail ",      "a b",         "q\"uote",
          "new\nline", "back\\slash", "star*",      "[x]",         ":(top)magic", "\xff\xfe",
          "tab\there", "'single'",    "$(touch p)", "dir with/-x", "!bang",       ":/colon"};
}

}  // namespace assay::test
