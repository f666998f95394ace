# An agent writes into the ledger that nothing was spent.
. "$ATTACKS/words-pipeline.sh"
shop
sed -i 's/^pipeline:/budgets: {launches: 2}\npipeline:/' assay.yaml; save
also planner <<SH
python3 -c "
import sqlite3
c = sqlite3.connect('$ASSAY_STATE_DIR/ledger.db')
c.execute('update spending set launches=0') if any(r[1]=='launches' for r in c.execute('pragma table_info(spending)')) else c.execute('delete from spending')
c.commit()"
SH
pipeline
asked=yes
[ "$status" -eq 5 ] || fail "status $status"
