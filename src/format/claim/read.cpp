// SPDX-License-Identifier: MIT
#include "base/text/utf8.h"
#include "format/claim/claim.h"
#include "format/claim/path.h"
#include "format/claim/sentence.h"
#include "format/runners/scan.h"
#include "format/shell/invocation.h"
#include "format/signal/signal.h"

#include <algorithm>
#include <set>

namespace assay::format {

namespace {

using claim::is_one_of;
using claim::Sentence;
using claim::Word;
using Kind = Claim::Kind;
using Words = std::vector<Word>;

constexpr std::size_t claims_max = 200;
constexpr std::size_t text_max = std::size_t{1} << 20;

/// One of these, and the sentence denies, doubts, demands, promises or looks back.
constexpr std::string_view doubts =
    " should will would could can may might must need needs needed if unless until when not never"
    " cannot unable todo plan planned planning going gonna try tried trying expect expected expects"
    " assume assumes assuming likely probably presumably hopefully except only some most few almost"
    " nearly previously earlier originally instead remaining pending unverified please ensure make "
    "sure"
    " want wanted verify let once yet rather otherwise attempted hypothetically failed-to blocked ";
constexpr std::string_view troubles =
    " failures failure failing failed fails fail errors error regressions regression warnings "
    "issues"
    " problems broken skipped test type lint ";
constexpr std::string_view passes = " pass passes passed passing green succeed succeeds succeeded ";
constexpr std::string_view between =
    " now are is all have has been still suite suites cases in the and also were was of both for on"
    " successfully run ran ok locally again with ";

bool is_number(std::string_view text) {
  return !text.empty() && text.size() <= 9 && std::all_of(text.begin(), text.end(), is_digit);
}

/// 12 of "12" and "12/12"; nothing of "10/12".
std::optional<std::int64_t> count_in(const Word& word) {
  if (word.code) return std::nullopt;
  const std::string_view text = word.text;
  const std::size_t slash = text.find('/');
  const std::string_view first = text.substr(0, slash);
  if (!is_number(first) || (slash != text.npos && text.substr(slash + 1) != first))
    return std::nullopt;
  return Scan(first).number();
}

bool is_partial(const Word& word) {
  const std::size_t slash = word.text.find('/');
  return !word.code && slash != std::string::npos && is_number(word.text.substr(0, slash)) &&
         is_number(word.text.substr(slash + 1)) && !count_in(word);
}

/// "no failures" denies nothing that matters here; "no tests" does.
bool is_denial(const Words& words, std::size_t i) {
  if (!is_one_of(words[i], " no without zero none ")) return false;
  return i + 1 == words.size() || !is_one_of(words[i + 1], troubles);
}

bool is_plain(const Sentence& sentence) {
  if (sentence.asks) return false;
  for (std::size_t i = 0; i < sentence.words.size(); ++i) {
    const Word& word = sentence.words[i];
    if (is_one_of(word, doubts) || is_partial(word) || is_denial(sentence.words, i)) return false;
    if (!word.code && (ends_with(word.text, "n't") || ends_with(word.text, "n\u2019t")))
      return false;
    if (!word.code && ends_with(word.text, "'ll")) return false;
    if (word.is("of") && i > 0 && i + 1 < sentence.words.size()) {
      const auto some = count_in(sentence.words[i - 1]);
      const auto all = count_in(sentence.words[i + 1]);
      if (some && all && some != all) return false;
    }
  }
  return true;
}

/// Does the sentence tell of trouble that is not denied on the spot?
bool tells_trouble(const Words& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_one_of(words[i], " failures failure failing failed fails fail broken ")) continue;
    const bool denied = i > 0 && (is_one_of(words[i - 1], " no zero without 0 ") ||
                                  (i > 1 && is_one_of(words[i - 2], " no zero without 0 ")));
    if (!denied) return true;
  }
  return false;
}

std::string cut(std::string_view text) {
  constexpr std::size_t shown_max = 200;
  std::string out;
  for (std::size_t at = 0; at < text.size() && out.size() < shown_max;) {
    const std::size_t length = std::max<std::size_t>(decode_utf8(text, at).length, 1);
    const bool blank = text[at] == '\n' || text[at] == '\r' || text[at] == '\t';
    out += blank ? std::string_view(" ") : text.substr(at, length);
    at += length;
  }
  return out;
}

