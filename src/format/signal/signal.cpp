// SPDX-License-Identifier: MIT
#include "format/signal/signal.h"

#include "base/match.h"
#include "format/problem.h"
#include "format/runners/scan.h"
#include "format/signal/echo.h"
#include "format/signal/parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace assay::format {

namespace {

using core::agent::ModificationRequest;
using core::agent::SignalRemark;
using core::agent::Signals;
using Kind = MarkdownLine::Kind;

constexpr std::size_t final_text_max = std::size_t{1} << 20;
constexpr std::size_t remarks_max = 50;

enum class Word : std::uint8_t {
  task_complete,
  all_tasks_complete,
  verification_pass,
  verification_fail,
  review_pass,
  review_fail,
  modification,
};

struct Named {
  std::string_view name;
  Word word;
};

constexpr std::array<Named, 7> words{{
    {"TASK_COMPLETE", Word::task_complete},
    {"ALL_TASKS_COMPLETE", Word::all_tasks_complete},
    {"VERIFICATION_PASS", Word::verification_pass},
    {"VERIFICATION_FAIL", Word::verification_fail},
    {"REVIEW_PASS", Word::review_pass},
    {"REVIEW_FAIL", Word::review_fail},
    {"TASK_MODIFICATION_REQUEST", Word::modification},
}};
constexpr std::size_t line_max = 256;  // no signal line is longer, however it is wrapped

/// Markdown writes "TASK\_COMPLETE" where it means no emphasis.
std::string unescaped(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 1 < text.size() && text[i + 1] == '_';
    if (!escape) out.push_back(text[i]);
  }
  return out;
}

std::optional<Word> signal_in(std::string_view line) {
  if (line.size() > line_max) return std::nullopt;
  const std::string text = unescaped(unwrapped(line));
  for (const Named& one : words) {
    if (text == one.name) return one.word;
  }
  return std::nullopt;
}

std::string_view name_of(Word word) { return words[static_cast<std::size_t>(word)].name; }

