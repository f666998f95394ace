// SPDX-License-Identifier: MIT
// What one attempt's evidence says about its command. Pure questions over evidence; nothing here
// remembers.
#pragma once

#include "core/evidence/attempt.h"
#include "core/verify/state.h"

#include <string>

namespace assay::core::verify {

/// Which budget a retry would come from.
enum class Retry : std::uint8_t { never, infrastructure, transient };

struct Judgement {
  Status status = Status::error;
  Reason reason = Reason::none;
  std::int32_t exit_code = -1;
  Retry retry = Retry::never;
};

Judgement judge(const Evidence& evidence);

/// Why the gate proved nothing; empty if it is effective. `passed`: its exit status was 0.
struct Effectiveness {
  Reason reason = Reason::none;  ///< masked or ineffective
  std::string why;

  bool proved() const { return reason == Reason::none; }
};

Effectiveness effectiveness(const CommandSpec& spec, const CommandLint* lint,
                            const Evidence& evidence, Rules rules = rules_now);

/// The same of a gate during which a failure was lost.
Effectiveness effectiveness_of_run(const Evidence& evidence);

/// A required gate whose text cannot report a failure is ineffective whatever was observed.
Effectiveness effectiveness_of_text(const CommandLint* lint);

}  // namespace assay::core::verify
