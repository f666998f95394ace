// SPDX-License-Identifier: MIT
// What every tool begins and ends with.
#pragma once

#include "face/mcp/tools.h"
#include "format/mcp/arguments.h"
#include "format/record/put.h"

#include <string>
#include <utility>

namespace assay::mcp {

template <class Arguments>
api::Reply<Arguments> arguments_of(const Call& call) {
  Arguments arguments;
  api::Problems problems;
  for (std::string& what : format::mcp::read_arguments(call.arguments, arguments))
    problems.push_back({.code = api::Code::bad_input, .what = std::move(what)});
  if (!problems.empty()) return problems;
  return arguments;
}

template <class Record>
Answer answer_of(const Record& record) {
  std::string out;
  format::JsonWriter json(out);
  format::stored::put_value(json, record);
  return out;
}

}  // namespace assay::mcp
