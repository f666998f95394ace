// SPDX-License-Identifier: MIT
// The words and fields of what loop and pipeline share of their work, as they are stored.
#pragma once

#include "base/record.h"
#include "core/evidence/work_sight.h"
#include "core/work/hand.h"

namespace assay::core::work {

constexpr auto words_of(Of<WorkResult::Status>) {
  using Status = WorkResult::Status;
  return words<Status>(
      {{Status::done, "done"}, {Status::conflict, "conflict"}, {Status::failed, "failed"}});
}

constexpr auto fields_of(Of<Hand>) {
  return record<Hand>(field("order", &Hand::order, required), field("timeout", &Hand::timeout),
                      field("env", &Hand::env, Pairs{}));
}

struct CommitWords;  ///< id, subject, id, subject, ...
struct CommitFiles;  ///< each list headed by the number of its commit: "#0", "/a.c", "#2", "/b.c"

constexpr auto fields_of(Of<WorkSight>) {
  using Sight = WorkSight;
  return record<Sight>(
      field("problem", &Sight::problem), field("tree", &Sight::tree), field("head", &Sight::head),
      field("branch", &Sight::branch), field("continues", &Sight::continues, Opposite{"rewritten"}),
      field("changed", &Sight::changed), field("commits", &Sight::commits, By<CommitWords>{}),
      field("commit_files", &Sight::commits, View<CommitFiles>{}), field("dirty", &Sight::dirty),
      field("tampering", &Sight::tampering), field("added", &Sight::added),
      field("empty", &Sight::empty), field("ticked", &Sight::ticked),
      field("differs", &Sight::differs), field("reached", &Sight::reached),
      field("repository", &Sight::repository), field("ignored", &Sight::ignored),
      field("origin", &Sight::origin), field("since_origin", &Sight::since_origin),
      field("committed_since", &Sight::committed_since), field("name", &Sight::name),
      flat(&Sight::texts));
}

constexpr auto fields_of(Of<WorkResult>) {
  return record<WorkResult>(field("status", &WorkResult::status, required),
                            field("detail", &WorkResult::detail), field("head", &WorkResult::head),
                            field("paths", &WorkResult::paths));
}

}  // namespace assay::core::work
