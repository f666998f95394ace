// SPDX-License-Identifier: MIT
// Where the output of one attempt goes: hashed whole, stored up to a cap as its beginning and its
// end. Memory does not depend on how much is written.
#pragma once

#include "adapters/executor/local/system.h"
#include "base/digest.h"
#include "core/evidence/attempt.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace assay::process {

struct SinkLimits {
  std::uint64_t head = 8 << 20;
  std::uint64_t tail = 8 << 20;
};

class Sink {
 public:
  /// Creates `file` in `directory`, in place of one that a dead coordinator left there. The
  /// directory must stay open as long as the sink.
  static Result<Sink> create(int directory, const std::string& file, SinkLimits limits);

  /// Takes the next bytes of the stream. Never fails: once something could not be stored, the rest
  /// is only hashed.
  void take(std::string_view bytes);

  /// Puts beginning and end together and makes the log durable. What could not be stored is not
  /// there at all afterwards: then `problem` says why. The result's log_path is the file's name
  /// alone.
  core::Captured finish();
  const std::optional<Error>& problem() const { return problem_; }

 private:
  Sink(int directory, std::string file, Descriptor descriptor, SinkLimits limits);

  std::uint64_t ring_size() const;
  bool overflowed() const { return bytes_ > limits_.head + ring_size(); }
  void write_at(std::uint64_t offset, std::string_view bytes);
  void read_at(std::uint64_t offset, char* to, std::size_t size);
  std::string ordered_tail();
  void join_ends(core::Captured& captured);
  void make_durable();
  void note(int number);

  int directory_;
  std::string file_;
  Descriptor descriptor_;
  SinkLimits limits_;
  Hasher hasher_;
  std::uint64_t bytes_ = 0;
  std::optional<Error> problem_;
};

}  // namespace assay::process
