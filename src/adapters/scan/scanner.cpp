// SPDX-License-Identifier: MIT
#include "adapters/scan/scanner.h"

#include "adapters/scan/listing.h"
#include "adapters/scan/pattern_scan.h"
#include "base/match.h"
#include "format/goals/blank.h"
#include "format/goals/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace assay::scan {

using core::goals::Check;
using core::goals::CheckResult;
using core::goals::CheckStatus;
using core::goals::FileAbsent;
using core::goals::FileExists;
using core::goals::Pattern;
using core::goals::Value;

namespace {

CheckResult gap(std::string actual) { return {CheckStatus::gap, std::move(actual), "", 0}; }
CheckResult unknown(std::string why) {
  return {CheckStatus::could_not_check, std::move(why), "", 0};
}

/// A path that leads nowhere inside the workspace is a gap; one the machine refuses is not known.
CheckResult not_reached(const Sight& sight) {
  return sight.is_missing() || sight.is_outside() ? gap(told(sight)) : unknown(told(sight));
}

CheckResult check_present(const FileExists& form, const Beneath& root) {
  const Sight sight = root.look(form.path, LastLink::follow);
  if (sight.problem != 0) return not_reached(sight);
  const bool wants_folder = form.path.ends_with("/");
  if (wants_folder && S_ISDIR(sight.status.st_mode)) {
    return {CheckStatus::ok, "is a directory", form.path, 0};
  }
  if (wants_folder || !S_ISREG(sight.status.st_mode)) return gap("is " + kind_of(sight.status));
  if (form.non_empty && sight.status.st_size == 0) {
    return {CheckStatus::gap, "is empty", form.path, 0};
  }
  return {CheckStatus::ok, fmt::format("{} bytes", sight.status.st_size), form.path, 0};
}

/// A file of blanks has bytes and says nothing.
CheckResult check_filled(const FileExists& form, const Beneath& root, FileBuffer& buffer) {
  CheckResult found = check_present(form, root);
  if (found.status != CheckStatus::ok || !form.non_empty || form.path.ends_with("/")) return found;
  Sight sight;
  const os::Descriptor file = root.open_file(form.path, sight);
  constexpr std::size_t looked_at = std::size_t{64} << 10;
  const auto size = static_cast<std::size_t>(sight.status.st_size);
  int problem = 0;
  if (!file || size > looked_at || !buffer.read(file.get(), size, looked_at, problem)) return found;
  if (format::shows_something("", buffer.text())) return found;
  return {CheckStatus::gap, "has nothing in it but blanks", form.path, 0};
}

/// What speaks of the phase itself proves nothing, neither by being there nor by what it says.
bool is_named_in(std::span<const std::string> globs, std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  return std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
    return format::PathPattern(glob).matches(path);
  });
}

/// Git would track it, and a person would see something in it.
CheckResult check_created(const FileExists& form, const Beneath& root, const std::string& workspace,
                          FileBuffer& buffer) {
  CheckResult found = check_present(form, root);
  if (found.status != CheckStatus::ok) return found;
  const auto tracked = is_trackable(workspace, form.path);
  if (!tracked) return unknown(tracked.error().what);
  if (!*tracked) return gap("git ignores it");
  if (form.path.ends_with("/"))
    return root.is_empty(form.path) ? gap("is an empty directory, which git does not keep") : found;
  if (!form.non_empty) return found;
  Sight sight;
  const os::Descriptor file = root.open_file(form.path, sight);
  int problem = 0;
  constexpr std::size_t looked_at = std::size_t{4} << 20;
  const auto size = static_cast<std::size_t>(sight.status.st_size);
  if (!file || size > looked_at) return found;  // whoever fills megabytes has written something
  if (!buffer.read(file.get(), size, looked_at, problem)) return unknown(std::strerror(problem));
  if (format::shows_something(form.path, buffer.text())) return found;
  return {CheckStatus::gap, "has nothing in it but blanks and comments", form.path, 0};
}

CheckResult check_absent(const FileAbsent& form, const Beneath& root) {
  const Sight sight = root.look(form.path, LastLink::keep);
  if (sight.is_missing()) return {CheckStatus::ok, "missing", "", 0};
  if (sight.problem != 0) return not_reached(sight);
  return {CheckStatus::gap, "is there: " + kind_of(sight.status), form.path, 0};
}

CheckResult check_value(const Value& form, const Beneath& root, FileBuffer& buffer) {
  Sight sight;
  const os::Descriptor file = root.open_file(form.path, sight);
  if (sight.problem != 0) return not_reached(sight);
  if (!file) return gap("is " + kind_of(sight.status));
  int problem = 0;
  const auto size = static_cast<std::size_t>(sight.status.st_size);
  if (!buffer.read(file.get(), size, format::document_bytes_max, problem)) {
    return unknown(problem == EFBIG ? "the file is too large" : std::strerror(problem));
  }
  const format::ValueReading reading = format::look_up(form, buffer.text());
  if (!reading.fault.empty()) return {CheckStatus::could_not_check, reading.fault, form.path, 0};
  if (!reading.found) return {CheckStatus::gap, "no such value", form.path, 0};
  return {reading.equal ? CheckStatus::ok : CheckStatus::gap, reading.value, form.path, 0};
}

}  // namespace

Result<std::vector<CheckResult>> Scanner::inspect(const std::string& workspace,
                                                  const Question& question, unsigned threads,
                                                  const Bounds& bounds) {
  const std::span<const Check> checks = question.checks;
  const Beneath root = TRY(Beneath::open(workspace));
  PatternScan scan(workspace, root, question.never_evidence, bounds);
  FileBuffer buffer;
  std::vector<CheckResult> results(checks.size());
  std::vector<std::pair<std::size_t, std::uint32_t>> patterns;  // check, number in the scan
  for (std::size_t i = 0; i < checks.size(); ++i) {
    const auto& form = checks[i].form;
    const auto* there = std::get_if<FileExists>(&form);
    const auto* inside = std::get_if<Value>(&form);
    const std::string* path = there != nullptr    ? &there->path
                              : inside != nullptr ? &inside->path
                                                  : nullptr;
    const std::string target = path != nullptr ? root.leads_to(*path) : "";
    if (path != nullptr && (is_named_in(question.never_evidence, *path) ||
                            is_named_in(question.never_evidence, target))) {
      results[i] = gap(*path + " speaks of the phase itself and proves nothing");
    } else if (const auto* present = std::get_if<FileExists>(&form)) {
      results[i] = present->created ? check_created(*present, root, workspace, buffer)
                                    : check_filled(*present, root, buffer);
    } else if (const auto* absent = std::get_if<FileAbsent>(&form)) {
      results[i] = check_absent(*absent, root);
    } else if (const auto* value = std::get_if<Value>(&form)) {
      results[i] = check_value(*value, root, buffer);
    } else if (const auto* pattern = std::get_if<Pattern>(&form)) {
      patterns.emplace_back(i, scan.add(*pattern));
    } else {
      results[i] = unchecked(checks[i]);
    }
  }
  TRY(scan.run(threads));
  for (const auto& [check, number] : patterns) results[check] = scan.result(number);
  return results;
}

}  // namespace assay::scan
