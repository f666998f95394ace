// SPDX-License-Identifier: MIT
// The few forms of configuration files that tell what a program runs, read as far as that goes.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::shell {

/// Section, then key, then the lines of the value.
using Settings = std::map<std::string, std::map<std::string, std::vector<std::string>>>;

/// Lines joined by a backslash are one; comments are left out.
Settings read_ini(std::string_view text);
/// A list is one line for each item, a list in a list one line of quoted words. What is no text,
/// list of texts or word is left out.
Settings read_toml(std::string_view text);

/// The lines of a value; empty if there is none.
const std::vector<std::string>& lines_of(const Settings& settings, const std::string& section,
                                         const std::string& key);

}  // namespace assay::format::shell
