# What the server says about the runs that `cmd` has made, and whom it lets in.
import gzip, json, os, socket, subprocess, threading, time
from client import Server, fits

server = Server()
document = json.load(open(os.environ["ASSAY_E2E"] + "/../../docs/formats/web-api.json"))
schemas = document["components"]["schemas"]
seen = set()

def get(operation, path, **more):
    """Asks, and holds the answer against the document."""
    value = server.get(path, **more)
    template = next(p for p, o in document["paths"].items() if o.get("get", {}).get("operationId") == operation)
    schema = document["paths"][template]["get"]["responses"]["200"]["content"]["application/json"]["schema"]
    wrong = fits(value, schema, schemas)
    if wrong:
        print("does not fit", operation, wrong[:3])
    seen.add(operation)
    keep = os.environ.get("ASSAY_WEB_FIXTURES")
    if keep:
        open(f"{keep}/{operation}.json", "w").write(json.dumps(value, indent=1).replace(os.environ["BOX"], "/home/ana") + "\n")
    return value

print("-- the overview")
told = get("overview", "/overview")
w = told["workspaces"][0]["id"]
counts = told["workspaces"][0]
print([counts[k] for k in ("runs", "running", "waiting", "parked", "interrupted")], counts["verified"]["run_id"])
print("waiting", [r["run_id"] for r in told["waiting"]], "failed", sorted(r["run_id"] for r in told["failed"]))
print("today", told["today"]["launches"] > 0, told["today"]["micro_usd"])
print(get("server", "/server")["read_only"])

print("-- runs")
page = get("runs", "/runs?limit=2")
ids = [r["run_id"] for r in page["runs"]]
while page["next"]:
    page = server.get("/runs?limit=2&cursor=" + page["next"])
    ids += [r["run_id"] for r in page["runs"]]
print(page["matching"], sorted(ids), len(ids) == len(set(ids)))
for query in ("machine=verify", "state=waiting", "text=LOOP", "state=passed&machine=verify", f"workspace={w}&limit=1"):
    print(query.replace(w, "W"), sorted(r["run_id"] for r in server.get("/runs?" + query)["runs"])[:4])

print("-- a run of each machine")
run = lambda name: f"/w/{w}/runs/{name}"
for name in ("broken", "helped", "goals1", "looped", "asked"):
    page = get("runPage", run(name))
    machine = page["run"]["machine"]
    print(name, machine, page["run"]["state"], page["actions"], [m for m in ("verify", "agent", "goals", "loop", "pipeline") if page[m]], page["verdict"][:60])
shape = server.get(run("broken"))["verify"]
print([(s["stage"], [(g["id"], g["state"], g["reason"]) for g in s["gates"]]) for s in shape["stages"]])
print([(t["id"], t["state"], bool(t["commit"]), [l["status"] for l in t["layers"]]) for t in server.get(run("looped"))["loop"]["tasks"]])
shape = server.get(run("asked"))["pipeline"]
print(shape["step"], [(s["id"], s["state"], s["rounds"]) for s in shape["steps"] if s["rounds"]], len(shape["routes"]) > 10, shape["loops"][0]["used"])
print([(t["id"], t["score"]) for t in server.get(run("goals1"))["goals"]["tasks"]])

