# Memory of a server with 100 viewers, and what being watched costs the coordinator of a run.
import http.client, json, os, re, resource, statistics, subprocess, sys, threading, time

box = os.environ["ASSAY_BENCH"]

class Web:
    def __init__(self):
        self.process = subprocess.Popen(["assay", "--format", "json", "web"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=box + "/shop")
        told = json.loads(self.process.stdout.readline())
        self.token, self.port, self.open = told["token"], int(re.search(r":(\d+)/", told["url"])[1]), []

    def ask(self, path, stream=False):
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        link.request("GET", "/api/v1" + path, None, {"Authorization": "Bearer " + self.token, **({"Accept": "text/event-stream"} if stream else {})})
        answer = link.getresponse()
        assert answer.status == 200, (path, answer.status)
        if not stream:
            return json.loads(answer.read())
        self.open.append(link)
        threading.Thread(target=self.drain, args=(answer,), daemon=True).start()

    @staticmethod
    def drain(answer):
        try:
            while answer.read1(65536): pass
        except Exception:
            pass

    def memory(self):
        text = open(f"/proc/{self.process.pid}/status").read()
        return int(re.search(r"VmRSS:\s+(\d+)", text)[1]) / 1024

    def cpu(self):
        fields = open(f"/proc/{self.process.pid}/stat").read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

def gates(count, command):
    return json.dumps({"commands": [{"id": f"g{i}", "command": command} for i in range(count)]})

def verify(run_id, text):
    """Seconds on the clock, and of processor time of the coordinator with its gates."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.Popen(["assay", "-q", "-C", box + "/slow", "verify", "--manifest", "-", "--run-id", run_id], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    process.communicate(text)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.monotonic() - began, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

web = Web()
empty = web.memory()
shelf = web.ask("/runs?text=live")["runs"][0]["workspace"]
web.ask("/overview")
alone = web.memory()
slow = subprocess.Popen(["assay", "-q", "-C", box + "/slow", "verify", "--manifest", "-", "--run-id", "watched"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
slow.stdin.write(gates(60, "sleep 0.2 && test -d .")); slow.stdin.close()
while not web.ask("/runs?text=watched")["runs"]: time.sleep(0.05)
for viewer in range(100):
    web.ask("/overview", stream=True)
    web.ask(f"/w/{shelf}/runs/watched/events", stream=True)
    if viewer < 20: web.ask("/overview"); web.ask(f"/w/{shelf}/runs/watched"); web.ask("/runs?limit=100")
time.sleep(2)
before = web.cpu()
time.sleep(5)
busy = (web.cpu() - before) / 5
crowd = web.memory()
slow.wait()
print(f"| memory of the server: just started / after one look at 10,000 runs / with 100 viewers (200 streams) of a run that goes on | {empty:.0f} / {alone:.0f} / {crowd:.0f} MiB |")
print(f"| processor time of the server for these 100 viewers | {busy * 100:.0f} % of a core |")
web.process.terminate()
for link in web.open: link.close()

# Turn by turn: nobody looks, and five windows look at the run itself.
clock, work = {"alone": [], "watched": []}, {"alone": [], "watched": []}
for round in range(7):
    for kind in ("alone", "watched") if round % 2 else ("watched", "alone"):
        name = f"{kind}-{round}"
        web = Web()
        stop = threading.Event()
        def look():
            while not stop.is_set():
                try:
                    if web.ask("/runs?text=" + name)["runs"]: break
                except Exception: pass
                time.sleep(0.02)
            for _ in range(5):
                web.ask("/overview", stream=True)
                try: web.ask(f"/w/{shelf}/runs/{name}/events", stream=True)
                except AssertionError: pass
        watcher = threading.Thread(target=look)
        if kind == "watched": watcher.start()
        wall, cpu = verify(name, gates(100, "sleep 0.05 && test -d ."))
        stop.set()
        if kind == "watched": watcher.join()
        for link in web.open: link.close()
        web.process.kill(); web.process.wait()
        clock[kind].append(wall); work[kind].append(cpu)
for what, of in (("on the clock", clock), ("processor time of coordinator and gates", work)):
    alone, watched = statistics.median(of["alone"]), statistics.median(of["watched"])
    noise = (max(of["alone"]) - min(of["alone"])) / alone * 100
    print(f"| 100 gates of 50 ms, five windows on the run, {what}: watched / alone | {watched:.3f} s / {alone:.3f} s = {(watched / alone - 1) * 100:+.1f} % (rounds alone differ by {noise:.0f} %) |")
