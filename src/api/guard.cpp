// SPDX-License-Identifier: MIT
#include "api/guard.h"

#include "api/hook_memory.h"
#include "base/text/ascii.h"
#include "base/text/glob.h"
#include "base/text/join.h"
#include "base/text/path.h"
#include "format/connect/pieces.h"
#include "format/hook/reason.h"
#include "format/shell/patch_names.h"
#include "format/shell/writes.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace assay::api {

namespace {

constexpr std::uint64_t patch_bytes_max = 16U << 20;
constexpr std::size_t arriving_shown_max = 5;

/// Without `.`, `..` and double slashes, as text alone.
std::string tidy_path(std::string_view path) { return "/" + joined(path_parts(path).parts, "/"); }

/// With every link on the way resolved, also where the last parts are not there yet.
std::string resolved(const std::string& path, shell::Files& files) {
  std::string at = path;
  std::string rest;
  while (at.size() > 1) {
    if (const auto real = files.real_path(at)) return tidy_path(*real + rest);
    const std::size_t slash = at.rfind('/');
    rest = at.substr(slash) + rest;
    at.resize(slash);
  }
  return path;
}

/// Characters in brackets are any one: the pattern fits more, not less.
std::string loosened(std::string path) {
  for (std::size_t at = 0; (at = path.find('[', at)) != std::string::npos; ++at) {
    const std::size_t end = path.find(']', std::min(at + 2, path.size()));
    if (end == std::string::npos) return path;
    path.replace(at, end - at + 1, "?");
  }
  return path;
}

/// Where more lies below what a command takes away, the verdict tells what became of it.
constexpr std::size_t files_looked_at = 50'000;

std::string_view last_part(std::string_view path) { return path.substr(path.rfind('/') + 1); }

/// What must not be written, and what it is called.
struct Fence {
  std::string glob;  ///< absolute
  std::string what;
};

std::vector<Fence> fences_of(const Site& site, const core::verify::Policy& policy) {
  std::vector<Fence> fences;
  const auto add = [&](std::string glob, std::string what) {
    fences.push_back({std::move(glob), std::move(what)});
  };
  add(tidy_path(site.config_file()), "assay.yaml, which says what proves the work");
  add(tidy_path(site.place.state.path()) + "/**", "assay's own state");
  add(tidy_path(site.place.state.path()), "assay's own state");
  if (!policy.known_failures.empty())
    add(tidy_path(site.place.workspace + "/" + policy.known_failures),
        "the list of known failures");
  for (const std::string& glob : core::verify::protected_globs(policy))
    add(site.place.workspace + "/" + glob, "protected (`verify.protected` in assay.yaml)");
  const auto home = site.outside.variable("HOME");
  for (const std::string_view file : format::files_of_hooks()) {
    add(site.place.workspace + "/" + std::string(file), "a file of hooks");
    if (home && home->size() > 1) add(*home + "/" + std::string(file), "a file of hooks");
  }
  return fences;
}

class Watchman {
 public:
  Watchman(const ToolUse& use, const Site& site, const core::verify::Policy& policy)
      : use_(use), site_(site), fences_(fences_of(site, policy)) {}

  /// What the use would write that it must not; nothing: it may.
  std::optional<std::string> objection() {
    for (const std::string& path : use_.paths) {
      if (auto found = against({.path = absolute(path), .how = "it"})) return found;
    }
    for (const std::string& command : use_.commands) {
      const format::shell::Deeds deeds = format::shell::deeds_of(command, folder());
      if (!deeds.evasions.empty())
        return fmt::format("`{}` gets around hooks", deeds.evasions.front());
      for (const format::shell::Write& write : deeds.writes) {
        if (auto found = against(write)) return found;
      }
      for (const std::string& patch : deeds.patches) {
        if (auto found = against_patch(patch)) return found;
      }
      for (const format::shell::Arrival& arrival : deeds.arrivals) {
        if (auto found = against(arrival)) return found;
      }
      if (deeds.cut) return "the command is too large to be read: do it in smaller steps";
    }
    return std::nullopt;
  }

 private:
  std::string folder() const { return use_.cwd.empty() ? site_.place.workspace : use_.cwd; }

  std::string absolute(const std::string& path) const {
    const bool leads_away =
        path.starts_with('/') || path.starts_with('~') || path.starts_with("file://");
    return leads_away ? path : folder() + "/" + path;
  }

  std::optional<std::string> against(const format::shell::Write& write) {
    std::string path = write.path;
    if (path.starts_with("file://")) path.erase(0, 7);
    path = with_places(std::move(path));
    if (!path.empty() && path.front() == '$') return against_unknown(path);
    const std::string plain = loosened(tidy_path(path));
    const std::string real = is_glob(plain) ? plain : resolved(plain, site_.files());
    for (const Fence& fence : fences_) {
      for (const std::string& each : {plain, real}) {
        const bool met = write.names.empty() ? is_met(fence, each, write.below)
                                             : is_found(fence, each, write.names);
        if (met && is_brought(fence, each, write.from)) return told(fence, path);
      }
    }
    return std::nullopt;
  }

