// SPDX-License-Identifier: MIT
// The server, its workspaces, and what goes on in them.
#pragma once

#include "base/record.h"
#include "face/shown/records.h"
#include "face/web/records/run.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

using shown::OrNull;

struct ServerShown {
  std::string version;
  bool read_only = false;
  std::string now;
  std::string user;
};
constexpr auto fields_of(Of<ServerShown>) {
  using Shown = ServerShown;
  return record<Shown>(field("version", &Shown::version, always),
                       field("read_only", &Shown::read_only, always, "Nothing can be answered."),
                       field("now", &Shown::now, always, "By the clock of the server."),
                       field("user", &Shown::user, always, "Under whose name answers are given."));
}

struct VerifiedShown {
  std::string run_id;
  std::string tree;
  std::string at;
};
constexpr auto fields_of(Of<VerifiedShown>) {
  using Shown = VerifiedShown;
  return record<Shown>(field("run_id", &Shown::run_id, always),
                       field("tree", &Shown::tree, always, "What git would call it."),
                       field("at", &Shown::at, always));
}

struct WorkspaceShown {
  std::string id;
  std::string path;
  std::string name;
  bool exists = false;
  std::uint64_t runs = 0;
  std::uint64_t running = 0;
  std::uint64_t waiting = 0;
  std::uint64_t parked = 0;
  std::uint64_t interrupted = 0;
  OrNull<RunShown> newest;
  OrNull<VerifiedShown> verified;
  SpentShown today;
};
constexpr auto fields_of(Of<WorkspaceShown>) {
  using Shown = WorkspaceShown;
  return record<Shown>(
      field("id", &Shown::id, always, "In paths of this API."), field("path", &Shown::path, always),
      field("name", &Shown::name, always, "The last part of the path."),
      field("exists", &Shown::exists, always, "The folder is there."),
      field("runs", &Shown::runs, always), field("running", &Shown::running, always),
      field("waiting", &Shown::waiting, always, "For a person."),
      field("parked", &Shown::parked, always, "For a time."),
      field("interrupted", &Shown::interrupted, always), field("newest", &Shown::newest, always),
      field("verified", &Shown::verified, always, "The newest verify run that passed."),
      field("today", &Shown::today, always, "Spent on this day, UTC."));
}

struct OverviewShown {
  ServerShown server;
  std::vector<WorkspaceShown> workspaces;
  std::vector<RunShown> running;
  std::vector<RunShown> waiting;
  std::vector<RunShown> failed;
  SpentShown today;
};
constexpr auto fields_of(Of<OverviewShown>) {
  using Shown = OverviewShown;
  return record<Shown>(
      field("server", &Shown::server, always),
      field("workspaces", &Shown::workspaces, always, "Those with the newest runs first."),
      field("running", &Shown::running, always),
      field("waiting", &Shown::waiting, always, "For a person; their questions: /questions."),
      field("failed", &Shown::failed, always,
            "Of the last seven days, newest first: failed, error, exhausted, out_of_budget or "
            "interrupted, and no later run of the same kind and name has passed. At most 50."),
      field("today", &Shown::today, always));
}

}  // namespace assay::web
