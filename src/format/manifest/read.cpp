// SPDX-License-Identifier: MIT
#include "core/verify/records.h"
#include "format/json/reader.h"
#include "format/keys/put.h"
#include "format/manifest.h"
#include "format/manifest/command_draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace assay::format {

namespace {

using core::verify::CommandSpec;
using core::verify::Manifest;

std::vector<std::string_view> names_at_top() {
  std::vector<std::string_view> names;
  for_each_key<Manifest>([&](const auto& key) { names.push_back(key.name); });
  return names;
}
const std::vector<std::string_view> top_names = names_at_top();
constexpr std::size_t longest_text = std::size_t{256} << 20;

Given given_by(const JsonReader& in) {
  Given given;
  given.text = in.text();
  switch (in.token()) {
    case JsonToken::text: given.kind = Given::Kind::text; break;
    case JsonToken::boolean: given.kind = Given::Kind::boolean; break;
    case JsonToken::real: given.kind = Given::Kind::real; break;
    case JsonToken::begin_array: given.kind = Given::Kind::list; break;
    case JsonToken::begin_object: given.kind = Given::Kind::object; break;
    case JsonToken::integer:
      given.integer = in.integer<std::int64_t>().value_or(0);
      given.kind = in.integer<std::int64_t>() ? Given::Kind::integer : Given::Kind::real;
      break;
    case JsonToken::null:
    case JsonToken::key:
    case JsonToken::end_object:
    case JsonToken::end_array:
    case JsonToken::end:
    case JsonToken::broken: given.kind = Given::Kind::null; break;
  }
  given.truth = in.truth();
  return given;
}

/// Reads one manifest from where `in` stands. Paths are only put together when there is something
/// to say.
class ManifestReader {
 public:
  ManifestReader(JsonReader& in, ProblemLog& problems) : in_(in), problems_(problems) {}

  void read();
  Manifest take() { return std::move(manifest_); }

 private:
  void read_top_key(std::uint32_t& met);
  Objection put_top_value(std::string_view name, const Given& given);
  void skip_next_value();
  void read_commands();
  void read_command();
  void read_command_value(CommandDraft& draft, const CommandKey& key, std::size_t key_place);
  void read_members(CommandDraft& draft, const CommandKey& key);
  void read_items(CommandDraft& draft, const CommandKey& key);
  void make_room();
  void find_duplicate_ids();
  void report_duplicate_id(std::uint32_t later, std::uint32_t first, std::size_t line);

  bool next_key();
  bool next_item() { return in_.next() != JsonToken::end_array && intact(); }
  bool intact();
  std::string command_path(std::string_view key = {}) const;
  void object(std::size_t place, std::string path, std::string what) {
    problems_.add(place, std::move(path), std::move(what));
  }

