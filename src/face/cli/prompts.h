// SPDX-License-Identifier: MIT
// Which template a role's prompt is made from, checked before anything is started.
#pragma once

#include "face/cli/session.h"
#include "format/prompt/prompt.h"

#include <optional>
#include <string>

namespace assay::cli {

/// The one that stands nearest: configured, of the workspace, built in. Tells every problem and
/// returns nothing if it cannot be used.
std::optional<format::Prompt> load_prompt(Session& session, const api::Place& place,
                                          const std::string& configured, const std::string& role);

struct LoadedPrompt {
  format::Prompt prompt;
  std::string text;  ///< the template it was read from
};

/// The same with its text, for machines that fill it in later.
std::optional<LoadedPrompt> load_template(Session& session, const api::Place& place,
                                          const std::string& configured, const std::string& role);

}  // namespace assay::cli
