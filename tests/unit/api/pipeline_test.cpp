// SPDX-License-Identifier: MIT
#include "api/pipeline.h"

#include "api/artifacts.h"
#include "api/definition.h"
#include "unit/api/bench.h"

#include <algorithm>

namespace assay::api {
namespace {

class PipelineBench : public Bench {
 public:
  PipelineBench() {
    configure("verify:\n  commands:\n    - {id: unit, command: 'test -e README'}\n");
    commit_all();
  }
  void configure(const std::string& more, const std::string& script = "exit 1") const {
    write("assay.yaml", "version: 1\n" + more + scripted(script));
  }
};

PipelineRequest wanted(const std::string& text) {
  PipelineRequest request;
  request.request = [text]() -> Result<Given> { return Given{"request", text}; };
  request.definition = "quick";
  request.approval = core::Approval::autonomous;
  return request;
}

TEST_CASE("slugs: words of the request, safe for folders") {
  CHECK(slug_of("Add a Shipping cost, please!") == "add-a-shipping-cost-please");
  CHECK(slug_of("\xE6\x97\xA5 !") == "feature");
  CHECK(slug_of(std::string(200, 'a')).size() == 60);
  CHECK(is_slug("a-b_c.1"));
  for (const char* bad : {"", "../x", "A", ".hidden", "-x", "a/b"}) CHECK_FALSE(is_slug(bad));
}

TEST_CASE("pipeline: a draft holds what was asked, what is configured and who is asked") {
  PipelineBench bench;
  const auto draft = rehearse_pipeline(wanted("Add shipping"), bench.site(), bench.notes());
  REQUIRE_MESSAGE(draft, plain_text(draft.error().front()));
  CHECK(draft->plan.slug == "add-shipping");
  CHECK(draft->plan.definition.name == "quick");
  CHECK(draft->plan.approval == core::Approval::autonomous);
  CHECK(draft->agents.contains("planner"));
  CHECK(code_of(find_pipeline("", bench.site())) == Code::not_found);
}

TEST_CASE("pipeline: what cannot prove anything, or nobody could do, is refused before it costs") {
  PipelineBench bench;
  const auto refused = [&](PipelineRequest request) {
    const auto draft = draft_pipeline(request, bench.site(), bench.notes());
    REQUIRE_FALSE(draft);
    return draft.error().front();
  };
  CHECK(refused(wanted(" \n")).code == Code::request_empty);
  CHECK(refused(wanted(std::string("a\0b", 3))).code == Code::bad_input);
  PipelineRequest request = wanted("x");
  request.slug = "../x";
  CHECK(refused(request).field == "slug");
  request = wanted("x");
  request.from = "nowhere";
  CHECK(refused(request).field == "from");
  request.from = "review";
  CHECK(refused(request).code == Code::jumps_verification);
  request = wanted("x");
  request.definition = "no-such-file";
  CHECK(refused(request).code == Code::bad_input);
  bench.write("stray", "x");
  CHECK(refused(wanted("x")).code == Code::dirty_tree);
  bench.configure("");
  CHECK(refused(wanted("x")).code == Code::no_gates);
}

TEST_CASE("pipeline: the request is asked for only when everything else is right") {
  PipelineBench bench;
  bench.write("assay.yaml", "nonsense: 1\n");
  PipelineRequest request = wanted("x");
  bool asked = false;
  request.request = [&]() -> Result<Given> {
    asked = true;
    return Given{"request", "x"};
  };
  CHECK(code_of(draft_pipeline(request, bench.site(), bench.notes())) == Code::in_file);
  CHECK_FALSE(asked);
}

TEST_CASE("pipeline: a run that fails is found again, answered by nobody and not aborted twice") {
  PipelineBench bench;
  PipelineRequest request = wanted("Add shipping");
  request.run_id = "p";
  const auto run = start_pipeline(request, bench.site(), bench.nobody, nullptr, bench.notes());
  REQUIRE_MESSAGE(run, plain_text(run.error().front()));
  CHECK(run->machine_name == "pipeline");
  REQUIRE(run->outcome());
  CHECK(*run->outcome() != core::Outcome::passed);
  CHECK(bench.read("docs/feature/add-shipping/initial-request.md") == "Add shipping");
  const auto found = find_pipeline("", bench.site());
  REQUIRE(found);
  CHECK(found->run_id == "p");
  CHECK(code_of(approve_pipeline("p", "gate", {"yes", "", "me"}, bench.site())) == Code::bad_input);
  CHECK(code_of(abort_pipeline("p", "a test", bench.site(), bench.nobody)) == Code::bad_input);
  const auto files = list_artifacts("add-shipping", bench.site());
  REQUIRE(files);
  CHECK_FALSE(list_artifacts("nothing", bench.site()));
}

TEST_CASE("pipeline: definitions are found by name or file and checked for what they prove") {
  PipelineBench bench;
  const auto names = built_in_definitions();
  CHECK(std::find(names.begin(), names.end(), "feature") != names.end());
  const auto quick = find_definition(bench.site(), "quick");
  REQUIRE(quick);
  CHECK(check_definition(bench.site(), "quick")->problems.empty());
  bench.write("mine.yaml", quick->text + "\nnonsense: 1\n");
  const auto mine = check_definition(bench.site(), "mine.yaml");
  REQUIRE(mine);
  CHECK_FALSE(mine->problems.empty());
  CHECK(code_of(find_definition(bench.site(), "nothing")) == Code::bad_input);
}

}  // namespace
}  // namespace assay::api
