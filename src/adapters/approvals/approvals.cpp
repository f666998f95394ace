// SPDX-License-Identifier: MIT
#include "adapters/approvals/approvals.h"

#include "adapters/files/files.h"
#include "base/ensure.h"
#include "format/pipeline/approval.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cstdio>

namespace assay::approvals {

namespace {

constexpr std::uint64_t answer_bytes_max = 1U << 20;

std::string path_of(const std::string& directory, const std::string& gate_id,
                    std::uint32_t ordinal) {
  std::string name;
  for (const char c : gate_id) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.';
    name += plain ? c : '_';
  }
  return fmt::format("{}/{}-{}.json", directory, name, ordinal);
}

/// Only an answer to this very question.
std::optional<shell::Answer> stored(const std::string& path, const std::string& nonce) {
  files::Files files;
  const auto text = files.read(path, answer_bytes_max);
  if (!text) return std::nullopt;
  const auto answer = format::read_approval(*text);
  if (!answer) return std::nullopt;
  if (answer->nonce != nonce) return std::nullopt;
  return shell::Answer{answer->option, answer->comment, answer->by, answer->nonce};
}

bool is_there(const std::string& path) {
  struct stat seen {};
  return ::lstat(path.c_str(), &seen) == 0;
}

/// What is no answer makes room for one, and stays to be looked at.
void set_aside(const std::string& path) {
  for (int i = 0; i < 100; ++i) {
    const std::string aside = fmt::format("{}.ignored-{}", path, i);
    if (!is_there(aside)) {
      static_cast<void>(::rename(path.c_str(), aside.c_str()));
      return;
    }
  }
}

}  // namespace

Result<> Approvals::give(const std::string& directory, const std::string& gate_id,
                         std::uint32_t ordinal, const shell::Answer& answer) {
  ::mkdir(directory.c_str(), 0700);
  files::Files files;
  const std::string path = path_of(directory, gate_id, ordinal);
  if (is_there(path) && !stored(path, answer.nonce)) set_aside(path);
  const Result<> made = files.create(
      path, format::write_approval({answer.option, answer.comment, answer.by, answer.nonce}));
  if (made || made.error().fault != Fault::conflict) return made;
  const auto first = stored(path, answer.nonce);
  return Error{Fault::conflict, first ? fmt::format("{} was answered already: {} by {}", gate_id,
                                                    first->option, first->by)
                                      : made.error().what};
}

std::string Approvals::path() const {
  ENSURE(question_.has_value());
  return path_of(directory_, question_->question.gate_id, question_->ordinal);
}

void Approvals::ask(const core::AskApproval& question) {
  withdraw();
  question_ = question;
  if (person_ == nullptr || stored(path(), question.nonce)) return;
  person_->ask(question.question);
  is_asking_ = true;
}

shell::Said Approvals::hear() {
  if (auto answer = stored(path(), question_->nonce)) {
    close(true);
    return std::move(*answer);
  }
  return is_asking_ ? hear_person() : nobody();
}

/// The first answer holds, whoever gave it.
shell::Said Approvals::hear_person() {
  shell::Said said = person_->hear();
  if (std::holds_alternative<std::monostate>(said)) return said;
  is_asking_ = false;
  if (auto* answer = std::get_if<shell::Answer>(&said)) {
    answer->nonce = question_->nonce;
    static_cast<void>(static_cast<bool>(
        give(directory_, question_->question.gate_id, question_->ordinal, *answer)));
    if (auto first = stored(path(), question_->nonce)) {
      question_.reset();
      return std::move(*first);
    }
  }
  return nobody();
}

shell::Said Approvals::nobody() {
  if (waits_) return std::monostate{};
  const std::string lies = path();
  question_.reset();
  return shell::NobodyThere{is_there(lies) ? "ignored: " + lies + " is no answer to this question"
                                           : ""};
}

void Approvals::close(bool answered_elsewhere) {
  if (is_asking_) person_->never_mind(answered_elsewhere);
  is_asking_ = false;
  question_.reset();
}

}  // namespace assay::approvals
