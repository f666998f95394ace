// SPDX-License-Identifier: MIT
#include "adapters/os/error.h"

#include <cerrno>
#include <system_error>

namespace assay::os {

Fault fault_of(int problem) {
  switch (problem) {
    case ENOENT:
    case ENOTDIR: return Fault::not_found;
    case EEXIST: return Fault::conflict;
    case EMFILE:
    case ENFILE:
    case ENOMEM:
    case EAGAIN:
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return Fault::exhausted;
    default: return Fault::io;
  }
}

bool is_gone(int problem) { return problem == ENOENT || problem == ENOTDIR || problem == ELOOP; }

Error error_of(const std::string& what, int problem) {
  return {fault_of(problem), what + ": " + std::generic_category().message(problem)};
}

Error refused(const std::string& what, int problem) {
  switch (problem) {
    case ELOOP: return {Fault::bad_input, what + ": is a symbolic link"};
    // A link in the place of a folder is told as the one or the other, as the kernel likes.
    case ENOTDIR: return {Fault::bad_input, what + ": is a symbolic link or no folder"};
    case EXDEV: return {Fault::bad_input, what + ": leads out of the workspace"};
    case EISDIR: return {Fault::bad_input, error_of(what, problem).what};
    default: return error_of(what, problem);
  }
}

}  // namespace assay::os