  /// Paths of a patch are those of the folder above which it is applied: the workspace, mostly.
  std::optional<std::string> against_patch(const std::string& path) {
    const auto text = site_.files().read(resolved(tidy_path(path), site_.files()), patch_bytes_max);
    if (!text) return std::nullopt;
    for (const std::string& name : format::shell::files_of_patch(*text)) {
      if (auto found = against({.path = absolute(name), .how = "patch"})) return found;
    }
    return std::nullopt;
  }

  /// What git would bring or take with a whole commit.
  std::optional<std::string> against(const format::shell::Arrival& arrival) {
    const bool here = site_.files().is_within(arrival.folder, site_.place.workspace);
    const std::vector<std::string> files = here ? arriving(arrival) : std::vector<std::string>();
    if (files.empty()) return std::nullopt;
    return fmt::format("`{}` would change {}", arrival.how, joined(files, ", "));
  }

  /// Files behind a fence that are not the same afterwards. What git does not know it refuses
  /// itself.
  std::vector<std::string> arriving(const format::shell::Arrival& arrival) {
    using Kind = format::shell::Arrival::Kind;
    // As the command itself would read it: `stash@{1}` stands in a log of this repository.
    const auto commit = [&](const std::string& revision) {
      const auto told = site_.outside.output_of(
          {"git", "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"},
          site_.place.workspace);
      return told ? told->substr(0, told->find('\n')) : std::string();
    };
    const std::size_t dots = arrival.revision.find("..");
    const bool is_range = dots != std::string::npos;
    const std::string to = commit(is_range ? arrival.revision.substr(dots + 2) : arrival.revision);
    if (to.empty()) return {};
    std::vector<std::string> call{"git", "diff-index", "--name-only", to};
    if (arrival.kind == Kind::whole) call = {"git", "diff-tree", "-r", "--name-only", "HEAD", to};
    if (arrival.kind == Kind::change) {
      const std::string from =
          commit(is_range ? arrival.revision.substr(0, dots) : arrival.revision + "^1");
      if (from.empty()) return {};
      call = {"git", "diff-tree", "-r", "--name-only", from, to};
    }
    std::vector<std::string> files = fenced_by(std::move(call));
    if (arrival.kind == Kind::all_away) {
      const std::vector<std::string> unknown = fenced_by({"git", "ls-files", "--others"});
      files.insert(files.end(), unknown.begin(), unknown.end());
    }
    return files;
  }

  /// Which of the files that a command of git tells lie behind a fence.
  std::vector<std::string> fenced_by(std::vector<std::string> call) {
    call.insert(call.end(), {"--relative", "--"});
    if (call[1] == "ls-files") call.erase(call.end() - 2);
    const std::string root = site_.place.workspace + "/";
    for (const Fence& fence : fences_) {
      if (fence.glob.starts_with(root) && !fence.glob.starts_with(root + ".git/"))
        call.push_back(":(glob)" + fence.glob.substr(root.size()));
    }
    const auto told = site_.outside.output_of(call, site_.place.workspace);
    std::vector<std::string> files;
    for (std::size_t at = 0; told && at < told->size() && files.size() < arriving_shown_max;) {
      const std::size_t end = std::min(told->find('\n', at), told->size());
      if (end > at) files.push_back(told->substr(at, end - at));
      at = end + 1;
    }
    return files;
  }

  /// Variables whose values are known here.
  std::string with_places(std::string path) const {
    const auto home = site_.outside.variable("HOME");
    const auto put = [&](std::string_view name, const std::string& place) {
      const bool whole =
          path.size() == name.size() || path[std::min(name.size(), path.size() - 1)] == '/';
      if (path.starts_with(name) && whole) path.replace(0, name.size(), place);
    };
    if (path.empty()) return path;
    put(format::shell::top_of_repository, site_.place.workspace);
    put("$ASSAY_STATE_DIR", site_.place.state.path());
    if (home) put("~", *home);
    if (home) put("$HOME", *home);
    return path;
  }

  /// Of a pattern that names everything it is asked whether the file is there to be taken.
  bool is_brought(const Fence& fence, const std::string& path, const std::string& from) const {
    if (from.empty() || !is_glob(path) || matches_path_glob(fence.glob, path)) return true;
    if (last_part(from).find_first_not_of('*') != std::string_view::npos) return true;
    const std::string there = from.substr(0, from.rfind('/') + 1);
    return site_.files().is_regular(there + std::string(last_part(fence.glob)));
  }

