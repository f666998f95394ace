// SPDX-License-Identifier: MIT
// The tools: each takes arguments, calls one use case and gives its answer as JSON. None of them
// approves, skips or edits anything.
#pragma once

#include "api/problem.h"
#include "api/site.h"
#include "format/json/tree.h"
#include "format/mcp/protocol.h"

#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace assay::mcp {

/// Who waits for the answer of a tool.
class Caller {
 public:
  virtual ~Caller() = default;

  /// Whoever asked wants it no more: what was started for it is stopped.
  virtual bool has_cancelled() const = 0;
  /// Nobody listens any longer, or the server ends: what was started goes on.
  virtual bool has_left() const = 0;
  virtual void tell_progress(std::uint64_t done, std::uint64_t total,
                             const std::string& message) = 0;

  bool waits() const { return !has_cancelled() && !has_left(); }
};

struct Call {
  const format::JsonNode& arguments;
  const api::Site& site;
  Caller& caller;
  std::mutex& starting;  ///< held by the one that starts something
};

using Answer = api::Reply<std::string>;

struct Tool {
  format::mcp::ToolShown shown;
  Answer (*run)(const Call& call);
};

/// In the order in which they are listed.
std::span<const Tool> all_tools();
const Tool* find_tool(std::string_view name);

// The functions behind them, by what they look at.

Answer verify_start(const Call& call);
Answer verify_wait(const Call& call);
Answer goals_check(const Call& call);
Answer prove(const Call& call);
Answer status(const Call& call);
Answer explain(const Call& call);
Answer logs(const Call& call);
Answer runs(const Call& call);
Answer tests(const Call& call);
Answer loop_status(const Call& call);
Answer pipeline_status(const Call& call);

}  // namespace assay::mcp
