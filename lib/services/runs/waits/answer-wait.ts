import type { Answerer, WaitForm } from '../../../core/blocks/outside-work';
import { open } from '../../../platform/encryption/encryption';
import { AppError, type FieldIssue } from '../../../platform/errors';
import { newId } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import { processSingleton } from '../../../platform/process-singleton';
import { isJsonObject } from '../../../platform/text/exact-number';
import { type Actor, hasRole } from '../../access/actor';
import { createTokenBuckets } from '../../access/token-buckets';
import { wakeExecution } from '../recording/parked-runs';
import type { WaitPage } from '../wait-schema';
import { checkFormValues } from './check-form-values';
import { waitOfToken } from './wait-links';
import { sealAnswer, type WaitAnswer } from './wait-rows';

/** Limit for one link, for people who open it again and programs that retry. */
const ATTEMPTS = { burst: 30, perMinute: 60 };
const attempts = () => processSingleton('wait-attempts', () => createTokenBuckets(ATTEMPTS));

const FIND = `
SELECT w.form, w.answer, (extract(epoch FROM w.due_at) * 1000)::float8 AS due_ms,
  (extract(epoch FROM w.answered_at) * 1000)::float8 AS answered_ms,
  coalesce(w.due_at <= now(), false) AS is_due, e.id IS NOT NULL AND NOT e.cancelled AS goes_on,
  e.id AS execution_id, e.workspace_id, f.name AS workflow_name,
  (extract(epoch FROM e.accepted_at) * 1000)::float8 AS accepted_ms
FROM runtime.execution_wait w LEFT JOIN runtime.execution e ON e.id = w.execution_id
  LEFT JOIN workflow f ON f.id = e.workflow_id
WHERE w.id = $1 AND w.form IS NOT NULL`;

// The first answer counts, and only while its run goes on.
const ANSWER = `
UPDATE runtime.execution_wait w SET answer = $2, answered_at = now()
FROM runtime.execution e
WHERE w.id = $1 AND w.answered_at IS NULL AND (w.due_at IS NULL OR w.due_at > now())
  AND e.id = w.execution_id AND NOT e.cancelled
RETURNING e.id, e.workspace_id, e.workflow_id`;

/** The same with an entry in the audit, for what people decide. */
const DECIDE = `
WITH answered AS (${ANSWER}), told AS (
  INSERT INTO audit_event (id, workspace_id, actor, user_id, action, target, detail)
  SELECT $3, workspace_id, $4, $5, $6, workflow_id::text, $7::jsonb || jsonb_build_object('executionId', id)
  FROM answered
)
SELECT id FROM answered`;

interface FoundRow {
  form: Buffer;
  answer: Buffer | null;
  due_ms: number | null;
  answered_ms: number | null;
  is_due: boolean;
  goes_on: boolean;
  /** The run's data, unless it has ended. */
  execution_id: string | null;
  workspace_id: string | null;
  workflow_name: string | null;
  accepted_ms: number | null;
}

/**
 * Returns the content of a link's page; members of the workspace are led to the run. Reading it changes
 * nothing.
 * @throws AppError not_found: a link that isn't ours, or that was forgotten; rate_limited
 */
export async function getWait(token: string, actor: Actor | null): Promise<WaitPage> {
  return (await find(countedId(token), actor)).page;
}

/**
 * Refuses a link that isn't ours, before any of the answer is read.
 * @throws AppError not_found, rate_limited
 */
export async function requireWait(token: string): Promise<void> {
  await find(countedId(token));
}

/** Takes an answer, once, of who has passed `requireWait`. @throws AppError not_found, invalid_request, conflict */
export async function answerWait(
  token: string,
  body: unknown,
  actor: Actor | null = null,
): Promise<WaitPage> {
  const id = idOf(token);
  const found = await find(id);
  if (found.page.state !== 'open') throw notOpen(found.page);
  const member = await memberOf(found.workspaceId, actor);
  const by: Answerer = member ?? { name: 'Somebody with the link', email: null };
  const answer = { ...readAnswer(found.form, body), by };
  const values = [id, sealAnswer(id, answer)];
  const { rows } =
    answer.decision === null
      ? await pool().query<{ id: string }>(ANSWER, values)
      : await pool().query<{ id: string }>(DECIDE, [
          ...values,
          ...auditOf(answer, member === null ? null : actor),
        ]);
  const after = await find(id);
  if (rows[0] === undefined) throw notOpen(after.page);
  await wakeExecution(rows[0].id);
  return after.page;
}

function idOf(token: string): string {
  const id = waitOfToken(token);
  if (id === null) throw linkUnknown();
  return id;
}

