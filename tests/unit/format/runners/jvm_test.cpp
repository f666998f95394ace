// SPDX-License-Identifier: MIT
#include "unit/format/runners/sample.h"

using assay::core::Tally;
using assay::format::read_runner_output;
using assay::test::check_samples;

TEST_CASE("maven: totals of modules add up, lines of classes do not") {
  check_samples({
      {"surefire 3, two modules", "mvn verify",
       "[INFO] --- surefire:3.2.5:test (default-test) @ a ---\n[INFO]  T E S T S\n[INFO] Running "
       "ATest\n"
       "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.03 s -- in "
       "ATest\n[INFO] Results:\n"
       "[INFO] \n[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0\n[INFO] \n"
       "[INFO] --- surefire:3.2.5:test (default-test) @ b ---\n[INFO]  T E S T S\n[INFO] Running "
       "BTest\n"
       "[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 1, Time elapsed: 0.03 s <<< "
       "FAILURE! -- in BTest\n"
       "[INFO] Results:\n[INFO] \n[ERROR] Failures: \n[ERROR]   BTest.x:3 expected\n[INFO] \n"
       "[ERROR] Tests run: 3, Failures: 1, Errors: 0, Skipped: 1\n[INFO] BUILD SUCCESS\n",
       4, 1, 1},
      {"surefire 2.12", "mvn test",
       " T E S T S\nRunning ATest\nTests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: "
       "0.04 sec\n\n"
       "Results :\n\nTests run: 2, Failures: 0, Errors: 0, Skipped: 0\n\n",
       2},
      {"flakes", "mvn test",
       "[INFO] Results:\n[WARNING] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Flakes: 1\n",
       2},
      {"skipped as a whole", "mvn test -DskipTests",
       "[INFO] --- surefire:3.2.5:test (default-test) @ a ---\n[INFO] Tests are skipped.\n", 0},
      {"no tests", "mvn test", "[INFO] No tests to run.\n", 0},
      {"nothing matched", "mvn test -Dtest=X",
       "[INFO] --- maven-surefire-plugin:2.22.3:test (default-test) @ a ---\n[INFO] BUILD "
       "SUCCESS\n",
       0},
      {"stopped in the middle", "mvn test",
       "[INFO] --- surefire:3.2.5:test (default-test) @ a ---\n[INFO]  T E S T S\n[INFO] Running "
       "ATest\n"
       "[INFO] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.03 s -- in "
       "ATest\n[INFO] Running BTest\n",
       2},
      {"class without tests", "mvn test",
       "[INFO]  T E S T S\n[ERROR] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0, Time elapsed: "
       "0.1 s <<< ERROR!\n"
       "[INFO] Results:\n[ERROR] Errors: \n[ERROR]   ATest.initializationError \u00bb "
       "InvalidTestClass\n"
       "[ERROR] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0\n",
       0},
      {"quiet", "mvn -q test", "", -1},
  });
}

TEST_CASE("gradle: a passing task is unknown, everything that tells is used") {
  check_samples({
      {"silent task", "gradle test",
       "> Task :compileTestJava\n> Task :test\n\nBUILD SUCCESSFUL in 3s\n3 actionable tasks: 3 "
       "executed\n",
       -1},
      {"failures", "gradle test",
       "> Task :test FAILED\n\nATest > a() FAILED\n    x at ATest.java:3\n\n3 tests completed, 1 "
       "failed, 1 skipped\n",
       2, 1, 1},
      {"two modules go on", "gradle test --continue",
       "> Task :a:test FAILED\n3 tests completed, 1 failed\n> Task :b:test FAILED\n2 tests "
       "completed, 2 failed\n",
       5, 3},
      {"logged tests", "gradle test",
       "> Task :test\n\nATest > a() PASSED\n\nATest > Inner > [1] b PASSED\n\nATest > c() "
       "SKIPPED\n\nBUILD SUCCESSFUL in 1s\n",
       2, 0, 1},
      {"only skips logged", "gradle test --info", "> Task :test\nATest > c() SKIPPED\n", -1},
      {"test-logger plugin", "./gradlew test",
       "> Task :test\n  ATest\n    Test a() PASSED\n\nFAILURE: Executed 3 tests in 1.2s (1 failed, "
       "1 skipped)\n",
       2, 1, 1},
      {"afterSuite snippet", "./gradlew test",
       "> Task :test\nResults: SUCCESS (3 tests, 2 successes, 0 failures, 1 skipped)\n", 2, 0, 1},
      {"no source", "gradle test",
       "> Task :testClasses UP-TO-DATE\n> Task :test NO-SOURCE\n\nBUILD SUCCESSFUL in 1s\n", 0},
      {"skipped", "gradle check -x test", "> Task :test SKIPPED\n", 0},
      {"filter", "gradle test --tests X",
       "> Task :test FAILED\n\n> No tests found for given includes: [X](--tests filter)\n", 0},
      {"gradle 9", "gradle test",
       "> Task :test FAILED\n> There are test sources present and no filters are applied, but the "
       "test task did not discover any tests to execute.\n",
       0},
      {"one module cached, one silent", "gradle test",
       "> Task :a:test UP-TO-DATE\n> Task :b:test\n", -1},
  });
  for (const char* const outcome : {"UP-TO-DATE", "FROM-CACHE"}) {
    const Tally tally =
        read_runner_output("gradle test", std::string("> Task :test ") + outcome + "\n");
    CHECK(tally.executed == 0);
    CHECK(tally.cached);
  }
}

