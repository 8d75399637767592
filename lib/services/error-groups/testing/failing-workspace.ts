import { newId } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import { type LoggedWorkspace, mintLoggedWorkspace } from '../../logs/testing/logged-workspace';
import type { CompletionRow } from '../../runs/shapes/execution-row';
import { groupFailures } from '../group-failures';

interface Failing {
  message?: string;
  code?: string;
  blockId?: string;
  /** Null for the draft. */
  version?: number | null;
  tags?: readonly string[];
  /** Milliseconds since 1970; by default one second after the previous run. */
  startedAtMs?: number;
  trigger?: 'api' | 'manual';
}

export interface FailingWorkspace extends LoggedWorkspace {
  /** Returns a failed run of the example workflow, which `record` stores. */
  failed(failing?: Failing, change?: Partial<CompletionRow>): CompletionRow;
  /** Records a failed run. @returns the id of its log */
  fail(failing?: Failing, change?: Partial<CompletionRow>): Promise<string>;
  /** Groups all failures that are recorded. */
  group(): Promise<void>;
}

export async function mintFailingWorkspace(): Promise<FailingWorkspace> {
  const logged = await mintLoggedWorkspace();
  const failed: FailingWorkspace['failed'] = (failing, change) => failedRun(logged, failing, change);
  return {
    ...logged,
    failed,
    fail: async (failing, change) => {
      const row = failed(failing, change);
      await logged.record([row]);
      return row.execution.logId;
    },
    group: () => groupAll(logged),
  };
}

function failedRun(
  { run }: LoggedWorkspace,
  failing: Failing = {},
  change: Partial<CompletionRow> = {},
): CompletionRow {
  const { message = 'Order 8812 was not found.', code = 'SCRIPT_ERROR', blockId = 'fetch' } = failing;
  const { version = null, tags = [], startedAtMs, trigger = 'api' } = failing;
  const times = startedAtMs === undefined ? {} : { startedAtMs, endedAtMs: startedAtMs + 7 };
  const error = JSON.stringify({ blockId, blockName: blockId, code, message });
  const row = run({ level: 'error', error, tags, ...times, ...change }, trigger);
  return { ...row, execution: { ...row.execution, version } };
}

async function groupAll({ workspaceId }: { workspaceId: string }): Promise<void> {
  while (await groupFailures(workspaceId));
}

/** Records a failed run of a kind of its own and groups it. */
export async function groupOfFailure(mill: LoggedWorkspace): Promise<{ groupId: string; logId: string }> {
  const row = failedRun(mill, { code: `KIND_${newId().slice(-12).toUpperCase()}` });
  await mill.record([row]);
  await groupAll(mill);
  const { logId } = row.execution;
  return { groupId: await groupOfLog(logId), logId };
}

/** Returns the id of the group that a log's run is in. */
export async function groupOfLog(logId: string): Promise<string> {
  const { rows } = await pool().query<{ group_id: string }>(
    'SELECT group_id FROM runtime.error_group_run WHERE log_id = $1',
    [logId],
  );
  return rows[0]!.group_id;
}
