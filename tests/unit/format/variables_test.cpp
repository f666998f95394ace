// SPDX-License-Identifier: MIT
#include "format/variables.h"

#include <doctest/doctest.h>

namespace assay::format {

TEST_CASE("variables: what a text reads") {
  struct Case {
    const char* text;
    bool read;
  };
  for (const Case& one : {
           Case{"curl $API_URL", true},
           Case{"curl \"${API_URL:-x}\"", true},
           Case{"curl $(API_URL)", true},
           Case{"process.env.API_URL", true},
           Case{"os.environ[\"API_URL\"]", true},
           Case{"getenv('API_URL')", true},
           Case{"API_URL=x curl $API_URL", false},
           Case{"export API_URL=x\ncurl $API_URL", false},
           Case{"curl $API_URL_TWO $MY_API_URL", false},
           Case{"the API_URL is nice", false},
           Case{"if [ \"$API_URL\" == x ]", true},
           Case{"", false},
       }) {
    CAPTURE(one.text);
    CHECK(reads_variable(one.text, "API_URL") == one.read);
  }
}

TEST_CASE("variables: what an output misses") {
  CHECK(misses_variable("first\nError: API_URL is not set\nlast", "API_URL"));
  CHECK(misses_variable("KeyError: 'API_URL'", "API_URL"));
  CHECK(misses_variable("bash: API_URL: unbound variable", "API_URL"));
  CHECK_FALSE(misses_variable("API_URL=x", "API_URL"));
  CHECK_FALSE(misses_variable("API_URL_TWO is not set", "API_URL"));
  CHECK_FALSE(misses_variable("API_URL\nis not set", "API_URL"));
}

TEST_CASE("variables: those of shells are everybody's") {
  CHECK(is_variable_of_shells("PWD"));
  CHECK(is_variable_of_shells("_"));
  CHECK(is_variable_of_shells("BASH_ENV"));
  CHECK_FALSE(is_variable_of_shells("DISPLAY"));
}

}  // namespace assay::format
