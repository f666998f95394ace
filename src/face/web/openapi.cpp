// SPDX-License-Identifier: MIT
// The document of the API, from its table of routes and the lists of its records.
#include "face/web/given.h"
#include "format/schema/keys.h"

#include <tuple>

namespace assay::web {

namespace {

using format::JsonNode;
using format::JsonWriter;
using format::KeySchema;

/// Everything that an answer is made of.
using Records =
    std::tuple<ProblemShown, ProblemsShown, SpentShown, RunShown, ServerShown, VerifiedShown,
               WorkspaceShown, OverviewShown, TallyShown, RunsShown, CountsShown, GateRowShown,
               StageShown, VerifyShapeShown, LayerShown, LoopTaskShown, LoopShapeShown, JobShown,
               StepNodeShown, RouteShown, LoopBudgetShown, VoteShown, ApprovalShown,
               PipelineTaskShown, CheckShown, PipelineShapeShown, FindingShown, GoalTaskShown,
               GapShown, GoalsShapeShown, ClaimShown, AgentShapeShown, LimitShown, ForecastShown,
               OptionShown, QuestionShown, QuestionsShown, EnteredShown, TreesShown, RunPageShown,
               GatesShown, AttemptRowShown, AttemptsShown, BucketShown, TimelineShown,
               StepEventShown, EventsShown, ExplainShown, RunChangedShown, LogGrownShown,
               CommandTalkShown, TalkShown, LogHeadShown, AttemptPageShown, LogShown, LogHitShown,
               LogHitsShown, MomentShown, TranscriptShown, DiffFileShown, DiffShown, FileShown,
               TestsPageShown, TestRunShown, TestHistoryShown, KnownFailureShown,
               KnownFailuresShown, DayShown, SpendingShown, LedgerFaultShown, SealShown,
               LedgerShown, AttestationShown, SideShown, ComparedShown, CompareShown, DoneShown,
               shown::GateShown, shown::StatusShown, shown::OutcomeShown, shown::TestShown>;

constexpr std::string_view schemas = "#/components/schemas/";

template <class Use>
void for_each_record(Use use) {
  const auto each = [&]<class... All>(std::tuple<All...>*) { (use(Of<All>{}), ...); };
  each(static_cast<Records*>(nullptr));
}

class Document {
 public:
  explicit Document(std::string& out) : json_(out, format::JsonLayout::indented) {}

  void write() {
    json_.begin_object();
    put("openapi", "3.1.0");
    write_info();
    write_servers();
    write_paths();
    write_components();
    json_.end_object();
  }

 private:
  void put(std::string_view key, std::string_view text) {
    json_.any_key(key);
    json_.text(text);
  }
  template <class Inside>
  void object(std::string_view key, Inside inside) {
    json_.any_key(key);
    json_.begin_object();
    inside();
    json_.end_object();
  }

  void write_info() {
    object("info", [&] {
      put("title", "assay web");
      put("version", "1");
      put("description",
          "What `assay web` serves to its page and to scripts. Every request carries "
          "`Authorization: "
          "Bearer TOKEN`. Times are RFC 3339 in UTC. Texts of agents, logs and files are text: "
          "they "
          "may hold markup, escape sequences and control characters, and are valid UTF-8. Answers "
          "have an ETag: ask with If-None-Match. `HEAD` is answered wherever GET is. A stream is "
          "asked for with `Accept: text/event-stream` and taken up again with `Last-Event-ID`; a "
          "line with a colon comes at least every 15 seconds.");
    });
    json_.any_key("security");
    json_.begin_array();
    json_.begin_object();
    json_.any_key("token");
    json_.begin_array();
    json_.end_array();
    json_.end_object();
    json_.end_array();
  }

  void write_servers() {
    json_.any_key("servers");
    json_.begin_array();
    json_.begin_object();
    put("url", api_root);
    json_.end_object();
    json_.end_array();
  }

  void write_paths() {
    object("paths", [&] {
      for (const Route& route : routes())
        object(route.path, [&] {
          object(route.method == "GET" ? "get" : "post", [&] { write_operation(route); });
        });
    });
  }

