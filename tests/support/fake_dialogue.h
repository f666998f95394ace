// SPDX-License-Identifier: MIT
// A program to talk to that is a function, and a directory that is a map. Both pass the contract
// tests of the real ones.
#pragma once

#include "core/agent/leave.h"
#include "shell/ports/dialogue.h"

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace assay::fake {

class Dialogue final : public shell::Dialogue {
 public:
  /// What it answers to a line; nothing: it ends.
  using Program = std::function<std::optional<std::vector<std::string>>(const std::string&)>;
  explicit Dialogue(Program program) : program_(std::move(program)) {}

  Result<> say(std::string_view line) override {
    if (over_) return Error{Fault::io, "it does not listen any more"};
    auto answers = program_(std::string(line));
    over_ = !answers;
    for (std::string& each : answers.value_or(std::vector<std::string>{}))
      heard_.push_back(std::move(each));
    return {};
  }
  Result<std::optional<std::string>> hear() override {
    if (heard_.empty()) return std::optional<std::string>();
    std::string line = std::move(heard_.front());
    heard_.pop_front();
    return std::optional<std::string>(std::move(line));
  }
  void hang_up(Millis) override {
    over_ = true;
    heard_.clear();
  }

 private:
  Program program_;
  std::deque<std::string> heard_;
  bool over_ = false;
};

class Inside final : public shell::Inside {
 public:
  std::map<std::string, std::string> files;
  std::map<std::string, std::string> links;  ///< to where they lead, absolute

  Result<std::string> resolve(const std::string& path) override {
    const auto inside = core::agent::path_inside(path, "/dir");
    const auto link = inside ? links.find(*inside) : links.end();
    const auto there =
        link == links.end() ? inside : core::agent::path_inside(link->second, "/dir");
    if (!there) return Error{Fault::bad_input, path + " leads out of the agent's directory"};
    return *there;
  }
  Result<std::string> read(const std::string& path) override {
    if (!files.contains(path)) return Error{Fault::not_found, path};
    return files[path];
  }
  Result<> write(const std::string& path, const std::string& content) override {
    files[path] = content;
    return {};
  }
};

}  // namespace assay::fake
