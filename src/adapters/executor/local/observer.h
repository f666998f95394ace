// SPDX-License-Identifier: MIT
// Sees failures that a shell passes over while they happen. A start-up file of our own (BASH_ENV)
// makes every bash that a command starts tell, through a named pipe that nobody can take words out
// of again, which commands failed outside a condition without their status being looked at. What is
// told can only lower a verdict. Nothing is started for it, and a shell in which nothing fails pays
// for reading one short file.
#pragma once

#include "adapters/executor/local/environment.h"
#include "adapters/executor/local/system.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::process {

/// Something a shell told, and in which attempt; 0 if it named none that we know of.
struct Told {
  std::uint32_t serial = 0;
  std::string text;
};

class Observer {
 public:
  static constexpr std::string_view own_variable = "ASSAY_OBSERVED";

  Observer() = default;
  /// Makes the start-up file and the pipe in a folder of their own beside `directory`. Without them
  /// (a file system that has no pipes) nothing is observed, as before there was an observer.
  static Observer open(const std::string& directory);
  Observer(Observer&&) = default;
  Observer& operator=(Observer&&) = default;
  ~Observer();

  bool works() const { return bool(pipe_); }
  int descriptor() const { return pipe_.get(); }
  /// What the command of an attempt needs in its environment; empty where a command has a BASH_ENV
  /// of its own.
  Environment variables(const Environment& present, std::uint32_t serial) const;
  /// What has been told since the last call; never waits.
  std::vector<Told> hear();

 private:
  std::string folder_;
  Descriptor pipe_;
  std::string rest_;  // a line that is not complete yet
};

}  // namespace assay::process
