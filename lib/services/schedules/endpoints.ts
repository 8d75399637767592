import { z } from 'zod';
import { BlockId } from '../../core/workflow/schema';
import { defineEndpoint } from '../../platform/http/endpoint';
import { NEXT_CURSOR, PAGE_PARAMS } from '../../platform/http/page-params';
import { RunAccepted } from '../runs/schema';
import { WorkflowSchedule } from './schema';

const tag = 'Schedules';
const base = '/api/v1/workflows/{id}/schedules';
const OneWorkflow = z.object({ id: z.string() });
const OneSchedule = OneWorkflow.extend({ blockId: BlockId });

export const listSchedulesEndpoint = defineEndpoint({
  id: 'listSchedules',
  method: 'GET',
  path: base,
  summary: 'List the schedules of the live version',
  description: 'With their next ten times and what became of the latest. Empty while nothing is published.',
  tag,
  auth: 'key',
  scope: 'workflows:read',
  params: OneWorkflow,
  query: z.strictObject(PAGE_PARAMS),
  problems: ['cursor_invalid', 'cursor_filter_mismatch'],
  response: z.object({ data: z.array(WorkflowSchedule), ...NEXT_CURSOR }),
});

export const updateScheduleEndpoint = defineEndpoint({
  id: 'updateSchedule',
  method: 'PATCH',
  path: `${base}/{blockId}`,
  summary: 'Pause or resume a schedule',
  description: 'Times that pass while it is paused are not made up for. Publishing doesn’t resume it.',
  tag,
  auth: 'key',
  scope: 'workflows:write',
  params: OneSchedule,
  body: z.strictObject({ paused: z.boolean() }),
  response: z.object({ data: WorkflowSchedule }),
});

export const runScheduleEndpoint = defineEndpoint({
  id: 'runSchedule',
  method: 'POST',
  path: `${base}/{blockId}/run`,
  summary: 'Start a run of a schedule now',
  description: 'Of the live version, also while it is paused or an earlier run is unfinished.',
  tag,
  auth: 'key',
  scope: 'workflows:run',
  params: OneSchedule,
  response: RunAccepted,
  status: 202,
});
