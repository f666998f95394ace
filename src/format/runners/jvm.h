// SPDX-License-Identifier: MIT
// The readers of the JVM family; one file for each build tool or group of runners.
#pragma once

#include "format/runners/recogniser.h"

#include <vector>

namespace assay::format {

void find_maven(const Transcript& transcript, std::vector<Sighting>& out);
void find_gradle(const Transcript& transcript, std::vector<Sighting>& out);
void find_ant_junit(const Transcript& transcript, std::vector<Sighting>& out);
void find_junit4(const Transcript& transcript, std::vector<Sighting>& out);
void find_junit_console(const Transcript& transcript, std::vector<Sighting>& out);
void find_testng(const Transcript& transcript, std::vector<Sighting>& out);
void find_sbt(const Transcript& transcript, std::vector<Sighting>& out);
void find_kotest(const Transcript& transcript, std::vector<Sighting>& out);
void find_clojure_test(const Transcript& transcript, std::vector<Sighting>& out);

}  // namespace assay::format
