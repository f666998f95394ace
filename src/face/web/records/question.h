// SPDX-License-Identifier: MIT
// What a run asks a person, and the answer.
#pragma once

#include "base/record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace assay::web {

struct OptionShown {
  std::string id;
  std::string label;
  std::string description;
  bool is_default = false;
  bool takes_comment = false;
};
constexpr auto fields_of(Of<OptionShown>) {
  using Shown = OptionShown;
  return record<Shown>(
      field("id", &Shown::id, always), field("label", &Shown::label, always),
      field("description", &Shown::description, always),
      field("is_default", &Shown::is_default, always,
            "What an autonomous run would take. Nobody has to."),
      field("takes_comment", &Shown::takes_comment, always,
            "The comment goes to the agents of the next step; otherwise it is only kept."));
}

struct QuestionShown {
  std::string workspace;
  std::string run_id;
  std::string name;
  std::string gate_id;
  std::uint32_t ordinal = 0;
  std::string question;
  std::string context;
  std::vector<OptionShown> options;
  std::vector<std::string> files;
  std::string since;
  bool answered = false;
};
constexpr auto fields_of(Of<QuestionShown>) {
  using Shown = QuestionShown;
  return record<Shown>(
      field("workspace", &Shown::workspace, always), field("run_id", &Shown::run_id, always),
      field("name", &Shown::name, always, "Of the run."), field("gate_id", &Shown::gate_id, always),
      field("ordinal", &Shown::ordinal, always,
            "How often this gate was answered before; goes back with the answer."),
      field("question", &Shown::question, always), field("context", &Shown::context, always),
      field("options", &Shown::options, always),
      field("files", &Shown::files, always, "What to read first: /files?path="),
      field("since", &Shown::since, always),
      field("answered", &Shown::answered, always,
            "An answer lies there, and the run has not taken it up yet."));
}

struct QuestionsShown {
  std::vector<QuestionShown> questions;
};
constexpr auto fields_of(Of<QuestionsShown>) {
  return record<QuestionsShown>(
      field("questions", &QuestionsShown::questions, always, "Oldest first."));
}

struct AnswerGiven {
  std::string gate_id;
  std::int32_t ordinal = 0;
  std::string option;
  std::string comment;
};
constexpr auto fields_of(Of<AnswerGiven>) {
  using Given = AnswerGiven;
  return record<Given>(field("gate_id", &Given::gate_id, required, "Of the question."),
                       field("ordinal", &Given::ordinal, required, "Of the question."),
                       field("option", &Given::option, required, "Id of one of its options."),
                       field("comment", &Given::comment, "In your own words. Default: none."));
}

}  // namespace assay::web
