import { WorkflowDocument } from '../../../core/workflow/schema';
import { pool } from '../../../platform/postgres/db';
import type { TestWorkspace } from '../../accounts/testing/test-workspace';
import { publishWorkflow } from '../../versions/publish-workflow';
import { createWorkflow } from '../../workflows/create-workflow';

export type ScheduleConfigs = Readonly<Record<string, Record<string, unknown>>>;

/** Returns Schedule blocks of these ids and configs, a Start, and after each a Response with its output. */
export function scheduledDocument(schedules: ScheduleConfigs): WorkflowDocument {
  const all = Object.entries(schedules);
  const position = { x: 0, y: 0 };
  const blocks = all.map(([id, config]) => ({ id, type: 'schedule-trigger', name: id, position, config }));
  const read = all.map(([id]) => `"${id}": <${id}.scheduledAt>`).join(', ');
  const response = { id: 'end', type: 'response', name: 'end', position, config: { body: `{${read}}` } };
  const start = { id: 'start', type: 'start', name: 'start', position };
  return WorkflowDocument.parse({
    blocks: Object.fromEntries([start, ...blocks, response].map((block) => [block.id, block])),
    edges: ['start', ...all.map(([id]) => id)].map((source) => ({
      id: `from-${source}`,
      source,
      sourceHandle: 'out',
      target: 'end',
    })),
  });
}

/** Creates and publishes the workflow. @returns its id */
export async function scheduledWorkflow(mill: TestWorkspace, schedules: ScheduleConfigs): Promise<string> {
  const { workspaceId, writer } = mill;
  const document = scheduledDocument(schedules);
  const { data } = await createWorkflow(writer, {
    workspaceId,
    name: 'Scheduled',
    description: '',
    folderId: null,
    document,
  });
  await publishWorkflow(writer, { id: data.id });
  return data.id;
}

/** Makes the schedules due `inSeconds` from now on the database's clock; negative: in the past. */
export async function makeDue(workflowIds: readonly string[], inSeconds: number): Promise<void> {
  await pool().query(
    `UPDATE runtime.schedule SET
       next_fire_at = date_trunc('milliseconds', now()) + $2::float8 * interval '1 s',
       look_at = date_trunc('milliseconds', now()) + $2::float8 * interval '1 s'
     WHERE workflow_id = ANY($1::uuid[])`,
    [workflowIds, inSeconds],
  );
}

export interface FiredRun {
  workflowId: string;
  blockId: string;
  scheduledAtMs: number;
  /** Milliseconds from the scheduled time to the decision to start the run. */
  latenessMs: number;
}

/** Returns the runs these workflows' schedules report as started. */
export async function startedRuns(workflowIds: readonly string[]): Promise<FiredRun[]> {
  const { rows } = await pool().query<FiredRun>(
    `SELECT s.workflow_id AS "workflowId", s.block_id AS "blockId",
       (o->>'scheduledMs')::float8 AS "scheduledAtMs",
       (o->>'at')::float8 - (o->>'scheduledMs')::float8 AS "latenessMs"
     FROM runtime.schedule s, jsonb_array_elements(s.outcomes) o
     WHERE s.workflow_id = ANY($1::uuid[]) AND o->>'outcome' = 'started'`,
    [workflowIds],
  );
  return rows;
}
