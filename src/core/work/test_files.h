// SPDX-License-Identifier: MIT
// What kind of file a path is, by its name alone: tests, documents, what tools leave behind. One
// list for every machine.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::core {

/// Globs of what projects call a test: `*` and `?` within a name, `**` across folders.
std::span<const std::string_view> test_file_globs();

bool is_test_file(std::string_view path);

/// A test, or what steers tests, that a runner would load: not data beside it.
bool is_test_code(std::string_view path);

/// Text for people: nothing a gate could run.
bool is_document(std::string_view path);

/// What interpreters, runners and build tools write beside the work, where a project does not
/// ignore it: `__pycache__`, `.pytest_cache`, `node_modules`, `.coverage`, ...
bool is_tool_litter(std::string_view path);

/// A lock file that follows one of the declared files: package-lock.json beside package.json.
bool follows_declared(const std::vector<std::string>& declared, std::string_view path);

}  // namespace assay::core
