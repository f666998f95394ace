// SPDX-License-Identifier: MIT
#include "face/cli/progress.h"

#include "base/text/escape.h"
#include "core/verify/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace assay::cli {

namespace {

constexpr auto redraw_every = std::chrono::milliseconds(100);
/// Beyond this many commands a plain log tells only what went wrong and every thousandth.
constexpr std::size_t chatty_max = 1000;

Millis since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration_cast<Millis>(std::chrono::steady_clock::now() - start);
}

}  // namespace

void Progress::begun(const core::RunStarted& run) {
  plan_ = std::get<std::shared_ptr<const core::verify::Plan>>(run.plan);
  for (const std::uint32_t millis : plan_->expected_ms) expected_left_ms_ += millis;
  const std::size_t total = plan_->manifest.commands.size();
  session_.note(fmt::format("assay verify {}: {} {}, {} at a time\n", run.run_id, total,
                            total == 1 ? "command" : "commands", plan_->jobs));
}

void Progress::started(const core::Launch& launch) {
  // What makes a copy ready comes before the run.
  if (!plan_)
    return session_.note("assay: " + launch.name + ": " + printable(launch.command) + "\n");
  Running now{launch.name, Monotonic::now(), Millis{0}};
  if (!plan_->expected_ms.empty()) now.expected = Millis{plan_->expected_ms[launch.key.unit]};
  running_.insert_or_assign(launch.key, std::move(now));
  if (launch.key.attempt > 1 && done_ > 0) {
    --done_;  // the attempt before was not its last
    if (session_.quiet) return;
    clear();
    session_.note(
        fmt::format("assay: {} is tried again (attempt {})\n", launch.name, launch.key.attempt));
  }
}

void Progress::ended(const core::AttemptEnded& attempt) {
  if (!plan_) return;
  if (const auto known = running_.find(attempt.key); known != running_.end()) {
    const auto expected = static_cast<std::uint64_t>(known->second.expected.count());
    expected_left_ms_ -= std::min(expected_left_ms_, expected);
    running_.erase(known);
  }
  ++done_;
  if (session_.quiet) return;
  const core::verify::Judgement judgement = core::verify::judge(attempt.evidence);
  const core::verify::CommandSpec& spec = plan_->manifest.commands[attempt.key.unit];
  const bool green = judgement.status == core::verify::Status::pass;
  const core::verify::Effectiveness effective = core::verify::effectiveness(
      spec, core::verify::lint_of(*plan_, attempt.key.unit), attempt.evidence);
  const bool hollow = green && spec.required && !effective.proved() &&
                      (spec.must_be_effective || effective.reason == core::verify::Reason::masked);
  const bool passed = green && !hollow;
  if (judgement.retry == core::verify::Retry::transient) wavering_.insert(attempt.key.unit);
  const bool flaky = passed && wavering_.contains(attempt.key.unit);
  if (!passed) ++troubled_;
  const std::size_t total = plan_->manifest.commands.size();
  const bool worth_a_line = session_.screen.live
                                ? !passed && troubled_ <= 20
                                : !passed || total <= chatty_max || done_ % chatty_max == 0;
  if (!worth_a_line) return;
  clear();
  const std::string_view word = hollow  ? "INEFFECTIVE"
                                : flaky ? "FLAKY"
                                        : to_text(judgement.status);
  const std::string_view tint = hollow ? "35" : flaky ? "33" : passed ? "32" : "31";
  const std::string status = paint(word, tint, session_.screen.color_err);
  session_.note(fmt::format("[{}/{}] {} {} {}\n", done_, total, status, attempt.name,
                            to_human(attempt.evidence.duration)));
}

void Progress::stopping(const std::string& by) {
  clear();
  ++stops_;
  session_.note(
      stops_ == 1
          ? fmt::format("assay: {}: ending everything that runs (again: kill at once)\n", by)
          : fmt::format("assay: {}: killing everything at once\n", by));
}

Millis Progress::period() const { return live_.is_on() ? Millis{100} : Millis{60'000}; }

void Progress::tick() {
  if (!live_.is_on() || !plan_) return;
  if (Monotonic::now() - drawn_ < redraw_every) return;
  drawn_ = Monotonic::now();
  live_.show({live_line()});
}

std::string Progress::remaining_text() const {
  if (expected_left_ms_ == 0 || !plan_) return "";
  std::uint64_t spent = 0;
  for (const auto& [key, running] : running_) {
    spent += static_cast<std::uint64_t>(std::min(since(running.since), running.expected).count());
  }
  const std::uint64_t left =
      (expected_left_ms_ - std::min(expected_left_ms_, spent)) / std::max(1U, plan_->jobs);
  return left < 1000 ? "" : fmt::format(" about {} left", to_human(Millis{left}));
}

/// The longest at it first, so that a narrow window shows what holds the run up.
std::string Progress::running_text() const {
  std::vector<const Running*> all;
  for (const auto& [key, running] : running_) all.push_back(&running);
  std::sort(all.begin(), all.end(),
            [](const Running* a, const Running* b) { return a->since < b->since; });
  constexpr std::size_t named_max = 16;
  std::string text;
  for (std::size_t i = 0; i < std::min(all.size(), named_max); ++i) {
    text += fmt::format("  {} {}", printable(all[i]->name), to_human(since(all[i]->since)));
    if (all[i]->expected.count() > 0) text += fmt::format("/{}", to_human(all[i]->expected));
  }
  if (all.size() > named_max) text += fmt::format("  +{} more", all.size() - named_max);
  return text;
}

std::string Progress::live_line() const {
  std::string text = fmt::format("[{}/{}] {}{}", done_, plan_->manifest.commands.size(),
                                 to_human(since(begun_)), remaining_text());
  if (running_.size() > 1) text += fmt::format("  {} at once:", running_.size());
  return text + running_text();
}

}  // namespace assay::cli
