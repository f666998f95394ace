// SPDX-License-Identifier: MIT
// A workspace with a state directory of its own, on this machine: what a face without a terminal
// has when it calls the api.
#pragma once

#include "adapters/system/system.h"
#include "api/run.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace assay::api {

class Bench {
 public:
  Bench() { write("README", "a project\n"); }

  Site site() { return {outside_, {real("work"), real("") + "/state"}, ""}; }
  shell::Outside& outside() { return outside_; }
  std::string path(const std::string& name) const { return dir_ / ("work/" + name); }
  void write(const std::string& name, const std::string& text) const {
    dir_.write("work/" + name, text);
  }
  std::string read(const std::string& name) { return *outside_.files().read(path(name), 1U << 20); }

  /// A repository with one commit, on a branch that is not the default one.
  void commit_all() {
    git({"init", "-q", "-b", "main", "."});
    git({"add", "-A"});
    git({"commit", "-q", "-m", "start"});
    git({"switch", "-q", "-c", "work"});
  }
  void git(std::vector<std::string> words) {
    words.insert(words.begin(), {"git", "-c", "user.name=t", "-c", "user.email=t@example.com", "-c",
                                 "commit.gpgsign=false"});
    const auto done = outside_.output_of(words, path(""));
    REQUIRE_MESSAGE(done, words.back());
  }

  /// Takes what is told before a run.
  OnNote notes() {
    return [this](const Note& note) { told.push_back(note.what); };
  }

  shell::Audience nobody;
  std::vector<std::string> told;

 private:
  std::string real(const std::string& name) { return *outside_.files().real_path(dir_ / name); }

  support::TempDir dir_;
  system::System outside_;
};

/// An agent that does what a shell says.
inline std::string scripted(const std::string& script) {
  return "agents:\n  \"*\":\n    dialect: text\n    command:\n      - sh\n      - -c\n      - |\n  "
         "      " +
         script + "\n";
}

template <class T>
Code code_of(const Reply<T>& reply) {
  REQUIRE_FALSE(reply);
  return reply.error().front().code;
}

}  // namespace assay::api
