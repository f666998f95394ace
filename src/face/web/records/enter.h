// SPDX-License-Identifier: MIT
// How a page that was opened with a code gets its token.
#pragma once

#include "base/record.h"

#include <string>

namespace assay::web {

struct EnterGiven {
  std::string code;
};
constexpr auto fields_of(Of<EnterGiven>) {
  return record<EnterGiven>(field("code", &EnterGiven::code, required, "Good for one time."));
}

struct EnteredShown {
  std::string token;
};
constexpr auto fields_of(Of<EnteredShown>) {
  return record<EnteredShown>(
      field("token", &EnteredShown::token, always, "For `Authorization: Bearer`."));
}

}  // namespace assay::web
