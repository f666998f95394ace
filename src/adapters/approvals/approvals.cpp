// SPDX-License-Identifier: MIT
#include "adapters/approvals/approvals.h"

#include "adapters/system/files.h"
#include "format/pipeline/approval.h"

#include <fmt/format.h>
#include <sys/stat.h>

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

std::optional<shell::Answer> stored(const std::string& path) {
  system::Files files;
  const auto text = files.read(path, answer_bytes_max);
  if (!text) return std::nullopt;
  const auto answer = format::read_approval(*text);
  if (!answer) return std::nullopt;
  return shell::Answer{answer->option, answer->comment, answer->by, false};
}

}  // namespace

Result<> Approvals::give(const std::string& directory, const std::string& gate_id,
                         std::uint32_t ordinal, const shell::Answer& answer) {
  ::mkdir(directory.c_str(), 0700);
  system::Files files;
  const std::string path = path_of(directory, gate_id, ordinal);
  const Result<> made =
      files.create(path, format::write_approval({answer.option, answer.comment, answer.by}));
  if (made || made.error().fault != Fault::conflict) return made;
  const auto first = stored(path);
  return Error{Fault::conflict, first ? fmt::format("{} was answered already: {} by {}", gate_id,
                                                    first->option, first->by)
                                      : made.error().what};
}

std::optional<shell::Answer> Approvals::ask(const core::AskApproval& question) {
  const std::string path = path_of(directory_, question.question.gate_id, question.ordinal);
  if (auto answer = stored(path)) return answer;
  if (person_ == nullptr) return std::nullopt;
  const auto answered_elsewhere = [&] { return stored(path).has_value(); };
  auto answer = person_->ask(question.question, answered_elsewhere);
  if (answer && answer->stop) return answer;
  // The first answer holds, whoever gave it.
  if (answer)
    static_cast<void>(
        static_cast<bool>(give(directory_, question.question.gate_id, question.ordinal, *answer)));
  return stored(path);
}

}  // namespace assay::approvals
