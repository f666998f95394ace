// SPDX-License-Identifier: MIT
// Records that are more than their stored fields: what is kept beside them, and what has to be made
// or checked when all of them are read.
#pragma once

#include "core/event_records.h"
#include "format/record/read.h"

#include <string>
#include <vector>

namespace assay::format::stored {

template <>
struct Whole<core::verify::Plan> {
  using Beside = NothingBeside;
  /// Every entry must exist and the commands ascend, or looking them up goes wrong.
  static Result<> settle(const In& in, core::verify::Plan& plan, const Beside& beside);
};

/// Task files are kept as they were. What is asked of the workspace is read from them again, and
/// must come out the same.
template <>
struct Whole<core::goals::Plan> {
  using Beside = core::goals::PlanBeside;
  static Beside beside(const core::goals::Plan& plan);
  static Result<> settle(const In& in, core::goals::Plan& plan, const Beside& beside);
};

/// The task list is kept as it was. What is wanted of each task is read from it again.
template <>
struct Whole<core::loop::Plan> {
  using Beside = core::loop::PlanBeside;
  static Beside beside(const core::loop::Plan& plan);
  static Result<> settle(const In& in, core::loop::Plan& plan, const Beside& beside);
};

/// A definition that another version understood is never executed half.
template <>
struct Whole<core::pipeline::Plan> {
  using Beside = core::pipeline::PlanBeside;
  static Beside beside(const core::pipeline::Plan& plan);
  static Result<> settle(const In& in, core::pipeline::Plan& plan, const Beside& beside);
};

template <>
struct Whole<core::loop::Saying> {
  using Beside = NothingBeside;
  static Result<> settle(const In& in, core::loop::Saying& saying, const Beside& beside);
};

template <>
struct Spelling<core::work::CommitWords> {
  using Commits = std::vector<core::loop::CommitSight>;
  static std::vector<std::string> words(const Commits& commits);
  static Result<> read(const std::vector<std::string>& words, Commits& commits);
};

template <>
struct Spelling<core::work::CommitFiles> {
  using Commits = std::vector<core::loop::CommitSight>;
  static std::vector<std::string> words(const Commits& commits);
  static Result<> read(const std::vector<std::string>& words, Commits& commits);
};

}  // namespace assay::format::stored
