// SPDX-License-Identifier: MIT
#include "core/evidence/artifact.h"

namespace assay::core::pipeline {

std::string_view to_text(Contract contract) {
  switch (contract) {
    case Contract::text: return "text";
    case Contract::log: return "log";
    case Contract::completion: return "completion";
    case Contract::research: return "research";
    case Contract::spec: return "spec";
    case Contract::design: return "design";
    case Contract::plan: return "plan";
    case Contract::task: return "task";
    case Contract::implementation_report: return "implementation_report";
    case Contract::verification_report: return "verification_report";
    case Contract::verdict: return "verdict";
    case Contract::knowledge: return "knowledge";
    case Contract::pushback: return "pushback";
    case Contract::impl_task: return "impl_task";
  }
  return "";
}

}  // namespace assay::core::pipeline