  JsonReader& in_;
  ProblemLog& problems_;
  Manifest manifest_;
  std::vector<std::size_t> id_places_;  ///< of each command
  bool broken_ = false;
};

/// False once the text is no JSON any more; says so once.
bool ManifestReader::intact() {
  if (in_.token() != JsonToken::broken) return true;
  if (!broken_) object(in_.offset(), "", in_.fault());
  broken_ = true;
  return false;
}

/// Moves on to the next key of the object; false at its end. A key at fault is treated like any
/// other unknown one.
bool ManifestReader::next_key() { return in_.next() == JsonToken::key && intact(); }

std::string ManifestReader::command_path(std::string_view key) const {
  return fmt::format("commands[{}]{}{}", manifest_.commands.size(), key.empty() ? "" : ".", key);
}

void ManifestReader::read() {
  in_.next();
  if (!intact()) return;
  if (in_.token() != JsonToken::begin_object) {
    object(in_.offset(), "", wrong_type("an object", given_by(in_)));
    return in_.skip_value();
  }
  const std::size_t place = in_.offset();
  std::uint32_t met = 0;
  while (next_key()) read_top_key(met);
  if (!intact()) return;
  const auto commands = std::find(top_names.begin(), top_names.end(), "commands");
  const std::uint32_t bit = 1U << static_cast<unsigned>(commands - top_names.begin());
  if ((met & bit) == 0) object(place, "", "missing key 'commands'");
  find_duplicate_ids();
}

void ManifestReader::read_top_key(std::uint32_t& met) {
  const std::size_t place = in_.offset();
  const auto found = std::find(top_names.begin(), top_names.end(), in_.text());
  if (found == top_names.end()) {
    object(place, "", unknown_key(in_.text(), top_names));
    return skip_next_value();
  }
  const std::uint32_t bit = 1U << static_cast<unsigned>(found - top_names.begin());
  if ((met & bit) != 0) {
    object(place, "", "duplicate key " + quoted(*found));
    return skip_next_value();
  }
  met |= bit;
  in_.next();
  if (!intact()) return;
  if (*found == "commands") return read_commands();
  Objection objection = in_.fault().empty() ? put_top_value(*found, given_by(in_)) : in_.fault();
  if (!objection.empty()) object(in_.offset(), std::string(*found), std::move(objection));
  in_.skip_value();
}

Objection ManifestReader::put_top_value(std::string_view name, const Given& given) {
  Objection objection;
  for_each_key<Manifest>([&](const auto& key) {
    if constexpr (requires { put_value(given, key, manifest_.*key.at); }) {
      if (key.name == name) objection = put_value(given, key, manifest_.*key.at);
    }
  });
  return objection;
}

void ManifestReader::skip_next_value() {
  in_.next();
  in_.skip_value();
  intact();
}

void ManifestReader::read_commands() {
  const std::size_t place = in_.offset();
  if (in_.token() != JsonToken::begin_array) {
    object(place, "commands", wrong_type("a list", given_by(in_)));
    return in_.skip_value();
  }
  while (next_item()) read_command();
  if (manifest_.commands.empty() && intact()) object(place, "commands", "must not be empty");
}

void ManifestReader::read_command() {
  CommandDraft draft;
  const std::size_t place = in_.offset();
  std::size_t id_place = place;
  if (in_.token() == JsonToken::begin_object) {
    while (next_key()) {
      const std::size_t key_place = in_.offset();
      const CommandKey* key = command_key(in_.text(), Origin::manifest);
      if (key == nullptr) {
        object(key_place, command_path(), unknown_key(in_.text(), command_keys(Origin::manifest)));
        skip_next_value();
        continue;
      }
      if (key->name == "id") id_place = key_place;
      read_command_value(draft, *key, key_place);
    }
    if (!intact()) return;
    for (const std::string_view key : draft.missing())
      object(place, command_path(), fmt::format("missing key '{}'", key));
  } else {
    object(place, command_path(), wrong_type("an object", given_by(in_)));
    in_.skip_value();
  }
  make_room();
  id_places_.push_back(id_place);
  manifest_.commands.push_back(draft.finish());
}

void ManifestReader::read_command_value(CommandDraft& draft, const CommandKey& key,
                                        std::size_t key_place) {
  const bool repeated = !draft.meet(key);
  if (repeated) {
    object(key_place, command_path(), fmt::format("duplicate key '{}'", key.name));
    return skip_next_value();
  }
  in_.next();
  if (!intact()) return;
  const JsonToken token = in_.token();
  if (key.add_member && token == JsonToken::begin_object) return read_members(draft, key);
  if (key.add_item && token == JsonToken::begin_array) return read_items(draft, key);
  Objection objection = in_.fault().empty() ? draft.put(key, given_by(in_)) : in_.fault();
  if (!objection.empty()) object(in_.offset(), command_path(key.name), std::move(objection));
  in_.skip_value();
}

void ManifestReader::read_members(CommandDraft& draft, const CommandKey& key) {
  const std::size_t place = in_.offset();
  std::vector<std::string> names;
  while (next_key()) {
    const std::size_t name_place = in_.offset();
    const std::string& name = names.emplace_back(in_.text());
    Objection objection = in_.fault();
    in_.next();
    if (!intact()) return;
    if (objection.empty()) objection = in_.fault();
    if (objection.empty()) objection = key.add_member(draft, name, given_by(in_));
    if (!objection.empty()) object(name_place, command_path(key.name), std::move(objection));
    in_.skip_value();
  }
  for (const std::string& name : repeated_names(names)) {
    object(place, command_path(key.name), "duplicate key " + quoted(name));
  }
}

void ManifestReader::read_items(CommandDraft& draft, const CommandKey& key) {
  for (std::size_t i = 0; next_item(); ++i) {
    Objection objection = in_.fault().empty() ? key.add_item(draft, given_by(in_)) : in_.fault();
    if (!objection.empty()) {
      object(in_.offset(), fmt::format("{}[{}]", command_path(key.name), i), std::move(objection));
    }
    in_.skip_value();
  }
}

/// Doubling would leave half of a large list empty. How far the text is read tells how many are to
/// come.
void ManifestReader::make_room() {
  std::vector<CommandSpec>& commands = manifest_.commands;
  const std::size_t count = commands.size();
  if (count < 1024 || count < commands.capacity()) return;
  const double share =
      static_cast<double>(in_.offset()) / static_cast<double>(in_.document().size());
  const auto expected = static_cast<std::size_t>(static_cast<double>(count) / share * 1.01) + 16;
  const std::size_t room = std::clamp(expected, count + count / 8, count * 16);
  commands.reserve(room);
  id_places_.reserve(room);
}

/// By sorting, because no choice of ids can make that slow.
void ManifestReader::find_duplicate_ids() {
  const std::vector<CommandSpec>& commands = manifest_.commands;
  std::vector<std::uint32_t> order(commands.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const int compared = commands[a].id.compare(commands[b].id);
    return compared != 0 ? compared < 0 : a < b;
  });
  struct Pair {
    std::uint32_t later = 0;
    std::uint32_t first = 0;
  };
  std::vector<Pair> pairs;
  for (std::size_t i = 1, first = 0; i < order.size(); ++i) {
    const std::string& id = commands[order[i]].id;
    if (id.empty() || id != commands[order[first]].id) {
      first = i;
    } else {
      pairs.push_back({order[i], order[first]});
    }
  }
  std::sort(pairs.begin(), pairs.end(), [](Pair a, Pair b) { return a.later < b.later; });
  // Counting lines is slow work, and nobody sees what comes behind the first hundred.
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const bool seen = i < ProblemLog::shown_max;
    const std::size_t line = seen ? line_of(in_.document(), id_places_[pairs[i].first]) : 0;
    report_duplicate_id(pairs[i].later, pairs[i].first, line);
  }
}

void ManifestReader::report_duplicate_id(std::uint32_t later, std::uint32_t first,
                                         std::size_t line) {
  object(id_places_[later], fmt::format("commands[{}].id", later),
         fmt::format("duplicate id {}, first used on line {} by commands[{}]",
                     quoted(manifest_.commands[later].id), line, first));
}

}  // namespace

ManifestReading read_manifest_json(std::string_view name, std::string_view text) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  ManifestReading reading;
  ProblemLog problems(name);
  if (text.size() > longest_text) {
    problems.add(0, "", fmt::format("larger than {} MiB", longest_text >> 20));
    reading.problems = problems.by_offset(text);
    return reading;
  }
  if (text.substr(0, byte_order_mark.size()) == byte_order_mark) {
    problems.add(0, "", "starts with a byte order mark; save it as plain UTF-8");
    text.remove_prefix(byte_order_mark.size());
  }
  JsonReader in(text);
  ManifestReader reader(in, problems);
  reader.read();
  if (in.token() != JsonToken::broken && in.next() == JsonToken::broken) {
    problems.add(in.offset(), "", in.fault());
  }
  reading.manifest = reader.take();
  reading.problems = problems.by_offset(text);
  return reading;
}

}  // namespace assay::format
