// SPDX-License-Identifier: MIT
#include "format/dialect/json_stream.h"

namespace assay::format::dialect {
namespace {

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && (text.back() == '\r' || text.back() == ' ' || text.back() == '\t')) {
    text.remove_suffix(1);
  }
  while (!text.empty() && (text.front() == '\r' || text.front() == ' ' || text.front() == '\t')) {
    text.remove_prefix(1);
  }
  return text;
}

/// Goes to the value of "type" of the object; false if the line is broken before it. Most events
/// have it in front, so the rest is not looked at.
bool find_type(JsonReader& json, std::string& type) {
  if (json.next() != JsonToken::begin_object) return false;
  while (json.more()) {
    if (json.next() != JsonToken::key) return false;
    const bool found = json.text() == "type" && json.ahead() == '"';
    if (!found) {
      if (json.skip_next() == JsonToken::broken) return false;
      continue;
    }
    if (json.next() != JsonToken::text) return false;
    type = json.text();
    return true;
  }
  type.clear();
  return json.token() != JsonToken::broken;
}

/// Whether the rest of the object is as it should be, and nothing follows it.
bool ends_well(JsonReader& json) {
  while (json.more()) {
    if (json.next() != JsonToken::key || json.skip_next() == JsonToken::broken) return false;
  }
  return json.next() == JsonToken::end_object && json.next() == JsonToken::end;
}

bool is_whole(std::string_view text) {
  JsonReader json(text);
  return json.skip_next() == JsonToken::begin_object && json.next() == JsonToken::end;
}

}  // namespace

void JsonStream::output(std::string_view bytes) {
  output_.feed(
      bytes, [this](std::string_view text) { line(text); },
      [this] {
        record_.line();
        record_.broken_line();
      });
}

void JsonStream::errors(std::string_view bytes) {
  errors_.feed(
      bytes, [this](std::string_view text) { error_line(text); }, [] {});
}

core::agent::Transcript JsonStream::finish() {
  output_.finish([this](std::string_view text) { line(text); },
                 [this] {
                   record_.line();
                   record_.broken_line();
                 });
  errors_.finish([this](std::string_view text) { error_line(text); }, [] {});
  conclude();
  return record_.finish();
}

void JsonStream::line(std::string_view text) {
  raw_line(text);
  text = without_blanks(text);
  if (text.empty()) return;
  record_.line();
  if (text.front() == '{' && read_object(text)) return;
  record_.broken_line(text);
  // Something else printed into the middle of the line, without a newline before the event.
  const std::size_t event = text.find("{\"type\":\"", 1);
  if (event != std::string_view::npos && is_whole(text.substr(event))) {
    read_object(text.substr(event));
  }
}

bool JsonStream::read_object(std::string_view text) {
  JsonReader check(text);
  if (!find_type(check, type_)) return false;
  if (!knows(type_)) return text.back() == '}';
  if (!ends_well(check)) return false;
  JsonReader json(text);
  Value value(json);
  event(type_, value);
  return true;
}

std::string json_error(std::string_view line) {
  line = without_blanks(line);
  if (!line.starts_with('{') || !is_whole(line)) return {};
  JsonReader json(line);
  Value value(json);
  bool is_error = false;
  std::string message;
  value.members([&](std::string_view key, Value& member) {
    if (key == "error") {
      is_error = true;
      if (std::string inner = error_message(member); !inner.empty()) message = std::move(inner);
    } else if (key == "message") {
      message = error_message(member);
    } else if (key == "type" || key == "status" || key == "level") {
      is_error = member.text() == "error" || is_error;
    }
  });
  return is_error ? message : std::string();
}

}  // namespace assay::format::dialect
