// SPDX-License-Identifier: MIT
#include "api/connect.h"

#include "api/connect_order.h"
#include "api/connected_files.h"
#include "core/pipeline/state.h"
#include "format/connect/pieces.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace assay::api {

namespace {

using format::DoorOrder;
using format::Piece;

/// How this program is called from elsewhere: by its name, if that leads to it.
std::string program_name(const Site& site) {
  const auto own = site.outside.program();
  const auto path = site.outside.variable("PATH");
  if (!own || !path) return "assay";
  for (std::size_t at = 0; at <= path->size();) {
    const std::size_t end = std::min(path->find(':', at), path->size());
    const auto found = site.files().real_path(path->substr(at, end - at) + "/assay");
    if (found && *found == *own) return "assay";
    if (found && site.files().is_executable(*found)) break;  // another one
    at = end + 1;
  }
  return *own;
}

constexpr const char* common_instructions = "AGENTS.md";

/// The file that only this agent reads; empty: it has none.
std::string own_instructions(const std::string& agent) {
  if (agent == "claude") return "CLAUDE.md";
  if (agent == "gemini") return "GEMINI.md";
  return agent == "qwen" ? "QWEN.md" : "";
}

/// The file that tells this agent how to work here: its own if there is one that does not lead to
/// AGENTS.md.
std::string instructions_file(const ConnectRequest& request, const Site& site) {
  if (request.user || request.agent == "git") return "";
  const std::string own = own_instructions(request.agent);
  if (own.empty()) return common_instructions;
  const auto text = site.files().read(site.place.workspace + "/" + own, connected_bytes_max);
  const bool leads_on = text && text->find("@AGENTS.md") != std::string::npos;
  return text && !leads_on ? own : common_instructions;
}

/// Who manages the hooks of git here, if it is not git alone.
struct HookManager {
  std::string name;
  std::string advice;
};

std::optional<HookManager> manager_of(const Site& site) {
  const std::string& root = site.place.workspace;
  for (const std::string name : {"lefthook.yml", ".lefthook.yml", "lefthook.yaml"}) {
    if (site.files().is_regular(root + "/" + name))
      return HookManager{"lefthook (" + name + ")",
                         "add to " + name +
                             ": pre-push: {commands: {assay: {run: assay hook git pre-push, "
                             "use_stdin: true}}}"};
  }
  if (site.files().is_directory(root + "/.husky"))
    return HookManager{"husky (.husky)", "add to .husky/pre-push: assay hook git pre-push \"$@\""};
  const auto set = site.outside.output_of({"git", "config", "--get", "core.hooksPath"}, root);
  if (set && set->size() > 1) {
    const std::string where = set->substr(0, set->find('\n'));
    return HookManager{"core.hooksPath (" + where + ")",
                       "add to " + where + "/pre-push: assay hook git pre-push \"$@\""};
  }
  return std::nullopt;
}

/// From the top of the repository to the workspace; empty: it is the top, or there is none.
std::string folder_of(const Site& site) {
  const auto told =
      site.outside.output_of({"git", "rev-parse", "--show-prefix"}, site.place.workspace);
  std::string folder = told ? told->substr(0, told->find('\n')) : "";
  while (folder.ends_with('/')) folder.pop_back();
  return folder;
}

/// As one word of a shell.
std::string for_shell(const std::string& path) {
  const bool plain = path.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                         "0123456789_./+-") == std::string::npos;
  return plain ? path : core::pipeline::shell_quoted(path);
}

}  // namespace

Reply<DoorOrder> order_of(const ConnectRequest& request, const Site& site) {
  if (!format::is_door(request.agent))
    return Problem{.code = Code::bad_value,
                   .field = "agent",
                   .value = request.agent,
                   .what = "not an agent that can be connected"};
  const auto loaded = load_config(site);
  const format::HookConfig hook = loaded ? loaded->config.hook : format::HookConfig{};
  DoorOrder order{.agent = request.agent,
                  .user = request.user,
                  .program_path = program_name(site),
                  .timeout = hook.timeout,
                  .max_blocks = hook.max_blocks,
                  .pre_commit = request.pre_commit,
                  .instructions = instructions_file(request, site)};
  order.program = for_shell(order.program_path);
  if (const std::string folder = folder_of(site); !request.user && !folder.empty())
    order.folder = for_shell(folder);
  if (request.agent != "git") return order;
  if (request.user)
    return Problem{
        .code = Code::bad_value, .field = "user", .what = "hooks of git belong to one repository"};
  const auto folder =
      site.outside.output_of({"git", "rev-parse", "--git-path", "hooks"}, site.place.workspace);
  if (!folder) return Error{Fault::bad_input, site.place.workspace + ": not a git repository"};
  order.hooks_folder = folder->substr(0, folder->find('\n'));
  return order;
}

