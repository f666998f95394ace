PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE runs(
  run_id TEXT NOT NULL PRIMARY KEY,
  machine TEXT NOT NULL,
  workspace TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  outcome TEXT,
  epoch INTEGER NOT NULL,
  owner_pid INTEGER NOT NULL,
  owner_boot TEXT NOT NULL,
  owner_start INTEGER NOT NULL,
  event_count INTEGER NOT NULL,
  head BLOB NOT NULL CHECK(length(head) = 32)
) STRICT;
INSERT INTO runs VALUES('20261116-162347590-413c0z','agent','/tmp/assay-golden/agent/work','2026-11-16T16:23:47.599Z','2026-11-16T16:23:47.617Z','passed',1,13903,'dc73f29c-6585-438b-aa59-7761545cb113',212281,7,X'ddba5ee4b02389be31e4ec5dd54a16fa47fe0890530c374ed82a55f2b7844d85');
INSERT INTO runs VALUES('20261116-162347626-vvg7zh','agent','/tmp/assay-golden/agent/work','2026-11-16T16:23:47.629Z','2026-11-16T16:23:47.642Z','failed',1,13908,'dc73f29c-6585-438b-aa59-7761545cb113',212285,7,X'2d256e3d8f17ef598d3b3e0aaf6e529e2a58f6ed9bedbc872287ea9169f7d6b9');
INSERT INTO runs VALUES('20261116-162347652-p0r9vv','agent','/tmp/assay-golden/agent/work','2026-11-16T16:23:47.655Z','2026-11-16T16:23:47.669Z','failed',1,13912,'dc73f29c-6585-438b-aa59-7761545cb113',212288,7,X'835ba125e905dac2940ec42f26937a4baabb99f2d1f056bdb6113b659a9c3fe3');
INSERT INTO runs VALUES('20261116-162347685-52bq4c','agent','/tmp/assay-golden/agent/work','2026-11-16T16:23:47.689Z','2026-11-16T16:23:48.822Z','passed',2,13928,'dc73f29c-6585-438b-aa59-7761545cb113',212403,13,X'acc540c8a513693fe470afb26854e4bc32c5bfb27f9f5a0e8ade66c4116f7ac3');
INSERT INTO runs VALUES('20261116-162347741-6pg8dc','agent','/tmp/assay-golden/agent/work','2026-11-16T16:23:47.744Z','2026-11-16T16:23:47.756Z','error',1,13920,'dc73f29c-6585-438b-aa59-7761545cb113',212296,7,X'8e51087a8a67f9ba037f2cf265386b373d6151a4ac4033b8d9117fa4d3fca6ca');
INSERT INTO runs VALUES('20261116-162348836-tpzmvy','agent','/tmp/assay-golden/agent/work','2026-11-16T16:23:48.840Z',NULL,NULL,1,13932,'dc73f29c-6585-438b-aa59-7761545cb113',212406,3,X'4c3fde49b0952a16e147eea977d7ba50497b37072ae5662b7edcc65f5b4511cc');
INSERT INTO runs VALUES('20261116-162348864-fxy84h','agent','/tmp/assay-golden/agent/work','2026-11-16T16:23:48.868Z','2026-11-16T16:23:48.886Z','cancelled',1,13938,'dc73f29c-6585-438b-aa59-7761545cb113',212409,8,X'14a221b5ce26925c510e7fa576997f4d0b5744dfa15533a56f12af26c74706a3');
CREATE TABLE events(
  run_id TEXT NOT NULL REFERENCES runs(run_id),
  seq INTEGER NOT NULL CHECK(seq >= 1),
  at TEXT NOT NULL,
  kind TEXT NOT NULL,
  body TEXT NOT NULL,
  prev_hash BLOB NOT NULL CHECK(length(prev_hash) = 32),
  hash BLOB NOT NULL CHECK(length(hash) = 32),
  PRIMARY KEY(run_id, seq)
) STRICT;
INSERT INTO events VALUES('20261116-162347590-413c0z',1,'2026-11-16T16:23:47.599Z','run_started','{"run_id":"20261116-162347590-413c0z","agent":{"order":{"role":"dev","argv":["assay-scripted-agent","/tmp/assay-golden/agent/agent.yaml"],"dialect":"claude","prompt":"Do it (done).\n\n","stall_ms":600000,"max_retries":50},"workspace":"/tmp/assay-golden/agent/work","cwd":"/tmp/assay-golden/agent/work","log_dir":"/tmp/assay-golden/agent/state/runs/20261116-162347590-413c0z/logs","timeout_ms":2700000,"env":["CASE","done"],"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd"}}',X'a5e09ed476c2401ba992ae544f7cefd66527c6b477498cc0ba9327a7a07b3aec',X'86c2ee7edaffcf6d3d46c15ec6c54396edaec68b99de623116642835b5d454cc');
INSERT INTO events VALUES('20261116-162347590-413c0z',2,'2026-11-16T16:23:47.600Z','tree_observed','{"unit":0,"attempt":1,"digest":"9bebf73bae5216f0c917cbcfb4a67cc1a5f5dde77a64e03527b5d63399e53093","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64"}',X'86c2ee7edaffcf6d3d46c15ec6c54396edaec68b99de623116642835b5d454cc',X'e6cefa89fec380dfcddf1101cbd80db3626ef04e5058fffeb2aba180f6f01cc4');
INSERT INTO events VALUES('20261116-162347590-413c0z',3,'2026-11-16T16:23:47.603Z','spending_reported','{"unit":0,"attempt":1}',X'e6cefa89fec380dfcddf1101cbd80db3626ef04e5058fffeb2aba180f6f01cc4',X'c121c6d8a826d56352a194e14ed79d2036bed932c64dfd0ea50d0196fc238ee6');
INSERT INTO events VALUES('20261116-162347590-413c0z',4,'2026-11-16T16:23:47.615Z','attempt_ended','{"unit":0,"attempt":1,"name":"dev","exit":"exited","code":0,"started_ms":1794846227604,"duration_ms":9,"output":{"log_path":"/tmp/assay-golden/agent/state/runs/20261116-162347590-413c0z/logs/dev-attempt1.log","bytes":975,"stream":"9f8e2ef6ddb0c9530add25f91a933f59ab116c6f1b53fd7d64c946d742c61643"},"user_ms":6,"system_ms":2,"max_rss_kib":12852,"says_complete":true,"transcript":{"ending":"success","stop_reason":"success","final_text":"Done.\nTASK_COMPLETE","model":"scripted-1","turns":3,"tokens":{"input":100,"output":20,"total":120},"tokens_told":true,"micro_usd":1000,"commands":[{"command":"test -s a.txt","exit_code":0,"edits_before":1}],"edited":["a.txt"],"edits":1,"tool_calls":2,"lines":7}}',X'c121c6d8a826d56352a194e14ed79d2036bed932c64dfd0ea50d0196fc238ee6',X'5e40696a2d83e0f9b99a590681301d8701661f01934bd23825702cd0110ab7d8');
INSERT INTO events VALUES('20261116-162347590-413c0z',5,'2026-11-16T16:23:47.616Z','tree_observed','{"unit":0,"attempt":1,"digest":"091ae6715c3a38c17e3112a07b1919ff30565a0d3e69822fea03f70d5f8ce19b","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64","changed":["a.txt"]}',X'5e40696a2d83e0f9b99a590681301d8701661f01934bd23825702cd0110ab7d8',X'64278fc2b232106594ed7fd8a680dfd2e6781a8e45aa910abb8c783abe8eaeb7');
INSERT INTO events VALUES('20261116-162347590-413c0z',6,'2026-11-16T16:23:47.617Z','drain_reported','{"alive":0}',X'64278fc2b232106594ed7fd8a680dfd2e6781a8e45aa910abb8c783abe8eaeb7',X'518a681645ae132358faaaf2a2d4f634b38adeb5dc9cde0785bcbc085c79e7a8');
INSERT INTO events VALUES('20261116-162347590-413c0z',7,'2026-11-16T16:23:47.617Z','run_concluded','{"outcome":"passed","trace":"9d1356fd18c064b09465ebdf04af17d5a803aa7eb3c79bbc5ade6f78ca4b3629"}',X'518a681645ae132358faaaf2a2d4f634b38adeb5dc9cde0785bcbc085c79e7a8',X'ddba5ee4b02389be31e4ec5dd54a16fa47fe0890530c374ed82a55f2b7844d85');
INSERT INTO events VALUES('20261116-162347626-vvg7zh',1,'2026-11-16T16:23:47.629Z','run_started','{"run_id":"20261116-162347626-vvg7zh","agent":{"order":{"role":"dev","argv":["assay-scripted-agent","/tmp/assay-golden/agent/agent.yaml"],"dialect":"claude","prompt":"Do it (liar).\n\n","stall_ms":600000,"max_retries":50},"workspace":"/tmp/assay-golden/agent/work","cwd":"/tmp/assay-golden/agent/work","log_dir":"/tmp/assay-golden/agent/state/runs/20261116-162347626-vvg7zh/logs","timeout_ms":2700000,"env":["CASE","liar"],"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd"}}',X'4dd970ee447bd31ca42ed521e2e241677cb582e06b8de4e380261dd9190a5187',X'129ad54b0f87a515b4995d16bb624f8b1371dda88dc93fed89b0bcbeff0285f8');
INSERT INTO events VALUES('20261116-162347626-vvg7zh',2,'2026-11-16T16:23:47.630Z','tree_observed','{"unit":0,"attempt":1,"digest":"f9fa7cde8c3c3f6aae5a637f603510b3bb2e3ef7ed3e2b14cb78a1aaaa482c61","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64"}',X'129ad54b0f87a515b4995d16bb624f8b1371dda88dc93fed89b0bcbeff0285f8',X'9d7a452661f4ef860681d32b8841beac1adcb7a9b952883077e1c5c13da5b926');
INSERT INTO events VALUES('20261116-162347626-vvg7zh',3,'2026-11-16T16:23:47.632Z','spending_reported','{"unit":0,"attempt":1,"launches":1,"wall_ms":9,"tokens":120,"micro_usd":1000}',X'9d7a452661f4ef860681d32b8841beac1adcb7a9b952883077e1c5c13da5b926',X'79bdc70dba837b95e3f9ad3d63ba3785de936d3f893975299edae0085235da79');
INSERT INTO events VALUES('20261116-162347626-vvg7zh',4,'2026-11-16T16:23:47.640Z','attempt_ended','{"unit":0,"attempt":1,"name":"dev","exit":"exited","code":0,"started_ms":1794846227633,"duration_ms":5,"output":{"log_path":"/tmp/assay-golden/agent/state/runs/20261116-162347626-vvg7zh/logs/dev-attempt1.log","bytes":969,"stream":"fe1bcc838bc602fc427be507741b80c2a7e3b53a2db01c90dc0d4b3989dc35ca"},"system_ms":4,"max_rss_kib":12852,"says_complete":true,"transcript":{"ending":"success","stop_reason":"success","final_text":"All tests pass.\nTASK_COMPLETE","model":"scripted-1","turns":3,"tokens":{"input":1200,"output":80,"total":1280},"tokens_told":true,"commands":[{"command":"make test","exit_code":0}],"edited":["b.txt"],"edits":1,"tool_calls":2,"lines":7}}',X'79bdc70dba837b95e3f9ad3d63ba3785de936d3f893975299edae0085235da79',X'c7a4b2ba1b12cd81e1220c6cf5e735ef5aab44e32c6ee5cae4078a04b5c1fd7d');
INSERT INTO events VALUES('20261116-162347626-vvg7zh',5,'2026-11-16T16:23:47.641Z','tree_observed','{"unit":0,"attempt":1,"digest":"f9fa7cde8c3c3f6aae5a637f603510b3bb2e3ef7ed3e2b14cb78a1aaaa482c61","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64"}',X'c7a4b2ba1b12cd81e1220c6cf5e735ef5aab44e32c6ee5cae4078a04b5c1fd7d',X'dd7a4faf9094867d05264f16722b70865011123d945312d5b66d587d27cdc1e8');
INSERT INTO events VALUES('20261116-162347626-vvg7zh',6,'2026-11-16T16:23:47.642Z','drain_reported','{"alive":0}',X'dd7a4faf9094867d05264f16722b70865011123d945312d5b66d587d27cdc1e8',X'de1659216ac376548a3d3e76615b3c4eab58862f5688cb621a4033a07019482c');
INSERT INTO events VALUES('20261116-162347626-vvg7zh',7,'2026-11-16T16:23:47.642Z','run_concluded','{"outcome":"failed","trace":"31147e85a1fd8e43259223701cdd21662fb9f4233bb100fa5c72fbfc2a0672d6"}',X'de1659216ac376548a3d3e76615b3c4eab58862f5688cb621a4033a07019482c',X'2d256e3d8f17ef598d3b3e0aaf6e529e2a58f6ed9bedbc872287ea9169f7d6b9');
INSERT INTO events VALUES('20261116-162347652-p0r9vv',1,'2026-11-16T16:23:47.655Z','run_started','{"run_id":"20261116-162347652-p0r9vv","agent":{"order":{"role":"dev","argv":["assay-scripted-agent","/tmp/assay-golden/agent/agent.yaml"],"dialect":"claude","prompt":"Do it (denied).\n\n","stall_ms":600000,"max_retries":50},"workspace":"/tmp/assay-golden/agent/work","cwd":"/tmp/assay-golden/agent/work","log_dir":"/tmp/assay-golden/agent/state/runs/20261116-162347652-p0r9vv/logs","timeout_ms":2700000,"env":["CASE","denied"],"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd"}}',X'cffdfb1aca1381ec078cbaa9223b31daa7ce5889e4765e11dd0fa88685532069',X'c539ea3f1f1525de8e8a5244360e2ff406dca63ec3993d9ff82a85215e76a2d2');
INSERT INTO events VALUES('20261116-162347652-p0r9vv',2,'2026-11-16T16:23:47.656Z','tree_observed','{"unit":0,"attempt":1,"digest":"42ba1c1af9ae7583670962a574b8e8e410d3498ffe81e524b3e9017b1a3fe101","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64"}',X'c539ea3f1f1525de8e8a5244360e2ff406dca63ec3993d9ff82a85215e76a2d2',X'e659d8b0f6aa6a7274801a570d5f87cd0583425d8f118776e63e2afa54e9dce9');
INSERT INTO events VALUES('20261116-162347652-p0r9vv',3,'2026-11-16T16:23:47.659Z','spending_reported','{"unit":0,"attempt":1,"launches":2,"wall_ms":14,"tokens":1400,"micro_usd":1000,"of_unknown_cost":1}',X'e659d8b0f6aa6a7274801a570d5f87cd0583425d8f118776e63e2afa54e9dce9',X'ce78807b6ae2fa7822d03f9601c3052425347aea3d2dad18dc459bcde1cd59b3');
INSERT INTO events VALUES('20261116-162347652-p0r9vv',4,'2026-11-16T16:23:47.668Z','attempt_ended','{"unit":0,"attempt":1,"name":"dev","exit":"exited","code":0,"started_ms":1794846227660,"duration_ms":7,"output":{"log_path":"/tmp/assay-golden/agent/state/runs/20261116-162347652-p0r9vv/logs/dev-attempt1.log","bytes":755,"stream":"475bd79c871063d1f3ac49dd9e18867d08fc148e4f90ecf3d4b9af29ba5075e4"},"user_ms":3,"system_ms":3,"max_rss_kib":12852,"transcript":{"ending":"success","stop_reason":"success","final_text":"I could not","model":"scripted-1","turns":2,"tokens":{"input":1200,"output":80,"total":1280},"tokens_told":true,"commands":[{"command":"rm -rf x","denied":true,"failed":true}],"tool_calls":1,"denials":["Bash: rm -rf x"],"lines":5}}',X'ce78807b6ae2fa7822d03f9601c3052425347aea3d2dad18dc459bcde1cd59b3',X'4c3d988a2bcc0a9cc4e2b46c9abeee722c22f3561f5615c29af46e2413f52d44');
INSERT INTO events VALUES('20261116-162347652-p0r9vv',5,'2026-11-16T16:23:47.669Z','tree_observed','{"unit":0,"attempt":1,"digest":"42ba1c1af9ae7583670962a574b8e8e410d3498ffe81e524b3e9017b1a3fe101","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64"}',X'4c3d988a2bcc0a9cc4e2b46c9abeee722c22f3561f5615c29af46e2413f52d44',X'6e19443c3166e29dca9a67ad53a6a76a1c5cd8d33a51cecba1d0fc6a167eaaf9');
INSERT INTO events VALUES('20261116-162347652-p0r9vv',6,'2026-11-16T16:23:47.669Z','drain_reported','{"alive":0}',X'6e19443c3166e29dca9a67ad53a6a76a1c5cd8d33a51cecba1d0fc6a167eaaf9',X'fe65272d87f382fdee1077d7b03a015f3e9e22eeb240a2ab2927b355ad36ca64');
INSERT INTO events VALUES('20261116-162347652-p0r9vv',7,'2026-11-16T16:23:47.669Z','run_concluded','{"outcome":"failed","trace":"593cad3621e19d93f4d1fe8f5a77f624203942bb3cb20690fbda74f5c0fc5ae4"}',X'fe65272d87f382fdee1077d7b03a015f3e9e22eeb240a2ab2927b355ad36ca64',X'835ba125e905dac2940ec42f26937a4baabb99f2d1f056bdb6113b659a9c3fe3');
INSERT INTO events VALUES('20261116-162347685-52bq4c',1,'2026-11-16T16:23:47.689Z','run_started','{"run_id":"20261116-162347685-52bq4c","agent":{"order":{"role":"dev","argv":["assay-scripted-agent","/tmp/assay-golden/agent/agent.yaml"],"dialect":"claude","prompt":"Do it (quota).\n\n","stall_ms":600000,"max_retries":50},"workspace":"/tmp/assay-golden/agent/work","cwd":"/tmp/assay-golden/agent/work","log_dir":"/tmp/assay-golden/agent/state/runs/20261116-162347685-52bq4c/logs","timeout_ms":2700000,"env":["CASE","quota"],"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd"}}',X'f973b8f0b14515fdb5df2512eb315ccb8522979e5d07c04698fa0523463964cf',X'ae50e7c881263987cd1fbb35b884ccf142c703284bd0d3515fd1786e020bf147');
INSERT INTO events VALUES('20261116-162347685-52bq4c',2,'2026-11-16T16:23:47.691Z','tree_observed','{"unit":0,"attempt":1,"digest":"b9a010b9abea4fad014da90438cbcb11e8652175ecded7908db56fa801bcc331","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64"}',X'ae50e7c881263987cd1fbb35b884ccf142c703284bd0d3515fd1786e020bf147',X'd7ff4f390430a2ff6731b20b5ed16ec69f17ce016bd10deba739551032782870');
INSERT INTO events VALUES('20261116-162347685-52bq4c',3,'2026-11-16T16:23:47.693Z','spending_reported','{"unit":0,"attempt":1,"launches":3,"wall_ms":21,"tokens":2680,"micro_usd":1000,"of_unknown_cost":2}',X'd7ff4f390430a2ff6731b20b5ed16ec69f17ce016bd10deba739551032782870',X'a69005b937ee9afe83f48cd6abc59274698d1d76f90d98895ab3a5f2f41d65aa');
INSERT INTO events VALUES('20261116-162347685-52bq4c',4,'2026-11-16T16:23:47.721Z','attempt_ended','{"unit":0,"attempt":1,"name":"dev","exit":"exited","code":0,"started_ms":1794846227694,"duration_ms":21,"output":{"log_path":"/tmp/assay-golden/agent/state/runs/20261116-162347685-52bq4c/logs/dev-attempt1.log","bytes":423,"stream":"73dc2b6ee65d5051b3239eab3c985526a30e242e2691bf73935d50f4cd0dc834"},"user_ms":2,"system_ms":4,"max_rss_kib":12852,"transcript":{"ending":"failure","stop_reason":"error_during_execution","model":"scripted-1","tokens":{"input":1200,"output":80,"total":1280},"tokens_told":true,"errors":["429 rate limit reached; usage limit reached|1"],"trouble":"quota","limit_reached":true,"lines":3}}',X'a69005b937ee9afe83f48cd6abc59274698d1d76f90d98895ab3a5f2f41d65aa',X'd77c64d6d1ab103bf4dc2cec85dc622ae852f5450adf0b047f1c2a4928e57fad');
INSERT INTO events VALUES('20261116-162347685-52bq4c',5,'2026-11-16T16:23:47.722Z','tree_observed','{"unit":0,"attempt":1,"digest":"b9a010b9abea4fad014da90438cbcb11e8652175ecded7908db56fa801bcc331","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64"}',X'd77c64d6d1ab103bf4dc2cec85dc622ae852f5450adf0b047f1c2a4928e57fad',X'ecfccc54d83b5ea3f72830cb9546ff4c0bb8df0cd077973cc9b0196ba51ca7ef');
INSERT INTO events VALUES('20261116-162347685-52bq4c',6,'2026-11-16T16:23:47.723Z','run_parked','{"reason":"quota or rate limit reached: 429 rate limit reached; usage limit reached|1"}',X'ecfccc54d83b5ea3f72830cb9546ff4c0bb8df0cd077973cc9b0196ba51ca7ef',X'97db7750b2595e429ba3723417bfeb6d512fd7959eb4b40e0aa7912ea2bfbf5f');
INSERT INTO events VALUES('20261116-162347741-6pg8dc',1,'2026-11-16T16:23:47.744Z','run_started','{"run_id":"20261116-162347741-6pg8dc","agent":{"order":{"role":"dev","argv":["assay-scripted-agent","/tmp/assay-golden/agent/agent.yaml"],"dialect":"claude","prompt":"Do it (broken).\n\n","stall_ms":600000,"max_retries":50},"workspace":"/tmp/assay-golden/agent/work","cwd":"/tmp/assay-golden/agent/work","log_dir":"/tmp/assay-golden/agent/state/runs/20261116-162347741-6pg8dc/logs","timeout_ms":2700000,"env":["CASE","broken"],"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd"}}',X'4dc9fe00035ea15947c26f06c4427ba262ad256a1eafd74d404f07972de61942',X'b4e52ac37d06d2e64293a38bbd1afb6e9d51828d599a377405bb21fd2d69381c');
INSERT INTO events VALUES('20261116-162347741-6pg8dc',2,'2026-11-16T16:23:47.746Z','tree_observed','{"unit":0,"attempt":1,"digest":"11f96de4b24695d218d9398b33ac33b1d03680d326d255551fc853a5e84ade25","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64"}',X'b4e52ac37d06d2e64293a38bbd1afb6e9d51828d599a377405bb21fd2d69381c',X'874b9046333a55fb4f040288add3163d131887a0951855a9d1a9c3dcb7a0621b');
INSERT INTO events VALUES('20261116-162347741-6pg8dc',3,'2026-11-16T16:23:47.748Z','spending_reported','{"unit":0,"attempt":1,"launches":4,"wall_ms":42,"tokens":3960,"micro_usd":1000,"of_unknown_cost":3}',X'874b9046333a55fb4f040288add3163d131887a0951855a9d1a9c3dcb7a0621b',X'52da766732dc816e0dc224d3c39204a8245dbc975adbf6c2bcabc4c52897cbd8');
INSERT INTO events VALUES('20261116-162347741-6pg8dc',4,'2026-11-16T16:23:47.755Z','attempt_ended','{"unit":0,"attempt":1,"name":"dev","exit":"exited","code":3,"started_ms":1794846227750,"duration_ms":4,"output":{"log_path":"/tmp/assay-golden/agent/state/runs/20261116-162347741-6pg8dc/logs/dev-attempt1.log","bytes":82,"stream":"6672368f3b5b48845d11d04fb8a4ece7a4aa8647db7045dabba326562ea8afc2"},"system_ms":3,"max_rss_kib":12852,"transcript":{"ending":"none","model":"scripted-1","lines":2,"broken_lines":1}}',X'52da766732dc816e0dc224d3c39204a8245dbc975adbf6c2bcabc4c52897cbd8',X'65ef4733875bb0fb75e4ae6c7664b888ad240581c97661267cfd4231e087c194');
INSERT INTO events VALUES('20261116-162347741-6pg8dc',5,'2026-11-16T16:23:47.756Z','tree_observed','{"unit":0,"attempt":1,"digest":"11f96de4b24695d218d9398b33ac33b1d03680d326d255551fc853a5e84ade25","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64"}',X'65ef4733875bb0fb75e4ae6c7664b888ad240581c97661267cfd4231e087c194',X'7b5ebc1be8f9ab51c9c9fb4fd42ebb9533988d71b69817087673e5c03a72d21c');
INSERT INTO events VALUES('20261116-162347741-6pg8dc',6,'2026-11-16T16:23:47.756Z','drain_reported','{"alive":0}',X'7b5ebc1be8f9ab51c9c9fb4fd42ebb9533988d71b69817087673e5c03a72d21c',X'7f8beac238bc3315063485595da66404d39c10807e6aab74ed2e244df4efb19c');
INSERT INTO events VALUES('20261116-162347741-6pg8dc',7,'2026-11-16T16:23:47.756Z','run_concluded','{"outcome":"error","trace":"a63ec54ba2f1002df0765a2687831e19502eae876701baf2a1806484101c6345"}',X'7f8beac238bc3315063485595da66404d39c10807e6aab74ed2e244df4efb19c',X'8e51087a8a67f9ba037f2cf265386b373d6151a4ac4033b8d9117fa4d3fca6ca');
INSERT INTO events VALUES('20261116-162347685-52bq4c',7,'2026-11-16T16:23:48.807Z','run_resumed','{}',X'97db7750b2595e429ba3723417bfeb6d512fd7959eb4b40e0aa7912ea2bfbf5f',X'3d3f29b16be0e0fdb40eac6306f5e95a7c3901ca7b09197c9bfe06f10c89416e');
INSERT INTO events VALUES('20261116-162347685-52bq4c',8,'2026-11-16T16:23:48.808Z','tree_observed','{"unit":0,"attempt":2,"digest":"b9a010b9abea4fad014da90438cbcb11e8652175ecded7908db56fa801bcc331","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64"}',X'3d3f29b16be0e0fdb40eac6306f5e95a7c3901ca7b09197c9bfe06f10c89416e',X'bb0de868ed82f3c873bbe491f1346fada2dc37c7b70e72b94870d320163209ad');
INSERT INTO events VALUES('20261116-162347685-52bq4c',9,'2026-11-16T16:23:48.812Z','spending_reported','{"unit":0,"attempt":2,"launches":4,"wall_ms":25,"tokens":2680,"micro_usd":1000,"of_unknown_cost":3}',X'bb0de868ed82f3c873bbe491f1346fada2dc37c7b70e72b94870d320163209ad',X'639fd48d054744be6062e241c83c26fdd5eb179f161f007d15d2490411959d09');
INSERT INTO events VALUES('20261116-162347685-52bq4c',10,'2026-11-16T16:23:48.820Z','attempt_ended','{"unit":0,"attempt":2,"name":"dev","exit":"exited","code":0,"started_ms":1794846228813,"duration_ms":4,"output":{"log_path":"/tmp/assay-golden/agent/state/runs/20261116-162347685-52bq4c/logs/dev-attempt2.log","bytes":683,"stream":"ea0650eb43348c950d1836103e2f386d92dfc4adf916812abe4d07bdaac02bab"},"user_ms":4,"max_rss_kib":12468,"says_complete":true,"transcript":{"ending":"success","stop_reason":"success","final_text":"Done.\nTASK_COMPLETE","model":"scripted-1","turns":2,"tokens":{"input":1200,"output":80,"total":1280},"tokens_told":true,"edited":["c.txt"],"edits":1,"tool_calls":1,"lines":5}}',X'639fd48d054744be6062e241c83c26fdd5eb179f161f007d15d2490411959d09',X'e10005e8e1e8893f04eb5d32261fc25a358b72be213858448583ee8c70f90ccf');
INSERT INTO events VALUES('20261116-162347685-52bq4c',11,'2026-11-16T16:23:48.822Z','tree_observed','{"unit":0,"attempt":2,"digest":"6f82f7828915b33d745682f087c22a46d09b0cda9fc4f6edf385c98ac4436967","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64","changed":["c.txt"]}',X'e10005e8e1e8893f04eb5d32261fc25a358b72be213858448583ee8c70f90ccf',X'ed21b7e60da853907563efad02f05f625e50ddb76c850adbf9c048ec70b48bbd');
INSERT INTO events VALUES('20261116-162347685-52bq4c',12,'2026-11-16T16:23:48.822Z','drain_reported','{"alive":0}',X'ed21b7e60da853907563efad02f05f625e50ddb76c850adbf9c048ec70b48bbd',X'97e151da1b4af60092f7bbd111b862e18be8157fd340ab6e8a4f0f5b548b723e');
INSERT INTO events VALUES('20261116-162347685-52bq4c',13,'2026-11-16T16:23:48.822Z','run_concluded','{"outcome":"passed","trace":"728aecf65338e6370b1852be08aa3a8eb9b88196ab0b106a003913ff786eb693"}',X'97e151da1b4af60092f7bbd111b862e18be8157fd340ab6e8a4f0f5b548b723e',X'acc540c8a513693fe470afb26854e4bc32c5bfb27f9f5a0e8ade66c4116f7ac3');
INSERT INTO events VALUES('20261116-162348836-tpzmvy',1,'2026-11-16T16:23:48.840Z','run_started','{"run_id":"20261116-162348836-tpzmvy","agent":{"order":{"role":"dev","argv":["assay-scripted-agent","/tmp/assay-golden/agent/agent.yaml"],"dialect":"claude","prompt":"Hang.\n\n","stall_ms":600000,"max_retries":50},"workspace":"/tmp/assay-golden/agent/work","cwd":"/tmp/assay-golden/agent/work","log_dir":"/tmp/assay-golden/agent/state/runs/20261116-162348836-tpzmvy/logs","timeout_ms":2700000,"env":["CASE","hang"],"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd"}}',X'ee18e427393a07d8a27e7986b3f5a7101e7f0e9eca6ce83e8202f708c396df48',X'7759bc11185d4e60a44981c5cd3d109b022992567e0d9afda887cd971547c3ae');
INSERT INTO events VALUES('20261116-162348836-tpzmvy',2,'2026-11-16T16:23:48.842Z','tree_observed','{"unit":0,"attempt":1,"digest":"9dc1734963aac116e387c55f19dceb4ea01dffb305803123aea1b51f23c8722e","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64"}',X'7759bc11185d4e60a44981c5cd3d109b022992567e0d9afda887cd971547c3ae',X'64f70007ede207d4f9e8b5bb6cfcf3591ccef668388767586dd4ede1e324d5ce');
INSERT INTO events VALUES('20261116-162348836-tpzmvy',3,'2026-11-16T16:23:48.845Z','spending_reported','{"unit":0,"attempt":1,"launches":6,"wall_ms":50,"tokens":5240,"micro_usd":1000,"of_unknown_cost":5}',X'64f70007ede207d4f9e8b5bb6cfcf3591ccef668388767586dd4ede1e324d5ce',X'4c3fde49b0952a16e147eea977d7ba50497b37072ae5662b7edcc65f5b4511cc');
INSERT INTO events VALUES('20261116-162348864-fxy84h',1,'2026-11-16T16:23:48.868Z','run_started','{"run_id":"20261116-162348864-fxy84h","agent":{"order":{"role":"dev","argv":["assay-scripted-agent","/tmp/assay-golden/agent/agent.yaml"],"dialect":"claude","prompt":"Hang.\n\n","stall_ms":600000,"max_retries":50},"workspace":"/tmp/assay-golden/agent/work","cwd":"/tmp/assay-golden/agent/work","log_dir":"/tmp/assay-golden/agent/state/runs/20261116-162348864-fxy84h/logs","timeout_ms":2700000,"env":["CASE","hang"],"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd"}}',X'cf2ee55ecd9efe1711075fd86ee2d96efd5eefc125c20ec0f5bc81ccb2d66dd3',X'dcdc8c12fcedb9dc2346f8fe821a8fff45f0497c47b9580b5196e5cb416808b4');
INSERT INTO events VALUES('20261116-162348864-fxy84h',2,'2026-11-16T16:23:48.869Z','tree_observed','{"unit":0,"attempt":1,"digest":"9dc1734963aac116e387c55f19dceb4ea01dffb305803123aea1b51f23c8722e","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64"}',X'dcdc8c12fcedb9dc2346f8fe821a8fff45f0497c47b9580b5196e5cb416808b4',X'03ed7475365581debb36b85c032541067ab5f9dff448c348dbf015cccb477ba6');
INSERT INTO events VALUES('20261116-162348864-fxy84h',3,'2026-11-16T16:23:48.871Z','spending_reported','{"unit":0,"attempt":1,"launches":7,"wall_ms":50,"tokens":5240,"micro_usd":1000,"of_unknown_cost":5}',X'03ed7475365581debb36b85c032541067ab5f9dff448c348dbf015cccb477ba6',X'47cd5148774510f4ccf3d46b38301f5b618d4c369bc42c0e762496ba550770fc');
INSERT INTO events VALUES('20261116-162348864-fxy84h',4,'2026-11-16T16:23:48.881Z','cancel_requested','{"by":"SIGINT"}',X'47cd5148774510f4ccf3d46b38301f5b618d4c369bc42c0e762496ba550770fc',X'b67a84c3d462e3591ac906abc58c4cf680bbb3dbdad285159f9888ba0451192c');
INSERT INTO events VALUES('20261116-162348864-fxy84h',5,'2026-11-16T16:23:48.884Z','attempt_ended','{"unit":0,"attempt":1,"name":"dev","exit":"cancelled","code":143,"signal":15,"started_ms":1794846228872,"duration_ms":10,"output":{"log_path":"/tmp/assay-golden/agent/state/runs/20261116-162348864-fxy84h/logs/dev-attempt1.log","bytes":73,"stream":"27c6405bcaa6b733320dc2db18c150d8bb59cf9c5a5d9ae3267155dd408459cd"},"user_ms":3,"system_ms":3,"max_rss_kib":12852,"transcript":{"ending":"none","model":"scripted-1","lines":1}}',X'b67a84c3d462e3591ac906abc58c4cf680bbb3dbdad285159f9888ba0451192c',X'4dca218325be9e1293d5b40a22c88ae245d83500165f395000b5a8dbcf3da4dc');
INSERT INTO events VALUES('20261116-162348864-fxy84h',6,'2026-11-16T16:23:48.885Z','tree_observed','{"unit":0,"attempt":1,"digest":"ecc23a592bcedc0d0fb748f0cf06dde420b9e002815d86f79affb175c16e1280","head":"6d40940a0a1bc2435d42546eeb41430b3706ae64","changed":["hanging"]}',X'4dca218325be9e1293d5b40a22c88ae245d83500165f395000b5a8dbcf3da4dc',X'fb66a6276344fc83b3ed3494e9db059cfea0705e78a4d45a9a6c305ccce1e524');
INSERT INTO events VALUES('20261116-162348864-fxy84h',7,'2026-11-16T16:23:48.885Z','drain_reported','{"alive":0}',X'fb66a6276344fc83b3ed3494e9db059cfea0705e78a4d45a9a6c305ccce1e524',X'37dc68c18e502f33e99c921428898fea036a08a36a7e7cb2b88971e78189e6a4');
INSERT INTO events VALUES('20261116-162348864-fxy84h',8,'2026-11-16T16:23:48.886Z','run_concluded','{"outcome":"cancelled","trace":"dcea37dcad24245e0af0f8356a7c7c3d283a30109dfe4c2a78a7e3b98c6ea723"}',X'37dc68c18e502f33e99c921428898fea036a08a36a7e7cb2b88971e78189e6a4',X'14a221b5ce26925c510e7fa576997f4d0b5744dfa15533a56f12af26c74706a3');
CREATE TABLE decisions(
  run_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  effects TEXT NOT NULL,
  PRIMARY KEY(run_id, seq),
  FOREIGN KEY(run_id, seq) REFERENCES events(run_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO decisions VALUES('20261116-162347590-413c0z',1,'tree dev#1');
INSERT INTO decisions VALUES('20261116-162347590-413c0z',2,'reserve dev#1');
INSERT INTO decisions VALUES('20261116-162347590-413c0z',3,'start dev#1');
INSERT INTO decisions VALUES('20261116-162347590-413c0z',4,'tree dev#1');
INSERT INTO decisions VALUES('20261116-162347590-413c0z',5,'drain');
INSERT INTO decisions VALUES('20261116-162347590-413c0z',6,'conclude passed: completed: ended by itself');
INSERT INTO decisions VALUES('20261116-162347626-vvg7zh',1,'tree dev#1');
INSERT INTO decisions VALUES('20261116-162347626-vvg7zh',2,'reserve dev#1');
INSERT INTO decisions VALUES('20261116-162347626-vvg7zh',3,'start dev#1');
INSERT INTO decisions VALUES('20261116-162347626-vvg7zh',4,'tree dev#1');
INSERT INTO decisions VALUES('20261116-162347626-vvg7zh',5,'drain');
INSERT INTO decisions VALUES('20261116-162347626-vvg7zh',6,'conclude failed: failed: says TASK_COMPLETE, but no file has changed');
INSERT INTO decisions VALUES('20261116-162347652-p0r9vv',1,'tree dev#1');
INSERT INTO decisions VALUES('20261116-162347652-p0r9vv',2,'reserve dev#1');
INSERT INTO decisions VALUES('20261116-162347652-p0r9vv',3,'start dev#1');
INSERT INTO decisions VALUES('20261116-162347652-p0r9vv',4,'tree dev#1');
INSERT INTO decisions VALUES('20261116-162347652-p0r9vv',5,'drain');
INSERT INTO decisions VALUES('20261116-162347652-p0r9vv',6,'conclude failed: refused: says it succeeded, but was denied a tool: Bash: rm -rf x');
INSERT INTO decisions VALUES('20261116-162347685-52bq4c',1,'tree dev#1');
INSERT INTO decisions VALUES('20261116-162347685-52bq4c',2,'reserve dev#1');
INSERT INTO decisions VALUES('20261116-162347685-52bq4c',3,'start dev#1');
INSERT INTO decisions VALUES('20261116-162347685-52bq4c',4,'tree dev#1');
INSERT INTO decisions VALUES('20261116-162347685-52bq4c',5,'park until resumed: quota or rate limit reached: 429 rate limit reached; usage limit reached|1');
INSERT INTO decisions VALUES('20261116-162347685-52bq4c',7,'tree dev#2');
INSERT INTO decisions VALUES('20261116-162347685-52bq4c',8,'reserve dev#2');
INSERT INTO decisions VALUES('20261116-162347685-52bq4c',9,'start dev#2');
INSERT INTO decisions VALUES('20261116-162347685-52bq4c',10,'tree dev#2');
INSERT INTO decisions VALUES('20261116-162347685-52bq4c',11,'drain');
INSERT INTO decisions VALUES('20261116-162347685-52bq4c',12,'conclude passed: completed: ended by itself');
INSERT INTO decisions VALUES('20261116-162347741-6pg8dc',1,'tree dev#1');
INSERT INTO decisions VALUES('20261116-162347741-6pg8dc',2,'reserve dev#1');
INSERT INTO decisions VALUES('20261116-162347741-6pg8dc',3,'start dev#1');
INSERT INTO decisions VALUES('20261116-162347741-6pg8dc',4,'tree dev#1');
INSERT INTO decisions VALUES('20261116-162347741-6pg8dc',5,'drain');
INSERT INTO decisions VALUES('20261116-162347741-6pg8dc',6,'conclude error: protocol_error: exit 3, but its stream ends without a terminal event');
INSERT INTO decisions VALUES('20261116-162348836-tpzmvy',1,'tree dev#1');
INSERT INTO decisions VALUES('20261116-162348836-tpzmvy',2,'reserve dev#1');
INSERT INTO decisions VALUES('20261116-162348836-tpzmvy',3,'start dev#1');
INSERT INTO decisions VALUES('20261116-162348864-fxy84h',1,'tree dev#1');
INSERT INTO decisions VALUES('20261116-162348864-fxy84h',2,'reserve dev#1');
INSERT INTO decisions VALUES('20261116-162348864-fxy84h',3,'start dev#1');
INSERT INTO decisions VALUES('20261116-162348864-fxy84h',4,'stop');
INSERT INTO decisions VALUES('20261116-162348864-fxy84h',5,'tree dev#1');
INSERT INTO decisions VALUES('20261116-162348864-fxy84h',6,'drain');
INSERT INTO decisions VALUES('20261116-162348864-fxy84h',7,'conclude cancelled: cancelled: ended because the run was cancelled');
CREATE TABLE attempts(
  run_id TEXT NOT NULL REFERENCES runs(run_id),
  command_id TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  kind TEXT NOT NULL,
  exit_code INTEGER NOT NULL,
  signal INTEGER NOT NULL,
  started_at TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  log_path TEXT NOT NULL,
  log_sha256 TEXT NOT NULL,
  tests_executed INTEGER,
  tests_failed INTEGER NOT NULL,
  reason TEXT NOT NULL,
  PRIMARY KEY(run_id, command_id, attempt)
) STRICT;
INSERT INTO attempts VALUES('20261116-162347590-413c0z','dev',1,4,'exited',0,0,'2026-11-16T16:23:47.604Z',9,975,'/tmp/assay-golden/agent/state/runs/20261116-162347590-413c0z/logs/dev-attempt1.log','9f8e2ef6ddb0c9530add25f91a933f59ab116c6f1b53fd7d64c946d742c61643',NULL,0,'');
INSERT INTO attempts VALUES('20261116-162347626-vvg7zh','dev',1,4,'exited',0,0,'2026-11-16T16:23:47.633Z',5,969,'/tmp/assay-golden/agent/state/runs/20261116-162347626-vvg7zh/logs/dev-attempt1.log','fe1bcc838bc602fc427be507741b80c2a7e3b53a2db01c90dc0d4b3989dc35ca',NULL,0,'');
INSERT INTO attempts VALUES('20261116-162347652-p0r9vv','dev',1,4,'exited',0,0,'2026-11-16T16:23:47.660Z',7,755,'/tmp/assay-golden/agent/state/runs/20261116-162347652-p0r9vv/logs/dev-attempt1.log','475bd79c871063d1f3ac49dd9e18867d08fc148e4f90ecf3d4b9af29ba5075e4',NULL,0,'');
INSERT INTO attempts VALUES('20261116-162347685-52bq4c','dev',1,4,'exited',0,0,'2026-11-16T16:23:47.694Z',21,423,'/tmp/assay-golden/agent/state/runs/20261116-162347685-52bq4c/logs/dev-attempt1.log','73dc2b6ee65d5051b3239eab3c985526a30e242e2691bf73935d50f4cd0dc834',NULL,0,'');
INSERT INTO attempts VALUES('20261116-162347741-6pg8dc','dev',1,4,'exited',3,0,'2026-11-16T16:23:47.750Z',4,82,'/tmp/assay-golden/agent/state/runs/20261116-162347741-6pg8dc/logs/dev-attempt1.log','6672368f3b5b48845d11d04fb8a4ece7a4aa8647db7045dabba326562ea8afc2',NULL,0,'');
INSERT INTO attempts VALUES('20261116-162347685-52bq4c','dev',2,10,'exited',0,0,'2026-11-16T16:23:48.813Z',4,683,'/tmp/assay-golden/agent/state/runs/20261116-162347685-52bq4c/logs/dev-attempt2.log','ea0650eb43348c950d1836103e2f386d92dfc4adf916812abe4d07bdaac02bab',NULL,0,'');
INSERT INTO attempts VALUES('20261116-162348864-fxy84h','dev',1,5,'cancelled',143,15,'2026-11-16T16:23:48.872Z',10,73,'/tmp/assay-golden/agent/state/runs/20261116-162348864-fxy84h/logs/dev-attempt1.log','27c6405bcaa6b733320dc2db18c150d8bb59cf9c5a5d9ae3267155dd408459cd',NULL,0,'');
CREATE TABLE durations(
  command_key BLOB NOT NULL PRIMARY KEY CHECK(length(command_key) = 32),
  millis INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE anvil_checks (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL,
    task_id TEXT NOT NULL,
    phase TEXT NOT NULL CHECK(phase IN ('baseline', 'after', 'review')),
    check_name TEXT NOT NULL,
    tool TEXT NOT NULL,
    command TEXT,
    exit_code INTEGER,
    output_snippet TEXT CHECK(LENGTH(output_snippet) <= 500),
    passed INTEGER NOT NULL CHECK(passed IN (0, 1)),
    verdict TEXT CHECK(verdict IN ('approve', 'needs_revision', 'blocker')),
    severity TEXT CHECK(severity IN ('Blocker', 'Critical', 'Major', 'Minor')),
    round INTEGER NOT NULL DEFAULT 1,
    ts DATETIME DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE pipeline_telemetry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    run_id TEXT NOT NULL,
    step TEXT NOT NULL,
    agent TEXT NOT NULL,
    instance TEXT,
    started_at TEXT NOT NULL,
    completed_at TEXT,
    status TEXT CHECK(status IN ('DONE', 'NEEDS_REVISION', 'ERROR', 'running')),
    dispatch_count INTEGER DEFAULT 1,
    retry_count INTEGER DEFAULT 0,
    notes TEXT,
    ts DATETIME DEFAULT CURRENT_TIMESTAMP
);
CREATE TABLE spending(
  run_id TEXT NOT NULL,
  unit INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  role TEXT NOT NULL,
  day TEXT NOT NULL,
  settled INTEGER NOT NULL CHECK(settled IN (0, 1)),
  wall_ms INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  micro_usd INTEGER NOT NULL,
  cost_known INTEGER NOT NULL CHECK(cost_known IN (0, 1)),
  PRIMARY KEY(run_id, unit, attempt)
) STRICT, WITHOUT ROWID;
INSERT INTO spending VALUES('20261116-162347590-413c0z',0,1,'dev','2026-11-16',1,9,120,1000,1);
INSERT INTO spending VALUES('20261116-162347626-vvg7zh',0,1,'dev','2026-11-16',1,5,1280,0,0);
INSERT INTO spending VALUES('20261116-162347652-p0r9vv',0,1,'dev','2026-11-16',1,7,1280,0,0);
INSERT INTO spending VALUES('20261116-162347685-52bq4c',0,1,'dev','2026-11-16',1,21,1280,0,0);
INSERT INTO spending VALUES('20261116-162347685-52bq4c',0,2,'dev','2026-11-16',1,4,1280,0,0);
INSERT INTO spending VALUES('20261116-162347741-6pg8dc',0,1,'dev','2026-11-16',1,4,0,0,0);
INSERT INTO spending VALUES('20261116-162348836-tpzmvy',0,1,'dev','2026-11-16',0,0,0,0,1);
INSERT INTO spending VALUES('20261116-162348864-fxy84h',0,1,'dev','2026-11-16',1,10,0,0,0);
DELETE FROM sqlite_sequence;
CREATE INDEX idx_anvil_task_phase ON anvil_checks(task_id, phase);
CREATE INDEX idx_anvil_run_round ON anvil_checks(run_id, round);
CREATE INDEX idx_telemetry_step ON pipeline_telemetry(step);
CREATE TRIGGER events_keep_rows BEFORE DELETE ON events BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END;
CREATE TRIGGER events_keep_values BEFORE UPDATE ON events BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END;
CREATE TRIGGER events_keep_places BEFORE INSERT ON events
WHEN EXISTS(SELECT 1 FROM events WHERE run_id = NEW.run_id AND seq = NEW.seq) BEGIN
  SELECT RAISE(ABORT, 'events are append-only');
END;
CREATE TRIGGER decisions_keep_rows BEFORE DELETE ON decisions BEGIN
  SELECT RAISE(ABORT, 'decisions are append-only');
END;
CREATE TRIGGER decisions_keep_values BEFORE UPDATE ON decisions BEGIN
  SELECT RAISE(ABORT, 'decisions are append-only');
END;
CREATE TRIGGER decisions_keep_places BEFORE INSERT ON decisions
WHEN EXISTS(SELECT 1 FROM decisions WHERE run_id = NEW.run_id AND seq = NEW.seq) BEGIN
  SELECT RAISE(ABORT, 'decisions are append-only');
END;
CREATE INDEX idx_spending_day ON spending(day);
CREATE INDEX idx_anvil_gate ON anvil_checks(run_id, task_id, phase, round);
CREATE TRIGGER runs_keep_rows BEFORE DELETE ON runs BEGIN
  SELECT RAISE(ABORT, 'runs are never removed');
END;
COMMIT;
PRAGMA user_version=3;
PRAGMA application_id=1095979865;
