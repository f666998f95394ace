// SPDX-License-Identifier: MIT
// Criteria as people write them: objects that say what they are, and sentences. The grammar for
// sentences is fixed and small; whatever does not fit it whole is semantic, and never passes by
// itself. docs/manual.md has a table of examples.
#pragma once

#include "core/ask/form.h"
#include "core/goals/task.h"
#include "core/run/rules.h"
#include "format/json/tree.h"
#include "format/problem.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// What the rest of the task says, for sentences that leave it out.
struct CriterionContext {
  std::vector<std::string> files;          ///< that it creates or modifies
  std::vector<std::string> test_commands;  ///< what "tests pass" means
  core::Rules rules = core::rules_now;     ///< of the run it is read for
};

/// The same text in the same context is always read in the same way.
core::goals::Criterion read_criterion(std::string_view text, const CriterionContext& context);

/// Nothing, and problems with their JSON pointer, if the object is not a criterion.
std::optional<core::goals::Criterion> read_criterion(const JsonNode& object,
                                                     const std::string& pointer,
                                                     ProblemLog& problems, core::Rules rules);

/// What is wrong with a pattern; empty if nothing. One that matches the empty text proves nothing.
std::string pattern_objection(std::string_view pattern);

/// What is wrong with a path or glob that must stay inside the workspace; empty if nothing.
std::string path_objection(std::string_view path);

/// Does it run tests, so that it must prove that some ran?
bool is_test_command(std::string_view command, core::Rules rules);

/// It only compiles, lints, formats or checks types: its exit status is all it has to say.
bool runs_no_tests(std::string_view command);

}  // namespace assay::format