namespace {

/// Pieces by file, in the order of the first of each.
std::vector<std::pair<std::string, std::vector<Piece>>> by_file(std::vector<Piece> pieces) {
  std::vector<std::pair<std::string, std::vector<Piece>>> files;
  for (Piece& piece : pieces) {
    const auto found = std::find_if(files.begin(), files.end(),
                                    [&](const auto& file) { return file.first == piece.path; });
    auto& list = found == files.end() ? files.emplace_back(piece.path, std::vector<Piece>()).second
                                      : found->second;
    list.push_back(std::move(piece));
  }
  return files;
}

}  // namespace

Reply<FilePlace> place_of(const std::string& path, const ConnectRequest& request,
                          const Site& site) {
  if (path.starts_with('/')) return FilePlace{path, path};
  if (!request.user) {
    const std::string whole = site.place.workspace + "/" + path;
    const auto real = site.files().real_path(whole);
    return FilePlace{real ? *real : whole, path};
  }
  const auto home = site.outside.variable("HOME");
  if (!home || !home->starts_with('/'))
    return Problem{.code = Code::no_state_home, .what = "HOME is not set"};
  const auto real = site.files().real_path(*home + "/" + path);
  return FilePlace{real ? *real : *home + "/" + path, "~/" + path};
}

namespace {

struct Draft {
  FilePlace place;
  std::optional<std::string> before;
  std::optional<std::string> after;
  FileChange change;

  bool is_left_alone() const { return change.kind == FileChange::Kind::left_alone; }
};

/// Why a file is neither read nor written; empty: it can be, or there is none. A file that cannot
/// be read is there all the same.
std::string why_not_ours(const std::string& path, const Site& site) {
  shell::Files& files = site.files();
  const auto text = files.read(path, connected_bytes_max);
  if (text) return files.is_regular(path) ? "" : "is not a regular file";
  if (text.error().fault != Fault::not_found) return text.error().what;
  const std::size_t slash = path.rfind('/');
  const std::vector<std::string> names = files.list(path.substr(0, slash));
  const bool is_named =
      std::find(names.begin(), names.end(), path.substr(slash + 1)) != names.end();
  return is_named ? "is a link that leads nowhere" : "";
}

void leave_alone(Draft& draft, std::string why) {
  draft.change.kind = FileChange::Kind::left_alone;
  draft.change.why = std::move(why);
  draft.after = draft.before;
}

Draft draft_of(FilePlace place, const Site& site) {
  Draft draft;
  draft.place = std::move(place);
  draft.change.path = draft.place.shown;
  const std::string why = why_not_ours(draft.place.path, site);
  if (!why.empty()) {
    leave_alone(draft, why);
    return draft;
  }
  if (auto text = site.files().read(draft.place.path, connected_bytes_max))
    draft.before = text.take();
  draft.after = draft.before;
  return draft;
}

void name_change(Draft& draft) {
  FileChange& change = draft.change;
  change.before = draft.before.value_or("");
  change.after = draft.after.value_or("");
  if (draft.is_left_alone()) return;
  change.kind = draft.before == draft.after ? FileChange::Kind::same
                : !draft.before             ? FileChange::Kind::created
                : !draft.after              ? FileChange::Kind::removed
                                            : FileChange::Kind::changed;
}

/// Every piece, or nothing of the file: somebody else's entry, or a text that is not what it should
/// be.
Draft with_pieces(FilePlace place, const std::vector<Piece>& pieces, const Site& site) {
  Draft draft = draft_of(std::move(place), site);
  if (draft.is_left_alone()) return draft;
  for (const Piece& piece : pieces) {
    auto text = format::with_piece(piece, draft.after);
    if (!text) {
      leave_alone(draft, text.error().what);
      break;
    }
    draft.after = text.take();
    if (piece.kind != Piece::Kind::given) draft.change.pieces.push_back(piece.what);
  }
  name_change(draft);
  return draft;
}

/// The folders above a file that were made for it go with it.
void remove_empty_folders(const std::string& path, const Site& site) {
  std::string folder = path.substr(0, path.rfind('/'));
  const auto home = site.outside.variable("HOME");
  while (folder.size() > 1 && folder != site.place.workspace && (!home || folder != *home)) {
    if (!site.files().list(folder).empty() || !site.files().remove(folder)) return;
    folder.resize(folder.rfind('/'));
  }
}

Result<> store(const Draft& draft, bool executable, const Site& site) {
  shell::Files& files = site.files();
  if (!draft.after) {
    TRY(files.remove(draft.place.path));
    remove_empty_folders(draft.place.path, site);
    return {};
  }
  TRY(files.make_directories(draft.place.path.substr(0, draft.place.path.rfind('/'))));
  TRY(files.replace(draft.place.path, *draft.after));
  return executable ? files.make_executable(draft.place.path) : Result<>();
}

bool is_script(const std::vector<Piece>& pieces) {
  return pieces.front().kind == Piece::Kind::script;
}

bool has_hooks(const std::vector<Piece>& pieces) {
  return std::any_of(pieces.begin(), pieces.end(), [](const Piece& piece) {
    return piece.kind == Piece::Kind::hook || piece.kind == Piece::Kind::script;
  });
}

/// What the file was before, without what was ours in it even then: somebody else's connect, or an
/// earlier one.
std::optional<std::string> original_without(const std::vector<Piece>& pieces,
                                            std::optional<std::string> original) {
  for (const Piece& piece : pieces) {
    if (!original) break;
    auto text = format::without_piece(piece, *original);
    if (text) original = text.take();
  }
  return original;
}

/// What the file would be without this agent's pieces. Nothing: it would not be.
Draft without_pieces(FilePlace place, const std::vector<Piece>& pieces, bool others_share,
                     bool made_here, const Site& site) {
  Draft draft = draft_of(std::move(place), site);
  if (draft.is_left_alone()) return draft;
  for (const Piece& piece : pieces) {
    if (!draft.after || (others_share && piece.is_shared())) continue;
    auto text = format::without_piece(piece, *draft.after);
    if (!text) {
      leave_alone(draft, text.error().what);
      break;
    }
    if (*text != draft.after && piece.kind != Piece::Kind::given)
      draft.change.pieces.push_back(piece.what);
    draft.after = text.take();
  }
  // A hook of git that does nothing but begin, where there was none.
  if (made_here && draft.after && is_script(pieces) && *draft.after == "#!/bin/sh\n")
    draft.after.reset();
  name_change(draft);
  return draft;
}

}  // namespace

