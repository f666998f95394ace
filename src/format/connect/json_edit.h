// SPDX-License-Identifier: MIT
// JSON files of others, edited where they are: comments, order, indentation, line ends and what
// stands beside stay byte for byte. Comments and trailing commas are understood, as most agents
// understand them.
#pragma once

#include "base/result.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

/// Names from the root to a value: {"hooks", "Stop"}.
using JsonPath = std::vector<std::string>;

/// Whether an item of a list, as it stands in the text, is one of ours.
using IsOurs = std::function<bool(std::string_view raw)>;

/// Sets a member, and every object on the way to it. `value` is compact JSON. One that says the
/// same already stays as it is. Fault::bad_input: the text is no JSON object, or something on the
/// way is no object; the line is told.
Result<std::string> set_member(std::string_view text, const JsonPath& path, std::string_view value);

/// The same for an item at the end of a list. One of ours that says the same stays as it is, one
/// that says something else goes.
Result<std::string> add_item(std::string_view text, const JsonPath& path, std::string_view value,
                             const IsOurs& ours);

/// Takes our items out of the list, also out of lists `hooks` of its items, and then what is empty
/// by that.
Result<std::string> remove_items(std::string_view text, const JsonPath& path, const IsOurs& ours);

/// Takes a member away, and then what is empty by that.
Result<std::string> remove_member(std::string_view text, const JsonPath& path);

/// The raw text of a member; empty: there is none.
Result<std::string> raw_member(std::string_view text, const JsonPath& path);
/// Raw texts of every handler that is ours in a list of hooks.
Result<std::vector<std::string>> our_items(std::string_view text, const JsonPath& path,
                                           const IsOurs& ours);

}  // namespace assay::format
