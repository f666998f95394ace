// SPDX-License-Identifier: MIT
// One attempt in flight: what it is made of, and when it next needs attention.
#pragma once

#include "adapters/executor/local/seclusion.h"
#include "adapters/executor/local/sink.h"
#include "adapters/executor/local/spawn.h"
#include "adapters/executor/local/system.h"
#include "adapters/executor/local/watch.h"
#include "adapters/os/process_table.h"
#include "core/evidence/attempt.h"
#include "core/run/attempt_key.h"

#include <optional>
#include <string>
#include <vector>

namespace assay::process {

/// Goes through three states: running; exited, while what it left behind is dealt with; alone,
/// while its output is drained. The shell stays a zombie until the very end: so its number stays
/// ours, and signals to its group and session cannot hit anybody else.
struct Attempt {
  core::AttemptKey key;
  std::uint32_t serial = 0;
  Child child;
  Descriptor output;  ///< closed at the end of the stream
  Descriptor errors;  ///< of an agent; a command's go into its output
  Sink sink;
  std::unique_ptr<Watch> watch;                   ///< of an agent
  std::optional<format::MaskedStream> mask = {};  ///< of a command
  Instant started{};
  Nanos begun{0};

  Ending ending = Ending::by_itself;
  Nanos timeout_at = never;
  Nanos kill_at = never;
  Nanos give_up_at = never;  ///< when even SIGKILL has had no effect

  Nanos exited_at = never;
  Nanos spare_until = never;  ///< what is left behind may end by itself until then
  Nanos look_at = never;      ///< when to look again for what is left behind
  Nanos pause{0};             ///< between such looks
  bool alone = false;
  Nanos drain_until = never;

  std::vector<os::Seen> condemned{};  ///< was killed together with the shell
  std::vector<os::Seen> orphans{};    ///< was left behind and killed
  std::vector<os::Seen> stuck{};      ///< could not be killed
  std::vector<std::string> told{};    ///< by the shells it started, see observer.h
  std::string cwd{};
  Cell cell{};  ///< what it runs in; stays as long as anything of it is alive
  bool chatty = false;
  std::uint64_t ended_by_kernel = 0;  ///< processes for want of memory, before it was started

  bool has_exited() const { return exited_at != never; }
  Nanos next_deadline() const;
  bool is_over(Nanos now) const;
};

/// How many processes the kernel has ended for want of memory, since the machine was started.
std::uint64_t ended_by_kernel();

/// Reaps the shell, closes the log and says what was observed. Nothing of the attempt is alive any
/// more, or it is listed in `stuck`.
core::Evidence conclude(Attempt& attempt, const std::string& log_dir);

}  // namespace assay::process
