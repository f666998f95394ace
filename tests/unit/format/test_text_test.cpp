// SPDX-License-Identifier: MIT
#include "format/test_text.h"

#include <doctest/doctest.h>

namespace assay::format {
namespace {

TEST_CASE("test text: what a line asks, in any language") {
  struct Row {
    const char* line;
    TestText want;
  };
  const TestText asks{1, 0, 0};
  const TestText nothing{0, 1, 0};
  const TestText skips{0, 0, 1};
  const TestText silent{};
  const Row rows[] = {
      {"    assert add(1, 2) == 3", asks},
      {"        self.assertEqual(add(1, 2), 3)", asks},
      {"    with pytest.raises(ValueError):", asks},
      {"  expect(add(1, 2)).toBe(3);", asks},
      {"  assert.strictEqual(add(1, 2), 3)", asks},
      {"    .expect(200, done)", asks},
      {"  res.should.have.status(200)", asks},
      {"  if got != 3 { t.Errorf(\"got %d\", got) }", asks},
      {"    assert_eq!(add(1, 2), 3);", asks},
      {"  EXPECT_EQ(add(1, 2), 3);", asks},
      {"  CHECK(add(1, 2) == 3);", asks},
      {"    $this->assertSame(3, add(1, 2));", asks},
      {"    assert_equal 3, add(1, 2)", asks},
      {"    assert True", nothing},
      {"    assert 1 == 1", nothing},
      {"        self.assertTrue(True)", nothing},
      {"        self.assertTrue(True, 'fine')", nothing},
      {"        self.assertEqual(1, 1)", nothing},
      {"  expect(true).toBe(true);", nothing},
      {"  assert.ok(true)", nothing},
      {"  assert.equal('a', 'a')", nothing},
      {"    assert!(true);", nothing},
      {"  CHECK(true);", nothing},
      {"  t.ok(true);", nothing},
      {"  t.plan(1);", silent},
      {"        self.assertMatches('/a/<>', '/a/b')", asks},
      {"        self.assertStatus(1)", asks},
      {"        self.assertEqual('a', 'a')", nothing},
      {"    assert_eq!(1, 1);", nothing},
      {"  assert.strictEqual(1, 1);", nothing},
      {"        self.assertIsNotNone(1)", nothing},
      {"  @unittest.skip('later')", skips},
      {"@pytest.mark.skip", skips},
      {"  it.skip('works', () => {", skips},
      {"  describe.only('x', () => {", skips},
      {"  xit('works', () => {", skips},
      {"  t.Skip()", skips},
      {"  #[ignore]", skips},
      {"  @Disabled", skips},
      {"  // expect(add(1, 2)).toBe(3);", silent},
      {"    # assert add(1, 2) == 3", silent},
      {"    assert add(1, 2) == 3 or True", silent},
      {"  assert.ok(add(1, 2) === 3 || true);", silent},
      {"        self.assertEqual(total, total)", silent},
      {"    assert total == total", silent},
      {"    self.assertEqual(draw(seed), draw(seed))", asks},
      {"def test_add():", silent},
      {"", silent},
  };
  for (const Row& row : rows) {
    CAPTURE(row.line);
    const TestText seen = read_test_text(row.line);
    CHECK(seen.assertions == row.want.assertions);
    CHECK(seen.constant == row.want.constant);
    CHECK(seen.skips == row.want.skips);
  }
}

TEST_CASE("test text: what tests are called") {
  const TestText seen = read_test_text(
      "it('adds', function () {\n  it.skip(\"x\")\ntest(\"doubles\", () => {\n  it \"halves\" do\n"
      "def test_more(self):\nfunc TestGo(t *testing.T) {\n  public function testPhp()\n"
      "TEST_CASE(\"cpp\") {\nsubmit('form')\n");
  std::vector<std::string> titles;
  for (const TestPart& part : seen.parts) titles.push_back(part.title);
  CHECK(titles == std::vector<std::string>{"adds", "doubles", "halves", "test_more", "TestGo",
                                           "testPhp", "cpp"});
}

TEST_CASE("test text: a neutered test asks less") {
  const TestText before =
      read_test_text("def test_a():\n    assert f(1) == 2\n    assert f(2) == 3\n");
  const TestText now = read_test_text("def test_a():\n    assert True\n    assert f(2) == 3\n");
  CHECK(before.assertions == 2);
  CHECK(now.assertions == 1);
  CHECK(now.constant == 1);
}

TEST_CASE("test text: what nothing comes to asks nothing") {
  const char* dead[] = {
      "def test_a():\n    return\n    assert f(1) == 2\n",
      "def test_a():\n    x = f(1)\n    return\n    assert x == 2\n",
      "def test_a():\n    if False:\n        assert f(1) == 2\n",
      "it('a', () => {\n  return;\n  expect(f(1)).toBe(2)\n})\n",
      "it('a', () => {\n  if (false) {\n    expect(f(1)).toBe(2)\n  }\n})\n",
      "func TestA(t *testing.T) {\n\treturn\n\tif f(1) != 2 { t.Error(\"x\") }\n}\n",
      "func TestA(t *testing.T) {\n\tif false { t.Fatal(f(1)) }\n}\n",
      "def test_a():\n    if False: assert f(1) == 2\n",
      "it('a', () => {\n  if (false) expect(f(1)).toBe(2)\n})\n",
      "it('a', () => {\n  false && expect(f(1)).toBe(2)\n})\n",
  };
  for (const char* text : dead) {
    CAPTURE(text);
    CHECK(read_test_text(text).assertions == 0);
  }
  const char* alive[] = {
      "def test_a():\n    if slow:\n        return\n    assert f(1) == 2\n",
      "def test_a():\n    return\n\ndef test_b():\n    assert f(1) == 2\n",
      "def test_a():\n    if False:\n        pass\n    assert f(1) == 2\n",
      "def test_a():\n    def inner():\n        return\n    assert f(1) == 2\n",
      "it('a', () => {\n  if (\n    x) return\n  expect(f(1)).toBe(2)\n})\n",
      "it('a', () => {\n  if (0 || x) expect(f(1)).toBe(2)\n})\n",
      "func TestA(t *testing.T) {\n\tif falsehood { t.Fatal(f(1)) }\n}\n",
  };
  for (const char* text : alive) {
    CAPTURE(text);
    CHECK(read_test_text(text).assertions == 1);
  }
}

/// "a>b": test a is called b now.
std::vector<std::string> renamed(const std::vector<TestFile>& files) {
  std::vector<std::string> words;
  for (const auto& each : compare_tests(files).renamed) words.push_back(each.from + ">" + each.to);
  return words;
}

TEST_CASE("test text: a test that is word for word the same under another title is renamed") {
  using Words = std::vector<std::string>;
  const std::string a = "def test_a(self):\n    check(f(1), 2)\n\n";
  const std::string b = "def test_b(self):\n    check(f(1), 2)\n\n";
  CHECK(renamed({{"t.py", a, b}}) == Words{"test_a>test_b"});
  CHECK(renamed({{"t.py", "  it('a', () => ok(f(1)))\n", "  it('b', () => ok(f(1)))\n"}}) ==
        Words{"a>b"});
  // To another file.
  CHECK(renamed({{"t.py", a, ""}, {"u.py", "", a}}) == Words{"test_a>test_a"});
  // Another body, a body that was there already, one new test for two that are gone.
  CHECK(renamed({{"t.py", a, "def test_b(self):\n    check(f(1), 3)\n"}}).empty());
  CHECK(renamed({{"t.py", a, "def test_b(self):\n    pass\n"}}).empty());
  CHECK(renamed({{"t.py", a + b, b}}).empty());
  const std::string c = "def test_c(self):\n    check(f(1), 2)\n\n";
  CHECK(renamed({{"t.py", a + b, c}}).size() == 1);
}

TEST_CASE(
    "test text: a test on one line that only has another title asks no less and is not gone") {
  const std::string rest = "def test_z(self): self.assertEqual(g(1), 2)\n";
  const std::string a = "def test_a(self): self.assertEqual(f(1), 2)\n" + rest;
  const auto same =
      compare_tests({{"t.py", a, "def test_b(self): self.assertEqual(f(1), 2)\n" + rest}});
  CHECK_FALSE(same.asks_less);
  CHECK(same.gone.empty());
  // Beside an assertion that is another one now, the renamed test is still there.
  const auto beside = compare_tests({{"t.py", a,
                                      "def test_b(self): self.assertEqual(f(1), 2)\ndef "
                                      "test_z(self): self.assertEqual(g(1), 3)\n"}});
  CHECK(beside.asks_less);
  CHECK(beside.gone.empty());
  const auto dummy = compare_tests({{"t.py", a, "def test_b(self): check = f(1)\n" + rest}});
  CHECK(dummy.asks_less);
  REQUIRE(dummy.gone.size() == 1);
  CHECK(dummy.gone[0].test == "test_a");
}

TEST_CASE("test text: a test that is gone is rewritten where another has most of its words") {
  using Words = std::vector<std::string>;
  const auto rewritten = [](const std::string& before, const std::string& now) {
    Words words;
    for (const auto& each : compare_tests({{"t.py", before, now}}).rewritten)
      words.push_back(each.from + ">" + each.to);
    return words;
  };
  const std::string a =
      "def test_a():\n    x = read(1)\n    y = read(2)\n    assert f(x, y) == 1\n";
  CHECK(
      rewritten(a, "def test_b():\n    x = read(1)\n    y = read(2)\n    assert f(x, y) == 2\n") ==
      Words{"test_a>test_b"});
  CHECK(rewritten(a, "def test_b():\n    x = read(1)\n    y = read(2)\n    f(x, y)\n").empty());
  CHECK(rewritten(a, "def test_b():\n    assert g() == 2\n").empty());
  CHECK(
      rewritten(a, a + "def test_b():\n    x = read(1)\n    y = read(2)\n    assert f(x, y) == 2\n")
          .empty());
}

/// What is told of one file that changed.
std::vector<std::string> told(const char* before, const char* now) {
  std::vector<std::string> words;
  for (const auto& each : compare_tests({{"t.py", before, now}}).read)
    words.push_back(each.test.empty() ? each.what : each.test + " " + each.what);
  return words;
}

TEST_CASE("test text: a test that asks less is found beside others that ask more") {
  const char* before =
      "def test_a():\n    assert f(1) == 2\n    assert f(2) == 3\n\n"
      "def test_b():\n    assert g(1) == 2\n";
  const char* more = "\ndef test_c():\n    assert h(1)\n    assert h(2)\n    assert h(3)\n";
  const auto now = [&](const std::string& a, const std::string& b) {
    return "def test_a():\n" + a + "\ndef test_b():\n" + b + more;
  };
  const std::string a = "    assert f(1) == 2\n    assert f(2) == 3\n";
  const std::string b = "    assert g(1) == 2\n";
  CHECK(told(before, now(a, b).c_str()).empty());
  const std::vector<std::string> a_less{"test_a has 1 assertions, 2 on the base"};
  CHECK(told(before, now("    assert f(1) == 2\n    f(2)\n", b).c_str()) == a_less);
  CHECK(told(before, now("    assert f(1) == 2\n    return\n    assert f(2) == 3\n", b).c_str()) ==
        a_less);
  CHECK(told(before, now(a, "    g(1)\n").c_str()) ==
        std::vector<std::string>{"test_b has 0 assertions, 1 on the base"});
  CHECK(told(before, now(a, "    pass\n").c_str()).size() == 1);
  CHECK(told(before, now(a, "    x = g(1)\n    assert x == x\n").c_str()).size() == 1);
}

TEST_CASE("test text: what moved, is shared or goes through cases is not lost") {
  const char* before =
      "def test_a():\n    assert f(1) == 2\n    assert f(2) == 3\n    assert f(3) == 4\n";
  const char* honest[] = {
      // Moved to another test.
      "def test_a():\n    assert f(1) == 2\n\ndef test_more():\n    assert f(2) == 3\n    assert "
      "f(3) == "
      "4\n",
      // In a loop.
      "def test_a():\n    for n in (1, 2, 3):\n        assert f(n) == n + 1\n\ndef test_b():\n    "
      "assert "
      "g(1)\n    assert g(2)\n",
      // In a function that tests share.
      "def check(n):\n    assert f(n) == n + 1\n    assert n\n    assert f\n\ndef test_a():\n    "
      "check(1)\n    check(2)\n    check(3)\n",
      // Asked in other words.
      "def test_a():\n    assert f(1) is 2\n    assert f(2) is 3\n    assert f(3) is 4\n",
      // In cases that a mark lists.
      "@pytest.mark.parametrize('n', [\n    1,\n    2,\n])\ndef test_a(n):\n    assert f(n) == n + "
      "1\n\n"
      "def test_b():\n    assert g(1)\n    assert g(2)\n",
      // A function inside the test.
      "def test_a():\n    def helper():\n        return 1\n    assert f(1) == 2\n    assert f(2) "
      "== 3\n    "
      "assert f(3) == 4\n",
  };
  for (const char* now : honest) {
    CAPTURE(std::string(now));
    CHECK(told(before, now) == std::vector<std::string>{});
  }
}

}  // namespace
}  // namespace assay::format
