// SPDX-License-Identifier: MIT
// What members of a team tell each other.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace assay::core::bus {

struct Message {
  std::string id;  ///< "MSG-001"; given by the bus
  std::string ts;  ///< "2026-11-15T21:30:12.347+00:00"
  std::string from;
  std::string to;
  std::string type = "message";
  std::string summary;
  std::string ref;   ///< a path; may be empty
  std::string data;  ///< JSON; may be empty

  friend bool operator==(const Message&, const Message&) = default;
};

/// One line of the log. What is no message is kept as it stands.
struct Line {
  std::size_t number = 0;  ///< from 1
  std::string text;        ///< without its end
  std::optional<Message> message;
  std::string fault;  ///< why it is no message

  friend bool operator==(const Line&, const Line&) = default;
};

}  // namespace assay::core::bus
