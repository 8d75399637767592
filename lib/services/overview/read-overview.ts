import type { ClientBase } from 'pg';
import type { Trigger } from '../../core/workflow/trigger';
import { logsPool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { ALL_WORKFLOWS_ID } from '../logs/log-facet';
import type { LogLevel } from '../logs/schema';
import { type Bucketing, DAY_MS, type Segment, segmentsOf } from './bucket-steps';
import {
  BY_WORKFLOW,
  DURATIONS,
  OUTCOMES,
  type UsageOrder,
  usage,
  WORKFLOW_DURATIONS,
  WORKFLOWS,
} from './overview-statements';
import { orUnavailable } from './statement-timeout';
import type { UsageKind } from './trace-usage';

const TOP_WORKFLOWS = 20;
const TOP_USAGE = 10;

export interface OverviewScope {
  workspaceId: string;
  /** Null: all. */
  workflowIds: string[] | null;
  /** Whole hours; the end is exclusive. */
  startMs: number;
  endMs: number;
  shape: Bucketing;
  /** With the logs that are in no sum yet. */
  withTail: boolean;
}

export interface OutcomeRow {
  bucket: number;
  level: LogLevel;
  trigger: Trigger;
  n: number;
  cost: number;
}

export interface DurationRow {
  bucket: number;
  /** Its bucket of durations. */
  duration: number;
  n: number;
}

export interface WorkflowRow {
  id: string;
  name: string | null;
  n: number;
  errors: number;
  cost: number;
  durations: Array<{ bucket: number; n: number }>;
}

export interface UsageRow {
  key: string;
  workflowId: string | null;
  workflowName: string | null;
  n: number;
  errors: number;
  duration_ms: number;
  cost: number;
  prompt: number;
  completion: number;
  name: string | null;
  type: string | null;
}

export interface OverviewRows {
  outcomes: OutcomeRow[];
  durations: DurationRow[];
  workflows: WorkflowRow[];
  models: UsageRow[];
  hosts: UsageRow[];
  slowest: UsageRow[];
  failing: UsageRow[];
}

/** All of it as of one moment. @throws AppError unavailable */
export async function readOverview(scope: OverviewScope): Promise<OverviewRows> {
  const work = async (client: ClientBase): Promise<OverviewRows> => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const { outcomes, durations } = await readSeries(client, scope);
    const top = (kind: UsageKind, order: UsageOrder) => readUsage(client, scope, kind, order);
    const workflows = await readWorkflows(client, scope);
    const [models, hosts] = [await top('model', 'cost'), await top('host', 'n')];
    const [slowest, failing] = [await top('block', 'average'), await top('block', 'errors')];
    await addNames(client, workflows, [...slowest, ...failing]);
    return { outcomes, durations, workflows, models, hosts, slowest, failing };
  };
  return orUnavailable(inTransaction(logsPool(), work), 'from and to');
}

const placesOf = (segments: readonly Segment[]) => [
  segments.map(({ from }) => from),
  segments.map(({ startMs }) => startMs),
  segments.map(({ endMs }) => endMs),
];

const tailOf = ({ withTail, startMs, endMs }: OverviewScope): [number, number] =>
  withTail ? [startMs, endMs] : [endMs, endMs];

async function readSeries(client: ClientBase, scope: OverviewScope) {
  const { workspaceId, workflowIds, startMs, endMs, shape } = scope;
  const places = placesOf(segmentsOf(startMs, endMs, shape.bucketMs));
  const range = [...tailOf(scope), workflowIds, shape.originMs, shape.bucketMs];
  const values = [workspaceId, ...places, workflowIds ?? [ALL_WORKFLOWS_ID], ...range];
  const { rows: outcomes } = await client.query<OutcomeRow>({ ...OUTCOMES, values });
  const { rows: durations } = await client.query<DurationRow>({ ...DURATIONS, values });
  return { outcomes, durations };
}

async function readWorkflows(client: ClientBase, scope: OverviewScope): Promise<WorkflowRow[]> {
  const { workspaceId, startMs, endMs } = scope;
  const ids = scope.workflowIds ?? (await workflowsWithLogs(client, scope));
  const places = placesOf(segmentsOf(startMs, endMs, DAY_MS));
  const { rows } = await client.query<WorkflowRow>({
    ...BY_WORKFLOW,
    values: [workspaceId, ...places, ids, ...tailOf(scope), scope.workflowIds, TOP_WORKFLOWS],
  });
  const top = rows.map(({ id }) => id);
  const { rows: durations } = await client.query<{ id: string; duration: number; n: number }>({
    ...WORKFLOW_DURATIONS,
    values: [workspaceId, ...places, top, ...tailOf(scope), top],
  });
  return rows.map((row) => ({
    ...row,
    name: null,
    durations: durations
      .filter(({ id }) => id === row.id)
      .map(({ duration, n }) => ({ bucket: duration, n })),
  }));
}

async function workflowsWithLogs(client: ClientBase, scope: OverviewScope): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    ...WORKFLOWS,
    values: [scope.workspaceId, scope.startMs, scope.endMs],
  });
  return rows.map(({ id }) => id).filter((id) => id !== ALL_WORKFLOWS_ID);
}

async function readUsage(
  client: ClientBase,
  { workspaceId, workflowIds, startMs, endMs }: OverviewScope,
  kind: UsageKind,
  order: UsageOrder,
): Promise<UsageRow[]> {
  const places = placesOf(segmentsOf(startMs, endMs, DAY_MS));
  const { rows } = await client.query<UsageRow>({
    ...usage(order, kind === 'block'),
    values: [workspaceId, ...places, kind, workflowIds, TOP_USAGE],
  });
  return rows;
}

async function addNames(
  client: ClientBase,
  workflows: readonly WorkflowRow[],
  blocks: readonly UsageRow[],
): Promise<void> {
  const ids = new Set([...workflows.map(({ id }) => id), ...blocks.map(({ workflowId }) => workflowId)]);
  const { rows } = await client.query<{ id: string; name: string }>({
    name: 'overview-names',
    text: 'SELECT id, name FROM workflow WHERE id = ANY ($1::uuid[])',
    values: [[...ids]],
  });
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  for (const one of workflows) one.name = names.get(one.id) ?? null;
  for (const one of blocks) one.workflowName = names.get(one.workflowId ?? '') ?? null;
}