Reply<Connected> connect(const ConnectRequest& request, const Site& site) {
  const DoorOrder order = TRY(order_of(request, site));
  Connected connected;
  connected.remarks = format::remarks_on(order);
  if (request.agent == "git") {
    if (const auto manager = manager_of(site)) {
      connected.remarks.push_back("hooks of git are managed by " + manager->name +
                                  " here, and are left alone: " + manager->advice);
      return connected;
    }
  }
  ConnectedFiles kept = TRY(ConnectedFiles::open(request.user, site));
  for (const auto& [path, pieces] : by_file(format::pieces_of(order))) {
    Draft draft = with_pieces(TRY(place_of(path, request, site)), pieces, site);
    const bool left = draft.is_left_alone();
    connected.lacks_hooks = connected.lacks_hooks || (left && has_hooks(pieces));
    if (!request.dry_run && !left) {
      TRY(kept.note(draft.place.path, request.agent, draft.before, *draft.after));
      const bool writes = draft.change.kind != FileChange::Kind::same;
      if (writes) TRY(store(draft, is_script(pieces), site));
    }
    connected.files.push_back(std::move(draft.change));
  }
  if (order.program_path != "assay")
    connected.remarks.push_back("assay is not on PATH: the files name " + order.program_path);
  return connected;
}

Reply<Connected> disconnect(const ConnectRequest& request, const Site& site) {
  ConnectRequest whole = request;
  whole.pre_commit = true;
  const DoorOrder order = TRY(order_of(whole, site));
  Connected connected;
  ConnectedFiles kept = TRY(ConnectedFiles::open(request.user, site));
  std::vector<Piece> pieces = format::pieces_of(order);
  // Instructions may stand where they fitted once.
  const std::string own = own_instructions(request.agent);
  if (!order.instructions.empty() && !own.empty()) {
    pieces.back().path = common_instructions;
    pieces.push_back(pieces.back());
    pieces.back().path = own;
  }
  for (const auto& [path, of_file] : by_file(std::move(pieces))) {
    FilePlace place = TRY(place_of(path, request, site));
    const KeptFile file = kept.find(place.path);
    const bool others = file.is_shared_with_others(request.agent);
    Draft draft = without_pieces(std::move(place), of_file, others, file.made_here(), site);
    if (draft.is_left_alone()) {
      connected.files.push_back(std::move(draft.change));
      continue;
    }
    if (!draft.before) continue;  // nothing there
    if (file.gives_back(request.agent, *draft.before)) {
      draft.after = original_without(of_file, file.original);
      draft.change.kind = FileChange::Kind::same;
      name_change(draft);
    }
    if (!request.dry_run) {
      const bool writes = draft.before != draft.after;
      if (writes) TRY(store(draft, false, site));
      TRY(kept.forget(draft.place.path, request.agent, *draft.before, draft.after));
    }
    connected.files.push_back(std::move(draft.change));
  }
  return connected;
}

}  // namespace assay::api
