// SPDX-License-Identifier: MIT
// JUnit XML in the dialects of the tools that write it.
#include "format/report.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>

namespace {

using assay::core::Tally;
using assay::format::read_report;

Tally read(std::string_view xml) {
  auto tally = read_report("r.xml", xml);
  REQUIRE_MESSAGE(bool(tally), (tally ? "" : tally.error().what));
  return tally.take();
}

struct JunitRow {
  std::string name;
  const char* xml;
  int executed;
  int failed;
  int skipped;
};

const JunitRow flavours[] = {
    {"surefire: failure, error, skipped, and a flaky test that passed in the end",
     R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuite xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" name="shop.CartTest" time="0.05" tests="5" errors="1" skipped="1" failures="1">
  <properties><property name="java.version" value="17"/></properties>
  <testcase name="adds" classname="shop.CartTest" time="0.01"/>
  <testcase name="removes" classname="shop.CartTest"><failure message="expected: 1" type="AssertionError"><![CDATA[trace <testcase/>]]></failure></testcase>
  <testcase name="sums" classname="shop.CartTest"><error message="boom" type="NullPointerException"/></testcase>
  <testcase name="later" classname="shop.CartTest"><skipped message="not yet"/></testcase>
  <testcase name="sometimes" classname="shop.CartTest"><flakyFailure message="once"/></testcase>
</testsuite>)",
     4, 2, 1},
    {"gradle",
     R"(<testsuite name="CartTest" tests="2" skipped="1" failures="0" errors="0" timestamp="t" hostname="h" time="0.1">
  <properties/>
  <testcase name="adds(int) " classname="CartTest" time="0.1"/>
  <testcase name="later(int) " classname="CartTest" time="0.0"><skipped/></testcase>
  <system-out><![CDATA[]]></system-out></testsuite>)",
     1, 0, 1},
    {"pytest: an expected failure ran, an error in set-up did not",
     R"(<testsuites><testsuite name="pytest" errors="1" failures="1" skipped="2" tests="5" time="0.04">
  <testcase classname="test_m" name="test_ok" time="0.001" />
  <testcase classname="test_m" name="test_no"><failure message="assert 1 == 2">def test_no</failure></testcase>
  <testcase classname="test_m" name="test_x"><skipped type="pytest.xfail" message="known" /></testcase>
  <testcase classname="test_m" name="test_s"><skipped type="pytest.skip" message="why">x</skipped></testcase>
  <testcase classname="test_m" name="test_e"><error message="failed on setup with &quot;E&quot;">x</error></testcase>
</testsuite></testsuites>)",
     3, 2, 1},
    {"pytest: a module that does not import is no test",
     R"(<testsuites><testsuite name="pytest" errors="1" failures="0" skipped="0" tests="1">
  <testcase classname="" name="test_m"><error message="collection failure">ImportError</error></testcase>
</testsuite></testsuites>)",
     0, 1, 0},
    {"jest-junit: totals at the root have no skipped",
     R"(<testsuites name="jest tests" tests="3" failures="1" errors="0" time="1.2">
  <testsuite name="cart" errors="0" failures="1" skipped="1" timestamp="t" time="0.3" tests="3">
    <testcase classname="cart adds" name="cart adds" time="0.002"></testcase>
    <testcase classname="cart sums" name="cart sums"><failure>Error: expect(1)</failure></testcase>
    <testcase classname="cart later" name="cart later"><skipped/></testcase>
  </testsuite></testsuites>)",
     2, 1, 1},
    {"jest-junit: a suite that did not load",
     R"(<testsuites name="jest tests" tests="1" failures="0" errors="1"><testsuite name="x" tests="1" errors="1">
  <testcase classname="Test suite failed to run" name="x.test.js Test suite failed to run"><error>SyntaxError</error></testcase>
</testsuite></testsuites>)",
     0, 1, 0},
    {"gtest: disabled and skipped",
     R"(<testsuites tests="4" failures="1" disabled="1" errors="0" time="0." name="AllTests">
  <testsuite name="Cart" tests="4" failures="1" disabled="1" skipped="1" errors="0">
    <testcase name="Adds" file="c.cc" line="3" status="run" result="completed" classname="Cart" />
    <testcase name="Sums" status="run" result="completed"><failure message="c.cc:9" type=""></failure></testcase>
    <testcase name="Later" status="run" result="skipped"><skipped message="c.cc:12"/></testcase>
    <testcase name="DISABLED_Old" status="notrun" result="suppressed" classname="Cart" />
  </testsuite></testsuites>)",
     2, 1, 2},
    {"ctest: a missing program is listed as skipped and still a failure",
     R"(<testsuite name="Linux-c++" tests="5" failures="1" disabled="1" skipped="2" hostname="" time="0">
  <testcase name="ok" classname="ok" status="run"><system-out></system-out></testcase>
  <testcase name="bad" classname="bad" status="fail"><failure message=""/><system-out/></testcase>
  <testcase name="gone" status="notrun"><skipped message="Unable to find executable"/></testcase>
  <testcase name="skip" status="notrun"><skipped message="SKIP_RETURN_CODE=77"/></testcase>
  <testcase name="off" status="disabled"><system-out>Disabled</system-out></testcase>
</testsuite>)",
     2, 2, 2},
    {"go-junit-report: a parent is not a test beside its subtests",
     R"(<testsuites tests="4" skipped="1"><testsuite name="example.org/x" tests="4" failures="0" errors="0" skipped="1">
  <properties><property name="go.version" value="go1.22"></property></properties>
  <testcase name="TestA" classname="example.org/x"></testcase>
  <testcase name="TestA/one" classname="example.org/x"></testcase>
  <testcase name="TestA/two" classname="example.org/x"><skipped message="no"></skipped></testcase>
  <testcase name="TestB" classname="example.org/x"></testcase>
</testsuite></testsuites>)",
     2, 0, 1},
    {"go-junit-report: a package that does not build",
     R"(<testsuites tests="1" errors="1"><testsuite name="x" tests="1" errors="1"><testcase name="[build failed]" classname="x"><error message="Build error"></error></testcase></testsuite></testsuites>)",
     0, 1, 0},
    {"nunit2junit: nested suites",
     R"(<testsuites><testsuite name="all" tests="3" failures="1" errors="0" skipped="1">
  <testsuite name="A" tests="2"><testcase name="one"/><testcase name="two"><failure message="x"/></testcase></testsuite>
  <testsuite name="B" tests="1"><testcase name="three" executed="False"><skipped/></testcase></testsuite>
</testsuite></testsuites>)",
     2, 1, 1},
    {"bats", R"(<?xml version="1.0" encoding="UTF-8"?><testsuites time="0.012">
<testsuite name="t.bats" tests="3" failures="1" errors="0" skipped="1" time="0.012">
    <testcase classname="t.bats" name="a" time="0.006" />
    <testcase classname="t.bats" name="b" time="0"><skipped></skipped></testcase>
    <testcase classname="t.bats" name="c" time="0.006"><failure type="failure">(in test file t.bats, line 3)</failure></testcase>
</testsuite></testsuites>)",
     2, 1, 1},
    {"phpunit: a class without tests",
     R"(<testsuites><testsuite name="" tests="1" assertions="0" errors="0" warnings="1" failures="0" skipped="0">
  <testcase name="Warning" class="PHPUnit\Framework\WarningTestCase" assertions="0"><warning type="W">No tests found in class</warning></testcase>
</testsuite></testsuites>)",
     0, 0, 0},
    {"phpunit: suites in suites, each with the totals of all below",
     R"(<testsuites><testsuite name="Unit" tests="2" failures="1" skipped="0"><testsuite name="CartTest" tests="2" failures="1" skipped="0">
  <testcase name="testAdds" class="CartTest" assertions="1"/>
  <testcase name="testSums" class="CartTest"><failure type="F">no</failure></testcase></testsuite></testsuite></testsuites>)",
     2, 1, 0},
    {"mocha-junit-reporter: a suite counts only its own cases",
     R"(<testsuites name="Mocha Tests" time="0.01" tests="2" failures="0">
  <testsuite name="Root Suite" tests="0" failures="0" time="0"/>
  <testsuite name="cart" tests="1" failures="0"><testcase name="cart adds" classname="adds"/>
    <testsuite name="inner" tests="1"><testcase name="cart inner sums" classname="sums"/></testsuite></testsuite>
</testsuites>)",
     2, 0, 0},
    {"node --test: cases beside suites, a todo, and a file without tests",
     R"(<testsuites><testcase name="one" time="0.001" classname="test"/>
  <testcase name="tre" classname="test"><skipped type="todo" message="true"/></testcase>
  <testsuite name="d" disabled="0" errors="0" tests="1" failures="1" skipped="0"><testcase name="x" classname="test" failure="1 == 2"><failure type="testCodeFailure" message="1 == 2"/></testcase></testsuite>
  <testcase name="/w/zero.test.js" time="0.07" classname="test"/>
</testsuites>)",
     2, 1, 1},
    {"junit 4: a class that cannot be set up",
     R"(<testsuite name="T" tests="1" errors="1"><testcase name="initializationError" classname="T"><error/></testcase></testsuite>)",
     0, 1, 0},
    {"older gtest: only the status tells",
     R"(<testsuites tests="2" failures="0" disabled="1"><testsuite name="C" tests="2" disabled="1"><testcase name="A" status="run"/><testcase name="DISABLED_B" status="notrun"/></testsuite></testsuites>)",
     1, 0, 1},
    {"behave: untested scenarios",
     R"(<testsuite name="f" tests="2" errors="0" failures="0" skipped="0"><testcase name="a" status="passed"/><testcase name="b" status="untested"/></testsuite>)",
     1, 0, 1},
    {"zero tests",
     R"(<testsuites><testsuite name="pytest" errors="0" failures="0" skipped="0" tests="0"/></testsuites>)",
     0, 0, 0},
    {"no totals at all", "<testsuite><testcase name='a'/><testcase name='b'/></testsuite>", 2, 0,
     0},
};

}  // namespace

