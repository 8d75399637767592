import { newId } from '../../../platform/ids';
import { closeDatabase, pool } from '../../../platform/postgres/db';
import { startListening, stopListening } from '../../../platform/postgres/notify';
import { startHeartbeat, stopHeartbeat, thisProcess } from '../../../platform/postgres/process-lease';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { ZERO_COST } from '../../logs/cost';
import { recordCompletions } from '../../runs/recording/record-completions';
import type { CompletionRow } from '../../runs/shapes/execution-row';
import { becomeSteady } from '../../runs/testing/steady-process';
import { createWebhook } from '../create-webhook';
import { NewWebhookSettings, type Webhook } from '../schema';

/** Prepares this process for deliveries, as a process does before it delivers. */
export async function openForDeliveries(): Promise<void> {
  await pool().query(
    'SELECT runtime.ensure_partitions(now(), 1), runtime.ensure_webhook_partitions(now(), 2)',
  );
  await startListening();
  await startHeartbeat('worker');
  await becomeSteady();
}

export async function closeAfterDeliveries(): Promise<void> {
  await stopHeartbeat();
  await stopListening();
  await closeDatabase();
}

export interface SubscribedWorkspace extends TestWorkspace {
  subscribe(url: string, settings?: object): Promise<Webhook>;
  /** Subscribes to all workflows of the workspace. */
  subscribeToAll(url: string, settings?: object): Promise<Webhook>;
  /** Completes an execution of the example workflow, as a run does. @returns its execution id */
  complete(change?: Partial<CompletionRow>, trigger?: 'api' | 'manual'): Promise<string>;
}

export async function mintSubscribedWorkspace(): Promise<SubscribedWorkspace> {
  const mill = await mintWorkspace();
  const { workspaceId, exampleId: workflowId } = mill;
  const subscribe = async (covered: string | null, url: string, settings: object) => {
    const { secret, ...rest } = settings as { secret?: { value: string } };
    const parsed = NewWebhookSettings.parse({ url, ...rest });
    const choice = secret === undefined ? {} : { secret };
    const made = { workspaceId, workflowId: covered, ...parsed, ...choice };
    return (await createWebhook(mill.writer, made)).data;
  };
  return {
    ...mill,
    subscribe: (url, settings = {}) => subscribe(workflowId, url, settings),
    subscribeToAll: (url, settings = {}) => subscribe(null, url, settings),
    complete: async (change = {}, trigger = 'api') => {
      const row = completionOf(mill, change, trigger);
      await recordCompletions(pool(), [row], thisProcess().id);
      return row.execution.executionId;
    },
  };
}

export function completionOf(
  { workspaceId, exampleId, owner }: TestWorkspace,
  change: Partial<CompletionRow> = {},
  trigger: 'api' | 'manual' = 'api',
): CompletionRow {
  const now = Date.now();
  return {
    execution: {
      executionId: newId(),
      logId: newId(),
      workspaceId,
      workflowId: exampleId,
      snapshotHash: 'ab'.repeat(32),
      version: null,
      environment: 'draft',
      trigger,
      mode: 'sync',
      holderId: owner.userId,
      input: '{}',
      acceptedAtMs: now,
    },
    hasRow: false,
    level: 'info',
    startedAtMs: now - 5,
    endedAtMs: now,
    costTotal: 0,
    traceSpans: '[]',
    finalOutput: '{"greeting":"hello"}',
    cost: ZERO_COST,
    error: null,
    ...change,
  };
}

/** Asks again until it holds; the test's own time limit ends the wait. */
export async function eventually(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10));
}
