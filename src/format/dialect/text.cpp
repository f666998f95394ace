// SPDX-License-Identifier: MIT
// Any program that prints its answer: all of stdout is what it said. It tells no end, no tokens and
// no tools.
#include "format/dialect/lines.h"
#include "format/dialect/readers.h"
#include "format/dialect/record.h"

#include <algorithm>
#include <utility>

namespace assay::format::dialect {
namespace {

class TextReader final : public DialectReader {
 public:
  void listen(OnMoment on_moment) override { record_.listen(std::move(on_moment)); }
  void output(std::string_view bytes) override {
    if (bytes.empty()) return;
    record_.say_more(bytes);
    lines_ += static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
    in_line_ = bytes.back() != '\n';
  }
  void errors(std::string_view bytes) override {
    errors_.feed(
        bytes, [this](std::string_view line) { record_.noise(line); }, [] {});
  }
  const StreamProgress& progress() const override { return record_.progress(); }
  core::agent::Transcript finish() override {
    errors_.finish([this](std::string_view line) { record_.noise(line); }, [] {});
    core::agent::Transcript transcript = record_.finish();
    transcript.lines = lines_ + (in_line_ ? 1 : 0);
    return transcript;
  }

 private:
  Record record_;
  Lines errors_{1U << 20U};
  std::uint64_t lines_ = 0;
  bool in_line_ = false;
};

}  // namespace

std::unique_ptr<DialectReader> read_text() { return std::make_unique<TextReader>(); }

}  // namespace assay::format::dialect
