import type { Trigger } from '../../../core/blocks/trigger';
import { newId } from '../../../platform/ids';
import { pool } from '../../../platform/postgres/db';
import type { Actor } from '../../access/actor';
import { sessionCookie } from '../../access/session-cookie';
import { mintWorkspace, type TestWorkspace } from '../../accounts/testing/test-workspace';
import { recordCompletions } from '../../runs/recording/record-completions';
import type { CompletionRow, ExecutionRow } from '../../runs/shapes/execution-row';
import { sampleRow } from '../../runs/testing/sample-row';

/** A workspace whose example workflow has run, and its owner's browser. */
export interface LoggedWorkspace extends TestWorkspace {
  /** Headers of a signed-in browser, so that no key's rate limit interferes with a test. */
  headers: Record<string, string>;
  record(rows: readonly CompletionRow[]): Promise<void>;
  /** Returns a completed run that ended one second after the previous one. */
  run(change?: Partial<CompletionRow>, trigger?: Trigger): CompletionRow;
}

export async function mintLoggedWorkspace(): Promise<LoggedWorkspace> {
  await pool().query(`SELECT runtime.ensure_partitions(now() - interval '1 day', 2)`);
  const workspace = await mintWorkspace();
  let clockMs = Date.now() - 3_600_000;
  return {
    ...workspace,
    headers: await browserOf(workspace.owner),
    record: async (rows) => void (await recordCompletions(pool(), rows, newId())),
    run: (change = {}, trigger = 'api') => {
      clockMs += 1_000;
      const { workspaceId, exampleId: workflowId, owner } = workspace;
      return completedRun({ workspaceId, workflowId, holderId: owner.userId }, clockMs, trigger, change);
    },
  };
}

async function browserOf({ userId }: Actor): Promise<Record<string, string>> {
  const cookie = await sessionCookie({ userId, sessionEpoch: 0 }, { name: 'n', email: 'e@example.com' });
  return { cookie: cookie.split(';')[0]!, 'sec-fetch-site': 'same-origin' };
}

/** Returns a successful run of this workflow, with `change` applied. */
export function completedRun(
  of: Pick<ExecutionRow, 'workspaceId' | 'workflowId' | 'holderId'>,
  startedAtMs: number,
  trigger: Trigger,
  change: Partial<CompletionRow>,
): CompletionRow {
  return {
    execution: sampleRow({ ...of, trigger, acceptedAtMs: startedAtMs }),
    hasRow: false,
    level: 'info',
    startedAtMs,
    endedAtMs: startedAtMs + 7,
    costTotal: 0,
    traceSpans: '[]',
    finalOutput: '{"ok":true}',
    cost: '{"total":0,"tokens":{"prompt":0,"completion":0,"total":0},"models":{}}',
    error: null,
    ...change,
  };
}
