// SPDX-License-Identifier: MIT
// What is told of a run that begins to wait or ends: the document, how it is signed, and what is
// remembered of its delivery. The document follows from the journal alone, so that it is the same
// however often it is made; only where the run can be looked at is added when it is sent.
#pragma once

#include "base/instant.h"
#include "base/record.h"
#include "core/run/receiver.h"
#include "core/standing.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace assay::format {

/// What does not apply is left out.
struct Notice {
  std::string id;  ///< of the run and of the event: the same whenever it is delivered again
  core::Standing::Kind event{};
  std::string run_id;
  std::string machine;
  std::string workspace;
  std::string at;
  std::string about;  ///< the spec, or the slug
  std::optional<core::Outcome> outcome;
  std::string reason;
  std::string until;
  std::string gate;
  std::string question;
  std::vector<std::string> options;
  std::string next;  ///< what a person would do now
  std::string link;  ///< where it is shown, if somebody serves it while it is told
  std::string text;  ///< all of it in one line
};

constexpr auto fields_of(Of<Notice>) {
  return record<Notice>(
      field("id", &Notice::id, always), field("event", &Notice::event, always),
      field("run_id", &Notice::run_id, always), field("machine", &Notice::machine, always),
      field("workspace", &Notice::workspace, always), field("at", &Notice::at, always),
      field("about", &Notice::about, always), field("outcome", &Notice::outcome),
      field("reason", &Notice::reason), field("until", &Notice::until),
      field("gate", &Notice::gate), field("question", &Notice::question),
      field("options", &Notice::options), field("next", &Notice::next),
      field("link", &Notice::link), field("text", &Notice::text, always));
}

/// Of a loop or a pipeline that came to stand so with its `number`th event.
Notice notice_of(const core::Machine& machine, const core::Standing& standing, std::uint64_t number,
                 Instant at);

/// The same with an address where the run is shown; empty: as it is.
Notice with_link(Notice notice, const std::string& link);

/// One line of JSON, the same for the same notice.
std::string notice_json(const Notice& notice);

/// The three headers of Standard Webhooks; without a secret there is no signature. A secret that
/// begins with "whsec_" is base64.
std::vector<std::pair<std::string, std::string>> notice_headers(std::string_view id, Instant now,
                                                                std::string_view body,
                                                                std::string_view secret);

/// What curl reads from its standard input to post it: neither the address nor the signature stands
/// in a command line that others can see.
std::string curl_config(std::string_view url, std::string_view body,
                        const std::vector<std::pair<std::string, std::string>>& headers);

// --- what is remembered of deliveries

struct Delivery {
  std::uint64_t event = 0;     ///< its number in the journal
  std::uint32_t receiver = 0;  ///< its place in the plan
  std::uint32_t tries = 0;
  Instant next{};  ///< not before, unless the clock was set back
  bool done = false;
  bool gave_up = false;
  std::string problem = {};  ///< of the last try

  friend bool operator==(const Delivery&, const Delivery&) = default;
};

constexpr auto fields_of(Of<Delivery>) {
  return record<Delivery>(field("event", &Delivery::event, required),
                          field("receiver", &Delivery::receiver, required),
                          field("tries", &Delivery::tries), field("next", &Delivery::next),
                          field("done", &Delivery::done), field("gave_up", &Delivery::gave_up),
                          field("problem", &Delivery::problem));
}

/// Of one run.
struct Outbox {
  Instant made{};
  std::vector<Delivery> deliveries = {};

  friend bool operator==(const Outbox&, const Outbox&) = default;
};

constexpr auto fields_of(Of<Outbox>) {
  return record<Outbox>(field("made", &Outbox::made, required),
                        field("deliveries", &Outbox::deliveries));
}

std::string write_outbox(const Outbox& outbox);
Result<Outbox> read_outbox(std::string_view text);

/// The one of that event and receiver; made where there is none.
Delivery& delivery_of(Outbox& outbox, std::uint64_t event, std::uint32_t receiver);
bool is_due(const Delivery& delivery, Instant now);
void note_success(Delivery& delivery);
/// The next try comes later each time, and there is a last one.
void note_failure(Delivery& delivery, Instant now, std::string problem);

}  // namespace assay::format