function countedId(token: string): string {
  const id = idOf(token);
  if (!attempts().take(id))
    throw new AppError('rate_limited', 'Too many requests with this link. Wait a minute, then try again.', {
      headers: { 'retry-after': '60' },
    });
  return id;
}

/** Returns the name and the address of a member of the workspace; of others nothing is told to it. */
async function memberOf(workspaceId: string | null, actor: Actor | null): Promise<Answerer | null> {
  if (actor === null || workspaceId === null || !hasRole(actor, workspaceId, 'reader')) return null;
  const { rows } = await pool().query<Answerer>('SELECT name, email FROM "user" WHERE id = $1', [
    actor.userId,
  ]);
  return rows[0] ?? null;
}

/** Returns the parameters of the entry in the audit. */
function auditOf({ decision, by }: WaitAnswer, actor: Actor | null): unknown[] {
  const kind = actor === null ? 'system' : actor.keyId === undefined ? 'user' : 'apiKey';
  const detail = actor === null ? { answeredBy: by?.name } : actor.keyId && { byApiKey: actor.keyId };
  return [newId(), kind, actor?.userId ?? null, `approval.${decision}`, JSON.stringify(detail ?? {})];
}

interface FoundWait {
  form: WaitForm;
  page: WaitPage;
  /** Null once the run has ended. */
  workspaceId: string | null;
}

async function find(id: string, actor: Actor | null = null): Promise<FoundWait> {
  const { rows } = await pool().query<FoundRow>({ name: 'find-wait', text: FIND, values: [id] });
  const [row] = rows;
  if (row === undefined) throw linkUnknown();
  const form = JSON.parse(open(row.form, id)) as WaitForm;
  const decision = row.answer === null ? null : (JSON.parse(open(row.answer, id)) as WaitAnswer).decision;
  const page = {
    ...form,
    fields: [...form.fields],
    state: stateOf(row),
    decision,
    expiresAt: isoOf(row.due_ms),
    answeredAt: isoOf(row.answered_ms),
    run: runOf(row, actor),
  };
  return { form, page, workspaceId: row.workspace_id };
}

function runOf(row: FoundRow, actor: Actor | null): WaitPage['run'] {
  const { execution_id: executionId, workspace_id: workspaceId, workflow_name: workflowName } = row;
  const startedAt = isoOf(row.accepted_ms);
  if (executionId === null || workspaceId === null || startedAt === null) return null;
  const isMember = actor !== null && hasRole(actor, workspaceId, 'reader');
  return {
    workflowName: workflowName ?? '',
    startedAt,
    place: isMember ? { workspaceId, executionId } : null,
  };
}

function stateOf({ answered_ms, is_due, goes_on }: FoundRow): WaitPage['state'] {
  if (answered_ms !== null) return 'answered';
  if (is_due) return 'expired';
  return goes_on ? 'open' : 'ended';
}

const isoOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** A callback takes anything; of an approval `decision` is required. */
function readAnswer(form: WaitForm, body: unknown): WaitAnswer {
  if (form.kind === 'callback') return { decision: null, data: valuesOf(form, body) };
  const { decision, data = {}, ...more } = (isJsonObject(body) ? body : {}) as Record<string, unknown>;
  if (decision !== 'approved' && decision !== 'rejected')
    throw invalid([
      { param: 'decision', code: 'param_invalid', message: 'Say "approved" or "rejected" in `decision`.' },
    ]);
  const [unknown] = Object.keys(more);
  if (unknown !== undefined)
    throw invalid([
      {
        param: unknown,
        code: 'param_unknown',
        message: `Put "${unknown}" into \`data\`, beside \`decision\`.`,
      },
    ]);
  // A rejection need not fill in what only an approval needs.
  return { decision, data: decision === 'approved' ? valuesOf(form, data) : data };
}

function valuesOf(form: WaitForm, data: unknown): unknown {
  const checked = checkFormValues(form.fields, data);
  if (checked.issues.length > 0) throw invalid(checked.issues);
  return checked.values;
}

const invalid = (issues: FieldIssue[]): AppError =>
  new AppError('invalid_request', issues.map(({ message }) => message).join(' '), { issues });

const linkUnknown = (): AppError =>
  new AppError('not_found', 'This link is not valid. It may be incomplete, or too old.');

function notOpen({ state, decision }: WaitPage): AppError {
  const how = decision === null ? 'answered' : decision;
  const message = {
    answered: `This was ${how} before. A link works once.`,
    expired: 'This link has expired.',
    ended: 'The run that waited for this has ended.',
    open: 'This could not be answered just now. Try again.',
  }[state];
  return new AppError('conflict', message);
}
