import { createHash } from 'node:crypto';
import { pool } from '../db';
import { redactDocument } from '../engine/masker';
import { processSingleton } from '../process-singleton';
import { seal } from '../variables/encryption';
import type { WorkflowDocument } from '../workflows/schema';

/** A workflow's content, addressed by the SHA-256 (hex) of its canonical JSON. */
export interface WorkflowSnapshot {
  workflowId: string;
  hash: string;
  document: WorkflowDocument;
}

const MAX_KNOWN = 10_000;

const INSERT_SNAPSHOT = `
INSERT INTO runtime.workflow_snapshot (workflow_id, hash, state, sealed) VALUES ($1, $2, $3, $4)
ON CONFLICT (workflow_id, hash) DO NOTHING`;

export function snapshotOf(workflowId: string, document: WorkflowDocument): WorkflowSnapshot {
  return { workflowId, hash: createHash('sha256').update(canonicalJson(document)).digest('hex'), document };
}

const known = (): Map<string, Promise<unknown>> => processSingleton('known-snapshots', () => new Map());

/** Writes it unless this process already has; every execution of it may then name it by its hash. */
export async function ensureSnapshot({ workflowId, hash, document }: WorkflowSnapshot): Promise<void> {
  const key = `${workflowId} ${hash}`;
  let writing = known().get(key);
  if (writing === undefined) {
    const state = canonicalJson(redactDocument(document));
    const exact = canonicalJson(document);
    writing = pool().query(INSERT_SNAPSHOT, [
      workflowId,
      Buffer.from(hash, 'hex'),
      state,
      state === exact ? null : seal(exact),
    ]);
    if (known().size >= MAX_KNOWN) known().clear();
    known().set(key, writing);
    writing.catch(() => known().delete(key));
  }
  await writing;
}

/** JSON with object keys sorted, so that equal documents have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
