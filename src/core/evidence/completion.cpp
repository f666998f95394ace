// SPDX-License-Identifier: MIT
#include "core/evidence/completion.h"

namespace assay::core::agent {

std::string_view to_text(CompletionStatus status) {
  switch (status) {
    case CompletionStatus::done: return "DONE";
    case CompletionStatus::needs_revision: return "NEEDS_REVISION";
    case CompletionStatus::error: return "ERROR";
  }
  return "ERROR";
}

std::string_view to_text(Vote vote) {
  switch (vote) {
    case Vote::approve: return "approve";
    case Vote::needs_revision: return "needs_revision";
    case Vote::blocker: return "blocker";
  }
  return "blocker";
}

}  // namespace assay::core::agent
