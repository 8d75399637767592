import { WorkflowDocument } from '../../../core/workflow/schema';
import { pool } from '../../../platform/postgres/db';
import type { TestWorkspace } from '../../accounts/testing/test-workspace';
import { publishWorkflow } from '../../versions/publish-workflow';
import { createWorkflow } from '../../workflows/create-workflow';

export type ScheduleConfigs = Readonly<Record<string, Record<string, unknown>>>;

/** Schedule blocks of these ids and configs, a Start, and behind each a Response with what they put out. */
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

/** Published. @returns its id */
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

/** As if they had been due since then, or were to be due at that moment of the database's clock. */
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
  /** From the time it was due to the decision to start it. */
  latenessMs: number;
}

/** What the schedules of these workflows say that they started. */
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