class ClaimReader {
 public:
  std::vector<Claim> run(std::string_view text) {
    text = text.substr(0, text_max);
    for (const Sentence& sentence : claim::sentences_of(text)) {
      if (out_.size() >= claims_max) break;
      if (!is_plain(sentence)) continue;
      sentence_ = &sentence;
      find_tests();
      find_commands();
      find_files();
      find_commits();
      find_done();
    }
    const auto signals = read_signals(text);
    if (signals.task_complete || signals.all_tasks_complete)
      put(Kind::done, "", std::nullopt,
          signals.task_complete ? "TASK_COMPLETE" : "ALL_TASKS_COMPLETE");
    return std::move(out_);
  }

 private:
  const Words& words() const { return sentence_->words; }

  void find_tests() {
    if (tells_trouble(words())) return;
    for (std::size_t i = 0; i < words().size(); ++i) {
      if (is_one_of(words()[i], " no zero 0 ") && denies_failures(i)) put(Kind::no_failures, "");
      if (const TestsTold tests = tests_pass_at(i); tests.pass)
        return put(Kind::tests_pass, "", tests.count);
    }
  }

  /// "no failures", "no test failures", "0 failed".
  bool denies_failures(std::size_t i) const {
    const std::size_t next = i + 1 < words().size() && words()[i + 1].is("test") ? i + 2 : i + 1;
    return next < words().size() && is_one_of(words()[next], " failures failed failing ");
  }

  struct TestsTold {
    bool pass = false;
    std::optional<std::int64_t> count;
  };

  /// What this word, with its neighbours, says about tests.
  TestsTold tests_pass_at(std::size_t i) const {
    const Word& word = words()[i];
    const bool noun = is_one_of(word, " tests test suite specs ");
    if (noun && leads_to(i, passes, between, 6)) return {true, count_before(i)};
    if (is_one_of(word, " pass passes ") &&
        leads_to(i, " tests suite ", " all the every existing unit integration its of new ", 4)) {
      return {true, std::nullopt};
    }
    const bool told = is_one_of(word, " passed passing ") && i > 0;
    const auto count = told ? count_in(words()[i - 1]) : std::nullopt;
    return {count.value_or(0) > 0, count};
  }

  /// Only `fillers`, numbers and code stand between word `i` and one of `goals`.
  bool leads_to(std::size_t i, std::string_view goals, std::string_view fillers,
                std::size_t far) const {
    for (std::size_t j = i + 1; j < words().size() && j <= i + far; ++j) {
      if (is_one_of(words()[j], goals)) return true;
      const bool filler = words()[j].code || is_one_of(words()[j], fillers) || count_in(words()[j]);
      if (!filler) return false;
    }
    return false;
  }

  std::optional<std::int64_t> count_before(std::size_t i) const {
    for (std::size_t j = i; j > 0 && j + 3 > i; --j) {
      if (const auto count = count_in(words()[j - 1])) return count;
    }
    return std::nullopt;
  }

  void find_commands() {
    if (tells_trouble(words())) return;
    for (std::size_t i = 0; i < words().size(); ++i) {
      if (!words()[i].code || !looks_like_command(words()[i].text)) continue;
      constexpr std::string_view goals = " pass passes passed succeeds succeeded green clean ";
      if (leads_to(i, goals, " now is are all has and ran runs still exits successfully ", 4))
        put(Kind::command_passed, words()[i].text);
    }
  }

  static bool looks_like_command(std::string_view text) {
    constexpr std::string_view programs =
        " npm pnpm yarn bun deno npx node cargo go make cmake ctest ninja pytest python python3 "
        "tox nox"
        " ruff mypy black flake8 eslint tsc jest vitest mocha gradle ./gradlew mvn dotnet rake "
        "rspec"
        " bundle composer phpunit mix swift flutter bazel meson just assay ";
    constexpr std::string_view alone = " pytest ctest tox jest vitest mocha rspec phpunit tsc ";
    const std::size_t blank = text.find(' ');
    const std::string_view program = text.substr(0, blank);
    return shell::lists(programs, program) && (blank != text.npos || shell::lists(alone, program));
  }

  void find_files() {
    for (std::size_t i = 0; i < words().size(); ++i) {
      if (is_one_of(words()[i], " created added updated wrote modified edited changed ") &&
          begins_statement(i)) {
        take_objects(i);
      }
      const std::string path = claim::file_named(words()[i].raw, words()[i].code);
      if (!path.empty() && is_said_changed(i)) put(Kind::file_changed, path);
    }
  }

  bool begins_statement(std::size_t i) const {
    return i == 0 ||
           is_one_of(words()[i - 1], " i i've we we've have and also then newly successfully ") ||
           (words()[i - 1].breaks && i < 3);
  }