TEST_CASE("junit: each flavour counts the tests that really ran") {
  for (const JunitRow& row : flavours) {
    CAPTURE(row.name);
    const Tally tally = read(row.xml);
    CHECK(tally.executed == row.executed);
    CHECK(tally.failed == row.failed);
    CHECK(tally.skipped == row.skipped);
    CHECK(tally.hint == "");
    CHECK(tally.source == "junit r.xml");
  }
}

TEST_CASE("junit: when totals and cases disagree the smaller count is believed") {
  const JunitRow rows[] = {
      {"totals too high", "<testsuite tests='9'><testcase name='a'/></testsuite>", 1, 0, 0},
      {"totals too low",
       "<testsuite tests='1'><testcase name='a'/><testcase name='b'/><testcase "
       "name='c'/></testsuite>",
       1, 0, 0},
      {"more skipped than marked",
       "<testsuite tests='3' skipped='3'><testcase name='a'/><testcase name='b'/><testcase "
       "name='c'/></testsuite>",
       0, 0, 0},
      {"more skipped than tests",
       "<testsuite tests='1' skipped='8'><testcase name='a'/></testsuite>", 0, 0, 0},
      {"the root says less than its suites",
       "<testsuites tests='1'><testsuite tests='2'><testcase name='a'/><testcase "
       "name='b'/></testsuite><testsuite tests='2'><testcase name='c'/><testcase "
       "name='d'/></testsuite></testsuites>",
       1, 0, 0},
      {"one of two suites lists nothing",
       "<testsuites><testsuite tests='2'><testcase name='a'/><testcase "
       "name='b'/></testsuite><testsuite tests='500'/></testsuites>",
       2, 0, 0},
  };
  for (const JunitRow& row : rows) {
    CAPTURE(row.name);
    const Tally tally = read(row.xml);
    CHECK(tally.executed == row.executed);
    CHECK(tally.hint.find("smaller count is believed") != std::string::npos);
  }
}

