// SPDX-License-Identifier: MIT
#include "format/journal.h"

#include "base/text/escape.h"
#include "format/journal/whole.h"

namespace assay::format {

namespace {

using namespace core;

/// Room for the body in one piece: growing a string of many megabytes would need it twice.
std::size_t expected_size(const RunStarted& started) {
  std::size_t size = 1024;
  const auto* plan = std::get_if<std::shared_ptr<const verify::Plan>>(&started.plan);
  if (plan == nullptr) return size;
  for (const verify::CommandSpec& spec : (*plan)->manifest.commands) {
    size += spec.id.size() + spec.command.size() + 64;
  }
  return size + (*plan)->expected_ms.size() * 4;
}

/// Tries one alternative of the variant after the other, by their kinds.
template <std::size_t number = 0>
Result<Event> decode_kind(std::string_view kind, stored::In& in, Instant at) {
  if constexpr (number == std::variant_size_v<Event>) {
    return stored::bad_body("unknown kind of event (written by a newer assay?)");
  } else {
    using Kind = std::variant_alternative_t<number, Event>;
    if (kind != fields_in<Kind>.kind) return decode_kind<number + 1>(kind, in, at);
    Kind event{};
    event.at = at;
    TRY(stored::read_value(in, event));
    return Event(std::move(event));
  }
}

}  // namespace

std::string_view kind_of(const Event& event) {
  return std::visit([](const auto& e) { return fields_in<std::remove_cvref_t<decltype(e)>>.kind; },
                    event);
}

Instant instant_of(const Event& event) {
  return std::visit([](const auto& e) { return e.at; }, event);
}

StoredEvent encode(const Event& event) {
  StoredEvent stored{std::string(kind_of(event)), {}};
  if (const auto* started = std::get_if<RunStarted>(&event))
    stored.body.reserve(expected_size(*started));
  JsonWriter out(stored.body);
  std::visit([&](const auto& e) { stored::put_value(out, e); }, event);
  return stored;
}

Result<Event> decode(std::string_view kind, Instant at, std::string_view body) {
  JsonReader json(body, JsonReader::Strings::bytes);
  stored::In in{json};
  Result<Event> event = decode_kind(kind, in, at);
  if (event && json.next() != JsonToken::end) event = stored::bad_body(json.fault());
  if (event) return event;
  return Error{event.error().fault, printable(kind.substr(0, 40)) + ": " + event.error().what};
}

}  // namespace assay::format
