// SPDX-License-Identifier: MIT
// What the dialects of one JSON object per line have in common: lines, broken lines, and the quick
// way past events nobody wants.
#pragma once

#include "format/dialect.h"
#include "format/dialect/lines.h"
#include "format/dialect/record.h"
#include "format/dialect/value.h"

#include <string>
#include <string_view>
#include <utility>

namespace assay::format::dialect {

class JsonStream : public DialectReader {
 public:
  void listen(OnMoment on_moment) final { record_.listen(std::move(on_moment)); }
  void output(std::string_view bytes) final;
  void errors(std::string_view bytes) final;
  const StreamProgress& progress() const final { return record_.progress(); }
  core::agent::Transcript finish() final;

 protected:
  Record& record() { return record_; }

 private:
  /// Events of other types are not parsed: that they end as an object does is all that is asked of
  /// them. An object without a "type" has the type "".
  virtual bool knows(std::string_view type) const = 0;
  /// Any line of stdout, before it is read as an event.
  virtual void raw_line(std::string_view) {}
  /// An event that is JSON from beginning to end.
  virtual void event(std::string_view type, Value& line) = 0;
  virtual void error_line(std::string_view line) { record_.noise(line); }
  /// Both streams have ended.
  virtual void conclude() {}

  void line(std::string_view text);
  bool read_object(std::string_view text);

  Record record_;
  std::string type_;  // of the event being read; kept, so that it need not be made for each
  Lines output_{64U << 20U};
  Lines errors_{1U << 20U};
};

/// Reads a line of stderr that is an error as JSON: {"type": "error", "message": ...}. Empty if it
/// is none.
std::string json_error(std::string_view line);

}  // namespace assay::format::dialect
