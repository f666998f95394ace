// SPDX-License-Identifier: MIT
#include "core/work/test_files.h"

#include <doctest/doctest.h>

using namespace assay::core;

TEST_CASE("test files: told by their names") {
  for (const char* path :
       {"tests/test_cart.py", "test_cart.py", "src/cart_test.go", "cart.test.ts", "a/b.spec.js",
        "src/__tests__/cart.js", "spec/cart_spec.rb", "conftest.py", "pkg/testdata/a.json",
        "src/test/java/CartTest.java", "lib/CartTests.cs", "t/01.t", "jest.config.js"}) {
    CAPTURE(path);
    CHECK(is_test_file(path));
  }
  for (const char* path :
       {"cart.py", "src/latest.py", "contest.c", "docs/testing.md", "attest.go"}) {
    CAPTURE(path);
    CHECK_FALSE(is_test_file(path));
  }
}

TEST_CASE("test files: documents, litter of tools, and lock files that follow") {
  CHECK(is_document("README.md"));
  CHECK(is_document("docs/a.html"));
  CHECK_FALSE(is_document("src/a.c"));
  CHECK(is_tool_litter("a/__pycache__/x.cpython-311.pyc"));
  CHECK(is_tool_litter("node_modules/x/index.js"));
  CHECK(is_tool_litter(".coverage"));
  CHECK_FALSE(is_tool_litter("src/cache.py"));
  CHECK_FALSE(is_tool_litter("conftest.py"));
  CHECK(follows_declared({"web/package.json"}, "web/package-lock.json"));
  CHECK_FALSE(follows_declared({"web/package.json"}, "package-lock.json"));
  CHECK_FALSE(follows_declared({"src/a.c"}, "Cargo.lock"));
}
