// SPDX-License-Identifier: MIT
// A team's messages in a file: <dir>/.workflow/.team/<team>/.msg/messages.jsonl. Writers take turns
// by a lock on a file beside it, so that the log itself can be replaced whole.
#pragma once

#include "adapters/os/descriptor.h"
#include "shell/ports/bus.h"

#include <chrono>
#include <string>
#include <string_view>

namespace assay::bus {

class Bus final : public shell::Bus {
 public:
  /// Fails with Fault::bad_input if `team` is not a plain name. Nothing is made before the first
  /// message.
  static Result<Bus> open(const std::string& dir, const std::string& team);

  Result<core::bus::Message> log(core::bus::Message message) override;
  Result<std::vector<core::bus::Line>> read() override;
  Result<> remove(const std::string& id) override;
  Result<std::uint64_t> clear() override;

 private:
  enum class Make { no, yes };
  enum class Share { alone, with_readers };

  Bus(std::string dir, std::string team) : dir_(std::move(dir)), team_(std::move(team)) {}

  Result<os::Descriptor> folder(Make make) const;
  Result<os::Descriptor> lock(int folder, Share share) const;
  Result<std::string> content(int folder) const;
  Result<> replace(int folder, std::string_view content) const;

  std::string dir_;
  std::string team_;
};

}  // namespace assay::bus
