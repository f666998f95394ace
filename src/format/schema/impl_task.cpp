// SPDX-License-Identifier: MIT
// The schema of IMPL-*.json, from the shapes its reader compares it with.
#include "base/text/join.h"
#include "format/goals/impl_shape.h"
#include "format/json/writer.h"
#include "format/schema/frame.h"

namespace assay::format {

namespace {

class ShapeSchema {
 public:
  explicit ShapeSchema(JsonWriter& json) : json_(json) {}

  /// "type", "properties" and so on of an object that has begun. `form` is what its "type" must
  /// be; empty: anything.
  void put(const Shape& shape, std::string_view form = {}) {
    put_type("object");
    json_.key("properties");
    json_.begin_object();
    for (const Member& member : shape.members) {
      json_.key(member.name);
      json_.begin_object();
      if (!form.empty() && member.name == "type")
        put_words({form});
      else
        put_member(member);
      json_.end_object();
    }
    json_.end_object();
    put_required(shape);
    if (shape.extras == Shape::Extras::kept) return;
    json_.key("additionalProperties");
    json_.boolean(false);
  }

 private:
  using Type = Member::Type;

  void put_type(std::string_view type) {
    json_.key("type");
    json_.text(type);
  }
  void put_words(const std::vector<std::string_view>& words) {
    json_.key("enum");
    json_.begin_array();
    for (const std::string_view word : words) json_.text(word);
    json_.end_array();
  }
  void put_required(const Shape& shape) {
    bool any = false;
    for (const Member& member : shape.members) {
      if (member.need != Member::Need::required) continue;
      if (!any) {
        json_.key("required");
        json_.begin_array();
      }
      any = true;
      json_.text(member.name);
    }
    if (any) json_.end_array();
  }
  void put_member(const Member& member) {
    if (!member.schema.starts_with("\"type\"")) put_by_type(member);
    if (!member.schema.empty()) json_.whole(member.schema);
  }
  void put_by_type(const Member& member) {
    switch (member.type) {
      case Type::text: return put_type("string");
      case Type::words: return put_words(member.words);
      case Type::number: return put_type("number");
      case Type::boolean: return put_type("boolean");
      case Type::object: return put(*member.shape);
      case Type::list: return put_type("array");
      case Type::texts: return put_list([&] { put_type("string"); });
      case Type::booleans: return put_list([&] { put_type("boolean"); });
      case Type::objects: return put_list([&] { put(*member.shape); });
      case Type::text_or_texts:
        return put_either([&] { put_type("string"); },
                          [&] { put_list([&] { put_type("string"); }); });
      case Type::texts_or_objects:
        return put_list(
            [&] { put_either([&] { put_type("string"); }, [&] { put(*member.shape); }); });
      case Type::anything: return;
    }
  }
  template <class Items>
  void put_list(Items items) {
    put_type("array");
    json_.key("items");
    json_.begin_object();
    items();
    json_.end_object();
  }
  template <class One, class Other>
  void put_either(One one, Other other) {
    json_.key("anyOf");
    json_.begin_array();
    json_.begin_object();
    one();
    json_.end_object();
    json_.begin_object();
    other();
    json_.end_object();
    json_.end_array();
  }

  JsonWriter& json_;
};

std::string form_schemas() {
  std::string text;
  for (const FormShape& form : form_shapes()) {
    std::string one;
    JsonWriter json(one);
    json.begin_object();
    ShapeSchema(json).put(form.shape, form.type);
    json.end_object();
    append_part(text, ",", one);
  }
  return text;
}

}  // namespace

std::string impl_task_schema() {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.whole(
      R"("$schema":"http://json-schema.org/draft-07/schema#","title":"assay goals task",)"
      R"("description":"IMPL-*.json of a phase: what a task promised. Members that are not named here are kept.")");
  ShapeSchema(json).put(impl_task_shape());
  json.end_object();
  return indented(filled(text, "@forms", form_schemas()));
}

}  // namespace assay::format
