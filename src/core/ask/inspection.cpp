// SPDX-License-Identifier: MIT
#include "core/ask/inspection.h"

namespace assay::core::goals {

std::string_view to_text(CheckStatus status) {
  switch (status) {
    case CheckStatus::ok: return "ok";
    case CheckStatus::gap: return "gap";
    case CheckStatus::could_not_check: return "could_not_check";
  }
  return "could_not_check";
}

std::string_view to_text(Origin origin) {
  switch (origin) {
    case Origin::file: return "file";
    case Origin::criterion: return "criterion";
    case Origin::verification: return "verification";
    case Origin::test: return "test";
  }
  return "criterion";
}

}  // namespace assay::core::goals
