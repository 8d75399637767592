import { createHash } from 'node:crypto';
import { setImmediate as giveWay, setTimeout as sleep } from 'node:timers/promises';
import { inputComplaints } from '../../core/blocks/start/input-field';
import { runInputs } from '../../core/workflow/run-inputs';
import { AppError, type FieldIssue } from '../../platform/errors';
import type { EndpointInput } from '../../platform/http/endpoint';
import type { RequestContext } from '../../platform/http/operation';
import { type Reply, reply } from '../../platform/http/reply';
import { pool } from '../../platform/postgres/db';
import { withDatabaseRetry } from '../../platform/postgres/with-database-retry';
import { parseExact } from '../../platform/text/exact-number';
import { writeJson } from '../../platform/text/json-text';
import type { Actor } from '../access/actor';
import { admitBatch } from '../limits/admit-batch';
import { requireUsageLeft } from '../limits/require-usage-left';
import { acceptedRun } from './accepted-reply';
import type { startBatchEndpoint } from './batch-endpoint';
import { requireDatabase } from './database-away';
import { claimKey, parseIdempotencyKey, releaseKey, startClaimed } from './idempotency-key';
import { insertExecutions } from './insert-executions';
import { takeTags } from './large-tags';
import { LARGE_BYTES } from './large-values';
import { runProcesses } from './processes/run-processes';
import type { RunnableWorkflow } from './runnable-workflow';
import type { IdempotencyKey } from './shapes/asked-run';
import type { ExecutionRow } from './shapes/execution-row';
import { newExecution, workflowToRun } from './start-run';
import { canonicalJson } from './workflow-snapshot';

/** A caller waits for it. */
const STORE_WITHIN_MS = 5_000;
const FIRST_WAIT_MS = 10;
const MAX_WAIT_MS = 250;
/** So much of the inputs is worked on before others get the event loop. */
const SLICE_CHARACTERS = 256 * 1024;
const MAX_NAMED = 50;

type Input = Record<string, unknown>;
type Batch = Omit<EndpointInput<typeof startBatchEndpoint>, 'body'> & {
  /** JSON where the body was checked elsewhere. */
  body: { inputs: Array<Input | string>; tags?: string[] | undefined };
};

/**
 * One queued execution for each input, all or none; once this returns each will reach exactly one log.
 * @throws AppError not_found, forbidden, invalid_request, rate_limited, usage_exceeded,
 *   idempotency_key_reused, unavailable
 */
export async function startBatch(
  actor: Actor,
  { params, query, body }: Batch,
  { header, signal }: Pick<RequestContext, 'header' | 'signal'>,
): Promise<Reply> {
  requireDatabase();
  const key = parseIdempotencyKey(header('idempotency-key'));
  const { version } = query;
  const workflow = await workflowToRun(actor, { workflowId: params.id, version });
  const inputs = await checkedInputs(workflow, body.inputs);
  const { tags } = body;
  const newRows = () =>
    inputs.map(({ json }) => ({
      ...newExecution(actor, workflow, 'async', { input: {}, tags }),
      input: json,
    }));
  const admit = async (): Promise<void> => {
    if (actor.kind === 'apiKey') await admitBatch(workflow.holderId, inputs.length);
    else await requireUsageLeft(workflow.workspaceId);
  };
  if (key === null) {
    await admit();
    const rows = newRows();
    // Written twice they would run twice: better refused, and sent again by the caller.
    await withDatabaseRetry(() => insertExecutions(pool(), rows, null), {
      repeatable: false,
      giveUpAfterMs: STORE_WITHIN_MS,
    });
    return accepted(rows.map(({ executionId }) => executionId));
  }
  const { workspaceId, workflowId } = workflow;
  const fingerprint = fingerprintOf({ workspaceId, workflowId, version, tags }, inputs);
  const name = { workspaceId, userId: actor.userId, key, fingerprint };
  const started = await startOnce(name, { newRows, admit }, signal);
  return accepted(started.ids, started.isOwn ? {} : { 'idempotent-replayed': 'true' });
}

const accepted = (ids: readonly string[], headers: Record<string, string> = {}): Reply =>
  reply({ data: ids.map(acceptedRun) }, 202, headers);

interface CheckedInput {
  json: string;
  /** The same for what is the same as JSON. */
  canonical: string;
}

/** Each as the workflow's inputs want it. @throws AppError invalid_request, with the index of each other */
async function checkedInputs(
  { compiled }: RunnableWorkflow,
  inputs: ReadonlyArray<Input | string>,
): Promise<CheckedInput[]> {
  const fields = runInputs(compiled.document);
  const issues: FieldIssue[] = [];
  const checked: CheckedInput[] = [];
  let characters = 0;
  for (const [index, given] of inputs.entries()) {
    const json = typeof given === 'string' ? given : writeJson(given);
    const complaints =
      json.length > LARGE_BYTES
        ? ['is over 1 MB. Start this one by itself']
        : inputComplaints(fields, objectOf(given));
    if (complaints.length > 0 && issues.length < MAX_NAMED)
      issues.push({
        param: `inputs.${index}`,
        code: 'input_invalid',
        message: `Input ${index}: ${complaints.join('; ')}.`,
      });
    checked.push({ json, canonical: issues.length > 0 ? '' : canonicalJson(objectOf(given)) });
    characters += json.length;
    if (characters > SLICE_CHARACTERS) {
      characters = 0;
      await giveWay();
    }
  }
  const [first] = issues;
  if (first === undefined) return checked;
  const more = issues.length === 1 ? '' : ` (and ${issues.length - 1} more)`;
  throw new AppError('invalid_request', `${first.message}${more} Nothing was started.`, { issues });
}

const objectOf = (given: Input | string): Input =>
  typeof given === 'string' ? (parseExact(given) as Input) : given;

function fingerprintOf(asked: object, inputs: readonly CheckedInput[]): Buffer {
  const hash = createHash('sha256').update(`batch ${JSON.stringify(asked)}`);
  for (const { canonical } of inputs) hash.update('\n').update(canonical);
  return hash.digest();
}

interface Start {
  newRows: () => ExecutionRow[];
  /** @throws AppError that gives the key back */
  admit: () => Promise<void>;
}

/** Starts them unless another call with this key has, whose executions these are then. */
async function startOnce(
  key: IdempotencyKey,
  { newRows, admit }: Start,
  signal: AbortSignal,
): Promise<{ isOwn: boolean; ids: readonly string[] }> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
    const rows = newRows();
    const ids = rows.map(({ executionId }) => executionId);
    const [first, ...others] = rows;
    const claim = await claimKey(key, first!);
    if (claim?.isGranted) {
      await admit().catch(async (error) => {
        await releaseKey(key, first!.executionId);
        throw error;
      });
      if (await startClaimed(key, [first!, ...others])) return { isOwn: true, ids };
    } else if (claim?.isStarted) return { isOwn: false, ids: claim.executionIds };
    // The other call is just being admitted, or has given the key back.
    await sleep(waitMs);
    if (signal.aborted) throw new AppError('unavailable', 'The caller went away.');
  }
}

/** A large body, checked off the event loop. @throws AppError invalid_request, unavailable */
export async function readLargeBatch(text: string): Promise<Batch['body']> {
  const checked = await runProcesses().atDesk({ kind: 'check', of: 'batch', text }, text.length);
  const [tags, lines] = takeTags(checked);
  return { inputs: Buffer.from(lines).toString().split('\n'), tags };
}