print("-- attempts")
print([g["id"] for g in get("gates", run("broken") + "/gates?state=failed")["gates"]])
print([(a["name"], a["attempt"], a["state"], a["exit_code"]) for a in get("attempts", run("broken") + "/attempts")["attempts"]])
line = get("timeline", run("broken") + "/timeline")
print([a["name"] for a in line["attempts"]], line["buckets"], [a["name"] for a in line["critical"]])
few = server.get(run("broken") + "/timeline?limit=1&buckets=4")
print(few["attempts"], sum(b["attempts"] for b in few["buckets"]), len(few["buckets"]))
bad = run("broken") + "/attempts/bad/1"
page = get("attemptPage", bad)
print(page["excerpt"][-1], page["log"]["there"], page["log"]["growing"], page["decisions"][0]["decided"][:40], page["others"])
text = get("log", bad + "/log")
print(json.dumps(text["text"]), text["from"], text["to"] == text["size"], text["first_line"])
print(server.get(bad + f"/log?from={page['log']['failure_at']}")["text"].strip(), server.get(bad + "/log?tail=5")["first_line"])
print([(h["line"], h["text"]) for h in get("logSearch", bad + "/log/search?text=RED")["hits"]], server.get(bad + "/log/search?text=RED&case_sensitive=true")["matching"])
answer, data = server.ask(bad + "/log/raw")
print(answer.getheader("Content-Disposition"), answer.getheader("Content-Type"), answer.getheader("X-Content-Type-Options"), data.count(b"\xff"))
agent = run("helped") + "/attempts/" + server.get(run("helped") + "/attempts")["attempts"][0]["name"] + "/1"
page = get("attemptPage", agent)
print(page["talk"]["micro_usd"], page["talk"]["final_text"], page["files_changed"], [c["claimed"] for c in page["claims"]])
print([(m["kind"], m["text"][:20]) for m in get("transcript", agent + "/transcript")["moments"]], get("prompt", agent + "/prompt")["text"].strip()[-12:])
task = next(a["name"] for a in server.get(run("looped") + "/attempts?agents=true")["attempts"])
change = get("diff", run("looped") + f"/attempts/{task}/1/diff")
print(change["known"], [(f["path"], f["status"], f["added"]) for f in change["files"]], change["files"][0]["patch"].strip().splitlines()[-1])

print("-- events")
events = get("events", run("broken") + "/events?limit=3")
print([e["seq"] for e in events["events"]], events["more"], events["over"])
stream = server.stream(run("broken") + "/events")
steps = [n for name, n, _ in stream if name == "step"]
print(steps == list(range(1, len(steps) + 1)), [name for name, _, _ in stream if name != "step"])
again = server.stream(run("broken") + "/events", last=steps[-3])
print([n - steps[-1] for name, n, _ in again if name == "step"])
print(get("explain", run("broken") + "/explain?id=bad")["decisions"][-1]["decided"][:50])

print("-- everything else")
print(get("status", f"/w/{w}/status")["state"], get("tests", f"/w/{w}/tests")["remembered"] >= 0, get("knownFailures", f"/w/{w}/known-failures"))
print(get("spending", "/spending?days=2")["days"][0]["spent"]["micro_usd"], get("ledgerCheck", f"/w/{w}/ledger")["sound"], get("runLedger", run("broken") + "/ledger")["seal"]["outcome"])
print(get("attestation", f"/w/{w}/attestation")["there"])
both = get("compare", f"/compare?a={w}/broken&b={w}/mended")
print([(u["id"], u["change"]) for u in both["units"]], both["same"])
for name in ("run.json", "events.jsonl", "junit.xml", "report.md", "bundle.md"):
    answer, data = server.ask(run("broken") + "/reports/" + name)
    print(name, answer.status, len(data) > 100)
print("not asked:", sorted(o["get"]["operationId"] for o in document["paths"].values() if "get" in o and o["get"]["operationId"] not in seen | {"report", "rawLog", "testHistory", "questions", "file"}))
print(json.loads(server.ask("/openapi.json")[1])["paths"].keys() == document["paths"].keys())

print("-- headers")
answer, data = server.ask("/", root="")
print(answer.status, "script-src 'self'" in answer.getheader("Content-Security-Policy"), "frame-ancestors 'none'" in answer.getheader("Content-Security-Policy"), answer.getheader("X-Content-Type-Options"), answer.getheader("Referrer-Policy"), answer.getheader("Access-Control-Allow-Origin"))
answer, data = server.ask(run("asked"), headers={"Accept-Encoding": "gzip"})
print(answer.getheader("Content-Encoding"), json.loads(gzip.decompress(data))["run"]["run_id"], server.ask(run("asked"), headers={"If-None-Match": answer.getheader("ETag")})[0].status)

print("-- who is not let in")
own = f"127.0.0.1:{server.port}"
print("no token", server.status("/runs", headers={"Authorization": ""}), "| wrong", server.status("/runs", token="0" * 64))
print("Host", server.status("/runs", headers={"Host": "evil.example.com"}), server.status("/runs", headers={"Host": f"evil.example.com:{server.port}"}), server.status("/", root="", headers={"Host": "evil.example.com"}))
print("Origin", server.status("/runs", headers={"Origin": "http://evil.example.com"}), server.status("/runs", headers={"Origin": "null"}), server.status("/runs", headers={"Origin": "http://" + own}))
for path in ("/../../../etc/passwd", "/assets/../../../etc/passwd", "/assets/..%2f..%2fetc%2fpasswd", "//etc/passwd"):
    print(path, server.status(path, root=""))
