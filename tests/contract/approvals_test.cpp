// SPDX-License-Identifier: MIT
// What everybody who asks people promises: nobody is waited for, the first answer to this very
// question holds, whoever gave it and wherever.
#include "adapters/approvals/approvals.h"

#include "support/fake_people.h"
#include "support/temp_dir.h"

#include <doctest/doctest.h>

namespace assay {
namespace {

struct InMemory {
  fake::Approvals approvals;
  explicit InMemory(fake::Person* person, bool waits = false) : approvals(person, waits) {}
  Result<> give(std::uint32_t ordinal, const shell::Answer& answer) {
    return approvals.give("gate-a", ordinal, answer);
  }
};

struct InFiles {
  support::TempDir dir;
  approvals::Approvals approvals;
  explicit InFiles(fake::Person* person, bool waits = false)
      : approvals(dir / "approvals", person, waits) {}
  Result<> give(std::uint32_t ordinal, const shell::Answer& answer) {
    return approvals::Approvals::give(dir / "approvals", "gate-a", ordinal, answer);
  }
};

core::AskApproval question(std::string nonce, std::uint32_t ordinal = 0) {
  core::AskApproval asked;
  asked.key = {7, 1};
  asked.question.gate_id = "gate-a";
  asked.question.options = {{"yes", "Yes", "", true, false}, {"no", "No", "", false, false}};
  asked.ordinal = ordinal;
  asked.nonce = std::move(nonce);
  return asked;
}

shell::Answer answer(std::string option, std::string nonce) {
  return {std::move(option), "words", "somebody", std::move(nonce)};
}

bool is_open(const shell::Said& said) { return std::holds_alternative<std::monostate>(said); }
bool is_nobody(const shell::Said& said) { return std::holds_alternative<shell::NobodyThere>(said); }
std::string option_of(const shell::Said& said) {
  const auto* answered = std::get_if<shell::Answer>(&said);
  return answered == nullptr ? "none" : answered->option;
}

TEST_CASE_TEMPLATE("approvals: with nobody there the question is not waited for", Kind, InMemory,
                   InFiles) {
  Kind kind(nullptr);
  kind.approvals.ask(question("n"));
  CHECK(is_nobody(kind.approvals.hear()));
}

TEST_CASE_TEMPLATE("approvals: who waits hears nothing until there is an answer", Kind, InMemory,
                   InFiles) {
  Kind kind(nullptr, true);
  kind.approvals.ask(question("n"));
  CHECK(is_open(kind.approvals.hear()));
  REQUIRE(kind.give(0, answer("yes", "another")));
  CHECK(is_open(kind.approvals.hear()));
  REQUIRE(kind.give(0, answer("no", "n")));
  CHECK(option_of(kind.approvals.hear()) == "no");
}

TEST_CASE_TEMPLATE("approvals: somebody who goes away leaves a question open that is waited for",
                   Kind, InMemory, InFiles) {
  fake::Person person;
  Kind kind(&person, true);
  kind.approvals.ask(question("n"));
  person.says = shell::NobodyThere{};
  CHECK(is_open(kind.approvals.hear()));
  REQUIRE(kind.give(0, answer("yes", "n")));
  CHECK(option_of(kind.approvals.hear()) == "yes");
}

TEST_CASE_TEMPLATE("approvals: an answer that was given before the question is heard at once", Kind,
                   InMemory, InFiles) {
  fake::Person person;
  Kind kind(&person);
  REQUIRE(kind.give(0, answer("no", "n")));
  kind.approvals.ask(question("n"));
  CHECK(option_of(kind.approvals.hear()) == "no");
  CHECK(person.asked.empty());
}

TEST_CASE_TEMPLATE("approvals: a question stays open until somebody answers it elsewhere", Kind,
                   InMemory, InFiles) {
  fake::Person person;
  Kind kind(&person);
  kind.approvals.ask(question("n"));
  CHECK(person.asked == "gate-a");
  CHECK(is_open(kind.approvals.hear()));
  CHECK(is_open(kind.approvals.hear()));
  REQUIRE(kind.give(0, answer("yes", "n")));
  const shell::Said said = kind.approvals.hear();
  REQUIRE(option_of(said) == "yes");
  CHECK(std::get<shell::Answer>(said).by == "somebody");
  CHECK(std::get<shell::Answer>(said).comment == "words");
  CHECK(person.told == "elsewhere");
}

TEST_CASE_TEMPLATE("approvals: what is typed is an answer like any other, and the first one holds",
                   Kind, InMemory, InFiles) {
  fake::Person person;
  Kind kind(&person);
  kind.approvals.ask(question("n"));
  person.says = answer("no", "");
  CHECK(option_of(kind.approvals.hear()) == "no");
  CHECK(person.told.empty());
  const Result<> second = kind.give(0, answer("yes", "n"));
  REQUIRE_FALSE(second);
  CHECK(second.error().fault == Fault::conflict);
  kind.approvals.ask(question("n"));
  CHECK(option_of(kind.approvals.hear()) == "no");
}

TEST_CASE_TEMPLATE("approvals: an answer to another question is none", Kind, InMemory, InFiles) {
  fake::Person person;
  Kind kind(&person);
  REQUIRE(kind.give(0, answer("yes", "forged")));
  REQUIRE(kind.give(1, answer("yes", "n")));
  kind.approvals.ask(question("n"));
  CHECK(is_open(kind.approvals.hear()));
  REQUIRE(kind.give(0, answer("no", "n")));
  CHECK(option_of(kind.approvals.hear()) == "no");
}

TEST_CASE_TEMPLATE("approvals: who goes away answers nothing, and who need not is told", Kind,
                   InMemory, InFiles) {
  fake::Person person;
  Kind kind(&person);
  kind.approvals.ask(question("n"));
  person.says = shell::NobodyThere{};
  CHECK(is_nobody(kind.approvals.hear()));
  kind.approvals.ask(question("m", 1));
  kind.approvals.withdraw();
  CHECK(person.told == "gone");
}

}  // namespace
}  // namespace assay
