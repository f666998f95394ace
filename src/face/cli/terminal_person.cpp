// SPDX-License-Identifier: MIT
#include "face/cli/terminal_person.h"

#include "base/text/escape.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <utility>

namespace assay::cli {

namespace {

using core::pipeline::Option;
using core::pipeline::Question;

std::string asking_name() {
  const char* user = std::getenv("USER");
  return user == nullptr || *user == '\0' ? "a person at the terminal" : user;
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
  return shell::Answer{chosen->id, words, asking_name()};
}

}  // namespace

void TerminalPerson::ask(const Question& question) {
  question_ = question;
  typed_.clear();
  std::string text =
      fmt::format("\n{}\n{}\n", printable(question.question), printable(question.context));
  for (const std::string& path : question.files) text += "  read " + printable(path) + "\n";
  for (const Option& option : question.options)
    text += fmt::format("  {:<10} {}{}\n", option.id, printable(option.description),
                        option.is_default ? " (default: just Enter)" : "");
  session_.problem(text + "answer (an option, then words if you like)> ");
}

/// The end of what is typed, or a terminal that is gone: nobody is there.
shell::Said TerminalPerson::hear() {
  pollfd ready{STDIN_FILENO, POLLIN, 0};
  while (::poll(&ready, 1, 0) > 0) {
    char piece[4096];
    const ssize_t count = ::read(STDIN_FILENO, piece, sizeof piece);
    if (count <= 0) return shell::NobodyThere{};
    typed_.append(piece, static_cast<std::size_t>(count));
    for (std::size_t end = typed_.find('\n'); end != std::string::npos; end = typed_.find('\n')) {
      const std::string line = typed_.substr(0, end);
      typed_.erase(0, end + 1);
      if (auto answer = understood(question_, line)) return std::move(*answer);
      session_.problem(
          fmt::format("'{}' is not one of the options above> ", printable(trimmed(line))));
    }
  }
  return {};
}

void TerminalPerson::never_mind(bool answered_elsewhere) {
  session_.problem(answered_elsewhere ? "\nanswered elsewhere\n" : "\n");
}

int TerminalPerson::bell() const { return STDIN_FILENO; }

}  // namespace assay::cli