for path in (run("broken") + "/attempts/..%2F..%2Fkeys/1/log", run("..%2F..") + "", f"/w/../runs/x", run("broken") + "/attempts/bad/99", run("broken") + "/reports/..%2Fkeys", run("asked") + "/file?path=../../etc/passwd", run("asked") + "/file?path=assay.yaml"):
    print(path.replace(w, "W"), server.status(path))
print("wrong", server.status("/runs?limit=0"), server.status("/runs?nonsense=1"), server.status("/runs?state=sleepy"), server.status("/runs?limit=%zz"), server.status("/runs?limit=1&limit=2"), server.status("/nowhere"), server.status("/runs", body={}), server.status(run("broken") + "/stop", method="GET"))
print("too large", server.status(run("asked") + "/answer", body={"comment": "x" * 200_000}), server.status("/runs?text=" + "x" * 60_000))
print("no JSON", server.status(run("asked") + "/answer", body={}, headers={"Content-Type": "text/plain"}), server.status(run("asked") + "/answer", body=[]), server.status(run("asked") + "/answer", body={"gate_id": 1}))
wrong = [server.status("/runs", token="1" * 64) for _ in range(12)]
print("guessing", wrong[0], wrong[-1], "| who has it is let in", server.ask("/server")[0].status)
slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
for each in slow: each.send(b"GET /api/v1/runs HTTP/1.1\r\nHost: ")
print("beside slow ones", server.ask("/server")[0].status)
for each in slow: each.close()

print("-- a question")
asked = get("questions", "/questions")["questions"][0]
print(asked["run_id"], asked["gate_id"], asked["ordinal"], [o["id"] for o in asked["options"]], asked["answered"], len(asked["files"]) > 0)
print(len(get("file", run("asked") + "/file?path=" + asked["files"][0])["text"]) > 10)
given = {"gate_id": asked["gate_id"], "ordinal": asked["ordinal"], "option": asked["options"][0]["id"], "comment": "from the page"}
print("nonsense", server.status(run("asked") + "/answer", body={**given, "option": "nonsense"}), "| another question", server.status(run("asked") + "/answer", body={**given, "ordinal": 7}), "| no question", server.status(run("broken") + "/answer", body=given))
reader = Server("--read-only")
print("read-only", reader.status(run("asked") + "/answer", body=given), reader.status(run("asked") + "/stop", body={}), reader.get(run("asked"))["actions"])
reader.end()
answers = []
threads = [threading.Thread(target=lambda: answers.append(server.status(run("asked") + "/answer", body=given))) for _ in range(4)]
for each in threads: each.start()
for each in threads: each.join()
print("four at once", sorted(answers))
for _ in range(300):
    now = server.get("/questions")["questions"]
    if now and now[0]["gate_id"] != asked["gate_id"] and server.get(run("asked"))["run"]["alive"] is False: break
    time.sleep(0.1)
print("goes on", now[0]["gate_id"], [(a["gate_id"], a["option"], a["comment"]) for a in server.get(run("asked"))["pipeline"]["approvals"]])

print("-- a stream of all, while a run comes")
heard = []
thread = threading.Thread(target=lambda: heard.extend(server.stream("/overview", until="run", longest=15, run="later")))
thread.start()
time.sleep(1.5)
subprocess.run(["assay", "-q", "verify", "--manifest", "-", "--run-id", "later"], input='{"commands": [{"id": "a", "command": "test -d ."}]}', text=True, stdout=subprocess.DEVNULL)
thread.join()
print([(name, data["run_id"]) for name, _, data in heard][-1:])  # others may still be told of

print("-- at a file")
path = os.environ["BOX"] + "/web.sock"
local = Server("--socket", path)
print(oct(os.stat(path).st_mode & 0o777), local.ask("/server")[0].status, local.status("/server", token="x"), local.status("/server", headers={"Origin": "http://localhost"}))
print("ends", local.end(), os.path.exists(path), server.end())
