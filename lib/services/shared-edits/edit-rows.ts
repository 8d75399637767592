import type { PoolClient } from 'pg';
import type { WorkflowSummary } from '../../core/workflow/schema';
import { notifyOfSql } from '../../platform/postgres/notify';
import type { Actor } from '../access/actor';
import { noteChangeSql, whoNotes } from '../workflows/note-change-sql';
import { summaryOf } from '../workflows/workflow-row';
import { openUpdate, sealUpdate } from './sealed-edits';
import type { StoredWorkflow } from './thread-protocol';

/** The data in the row of a shared document. */
export interface SharedRow {
  epoch: string;
  seq: number;
  version: number;
  name: string;
  stateSeq: number;
}

/** A stored row, with the bytes it takes. */
export interface StoredShared extends SharedRow {
  stateBytes: number;
  /** Of the updates behind the state. */
  updateBytes: number;
}

type Connection = Pick<PoolClient, 'query'>;

const SUMMARY = `id, workspace_id AS "workspaceId", folder_id AS "folderId", name, description,
  external_id AS "externalId", version, live_version AS "liveVersion", created_at AS "createdAt",
  updated_at AS "updatedAt"`;

/**
 * Locks the workflow until the transaction ends. Dependent data is read by later statements, because this
 * one's snapshot is older than the lock.
 */
export async function lockWorkflow(client: Connection, id: string): Promise<WorkflowSummary | null> {
  const { rows } = await client.query<Parameters<typeof summaryOf>[0]>({
    name: 'lock-workflow',
    text: `SELECT ${SUMMARY} FROM workflow WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`,
    values: [id],
  });
  return rows[0] === undefined ? null : summaryOf(rows[0]);
}

/** Returns the text of the stored document, which is parsed elsewhere. */
export async function readDocument(client: Connection, id: string): Promise<string> {
  const { rows } = await client.query<{ text: string }>(
    'SELECT document::text AS text FROM workflow WHERE id = $1',
    [id],
  );
  return rows[0]?.text ?? '';
}

export async function documentBytes(client: Connection, id: string): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    'SELECT octet_length(document::text) AS bytes FROM workflow WHERE id = $1',
    [id],
  );
  return rows[0]?.bytes ?? 0;
}

export async function readShared(client: Connection, id: string): Promise<StoredShared | null> {
  const { rows } = await client.query<StoredShared>({
    name: 'read-shared',
    // The lengths are read without the bytes.
    text: `SELECT epoch, seq::integer, version, name, state_seq::integer AS "stateSeq",
        octet_length(state) AS "stateBytes",
        (SELECT least(coalesce(sum(octet_length(sealed)), 0), 2147483647)::integer FROM runtime.workflow_update u
          WHERE u.workflow_id = s.workflow_id AND u.seq > s.state_seq) AS "updateBytes"
      FROM runtime.workflow_shared s WHERE workflow_id = $1`,
    values: [id],
  });
  return rows[0] ?? null;
}

/** Returns the bytes of all shared documents of a workspace. */
export async function sharedBytes(client: Connection, workspaceId: string): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(
    `SELECT coalesce(sum(octet_length(s.state) + (
        SELECT coalesce(sum(octet_length(u.sealed)), 0) FROM runtime.workflow_update u
        WHERE u.workflow_id = s.workflow_id
      )), 0) AS bytes
      FROM workflow w JOIN runtime.workflow_shared s ON s.workflow_id = w.id WHERE w.workspace_id = $1`,
    [workspaceId],
  );
  return Number(rows[0]?.bytes ?? 0);
}

/** Returns the updates after `since` in base64; the whole document if those were merged. */
export async function readUpdates(client: Connection, id: string, since: number): Promise<string[]> {
  const { rows } = await client.query<{ sealed: Buffer }>({
    name: 'read-updates',
    text: `SELECT sealed FROM (
        SELECT state AS sealed, 0 AS seq FROM runtime.workflow_shared
        WHERE workflow_id = $1 AND state_seq > $2
        UNION ALL
        SELECT sealed, seq FROM runtime.workflow_update WHERE workflow_id = $1 AND seq > $2
      ) missing ORDER BY seq`,
    values: [id, since],
  });
  return rows.map(({ sealed }) => openUpdate(id, sealed));
}

/** @returns the bytes it takes */
export async function insertShared(
  client: Connection,
  id: string,
  row: SharedRow,
  state: Uint8Array,
): Promise<number> {
  const sealed = sealUpdate(id, state);
  const { epoch, seq, version, name } = row;
  await client.query(
    `INSERT INTO runtime.workflow_shared (workflow_id, epoch, seq, version, name, state, state_seq)
      VALUES ($1, $2, $3, $4, $5, $6, $3)
      ON CONFLICT (workflow_id) DO UPDATE SET epoch = excluded.epoch, seq = excluded.seq,
        version = excluded.version, name = excluded.name, state = excluded.state,
        state_seq = excluded.state_seq`,
    [id, epoch, seq, version, name, sealed],
  );
  await client.query('DELETE FROM runtime.workflow_update WHERE workflow_id = $1', [id]);
  return sealed.length;
}

/** @returns the bytes it takes */
export async function insertUpdate(
  client: Connection,
  id: string,
  { seq, version, name }: SharedRow,
  update: Uint8Array,
): Promise<number> {
  const sealed = sealUpdate(id, update);
  await client.query({
    name: 'insert-update',
    text: `WITH added AS (
        INSERT INTO runtime.workflow_update (workflow_id, seq, sealed) VALUES ($1, $2, $5)
      )
      UPDATE runtime.workflow_shared SET seq = $2, version = $3, name = $4 WHERE workflow_id = $1
      RETURNING ${notifyOfSql('workflow', 'workflow_id::text')}`,
    values: [id, seq, version, name, sealed],
  });
  return sealed.length;
}

export async function updateShared(
  client: Connection,
  id: string,
  { version, name }: SharedRow,
): Promise<void> {
  await client.query('UPDATE runtime.workflow_shared SET version = $2, name = $3 WHERE workflow_id = $1', [
    id,
    version,
    name,
  ]);
}

/** Writes the name and the document of the shared document, which is a text of JSON. */
export async function writeWorkflow(
  client: Connection,
  actor: Actor,
  id: string,
  { name, text }: StoredWorkflow,
): Promise<WorkflowSummary> {
  const { rows } = await client.query<Parameters<typeof summaryOf>[0]>({
    name: 'write-shared-workflow',
    text: `WITH before AS (
        SELECT id, name, description, folder_id FROM workflow WHERE id = $1
      ), written AS (
        UPDATE workflow SET document = $2::jsonb, name = $3, version = version + 1, updated_at = now()
        WHERE id = $1 RETURNING id, workspace_id, folder_id, name, description, external_id, version,
          live_version, created_at, updated_at
      ), noted AS (${noteChangeSql({ before: 'before', after: 'written', userId: '$4', keyId: '$5' })}
      )
      SELECT ${SUMMARY} FROM written`,
    values: [id, text, name, ...whoNotes(actor)],
  });
  return summaryOf(rows[0]!);
}
