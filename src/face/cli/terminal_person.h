// SPDX-License-Identifier: MIT
// Somebody at the terminal who is asked what a pipeline waits for.
#pragma once

#include "api/pipeline.h"
#include "face/cli/session.h"

#include <functional>
#include <optional>

namespace assay::cli {

/// Asks on stderr, hears on stdin. Only for a terminal.
class TerminalPerson final : public shell::Person {
 public:
  explicit TerminalPerson(Session& session) : session_(session) {}
  std::optional<shell::Answer> ask(const core::pipeline::Question& question,
                                   const std::function<bool()>& answered_elsewhere) override;

 private:
  Session& session_;
};

}  // namespace assay::cli
