import signal
import subprocess
import time

from client import Stdio, wait_for_end

first = Stdio()
first.shake_hands()
run = first.call("verify_start")["run_id"]
started = time.monotonic()
seen = first.call("verify_wait", run_id=run, seconds=1)
print("within its limit:", seen["state"], seen["commands_done"], "of", seen["commands_total"], seen["at_work"], time.monotonic() - started < 3)
again = first.call("verify_start")
print("the same run is joined:", again["run_id"] == run, again["started"])
first.begin("tools/call", {"name": "verify_wait", "arguments": {"run_id": run, "seconds": 30}})
time.sleep(0.5)
first.process.send_signal(signal.SIGKILL)
first.process.wait()

second = Stdio()
second.shake_hands("2025-06-18")
print("found by the next server:", second.call("verify_wait", run_id=run, seconds=0)["run_id"] == run)
seen, calls = wait_for_end(second, run, 1)
print(seen["state"], seen["result"]["overall_status"], "after several calls" if calls > 1 else "at once")
print("exit", second.finish())

# Standard input closes while a run is under way: the server ends, the run goes on.
third = Stdio()
third.shake_hands()
run = third.call("verify_start")["run_id"]
waiting = third.begin("tools/call", {"name": "verify_wait", "arguments": {"run_id": run, "seconds": 30}})
time.sleep(0.5)
started = time.monotonic()
print("exit", third.finish(), "at once" if time.monotonic() - started < 5 else "late", third.heard(waiting)["result"]["structuredContent"]["state"])
for _ in range(100):
    shown = subprocess.run(["assay", "runs", "-n", "1"], capture_output=True, text=True).stdout
    if "running" not in shown:
        break
    time.sleep(0.2)
print("the run:", "passed" if "passed" in shown else shown)

# What a person runs is waited for, and not stopped by who waits.
mine = subprocess.Popen(["assay", "verify", "--quiet", "--run-id", "mine"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
fourth = Stdio()
fourth.shake_hands()
while isinstance(fourth.call("verify_wait", run_id="mine", seconds=0), str):
    time.sleep(0.1)
waiting = fourth.begin("tools/call", {"name": "verify_wait", "arguments": {"run_id": "mine"}})
time.sleep(0.3)
fourth.send({"method": "notifications/cancelled", "params": {"requestId": waiting}})
print("a person's run:", mine.wait(), "exit", fourth.finish())
