// SPDX-License-Identifier: MIT
#include "face/cli/pipeline_view.h"

#include "format/text/escape.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>

namespace assay::cli {

namespace {

using core::pipeline::Job;
using core::pipeline::JobStep;
using core::pipeline::State;
using format::printable;

std::string first_line(const std::string& text) { return printable(text.substr(0, text.find('\n'))); }

std::string list(std::string_view heading, const std::vector<std::string>& lines) {
  if (lines.empty()) return "";
  std::string text = fmt::format("{}:\n", heading);
  for (const std::string& line : lines) text += "  " + first_line(line) + "\n";
  return text;
}

std::string_view tint(std::string_view status) {
  if (status == "DONE") return "32";
  return status == "RUNNING" || status == "WAITING" ? "33" : "31";
}

std::string steps_column(const State& state, bool over) {
  std::string text;
  const auto& steps = state.plan->definition.steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const auto round = state.rounds.find(steps[i].id);
    const bool entered = round != state.rounds.end();
    const char mark = i == state.step && !over ? '>' : entered ? 'x' : ' ';
    text += fmt::format("  [{}] {:<3} {}{}\n", mark, steps[i].id, printable(steps[i].title),
                        entered && round->second > 1 ? fmt::format("  (round {})", round->second) : "");
  }
  return text;
}

std::string asking_name() {
  const char* user = std::getenv("USER");
  return user == nullptr || *user == '\0' ? "a person at the terminal" : user;
}

/// A signal waits to be heard: whoever sent it does not want to be asked.
bool is_asked_to_stop() {
  sigset_t pending;
  if (::sigpending(&pending) != 0) return false;
  return ::sigismember(&pending, SIGINT) == 1 || ::sigismember(&pending, SIGTERM) == 1 ||
         ::sigismember(&pending, SIGHUP) == 1;
}

}  // namespace

std::string pipeline_report(const format::PipelineStanding& standing, const Session& session) {
  const State& state = standing.state;
  const std::string_view status = format::status_of(standing);
  std::string text = fmt::format("{}  {}  {}\n", paint(status, tint(status), session.screen.color_out),
                                 printable(state.plan->slug), printable(state.plan->definition.name));
  text += steps_column(state, standing.outcome.has_value());
  for (const Job& job : state.jobs) {
    if (job.step == JobStep::executing && !standing.outcome)
      text += fmt::format("at work: {} (attempt {})\n", printable(job.instance), job.spawns);
  }
  if (!state.tasks.empty()) {
    std::size_t verified = 0;
    for (const auto& task : state.tasks) verified += task.verified ? 1 : 0;
    text += fmt::format("{} of {} tasks verified\n", verified, state.tasks.size());
  }
  text += list("gate", state.gate_notes);
  text += list("known issues", state.known_issues);
  text += list("claims that evidence contradicts", state.contradicted);
  if (!state.confidence.empty())
    text += fmt::format("confidence {} ({})\n", state.confidence, printable(state.confidence_why));
  if (!state.commit.empty()) text += fmt::format("commit {}\n", state.commit);
  if (!state.bundle_path.empty()) text += fmt::format("bundle {}\n", printable(state.bundle_path));
  const core::agent::Spent& spent = state.purse.spent;
  text += fmt::format("spent {} launches, {} tokens, {} of agents' time; run {}\n", spent.launches,
                      spent.tokens, to_human(spent.wall), state.run_id);
  if (status == "WAITING" && !state.waiting_for.empty()) {
    const core::pipeline::Question question = question_of(state);
    text += fmt::format("waiting for {}: {}\n", question.gate_id, printable(question.question));
    for (const core::pipeline::Option& option : question.options)
      text += fmt::format("  {:<10} {}{}\n", option.id, printable(option.description),
                          option.is_default ? " (default)" : "");
  }
  const std::string reason = standing.parked && !standing.outcome ? standing.parked->reason : state.why;
  if (!reason.empty() && status != "DONE") text += "why: " + printable(reason) + "\n";
  const std::string next = format::next_step(standing);
  if (!next.empty()) text += "next: " + next + "\n";
  return text;
}

// --- progress

void PipelineProgress::line(const std::string& text) {
  clear();
  session_.note(text + "\n");
}

void PipelineProgress::begun(const core::RunStarted& run) {
  const auto* plan = std::get_if<std::shared_ptr<const core::pipeline::Plan>>(&run.plan);
  if (plan != nullptr)
    line(fmt::format("run {}: {} for {}", run.run_id, (*plan)->definition.name, (*plan)->slug));
}