TEST_CASE("junit: the larger count of failures is believed") {
  CHECK(read("<testsuite tests='1' failures='1' errors='2'><testcase name='a'/></testsuite>")
            .failed == 3);
  CHECK(read("<testsuite tests='1' failures='0'><testcase name='a'><error/></testcase></testsuite>")
            .failed == 1);
}

TEST_CASE("junit: totals without a single test case prove nothing") {
  for (const std::string xml :
       {"<testsuite tests='999'/>", "<testsuites tests='5' failures='0'></testsuites>",
        "<testsuite tests='-1'/>", "<testsuite tests='99999999999999999999'/>",
        "<testsuite tests='many'/>"}) {
    CAPTURE(xml);
    const Tally tally = read(xml);
    CHECK_FALSE(tally.known());
    CHECK(tally.hint.find("lists no test") != std::string::npos);
  }
}

TEST_CASE("junit: absurd totals do not hide the cases") {
  for (const std::string tests : {"-1", "99999999999999999999", "1e3", "0x10", " 1"}) {
    CAPTURE(tests);
    const Tally tally =
        read(fmt::format("<testsuite tests='{}'><testcase name='a'/></testsuite>", tests));
    CHECK(tally.executed == 1);
    CHECK(tally.hint != "");
  }
}

TEST_CASE("xml: what is broken, hostile or something else is an error that says why") {
  struct Bad {
    std::string xml;
    const char* why;
  };
  std::string deep;
  for (int i = 0; i < 2000; ++i) deep += "<testsuite>";
  std::string closed = deep;
  for (int i = 0; i < 2000; ++i) closed += "</testsuite>";
  const Bad rows[] = {
      {"<testsuite tests='1'><testcase name='a'>", "broken"},
      {"<html><body/></html>", "<html>"},
      {"<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><testsuite><testcase "
       "name='&b;'/></testsuite>",
       "entities"},
      {"<!DOCTYPE x [<!ENTITY t SYSTEM \"file:///etc/passwd\">]><testsuite>&t;</testsuite>",
       "entities"},
      {closed, "deep"},
      {deep, "broken"},
      {"<", "broken"},
      {std::string("<testsuite>\0</testsuite>", 24), "broken"},
  };
  for (const Bad& row : rows) {
    CAPTURE(row.xml.substr(0, 60));
    const auto tally = read_report("r.xml", row.xml);
    REQUIRE_FALSE(bool(tally));
    CHECK(tally.error().fault == assay::Fault::bad_input);
    CHECK(tally.error().what.find("r.xml: ") == 0);
    CHECK(tally.error().what.find(row.why) != std::string::npos);
  }
}

TEST_CASE(
    "xml: a plain document type, a byte order mark, UTF-16 and broken UTF-8 are no obstacle") {
  CHECK(read("<!DOCTYPE testsuite><testsuite><testcase name='a'/></testsuite>").executed == 1);
  CHECK(read("\xEF\xBB\xBF\n <testsuite><testcase name='a'/></testsuite>").executed == 1);
  CHECK(read("<testsuite><testcase name='\xFF\xC3\x28'/></testsuite>").executed == 1);
  std::string wide = "\xFF\xFE";
  for (const char c : std::string_view{"<testsuite><testcase name='a'/></testsuite>"}) {
    wide += c;
    wide += '\0';
  }
  CHECK(read(wide).executed == 1);
}

TEST_CASE("xml: a flood of elements is refused before it is parsed") {
  std::string flood = "<testsuite>";
  for (int i = 0; i < 3'000'100; ++i) flood += "<a/>";
  const auto tally = read_report("r.xml", flood);
  REQUIRE_FALSE(bool(tally));
  CHECK(tally.error().what.find("too many") != std::string::npos);
}
