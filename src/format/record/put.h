// SPDX-License-Identifier: MIT
// Writing records by their field lists: what has its default is left out, and the reader fills it
// in. Times are counted in milliseconds, which their keys say.
#pragma once

#include "base/digest.h"
#include "base/record.h"
#include "format/json/writer.h"

namespace assay::format::stored {

struct NothingBeside {};

/// Most records are what their fields say. For others this says what is kept beside them, and what
/// has to be made or checked when all of them are read.
template <class T>
struct Whole {
  using Beside = NothingBeside;
};

/// Values that are written in words of their own.
template <class Codec>
struct Spelling;

template <class T>
inline constexpr std::string_view unit_of = {};
template <>
inline constexpr std::string_view unit_of<Millis> = "_ms";
template <>
inline constexpr std::string_view unit_of<Instant> = "_ms";
template <class T>
inline constexpr std::string_view unit_of<std::optional<T>> = unit_of<T>;

template <class T>
void put_value(JsonWriter& out, const T& value);
template <HasFields T>
void put_fields(JsonWriter& out, const T& record);

inline void put_time(JsonWriter& out, Millis length) { out.number(length.count()); }
inline void put_time(JsonWriter& out, Instant at) { put_time(out, at.time_since_epoch()); }

template <class T>
void put_held(JsonWriter& out, const std::vector<T>& list) {
  out.begin_array();
  for (const T& item : list) put_value(out, item);
  out.end_array();
}
template <class T>
void put_held(JsonWriter& out, const std::optional<T>& value) {
  value ? put_value(out, *value) : out.null();
}
template <class T>
void put_held(JsonWriter& out, const std::shared_ptr<T>& value) {
  put_value(out, *value);
}
template <class T>
void put_held(JsonWriter& out, const std::map<std::string, T>& values) {
  out.begin_object();
  for (const auto& [name, value] : values) {
    out.any_key(name);
    put_value(out, value);
  }
  out.end_object();
}

template <class T>
void put_value(JsonWriter& out, const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    out.boolean(value);
  } else if constexpr (std::is_integral_v<T>) {
    out.number(value);
  } else if constexpr (std::is_convertible_v<T, std::string_view>) {
    out.text(value);
  } else if constexpr (std::is_same_v<T, Digest>) {
    out.text(value.hex());
  } else if constexpr (!unit_of<T>.empty()) {
    put_time(out, value);
  } else if constexpr (HasWords<T>) {
    out.text(to_text(value));
  } else if constexpr (std::is_enum_v<T>) {
    out.number(static_cast<std::uint32_t>(value));
  } else if constexpr (HasFields<T>) {
    out.begin_object();
    put_fields(out, value);
    out.end_object();
  } else {
    put_held(out, value);
  }
}

/// Whether there is nothing to write.
template <class T>
bool is_none(const T& value) {
  if constexpr (requires { value.has_value(); })
    return !value.has_value();
  else if constexpr (requires { value.get(); })
    return value == nullptr;
  else
    return false;
}

template <class T>
void put_under(JsonWriter& out, std::string_view name, const T& value) {
  out.key(name, unit_of<T>);
  if constexpr (requires { value.has_value(); })
    put_value(out, *value);
  else
    put_value(out, value);
}

/// One entry of a field list. `standard` is a new record.
template <class T, class Member>
void put_field(JsonWriter& out, const T& record, const T& standard,
               const Field<T, Member, Plain>& field) {
  const Member& value = record.*field.at;
  if (is_none(value)) return;
  if (field.keep != Keep::unless_default || !is_equal(value, standard.*field.at))
    put_under(out, field.name, value);
}

template <class T, class Member>
void put_field(JsonWriter& out, const T& record, const T&, const Field<T, Member, Flat>& field) {
  const Member& value = record.*field.at;
  if constexpr (HasFields<Member>)
    put_fields(out, value);
  else if (!is_none(value))
    put_fields(out, *value);
}

template <class T, class Member>
void put_field(JsonWriter&, const T&, const T&, const Field<T, Member, Absent>&) {}

