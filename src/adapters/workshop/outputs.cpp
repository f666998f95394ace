// SPDX-License-Identifier: MIT
// The files agents of a pipeline read and write, looked for in a working tree. No link is followed:
// a file that stands somewhere else was not written here.
#include "format/pipeline/outputs.h"

#include "adapters/os/directory.h"
#include "adapters/repository/tree/tree_files.h"
#include "adapters/scan/beneath.h"
#include "adapters/workshop/task_list.h"
#include "adapters/workshop/workshop.h"
#include "base/digest.h"
#include "base/text/escape.h"
#include "base/text/glob.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace assay::workshop {

using core::pipeline::Artifact;
using core::pipeline::Input;
using core::pipeline::Output;
using core::pipeline::Outputs;

namespace {

constexpr std::size_t file_bytes_max = std::size_t{4} << 20;
constexpr std::size_t files_max = 1'000;
constexpr std::size_t names_max = 100'000;

/// "*" stands for any characters of a name, but not for the dot of a hidden one.
bool matches(std::string_view pattern, std::string_view name) {
  if (name.starts_with(".") && !pattern.starts_with(".")) return false;
  return matches_glob(pattern, name);
}

bool is_text_name(std::string_view name) {
  constexpr std::array<std::string_view, 4> endings = {".yaml", ".yml", ".json", ".md"};
  return !name.starts_with(".") &&
         std::any_of(endings.begin(), endings.end(),
                     [&](std::string_view ending) { return name.ends_with(ending); });
}

/// Names in a folder, sorted; none if it is no folder.
std::vector<std::string> names_in(const scan::Beneath& beneath, const std::string& folder) {
  std::vector<std::string> names;
  os::Descriptor own(beneath.open_folder(folder));
  const os::Directory directory(own ? ::fdopendir(own.get()) : nullptr);
  if (!directory) return names;
  own.release();
  while (const dirent* entry = ::readdir(directory.get())) {
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
    if (names.size() == names_max) break;
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string stamp_of(const struct stat& status, const std::string& digest) {
  return fmt::format("{}.{:09}-{}-{}-{}", status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                     status.st_size, status.st_ino, digest);
}

/// Why something of this name cannot be read as a file.
std::string objection(const scan::Beneath& beneath, const std::string& path, int problem) {
  const scan::Sight sight = beneath.look(path, scan::LastLink::keep);
  if (sight.problem == 0 && !S_ISREG(sight.status.st_mode))
    return "is " + scan::kind_of(sight.status) + ", not a file";
  if (problem == EFBIG) return fmt::format("is larger than {} MiB", file_bytes_max >> 20);
  if (problem == ELOOP || problem == EXDEV) return "is reached through a symbolic link";
  return std::strerror(problem);
}

bool begins_with(std::string_view text, const core::pipeline::Beginning& before) {
  return text.size() >= before.size &&
         digest_of(text.substr(0, before.size)).hex() == before.digest;
}

class Look {
 public:
  Look(const scan::Beneath& beneath, std::string folder)
      : beneath_(beneath), folder_(std::move(folder)) {}

  void add(const Output& output, std::vector<Artifact>& found);
  void add(const Input& input, Outputs& found) const;

 private:
  std::string full(const std::string& path) const { return folder_ + "/" + path; }
  Artifact read(const Output& output, const std::string& path);
  void add_folder(const Output& output, std::vector<Artifact>& found);
  std::vector<std::string> expand(const std::string& pattern) const;

  const scan::Beneath& beneath_;
  std::string folder_;
  scan::FileBuffer buffer_;
};

Artifact absent(const Output& output, const std::string& path, const std::string& why) {
  Artifact artifact;
  artifact.path = path;
  artifact.contract = output.contract;
  artifact.problems.push_back(printable(path) + ": " + why);
  return artifact;
}

Artifact Look::read(const Output& output, const std::string& path) {
  if (!tree::is_tree_path(path)) return absent(output, path, "leads out of the folder");
  scan::Sight sight;
  const os::Descriptor file = beneath_.open_listed(full(path), sight);
  if (!file && sight.is_missing()) return absent(output, path, "missing");
  int problem = sight.problem;
  const auto size = static_cast<std::size_t>(sight.status.st_size);
  if (file && buffer_.read(file.get(), size, file_bytes_max, problem)) {
    Artifact artifact = format::read_output(output, path, buffer_.text());
    const std::string digest = digest_of(buffer_.text()).hex();
    artifact.stamp = stamp_of(sight.status, digest);
    if (output.contract == core::pipeline::Contract::log)
      artifact.whole = core::pipeline::Beginning{buffer_.text().size(), digest};
    if (output.begins && !begins_with(buffer_.text(), *output.begins))
      artifact.problems.push_back(printable(path) +
                                  ": may only grow, but what stood in it was changed");
    return artifact;
  }
  Artifact artifact = absent(output, path, objection(beneath_, full(path), problem));
  artifact.exists = true;
  artifact.stamp = stamp_of(beneath_.look(full(path), scan::LastLink::keep).status, "unread");
  return artifact;
}

void Look::add_folder(const Output& output, std::vector<Artifact>& found) {
  std::string folder = output.path;
  while (folder.ends_with("/")) folder.pop_back();
  if (!tree::is_tree_path(folder))
    return found.push_back(absent(output, output.path, "leads out of the folder"));
  std::vector<std::string> names = names_in(beneath_, full(folder));
  std::erase_if(names, [](const std::string& name) { return !is_text_name(name); });
  if (names.empty()) {
    const scan::Sight sight = beneath_.look(full(folder), scan::LastLink::keep);
    const bool is_folder = sight.problem == 0 && S_ISDIR(sight.status.st_mode);
    const std::string why = is_folder            ? "has no files"
                            : sight.problem == 0 ? "is " + scan::kind_of(sight.status)
                                                 : "missing";
    found.push_back(absent(output, output.path, why));
  }
  if (names.size() > files_max) {
    found.push_back(absent(output, output.path, fmt::format("has more than {} files", files_max)));
    found.back().exists = true;
    names.resize(files_max);
  }
  for (const std::string& name : names) found.push_back(read(output, folder + "/" + name));
}

void Look::add(const Output& output, std::vector<Artifact>& found) {
  if (output.folder()) {
    add_folder(output, found);
  } else {
    found.push_back(read(output, output.path));
  }
}

/// Files that a pattern stands for, in order.
std::vector<std::string> Look::expand(const std::string& pattern) const {
  if (!tree::is_tree_path(pattern)) return {};
  std::vector<std::string> paths = {""};
  for (std::size_t start = 0; start < pattern.size();) {
    const std::size_t end = std::min(pattern.find('/', start), pattern.size());
    const std::string part = pattern.substr(start, end - start);
    start = end + 1;
    std::vector<std::string> longer;
    for (const std::string& path : paths) {
      const std::string prefix = path.empty() ? "" : path + "/";
      if (part.find('*') == std::string::npos) {
        longer.push_back(prefix + part);
        continue;
      }
      for (const std::string& name : names_in(beneath_, full(path.empty() ? "." : path))) {
        if (matches(part, name) && longer.size() < files_max) longer.push_back(prefix + name);
      }
    }
    paths = std::move(longer);
  }
  std::erase_if(paths, [&](const std::string& path) {
    const scan::Sight sight = beneath_.look(full(path), scan::LastLink::keep);
    return sight.problem != 0 || !S_ISREG(sight.status.st_mode);
  });
  return paths;
}

void Look::add(const Input& input, Outputs& found) const {
  const std::string pattern = input.path == "request" ? "initial-request.md" : input.path;
  const std::vector<std::string> paths = expand(pattern);
  if (paths.empty() && input.required) found.missing.push_back(pattern);
  for (const std::string& path : paths) {
    const bool known =
        std::find(found.inputs.begin(), found.inputs.end(), path) != found.inputs.end();
    if (!known) found.inputs.push_back(path);
  }
}

}  // namespace

Outputs Workshop::outputs(const core::ReadOutputs& wanted) {
  Outputs found;
  const auto beneath = scan::Beneath::open(wanted.directory);
  if (!beneath) {
    for (const Output& output : wanted.outputs)
      found.artifacts.push_back(absent(output, output.path, beneath.error().what));
    for (const Input& input : wanted.inputs) {
      if (input.required) found.missing.push_back(input.path);
    }
    return found;
  }
  const std::string folder = plain_path(wanted.feature_dir);
  Look look(*beneath, folder.empty() ? "." : folder);
  for (const Output& output : wanted.outputs) look.add(output, found.artifacts);
  for (const Input& input : wanted.inputs) look.add(input, found);
  return found;
}

}  // namespace assay::workshop