TEST_CASE("ant: failures show although the build is successful, classes are not counted twice") {
  check_samples({
      {"two classes", "ant test",
       "Buildfile: /p/build.xml\n    [junit] Running A\n    [junit] Tests run: 2, Failures: 1, "
       "Errors: 0, Skipped: 0, Time elapsed: 0.01 sec\n"
       "    [junit] Running B\n    [junit] Tests run: 3, Failures: 0, Errors: 0, Skipped: 1, Time "
       "elapsed: 0.01 sec\nBUILD SUCCESSFUL\n",
       4, 1, 1},
      {"summary and formatter", "ant test",
       "    [junit] Running A\n    [junit] Testsuite: A\n    [junit] Tests run: 2, Failures: 0, "
       "Errors: 0, Skipped: 0, Time elapsed: 0.01 sec\n"
       "    [junit] \n    [junit] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: "
       "0.01 sec\n",
       2},
      {"a class that could not be set up, next to one that passed", "ant test",
       "    [junit] Running A\n    [junit] Tests run: 2, Failures: 0, Errors: 0, Skipped: 0, Time "
       "elapsed: 0.01 sec\n"
       "    [junit] Running B\n    [junit] Tests run: 1, Failures: 0, Errors: 1, Skipped: 0, Time "
       "elapsed: 0.01 sec\n",
       2, 1},
  });
}

TEST_CASE("junit's own runners: made-up tests of broken classes did not run") {
  check_samples({
      {"junit 4 mixed", "java org.junit.runner.JUnitCore A B",
       "JUnit version 4.12\n..E.E\nTime: 0.01\nThere were 2 failures:\n1) "
       "a(A)\njava.lang.AssertionError\n"
       "2) initializationError(B)\n\nFAILURES!!!\nTests run: 3,  Failures: 2\n",
       2, 2},
      {"junit 3", "java junit.textui.TestRunner A", ".\nTime: 0.004\n\nOK (1 test)\n", 1},
      {"all ignored", "java org.junit.runner.JUnitCore A",
       "JUnit version 4.13.2\nI\nTime: 0.001\n\nOK (0 tests)\n", 0},
      {"platform", "java -jar junit-platform-console-standalone.jar",
       "Test run finished after 83 ms\n[         2 containers found      ]\n[         0 containers "
       "failed     ]\n"
       "[         5 tests found           ]\n[         1 tests skipped         ]\n[         4 "
       "tests started         ]\n"
       "[         1 tests aborted         ]\n[         2 tests successful      ]\n[         1 "
       "tests failed          ]\n",
       3, 1, 2},
      {"testng 7", "testng",
       "===============================================\nSuite\nTotal tests run: 4, Passes: 2, "
       "Failures: 1, Skips: 1\n"
       "===============================================\n",
       3, 1, 1},
  });
}

TEST_CASE("scala, kotlin, clojure") {
  check_samples({
      {"sbt sums up what scalatest said", "sbt test",
       "[info] Total number of tests run: 2\n[info] Tests: succeeded 2, failed 0, canceled 0, "
       "ignored 1, pending 0\n"
       "[info] All tests passed.\n[info] Passed: Total 2, Failed 0, Errors 0, Passed 2, Ignored "
       "1\n",
       2, 0, 1},
      {"scalatest alone", "mill test",
       "Tests: succeeded 2, failed 1, canceled 0, ignored 0, pending 1\n*** 1 TEST FAILED "
       "***\nTotal number of tests run: 3\n",
       3, 1, 1},
      {"nothing", "sbt 'testOnly X'", "[info] No tests to run for Test / testOnly\n", 0},
      {"kotest", "./gradlew kotest",
       "Specs:   1 passed, 1 failed, 2 total\nTests:   2 passed, 1 failed, 1 ignored, 4 total\n", 3,
       1, 1},
      {"clojure.test", "lein test", "Ran 2 tests containing 3 assertions.\n1 failures, 0 errors.\n",
       2, 1},
      {"kaocha", "clojure -M:test", "2 tests, 4 assertions, 1 pending, 0 failures.\n", 1, 0, 1},
  });
}
