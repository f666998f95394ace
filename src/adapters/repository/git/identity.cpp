// SPDX-License-Identifier: MIT
#include "adapters/repository/git/identity.h"

#include "adapters/repository/git/call.h"

namespace assay::git {

namespace {

struct Person {
  std::string name = "assay";
  std::string address = "assay@localhost";
};

/// "Name <address> 1700000000 +0000", as the configuration of repository and user have it.
Person person(const std::string& directory, const std::string& who) {
  const auto line = tell_line({directory, {"-c", "user.useConfigOnly=true", "var", who}});
  const std::size_t open = line ? line->rfind(" <") : std::string::npos;
  const std::size_t close = line ? line->rfind('>') : std::string::npos;
  if (open == std::string::npos || close == std::string::npos || close < open) return {};
  return {line->substr(0, open), line->substr(open + 2, close - open - 2)};
}

}  // namespace

std::vector<std::string> identity(const std::string& directory) {
  std::vector<std::string> variables;
  for (const std::string part : {"AUTHOR", "COMMITTER"}) {
    const Person who = person(directory, "GIT_" + part + "_IDENT");
    variables.push_back("GIT_" + part + "_NAME=" + who.name);
    variables.push_back("GIT_" + part + "_EMAIL=" + who.address);
  }
  return variables;
}

}  // namespace assay::git
