// SPDX-License-Identifier: MIT
// What the web API gives and takes, field by field: writers, readers and the schemas of
// docs/formats/web-api.json come from these lists.
#pragma once

#include "face/web/records/agent.h"
#include "face/web/records/attempt.h"
#include "face/web/records/compare.h"
#include "face/web/records/diff.h"
#include "face/web/records/done.h"
#include "face/web/records/enter.h"
#include "face/web/records/events.h"
#include "face/web/records/goals.h"
#include "face/web/records/ledger.h"
#include "face/web/records/log.h"
#include "face/web/records/loop.h"
#include "face/web/records/money.h"
#include "face/web/records/overview.h"
#include "face/web/records/pipeline.h"
#include "face/web/records/problem.h"
#include "face/web/records/question.h"
#include "face/web/records/run.h"
#include "face/web/records/run_page.h"
#include "face/web/records/spending.h"
#include "face/web/records/tests.h"
#include "face/web/records/timeline.h"
#include "face/web/records/verify.h"
