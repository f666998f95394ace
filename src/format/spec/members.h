// SPDX-License-Identifier: MIT
// Where the members of a JSON object stand in its text, so that some can be changed while the bytes
// of all others stay.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

struct JsonMember {
  std::string name;       ///< decoded
  std::size_t begin = 0;  ///< of its key
  std::size_t value = 0;
  std::size_t end = 0;  ///< behind its value

  std::string_view value_in(std::string_view text) const { return text.substr(value, end - value); }
};

struct JsonMembers {
  std::string fault;     ///< why the text is no object; empty: it is one
  std::size_t open = 0;  ///< behind its opening brace
  std::vector<JsonMember> members;
  std::map<std::string, std::size_t, std::less<>> last;  ///< by name: the last one that has it

  /// The last one of that name, as other readers of JSON take it; null if there is none.
  const JsonMember* find(std::string_view name) const;
};

/// A byte order mark in front is passed over. Strings inside of values are not checked.
JsonMembers find_members(std::string_view text);

}  // namespace assay::format
