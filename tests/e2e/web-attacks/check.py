import glob, json, os, re, signal, socket, stat, subprocess, time
from client import Server

box, state = os.environ["BOX"], os.environ["ASSAY_STATE_DIR"]

def assay(*words):
    done = subprocess.run(["assay", *words], capture_output=True, text=True)
    return done.returncode, done.stderr

def web_line(err):
    return [line for line in err.splitlines() if line.startswith("web: ")]

print("-- where a run can be looked at")
code, err = assay("verify", "--manifest", "m.json", "--run-id", "alone")
print("nobody serves:", code, web_line(err))
server = Server("--open")
code, err = assay("verify", "--manifest", "m.json", "--run-id", "broken")
w = server.get("/overview")["workspaces"][0]["id"]
line = web_line(err)[0]
print("failed:", code, line.replace(str(server.port), "PORT").replace(w, "W"), "| last line", err.splitlines()[-1] == line, "| no token", server.token not in err)
print("passed:", web_line(assay("verify", "--manifest", "good.json")[1]), "| quiet:", web_line(assay("-q", "verify", "--manifest", "m.json")[1]))
print("the address is that of the run:", server.get(line.split("#")[1])["run"]["run_id"])
doomed = Server()
doomed.process.send_signal(signal.SIGKILL); doomed.process.wait()
print("of one that was killed nobody is told:", str(server.port) in web_line(assay("verify", "--manifest", "m.json")[1])[0])

print("-- the token")
for _ in range(100):
    if os.path.exists(box + "/opened"): break
    time.sleep(0.05)
opened = open(box + "/opened").read().strip()
mode = lambda path: oct(stat.S_IMODE(os.stat(path).st_mode))
page = open(opened).read()
code_once = re.search(r"#once=([0-9a-f]+)", page)[1]
print("a browser is started with a file:", opened.startswith(state), mode(opened), mode(os.path.dirname(opened)), "| token in it:", server.token in page)
def seen_by_others():
    for path in glob.glob("/proc/[0-9]*/cmdline") + glob.glob("/proc/[0-9]*/environ"):
        try: yield open(path, "rb").read()
        except OSError: pass
print("in no command line, in no environment:", not any(server.token.encode() in each for each in seen_by_others()))
print("in no file:", not any(server.token.encode() in open(path, "rb").read() for path in glob.glob(state + "/**", recursive=True) if os.path.isfile(path)))
enter = lambda given, **more: server.ask("/enter", body=given, token="", **more)
print("a wrong code", enter({"code": "0" * 64})[0].status, enter({"code": ""})[0].status, enter({})[0].status, "| from another page", enter({"code": code_once}, headers={"Origin": "http://evil.example"})[0].status)
answer, body = enter({"code": code_once})
print("the code", answer.status, json.loads(body)["token"] == server.token, answer.getheader("Cache-Control"), "| again", enter({"code": code_once})[0].status, "| the file is gone", not os.path.exists(opened))
print("in a query", server.ask("/runs?token=" + server.token, token="")[0].status, "| in a cookie", server.ask("/runs", token="", headers={"Cookie": "token=" + server.token})[0].status, "| as basic", server.ask("/runs", token="", headers={"Authorization": "Basic " + server.token})[0].status)
reader = Server("--read-only", "--open")
print("another server, another token:", reader.token != server.token, reader.ask("/runs", token=server.token)[0].status)
reader.end()

print("-- requests that are none")
def raw(text, wait=8):
    """The first line of the answer, or that there is none."""
    link = socket.create_connection(("127.0.0.1", server.port), timeout=wait)
    got = b""
    try:
        link.sendall(text if isinstance(text, bytes) else text.encode("latin-1"))
        while b"\r\n" not in got:
            piece = link.recv(4096)
            if not piece: break
            got += piece
    except OSError:
        got = got or b"closed"
    link.close()
    return re.sub(r"^HTTP/1.[01] (\d+).*", r"\1", got.split(b"\r\n")[0].decode("latin-1")) or "closed"
host, auth = f"Host: 127.0.0.1:{server.port}\r\n", f"Authorization: Bearer {server.token}\r\n"
get = lambda path, more="", first=None: raw(f"{first or 'GET ' + path + ' HTTP/1.1'}\r\n{host}{auth}{more}Connection: close\r\n\r\n")
print("as it should be", get("/api/v1/server"))
print("Host: none", raw(f"GET /api/v1/server HTTP/1.1\r\n{auth}\r\n"), "| two", get("/api/v1/server", host), "| 1.0", raw(f"GET /api/v1/server HTTP/1.0\r\n{auth}\r\n"))
for name in ("evil.example", f"evil.example:{server.port}", f"127.0.0.1.evil.example:{server.port}", f"127.0.0.1:{server.port}@evil.example", f"localhost.:{server.port}", f"0x7f.1:{server.port}", f"[::ffff:127.0.0.1]:{server.port}", "127.0.0.1", f"127.0.0.1:{server.port + 1}", ""):
    status = raw(f"GET /api/v1/server HTTP/1.1\r\nHost: {name}\r\n{auth}\r\n")
    if status != "403": print("Host", name, status)
