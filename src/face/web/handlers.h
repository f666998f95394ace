// SPDX-License-Identifier: MIT
// What is done for each address of the API, one function each.
#pragma once

#include "face/web/routes.h"

namespace assay::web {

api::Reply<EnteredShown> enter(const Call& call, const EnterGiven& given);
api::Reply<ServerShown> server(const Call& call, const NoQuery& query);
api::Reply<OverviewShown> overview(const Call& call, const NoQuery& query);
api::Reply<RunsShown> runs(const Call& call, const RunsQuery& query);
api::Reply<QuestionsShown> questions(const Call& call, const NoQuery& query);
api::Reply<SpendingShown> spending(const Call& call, const SpendingQuery& query);
api::Reply<CompareShown> compare(const Call& call, const CompareQuery& query);

api::Reply<shown::StatusShown> status(const Call& call, const NoQuery& query);
api::Reply<TestsPageShown> tests(const Call& call, const TestsQuery& query);
api::Reply<TestHistoryShown> test_history(const Call& call, const TestQuery& query);
api::Reply<KnownFailuresShown> known_failures(const Call& call, const NoQuery& query);
api::Reply<LedgerShown> ledger_check(const Call& call, const NoQuery& query);
api::Reply<AttestationShown> attestation(const Call& call, const CommitQuery& query);

api::Reply<RunPageShown> run_page(const Call& call, const NoQuery& query);
api::Reply<GatesShown> gates(const Call& call, const GatesQuery& query);
api::Reply<AttemptsShown> attempts(const Call& call, const AttemptsQuery& query);
api::Reply<TimelineShown> timeline(const Call& call, const TimelineQuery& query);
api::Reply<EventsShown> events(const Call& call, const EventsQuery& query);
api::Reply<ExplainShown> explain(const Call& call, const ExplainQuery& query);
api::Reply<LedgerShown> run_ledger(const Call& call, const NoQuery& query);
api::Reply<FileShown> file(const Call& call, const FileQuery& query);

api::Reply<AttemptPageShown> attempt_page(const Call& call, const NoQuery& query);
api::Reply<LogShown> log(const Call& call, const LogQuery& query);
api::Reply<LogHitsShown> log_search(const Call& call, const SearchQuery& query);
api::Reply<TranscriptShown> transcript(const Call& call, const TranscriptQuery& query);
api::Reply<DiffShown> diff(const Call& call, const NoQuery& query);
api::Reply<FileShown> prompt(const Call& call, const NoQuery& query);

api::Reply<DoneShown> answer(const Call& call, const AnswerGiven& given);
api::Reply<DoneShown> stop(const Call& call, const Nothing& given);
api::Reply<DoneShown> resume(const Call& call, const Nothing& given);
api::Reply<DoneShown> wake(const Call& call, const Nothing& given);

api::Reply<Download> raw_log(const Call& call);
api::Reply<Download> report(const Call& call);

}  // namespace assay::web
