// SPDX-License-Identifier: MIT
// The log of a team's messages: one JSON object per line. Lines that are none are handed on as they
// stand.
#pragma once

#include "core/bus/message.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::format {

class JsonWriter;

/// With a line feed at its end, and none inside.
std::string write_bus_line(const core::bus::Message& message);

/// The message as one JSON object.
void write_bus_message(JsonWriter& json, const core::bus::Message& message);

/// Every line that is not blank, in order.
std::vector<core::bus::Line> read_bus(std::string_view text);

/// 7 for "MSG-007"; 0 if it is no id.
std::uint64_t bus_number(std::string_view id);
/// At least three digits.
std::string bus_id(std::uint64_t number);

/// The largest id that occurs in the text, also in lines that cannot be read.
std::uint64_t largest_bus_number(std::string_view text);

}  // namespace assay::format
