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
  CHECK(seen.titles == std::vector<std::string>{"adds", "doubles", "halves", "test_more", "TestGo",
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

}  // namespace
}  // namespace assay::format
