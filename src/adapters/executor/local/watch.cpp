// SPDX-License-Identifier: MIT
#include "adapters/executor/local/watch.h"

#include "adapters/executor/local/zone.h"
#include "core/agent/prices.h"
#include "core/agent/roles.h"
#include "format/dialect/reset_time.h"

#include <algorithm>

namespace assay::process {

namespace {

constexpr std::size_t held_back_max = 64 * 1024;
constexpr std::size_t times_max = 1U << 20U;
constexpr Nanos worth_telling = std::chrono::milliseconds(100);

using core::agent::Transcript;
using core::agent::Trouble;

/// People are told a time of the day where programs would like a number.
void add_reset_time(Transcript& said, Instant at) {
  const bool later = said.trouble == Trouble::quota || said.trouble == Trouble::overload;
  if (!later || said.resets_at) return;
  for (auto error = said.errors.rbegin(); error != said.errors.rend(); ++error) {
    const auto until = format::dialect::reset_told(*error, at, zone_offset);
    if (!until) continue;
    said.resets_at = until;
    said.retry_after.reset();
    return;
  }
}

bool mentions(const Transcript& said, const std::string& name) {
  const auto has = [&](const std::string& text) { return text.find(name) != std::string::npos; };
  return has(said.cause) || has(said.final_text) ||
         std::any_of(said.errors.begin(), said.errors.end(), has);
}

/// Which model the command line asks for; empty: it leaves that to the CLI.
std::string model_asked(const core::agent::Order& order) {
  for (std::size_t i = 0; i < order.argv.size(); ++i) {
    const std::string& word = order.argv[i];
    const bool flag = word == "--model" || word == "-m";
    if (flag && i + 1 < order.argv.size()) return order.argv[i + 1];
    if (word.starts_with("--model=")) return word.substr(8);
  }
  return "";
}

/// A name that no service knows is mended in one place, by a person.
std::string model_remedy(const core::agent::Order& order) {
  const std::string asked = model_asked(order);
  return "set `model:` of role " + order.role + " in assay.yaml to one it has" +
         (asked.empty() ? "" : "; it was asked for " + asked);
}

/// How a person gets an agent to work that has no login, or no model.
void add_remedy(Transcript& said, const core::agent::Order& order,
                const std::vector<std::string>& withheld) {
  const bool failed = said.ending != core::agent::Ending::success;
  const bool no_login = failed && said.trouble == Trouble::auth;
  const core::agent::Preset* preset = core::agent::preset_of(order.argv.front(), order.dialect);
  if (no_login && preset != nullptr) said.remedy = preset->login;
  if (failed && said.trouble == Trouble::model) said.remedy = model_remedy(order);
  std::string missed;
  for (const std::string& name : withheld) {
    if (!failed || (!no_login && !mentions(said, name))) continue;
    missed += (missed.empty() ? "" : ", ") + name;
  }
  if (!missed.empty())
    said.remedy += (said.remedy.empty() ? "" : "; ") + missed + " is set but not passed to role " +
                   order.role + ": add `pass_env: [" + missed + "]`";
  if (no_login && said.remedy.empty()) said.remedy = "log in, or give it its key with `pass_env`";
}

}  // namespace

Watch::Watch(std::shared_ptr<const core::agent::Order> order,
             const std::shared_ptr<const format::Masks>& masks, Nanos now)
    : order_(std::move(order)),
      reader_(format::read_dialect(order_->dialect)),
      output_mask_(masks),
      errors_mask_(masks) {
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
  hear_output(output_mask_.feed(bytes), sink);
  if (output_mask_.holds_back()) between_lines_ = false;
  heard(now);
  let_errors_through(sink);
}

void Watch::hear_output(std::string_view clean, Sink& sink) {
  if (clean.empty()) return;
  keep(clean, sink);
  between_lines_ = clean.back() == '\n';
  reader_->output(clean);
}

void Watch::errors(std::string_view bytes, Sink& sink, Nanos now) {
  hear_errors(errors_mask_.feed(bytes), sink);
  heard(now);
}

void Watch::hear_errors(std::string_view clean, Sink& sink) {
  held_back_ += clean;
  reader_->errors(clean);
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

std::shared_ptr<const core::agent::Transcript> Watch::finish(Sink& sink, Instant at) {
  hear_output(output_mask_.finish(), sink);
  hear_errors(errors_mask_.finish(), sink);
  between_lines_ = true;
  let_errors_through(sink);
  auto said = std::make_shared<core::agent::Transcript>(reader_->finish());
  said->spare = order_->spare;
  add_reset_time(*said, at);
  core::agent::add_cost(*said, order_->prices);
  add_remedy(*said, *order_, withheld_);
  return said;
}

}  // namespace assay::process
