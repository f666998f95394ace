// SPDX-License-Identifier: MIT
#include "adapters/scan/scope.h"

#include "base/text/glob.h"

#include <algorithm>

namespace assay::scan {

namespace {

/// "./a//b/" and "a/b" are the same place.
std::string cleaned(std::string_view path) {
  std::string clean;
  for (std::size_t start = 0; start < path.size();) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    const std::string_view part = path.substr(start, end - start);
    if (!part.empty() && part != ".") {
      if (!clean.empty()) clean.push_back('/');
      clean += part;
    }
    start = end + 1;
  }
  return clean;
}

}  // namespace

Scope::Scope(const std::vector<std::string>& paths, const Beneath& root) {
  for (const std::string& path : paths) add(path, root);
  all_ = all_ || (named_.empty() && globs_.empty() && faults_.empty());
  std::sort(named_.begin(), named_.end());
}

void Scope::add(const std::string& path, const Beneath& root) {
  const bool out = path.starts_with("!");
  const std::string clean = cleaned(out ? std::string_view(path).substr(1) : path);
  if (clean.empty() && !out) {
    all_ = true;
    return;
  }
  std::string glob = clean;
  if (!is_glob(clean)) {
    const Sight sight = root.look(clean, LastLink::follow);
    const bool folder = sight.problem == 0 && S_ISDIR(sight.status.st_mode);
    if (folder) glob = clean + "/**";
    if (!folder && !out) {
      if (sight.problem == 0 && S_ISREG(sight.status.st_mode)) {
        named_.push_back(clean);
      } else {
        faults_.push_back(clean + ": " +
                          (sight.problem == 0 ? "is " + kind_of(sight.status) : told(sight)));
      }
      return;
    }
  }
  Glob made{format::PathPattern(glob), glob.find('/') == std::string::npos};
  (out ? left_out_ : globs_).push_back(std::move(made));
}

bool Scope::Glob::has(std::string_view file) const {
  return pattern.matches(name_only ? file.substr(file.find_last_of('/') + 1) : file);
}

bool Scope::has(std::string_view file) const {
  const auto fits = [file](const Glob& glob) { return glob.has(file); };
  if (std::any_of(left_out_.begin(), left_out_.end(), fits)) return false;
  return all_ || std::binary_search(named_.begin(), named_.end(), file) ||
         std::any_of(globs_.begin(), globs_.end(), fits);
}

}  // namespace assay::scan
