// SPDX-License-Identifier: MIT
#include "api/place.h"

namespace assay::api {

namespace {

/// The directory that holds a repository, searching upwards; empty if there is none. A folder
/// `.git` without HEAD is none, as for git itself.
std::string git_top_level(const std::string& start, shell::Files& files) {
  for (std::string at = start; !at.empty(); at.resize(at.rfind('/'))) {
    const std::string git = at + "/.git";
    if (files.is_regular(git + "/HEAD") || files.is_regular(git)) return at;
    if (at.rfind('/') == std::string::npos) break;
  }
  return "";
}

/// A readable name for a directory: the last part of its path, without anything special.
std::string safe_name(const std::string& path) {
  std::string name;
  for (const char c : path.substr(path.rfind('/') + 1)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_';
    name.push_back(plain ? c : '_');
  }
  name.resize(std::min<std::size_t>(name.size(), 40));
  return name.empty() ? "root" : name;
}

Reply<std::string> default_state_dir(const std::string& workspace, shell::Outside& outside) {
  const std::string home = state_home(outside);
  if (!home.empty())
    return home + "/" + safe_name(workspace) + "-" + digest_of(workspace).hex().substr(0, 12);
  return Problem{.code = Code::no_state_home,
                 .field = "state_dir",
                 .what = "no place for state: neither HOME nor XDG_STATE_HOME is set"};
}

Result<std::string> absolute(const std::string& path, shell::Files& files) {
  if (path.starts_with("/")) return path;
  return TRY(files.real_path(".")) + "/" + path;
}

}  // namespace

std::string state_home(shell::Outside& outside) {
  const auto given = outside.variable("XDG_STATE_HOME");
  if (given && given->starts_with("/")) return *given + "/assay";
  const auto home = outside.variable("HOME");
  return home && home->starts_with("/") ? *home + "/.local/state/assay" : "";
}

Reply<Place> find_top(const std::string& directory, const std::string& state_dir,
                      shell::Outside& outside) {
  const std::string here = TRY(outside.files().real_path(directory));
  const std::string top = git_top_level(here, outside.files());
  return find_place({top.empty() ? here : top, state_dir}, outside);
}

std::vector<std::string> known_state_dirs(shell::Outside& outside) {
  std::vector<std::string> found;
  const std::string home = state_home(outside);
  if (home.empty()) return found;
  for (const std::string& name : outside.files().list(home)) {
    const shell::StateDir state(home + "/" + name);
    const bool shares = outside.files().is_regular(state.path() + "/team/keys/private.pem");
    if (shares || outside.files().is_regular(state.ledger())) found.push_back(state);
  }
  return found;
}

Reply<Place> find_place(const PlaceRequest& request, shell::Outside& outside) {
  shell::Files& files = outside.files();
  Place place;
  if (!request.workspace.empty()) {
    if (!files.is_directory(request.workspace)) {
      return Problem{.code = Code::bad_value,
                     .field = "workspace",
                     .value = request.workspace,
                     .what = "not a directory"};
    }
    place.workspace = TRY(files.real_path(request.workspace));
  } else {
    const std::string here = TRY(files.real_path("."));
    const std::string top = git_top_level(here, files);
    place.workspace = top.empty() ? here : top;
  }
  const auto from_environment = outside.variable("ASSAY_STATE_DIR");
  if (!request.state_dir.empty()) {
    place.state = TRY(absolute(request.state_dir, files));
  } else if (from_environment && !from_environment->empty()) {
    place.state = TRY(absolute(*from_environment, files));
  } else {
    place.state = TRY(default_state_dir(place.workspace, outside));
  }
  if (files.is_within(place.state, place.workspace)) {
    return Problem{.code = Code::state_in_workspace,
                   .field = "state_dir",
                   .value = place.state.path(),
                   .what = "state directory " + place.state.path() + " is inside the workspace " +
                           place.workspace + ", where an agent could write it"};
  }
  return place;
}

}  // namespace assay::api
