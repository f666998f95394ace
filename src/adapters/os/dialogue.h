// SPDX-License-Identifier: MIT
// A program that is talked to: its standard input stays open, and its lines are heard as they come.
// Its complaints go where ours go.
#pragma once

#include "adapters/os/descriptor.h"
#include "shell/ports/dialogue.h"

#include <sys/types.h>

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace assay::os {

class Dialogue final : public shell::Dialogue {
 public:
  /// The program dies with us.
  static Result<std::unique_ptr<Dialogue>> open(const std::vector<std::string>& argv,
                                                const std::string& cwd);
  /// Ends it.
  ~Dialogue() override { hang_up(Millis{0}); }
  Dialogue(const Dialogue&) = delete;
  Dialogue& operator=(const Dialogue&) = delete;

  Result<> say(std::string_view line) override;
  Result<std::optional<std::string>> hear() override;
  void hang_up(Millis patience) override;

 private:
  Dialogue(pid_t pid, Descriptor to, Descriptor from)
      : pid_(pid), to_(std::move(to)), from_(std::move(from)) {}

  Result<> take();
  bool has_ended_within(Millis patience) const;

  pid_t pid_;
  Descriptor to_;    ///< closed: we say nothing more
  Descriptor from_;  ///< closed: it says nothing more
  std::deque<std::string> heard_;
  std::string begun_;  ///< a line that has not ended
  std::size_t kept_ = 0;
};

}  // namespace assay::os
