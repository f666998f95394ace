// SPDX-License-Identifier: MIT
// How a piece of shell text can end, as a set of possibilities: the question behind "can this gate
// fail at all?".
#pragma once

#include "format/shell/syntax.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::format::shell {

/// A place where a failure is thrown away, and the sentence about it.
struct Loss {
  Span at;
  std::string why;
};

class Flow {
 public:
  using Ways = std::uint8_t;
  static constexpr Ways ok = 1;        ///< goes on with status 0
  static constexpr Ways bad = 2;       ///< goes on with another status
  static constexpr Ways exits_ok = 4;  ///< leaves the shell
  static constexpr Ways exits_bad = 8;
  static constexpr Ways returns_ok = 16;  ///< leaves the function
  static constexpr Ways returns_bad = 32;
  static constexpr Ways goes_on = ok | bad;
  static constexpr Ways fails = bad | exits_bad | returns_bad;

  Flow() = default;
  explicit Flow(Ways possible) : ways(possible) {}
  /// A command that may do either, and whose result depends on the world.
  static Flow checked() {
    Flow flow(goes_on);
    flow.real = true;
    return flow;
  }

  bool can(Ways some) const { return (ways & some) != 0; }
  bool can_fail() const { return can(fails); }

  void move(Ways from, Ways to) {
    if (!can(from)) return;
    ways = static_cast<Ways>((ways & ~from) | to);
  }
  /// Seen from outside a subshell or a shell of its own.
  Flow contained() const {
    Flow out = *this;
    out.move(exits_ok, ok);
    out.move(exits_bad, bad);
    return out.returned();
  }
  /// Seen from outside a function.
  Flow returned() const {
    Flow out = *this;
    out.move(returns_ok, ok);
    out.move(returns_bad, bad);
    return out;
  }
  /// What `other` adds when it also takes part; how both end is up to the caller.
  void remember(const Flow& other) {
    real = real || other.real;
    for (const Loss& loss : other.losses) lose(loss);
  }
  void lose(Loss loss) {
    if (losses.size() < losses_max) losses.push_back(std::move(loss));
  }

  Ways ways = 0;
  bool real = false;  ///< something in it can fail by itself
  std::vector<Loss> losses;

 private:
  static constexpr std::size_t losses_max = 8;
};

}  // namespace assay::format::shell
