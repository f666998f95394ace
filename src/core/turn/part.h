// SPDX-License-Identifier: MIT
// A part of a turn: some of the machine's functions under a name of their own, with the questions
// they ask. It is made for one event and holds nothing itself.
#pragma once

#include <utility>

namespace assay::core::turn {

/// `Self` is the part; it is made of the turn. `Turn` gives its state and its effects.
template <class Self, class Turn, class State>
class Part {
 protected:
  explicit Part(Turn& turn) : turn_(turn), s_(turn.state()) {}

  template <class Request>
  void ask(Request request, void (Self::*then)(const typename Request::Answer&)) {
    using Answer = typename Request::Answer;
    s_.talk.ask(turn_.effects(), std::move(request),
                [then](Turn& turn, const Answer& answer) { (Self(turn).*then)(answer); });
  }

  Turn& turn_;
  State& s_;
};

}  // namespace assay::core::turn
