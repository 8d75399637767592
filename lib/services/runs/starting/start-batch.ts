import { createHash } from 'node:crypto';
import { inputComplaints } from '../../../core/blocks/start/input-field';
import { runInputs } from '../../../core/workflow/run-inputs';
import { AppError, type FieldIssue } from '../../../platform/errors';
import type { EndpointInput } from '../../../platform/http/endpoint';
import type { RequestContext } from '../../../platform/http/operation';
import { type Reply, reply } from '../../../platform/http/reply';
import { giveWay } from '../../../platform/in-slices';
import { parseExact } from '../../../platform/text/exact-number';
import { writeJson } from '../../../platform/text/json-text';
import { MOST_IN_A_TURN } from '../../../platform/text/slices-of-text';
import type { Actor } from '../../access/actor';
import type { startBatchEndpoint } from '../batch-endpoint';
import type { RunnableWorkflow } from '../compiled/runnable-workflow';
import { canonicalJson } from '../compiled/workflow-snapshot';
import { isolatedPool } from '../isolated/isolated-pool';
import { takeTags } from '../isolated/large-tags';
import { LARGE_BYTES } from '../isolated/large-values';
import { acceptedRun } from '../reading/run-result';
import { workflowToRun } from './admit';
import { parseIdempotencyKey } from './idempotency-key';
import { callersRequest } from './start-run';
import { startRuns } from './start-runs';
import { timingOf } from './start-timing';

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
  context: RequestContext,
): Promise<Reply> {
  const key = parseIdempotencyKey(context.header('idempotency-key'));
  const { version, ...asked } = query;
  const timing = timingOf(asked, 'async');
  const workflow = await workflowToRun(actor, { workflowId: params.id, version });
  const inputs = await checkedInputs(workflow, body.inputs);
  const { workspaceId, workflowId } = workflow;
  const once = key !== null && {
    workspaceId,
    scopeId: actor.userId,
    key,
    fingerprint: fingerprintOf(
      { workspaceId, workflowId, version, tags: body.tags, ...(timing && { timing: asked }) },
      inputs,
    ),
    signal: context.signal,
  };
  const request = callersRequest(actor, context, {
    workflow,
    tags: body.tags,
    timing,
    once: once || null,
  });
  const json = inputs.map((input) => input.json);
  const started = await startRuns(request, json);
  const headers: Record<string, string> =
    started.kind === 'repeated' ? { 'idempotent-replayed': 'true' } : {};
  return reply({ data: started.executionIds.map(acceptedRun) }, 202, headers);
}

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
    if (characters > MOST_IN_A_TURN) {
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

/** A large body, checked off the event loop. @throws AppError invalid_request, unavailable */
export async function readLargeBatch(text: string): Promise<Batch['body']> {
  const checked = await isolatedPool().runInBodyProcess({ kind: 'check', of: 'batch', text }, text.length);
  const [tags, lines] = takeTags(checked);
  return { inputs: Buffer.from(lines).toString().split('\n'), tags };
}
