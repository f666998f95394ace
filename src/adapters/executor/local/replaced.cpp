// SPDX-License-Identifier: MIT
#include "adapters/executor/local/replaced.h"

#include "adapters/files/files.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace assay::process {

namespace {

/// Where a shell would find the word, in folders that do not depend on where it is; empty: nowhere.
std::string found_on(std::string_view search, const std::string& word, files::Files& files) {
  for (std::size_t at = 0; at <= search.size();) {
    const std::size_t end = std::min(search.find(':', at), search.size());
    const std::string path = std::string(search.substr(at, end - at)) + "/" + word;
    if (path.starts_with('/') && end > at && files.is_executable(path)) return path;
    at = end + 1;
  }
  return "";
}

std::string difference_of(const core::ProgramMark& mark, files::Files& files) {
  if (!mark.word.empty()) {
    const char* own = std::getenv("PATH");
    const std::string search = mark.search.empty() ? (own == nullptr ? "" : own) : mark.search;
    const std::string path = found_on(search, mark.word, files);
    if (path != mark.path)
      return mark.word + " is " + (path.empty() ? "not there" : path) + ", and was " +
             (mark.path.empty() ? "not there" : mark.path) + " when the run began";
  }
  if (mark.path.empty() || files.fingerprint(mark.path) == mark.digest) return "";
  return mark.path + (mark.path.ends_with('/') ? ": what Python loads from it by itself" : "") +
         " is not what it was when the run began";
}

}  // namespace

std::string replaced_program(const core::Launch& launch) {
  files::Files files;
  for (const core::ProgramMark& mark : launch.programs) {
    std::string text = difference_of(mark, files);
    if (!text.empty()) return text;
  }
  return "";
}

}  // namespace assay::process
