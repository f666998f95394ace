// SPDX-License-Identifier: MIT
// `assay bus`: the messages of a team.
#include "api/bus.h"

#include "base/text/escape.h"
#include "base/text/join.h"
#include "face/cli/commands.h"
#include "format/bus/bus.h"
#include "format/json/fields.h"

#include <fmt/format.h>

namespace assay::cli {

namespace {

using core::bus::Line;
using core::bus::Message;

struct BusFlags {
  std::string team;
  std::string dir;
  bool json = false;
  Message message;
  std::string id;
  api::MessageFilter filter;
  bool has_last = false;
};

std::string told(std::string_view text) {
  std::string line = printable(text);
  for (char& c : line) {
    if (c == '\n' || c == '\t') c = ' ';
  }
  return line;
}

std::string formatted(const Message& message) {
  return fmt::format("{} {} [{} → {}] ({}) {}", told(message.id), told(message.ts),
                     told(message.from), told(message.to), told(message.type),
                     told(message.summary));
}

class BusCommand {
 public:
  BusCommand(Session& session, const BusFlags& flags) : session_(session), flags_(flags) {
    as_json_ = flags.json || session.format == OutputFormat::json;
  }

  void log() {
    const auto place = this->place();
    if (!place) return;
    const auto logged = api::log_message(flags_.message, *place, session_.outside);
    if (!logged) return session_.fail(logged.error());
    if (!as_json_) return session_.out(formatted(*logged) + "\n");
    object([&](format::JsonWriter& json) {
      format::Fields(json).text("id", logged->id);
      json.key("message");
      format::write_bus_message(json, *logged);
    });
  }

  void read() {
    if (flags_.id.empty() && !flags_.has_last) {
      return session_.fail(Error{Fault::bad_input, "read needs --id MSG-n or --last N"});
    }
    const auto place = this->place();
    if (!place) return;
    if (!flags_.id.empty()) {
      const auto message = api::read_message(flags_.id, *place, session_.outside);
      if (!message) return session_.fail(message.error());
      return show(*message);
    }
    const auto list = api::list_messages(flags_.filter, *place, session_.outside);
    if (!list) return session_.fail(list.error());
    if (as_json_) return show_list(*list);
    for (const Message& message : list->messages) show(message);
    complain(list->corrupt);
  }

  void list() {
    const auto place = this->place();
    if (!place) return;
    const auto list = api::list_messages(flags_.filter, *place, session_.outside);
    if (!list) return session_.fail(list.error());
    if (as_json_) return show_list(*list);
    for (const Message& message : list->messages) session_.out(formatted(message) + "\n");
    complain(list->corrupt);
  }

  void status() {
    const auto place = this->place();
    if (!place) return;
    const auto status = api::bus_status(*place, session_.outside);
    if (!status) return session_.fail(status.error());
    if (as_json_) return show_status(*status);
    for (const api::MemberStatus& member : status->members) {
      session_.out(fmt::format("{}  {}  {}  {} message{}\n", told(member.member),
                               told(member.last_seen), told(member.last_action),
                               member.message_count, member.message_count == 1 ? "" : "s"));
    }
    complain(status->corrupt);
  }

  void remove() {
    const auto place = this->place();
    if (!place) return;
    const auto done = api::delete_message(flags_.id, *place, session_.outside);
    if (!done) return session_.fail(done.error());
    if (!as_json_) return session_.out("deleted " + told(flags_.id) + "\n");
    object([&](format::JsonWriter& json) { format::Fields(json).text("deleted", flags_.id); });
  }

  void clear() {
    const auto place = this->place();
    if (!place) return;
    const auto lines = api::clear_bus(*place, session_.outside);
    if (!lines) return session_.fail(lines.error());
    if (!as_json_) return session_.out(fmt::format("deleted {} lines\n", *lines));
    object([&](format::JsonWriter& json) { format::Fields(json).number("deleted", *lines); });
  }

 private:
  std::optional<api::BusPlace> place() {
    if (!flags_.dir.empty()) return api::BusPlace{flags_.dir, flags_.team};
    const auto found = session_.site();
    if (found) return api::BusPlace{found->place.workspace, flags_.team};
    session_.fail(found.error());
    return std::nullopt;
  }

  template <class Write>
  void object(const Write& write) {
    std::string out;
    format::JsonWriter json(out, format::JsonLayout::indented);
    json.begin_object();
    write(json);
    json.end_object();
    session_.out(out + "\n");
  }

  void show(const Message& message) {
    if (as_json_) {
      std::string out;
      format::JsonWriter json(out, format::JsonLayout::indented);
      format::write_bus_message(json, message);
      return session_.out(out + "\n");
    }
    session_.out(formatted(message) + "\n");
    if (!message.ref.empty()) session_.out("  ref: " + told(message.ref) + "\n");
    if (!message.data.empty()) session_.out("  data: " + told(message.data) + "\n");
  }