template <class T, class Member>
void put_field(JsonWriter& out, const T& record, const T&,
               const Field<T, Member, Opposite>& field) {
  if (record.*field.at) return;
  out.key(field.shape.name);
  out.boolean(true);
}

template <class T, class Member>
void put_field(JsonWriter& out, const T& record, const T&, const Field<T, Member, Pairs>& field) {
  if ((record.*field.at).empty()) return;
  out.key(field.name);
  out.begin_array();
  for (const auto& [first, second] : record.*field.at) {
    put_value(out, first);
    put_value(out, second);
  }
  out.end_array();
}

template <class T, class Member>
void put_field(JsonWriter& out, const T& record, const T&, const Field<T, Member, Members>& field) {
  if ((record.*field.at).empty()) return;
  out.key(field.name);
  out.begin_object();
  for (const auto& [name, value] : record.*field.at) {
    out.any_key(name);
    put_value(out, value);
  }
  out.end_object();
}

template <class T, class Member>
void put_field(JsonWriter& out, const T& record, const T&,
               const Field<T, Member, LowerCase>& field) {
  std::string word(to_text(record.*field.at));
  for (char& letter : word) letter = static_cast<char>(letter | 0x20);
  put_under(out, field.name, word);
}

template <class T, class Member, class Make>
void put_field(JsonWriter& out, const T& record, const T&,
               const Field<T, Member, Unless<Make>>& field) {
  if (!is_equal(record.*field.at, field.shape.make(record)))
    put_under(out, field.name, record.*field.at);
}

template <class T, class Member, std::size_t size>
void put_field(JsonWriter& out, const T& record, const T&,
               const Field<T, Member, OneOf<size>>& field) {
  out.key(field.shape.names[(record.*field.at).index()]);
  std::visit([&](const auto& held) { put_value(out, *held); }, record.*field.at);
}

inline void put_words(JsonWriter& out, std::string_view name,
                      const std::vector<std::string>& words) {
  if (!words.empty()) put_under(out, name, words);
}
template <class T, class Member, class Codec>
void put_field(JsonWriter& out, const T& record, const T&,
               const Field<T, Member, By<Codec>>& field) {
  put_words(out, field.name, Spelling<Codec>::words(record.*field.at));
}
template <class T, class Member, class Codec>
void put_field(JsonWriter& out, const T& record, const T&,
               const Field<T, Member, View<Codec>>& field) {
  put_words(out, field.name, Spelling<Codec>::words(record.*field.at));
}

template <class Beside, class Member>
void put_beside(JsonWriter& out, const Beside& beside, const BesideField<Beside, Member>& field) {
  static const Beside standard{};
  if (field.keep != Keep::unless_default || !is_equal(beside.*field.at, standard.*field.at))
    put_under(out, field.name, beside.*field.at);
}

template <HasFields T>
void put_fields(JsonWriter& out, const T& record) {
  static const T standard{};
  if constexpr (requires { Whole<T>::beside(record); }) {
    const auto beside = Whole<T>::beside(record);
    for_each_field<T>([&](const auto& field) {
      if constexpr (requires { put_beside(out, beside, field); })
        put_beside(out, beside, field);
      else
        put_field(out, record, standard, field);
    });
  } else {
    for_each_field<T>([&](const auto& field) { put_field(out, record, standard, field); });
  }
}

// For those who read results: every field has a value, be it the default.

template <class T>
void show_value(JsonWriter& out, const T& value) {
  if constexpr (HasFields<T>) {
    out.begin_object();
    for_each_field<T>([&](const auto& field) {
      out.key(field.name);
      show_value(out, value.*field.at);
    });
    out.end_object();
  } else {
    put_value(out, value);
  }
}
template <HasFields T>
void show_value(JsonWriter& out, const std::vector<T>& list) {
  out.begin_array();
  for (const T& item : list) show_value(out, item);
  out.end_array();
}
template <class T>
void show(JsonWriter& out, std::string_view name, const T& value) {
  out.key(name);
  show_value(out, value);
}

}  // namespace assay::format::stored
