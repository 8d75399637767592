import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { textParam } from '../../platform/http/query-params';
import { DiscardedRuns, Hold, HoldReason, MOST_DISCARDED, PerMinute, WaitingCallersChoice } from './schema';

const tag = 'Holds';
const ofWorkflow = '/api/v1/workflows/{id}/hold';
const ofWorkspace = '/api/v1/workspaces/{workspaceId}/hold';
const OneWorkflow = z.object({ id: z.string() });
const OneWorkspace = z.object({ workspaceId: z.string() });
const HoldRequest = z.strictObject({
  reason: HoldReason.default(''),
  waitingCallers: WaitingCallersChoice.default('refuse'),
});
const ReleaseRequest = z.strictObject({ perMinute: PerMinute.optional() });
const OneHold = z.object({ data: Hold.nullable() });
const HELD =
  'New runs wait: webhooks that answer at once are stored and answered as before, schedules and queued runs wait, ' +
  'and callers who wait for the answer get what `waitingCallers` says. Runs that have begun go on, and people can ' +
  'still run the workflow in the editor. Once it is held, again changes reason and callers; while it is being ' +
  'released it stops the release.';
const RELEASED =
  'The runs that wait start, the oldest first; new ones stand behind them until none waits. Callers who wait for the ' +
  'answer are let in at once. Again, with another rate, changes the rate.';
const DISCARDED =
  'Each ends with a log that says cancelled, and the hold stays. ' +
  `One call discards ${MOST_DISCARDED} at most, the oldest first.`;

export const listHoldsEndpoint = defineEndpoint({
  id: 'listHolds',
  method: 'GET',
  path: '/api/v1/holds',
  summary: 'List what is on hold in a workspace',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  query: z.strictObject({ ...PAGE_PARAMS, workspaceId: textParam() }),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(Hold), ...NEXT_CURSOR }),
});

export const getWorkflowHoldEndpoint = defineEndpoint({
  id: 'getWorkflowHold',
  method: 'GET',
  path: ofWorkflow,
  summary: 'Read the hold on a workflow',
  description: 'Its own, else that of its whole workspace (`workflowId` is null), else null.',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: OneWorkflow,
  response: OneHold,
});

export const holdWorkflowEndpoint = defineEndpoint({
  id: 'holdWorkflow',
  method: 'PUT',
  path: ofWorkflow,
  summary: 'Hold the runs of a workflow',
  description: HELD,
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneWorkflow,
  body: HoldRequest,
  response: OneHold,
});

export const releaseWorkflowEndpoint = defineEndpoint({
  id: 'releaseWorkflow',
  method: 'POST',
  path: `${ofWorkflow}/release`,
  summary: 'Release the held runs of a workflow',
  description: RELEASED,
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneWorkflow,
  body: ReleaseRequest,
  response: OneHold,
  problems: ['conflict'],
});

export const discardHeldOfWorkflowEndpoint = defineEndpoint({
  id: 'discardHeldOfWorkflow',
  method: 'POST',
  path: `${ofWorkflow}/discard`,
  summary: 'Discard the held runs of a workflow',
  description: DISCARDED,
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneWorkflow,
  response: z.object({ data: DiscardedRuns }),
});

export const getWorkspaceHoldEndpoint = defineEndpoint({
  id: 'getWorkspaceHold',
  method: 'GET',
  path: ofWorkspace,
  summary: 'Read the hold on a whole workspace',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: OneWorkspace,
  response: OneHold,
});

export const holdWorkspaceEndpoint = defineEndpoint({
  id: 'holdWorkspace',
  method: 'PUT',
  path: ofWorkspace,
  summary: 'Hold all runs of a workspace',
  description: `${HELD} This takes the role admin.`,
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneWorkspace,
  body: HoldRequest,
  response: OneHold,
});

export const releaseWorkspaceEndpoint = defineEndpoint({
  id: 'releaseWorkspace',
  method: 'POST',
  path: `${ofWorkspace}/release`,
  summary: 'Release the held runs of a workspace',
  description: `${RELEASED} Workflows that are on hold themselves stay so.`,
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneWorkspace,
  body: ReleaseRequest,
  response: OneHold,
  problems: ['conflict'],
});

export const discardHeldOfWorkspaceEndpoint = defineEndpoint({
  id: 'discardHeldOfWorkspace',
  method: 'POST',
  path: `${ofWorkspace}/discard`,
  summary: 'Discard the held runs of a workspace',
  description: `${DISCARDED} Runs of workflows that are on hold themselves stay.`,
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneWorkspace,
  response: z.object({ data: DiscardedRuns }),
});
