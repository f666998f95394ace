// SPDX-License-Identifier: MIT
// Texts that somebody gives to a use case: a manifest, a prompt, a request.
#pragma once

#include "base/result.h"

#include <functional>
#include <string>

namespace assay::api {

/// A text, and what problems call it.
struct Given {
  std::string name;
  std::string text;
};

/// Hands it over when it is needed: who types it should not have to before everything else is
/// right.
using Giving = std::function<Result<Given>()>;

}  // namespace assay::api
