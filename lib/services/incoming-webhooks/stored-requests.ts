import type { WebhookTriggerConfig } from '../../core/blocks/webhook-trigger/definition';
import { open, seal } from '../../platform/encryption/encryption';
import { keyIdOf, NEXT_SEALED, type SealedStore } from '../../platform/encryption/reseal';
import { AppError } from '../../platform/errors';
import { isId, newId } from '../../platform/ids';
import { pool } from '../../platform/postgres/db';
import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import { KEPT_DAYS } from './count-outcomes';
import type { FoundHook } from './find-hook';
import type { RequestParts } from './hook-request';
import type { HookOutcome, HookRequestSummary } from './schema';

const MAX_KEPT = 20;
const KEPT = "interval '1 day'";
const COLUMNS = 'id, received_at, method, size, outcome, reason';

const ADD = `
WITH added AS (
  INSERT INTO runtime.hook_request
    (id, workspace_id, workflow_id, block_id, method, size, outcome, reason, sealed)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
)
DELETE FROM runtime.hook_request WHERE id IN (
  SELECT id FROM runtime.hook_request WHERE workflow_id = $3 AND block_id = $4
  ORDER BY received_at DESC, id DESC OFFSET ${MAX_KEPT - 1})`;

const LIST = `
SELECT ${COLUMNS} FROM runtime.hook_request
WHERE workflow_id = $1 AND block_id = $2 AND received_at > now() - ${KEPT}
ORDER BY received_at DESC, id DESC LIMIT ${MAX_KEPT}`;

const READ = `
SELECT ${COLUMNS}, sealed FROM runtime.hook_request
WHERE id = $1 AND workflow_id = $2 AND block_id = $3 AND received_at > now() - ${KEPT}`;

const FORGET = [
  `DELETE FROM runtime.hook_request WHERE received_at <= now() - ${KEPT}`,
  'DELETE FROM runtime.hook_listener WHERE until < now()',
  `DELETE FROM runtime.hook_outcome WHERE day <= (now() AT TIME ZONE 'UTC')::date - ${KEPT_DAYS}`,
];

/** The content of a request. */
export interface RequestContent extends RequestParts {
  body: Buffer;
  /** Headers that prove who sent it. */
  credentials: readonly string[];
  /** The same for its query; absent in requests that were stored before these were recorded. */
  queryCredentials?: readonly string[];
  /** The block's setting; absent, and read as `declared`, in requests stored before there was a choice. */
  readBodyAs?: WebhookTriggerConfig['readBodyAs'];
}

export interface NewStoredRequest extends FoundHook {
  workspaceId: string;
  outcome: HookOutcome;
  reason: string | null;
  content: RequestContent;
}

/** Keeps the request, and of the block's older ones the latest. */
export async function storeRequest(request: NewStoredRequest): Promise<string> {
  const { workspaceId, workflowId, blockId, outcome, reason, content } = request;
  const { body, method } = content;
  const id = newId();
  const sealed = seal(writeJson({ ...content, body: body.toString('base64') }), id);
  const values = [id, workspaceId, workflowId, blockId, method, body.length, outcome, reason, sealed];
  await pool().query({ name: 'store-hook-request', text: ADD, values });
  return id;
}

interface Row {
  id: string;
  received_at: Date;
  method: string;
  size: number;
  outcome: HookOutcome;
  reason: string | null;
}

export async function listStored({ workflowId, blockId }: FoundHook): Promise<HookRequestSummary[]> {
  const { rows } = await pool().query<Row>(LIST, [workflowId, blockId]);
  return rows.map(summaryOf);
}

/** @throws AppError not_found */
export async function readStored(
  { workflowId, blockId }: FoundHook,
  requestId: string,
): Promise<{ summary: HookRequestSummary; content: RequestContent }> {
  const { rows } = isId(requestId)
    ? await pool().query<Row & { sealed: Buffer }>(READ, [requestId, workflowId, blockId])
    : { rows: [] };
  const [row] = rows;
  if (row === undefined)
    throw new AppError('not_found', 'This request is no longer stored. Send it again to its test URL.');
  const stored = parseExact(open(row.sealed, row.id)) as RequestContent & { body: string };
  return { summary: summaryOf(row), content: { ...stored, body: Buffer.from(stored.body, 'base64') } };
}

const summaryOf = ({ received_at, ...row }: Row): HookRequestSummary => ({
  id: row.id,
  receivedAt: received_at.toISOString(),
  method: row.method,
  size: row.size,
  outcome: row.outcome,
  reason: row.reason,
});

/** Deletes rows that nobody can see any more. */
export async function forgetHookRequests(): Promise<void> {
  for (const statement of FORGET) await pool().query(statement);
}

export const hookRequestStore: SealedStore = {
  name: 'test requests of webhooks',
  select: `SELECT id AS a, '' AS b, '' AS c, sealed FROM runtime.hook_request
    WHERE ${keyIdOf('sealed')} = $1 ${NEXT_SEALED}`,
  update: `UPDATE runtime.hook_request SET sealed = $5
    WHERE id = $1::uuid AND $2 = '' AND $3 = '' AND sealed = $4`,
  context: ({ a }) => a,
};
