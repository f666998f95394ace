// SPDX-License-Identifier: MIT
// A task of a phase, as far as goals are concerned: what it promised and what it depends on.
#pragma once

#include "core/ask/form.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace assay::core::goals {

enum class FileAction : std::uint8_t { modify, create, remove };

struct FileGoal {
  std::string path;
  FileAction action = FileAction::modify;

  friend bool operator==(const FileGoal&, const FileGoal&) = default;
};

struct Criterion {
  std::string text;         ///< as written, or what an object form amounts to
  std::vector<Form> forms;  ///< all of them must hold; never empty
  std::string reading;      ///< how it was read, and why

  friend bool operator==(const Criterion&, const Criterion&) = default;
};

struct Task {
  std::string source;  ///< the file it was read from, for messages
  std::string id;
  std::string title;
  std::string description;
  std::vector<std::string> depends_on;
  std::vector<FileGoal> files;
  std::vector<Criterion> criteria;
  std::string verification;           ///< a shell command; empty: none
  bool verification_is_test = false;  ///< it runs tests, and so must prove that some ran
  std::string definition_of_done;
  std::vector<std::string> test_commands;
  std::vector<std::string>
      commands_without_tests;  ///< those of them that only compile, lint or check types
  std::string status;          ///< what the file claims; nothing follows from it
  /// Members that the schema does not know, as compact JSON.
  std::vector<std::pair<std::string, std::string>> others;

  friend bool operator==(const Task&, const Task&) = default;
};

/// One line each: repeated ids, dependencies on nobody, and cycles by their path.
std::vector<std::string> dependency_problems(std::span<const Task> tasks);

}  // namespace assay::core::goals
