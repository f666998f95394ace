// SPDX-License-Identifier: MIT
// Listens to an agent while it runs: its words go to the reader of its dialect and to the log, and
// its silence, its turns and its last word have limits.
#pragma once

#include "adapters/executor/local/sink.h"
#include "adapters/executor/local/system.h"
#include "core/ask/order.h"
#include "format/dialect.h"
#include "format/text/mask.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::process {

enum class Ending : std::uint8_t { by_itself, timed_out, cancelled, stalled, held, limited };

class Watch {
 public:
  Watch(std::shared_ptr<const core::agent::Order> order,
        const std::shared_ptr<const format::Masks>& masks, Nanos now);

  void output(std::string_view bytes, Sink& sink, Nanos now);
  void errors(std::string_view bytes, Sink& sink, Nanos now);

  /// When a limit will be reached if nothing more is heard.
  Nanos next_deadline() const;
  /// Which limit has been reached; nothing if none.
  std::optional<Ending> due(Nanos now) const;
  /// What a limit that was reached is called.
  std::string limit_text() const;

  const format::StreamProgress& progress() const { return reader_->progress(); }
  Nanos heard_at() const { return heard_at_; }

  /// When the lines of the log came, for people who read it later: "LINE MILLISECONDS" each, of
  /// every line with which time had passed. Evidence of nothing.
  const std::string& times() const { return times_; }

  /// What the agent was not given, although it is set: for people who wonder why it has no login.
  void withheld(std::vector<std::string> names) { withheld_ = std::move(names); }

  /// Both streams are at their end, at that time.
  std::shared_ptr<const core::agent::Transcript> finish(Sink& sink, Instant at);

 private:
  void heard(Nanos now);
  void keep(std::string_view bytes, Sink& sink);
  void let_errors_through(Sink& sink);
  void hear_output(std::string_view clean, Sink& sink);
  void hear_errors(std::string_view clean, Sink& sink);
  bool is_over_turns() const;
  bool is_over_retries() const;

  std::shared_ptr<const core::agent::Order> order_;
  std::unique_ptr<format::DialectReader> reader_;
  format::MaskedStream output_mask_;  ///< before the log and before the reader
  format::MaskedStream errors_mask_;
  std::vector<std::string> withheld_;
  Nanos began_{0};
  Nanos heard_at_{0};
  std::uint64_t lines_ = 0;  ///< of the log, so far
  Nanos told_at_{0};
  std::string times_;
  Nanos stall_at_ = never;
  Nanos leave_at_ = never;  ///< it has said its last word and should be gone by then
  std::string held_back_;   ///< stderr, until stdout is between two lines
  bool between_lines_ = true;
};

}  // namespace assay::process