  /// "`a.ts` was created", "`a.ts` (new)".
  bool is_said_changed(std::size_t i) const {
    std::size_t j = i + 1;
    while (j < words().size() && j < i + 4 &&
           is_one_of(words()[j], " was were has have been is now "))
      ++j;
    return j < words().size() && words()[j].breaks &&
           is_one_of(words()[j], " created added updated modified edited changed new written ");
  }

  /// The files right behind the verb: "Created the helper `a.ts` and `b.ts`".
  void take_objects(std::size_t verb) {
    constexpr std::size_t words_before_max = 4;
    constexpr std::string_view prepositions =
        " for from of using use uses with covering like via based by per as that which see on into"
        " against imports importing so because since where calls referencing about around and or ";
    std::size_t at = verb + 1;
    while (at < words().size() && file_at(at).empty()) {
      const bool place = is_one_of(words()[at], " in to at under ");
      const bool next_is_file = at + 1 < words().size() && !file_at(at + 1).empty();
      if (at > verb + words_before_max || is_one_of(words()[at], prepositions)) return;
      if ((words()[at].code || place) && !next_is_file) return;
      if (words()[at].breaks && !next_is_file) return;
      ++at;
    }
    std::vector<std::string> files;
    for (; at < words().size(); ++at) {
      const std::string file = file_at(at);
      if (file.empty() && !is_one_of(words()[at], " and plus ")) break;
      if (!file.empty()) files.push_back(file);
    }
    if (!are_objects(verb, at)) return;
    for (const std::string& file : files) put(Kind::file_changed, file);
  }

  std::string file_at(std::size_t i) const {
    return claim::file_named(words()[i].raw, words()[i].code);
  }

  /// "Added `a.ts` to the list" changes the list; "Created `a.json` parser" creates a parser.
  bool are_objects(std::size_t verb, std::size_t after) const {
    if (after >= words().size()) return true;
    const bool adds = words()[verb].is("added");
    if (adds && is_one_of(words()[after], " to into in ")) return false;
    if (is_one_of(words()[verb], " updated modified edited changed ")) return true;
    return words()[after - 1].breaks ||
           is_one_of(words()[after], " with for that which containing to in as using so ");
  }

  void find_commits() {
    for (std::size_t i = 0; i < words().size(); ++i) {
      const bool verb = words()[i].is("committed");
      const bool label = i == 0 && is_one_of(words()[i], " commit commits ");
      const bool made =
          words()[i].is("commit") && i > 0 && is_one_of(words()[i - 1], " created made new in as ");
      if (!verb && !label && !made) continue;
      const std::string id = commit_after(i);
      if (!id.empty()) return put(Kind::committed, id);
      if (verb && (i == 0 || is_one_of(words()[0], " changes everything all "))) {
        return put(Kind::committed, "");
      }
    }
  }

  std::string commit_after(std::size_t i) const {
    constexpr std::size_t far = 8;
    for (std::size_t j = i + 1; j < words().size() && j <= i + far; ++j) {
      if (is_one_of(words()[j], " before since from based after reverts reverting fixes "))
        return "";
      if (is_commit_id(words()[j].raw)) return std::string(words()[j].raw);
    }
    return "";
  }

  static bool is_commit_id(std::string_view text) {
    const auto hex = [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); };
    if (text.size() < 7 || text.size() > 40 || !std::all_of(text.begin(), text.end(), hex))
      return false;
    const auto digits = std::count_if(text.begin(), text.end(), is_digit);
    return digits > 0 && digits < static_cast<std::ptrdiff_t>(text.size());
  }

  /// "The task is complete.", "Implementation is now done.", "All done!"
  void find_done() {
    constexpr std::size_t short_max = 7;
    const std::size_t size = words().size();
    if (size < 2 || size > short_max || tells_trouble(words())) return;
    if (!is_one_of(words()[size - 1], " complete completed done finished ")) return;
    bool subject = words()[0].is("all") && size == 2;
    for (std::size_t i = 0; i + 2 < size; ++i) {
      subject = subject || is_one_of(words()[i], " task implementation work feature everything ");
    }
    if (subject) put(Kind::done, "");
  }

  void put(Kind kind, std::string_view subject, std::optional<std::int64_t> count = std::nullopt,
           std::string_view text = {}) {
    if (out_.size() >= claims_max) return;
    if (!met_.insert({kind, std::string(subject)}).second) return;
    out_.push_back({kind, cut(text.empty() ? sentence_->text : text), std::string(subject), count});
  }

  const Sentence* sentence_ = nullptr;
  std::set<std::pair<Kind, std::string>> met_;
  std::vector<Claim> out_;
};

}  // namespace

std::vector<Claim> read_claims(std::string_view final_text) {
  return ClaimReader().run(final_text);
}

}  // namespace assay::format
