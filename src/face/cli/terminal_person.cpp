// SPDX-License-Identifier: MIT
#include "face/cli/terminal_person.h"

#include "base/text/escape.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>

namespace assay::cli {

namespace {

using core::pipeline::Option;
using core::pipeline::Question;

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

/// As typed, without blanks around it.
std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

/// "approve it looks good": an option and, behind a blank, words. Nothing typed is the default.
std::optional<shell::Answer> understood(const Question& question, const std::string& typed) {
  const std::string answer = trimmed(typed);
  const std::size_t blank = answer.find(' ');
  const Option* chosen = answer.empty() ? default_option(question) : nullptr;
  for (const Option& each : question.options) {
    if (each.id == answer.substr(0, blank)) chosen = &each;
  }
  if (chosen == nullptr) return std::nullopt;
  const std::string words = blank == std::string::npos ? "" : trimmed(answer.substr(blank + 1));
  return shell::Answer{chosen->id, words, asking_name(), false};
}

}  // namespace

std::optional<shell::Answer> TerminalPerson::ask(const Question& question,
                                                 const std::function<bool()>& answered_elsewhere) {
  constexpr int patience_ms = 200;
  std::string text =
      fmt::format("\n{}\n{}\n", printable(question.question), printable(question.context));
  for (const std::string& path : question.files) text += "  read " + printable(path) + "\n";
  for (const Option& option : question.options)
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
    if (::poll(&ready, 1, patience_ms) <= 0) continue;
    char piece[4096];
    const ssize_t count = ::read(STDIN_FILENO, piece, sizeof piece);
    if (count <= 0) return std::nullopt;
    typed.append(piece, static_cast<std::size_t>(count));
    const std::size_t end = typed.find('\n');
    if (end == std::string::npos) continue;
    const std::string line = typed.substr(0, end);
    typed.erase(0, end + 1);
    if (auto answer = understood(question, line)) return answer;
    session_.problem(
        fmt::format("'{}' is not one of the options above> ", printable(trimmed(line))));
  }
}

}  // namespace assay::cli
