// SPDX-License-Identifier: MIT
// A second opinion on verify runs. It reads the journal as a stranger would, entry by entry, with a
// model of its own: a list of attempts per command and the sentences of the manual as questions
// about those lists. It shares no code with the machine it judges, and asks of every decision
// whether it was allowed and of every omission whether it was.
#pragma once

#include "core/ask/event.h"
#include "core/verify/state.h"
#include "sim/subject.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::sim {

class VerifyOracle {
 public:
  explicit VerifyOracle(std::shared_ptr<const core::verify::Plan> plan);

  Finding on_entry(const shell::Entry& entry);
  Finding at_end(const core::verify::State& state) const;
  /// The kind a command belongs to inside its stage: 0 mutating, 1 parallel, 2 serial.
  static int kind_of(const core::verify::CommandSpec& spec);

 private:
  /// Which budget pays for trying again.
  enum class Purse : std::uint8_t { none, infrastructure, transient, nobody };
  enum class Ending : std::uint8_t { open, heard, idle, coordinator_died };

  struct Attempt {
    Ending ending = Ending::open;
    core::Exit exit;
    core::Reading reading;
  };
  struct Row {
    std::vector<Attempt> attempts;
    std::string tree_before;         ///< digest; "" if never seen or unreadable
    bool tree_seen = false;          ///< the tree was looked at before the first attempt
    bool may_retry_by_tree = false;  ///< the last TreeObserved showed the tree as before
    bool retry_refused = false;      ///< the last TreeObserved showed something else
  };
  struct Said {
    core::verify::Status status = core::verify::Status::error;
    int exit_code = -1;
    bool effective = false;
    bool flaky = false;
  };

  void hear(const core::Event& event);
  using Keys = std::vector<core::AttemptKey>;
  void close_all(Ending ending, const Keys& but = {});
  void hear_tree(const core::TreeObserved& event);
  void read_decision(const core::Event& event, std::string_view decision);
  void read_start(std::string_view name);
  void check_turn(std::uint32_t unit);
  void check_company(std::uint32_t unit);
  void check_retry(std::uint32_t unit);
  void read_drain();
  void read_conclusion(const core::Event& event, std::string_view text);
  void check_duties(const core::Event& event, std::string_view decision);

  void wrong(const std::string& what);
  const core::verify::CommandSpec& spec(std::uint32_t unit) const;
  bool found(std::uint32_t unit, core::LintRule rule) const;
  bool detached(std::uint32_t unit) const { return found(unit, core::LintRule::detaches); }
  bool masked(std::uint32_t unit) const;
  static Purse purse_of(const Attempt& attempt);
  bool has_means(const Row& row) const;
  bool is_over(std::uint32_t unit) const;
  bool is_open(std::uint32_t unit) const;
  Said say(std::uint32_t unit) const;
  bool blocks(std::uint32_t unit) const;
  std::optional<std::int32_t> blocked_after_stage() const;
  core::Outcome expected_outcome() const;
  bool skipped(std::uint32_t unit) const;
  bool hides_failures(std::uint32_t unit) const;
  bool proved_something(std::uint32_t unit, const Attempt& last) const;

  std::shared_ptr<const core::verify::Plan> plan_;
  std::vector<Row> rows_;
  bool cancelled_ = false;
  bool drained_once_ = false;
  Finding finding_;
};

}  // namespace assay::sim
