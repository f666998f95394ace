// SPDX-License-Identifier: MIT
#include "adapters/repository/git/notes.h"

#include "adapters/repository/git/call.h"
#include "adapters/repository/git/identity.h"

namespace assay::git {

namespace {

constexpr const char* notes_ref = "--ref=refs/notes/assay";

}  // namespace

Result<> keep_note(const std::string& directory, const std::string& commit,
                   const std::string& text) {
  Call add{directory, {"notes", notes_ref, "add", "-f", "-F", "-", commit}};
  add.input = text;
  add.environment = identity(directory);
  add.changes = true;
  TRY(tell(add));
  return {};
}

Result<std::string> note_of(const std::string& directory, const std::string& commit) {
  Call show{directory, {"notes", notes_ref, "show", commit}};
  show.answer_max = 16U << 20;
  const os::Answer answer = TRY(call(show));
  if (answer.too_long) return failure(show, answer);
  return answer.status == 0 ? answer.output : std::string();
}

}  // namespace assay::git
