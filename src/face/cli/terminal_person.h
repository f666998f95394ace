// SPDX-License-Identifier: MIT
// Somebody at the terminal who is asked what a pipeline waits for.
#pragma once

#include "api/pipeline.h"
#include "face/cli/session.h"

#include <string>

namespace assay::cli {

/// Asks on stderr, hears on stdin. Only for a terminal.
class TerminalPerson final : public shell::Person {
 public:
  explicit TerminalPerson(Session& session) : session_(session) {}
  void ask(const core::pipeline::Question& question) override;
  shell::Said hear() override;
  void never_mind(bool answered_elsewhere) override;
  int bell() const override;

 private:
  Session& session_;
  core::pipeline::Question question_;
  std::string typed_;  ///< and not understood yet
};

}  // namespace assay::cli
