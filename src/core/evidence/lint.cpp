// SPDX-License-Identifier: MIT
#include "core/evidence/lint.h"

namespace assay::core {

std::string_view to_text(LintRule rule) {
  switch (rule) {
    case LintRule::detaches: return "detaches";
    case LintRule::masked: return "masked";
    case LintRule::constant: return "constant";
    case LintRule::opts_out: return "opts_out";
    case LintRule::unparsable: return "unparsable";
  }
  return "";
}

}  // namespace assay::core
