// SPDX-License-Identifier: MIT
// A verify machine inside another one: its commands have numbers of their own range there, and
// whether anything is left alive is asked by the outer machine, at its own end. Gates that are to
// be sealed get a copy of the tree first, which goes when they are over.
#pragma once

#include "core/ask/effect.h"
#include "core/ask/event.h"
#include "core/verify/state.h"

#include <memory>
#include <optional>
#include <string>

namespace assay::core::verify {

class Embedded {
 public:
  /// The commands of `plan` become units `base`, `base` + 1, ... of the outer run.
  Effects start(Instant at, const std::string& run_id, std::shared_ptr<const Plan> plan,
                std::uint32_t base, Rules rules);

  /// Only for events that concern it: see owns(). Those without a key concern everybody.
  Effects hear(const Event& event);

  bool owns(AttemptKey key) const;
  /// Which of its commands the key is about; only for one it owns.
  std::uint32_t unit_of(AttemptKey key) const { return key.unit - base_; }
  /// The event in its own numbers.
  Event inward(const Event& event) const;
  bool is_over() const { return over_; }  ///< every command has its result
  std::uint32_t in_flight() const { return state_.in_flight; }
  /// Files that sealed gates had from the base and not from what is judged.
  const std::vector<std::string>& restored() const { return restored_; }
  const State& state() const { return state_; }

 private:
  /// How far sealed gates have come.
  enum class Seal : std::uint8_t {
    none,     ///< they are not sealed
    opening,  ///< a copy is made
    looking,  ///< what is in it?
    running,
    looking_again,  ///< is that still in it?
  };

  Effects outward(Effects effects);
  Effects hear_sealed(const Event& event);
  Effects open_copy();
  Effects copied(const WorkDone& e);
  Effects begin_in_copy(const work::WorkResult& made);
  Effects seen(const WorkInspected& e);
  Effects look();
  Effects leave();
  /// Attempts of commands count from 1.
  AttemptKey key_of_copy() const { return {base_, 0}; }

  State state_;
  std::uint32_t base_ = 0;
  bool over_ = false;
  std::shared_ptr<const Plan> judged_ = {};  ///< of sealed gates, as it was asked for; null: others
  std::optional<RunStarted> begins_ = {};    ///< what the gates hear once there is a copy
  std::string place_ = {};                   ///< of the copy
  std::uint32_t copies_ = 0;
  Instant at_{};           ///< of the last look
  std::string tree_ = {};  ///< of the copy, before the gates
  std::vector<std::string> restored_ = {};
  Seal seal_ = Seal::none;
  bool stopped_ = false;  ///< asked to stop before there was a copy
};

}  // namespace assay::core::verify
