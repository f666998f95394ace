// SPDX-License-Identifier: MIT
// cn -p --format json: one line at the end, {"response": ..., "status": "success"}, or whatever
// JSON the model answered with. Errors are JSON on stderr.
#include "format/dialect/json_stream.h"
#include "format/dialect/readers.h"

namespace assay::format::dialect {
namespace {

using core::agent::Ending;

struct Answer {
  std::string response;
  std::string status;
  std::string error;
  bool is_answer = false;
};

Answer read_answer(Value& line) {
  Answer answer;
  line.members([&](std::string_view key, Value& value) {
    if (key == "status" && value.is_text()) answer.status = value.text();
    if (key == "error" || key == "message") answer.error = error_message(value);
    if (key != "response" || !value.is_text()) return;
    answer.response = value.text();
    answer.is_answer = true;
  });
  return answer;
}

class ContinueReader final : public JsonStream {
 private:
  bool knows(std::string_view) const override { return true; }

  void event(std::string_view, Value& line) override {
    const Answer answer = read_answer(line);
    if (answer.status == "error") {
      record().say({});
      return fail(answer.error);
    }
    if (!answer.is_answer || answer.status.empty()) return;
    answered_ = true;
    record().say(answer.response);
    record().end(answer.status == "success" ? Ending::success : Ending::failure, answer.status);
  }

  /// Until the one line comes, everything is text: the answer of a model that wrote JSON.
  void raw_line(std::string_view line) override {
    if (answered_) return;
    if (spoke_) record().say_more("\n");
    record().say_more(line);
    spoke_ = true;
  }

  void error_line(std::string_view line) override {
    const std::string error = json_error(line);
    if (error.empty()) return record().noise(line);
    fail(error);
  }

  void fail(std::string_view error) {
    record().error(error);
    failed_ = true;
  }

  void conclude() override {
    if (failed_) record().end(Ending::failure, "error");
  }

  bool answered_ = false;
  bool spoke_ = false;
  bool failed_ = false;
};

}  // namespace

std::unique_ptr<DialectReader> read_continue_cli() { return std::make_unique<ContinueReader>(); }

}  // namespace assay::format::dialect