bool is_ascii_word_char(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// The signal the text begins with, in any case and also with blanks for its underscores, if no
/// word follows it: "TASK_COMPLETE.", "task_complete", "REVIEW_FAIL: two issues".
std::optional<Word> nearly_in(std::string_view text) {
  const auto first = std::find_if(text.begin(), text.end(), is_ascii_word_char);
  text.remove_prefix(static_cast<std::size_t>(first - text.begin()));
  for (const Named& one : words) {
    if (text.size() < one.name.size()) continue;
    const auto alike = [](char have, char want) {
      const char upper = have >= 'a' && have <= 'z' ? static_cast<char>(have - 32) : have;
      return upper == want;
    };
    const std::string_view head = text.substr(0, one.name.size());
    const bool spaced = std::equal(head.begin(), head.end(), one.name.begin(),
                                   [](char a, char b) { return a == b || (a == ' ' && b == '_'); });
    if (!spaced && !std::equal(head.begin(), head.end(), one.name.begin(), alike)) continue;
    const std::string_view rest = text.substr(one.name.size());
    const std::string_view after = trim_left(rest);
    if (after.empty() || (!is_ascii_word_char(rest[0]) && !is_ascii_word_char(after[0])))
      return one.word;
  }
  return std::nullopt;
}

/// "TASK_COMPLETE ✅", "Status: TASK_COMPLETE", "[x] TASK_COMPLETE".
std::optional<Word> near_miss_in(std::string_view line) {
  if (line.size() > line_max) return std::nullopt;
  std::string text = unescaped(unwrapped(line));
  if (starts_with(text, "[x]") || starts_with(text, "[X]")) text.erase(0, 3);
  if (const auto word = nearly_in(text)) return word;
  const std::size_t colon = text.find(':');
  constexpr std::size_t label_max = 24;
  if (colon == text.npos || colon > label_max) return std::nullopt;
  return nearly_in(std::string_view(text).substr(colon + 1));
}

/// The lines a completed task's report may have below its signal.
bool is_trailer(std::string_view line) {
  const std::string_view text = trim(line);
  return text.empty() || starts_with(text, "status:") || starts_with(text, "commit:") ||
         starts_with(text, "verify:");
}

class SignalReader {
 public:
  SignalReader(std::string_view text, const Markdown& markdown)
      : text_(text), markdown_(markdown), last_(last_line()) {}

  Signals run() {
    for (std::size_t at = 0; at < markdown_.lines.size(); ++at) look_at(at);
    settle_review();
    std::stable_sort(out_.remarks.begin(), out_.remarks.end(),
                     [](const SignalRemark& a, const SignalRemark& b) { return a.line < b.line; });
    return std::move(out_);
  }

 private:
  void look_at(std::size_t at) {
    const MarkdownLine& line = markdown_.lines[at];
    if (line.kind == Kind::blank || line.kind == Kind::fence) return;
    const auto word = signal_in(line.text);
    const bool counts = line.kind == Kind::prose || (line.kind == Kind::code && stands_alone(at) &&
                                                     (!word || ends_with_it(*word, at)));
    if (word && counts) return take(*word, at);
    if (word) {
      const char* place = line.kind == Kind::quote ? "a quotation" : "a code sample";
      return remark(SignalRemark::Kind::near_miss, at,
                    fmt::format("{} stands in {}: no signal", name_of(*word), place));
    }
    if (line.kind == Kind::code) return;
    if (const auto near = near_miss_in(line.text)) {
      remark(SignalRemark::Kind::near_miss, at,
             fmt::format("looks like {} but is no signal: it must be all of the line",
                         name_of(*near)));
    }
  }

  /// In a fence of its own a claim counts only as the last word: what follows may take it back.
  bool ends_with_it(Word word, std::size_t at) const {
    if (word == Word::modification) return true;
    const CodeBlock& block = markdown_.blocks[markdown_.lines[at].block];
    const auto from = markdown_.lines.begin();
    return std::all_of(from + static_cast<std::ptrdiff_t>(block.end), markdown_.lines.end(),
                       [](const MarkdownLine& line) {
                         return line.kind == Kind::fence || trim(line.text).empty() ||
                                is_trailer(line.text) || signal_in(line.text).has_value();
                       });
  }

  /// A fenced block that holds the signal and at most what belongs to it.
  bool stands_alone(std::size_t at) const {
    const CodeBlock& block = markdown_.blocks[markdown_.lines[at].block];
    if (block.first != at) return false;
    const auto from = markdown_.lines.begin();
    const auto rest = from + static_cast<std::ptrdiff_t>(at) + 1;
    const auto end = from + static_cast<std::ptrdiff_t>(block.end);
    const auto next =
        std::find_if(rest, end, [](const MarkdownLine& line) { return !trim(line.text).empty(); });
    if (signal_in(markdown_.lines[at].text) == Word::modification)
      return next == end || starts_with(trim(next->text), "{");
    return std::all_of(next, end, [](const MarkdownLine& line) { return is_trailer(line.text); });
  }

  void take(Word word, std::size_t at) {
    switch (word) {
      case Word::task_complete: out_.task_complete = true; return;
      case Word::all_tasks_complete: out_.all_tasks_complete = true; return;
      case Word::verification_pass: return take_verdict(out_.verification, true, at);
      case Word::verification_fail: return take_verdict(out_.verification, false, at);
      case Word::review_pass: return take_review(true, at);
      case Word::review_fail: return take_review(false, at);
      case Word::modification: return take_modification(at);
    }
  }

  void take_verdict(std::optional<bool>& verdict, bool passed, std::size_t at) {
    if (verdict && *verdict != passed)
      remark(SignalRemark::Kind::conflict, at, "both PASS and FAIL are signalled: FAIL counts");
    verdict = passed && verdict.value_or(true);
  }

  void take_review(bool passed, std::size_t at) {
    if (at == last_) {
      out_.review = passed;
      return;
    }
    failed_earlier_ = failed_earlier_ || !passed;
    remark(SignalRemark::Kind::misplaced, at,
           fmt::format("{} is not the last line",
                       name_of(passed ? Word::review_pass : Word::review_fail)));
  }

  void settle_review() {
    if (out_.review != true || !failed_earlier_) return;
    out_.review = false;
    remark(SignalRemark::Kind::conflict, last_, "both PASS and FAIL are signalled: FAIL counts");
  }

  void take_modification(std::size_t at) {
    if (out_.modification_asked) {
      return remark(SignalRemark::Kind::bad_request, at, "a second request: only the first counts");
    }
    out_.modification_asked = true;
    match(
        read_modification(text_, markdown_, at),
        [&](ModificationRequest request) { out_.modification = std::move(request); },
        [&](const RequestFault& fault) {
          remark(SignalRemark::Kind::bad_request, fault.line - 1,
                 "TASK_MODIFICATION_REQUEST: " + fault.what);
        });
  }

  void remark(SignalRemark::Kind kind, std::size_t at, std::string what) {
    if (out_.remarks.size() < remarks_max) out_.remarks.push_back({kind, at + 1, std::move(what)});
  }

  std::size_t last_line() const {
    std::size_t at = markdown_.lines.size();
    while (at > 0 && (markdown_.lines[at - 1].kind == Kind::fence ||
                      trim(markdown_.lines[at - 1].text).empty()))
      --at;
    return at == 0 ? 0 : at - 1;
  }

  std::string_view text_;
  const Markdown& markdown_;
  std::size_t last_;
  bool failed_earlier_ = false;
  Signals out_;
};

}  // namespace

Signals read_signals(std::string_view final_text, std::string_view given) {
  if (final_text.size() > final_text_max)
    final_text = final_text.substr(final_text.size() - final_text_max);
  const std::string text = without_echo(final_text, given);
  const Markdown markdown = read_markdown(text);
  Signals signals = SignalReader(text, markdown).run();
  signals.failure = read_failure(markdown);
  signals.contradictions = find_contradictions(markdown, given);
  return signals;
}

}  // namespace assay::format
