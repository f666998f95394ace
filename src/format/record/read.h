// SPDX-License-Identifier: MIT
// Reading records by their field lists, straight from the text. A key that no list has is an error:
// leaving out what a newer assay wrote could change a decision.
#pragma once

#include "format/record/values.h"

namespace assay::format::stored {

/// Which of the keys of a record were met, those of its flat parts among them.
using Met = std::uint64_t;

template <class Entry>
struct Slots {
  static constexpr std::size_t count = 1;
};
template <HasFields T>
constexpr std::size_t slots_of();
template <class T>
struct Pointee {
  using Type = T;
};
template <class T>
struct Pointee<std::optional<T>> {
  using Type = T;
};
template <class T>
struct Pointee<std::shared_ptr<const T>> {
  using Type = T;
};
template <class Owner, class Member>
struct Slots<Field<Owner, Member, Flat>> {
  static constexpr std::size_t count = slots_of<typename Pointee<Member>::Type>();
};
template <HasFields T>
constexpr std::size_t slots_of() {
  return std::apply(
      [](const auto&... each) {
        return (Slots<std::remove_cvref_t<decltype(each)>>::count + ... + 0);
      },
      fields_in<T>.fields);
}

/// A key that was met, what was met before, and the slot of the field it is held against.
struct Asked {
  std::string_view key;  ///< gone once its value is being read
  Met& met;
  std::size_t slot = 0;

  Met bit() const { return Met{1} << slot; }
};

/// Reads the value of one key if it is one of a record's own.
template <HasFields T>
class Fields {
 public:
  using Beside = typename Whole<T>::Beside;

  Fields(In& in, T& record, Beside& beside) : in_(in), record_(record), beside_(beside) {}

  /// False: the key is not known here. `first` is the slot of the first field.
  bool read(std::string_view key, Met& met, std::size_t first) {
    return each(first, [&](const auto& field, std::size_t slot) {
      return read_field(field, Asked{key, met, slot});
    });
  }
  const Result<>& result() const { return result_; }

  /// When all keys are read: is everything there that must be?
  Result<> finish(Met met, std::size_t first) {
    each(first, [&](const auto& field, std::size_t slot) {
      finish_field(field, met, slot);
      return !result_;
    });
    return result_;
  }

 private:
  /// Until `use` says true.
  template <class Use>
  bool each(std::size_t slot, Use use) {
    const auto next = [&](const auto& field) {
      const std::size_t at = slot;
      slot += Slots<std::remove_cvref_t<decltype(field)>>::count;
      return use(field, at);
    };
    return std::apply([&](const auto&... fields) { return (next(fields) || ... || false); },
                      fields_in<T>.fields);
  }

  template <class Value>
  bool take(Asked asked, std::string_view name, Value& value) {
    constexpr std::string_view unit = unit_of<Value>;
    if (asked.key.size() != name.size() + unit.size()) return false;
    if (!asked.key.starts_with(name) || !asked.key.ends_with(unit)) return false;
    return take_with(asked, [&] { return read_value(in_, value); });
  }
  template <class Read>
  bool take_with(Asked asked, Read read) {
    if ((asked.met & asked.bit()) != 0) {
      result_ = duplicate_field(asked.key);
    } else {
      asked.met |= asked.bit();
      result_ = read();
    }
    return true;
  }

  template <class Member>
  bool read_field(const Field<T, Member, Plain>& field, Asked asked) {
    return take(asked, field.name, record_.*field.at);
  }
  template <class Member, class Make>
  bool read_field(const Field<T, Member, Unless<Make>>& field, Asked asked) {
    return take(asked, field.name, record_.*field.at);
  }
  template <class Member>
  bool read_field(const BesideField<Beside, Member>& field, Asked asked) {
    return take(asked, field.name, beside_.*field.at);
  }
  template <class Member>
  bool read_field(const Field<T, Member, Absent>&, Asked) {
    return false;
  }

  template <class Member>
  bool read_field(const Field<T, Member, Flat>& field, Asked asked) {
    using Inner = typename Pointee<Member>::Type;
    NothingBeside none;
    if constexpr (HasFields<Member>) {
      Fields<Inner> inner(in_, record_.*field.at, none);
      if (!inner.read(asked.key, asked.met, asked.slot)) return false;
      result_ = inner.result();
    } else {
      Inner made = record_.*field.at ? *(record_.*field.at) : Inner{};
      Fields<Inner> inner(in_, made, none);
      if (!inner.read(asked.key, asked.met, asked.slot)) return false;
      result_ = inner.result();
      hold(record_.*field.at, std::move(made));
    }
    return true;
  }
  template <class Inner>
  static void hold(std::optional<Inner>& where, Inner made) {
    where = std::move(made);
  }
  template <class Inner>
  static void hold(std::shared_ptr<const Inner>& where, Inner made) {
    where = std::make_shared<const Inner>(std::move(made));
  }

  template <class Member>
  bool read_field(const Field<T, Member, Opposite>& field, Asked asked) {
    bool opposite = false;
    if (!take(asked, field.shape.name, opposite)) return false;
    record_.*field.at = !opposite;
    return true;
  }