  /// Whether a search below a folder comes upon what the fence guards and is there, or upon a
  /// folder around it.
  bool is_found(const Fence& fence, const std::string& root,
                const std::vector<std::string>& names) const {
    std::vector<std::string> there{fence.glob};
    if (fence.glob.ends_with("/**")) {
      const std::string folder = fence.glob.substr(0, fence.glob.size() - 3);
      there = {folder};
      for (const std::string& name : site_.files().list(folder))
        there.push_back(folder + "/" + name);
    }
    const std::size_t kept = root == "/" ? 0 : root.size();
    for (std::string path : there) {
      const bool below = path == root || path.starts_with(root.substr(0, kept) + "/");
      const bool exists = site_.files().is_regular(path) || site_.files().is_directory(path);
      for (; below && exists && path.size() >= std::max<std::size_t>(kept, 1);
           path.resize(path.rfind('/'))) {
        if (fits_all(names, path)) return true;
      }
    }
    return false;
  }

  static bool fits_all(const std::vector<std::string>& names, const std::string& path) {
    return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      const std::string pattern = loosened(tidy_path(name));
      return matches_glob(pattern, path) || matches_glob(pattern, lowered(path));
    });
  }

  /// Its beginning is known only while it runs: its end decides.
  std::optional<std::string> against_unknown(const std::string& path) {
    const std::size_t slash = path.find('/');
    if (slash == std::string::npos) return std::nullopt;
    const std::string end = tidy_path(path.substr(slash));
    for (const Fence& fence : fences_) {
      const std::string& root = site_.place.workspace;
      const bool inside = fence.glob.starts_with(root + "/");
      if (inside && is_met({root + fence.glob.substr(root.size()), fence.what}, root + end, false))
        return told(fence, path);
    }
    return std::nullopt;
  }

  bool is_met(const Fence& fence, const std::string& path, bool below) const {
    if (matches_path_glob(fence.glob, path)) return true;
    const std::string literal = fence.glob.substr(0, fence.glob.find('*'));
    // A pattern of the command: would it hit the file that is there?
    if (is_glob(path) && !is_glob(fence.glob)) return matches_path_glob(path, fence.glob);
    const bool above = below && literal.starts_with(path == "/" ? path : path + "/");
    if (!above)
      return is_glob(fence.glob) && (below || is_glob(path)) && is_hit(fence, path, below);
    const std::string there =
        literal.ends_with('/') ? literal.substr(0, literal.size() - 1) : literal;
    return site_.files().is_regular(there) || site_.files().is_directory(there);
  }

  /// Whether a file that is there is guarded by a pattern, and hit by the path, which may be a
  /// pattern too; `below`: everything in the folders that it names goes with them.
  bool is_hit(const Fence& fence, const std::string& path, bool below) const {
    std::string root = path.substr(0, path.find_first_of("*?"));
    if (root.size() < path.size()) root.resize(root.rfind('/') + 1);
    while (root.size() > 1 && root.ends_with('/')) root.pop_back();
    const std::string& workspace = site_.place.workspace;
    const bool around = (workspace + "/").starts_with(root == "/" ? root : root + "/");
    if (!around && !root.starts_with(workspace + "/")) return false;
    std::size_t left = files_looked_at;
    return looks_hit(around ? workspace : root, fence, path, below, left);
  }

  bool looks_hit(const std::string& folder, const Fence& fence, const std::string& path, bool below,
                 std::size_t& left) const {
    for (const std::string& name : site_.files().list(folder)) {
      if (left == 0) return false;
      --left;
      const std::string file = folder + "/" + name;
      const bool inside = site_.files().is_directory(file) && name != ".git";
      if (inside && looks_hit(file, fence, path, below, left)) return true;
      if (!inside && matches_path_glob(fence.glob, file) && is_taken(file, path, below))
        return true;
    }
    return false;
  }

  static bool is_taken(std::string file, const std::string& path, bool below) {
    if (path == "/") return below;
    for (; file.size() > 1; file.resize(file.rfind('/'))) {
      if (file == path || matches_path_glob(path, file)) return true;
      if (!below) return false;
    }
    return false;
  }

  static std::string told(const Fence& fence, const std::string& path) {
    return fmt::format("{} is {}", path, fence.what);
  }

  const ToolUse& use_;
  const Site& site_;
  std::vector<Fence> fences_;
};

}  // namespace

GuardAnswer hook_guard(const HookCaller& who, const ToolUse& use, const Site& site) {
  if (!has_config(site) && !had_gates(who, site)) return {};
  const auto loaded = load_config(site);
  note_tool(who, loaded ? loaded->config.verify.manifest.commands.size() : 0, site);
  const format::Guard guard = loaded ? loaded->config.hook.guard : format::Guard::deny;
  if (guard == format::Guard::off) return {};
  const core::verify::Policy policy =
      loaded ? loaded->config.verify.policy : core::verify::Policy{};
  const auto objection = Watchman(use, site, policy).objection();
  if (!objection) return {};
  const bool denies = guard == format::Guard::deny;
  return {denies ? GuardAnswer::Kind::deny : GuardAnswer::Kind::tell,
          format::for_model(fmt::format(
              "assay: {}: {}. {}", denies ? "not for an agent to write" : "told, not held back",
              *objection,
              denies ? "Ask the person you work for: he can do it himself, or set `hook: {guard: "
                       "tell}` in assay.yaml."
                     : ""))};
}

}  // namespace assay::api
