import type { ClientBase } from 'pg';
import type { Trigger } from '../../core/blocks/trigger';
import { logsPool } from '../../platform/postgres/db';
import { inTransaction } from '../../platform/postgres/in-transaction';
import { ALL_WORKFLOWS_ID } from '../logs/log-facet';
import type { StoredStatus } from '../logs/log-status';
import { type Bucketing, DAY_MS, type Segment, segmentsOf, WEEK_MS } from './bucket-steps';
import type { DurationBucket, DurationKind } from './duration-buckets';
import {
  BY_WORKFLOW,
  DURATIONS,
  OUTCOMES,
  TRIGGER_DURATIONS,
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
  /** Null for all. */
  workflowIds: string[] | null;
  /** Null for all. */
  triggers: Trigger[] | null;
  /** Whole hours; the end is exclusive. */
  startMs: number;
  endMs: number;
  shape: Bucketing;
  /** If true, includes the logs that are in no sum yet. */
  withTail: boolean;
}

export interface OutcomeRow {
  bucket: number;
  level: StoredStatus;
  trigger: Trigger;
  n: number;
  cost: number;
}

export interface DurationRow {
  bucket: number;
  kind: DurationKind;
  /** The bucket of the duration. */
  duration: number;
  n: number;
}

export type Durations = Record<DurationKind, DurationBucket[]>;

export const noDurations = (): Durations => ({ working: [], waiting: [] });

export interface WorkflowRow {
  id: string;
  name: string | null;
  n: number;
  errors: number;
  warnings: number;
  cancelled: number;
  cost: number;
  durations: Durations;
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

/** The rows that are read from traces. */
export interface UsageRows {
  models: UsageRow[];
  hosts: UsageRow[];
  slowest: UsageRow[];
  failing: UsageRow[];
}

export interface OverviewRows {
  outcomes: OutcomeRow[];
  durations: DurationRow[];
  workflows: WorkflowRow[];
  triggerDurations: Map<string, Durations>;
  /** Null if only some triggers are requested: the sums are not kept by trigger. */
  usage: UsageRows | null;
}

/** Reads everything in one snapshot. @throws AppError unavailable */
export async function readOverview(scope: OverviewScope): Promise<OverviewRows> {
  const work = async (client: ClientBase): Promise<OverviewRows> => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const { outcomes, durations } = await readSeries(client, scope);
    const found = [...new Set(outcomes.map(({ trigger }) => trigger))];
    const triggerDurations = await readTriggerDurations(client, scope, found);
    const workflows = await readWorkflows(client, scope);
    const usage = scope.triggers === null ? await readTopUsage(client, scope) : null;
    await addNames(client, workflows, usage === null ? [] : [...usage.slowest, ...usage.failing]);
    return { outcomes, durations, workflows, triggerDurations, usage };
  };
  return orUnavailable(inTransaction(logsPool(), work), 'from and to');
}

async function readTopUsage(client: ClientBase, scope: OverviewScope): Promise<UsageRows> {
  const top = (kind: UsageKind, order: UsageOrder) => readUsage(client, scope, kind, order);
  const [models, hosts] = [await top('model', 'cost'), await top('host', 'n')];
  const [slowest, failing] = [await top('block', 'average'), await top('block', 'errors')];
  return { models, hosts, slowest, failing };
}

export const placesOf = (segments: readonly Segment[]) => [
  segments.map(({ from }) => from),
  segments.map(({ startMs }) => startMs),
  segments.map(({ endMs }) => endMs),
];

const tailOf = ({ withTail, startMs, endMs }: OverviewScope): [number, number] =>
  withTail ? [startMs, endMs] : [endMs, endMs];

async function readSeries(client: ClientBase, scope: OverviewScope) {
  const { workspaceId, workflowIds, triggers, startMs, endMs, shape } = scope;
  const places = placesOf(segmentsOf(startMs, endMs, shape.bucketMs));
  const range = [...tailOf(scope), workflowIds, triggers, shape.originMs, shape.bucketMs];
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
    values: [workspaceId, ...places, ids, ...tailOf(scope), scope.workflowIds, scope.triggers, TOP_WORKFLOWS],
  });
  const top = rows.map(({ id }) => id);
  const { rows: found } = await client.query<DurationOf>({
    ...WORKFLOW_DURATIONS,
    values: [workspaceId, ...places, top, ...tailOf(scope), top, scope.triggers],
  });
  const durations = durationsById(found);
  return rows.map((row) => ({ ...row, name: null, durations: durations.get(row.id) ?? noDurations() }));
}

interface DurationOf {
  id: string;
  kind: DurationKind;
  duration: number;
  n: number;
}

function durationsById(rows: readonly DurationOf[]): Map<string, Durations> {
  const byId = new Map<string, Durations>();
  for (const { id, kind, duration, n } of rows) {
    const durations = byId.get(id) ?? noDurations();
    durations[kind].push({ bucket: duration, n });
    byId.set(id, durations);
  }
  return byId;
}

async function readTriggerDurations(
  client: ClientBase,
  scope: OverviewScope,
  triggers: readonly Trigger[],
): Promise<Map<string, Durations>> {
  const { workspaceId, workflowIds, startMs, endMs } = scope;
  const places = placesOf(segmentsOf(startMs, endMs, WEEK_MS));
  const workflows = [workflowIds ?? [ALL_WORKFLOWS_ID], ...tailOf(scope), workflowIds];
  const { rows } = await client.query<DurationOf>({
    ...TRIGGER_DURATIONS,
    values: [workspaceId, ...places, ...workflows, triggers],
  });
  return durationsById(rows);
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
  const ids = [...workflows.map(({ id }) => id), ...blocks.map(({ workflowId }) => workflowId)];
  const names = await workflowNames(client, ids);
  for (const one of workflows) one.name = names.get(one.id) ?? null;
  for (const one of blocks) one.workflowName = names.get(one.workflowId ?? '') ?? null;
}

export async function workflowNames(
  client: ClientBase,
  ids: ReadonlyArray<string | null>,
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; name: string }>({
    name: 'overview-names',
    text: 'SELECT id, name FROM workflow WHERE id = ANY ($1::uuid[])',
    values: [[...new Set(ids)]],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
