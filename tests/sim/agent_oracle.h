// SPDX-License-Identifier: MIT
// What must be true of every journal of the agent machine, checked entry by entry by something that
// does not know how the machine works. How one attempt is judged it takes from fuse(), which has a
// test of its own.
#pragma once

#include "core/agent/state.h"
#include "sim/subject.h"

#include <map>
#include <optional>
#include <set>

namespace assay::sim {

class AgentOracle {
 public:
  explicit AgentOracle(std::shared_ptr<const core::agent::Plan> plan) : plan_(std::move(plan)) {}

  Finding on_entry(const shell::Entry& entry);
  Finding at_end(const core::Machine& machine) const;

 private:
  Finding check_start(Instant at, const std::string& decision);
  Finding check_resumed(const core::RunResumed& e, const std::string& decision);
  Finding check_end(const core::AttemptEnded& e, const std::string& decision);
  Finding check_verdict(const core::RunConcluded& e) const;
  void see(const core::TreeObserved& e);
  void book(const core::Evidence& evidence);
  void lose();
  core::Outcome expected() const;

  std::shared_ptr<const core::agent::Plan> plan_;
  Instant began_{};
  std::uint32_t attempt_ = 0;  ///< the last that was started
  bool open_ = false;          ///< it has no end yet
  bool cancelled_ = false;
  bool parked_ = false;
  bool refused_ = false;  ///< a budget of the run was used up
  std::optional<Instant> closed_until_;
  bool closed_ = false;  ///< a quota was reached, and nobody has woken the run since
  bool drained_ = false;
  bool goes_on_ = false;  ///< the attempt takes the place of a lost one
  std::string before_;
  std::optional<std::string> after_;
  std::optional<core::Evidence> evidence_;  ///< of the last attempt that is over
  std::optional<core::agent::Fused> fused_;
  std::int64_t starts_ = 0;
  core::agent::Spent spent_;
  std::map<Instant, std::int64_t> starts_of_day_;
  core::agent::Spent others_;
};

}  // namespace assay::sim
