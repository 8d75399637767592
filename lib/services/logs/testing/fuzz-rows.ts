import { randomUUID } from 'node:crypto';
import { TRIGGERS } from '../../../core/workflow/trigger';
import type { CompletionRow } from '../../runs/shapes/execution-row';
import { completedRun } from './logged-workspace';

export const MODELS = ['gpt-4o', 'claude-3', 'Ω model'];

/** Runs that differ in all that can be filtered by. `ids`: whose they are. */
export function fuzzRows(
  ids: { workspaceId: string; workflowIds: readonly string[]; holderId: string },
  count: number,
): CompletionRow[] {
  const { workspaceId, workflowIds, holderId } = ids;
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => {
    const startedAtMs = now - (((index * 7919) % count) / count) * 20 * 3_600_000;
    const workflowId = workflowIds[index % workflowIds.length]!;
    const total = index % 7 === 0 ? (index % 90) / 64 : 0;
    const tokens = { prompt: 1, completion: 2, total: 3 };
    const models = total === 0 ? {} : { [MODELS[index % 3]!]: { input: 0, output: total, total, tokens } };
    return completedRun(
      { workspaceId, workflowId, holderId },
      Math.floor(startedAtMs),
      TRIGGERS[index % TRIGGERS.length]!,
      {
        level: index % 9 === 0 ? 'error' : 'info',
        ending: index % 18 === 0 ? 'cancelled' : index % 9 === 1 ? 'warning' : undefined,
        endedAtMs: Math.floor(startedAtMs) + ((index * 31) % 5_000),
        costTotal: total,
        cost: JSON.stringify({ total, tokens, models }),
        traceSpans: JSON.stringify([{ id: randomUUID(), text: 'span' }]),
      },
    );
  });
}

/** What a fuzzer must know of these rows to judge the answers. */
export function knownOf(rows: readonly CompletionRow[]) {
  return {
    logIds: rows.map(({ execution }) => execution.logId),
    executionIds: rows.map(({ execution }) => execution.executionId),
    models: new Map(
      rows.flatMap(({ execution, cost }) =>
        Object.keys(JSON.parse(cost).models).map((model) => [execution.logId, model] as const),
      ),
    ),
  };
}
