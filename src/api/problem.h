// SPDX-License-Identifier: MIT
// What keeps a use case from being done, in words of no face: a face that has flags spells them,
// one that has forms marks a field.
#pragma once

#include "base/result.h"
#include "format/problem.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace assay::api {

/// What a program can tell apart. Faces have their own words for some of the ways out.
enum class Code : std::uint8_t {
  bad_input,
  not_found,
  conflict,
  io,
  exhausted,
  bad_value,           ///< `value` cannot be the value of `field`: `what` tells why
  missing_value,       ///< `field` needs one
  in_file,             ///< `what` begins with the place in the file
  no_state_home,       ///< nowhere to keep state
  state_in_workspace,  ///< an agent could write the state directory
  no_config,           ///< nothing to verify, because there is no configuration
  no_commands,         ///< nothing to verify, although there is one
  no_gates,            ///< a run could prove nothing: no gates are configured
  no_gates_found,      ///< a survey found nothing to propose
  config_exists,
  stopped,  ///< somebody asked for it
  spec_missing,
  spec_outside,
  tasks_missing,
  state_corrupt,
  tasks_unverifiable,  ///< `value`: the spec
  no_verify,
  role_missing,
  program_missing,
  dirty_tree,   ///< `items`: the files
  run_at_work,  ///< `value`: the spec
  no_pipeline_run,
  jumps_verification,  ///< `value`: the step
  request_empty,
  too_few_judges,
  no_summaries,
};

/// The word for it: "dirty_tree".
std::string_view to_text(Code code);

struct Problem {
  Code code = Code::io;
  std::string field = {};  ///< of the request, as its struct calls it; empty: none is to blame
  std::string value = {};  ///< what was given or found there
  std::string what = {};   ///< the thing and the fact
  std::string hint = {};   ///< what to do about it; empty: that is plain, or the face knows
  std::vector<std::string> items = {};  ///< what it is about, one each

  friend bool operator==(const Problem&, const Problem&) = default;
};
using Problems = std::vector<Problem>;

Problem problem_of(const Error& error);
Problems problems_of(const std::vector<format::Problem>& found);

/// Whether somebody can mend it by giving something else. No: this machine could not do it.
bool is_bad_input(Code code);

/// For faces without words of their own: "only x: no command has this id".
std::string plain_text(const Problem& problem);

/// What a use case gives back: a value, or every problem that keeps it from one.
template <class T = void>
class [[nodiscard]] Reply {
 public:
  Reply(T value) : held_(std::in_place_index<0>, std::move(value)) {}  // NOLINT: implicit
  Reply(Problems problems) : held_(std::in_place_index<1>, std::move(problems)) {  // NOLINT
    ENSURE(!error().empty());
  }
  Reply(Problem problem) : Reply(Problems{std::move(problem)}) {}  // NOLINT: implicit
  Reply(const Error& error) : Reply(problem_of(error)) {}          // NOLINT: implicit

  explicit operator bool() const { return held_.index() == 0; }
  const T& operator*() const { return std::get<0>(held_); }
  T& operator*() { return std::get<0>(held_); }
  const T* operator->() const { return &std::get<0>(held_); }
  T* operator->() { return &std::get<0>(held_); }
  T take() { return std::move(std::get<0>(held_)); }
  const Problems& error() const { return std::get<1>(held_); }

 private:
  std::variant<T, Problems> held_;
};

template <>
class [[nodiscard]] Reply<void> {
 public:
  Reply() = default;
  Reply(Problems problems) : problems_(std::move(problems)) {}     // NOLINT: implicit
  Reply(Problem problem) : Reply(Problems{std::move(problem)}) {}  // NOLINT: implicit
  Reply(const Error& error) : Reply(problem_of(error)) {}          // NOLINT: implicit

  explicit operator bool() const { return problems_.empty(); }
  void take() const {}
  const Problems& error() const { return problems_; }

 private:
  Problems problems_;
};

/// What is told before a run, or on the way to a problem.
struct Note {
  enum class Kind : std::uint8_t { plain, note, warning };

  Kind kind = Kind::plain;
  std::string what;
};
using OnNote = std::function<void(const Note&)>;

}  // namespace assay::api
