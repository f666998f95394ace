// SPDX-License-Identifier: MIT
#include "adapters/git/identity.h"

#include "adapters/git/call.h"

namespace assay::git {

namespace {

bool is_known(const std::string& directory, const std::string& who) {
  const auto answer = call({directory, {"-c", "user.useConfigOnly=true", "var", who}});
  return answer && answer->status == 0;
}

}  // namespace

std::vector<std::string> identity(const std::string& directory) {
  std::vector<std::string> variables;
  for (const std::string part : {"AUTHOR", "COMMITTER"}) {
    if (is_known(directory, "GIT_" + part + "_IDENT")) continue;
    variables.push_back("GIT_" + part + "_NAME=assay");
    variables.push_back("GIT_" + part + "_EMAIL=assay@localhost");
  }
  return variables;
}

}  // namespace assay::git
