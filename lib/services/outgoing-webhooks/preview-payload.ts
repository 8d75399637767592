import { AppError } from '../../platform/errors';
import type { EndpointInput } from '../../platform/http/endpoint';
import { newId } from '../../platform/ids';
import { type Actor, requireRole } from '../access/actor';
import { readLimits } from '../limits/read-limits';
import { findWorkflow } from '../workflows/find-workflow';
import type { previewWebhookPayloadEndpoint } from './endpoints';
import { lastExecution } from './last-execution';
import { composeBody } from './payload';
import { toPayloadFlags } from './payload-flags';
import { holdsRunData, requireRunData } from './run-data';
import type { PayloadPreview } from './schema';
import { deliveryHeaders } from './signature';

type PreviewPayload = EndpointInput<typeof previewWebhookPayloadEndpoint>['body'] & { workspaceId: string };

/**
 * Composed as a delivery's is; only ids and times will differ. Headers are those of an unsigned one that is
 * no test.
 */
export async function previewPayload(
  actor: Actor,
  { workspaceId, workflowId, standardWebhooks, cloudEvents, ...options }: PreviewPayload,
): Promise<{ data: PayloadPreview }> {
  requireRole(actor, workspaceId, 'reader');
  if (holdsRunData(options)) requireRunData(actor, 'A preview with data of a run');
  const workflow = workflowId === null ? null : await findWorkflow(actor, workflowId, 'reader');
  if (workflow !== null && workflow.workspaceId !== workspaceId)
    throw new AppError('not_found', 'Workflow not found.');
  const [{ source, execution }, limits] = await Promise.all([
    lastExecution(workspaceId, workflowId),
    readLimits(workspaceId),
  ]);
  const timestampMs = Date.now();
  const body = composeBody({ id: newId(), timestampMs, execution, limits }, toPayloadFlags(options));
  const adds = { standardWebhooks: standardWebhooks === true, cloudEvents: cloudEvents === true, own: [] };
  const unsigned = { deliveryId: newId(), body, secrets: [], isTest: false, adds };
  const headers = deliveryHeaders(unsigned, timestampMs);
  return { data: { source, executionId: execution.executionId, headers, body } };
}
