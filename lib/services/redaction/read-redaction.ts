import { type PreparedRules, prepareRules, type RedactionRules } from '../../core/redaction/rules';
import { pool } from '../../platform/postgres/db';
import { onNotification } from '../../platform/postgres/notify';
import { processSingleton } from '../../platform/process-singleton';
import { createTtlCache, type TtlCache } from '../../platform/ttl-cache';

/** The longest that an entry may be stale, in case a notification of a change was lost. */
const MAX_AGE_MS = 5_000;
const MAX_ENTRIES = 1_000;

// Runs of a deleted workflow go on to their end.
const READ = `
SELECT s.redact_names || w.redact_names AS names, s.redact_paths || w.redact_paths AS paths
FROM workflow w JOIN workspace s ON s.id = w.workspace_id WHERE w.id = $1`;

interface RedactedRun {
  workflowId: string;
  /** False if its version said so when it began, which is as fresh as what is read here. */
  sealsInput?: boolean | undefined;
}

/** Returns what is left out of the log of a run, cached briefly; null: nothing. */
export const readRedaction = ({
  workflowId,
  sealsInput,
}: RedactedRun): Promise<PreparedRules | null> | null =>
  sealsInput === false ? null : cache().get(workflowId);

function cache(): TtlCache<PreparedRules | null> {
  return processSingleton('redaction', () => {
    const made = createTtlCache({ load, maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES });
    onNotification('redaction', (id) => (id === '' ? made.clear() : made.forget(id)));
    return made;
  });
}

async function load(workflowId: string): Promise<PreparedRules | null> {
  const { rows } = await pool().query<RedactionRules>({
    name: 'read-redaction',
    text: READ,
    values: [workflowId],
  });
  return rows[0] === undefined ? null : prepareRules(rows[0]);
}
