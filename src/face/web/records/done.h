// SPDX-License-Identifier: MIT
// What is done when somebody asks for it.
#pragma once

#include "base/record.h"

#include <string>

namespace assay::web {

struct Nothing {
  bool sure = true;
};
constexpr auto fields_of(Of<Nothing>) {
  return record<Nothing>(field("sure", &Nothing::sure, "Nothing needs to be said. Default: true."));
}

struct DoneShown {
  std::string what;
  bool started = false;
};
constexpr auto fields_of(Of<DoneShown>) {
  using Shown = DoneShown;
  return record<Shown>(
      field("what", &Shown::what, always, "In words."),
      field("started", &Shown::started, always,
            "A coordinator was started for the run, in a process of its own: follow its events."));
}

}  // namespace assay::web
