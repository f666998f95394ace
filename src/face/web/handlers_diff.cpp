// SPDX-License-Identifier: MIT
// What an attempt changed.
#include "api/run_parts.h"
#include "face/web/handlers.h"
#include "face/web/shape.h"
#include "face/web/sight.h"

#include <algorithm>

namespace assay::web {

namespace {

constexpr std::size_t files_told = 300;
constexpr std::size_t patch_bytes_told = 64U << 10;

struct Span {
  std::string from = {};  ///< empty: the commit before `to`
  std::string to = {};
  std::string why = {};  ///< there is none
};

/// The commits between which the work of the attempt lies.
Span span_of(const Sight& sight) {
  const core::Machine& machine = sight.dossier.view.run.machine;
  if (const auto* state = std::get_if<core::agent::State>(&machine.state)) {
    if (state->commits.empty()) return {.why = "it made no commit"};
    return {state->head_before, state->commits.back(), {}};
  }
  if (const auto* state = std::get_if<core::loop::State>(&machine.state)) {
    const std::string part = api::RunParts(machine).of(sight.name);
    for (core::loop::TaskKey key = 0; key < state->tasks.size(); ++key) {
      const core::loop::TaskState& task = state->tasks[key];
      const bool own = core::loop::id_of(task.task, key) == part;
      if (own && !task.commit.empty()) return {{}, task.commit, {}};
    }
    return {.why = "its task has no commit"};
  }
  if (const auto* state = std::get_if<core::pipeline::State>(&machine.state)) {
    if (!state->commit.empty()) return {state->origin.head, state->commit, {}};
    return {.why = "the run has made no commit yet"};
  }
  return {.why = "gates change nothing that would be kept"};
}

DiffFileShown file_of(std::string_view part) {
  DiffFileShown file;
  const std::size_t named = part.find(" b/");
  file.path = part.substr(named + 3, part.find('\n') - named - 3);
  const std::size_t body = part.find("\n@@ ");
  const std::string_view head = part.substr(0, body);
  file.status = head.find("\nnew file") != head.npos       ? "added"
                : head.find("\ndeleted file") != head.npos ? "deleted"
                                                           : "modified";
  file.binary = head.find("\nBinary files") != head.npos;
  if (body == part.npos) return file;
  const std::string_view patch = part.substr(body + 1);
  for (std::size_t at = 0; at < patch.size();
       at = std::min(patch.find('\n', at), patch.size()) + 1) {
    file.added += patch[at] == '+' ? 1U : 0U;
    file.removed += patch[at] == '-' ? 1U : 0U;
  }
  file.cut = patch.size() > patch_bytes_told;
  file.patch = patch.substr(0, std::min(patch.size(), patch_bytes_told));
  return file;
}

std::vector<DiffFileShown> files_of(std::string_view patch) {
  constexpr std::string_view mark = "diff --git ";
  std::vector<DiffFileShown> files;
  for (std::size_t at = patch.find(mark); at != patch.npos && files.size() < files_told;) {
    const std::size_t next = patch.find("\ndiff --git ", at);
    files.push_back(file_of(patch.substr(at, next == patch.npos ? next : next + 1 - at)));
    at = next == patch.npos ? next : next + 1;
  }
  return files;
}

}  // namespace

api::Reply<DiffShown> diff(const Call& call, const NoQuery&) {
  return look_at_attempt<DiffShown>(call, [&](const Sight& sight) -> api::Reply<DiffShown> {
    const Span span = span_of(sight);
    DiffShown out{false, span.why, span.from, span.to, {}};
    if (!span.why.empty()) return out;
    const auto patch =
        sight.site.outside.patch_between(sight.site.place.workspace, span.from, span.to);
    if (!patch) {
      out.why = patch.error().what;
      return out;
    }
    out.known = true;
    out.files = files_of(*patch);
    return out;
  });
}

}  // namespace assay::web
