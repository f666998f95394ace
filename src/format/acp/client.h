// SPDX-License-Identifier: MIT
// The client's half of the Agent Client Protocol, revision 1: one session with one prompt. Lines of
// the agent go in, lines for the agent and lines for the log come out; files are touched through
// what it is given. It offers no terminals.
#pragma once

#include "base/result.h"
#include "core/agent/leave.h"
#include "format/json/tree.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format::acp {

/// What the client can do with files. Paths are from the directory.
struct Hands {
  /// What a path leads to once links are followed, from the directory. Fault::bad_input: out of it.
  std::function<Result<std::string>(const std::string&)> resolve;
  /// Fault::not_found: there is none.
  std::function<Result<std::string>(const std::string&)> read;
  std::function<Result<>(const std::string&, const std::string&)> write;
};

struct Brief {
  std::string directory;  ///< absolute, without links
  std::string prompt;
  std::vector<core::Permission> permissions = {};
  std::string version = {};  ///< of assay
};

/// What is to be done about something that was heard.
struct Reaction {
  std::vector<std::string> to_agent;
  std::vector<std::string> told;  ///< for the log, as the dialect acp reads it
};

class Client {
 public:
  Client(Brief brief, Hands hands) : brief_(std::move(brief)), hands_(std::move(hands)) {}

  /// The first words.
  Reaction begin();
  /// One line of what it prints.
  Reaction hear(std::string_view line);
  /// It says nothing more.
  Reaction hear_end();

  /// Nothing more is expected of it.
  bool is_over() const { return step_ == Step::over; }
  /// It ended its turn by itself.
  bool has_succeeded() const { return succeeded_; }

 private:
  enum class Step { beginning, opening, working, over };

  void hear_answer(const JsonNode& message, Reaction& out);
  void hear_request(const JsonNode& message, const std::string& method, Reaction& out);
  void answer_permission(const JsonNode& message, Reaction& out);
  void answer_read(const JsonNode& message, Reaction& out);
  void answer_write(const JsonNode& message, Reaction& out);
  void open_session(const JsonNode& result, Reaction& out);
  void put_prompt(const JsonNode& result, Reaction& out);
  void end_turn(const JsonNode& result, Reaction& out);
  void give_up(std::string problem, Reaction& out);

  Brief brief_;
  Hands hands_;
  Step step_ = Step::beginning;
  bool takes_no_refusal_ = false;  ///< for a file that is new, see client.cpp
  bool succeeded_ = false;
};

/// For the command line of the client.
std::string write_permissions(const std::vector<core::Permission>& permissions);
Result<std::vector<core::Permission>> read_permissions(std::string_view text);

}  // namespace assay::format::acp