void PipelineProgress::started(const core::Launch& launch) {
  running_[launch.key] = {launch.name, Monotonic::now()};
  if (launch.agent) {
    line(fmt::format("  {}  attempt {}", launch.name, launch.key.attempt));
  } else if (!is_live()) {
    line(fmt::format("  {}  {}", launch.name, first_line(launch.command)));
  }
}

void PipelineProgress::ended(const core::AttemptEnded& attempt) { running_.erase(attempt.key); }

void PipelineProgress::decided(const core::Machine& machine) {
  const auto* state = std::get_if<State>(&machine.state);
  if (state == nullptr || !state->plan) return;
  const core::pipeline::Step& step = current_step(*state);
  if (state->why != why_) {
    why_ = state->why;
    line(first_line(why_));
    for (const std::string& note : state->gate_notes) line("    " + first_line(note));
  }
  const std::string where = fmt::format("step {} {} (round {})", step.id, step.title, round_of(*state));
  if (where != where_) {
    where_ = where;
    line(where_);
  }
  for (; issues_ < state->known_issues.size(); ++issues_)
    line("  note: " + first_line(state->known_issues[issues_]));
  spent_ = fmt::format("{} launches, {} tokens", state->purse.spent.launches, state->purse.spent.tokens);
}

void PipelineProgress::stopping(const std::string& by) {
  line(fmt::format("{}: stopping what runs (once more kills at once)", by));
}

void PipelineProgress::tick() {
  if (!is_live()) return;
  const auto now = Monotonic::now();
  std::string text = where_;
  for (const auto& [key, what] : running_)
    text += fmt::format("  {} {}", what.first,
                        to_human(std::chrono::duration_cast<Millis>(now - what.second)));
  text += fmt::format("  {}  {}", to_human(std::chrono::duration_cast<Millis>(now - begun_)), spent_);
  const auto width = static_cast<std::size_t>(std::max(20, session_.screen.width - 1));
  if (text.size() > width) text.resize(width);
  session_.problem("\r\033[K" + text);
  shown_ = true;
}

void PipelineProgress::clear() {
  if (shown_) session_.problem("\r\033[K");
  shown_ = false;
}

// --- a person

std::optional<shell::Answer> TerminalPerson::ask(const core::pipeline::Question& question,
                                                 const std::function<bool()>& answered_elsewhere) {
  std::string text = fmt::format("\n{}\n{}\n", printable(question.question), printable(question.context));
  for (const core::pipeline::Option& option : question.options)
    text += fmt::format("  {:<10} {}{}\n", option.id, printable(option.description),
                        option.is_default ? " (default: just Enter)" : "");
  session_.problem(text + "answer (an option, then words if you like)> ");
  std::string typed;
  for (;;) {
    if (is_asked_to_stop()) return shell::Answer{"", "", "a signal", true};
    if (answered_elsewhere()) {
      session_.problem("\nanswered elsewhere\n");
      return std::nullopt;
    }
    pollfd ready{STDIN_FILENO, POLLIN, 0};
    if (::poll(&ready, 1, 200) <= 0) continue;
    char piece[4096];
    const ssize_t count = ::read(STDIN_FILENO, piece, sizeof piece);
    if (count <= 0) return std::nullopt;
    typed.append(piece, static_cast<std::size_t>(count));
    const std::size_t end = typed.find('\n');
    if (end == std::string::npos) continue;
    std::string answer = typed.substr(0, end);
    typed.erase(0, end + 1);
    const std::size_t begin = answer.find_first_not_of(" \t\r");
    answer = begin == std::string::npos ? "" : answer.substr(begin);
    while (!answer.empty() && (answer.back() == '\r' || answer.back() == ' ')) answer.pop_back();
    const std::size_t blank = answer.find(' ');
    const std::string option = answer.substr(0, blank);
    const core::pipeline::Option* chosen = answer.empty() ? default_option(question) : nullptr;
    for (const core::pipeline::Option& each : question.options) {
      if (each.id == option) chosen = &each;
    }
    if (chosen != nullptr)
      return shell::Answer{chosen->id, blank == std::string::npos ? "" : answer.substr(blank + 1),
                           asking_name(), false};
    session_.problem(fmt::format("'{}' is no option> ", printable(option)));
  }
}

}  // namespace assay::cli
