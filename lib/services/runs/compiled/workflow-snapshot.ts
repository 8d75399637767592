import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { redactDocument } from '../../../core/engine/masker';
import type { WorkflowDocument } from '../../../core/workflow/schema';
import { seal } from '../../../platform/encryption/encryption';
import { giveWay } from '../../../platform/in-slices';
import { pool } from '../../../platform/postgres/db';
import { processSingleton } from '../../../platform/process-singleton';
import { writeJson } from '../../../platform/text/json-text';

/** A workflow's content, addressed by the SHA-256 (hex) of its canonical JSON. */
export interface WorkflowSnapshot {
  workflowId: string;
  hash: string;
  document: WorkflowDocument;
  /** The text that is hashed. */
  json: string;
}

const MAX_KNOWN = 10_000;

/**
 * After so long a snapshot is noted as used again: retention deletes those unused for longer than logs are
 * kept.
 */
const KNOWN_FOR_MS = 60 * 60 * 1000;

const INSERT_SNAPSHOT = `
INSERT INTO runtime.workflow_snapshot (workflow_id, hash, state, sealed) VALUES ($1, $2, $3, $4)
ON CONFLICT (workflow_id, hash) DO UPDATE SET used_at = now()`;

/** Gives way before each part, because a document may have megabytes. */
export async function snapshotOf(workflowId: string, document: WorkflowDocument): Promise<WorkflowSnapshot> {
  await giveWay();
  const json = canonicalJson(document);
  await giveWay();
  return { workflowId, hash: createHash('sha256').update(json).digest('hex'), document, json };
}

/** The writes of snapshots that were noted lately. */
const known = (): LRUCache<string, Promise<unknown>> =>
  processSingleton('known-snapshots', () => new LRUCache({ max: MAX_KNOWN, ttl: KNOWN_FOR_MS }));

/** Writes it unless this process has in the last hour; every execution of it may then name it by its hash. */
export async function ensureSnapshot({ workflowId, hash, document, json }: WorkflowSnapshot): Promise<void> {
  const key = `${workflowId} ${hash}`;
  const before = known().get(key);
  if (before !== undefined) {
    await before;
    return;
  }
  const redacted = redactDocument(document);
  const state = redacted === document ? json : canonicalJson(redacted);
  const written = pool().query(INSERT_SNAPSHOT, [
    workflowId,
    Buffer.from(hash, 'hex'),
    state,
    state === json ? null : seal(json),
  ]);
  known().set(key, written);
  written.catch(() => {
    if (known().peek(key) === written) known().delete(key);
  });
  await written;
}

/** JSON with object keys sorted, so that equal documents have equal texts. */
export function canonicalJson(value: unknown): string {
  return writeJson(value, (_, member) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