  void write_operation(const Route& route) {
    put("operationId", route.name);
    put("summary", route.about);
    if (route.kind == Kind::enters) {
      json_.any_key("security");
      json_.begin_array();
      json_.end_array();
    }
    json_.any_key("parameters");
    json_.begin_array();
    write_path_parameters(route.path);
    if (route.kind == Kind::streams) write_parameter("Last-Event-ID", "header", false);
    if (route.describe_query != nullptr) route.describe_query(json_);
    json_.end_array();
    if (!route.body.name.empty())
      object("requestBody", [&] {
        json_.any_key("required");
        json_.boolean(true);
        write_content("application/json", route.body.name);
      });
    object("responses", [&] {
      object("200", [&] { write_answer(route); });
      object("default", [&] {
        put("description", "Why not.");
        write_content("application/json", "Problems");
      });
    });
  }

  void write_path_parameters(std::string_view path) {
    for (std::size_t at = path.find('{'); at != path.npos; at = path.find('{', at + 1))
      write_parameter(path.substr(at + 1, path.find('}', at) - at - 1), "path", true);
  }

  void write_parameter(std::string_view name, std::string_view in, bool required) {
    json_.begin_object();
    put("name", name);
    put("in", in);
    json_.any_key("required");
    json_.boolean(required);
    object("schema", [&] { put("type", "string"); });
    json_.end_object();
  }

  void write_answer(const Route& route) {
    put("description", route.kind == Kind::downloads ? "The file." : "The answer.");
    if (route.kind == Kind::downloads) {
      return object("content",
                    [&] { object("application/octet-stream", [&] { object("schema", [] {}); }); });
    }
    object("content", [&] {
      write_schema("application/json", route.answer.name);
      if (route.kind == Kind::streams)
        object("text/event-stream", [&] { object("schema", [&] { put("type", "string"); }); });
    });
  }

  void write_content(std::string_view type, std::string_view name) {
    object("content", [&] { write_schema(type, name); });
  }
  void write_schema(std::string_view type, std::string_view name) {
    object(type,
           [&] { object("schema", [&] { put("$ref", std::string(schemas).append(name)); }); });
  }

  void write_components() {
    object("components", [&] {
      object("securitySchemes", [&] {
        object("token", [&] {
          put("type", "http");
          put("scheme", "bearer");
        });
      });
      object("schemas", [&] {
        for_each_record([&]<class T>(Of<T>) { write_record<T>(format::Notation::result); });
        write_record<AnswerGiven>(format::Notation::json);
        write_record<EnterGiven>(format::Notation::json);
        write_record<Nothing>(format::Notation::json);
      });
    });
  }

  template <class T>
  void write_record(format::Notation notation) {
    KeySchema schema(json_, notation, "");
    for_each_record([&]<class Other>(Of<Other>) {
      schema.refer<Other>(std::string(schemas) + described<Other>().name);
    });
    object(described<T>().name, [&] { schema.object<T>(); });
  }

  JsonWriter json_;
};

}  // namespace

void describe_parameters(JsonWriter& json, std::string_view schema) {
  constexpr std::size_t nodes_max = 10'000;
  const format::JsonTree tree = format::read_json_tree(schema, nodes_max);
  ENSURE(tree.fault.empty());
  const JsonNode* properties = tree.root.find("properties");
  const JsonNode* required = tree.root.find("required");
  for (std::size_t i = 0; i < properties->items.size(); ++i) {
    bool is_required = false;
    for (const JsonNode& name : required == nullptr ? std::vector<JsonNode>{} : required->items)
      is_required = is_required || name.text == properties->names[i];
    json.begin_object();
    json.key("name");
    json.text(properties->names[i]);
    json.key("in");
    json.text("query");
    json.key("required");
    json.boolean(is_required);
    json.key("schema");
    format::write_json_tree(json, properties->items[i]);
    json.end_object();
  }
}

std::string openapi() {
  std::string out;
  Document(out).write();
  return out + "\n";
}

}  // namespace assay::web
