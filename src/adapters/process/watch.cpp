// SPDX-License-Identifier: MIT
#include "adapters/process/watch.h"

#include <algorithm>

namespace assay::process {

namespace {

constexpr std::size_t held_back_max = 64 * 1024;
constexpr std::size_t times_max = 1U << 20U;
constexpr Nanos worth_telling = std::chrono::milliseconds(100);

}  // namespace

Watch::Watch(std::shared_ptr<const core::agent::Order> order, Nanos now)
    : order_(std::move(order)), reader_(format::read_dialect(order_->dialect)) {
  began_ = told_at_ = now;
  heard(now);
}

void Watch::heard(Nanos now) {
  heard_at_ = now;
  if (order_->stall > Millis{0}) stall_at_ = now + order_->stall;
  // A terminal event can be withdrawn: some agents go on after one.
  const bool last_word = reader_->progress().terminal;
  if (!last_word) leave_at_ = never;
  if (last_word && leave_at_ == never) leave_at_ = now + order_->linger;
}

/// Everything that goes into the log goes through here.
void Watch::keep(std::string_view bytes, Sink& sink) {
  sink.take(bytes);
  if (heard_at_ - told_at_ >= worth_telling && times_.size() < times_max) {
    const auto after = std::chrono::duration_cast<Millis>(heard_at_ - began_);
    times_ += std::to_string(lines_ + 1) + " " + std::to_string(after.count()) + "\n";
    told_at_ = heard_at_;
  }
  lines_ += static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
}

void Watch::output(std::string_view bytes, Sink& sink, Nanos now) {
  if (bytes.empty()) return;
  heard_at_ = now;
  keep(bytes, sink);
  between_lines_ = bytes.back() == '\n';
  reader_->output(bytes);
  heard(now);
  let_errors_through(sink);
}

void Watch::errors(std::string_view bytes, Sink& sink, Nanos now) {
  held_back_ += bytes;
  reader_->errors(bytes);
  heard(now);
  let_errors_through(sink);
}

/// One log for both streams; what is said on stderr does not tear a line of stdout apart, unless
/// that line takes too long.
void Watch::let_errors_through(Sink& sink) {
  if (held_back_.empty() || (!between_lines_ && held_back_.size() < held_back_max)) return;
  keep(held_back_, sink);
  held_back_.clear();
}

bool Watch::is_over_turns() const {
  return order_->max_turns > 0 && reader_->progress().turns > order_->max_turns;
}

bool Watch::is_over_retries() const {
  return order_->max_retries > 0 && reader_->progress().retries > order_->max_retries;
}

Nanos Watch::next_deadline() const { return leave_at_ == never ? stall_at_ : leave_at_; }

std::optional<Ending> Watch::due(Nanos now) const {
  if (leave_at_ != never) return now >= leave_at_ ? std::optional(Ending::held) : std::nullopt;
  if (is_over_turns() || is_over_retries()) return Ending::limited;
  if (now >= stall_at_) return Ending::stalled;
  return std::nullopt;
}

std::string Watch::limit_text() const {
  if (is_over_turns())
    return "went over its limit of " + std::to_string(order_->max_turns) + " turns";
  return "repeated its requests more than " + std::to_string(order_->max_retries) + " times";
}

std::shared_ptr<const core::agent::Transcript> Watch::finish(Sink& sink) {
  between_lines_ = true;
  let_errors_through(sink);
  return std::make_shared<const core::agent::Transcript>(reader_->finish());
}

}  // namespace assay::process
