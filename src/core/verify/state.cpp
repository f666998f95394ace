// SPDX-License-Identifier: MIT
#include "core/verify/state.h"

namespace assay::core::verify {

std::string_view to_text(Status status) {
  switch (status) {
    case Status::pass: return "PASS";
    case Status::fail: return "FAIL";
    case Status::error: return "ERROR";
  }
  return "ERROR";
}

std::string_view to_text(Reason reason) {
  switch (reason) {
    case Reason::none: return "";
    case Reason::ineffective: return "ineffective";
    case Reason::masked: return "masked";
    case Reason::detached: return "detached";
    case Reason::flaky: return "flaky";
    case Reason::timeout: return "timeout";
    case Reason::signaled: return "signaled";
    case Reason::limit: return "limit";
    case Reason::spawn_failed: return "spawn_failed";
    case Reason::unrecorded: return "unrecorded";
    case Reason::lost: return "lost";
    case Reason::cancelled: return "cancelled";
    case Reason::program_missing: return "program_missing";
    case Reason::tree_changed: return "tree_changed";
    case Reason::stale: return "stale";
    case Reason::skipped: return "skipped_after_required_failure";
  }
  return "";
}

}  // namespace assay::core::verify
