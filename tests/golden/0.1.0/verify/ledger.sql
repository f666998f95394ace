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
INSERT INTO runs VALUES('passed','verify','/tmp/assay-golden/verify/work','2026-11-16T16:23:45.251Z','2026-11-16T16:23:45.323Z','passed',1,13846,'dc73f29c-6585-438b-aa59-7761545cb113',212047,6,X'eddcaa14852ce1e8cd92b3c653842efffd16f543651ac08f462016f82c4b74dd');
INSERT INTO runs VALUES('failed','verify','/tmp/assay-golden/verify/work','2026-11-16T16:23:45.332Z','2026-11-16T16:23:45.343Z','failed',1,13850,'dc73f29c-6585-438b-aa59-7761545cb113',212056,5,X'd34e13fa3dc0a93e22b55ce397119720af2788f2e51480f2632d2e3dfa82c736');
INSERT INTO runs VALUES('void','verify','/tmp/assay-golden/verify/work','2026-11-16T16:23:45.353Z','2026-11-16T16:23:45.374Z','error',1,13854,'dc73f29c-6585-438b-aa59-7761545cb113',212058,7,X'7c4f856aa8422c7e382b5e166b6a0ba9ac934b0d44d280f1a30ee317ed7e7c83');
INSERT INTO runs VALUES('flaky','verify','/tmp/assay-golden/verify/work','2026-11-16T16:23:45.383Z','2026-11-16T16:23:47.411Z','error',1,13861,'dc73f29c-6585-438b-aa59-7761545cb113',212061,9,X'30899c81ab6673546781f170c8f95f341552b74a3b29af0ecabf2e37edb5ca91');
INSERT INTO runs VALUES('report','verify','/tmp/assay-golden/verify/work','2026-11-16T16:23:47.425Z','2026-11-16T16:23:47.431Z','passed',1,13871,'dc73f29c-6585-438b-aa59-7761545cb113',212265,4,X'3e535642d3f87664ac8b29df6d2f99458304b188d2257792777c9e9244d34a6e');
INSERT INTO runs VALUES('skipped','verify','/tmp/assay-golden/verify/work','2026-11-16T16:23:47.441Z','2026-11-16T16:23:47.450Z','failed',1,13875,'dc73f29c-6585-438b-aa59-7761545cb113',212266,4,X'6a8125e44d8280d15f406d67bcff8bd2184d38fdfc811eb4ec6bb189d6e9b236');
INSERT INTO runs VALUES('resumed','verify','/tmp/assay-golden/verify/work','2026-11-16T16:23:47.462Z','2026-11-16T16:23:47.495Z','error',2,13884,'dc73f29c-6585-438b-aa59-7761545cb113',212271,6,X'ac91696a4d5ef46fc91ee026b305724c5758eeecb7400265d90b3db2ee4e4a38');
INSERT INTO runs VALUES('crashed','verify','/tmp/assay-golden/verify/work','2026-11-16T16:23:47.506Z',NULL,NULL,1,13887,'dc73f29c-6585-438b-aa59-7761545cb113',212273,1,X'62794841fb9655ba987d200cc800fafb05ff6166489f3d46ab712f6aed3ab51d');
INSERT INTO runs VALUES('cancelled','verify','/tmp/assay-golden/verify/work','2026-11-16T16:23:47.532Z','2026-11-16T16:23:47.551Z','cancelled',1,13892,'dc73f29c-6585-438b-aa59-7761545cb113',212275,5,X'e87a90805fc5a338916c2e03ef84a9117d45ea87749a2c78677f2a30cce4c8e6');
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
INSERT INTO events VALUES('passed',1,'2026-11-16T16:23:45.251Z','run_started','{"run_id":"passed","verify":{"manifest":{"commands":[{"id":"build","command":"test -f test_t.py","gate_type":"build","mutates_workspace":true},{"id":"unit","command":"python3 -m unittest -v","stage":1,"gate_type":"test"}]},"workspace":"/tmp/assay-golden/verify/work","cwd":"/tmp/assay-golden/verify/work","log_dir":"/tmp/assay-golden/verify/state/runs/passed/logs","jobs":2,"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd","manifest_digest":"aa2926280afe338334d6ea99d5e41d4406da49ebdd0da2239ab11198f826b590"}}',X'8eb6edb1e1673219dd796107e3d07b4e16bff41dd7a1437a52714959af45c56c',X'392e31119b41d2f74f4e67dbbe947f5d663ed908441aa527925ef46f72b7b8e1');
INSERT INTO events VALUES('passed',2,'2026-11-16T16:23:45.252Z','tree_observed','{"unit":0,"attempt":1,"digest":"4458465100f9737c98082cef535f3d9731dce15acc2815908ab61529109800ff"}',X'392e31119b41d2f74f4e67dbbe947f5d663ed908441aa527925ef46f72b7b8e1',X'cd50bb3d585af3810e2dd2c848f8c7e5058d36dbd7daa21c82c53656363dd9f7');
INSERT INTO events VALUES('passed',3,'2026-11-16T16:23:45.257Z','attempt_ended','{"unit":0,"attempt":1,"name":"build","exit":"exited","code":0,"started_ms":1794846225254,"duration_ms":2,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/passed/logs/build-attempt1.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"user_ms":2,"max_rss_kib":12596}',X'cd50bb3d585af3810e2dd2c848f8c7e5058d36dbd7daa21c82c53656363dd9f7',X'ef49978a6ed069fb70bfa4eeea46688d116bde6522a3357167825933072d3f58');
INSERT INTO events VALUES('passed',4,'2026-11-16T16:23:45.319Z','attempt_ended','{"unit":1,"attempt":1,"name":"unit","exit":"exited","code":0,"started_ms":1794846225260,"duration_ms":58,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/passed/logs/unit-attempt1.log","bytes":162,"stream":"f0455ef423d417144e06afab3704906dcf2e40f48b534fc4d6daaaf96d1e728a"},"user_ms":44,"system_ms":8,"max_rss_kib":12984,"tally":{"executed":2,"source":"unittest"}}',X'ef49978a6ed069fb70bfa4eeea46688d116bde6522a3357167825933072d3f58',X'08ac3c940440f7038522a7198176b3d7f35845e4451854ec85fc519c70c47611');
INSERT INTO events VALUES('passed',5,'2026-11-16T16:23:45.323Z','drain_reported','{"alive":0}',X'08ac3c940440f7038522a7198176b3d7f35845e4451854ec85fc519c70c47611',X'76f0e510827e5bb9dd6073e85414dc723a8e498ef95a37aaaa3622016512c89e');
INSERT INTO events VALUES('passed',6,'2026-11-16T16:23:45.323Z','run_concluded','{"outcome":"passed","trace":"9457e0562d75fe5754f7af110cd39d92f0e01916137bed0ef372551ad9b1c9c8"}',X'76f0e510827e5bb9dd6073e85414dc723a8e498ef95a37aaaa3622016512c89e',X'eddcaa14852ce1e8cd92b3c653842efffd16f543651ac08f462016f82c4b74dd');
INSERT INTO events VALUES('failed',1,'2026-11-16T16:23:45.332Z','run_started','{"run_id":"failed","verify":{"manifest":{"commands":[{"id":"no","command":"echo expected 4, got 5; exit 1"},{"id":"optional","command":"exit 2","required":false}]},"workspace":"/tmp/assay-golden/verify/work","cwd":"/tmp/assay-golden/verify/work","log_dir":"/tmp/assay-golden/verify/state/runs/failed/logs","jobs":2,"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd","manifest_digest":"6a6d7a43a4e5f13242565127542fa326a9565ed1606b9d2e9356d1d6b4a46c7e"}}',X'b2a1ae11d427d66a257b6527c7f429e0ace8af6e1b0f0db88184c9729f4dcc3d',X'5a97d5f89d178f3e586ac5ead024a929ec796fb50bdaaf7ca581c93c47a47447');
INSERT INTO events VALUES('failed',2,'2026-11-16T16:23:45.336Z','attempt_ended','{"unit":0,"attempt":1,"name":"no","exit":"exited","code":1,"started_ms":1794846225333,"duration_ms":1,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/failed/logs/no-attempt1.log","bytes":18,"stream":"73f5ded5655f09d2dd3c15bced25d7d18b7af0c50abb5d730e2f024fa2f1c7f8"},"user_ms":1,"max_rss_kib":10928,"excerpt":["expected 4, got 5"]}',X'5a97d5f89d178f3e586ac5ead024a929ec796fb50bdaaf7ca581c93c47a47447',X'8356e2c8fe99f6f00eec9d2dbb2f92966f86bb88aef6dadf06f5f6533ae7ecd8');
INSERT INTO events VALUES('failed',3,'2026-11-16T16:23:45.343Z','attempt_ended','{"unit":1,"attempt":1,"name":"optional","exit":"exited","code":2,"started_ms":1794846225342,"duration_ms":1,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/failed/logs/optional-attempt1.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"user_ms":1,"max_rss_kib":12208}',X'8356e2c8fe99f6f00eec9d2dbb2f92966f86bb88aef6dadf06f5f6533ae7ecd8',X'3138239eacd4f102855e8f40db20eb18503ceaf50fe505fab0142a8094eba197');
INSERT INTO events VALUES('failed',4,'2026-11-16T16:23:45.343Z','drain_reported','{"alive":0}',X'3138239eacd4f102855e8f40db20eb18503ceaf50fe505fab0142a8094eba197',X'6e68b5076875b2c567f92aa4cb26ebcc4acbea0452852cbeb6e27290df021503');
INSERT INTO events VALUES('failed',5,'2026-11-16T16:23:45.343Z','run_concluded','{"outcome":"failed","trace":"1eb96932c154966874374e3027db930a97873568913284d37f1e961fb5d640f9"}',X'6e68b5076875b2c567f92aa4cb26ebcc4acbea0452852cbeb6e27290df021503',X'd34e13fa3dc0a93e22b55ce397119720af2788f2e51480f2632d2e3dfa82c736');
INSERT INTO events VALUES('void',1,'2026-11-16T16:23:45.353Z','run_started','{"run_id":"void","verify":{"manifest":{"commands":[{"id":"masked","command":"ls missing || true"},{"id":"constant","command":"true"},{"id":"detached","command":"sleep 9 & true"},{"id":"zero","command":"echo nothing","gate_type":"test"},{"id":"redtest","command":"echo broken; exit 1","gate_type":"test"}]},"workspace":"/tmp/assay-golden/verify/work","cwd":"/tmp/assay-golden/verify/work","log_dir":"/tmp/assay-golden/verify/state/runs/void/logs","jobs":2,"lints":[{"findings":[{"rule":"masked","offset":11,"excerpt":"|| true","why":"`|| true` hides the exit status: remove it, or make the command `required: false`"}]},{"findings":[{"rule":"constant","excerpt":"true","why":"`true` cannot fail and so proves nothing: put the real check here, or make the command `required: false`"}]},{"findings":[{"rule":"detaches","offset":8,"excerpt":"&","why":"`&` leaves work running when the command has ended: run it in the foreground, or start it outside the gate"}]},{"findings":[{"rule":"constant","excerpt":"echo nothing","why":"`echo nothing` cannot fail and so proves nothing: put the real check here, or make the command `required: false`"}]}],"lint":[0,0,1,1,2,2,3,3],"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd","manifest_digest":"2f1b50132174eede9fa2ce532319bb2445b439dd133327efa0f21eb47bf2c142"}}',X'c65bbd6b2cfbc5f12aff3b91f5ea75e1894fedc22ffb962a5393095eb9dd28eb',X'004f46f98cc43e93d03233c8e316c804a19630d32b909251f45af2b52cac4baa');
INSERT INTO events VALUES('void',2,'2026-11-16T16:23:45.359Z','attempt_ended','{"unit":0,"attempt":1,"name":"masked","exit":"exited","code":0,"started_ms":1794846225354,"duration_ms":3,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/void/logs/masked-attempt1.log","bytes":55,"stream":"8d5d50334f9f581e79fc9cb28bd621a4fe8d882e38ac0cc2c2cc4e84e4b8461d"},"user_ms":3,"max_rss_kib":10928}',X'004f46f98cc43e93d03233c8e316c804a19630d32b909251f45af2b52cac4baa',X'e68b8306015474b22a4d4ea74d80a29fd14dd97351f90ef784d8f0af4ca1e11f');
INSERT INTO events VALUES('void',3,'2026-11-16T16:23:45.360Z','attempt_ended','{"unit":1,"attempt":1,"name":"constant","exit":"exited","code":0,"started_ms":1794846225359,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/void/logs/constant-attempt1.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"max_rss_kib":10928}',X'e68b8306015474b22a4d4ea74d80a29fd14dd97351f90ef784d8f0af4ca1e11f',X'82941002814547266d5981b9b1c81b0b1b7b5f7cf324422f3029c6a6613011fc');
INSERT INTO events VALUES('void',4,'2026-11-16T16:23:45.363Z','attempt_ended','{"unit":3,"attempt":1,"name":"zero","exit":"exited","code":0,"started_ms":1794846225361,"duration_ms":1,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/void/logs/zero-attempt1.log","bytes":8,"stream":"72bc30bd85d75d05c5eeca0df5481028d4b05593848133a144b580af382e3a60"},"user_ms":1,"max_rss_kib":10928,"tally":{"hint":"no test runner''s summary was recognised: let the runner write a JUnit XML report and set `report:`"}}',X'82941002814547266d5981b9b1c81b0b1b7b5f7cf324422f3029c6a6613011fc',X'797758649911ea79542e0425af14652d2d8252ad6c1236efc1769af3cd413938');
INSERT INTO events VALUES('void',5,'2026-11-16T16:23:45.368Z','attempt_ended','{"unit":4,"attempt":1,"name":"redtest","exit":"exited","code":1,"started_ms":1794846225366,"duration_ms":1,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/void/logs/redtest-attempt1.log","bytes":7,"stream":"cdd6c109503d4e19cad782eef4d9ba162af0d84727445edbb9d300df1adc6048"},"user_ms":1,"max_rss_kib":11872,"tally":{"hint":"no test runner''s summary was recognised: let the runner write a JUnit XML report and set `report:`"},"excerpt":["broken"]}',X'797758649911ea79542e0425af14652d2d8252ad6c1236efc1769af3cd413938',X'f24301e4f746fdf131ef70977c72fc041e54b40dd0f5357cb8b45d6e7497ff9d');
INSERT INTO events VALUES('void',6,'2026-11-16T16:23:45.374Z','drain_reported','{"alive":0}',X'f24301e4f746fdf131ef70977c72fc041e54b40dd0f5357cb8b45d6e7497ff9d',X'037ac92fcd3cb7db67cc6df6e7e5d423d02172f7b6f622b694870fa2c98ae29a');
INSERT INTO events VALUES('void',7,'2026-11-16T16:23:45.374Z','run_concluded','{"outcome":"error","trace":"6be3b0f7df43712253f0ee19c02316178e665a7fe0e12b65b6fb15372462c32e"}',X'037ac92fcd3cb7db67cc6df6e7e5d423d02172f7b6f622b694870fa2c98ae29a',X'7c4f856aa8422c7e382b5e166b6a0ba9ac934b0d44d280f1a30ee317ed7e7c83');
INSERT INTO events VALUES('flaky',1,'2026-11-16T16:23:45.383Z','run_started','{"run_id":"flaky","verify":{"manifest":{"commands":[{"id":"flaky","command":"test -f twice || { touch twice; echo Connection reset by peer; exit 1; }"},{"id":"slow","command":"sleep 30","timeout_ms":1000},{"id":"signal","command":"kill -SEGV $$","parallel_safe":true}]},"workspace":"/tmp/assay-golden/verify/work","cwd":"/tmp/assay-golden/verify/work","log_dir":"/tmp/assay-golden/verify/state/runs/flaky/logs","jobs":2,"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd","manifest_digest":"dbaae124c1c1ebe0c96b3073f8b7586c1d04c2fed5a2f908a457c391bae19335"}}',X'b99d24e786318bd20688636a843c2663029d8f7874f30b877f6fa8cd853bc600',X'ae2e1b7cd7feb6438fee6decc30d100b5adcc75ba35bf8751476eb3ef8d74ccd');
INSERT INTO events VALUES('flaky',2,'2026-11-16T16:23:45.386Z','attempt_ended','{"unit":2,"attempt":1,"name":"signal","exit":"signaled","code":139,"signal":11,"started_ms":1794846225384,"duration_ms":1,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/flaky/logs/signal-attempt1.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"user_ms":1,"max_rss_kib":10928}',X'ae2e1b7cd7feb6438fee6decc30d100b5adcc75ba35bf8751476eb3ef8d74ccd',X'b0d4a38b216bc17dee757e411b59213f833ef5d41801475325f6d7ca1ed09d39');
INSERT INTO events VALUES('flaky',3,'2026-11-16T16:23:45.388Z','attempt_ended','{"unit":2,"attempt":2,"name":"signal","exit":"signaled","code":139,"signal":11,"started_ms":1794846225387,"duration_ms":1,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/flaky/logs/signal-attempt2.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"user_ms":1,"max_rss_kib":11056}',X'b0d4a38b216bc17dee757e411b59213f833ef5d41801475325f6d7ca1ed09d39',X'82203e9a4e9f3f6641160734f6deb8347e8e9075fa4d02bb59cb271bfa37c28d');
INSERT INTO events VALUES('flaky',4,'2026-11-16T16:23:45.392Z','attempt_ended','{"unit":0,"attempt":1,"name":"flaky","exit":"exited","code":1,"started_ms":1794846225389,"duration_ms":2,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/flaky/logs/flaky-attempt1.log","bytes":25,"stream":"5c31c72d03b3d28b69a8abb17da0f65788b4b5f6be30b6c905e3e2ed77852e5b"},"system_ms":1,"max_rss_kib":11056,"transient":"Connection reset by peer","excerpt":["Connection reset by peer"]}',X'82203e9a4e9f3f6641160734f6deb8347e8e9075fa4d02bb59cb271bfa37c28d',X'11e9bbeffb543b520446fe5ffdce2880d9f397f24674408637c18edb2529c8d5');
INSERT INTO events VALUES('flaky',5,'2026-11-16T16:23:45.400Z','attempt_ended','{"unit":0,"attempt":2,"name":"flaky","exit":"exited","code":0,"started_ms":1794846225399,"duration_ms":1,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/flaky/logs/flaky-attempt2.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"user_ms":1,"max_rss_kib":12256}',X'11e9bbeffb543b520446fe5ffdce2880d9f397f24674408637c18edb2529c8d5',X'dceef34c39c8231a379f7922cc571e6a178f71e4ad8e903d404d6b840b6ff88e');
INSERT INTO events VALUES('flaky',6,'2026-11-16T16:23:46.406Z','attempt_ended','{"unit":1,"attempt":1,"name":"slow","exit":"timed_out","code":143,"signal":15,"started_ms":1794846225401,"duration_ms":1004,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/flaky/logs/slow-attempt1.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"max_rss_kib":12256}',X'dceef34c39c8231a379f7922cc571e6a178f71e4ad8e903d404d6b840b6ff88e',X'a329fb922c2d04e195f822d641112b6008fe75b5380d2dfcb7077e2c17237d8b');
INSERT INTO events VALUES('flaky',7,'2026-11-16T16:23:47.411Z','attempt_ended','{"unit":1,"attempt":2,"name":"slow","exit":"timed_out","code":143,"signal":15,"started_ms":1794846226407,"duration_ms":1003,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/flaky/logs/slow-attempt2.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"user_ms":1,"max_rss_kib":12256}',X'a329fb922c2d04e195f822d641112b6008fe75b5380d2dfcb7077e2c17237d8b',X'a8b9a219d50b92afbb956c5b610bb4823a8f134dd0526fde21a033c65786b9db');
INSERT INTO events VALUES('flaky',8,'2026-11-16T16:23:47.411Z','drain_reported','{"alive":0}',X'a8b9a219d50b92afbb956c5b610bb4823a8f134dd0526fde21a033c65786b9db',X'211d40040765b7a54504884ace8c95f8484e88775517cc22d5a8488507b27c14');
INSERT INTO events VALUES('flaky',9,'2026-11-16T16:23:47.411Z','run_concluded','{"outcome":"error","trace":"beda4a7a9e165d492fe4d0e92b714d439c7a09aec6c5bc8844a2f42afcb43362"}',X'211d40040765b7a54504884ace8c95f8484e88775517cc22d5a8488507b27c14',X'30899c81ab6673546781f170c8f95f341552b74a3b29af0ecabf2e37edb5ca91');
INSERT INTO events VALUES('report',1,'2026-11-16T16:23:47.425Z','run_started','{"run_id":"report","verify":{"manifest":{"commands":[{"id":"report","command":"bash report.sh","gate_type":"test","report":"out/junit.xml"}]},"workspace":"/tmp/assay-golden/verify/work","cwd":"/tmp/assay-golden/verify/work","log_dir":"/tmp/assay-golden/verify/state/runs/report/logs","jobs":2,"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd","manifest_digest":"6fe3f223e4c401777be995e088714c902b9be548c35f1f01fbb8ac152fbb8aba"}}',X'f73ecf349a150c2127463f527141b8ec7fa9b8756438b8f5d19b9bd8e9a23cad',X'f831026e335e054d95735751997ace00143687b638d16e5841e9a5f11b66336a');
INSERT INTO events VALUES('report',2,'2026-11-16T16:23:47.430Z','attempt_ended','{"unit":0,"attempt":1,"name":"report","exit":"exited","code":0,"started_ms":1794846227426,"duration_ms":4,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/report/logs/report-attempt1.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"user_ms":2,"system_ms":1,"max_rss_kib":10928,"tally":{"executed":2,"skipped":1,"source":"junit out/junit.xml"}}',X'f831026e335e054d95735751997ace00143687b638d16e5841e9a5f11b66336a',X'12e280f7f861d48f64a46bcd8702a58d05c86c0f7299d69a98f7e4caba86b19d');
INSERT INTO events VALUES('report',3,'2026-11-16T16:23:47.431Z','drain_reported','{"alive":0}',X'12e280f7f861d48f64a46bcd8702a58d05c86c0f7299d69a98f7e4caba86b19d',X'9473294ad65b43feaaad84e89247eb2e5fa9e25ce9ac472e0a8eb43acd045ef9');
INSERT INTO events VALUES('report',4,'2026-11-16T16:23:47.431Z','run_concluded','{"outcome":"passed","trace":"9a90babd1a688b86c8851aeaa3d50409edc13cda958d0d3a6c97219f087b466b"}',X'9473294ad65b43feaaad84e89247eb2e5fa9e25ce9ac472e0a8eb43acd045ef9',X'3e535642d3f87664ac8b29df6d2f99458304b188d2257792777c9e9244d34a6e');
INSERT INTO events VALUES('skipped',1,'2026-11-16T16:23:47.441Z','run_started','{"run_id":"skipped","verify":{"manifest":{"commands":[{"id":"first","command":"exit 1"},{"id":"second","command":"test -f x","stage":1}]},"policy":{"stop_after_failed_stage":true},"workspace":"/tmp/assay-golden/verify/work","cwd":"/tmp/assay-golden/verify/work","log_dir":"/tmp/assay-golden/verify/state/runs/skipped/logs","jobs":2,"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd","manifest_digest":"93faf1776d2991643f6e5ef5c3a95fba76477c4e53fe05bf2e18502e1c6af308"}}',X'b31ff12f64a880abd451975ae4cdbe7cb26f2b84c3a9fa72c34b212a6a61d94e',X'4fd9625a6c3761d8b4786aa3e0deb897313e21ee6115668c399b02c7486cfc0f');
INSERT INTO events VALUES('skipped',2,'2026-11-16T16:23:47.445Z','attempt_ended','{"unit":0,"attempt":1,"name":"first","exit":"exited","code":1,"started_ms":1794846227442,"duration_ms":1,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/skipped/logs/first-attempt1.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"user_ms":1,"max_rss_kib":11056}',X'4fd9625a6c3761d8b4786aa3e0deb897313e21ee6115668c399b02c7486cfc0f',X'8006f5a00bb722f6e030b1f651ed66e1705f0fc0dee6284b78fd32badcc59e25');
INSERT INTO events VALUES('skipped',3,'2026-11-16T16:23:47.450Z','drain_reported','{"alive":0}',X'8006f5a00bb722f6e030b1f651ed66e1705f0fc0dee6284b78fd32badcc59e25',X'd5d36cea4bfe2b6ee5a08409bf53f73987eeabc2d5a086e6a8f65339b0822e08');
INSERT INTO events VALUES('skipped',4,'2026-11-16T16:23:47.450Z','run_concluded','{"outcome":"failed","trace":"c2236f16eaa5464f751c4437676bd8fe0c4be2547aaf82065dc4b4a279d61e98"}',X'd5d36cea4bfe2b6ee5a08409bf53f73987eeabc2d5a086e6a8f65339b0822e08',X'6a8125e44d8280d15f406d67bcff8bd2184d38fdfc811eb4ec6bb189d6e9b236');
INSERT INTO events VALUES('resumed',1,'2026-11-16T16:23:47.462Z','run_started','{"run_id":"resumed","verify":{"manifest":{"commands":[{"id":"quick","command":"test -f test_t.py"},{"id":"killed","command":"test -f started && exit 0; touch started; sleep 30"}]},"policy":{"stop_after_failed_stage":true},"workspace":"/tmp/assay-golden/verify/work","cwd":"/tmp/assay-golden/verify/work","log_dir":"/tmp/assay-golden/verify/state/runs/resumed/logs","jobs":2,"lints":[{"findings":[{"rule":"masked","offset":40,"excerpt":"; sleep 30","why":"`; sleep 30` comes last and always succeeds, so a failure before it is lost: join them with `&&`, or make the command `required: false`"}]}],"lint":[1,0],"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd","manifest_digest":"2efcafe42ddc174d7d37a985883d613add45ba51c9e2a189d3267805db50f1eb"}}',X'7bbc906ba054e9da8f9502228697e33816439228de8bcfe3e1fd5c00e971d73f',X'ef7eaca40dd04b8181078a9b685e0d53f4d6d2eea1a930f7ec580739abb564d1');
INSERT INTO events VALUES('resumed',2,'2026-11-16T16:23:47.465Z','attempt_ended','{"unit":0,"attempt":1,"name":"quick","exit":"exited","code":0,"started_ms":1794846227463,"duration_ms":1,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/resumed/logs/quick-attempt1.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"system_ms":1,"max_rss_kib":11184}',X'ef7eaca40dd04b8181078a9b685e0d53f4d6d2eea1a930f7ec580739abb564d1',X'b5027fade57540f995f839f8a98720b34ebbcf3d161a4d4f2e1b7583b9583371');
INSERT INTO events VALUES('resumed',3,'2026-11-16T16:23:47.491Z','run_resumed','{}',X'b5027fade57540f995f839f8a98720b34ebbcf3d161a4d4f2e1b7583b9583371',X'b6400838ffc9ca182d0cdb0e62af5b5f09885f308c32b368eecf092c6441f50b');
INSERT INTO events VALUES('resumed',4,'2026-11-16T16:23:47.495Z','attempt_ended','{"unit":1,"attempt":2,"name":"killed","exit":"exited","code":0,"started_ms":1794846227492,"duration_ms":2,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/resumed/logs/killed-attempt2.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"system_ms":2,"max_rss_kib":10928}',X'b6400838ffc9ca182d0cdb0e62af5b5f09885f308c32b368eecf092c6441f50b',X'2eb9e6fcbb18547356cf3c147b56debbfad04080d63ac19001307f81b56155df');
INSERT INTO events VALUES('resumed',5,'2026-11-16T16:23:47.495Z','drain_reported','{"alive":0}',X'2eb9e6fcbb18547356cf3c147b56debbfad04080d63ac19001307f81b56155df',X'a0a782d0d32e34b98c5e3d14e5afe248a93ccfe700022084aa7e91c1ba098cfb');
INSERT INTO events VALUES('resumed',6,'2026-11-16T16:23:47.495Z','run_concluded','{"outcome":"error","trace":"e327282fd9637aca77a1f51bba1f505b6994286d2625c5022c6ac58d102f97c2"}',X'a0a782d0d32e34b98c5e3d14e5afe248a93ccfe700022084aa7e91c1ba098cfb',X'ac91696a4d5ef46fc91ee026b305724c5758eeecb7400265d90b3db2ee4e4a38');
INSERT INTO events VALUES('crashed',1,'2026-11-16T16:23:47.506Z','run_started','{"run_id":"crashed","verify":{"manifest":{"commands":[{"id":"killed","command":"touch crashed; sleep 30"}]},"policy":{"stop_after_failed_stage":true},"workspace":"/tmp/assay-golden/verify/work","cwd":"/tmp/assay-golden/verify/work","log_dir":"/tmp/assay-golden/verify/state/runs/crashed/logs","jobs":2,"lints":[{"findings":[{"rule":"masked","offset":13,"excerpt":"; sleep 30","why":"`; sleep 30` comes last and always succeeds, so a failure before it is lost: join them with `&&`, or make the command `required: false`"}]}],"lint":[0,0],"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd","manifest_digest":"cf8cf02fcbb63dfc0b1c174c16190ba79b685cb07f6e6bca0ab283099deec56a"}}',X'fe426aad80185101e21baa1f86e0776fa64e792283dfb9556f3471030a77e85c',X'62794841fb9655ba987d200cc800fafb05ff6166489f3d46ab712f6aed3ab51d');
INSERT INTO events VALUES('cancelled',1,'2026-11-16T16:23:47.532Z','run_started','{"run_id":"cancelled","verify":{"manifest":{"commands":[{"id":"long","command":"touch going; sleep 30"},{"id":"never","command":"test -f x"}]},"policy":{"stop_after_failed_stage":true},"workspace":"/tmp/assay-golden/verify/work","cwd":"/tmp/assay-golden/verify/work","log_dir":"/tmp/assay-golden/verify/state/runs/cancelled/logs","jobs":2,"lints":[{"findings":[{"rule":"masked","offset":11,"excerpt":"; sleep 30","why":"`; sleep 30` comes last and always succeeds, so a failure before it is lost: join them with `&&`, or make the command `required: false`"}]}],"lint":[0,0],"environment":["HOME","LANG","PATH","TERM"],"environment_digest":"80d5c07909b98d0661edcf5ea3e65c9c10815fbd5e91b78e6684af621b8104fd","isolation":"session,subreaper,pidfd","manifest_digest":"452e7a5d379d9f0218d7ed5f5b513665f5b28deedcad9de322960a014c6060b7"}}',X'110a930635599b4fa655d2ca4b85b88715e98186adeb448b6666225894b83a9c',X'c6ffc1f505ab00d6c12e68a244873b9e8bf87b70476c53655ceede461bb5329a');
INSERT INTO events VALUES('cancelled',2,'2026-11-16T16:23:47.547Z','cancel_requested','{"by":"SIGINT"}',X'c6ffc1f505ab00d6c12e68a244873b9e8bf87b70476c53655ceede461bb5329a',X'8e8e3ebf579e0abdabcc6a8677bb3022b927d86628c8b12da2b6c89a69fe487c');
INSERT INTO events VALUES('cancelled',3,'2026-11-16T16:23:47.551Z','attempt_ended','{"unit":0,"attempt":1,"name":"long","exit":"cancelled","code":143,"signal":15,"started_ms":1794846227533,"duration_ms":17,"output":{"log_path":"/tmp/assay-golden/verify/state/runs/cancelled/logs/long-attempt1.log","stream":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},"user_ms":4,"max_rss_kib":11184}',X'8e8e3ebf579e0abdabcc6a8677bb3022b927d86628c8b12da2b6c89a69fe487c',X'6f87fae0a464b394eaa00ec52deac0b5cded3920c2a0c95532cdb5f737d0a0d7');
INSERT INTO events VALUES('cancelled',4,'2026-11-16T16:23:47.551Z','drain_reported','{"alive":0}',X'6f87fae0a464b394eaa00ec52deac0b5cded3920c2a0c95532cdb5f737d0a0d7',X'1dda1ad6638c7f20123ec971c29fab97fefccee5b190dcfefac176e3f226ad9d');
INSERT INTO events VALUES('cancelled',5,'2026-11-16T16:23:47.551Z','run_concluded','{"outcome":"cancelled","trace":"b0b3e0ae5989fc9b91162b791dfee4bb32222a6e9bcc9c4043af4b9b3b8e0119"}',X'1dda1ad6638c7f20123ec971c29fab97fefccee5b190dcfefac176e3f226ad9d',X'e87a90805fc5a338916c2e03ef84a9117d45ea87749a2c78677f2a30cce4c8e6');
CREATE TABLE decisions(
  run_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  effects TEXT NOT NULL,
  PRIMARY KEY(run_id, seq),
  FOREIGN KEY(run_id, seq) REFERENCES events(run_id, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO decisions VALUES('cancelled',1,'start long#1');
INSERT INTO decisions VALUES('cancelled',2,'stop');
INSERT INTO decisions VALUES('cancelled',3,'drain');
INSERT INTO decisions VALUES('cancelled',4,'conclude cancelled: cancelled');
INSERT INTO decisions VALUES('crashed',1,'start killed#1');
INSERT INTO decisions VALUES('failed',1,'start no#1');
INSERT INTO decisions VALUES('failed',2,'start optional#1');
INSERT INTO decisions VALUES('failed',3,'drain');
INSERT INTO decisions VALUES('failed',4,'conclude failed: no failed');
INSERT INTO decisions VALUES('flaky',1,'start signal#1');
INSERT INTO decisions VALUES('flaky',2,'start signal#2');
INSERT INTO decisions VALUES('flaky',3,'start flaky#1');
INSERT INTO decisions VALUES('flaky',4,'start flaky#2');
INSERT INTO decisions VALUES('flaky',5,'start slow#1');
INSERT INTO decisions VALUES('flaky',6,'start slow#2');
INSERT INTO decisions VALUES('flaky',7,'drain');
INSERT INTO decisions VALUES('flaky',8,'conclude error: slow could not be decided');
INSERT INTO decisions VALUES('passed',1,'tree build#1');
INSERT INTO decisions VALUES('passed',2,'start build#1');
INSERT INTO decisions VALUES('passed',3,'start unit#1');
INSERT INTO decisions VALUES('passed',4,'drain');
INSERT INTO decisions VALUES('passed',5,'conclude passed: every required gate passed');
INSERT INTO decisions VALUES('report',1,'start report#1');
INSERT INTO decisions VALUES('report',2,'drain');
INSERT INTO decisions VALUES('report',3,'conclude passed: every required gate passed');
INSERT INTO decisions VALUES('resumed',1,'start quick#1');
INSERT INTO decisions VALUES('resumed',2,'start killed#1');
INSERT INTO decisions VALUES('resumed',3,'start killed#2');
INSERT INTO decisions VALUES('resumed',4,'drain');
INSERT INTO decisions VALUES('resumed',5,'conclude error: killed proved nothing');
INSERT INTO decisions VALUES('skipped',1,'start first#1');
INSERT INTO decisions VALUES('skipped',2,'drain');
INSERT INTO decisions VALUES('skipped',3,'conclude failed: first failed');
INSERT INTO decisions VALUES('void',1,'start masked#1');
INSERT INTO decisions VALUES('void',2,'start constant#1');
INSERT INTO decisions VALUES('void',3,'start zero#1');
INSERT INTO decisions VALUES('void',4,'start redtest#1');
INSERT INTO decisions VALUES('void',5,'drain');
INSERT INTO decisions VALUES('void',6,'conclude error: masked, constant, zero and 1 more proved nothing');
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
INSERT INTO attempts VALUES('passed','build',1,3,'exited',0,0,'2026-11-16T16:23:45.254Z',2,0,'/tmp/assay-golden/verify/state/runs/passed/logs/build-attempt1.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',NULL,0,'');
INSERT INTO attempts VALUES('passed','unit',1,4,'exited',0,0,'2026-11-16T16:23:45.260Z',58,162,'/tmp/assay-golden/verify/state/runs/passed/logs/unit-attempt1.log','f0455ef423d417144e06afab3704906dcf2e40f48b534fc4d6daaaf96d1e728a',2,0,'');
INSERT INTO attempts VALUES('failed','no',1,2,'exited',1,0,'2026-11-16T16:23:45.333Z',1,18,'/tmp/assay-golden/verify/state/runs/failed/logs/no-attempt1.log','73f5ded5655f09d2dd3c15bced25d7d18b7af0c50abb5d730e2f024fa2f1c7f8',NULL,0,'');
INSERT INTO attempts VALUES('failed','optional',1,3,'exited',2,0,'2026-11-16T16:23:45.342Z',1,0,'/tmp/assay-golden/verify/state/runs/failed/logs/optional-attempt1.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',NULL,0,'');
INSERT INTO attempts VALUES('void','masked',1,2,'exited',0,0,'2026-11-16T16:23:45.354Z',3,55,'/tmp/assay-golden/verify/state/runs/void/logs/masked-attempt1.log','8d5d50334f9f581e79fc9cb28bd621a4fe8d882e38ac0cc2c2cc4e84e4b8461d',NULL,0,'');
INSERT INTO attempts VALUES('void','constant',1,3,'exited',0,0,'2026-11-16T16:23:45.359Z',0,0,'/tmp/assay-golden/verify/state/runs/void/logs/constant-attempt1.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',NULL,0,'');
INSERT INTO attempts VALUES('void','zero',1,4,'exited',0,0,'2026-11-16T16:23:45.361Z',1,8,'/tmp/assay-golden/verify/state/runs/void/logs/zero-attempt1.log','72bc30bd85d75d05c5eeca0df5481028d4b05593848133a144b580af382e3a60',NULL,0,'');
INSERT INTO attempts VALUES('void','redtest',1,5,'exited',1,0,'2026-11-16T16:23:45.366Z',1,7,'/tmp/assay-golden/verify/state/runs/void/logs/redtest-attempt1.log','cdd6c109503d4e19cad782eef4d9ba162af0d84727445edbb9d300df1adc6048',NULL,0,'');
INSERT INTO attempts VALUES('flaky','signal',1,2,'signaled',139,11,'2026-11-16T16:23:45.384Z',1,0,'/tmp/assay-golden/verify/state/runs/flaky/logs/signal-attempt1.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',NULL,0,'');
INSERT INTO attempts VALUES('flaky','signal',2,3,'signaled',139,11,'2026-11-16T16:23:45.387Z',1,0,'/tmp/assay-golden/verify/state/runs/flaky/logs/signal-attempt2.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',NULL,0,'');
INSERT INTO attempts VALUES('flaky','flaky',1,4,'exited',1,0,'2026-11-16T16:23:45.389Z',2,25,'/tmp/assay-golden/verify/state/runs/flaky/logs/flaky-attempt1.log','5c31c72d03b3d28b69a8abb17da0f65788b4b5f6be30b6c905e3e2ed77852e5b',NULL,0,'');
INSERT INTO attempts VALUES('flaky','flaky',2,5,'exited',0,0,'2026-11-16T16:23:45.399Z',1,0,'/tmp/assay-golden/verify/state/runs/flaky/logs/flaky-attempt2.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',NULL,0,'');
INSERT INTO attempts VALUES('flaky','slow',1,6,'timed_out',143,15,'2026-11-16T16:23:45.401Z',1004,0,'/tmp/assay-golden/verify/state/runs/flaky/logs/slow-attempt1.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',NULL,0,'');
INSERT INTO attempts VALUES('flaky','slow',2,7,'timed_out',143,15,'2026-11-16T16:23:46.407Z',1003,0,'/tmp/assay-golden/verify/state/runs/flaky/logs/slow-attempt2.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',NULL,0,'');
INSERT INTO attempts VALUES('report','report',1,2,'exited',0,0,'2026-11-16T16:23:47.426Z',4,0,'/tmp/assay-golden/verify/state/runs/report/logs/report-attempt1.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',2,0,'');
INSERT INTO attempts VALUES('skipped','first',1,2,'exited',1,0,'2026-11-16T16:23:47.442Z',1,0,'/tmp/assay-golden/verify/state/runs/skipped/logs/first-attempt1.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',NULL,0,'');
INSERT INTO attempts VALUES('resumed','quick',1,2,'exited',0,0,'2026-11-16T16:23:47.463Z',1,0,'/tmp/assay-golden/verify/state/runs/resumed/logs/quick-attempt1.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',NULL,0,'');
INSERT INTO attempts VALUES('resumed','killed',2,4,'exited',0,0,'2026-11-16T16:23:47.492Z',2,0,'/tmp/assay-golden/verify/state/runs/resumed/logs/killed-attempt2.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',NULL,0,'');
INSERT INTO attempts VALUES('cancelled','long',1,3,'cancelled',143,15,'2026-11-16T16:23:47.533Z',17,0,'/tmp/assay-golden/verify/state/runs/cancelled/logs/long-attempt1.log','e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',NULL,0,'');
CREATE TABLE durations(
  command_key BLOB NOT NULL PRIMARY KEY CHECK(length(command_key) = 32),
  millis INTEGER NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO durations VALUES(X'0c6611bad7736e3975d7b29c69f633b8a3f27eb13ea6807d25cab66b08006de8',58,'2026-11-16T16:23:45.323Z');
INSERT INTO durations VALUES(X'19bb02dba72c307181fda3bfad9628e5ed5fb6d85da9920b441ecd2d182edf11',1,'2026-11-16T16:23:45.374Z');
INSERT INTO durations VALUES(X'29dacf43a534d2854a2104470935823a888c8cb9dba9e1f17f375f11db41f098',1,'2026-11-16T16:23:47.411Z');
INSERT INTO durations VALUES(X'4aff6887175fcca22ec497a93f0ad0f79a0cf8ca3ccdd9582dea61ad4b2f19ed',2,'2026-11-16T16:23:47.495Z');
INSERT INTO durations VALUES(X'51e25d58953563edf07e28fe61ee7bbbf6159d849e312cb499bd266fe4388043',1,'2026-11-16T16:23:47.450Z');
INSERT INTO durations VALUES(X'6b2f998b3ec187d1a3d5a4bc17ac5b4a4af682a750e5554431f22389a2010735',1,'2026-11-16T16:23:45.374Z');
INSERT INTO durations VALUES(X'931d0c5a3ee5b6edc4415e0a500a674ea2d8c6e9862235d194b64c0ec652bb1f',3,'2026-11-16T16:23:45.374Z');
INSERT INTO durations VALUES(X'9c167a321c3983354545c821d47e0c732de5fa2aff22d4912406679934acbc3a',1,'2026-11-16T16:23:45.343Z');
INSERT INTO durations VALUES(X'a46384a8f4d5c12e984aa42ef29574540b39e510a0c6ab912d347e23e6e9436a',1,'2026-11-16T16:23:45.343Z');
INSERT INTO durations VALUES(X'dc1ed1dff0859b0585f50a500f87b97781e35eb6735c41d8b5bb580e4d793ef5',2,'2026-11-16T16:23:45.323Z');
INSERT INTO durations VALUES(X'ddb4c98c59c460136c576d5b8cfa24f12b1ad9b49e9671fbcc5e8e410f160143',4,'2026-11-16T16:23:47.431Z');
INSERT INTO durations VALUES(X'ec165219acfebe4592d43dad46093dba3e4f405dd5f81115897c4500489f4af2',1,'2026-11-16T16:23:45.374Z');
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
