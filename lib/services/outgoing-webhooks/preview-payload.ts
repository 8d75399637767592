import { AppError } from '../../platform/errors';
import type { EndpointInput } from '../../platform/http/endpoint';
import { newId } from '../../platform/ids';
import { type Actor, mayEdit, requireRole } from '../access/actor';
import { readLimits } from '../limits/read-limits';
import { findWorkflow } from '../workflows/find-workflow';
import type { previewWebhookPayloadEndpoint } from './endpoints';
import { EVENT_TYPE } from './event-schema';
import { lastExecution } from './last-execution';
import type { Happened } from './note-event';
import { composeBody, composeEvent } from './payload';
import { toPayloadFlags } from './payload-flags';
import { holdsRunData, requireRunData } from './run-data';
import { sampleEvent } from './sample-event';
import type { PayloadPreview } from './schema';
import { deliveryHeaders } from './signature';
import { JSON_TYPE, type SentBody, transformBody } from './transform-body';

type PreviewPayload = EndpointInput<typeof previewWebhookPayloadEndpoint>['body'] & { workspaceId: string };

/**
 * Composed as a delivery's is; only ids and times will differ. Headers are those of an unsigned one that is
 * no test.
 */
export async function previewPayload(
  actor: Actor,
  {
    workspaceId,
    workflowId,
    standardWebhooks,
    cloudEvents,
    transform = null,
    event = EVENT_TYPE,
    ...options
  }: PreviewPayload,
): Promise<{ data: PayloadPreview }> {
  requireRole(actor, workspaceId, transform === null ? 'reader' : 'writer');
  if (transform !== null && !mayEdit(actor, workspaceId, 'webhooks:write'))
    throw new AppError(
      'forbidden',
      'Trying a transform needs the scope webhooks:write, which this API key lacks.',
    );
  if (holdsRunData(options)) requireRunData(actor, 'A preview with data of a run');
  const workflow = workflowId === null ? null : await findWorkflow(actor, workflowId, 'reader');
  if (workflow !== null && workflow.workspaceId !== workspaceId)
    throw new AppError('not_found', 'Workflow not found.');
  const timestampMs = Date.now();
  const { source, executionId, payload } =
    event === EVENT_TYPE
      ? await lastCompleted({ workspaceId, workflowId }, toPayloadFlags(options), timestampMs)
      : sampleOf(event, { workspaceId, workflowId }, timestampMs);
  const shown = transform === null ? null : await previewTransform(workspaceId, transform, payload);
  const { body, contentType } = shown === null ? { body: payload, contentType: JSON_TYPE } : shown.sent;
  const adds = { standardWebhooks: standardWebhooks === true, cloudEvents: cloudEvents === true, own: [] };
  const unsigned = { deliveryId: newId(), body, contentType, payload, secrets: [], isTest: false, adds };
  const headers = deliveryHeaders(unsigned, timestampMs);
  return { data: { source, executionId, headers, body, transform: shown?.transform ?? null } };
}

interface Covered {
  workspaceId: string;
  workflowId: string | null;
}

interface Previewed {
  source: PayloadPreview['source'];
  executionId: string | null;
  payload: string;
}

async function lastCompleted(
  { workspaceId, workflowId }: Covered,
  flags: number,
  timestampMs: number,
): Promise<Previewed> {
  const [{ source, execution }, limits] = await Promise.all([
    lastExecution(workspaceId, workflowId),
    readLimits(workspaceId),
  ]);
  const payload = composeBody({ id: newId(), timestampMs, execution, limits }, flags);
  return { source, executionId: execution.executionId, payload };
}

function sampleOf(type: Happened['type'], covered: Covered, timestampMs: number): Previewed {
  const happened = sampleEvent(type, covered, timestampMs);
  const payload = composeEvent({ id: newId(), type, timestampMs }, happened);
  return { source: 'sample', executionId: happened.run?.executionId ?? null, payload };
}

async function previewTransform(
  workspaceId: string,
  code: string,
  payload: string,
): Promise<{ sent: SentBody; transform: NonNullable<PayloadPreview['transform']> }> {
  const asked = { workspaceId, code, payload, seed: newId() };
  const made = await transformBody(asked, new AbortController().signal);
  if (made.kind === 'cancelled') throw new AppError('unavailable', 'The server is stopping. Try again.');
  const { console } = made;
  if (made.kind === 'made') return { sent: made.sent, transform: { payload, problem: null, console } };
  const nothing = { body: '', contentType: JSON_TYPE };
  return { sent: nothing, transform: { payload, problem: made.problem, console } };
}