  static void put_corrupt(format::JsonWriter& json, const std::vector<Line>& lines) {
    json.key("corrupt");
    json.begin_array();
    for (const Line& line : lines) {
      json.begin_object();
      format::Fields(json)
          .number("line", line.number)
          .text("fault", line.fault)
          .text("text", line.text);
      json.end_object();
    }
    json.end_array();
  }

  void show_list(const api::MessageList& list) {
    std::string lines;
    for (const Message& message : list.messages) {
      append_part(lines, "\n", formatted(message));
    }
    object([&](format::JsonWriter& json) {
      format::Fields(json).number("total", list.total).number("showing", list.messages.size());
      json.key("messages");
      json.begin_array();
      for (const Message& message : list.messages) format::write_bus_message(json, message);
      json.end_array();
      format::Fields(json).text("formatted", lines);
      put_corrupt(json, list.corrupt);
    });
  }

  void show_status(const api::BusStatus& status) {
    object([&](format::JsonWriter& json) {
      json.key("members");
      json.begin_array();
      for (const api::MemberStatus& member : status.members) {
        json.begin_object();
        format::Fields(json)
            .text("member", member.member)
            .text("lastSeen", member.last_seen)
            .text("lastAction", member.last_action)
            .number("messageCount", member.message_count);
        json.end_object();
      }
      json.end_array();
      format::Fields(json).number("total_messages", status.total);
      put_corrupt(json, status.corrupt);
    });
  }

  void complain(const std::vector<Line>& corrupt) {
    for (const Line& line : corrupt) {
      session_.problem(fmt::format("assay: messages.jsonl:{}: {}; the line is kept\n", line.number,
                                   printable(line.fault)));
    }
  }

  Session& session_;
  const BusFlags& flags_;
  bool as_json_ = false;
};

using SharedFlags = std::shared_ptr<BusFlags>;

CLI::App* add_operation(CLI::App& bus, const SharedFlags& flags, const std::string& name,
                        const std::string& about) {
  CLI::App* operation = bus.add_subcommand(name, about);
  operation->add_option("--team", flags->team, "Whose messages")->required()->type_name("TEAM");
  operation
      ->add_option("--dir", flags->dir,
                   "The directory that holds .workflow. Default: the workspace")
      ->type_name("DIR");
  operation->add_flag("--json", flags->json, "The same as --format json");
  return operation;
}

void add_names(CLI::App* operation, std::string& from, std::string& to, std::string& type) {
  operation->add_option("--from", from, "Who says it")->type_name("ROLE");
  operation->add_option("--to", to, "To whom")->type_name("ROLE");
  operation->add_option("--type", type, "What kind of message")->type_name("TYPE");
}

void add_last(CLI::App* operation, const SharedFlags& flags) {
  operation
      ->add_option_function<std::size_t>(
          "--last",
          [flags](const std::size_t& count) {
            flags->filter.last = count;
            flags->has_last = true;
          },
          "How many, newest last. Default: 20")
      ->check(CLI::Range(1, 100))
      ->type_name("N");
}

}  // namespace

void add_bus(CLI::App& root, Session& session) {
  auto flags = std::make_shared<BusFlags>();
  CLI::App* bus = root.add_subcommand("bus", "Messages between the members of a team");
  bus->require_subcommand(1);
  const auto on = [&session, flags](CLI::App* operation, void (BusCommand::*run)()) {
    operation->callback([&session, flags, run] { (BusCommand(session, *flags).*run)(); });
  };

  CLI::App* log = add_operation(*bus, flags, "log", "Append a message and print it with its id");
  add_names(log, flags->message.from, flags->message.to, flags->message.type);
  log->add_option("--summary", flags->message.summary, "What is said")->type_name("TEXT");
  log->add_option("--ref", flags->message.ref, "A file it is about")->type_name("PATH");
  log->add_option("--data", flags->message.data, "More of it, as JSON")->type_name("JSON");
  on(log, &BusCommand::log);

  CLI::App* read = add_operation(*bus, flags, "read", "Print messages whole");
  read->add_option("--id", flags->id, "Which one")->type_name("MSG-n");
  add_last(read, flags);
  on(read, &BusCommand::read);

  CLI::App* list = add_operation(*bus, flags, "list", "List messages, one per line");
  add_names(list, flags->filter.from, flags->filter.to, flags->filter.type);
  add_last(list, flags);
  on(list, &BusCommand::list);

  on(add_operation(*bus, flags, "status", "Who said what last"), &BusCommand::status);

  CLI::App* remove = add_operation(*bus, flags, "delete", "Take out one message");
  remove->add_option("--id", flags->id, "Which one")->type_name("MSG-n");
  on(remove, &BusCommand::remove);

  on(add_operation(*bus, flags, "clear", "Take out all messages"), &BusCommand::clear);
}

}  // namespace assay::cli
