// SPDX-License-Identifier: MIT
#include "core/evidence/renamings.h"

#include <doctest/doctest.h>

namespace assay::core::work {

TEST_CASE("renamings: names of runners carry titles of tests") {
  const std::pair<const char*, const char*> carried[] = {
      {"test_a (cart.T.test_a)", "test_a"},
      {"test_a (cart.T)", "test_a"},
      {"t/cart.py::T::test_a", "test_a"},
      {"t/cart.py::test_a[2]", "test_a"},
      {"cart sums it up", "sums it up"},
      {"pkg.TestSum", "TestSum"},
      {"TestSum", "TestSum"},
  };
  for (const auto& [name, title] : carried) CHECK_MESSAGE(carries_title(name, title), name);
  const std::pair<const char*, const char*> others[] = {
      {"test_other_a (cart.T.test_other_a)", "test_a"},
      {"t/cart.py::my_test_a", "test_a"},
      {"test_ab (cart.T.test_ab)", "test_a"},
      {"cart sums it up", ""},
  };
  for (const auto& [name, title] : others) CHECK_MESSAGE(!carries_title(name, title), name);
}

TEST_CASE("renamings: each stands for one name and its cases") {
  Renamings one({{"test_a", "test_b"}}, {"test_b (c.T)", "test_b (c.U)"});
  CHECK(one.tell("test_a (c.T)"));
  CHECK_FALSE(one.tell("test_a (c.U)"));
  CHECK_FALSE(one.tell("test_c (c.T)"));
  Renamings cases({{"test_a", "test_b"}}, {"c.py::test_b[1]", "c.py::test_b[2]"});
  CHECK(cases.tell("c.py::test_a[1]"));
  CHECK(cases.tell("c.py::test_a[2]"));
  CHECK_FALSE(cases.tell("c.py::test_a[3]"));
}

TEST_CASE("renamings: a new name stands for one that is gone") {
  Renamings two({{"test_a", "test_c"}, {"test_b", "test_c"}}, {"c.py::test_c"});
  CHECK(two.tell("c.py::test_a"));
  CHECK_FALSE(two.tell("c.py::test_b"));
}

TEST_CASE("renamings: what was renamed twice is found under its last title") {
  Renamings twice({{"test_a", "test_b"}, {"test_b", "test_c"}}, {"c.py::test_c"});
  CHECK(twice.tell("c.py::test_a"));
  Renamings dropped({{"test_a", "test_b"}}, {"c.py::test_c"});
  CHECK_FALSE(dropped.tell("c.py::test_a"));
}

}  // namespace assay::core::work
