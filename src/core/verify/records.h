// SPDX-License-Identifier: MIT
// The words and fields of what a verify run is asked to do, as they are stored.
#pragma once

#include "base/record.h"
#include "core/evidence/records.h"
#include "core/verify/plan.h"
#include "core/verify/state.h"

namespace assay::core::verify {

constexpr auto words_of(Of<FlakyPolicy>) {
  return words<FlakyPolicy>({{FlakyPolicy::pass, "pass"}, {FlakyPolicy::fail, "fail"}});
}

constexpr auto fields_of(Of<CommandExtras>) {
  return record<CommandExtras>(
      field("report", &CommandExtras::report, Rule::inner_path,
            "Report file the command writes (JUnit XML, TAP, CTRF), relative to cwd and inside "
            "it."),
      field("env", &CommandExtras::env, Members{}, "Variables set for this command."),
      field("retry_on", &CommandExtras::retry_on, Rule::patterns,
            "Patterns (RE2) that mark a failure as transient, besides the built-in ones."),
      field("inputs", &CommandExtras::inputs, Rule::inner_globs,
            "Files that git ignores and the result depends on: globs, relative to cwd and inside "
            "it. A result is used again only while they are the same."),
      field("resources", &CommandExtras::resources,
            "What its job gets, where it runs on a cluster: executor, partition, cpus, memory, "
            "time, gpus."));
}

constexpr auto fields_of(Of<CommandSpec>) {
  using Spec = CommandSpec;
  return record<Spec>(
      field("id", &Spec::id, required), field("command", &Spec::command, required),
      field("stage", &Spec::stage), field("gate_type", &Spec::gate_type),
      field("parallel_safe", &Spec::parallel_safe),
      field("mutates_workspace", &Spec::mutates_workspace), field("required", &Spec::required),
      unless([](const Spec& spec) { return spec.required && spec.gate_type == GateType::test; },
             "must_be_effective", &Spec::must_be_effective),
      field("timeout", &Spec::timeout), field("allow_zero_tests", &Spec::allow_zero_tests),
      flat(&Spec::extras));
}

constexpr auto keys_of(Of<CommandSpec>) {
  using Spec = CommandSpec;
  constexpr Range any{std::numeric_limits<std::int32_t>::min(),
                      std::numeric_limits<std::int32_t>::max()};
  return record<Spec>(
      field("id", &Spec::id, required, Rule::id,
            "Names the command in results, logs and --only. Unique."),
      field("command", &Spec::command, required, Rule::filled,
            "Run as /bin/bash -o pipefail -c <command>."),
      field("stage", &Spec::stage, any, "Lower stages run first."),
      field("gate_type", &Spec::gate_type,
            "What kind of proof the command gives. A test gate must tell how many tests it ran."),
      field("parallel_safe", &Spec::parallel_safe, "May run beside other commands of its stage."),
      field("mutates_workspace", &Spec::mutates_workspace,
            "Changes files that git does not ignore; runs alone, before the rest of its stage."),
      field("required", &Spec::required, "Counts for the verdict."),
      field("must_be_effective", &Spec::must_be_effective,
            "Proving nothing is an error. Default: true for required test gates."),
      field("timeout_seconds", &Spec::timeout, Rule::seconds,
            "Longest run of one attempt. Default: verify.default_timeout of assay.yaml, or 30 "
            "minutes."),
      field("allow_zero_tests", &Spec::allow_zero_tests,
            "A test gate that ran no tests still counts."),
      flat(&Spec::extras),
      field("timeout", &Spec::timeout, Also{}, Only{"assay.yaml"},
            "Longest run of one attempt, for people: 90s, 30m, 1h30m."));
}

constexpr auto fields_of(Of<Manifest>) {
  return record<Manifest>(
      field("cwd", &Manifest::cwd, "Where the commands run, relative to the workspace."),
      field("run_id", &Manifest::run_id, Rule::id, Only{"manifest"},
            "Names the run; must be new. Default: made by assay."),
      field("flaky_retry_limit", &Manifest::flaky_retry_limit, Range{0, 10},
            "Retries of a command whose failure looks transient."),
      field("commands", &Manifest::commands, always,
            "In the order in which results are reported."));
}

constexpr auto fields_of(Of<Policy>) {
  return record<Policy>(
      field("default_timeout", &Policy::default_timeout,
            "For commands without a timeout of their own."),
      field("stop_after_failed_stage", &Policy::stop_after_failed_stage,
            "Do not run later stages once a required command failed."),
      field("flaky", &Policy::flaky,
            "The result of a command that failed and then passed on the same tree."),
      field("may_change", &Policy::may_change,
            "Files of the tree that gates may rewrite while they run: globs."),
      field("reuse", &Policy::reuse,
            "A command that passed on this very tree is not run again: as --reuse."),
      field("base", &Policy::base, Rule::filled,
            "Branch, tag or commit whose failing tests are old. Default: where the branch left the "
            "default branch."),
      field("known_failures", &Policy::known_failures, Rule::inner_path,
            "YAML file with failures that are put up with until a day: test, reason, owner, until. "
            "Relative to the workspace."),
      field("protected", &Policy::protected_paths, Rule::inner_globs,
            "Files that decide about work and that whoever does it must not change: globs, in "
            "every folder if they have no slash. A change against the base is told in every "
            "verdict."));
}

constexpr auto fields_of(Of<Tool>) {
  return record<Tool>(field("path", &Tool::path, required), field("stamp", &Tool::stamp, required));
}

constexpr auto fields_of(Of<TrustedGates>) {
  using Set = TrustedGates;
  return record<Set>(field("ref", &Set::ref), field("commit", &Set::commit),
                     field("name", &Set::name), field("ignored", &Set::ignored),
                     field("before", &Set::before), field("rewritten", &Set::rewritten));
}

constexpr auto fields_of(Of<Sealing>) {
  using Set = Sealing;
  return record<Set>(
      field("on", &Set::on), field("tree", &Set::tree), field("restored", &Set::restored),
      field("problem", &Set::problem), field("open", &Set::open), field("folder", &Set::folder),
      field("globs", &Set::globs), field("env", &Set::env, Pairs{}), field("own", &Set::own),
      field("everywhere", &Set::everywhere), field("judged", &Set::judged));
}

constexpr auto fields_of(Of<KnownFailure>) {
  using Line = KnownFailure;
  return record<Line>(field("test", &Line::test, required), field("reason", &Line::reason),
                      field("owner", &Line::owner), field("until", &Line::until),
                      field("line", &Line::line), field("expired", &Line::expired));
}

constexpr auto fields_of(Of<KnownList>) {
  return record<KnownList>(field("file", &KnownList::file), field("lines", &KnownList::lines),
                           field("changed", &KnownList::changed),
                           field("not_alone", &KnownList::not_alone));
}

constexpr auto fields_of(Of<TestsBefore>) {
  using Before = TestsBefore;
  return record<Before>(field("unit", &Before::unit, always), field("whole", &Before::whole),
                        field("failed", &Before::failed), field("flaky", &Before::flaky),
                        field("fitting", &Before::fitting), field("more", &Before::more));
}

constexpr auto fields_of(Of<TestBase>) {
  return record<TestBase>(field("ref", &TestBase::ref), field("commit", &TestBase::commit),
                          field("tree", &TestBase::tree), field("gates", &TestBase::gates));
}

constexpr auto fields_of(Of<Plan>) {
  return record<Plan>(
      field("manifest", &Plan::manifest, required), field("policy", &Plan::policy),
      field("workspace", &Plan::workspace), field("cwd", &Plan::cwd),
      field("log_dir", &Plan::log_dir), field("jobs", &Plan::jobs),
      field("name_tests", &Plan::name_tests), field("keeps_outcomes", &Plan::keeps_outcomes),
      field("lints", &Plan::lints),
      field("lint", &Plan::lint, Pairs{}),  // command, entry, command, entry, ...
      field("expected_ms", &Plan::expected_ms), field("environment", &Plan::environment),
      field("environment_digest", &Plan::environment_digest),
      field("environment_key", &Plan::environment_key), field("tools", &Plan::tools),
      field("isolation", &Plan::isolation), field("watches_tree", &Plan::watches_tree),
      field("by_products", &Plan::by_products), field("remade", &Plan::remade),
      field("left_out", &Plan::left_out), field("compared_with", &Plan::compared_with),
      field("weaker", &Plan::weaker), field("known", &Plan::known), field("base", &Plan::base),
      field("commit", &Plan::commit), field("commit_tree", &Plan::commit_tree),
      field("submodules", &Plan::submodules), field("supplies", &Plan::supplies),
      field("trusted", &Plan::trusted), field("guarded_by", &Plan::guarded_by),
      field("protected_changed", &Plan::protected_changed), field("sealing", &Plan::sealing),
      field("settings_digest", &Plan::settings_digest), field("programs", &Plan::programs),
      field("manifest_digest", &Plan::manifest_digest));
}

}  // namespace assay::core::verify
