// SPDX-License-Identifier: MIT
// What may stand at the cursor of a command line that is not finished. The shells' scripts ask for
// it (`assay __complete WORD...`), so that all of them know the same, and always what is there now.
#pragma once

#include "face/cli/session.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace assay::cli {

constexpr const char* complete_word = "__complete";

/// `words`: everything behind `assay` up to the cursor; the last one is the word under it, and may
/// be empty. One candidate a line, with a remark behind a tab; `:files` and `:folders` ask the
/// shell for paths.
void complete(const CLI::App& root, Session& session, const std::vector<std::string>& words);

}  // namespace assay::cli
