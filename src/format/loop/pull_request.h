// SPDX-License-Identifier: MIT
// What the `gh` CLI prints about a pull request.
#pragma once

#include "core/evidence/pull_request.h"

#include <string_view>

namespace assay::format {

/// url: the last line that is one. checks: `gh pr checks`, tab separated (name, state, time, link);
/// exit status 8 is pending, no checks at all is fine. log: of `gh run view --log-failed`, the last
/// lines. reviews: {"reviews": [...]}, the latest of each author counts. comments: the REST array
/// of inline comments, answers left out. Everything in it is untrusted and bounded.
core::PullRequestSight read_gh_answer(core::GhAnswer question, std::string_view output,
                                      int exit_code);

}  // namespace assay::format