  template <class Member>
  bool read_field(const Field<T, Member, Pairs>& field, Asked asked) {
    if (asked.key != field.name) return false;
    return take_with(asked, [&] { return read_pairs(field.name, record_.*field.at); });
  }
  template <class First, class Second>
  Result<> read_pairs(std::string_view name, std::vector<std::pair<First, Second>>& out) {
    return read_list(in_, [&]() -> Result<> {
      auto& pair = out.emplace_back();
      TRY(read_value(in_, pair.first));
      if (!in_.json.more()) return bad_body(std::string(name) + ": a name without a value");
      return read_value(in_, pair.second);
    });
  }

  template <class Member>
  bool read_field(const Field<T, Member, Members>& field, Asked asked) {
    if (asked.key != field.name) return false;
    return take_with(asked, [&] { return read_members(record_.*field.at); });
  }
  template <class Value>
  Result<> read_members(std::vector<std::pair<std::string, Value>>& out) {
    TRY(expect(in_, JsonToken::begin_object, "an object"));
    while (in_.json.next() == JsonToken::key) {
      auto& pair = out.emplace_back();
      pair.first = in_.json.text();
      TRY(read_value(in_, pair.second));
    }
    if (in_.json.token() == JsonToken::broken) return bad_body(in_.json.fault());
    return {};
  }

  template <class Member>
  bool read_field(const Field<T, Member, LowerCase>& field, Asked asked) {
    std::string word;
    if (!take(asked, field.name, word)) return false;
    if (!result_) return true;
    std::string capitals = word;
    for (char& letter : capitals) letter = static_cast<char>(letter & ~0x20);
    const std::optional<Member> value = value_of<Member>(capitals);
    if (value)
      record_.*field.at = *value;
    else
      result_ = bad_body("unknown word '" + word + "'");
    return true;
  }

  template <class Member, std::size_t size>
  bool read_field(const Field<T, Member, OneOf<size>>& field, Asked asked) {
    const auto& names = field.shape.names;
    const auto found = std::find(names.begin(), names.end(), asked.key);
    if (found == names.end()) return false;
    const auto index = static_cast<std::size_t>(found - names.begin());
    if ((asked.met & asked.bit()) != 0) {
      const bool again = (record_.*field.at).index() == index;
      result_ = again ? duplicate_field(asked.key) : bad_body(std::string(field.shape.otherwise));
      return true;
    }
    asked.met |= asked.bit();
    read_alternative<0>(record_.*field.at, index);
    return true;
  }
  template <std::size_t number, class... Held>
  void read_alternative(std::variant<Held...>& out, std::size_t index) {
    if constexpr (number < sizeof...(Held)) {
      if (number == index)
        result_ = read_value(in_, out.template emplace<number>());
      else
        read_alternative<number + 1>(out, index);
    }
  }

  template <class Member, class Codec>
  bool read_field(const Field<T, Member, By<Codec>>& field, Asked asked) {
    return read_spelled<Codec>(asked, field.name, record_.*field.at);
  }
  template <class Member, class Codec>
  bool read_field(const Field<T, Member, View<Codec>>& field, Asked asked) {
    return read_spelled<Codec>(asked, field.name, record_.*field.at);
  }
  template <class Codec, class Member>
  bool read_spelled(Asked asked, std::string_view name, Member& out) {
    std::vector<std::string> words;
    if (!take(asked, name, words)) return false;
    if (result_) result_ = Spelling<Codec>::read(words, out);
    return true;
  }

  template <class Entry>
  void finish_field(const Entry& field, Met met, std::size_t slot) {
    const bool there = (met & (Met{1} << slot)) != 0;
    if (!there && field.keep == Keep::required) result_ = missing_field(field.name);
  }
  template <class Member, class Make>
  void finish_field(const Field<T, Member, Unless<Make>>& field, Met met, std::size_t slot) {
    if ((met & (Met{1} << slot)) == 0) record_.*field.at = field.shape.make(record_);
  }
  template <class Member, std::size_t size>
  void finish_field(const Field<T, Member, OneOf<size>>& field, Met met, std::size_t slot) {
    if ((met & (Met{1} << slot)) == 0) result_ = bad_body(std::string(field.shape.otherwise));
  }
  template <class Member>
  void finish_field(const Field<T, Member, Flat>& field, Met met, std::size_t slot) {
    NothingBeside none;
    if constexpr (HasFields<Member>)
      result_ = Fields<Member>(in_, record_.*field.at, none).finish(met, slot);
  }

  In& in_;
  T& record_;
  Beside& beside_;
  Result<> result_;
};

template <HasFields T>
Result<> read_value(In& in, T& out) {
  static_assert(slots_of<T>() <= 64);
  TRY(expect(in, JsonToken::begin_object, "an object"));
  typename Whole<T>::Beside beside;
  Fields<T> fields(in, out, beside);
  Met met = 0;
  while (in.json.next() == JsonToken::key) {
    if (!fields.read(in.json.text(), met, 0)) return unknown_field(in.json.text());
    if (!fields.result()) return fields.result();
  }
  if (in.json.token() == JsonToken::broken) return bad_body(in.json.fault());
  TRY(fields.finish(met, 0));
  if constexpr (requires { Whole<T>::settle(in, out, beside); })
    return Whole<T>::settle(in, out, beside);
  else
    return {};
}

}  // namespace assay::format::stored
