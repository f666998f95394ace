// SPDX-License-Identifier: MIT
// What people write in a definition: one list of keys per part, from which the reader
// (format/pipeline) and the schema (format/schema) come.
#pragma once

#include "base/record.h"
#include "core/pipeline/definition.h"

#include <cstdint>

namespace assay::core::pipeline {

// More of anything than this is refused, so that nothing done with a definition takes long.
inline constexpr Range steps_range{1, 64};
inline constexpr Range parts_range{1, 32};  ///< instances, outputs, options, conditions, loops, ...
inline constexpr Range text_range{1, 8192};
inline constexpr Range label_range{1, 50};
inline constexpr Range width_range{1, 64};  ///< how many agents may work at a time
inline constexpr Range retry_range{0, 10};

namespace kinds {

/// Kinds of steps as a set of bits.
constexpr std::uint32_t bit(StepKind kind) { return 1U << static_cast<unsigned>(kind); }

inline constexpr std::uint32_t prepare = bit(StepKind::prepare);
inline constexpr std::uint32_t agents = bit(StepKind::agents);
inline constexpr std::uint32_t tasks = bit(StepKind::tasks);
inline constexpr std::uint32_t verify = bit(StepKind::verify);
inline constexpr std::uint32_t goals = bit(StepKind::goals);
inline constexpr std::uint32_t review = bit(StepKind::review);
inline constexpr std::uint32_t approval = bit(StepKind::approval);
inline constexpr std::uint32_t bundle = bit(StepKind::bundle);
inline constexpr std::uint32_t commit = bit(StepKind::commit);
inline constexpr std::uint32_t asking = prepare | agents | tasks | verify | review;
inline constexpr std::uint32_t any = asking | goals | approval | bundle | commit;

}  // namespace kinds

constexpr auto keys_of(Of<Way>) {
  return record<Way>(
      absent(&Way::target),
      field("to", &Way::step, Spelled{}, required, "A step, next, done, error, stop or abort."),
      field("mode", &Way::mode, Rule::id, "How the step works this time."),
      field("tasks", &Way::tasks, "Which tasks it works on this time."));
}

constexpr auto keys_of(Of<Route>) {
  return record<Route>(absent(&Route::on), absent(&Route::option), flat(&Route::way),
                       field("loop", &Route::loop, Rule::id, "Which budget this uses up."),
                       field("last", &Route::last, Spelled{},
                             "Where it leads when it uses up the last of the budget."),
                       absent(&Route::if_proceeding));
}

constexpr auto keys_of(Of<Condition>) {
  constexpr const char* bound = "A number, all, or a number by size of the task.";
  return record<Condition>(
      absent(&Condition::subject),
      field("count", &Condition::status, Spelled{}, "How many agents ended so."),
      field("query", &Condition::query, Rule::id, "The number of this query."),
      field("evidence", &Condition::fact, Spelled{}, "What assay found out itself."),
      absent(&Condition::comparison), field("at_least", &Condition::bound, Spelled{}, bound),
      field("at_most", &Condition::bound, SpelledToo{}, bound),
      field("exactly", &Condition::bound, SpelledToo{}, bound),
      field("else", &Condition::otherwise, Spelled{}, "How the step ends if this does not hold."));
}

constexpr auto keys_of(Of<Instance>) {
  return record<Instance>(field("name", &Instance::name, Rule::id, required, "Of this agent."),
                          field("focus", &Instance::focus, Rule::id, "What it looks at."));
}

constexpr auto keys_of(Of<Option>) {
  return record<Option>(
      field("id", &Option::id, Rule::id, required, "How routes name it."),
      field("label", &Option::label, Rule::letters, label_range, required,
            "At most 50 characters."),
      field("description", &Option::description, text_range, "What it means."),
      field("default", &Option::is_default, "Taken when nobody is asked; exactly one is."),
      field("comment", &Option::comment,
            "What the person writes goes to the agents of the next step."));
}

constexpr auto keys_of(Of<Question>) {
  using namespace kinds;
  return record<Question>(
      field("gate_id", &Question::gate_id, Rule::id, InKinds{approval, approval},
            "How `assay pipeline approve` names it."),
      field("question", &Question::question, text_range, InKinds{approval, approval},
            "What a person is asked."),
      field("context", &Question::context, text_range, InKinds{approval}, "What he should know."),
      field("options", &Question::options, Rule::listed, parts_range, InKinds{approval, approval},
            "What he can answer."),
      absent(&Question::files));
}

constexpr auto keys_of(Of<Dispatch>) {
  using namespace kinds;
  using To = Dispatch;
  return record<To>(
      field("role", &To::role, Rule::id, InKinds{asking, agents | tasks | review},
            "Whose agent is asked."),
      field("if_configured", &To::if_configured, InKinds{prepare | agents | verify},
            "Ask only if assay.yaml has an agent for the role."),
      field("instances", &To::instances, Rule::listed, parts_range,
            InKinds{agents | review, review}, "Agents of the role side by side. Left out: one."),
      field("inputs", &To::inputs, Spelled{}, InKinds{asking},
            "Files to read, there on every way to the step; 'request' is the request."),
      field("optional_inputs", &To::inputs, SpelledToo{}, InKinds{asking},
            "Files to read if they are there."),
      field("outputs", &To::outputs, Spelled{},
            InKinds{asking | goals | bundle, agents | tasks | review},
            "Files to write and their contracts; a path that ends in / is a folder."),
      field("mode", &To::mode, Rule::id, InKinds{agents | tasks},
            "How the agents work, if no route says otherwise."),
      field("instructions", &To::instructions, text_range, InKinds{asking},
            "Said to the agents beside the prompt of their role."),
      field("pattern", &To::concurrency, SpelledToo{}, InKinds{(asking & ~prepare) | goals},
            "How its agents follow each other: together, one by one, or again and again by a "
            "loop."),
      field("concurrency", &To::concurrency, width_range, InKinds{asking & ~prepare},
            "How many agents at once. Default: as many as in any step."),
      field("retries", &To::retries, retry_range, InKinds{asking}, "Per agent."));
}

constexpr auto keys_of(Of<Step>) {
  using namespace kinds;
  return record<Step>(
      field("id", &Step::id, Rule::id, InKinds{any, any}, "How routes name it."),
      field("title", &Step::title, text_range, InKinds{any, any}, "For people."),
      field("kind", &Step::kind, Spelled{}, InKinds{any, any}, "What it does."),
      field("on", &Step::routes, Spelled{}, InKinds{any, approval},
            "Where each ending leads: outcomes, or the options of an approval."),
      field("gate", &Step::gate, Spelled{}, InKinds{asking | goals},
            "Conditions in order; the first that does not hold decides. Left out: the usual one "
            "of the kind."),
      field("blocking", &Step::blocking, InKinds{agents | goals | bundle},
            "false: a failure is noted and the run goes on."),
      flat(&Step::dispatch),
      field("plan", &Step::plan, text_range, InKinds{tasks | verify, tasks | verify},
            "The plan, or a folder of IMPL files."),
      field("task_files", &Step::task_files, text_range, InKinds{tasks | verify},
            "The folder of the task files."),
      field("tasks", &Step::task_set, InKinds{tasks | verify}, "Which tasks of the plan."),
      field("phase", &Step::phase, text_range, InKinds{goals, goals},
            "The folder with .task/ in it."),
      field("scope", &Step::scope, InKinds{review, review}, "What is reviewed."),
      flat(&Step::question),
      field("default_branch", &Step::default_branch, InKinds{prepare},
            "On the default branch of the repository."),
      field("message", &Step::message, text_range, InKinds{commit, commit}, "Of the commit."),
      field("trailers", &Step::trailers, InKinds{commit}, "Of the commit."),
      field("confidence", &Step::confidence, InKinds{commit}, "Below it nothing is committed."));
}

constexpr auto keys_of(Of<Definition>) {
  using All = Definition;
  return record<All>(
      field("name", &All::name, Rule::id, required, "Of the pipeline."),
      field("description", &All::description, text_range, "For people."),
      field("concurrency", &All::concurrency, width_range, "No step may have more agents at work."),
      field("loops", &All::loops, Spelled{}, "Budgets for going back, for the whole run."),
      field("queries", &All::queries, Spelled{},
            "SQL that returns one number, over anvil_checks, with :run_id, :task_id, :round and "
            ":scope."),
      field("steps", &All::steps, Spelled{}, required, "In order; the first is of kind prepare."));
}

}  // namespace assay::core::pipeline
