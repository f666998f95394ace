// SPDX-License-Identifier: MIT
// Who is told when a run begins to wait, or ends. As it was when the run began: what an agent
// writes into the configuration later counts for nothing.
#pragma once

#include "base/record.h"

#include <string>
#include <vector>

namespace assay::core {

/// Exactly one of `command` and `url` is set.
struct Receiver {
  std::vector<std::string> command = {};  ///< argv; the document comes on stdin
  std::string url = {};
  std::string secret_env = {};  ///< names the variable with the key it is signed with; empty: none

  friend bool operator==(const Receiver&, const Receiver&) = default;
};

constexpr auto fields_of(Of<Receiver>) {
  return record<Receiver>(field("command", &Receiver::command), field("url", &Receiver::url),
                          field("secret_env", &Receiver::secret_env));
}

constexpr auto keys_of(Of<Receiver>) {
  return record<Receiver>(
      field("command", &Receiver::command,
            "A program and its arguments; the document comes on its standard input, and exit "
            "status 0 means that it has it."),
      field("url", &Receiver::url, Rule::filled,
            "http:// or https://; the document is posted there with curl, and 2xx means that it "
            "has arrived. ${NAME} is the value of a variable: journals keep the name alone."),
      field("secret_env", &Receiver::secret_env, Rule::filled,
            "Name of the variable that holds the key documents are signed with (HMAC-SHA256). "
            "Where it is not set, nothing is sent."));
}

}  // namespace assay::core
