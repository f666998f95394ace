# The same, where a build step may change the workspace.
. "$ATTACKS/words-pipeline.sh"
shop
sed -i 's/gate_type: build}/gate_type: build, mutates_workspace: true}/; s/gate_type: test}/gate_type: test, stage: 1}/' assay.yaml; save
works task-01 <<'W'
printf 'def shipping(total):\n    return 0 if total >= 50 else 5\n' >shipping.py
cat >tests/test_shipping.py <<'T'
import atexit, unittest
from shipping import shipping
atexit.register(lambda: open("shipping.py", "w").write("def shipping(total):\n    return 7\n"))
class Shipping(unittest.TestCase):
    def test_free(self):
        self.assertEqual(shipping(50), 0)
T
W
pipeline
not_committed
caught 'shipping.py'