for origin in ("null", "http://evil.example", f"https://127.0.0.1:{server.port}", f"http://127.0.0.1:{server.port + 1}", f"http://127.0.0.1:{server.port}.evil.example", f"http://evil.example:{server.port}", "file://", "chrome-extension://x", ""):
    status = get("/api/v1/server", f"Origin: {origin}\r\n")
    if status != "403": print("Origin", origin, status)
print("Origin twice", get("/api/v1/server", f"Origin: http://127.0.0.1:{server.port}\r\nOrigin: http://evil.example\r\n"), "| two tokens", get("/api/v1/server", "Authorization: Bearer x\r\n"))
print("preflight", raw(f"OPTIONS /api/v1/runs HTTP/1.1\r\n{host}Origin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\nConnection: close\r\n\r\n"), "| a form", server.ask("/w/" + w + "/runs/broken/stop", body={}, headers={"Content-Type": "application/x-www-form-urlencoded"})[0].status, server.ask("/w/" + w + "/runs/broken/stop", body={}, headers={"Content-Type": "text/plain"})[0].status)
ways_out = ["/..", "/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/%252e%252e/etc/passwd", "/..%5c..%5cetc/passwd", "/assets/%2e%2e/%2e%2e/etc/passwd", "/assets//etc/passwd", "/\\..\\etc", "/%c0%ae%c0%ae/etc/passwd", "/.%00./etc/passwd", "/assets/app.js%00.png", "//evil.example/x", "http://evil.example/", "/api/v1/../../etc/passwd", "/api/v1/w/..%2f..%2f/status", f"/api/v1/w/{w}/runs/..%2f..%2fledger.db", f"/api/v1/w/{w}/runs/broken/attempts/..%2f..%2f..%2fledger.db/1/log", f"/api/v1/w/{w}/runs/broken/attempts/bad/1%2f..%2f..%2f/log", f"/api/v1/w/{w}/runs/broken/reports/..%2f..%2f..%2fledger.db", f"/api/v1/w/{w}/runs/broken/file?path=%2fetc%2fpasswd", f"/api/v1/w/{w}/runs/broken/attempts/bad/-1/log", f"/api/v1/w/{w}/runs/broken/attempts/bad/99999999999999999999/log"]
print("ways out of it", sorted({get(path) for path in ways_out}))
big = "x" * 100_000
print("large: a line", raw("GET /" + big + " HTTP/1.1\r\n" + host + "\r\n") in ("400", "414", "closed"), "| a header", get("/api/v1/server", "X: " + big + "\r\n") in ("400", "431", "closed"), "| many", get("/api/v1/server", "".join(f"X-{i}: 1\r\n" for i in range(20_000))) in ("400", "431", "closed"))
post = f"POST /api/v1/w/{w}/runs/broken/stop HTTP/1.1\r\n{host}{auth}Content-Type: application/json\r\nConnection: close\r\n"
print("a body", raw(post + f"Content-Length: {1 << 30}\r\n\r\n") in ("413", "400", "closed"), "| in pieces", raw(post + "Transfer-Encoding: chunked\r\n\r\n" + "10000\r\n" + "x" * 65536 + "\r\n" + "10000\r\n" + "x" * 65536 + "\r\n0\r\n\r\n") in ("413", "400", "closed"), "| of less than nothing", raw(post + "Content-Length: -1\r\n\r\n") in ("400", "closed"), "| deep", server.ask("/w/" + w + "/runs/broken/stop", body=eval("[" * 90 + "]" * 90))[0].status)
print("two lengths", raw(post + "Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}"), "| both kinds", raw(post + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/v1/x HTTP/1.1\r\n\r\n") in ("400", "closed"))
print("words", [get("", first=first) for first in ("get /api/v1/server HTTP/1.1", "TRACE / HTTP/1.1", "CONNECT evil.example:443 HTTP/1.1", "PUT /api/v1/runs HTTP/1.1", "GET /api/v1/server HTTP/9.9", "GET")])
print("a number of an event", get(f"/api/v1/w/{w}/runs/broken/events", "Accept: text/event-stream\r\nLast-Event-ID: 1\\r\\nX: y\r\n"), get(f"/api/v1/w/{w}/runs/broken/events?since=-1"), get(f"/api/v1/w/{w}/runs/broken/events?since=99999999999999999999"))
print("still there", server.ask("/server")[0].status)

print("-- what others see")
subprocess.run(["assay", "export", "html", "broken", "--out", box + "/run.html"], check=True)
page = open(box + "/run.html").read()
print("exported", page.count("<script"), page.count("</script"), "alert(1)" in page, "<img src=x" in page, "<b>1</b>" in page, server.token in page)
log = glob.glob(state + "/runs/broken/logs/bad-attempt1.log")[0]
open(box + "/secret", "w").write("mine alone\n")
os.rename(log, log + ".kept"); os.symlink(box + "/secret", log)
leaked = [server.ask(f"/w/{w}/runs/broken/attempts/bad/1/log{part}")[1] for part in ("", "/raw", "/search?text=mine")]
print("a link in the place of a log:", [server.status(f"/w/{w}/runs/broken/attempts/bad/1/log{part}")[:3] for part in ("", "/raw", "/search?text=mine")], any(b"mine" in each for each in leaked))
subprocess.run(["assay", "export", "html", "broken", "--out", box + "/run.html"], check=True)
print("exported", "mine alone" in open(box + "/run.html").read())
server.end()
print("-- afterwards", [name for name in os.listdir(state + "/web")])
