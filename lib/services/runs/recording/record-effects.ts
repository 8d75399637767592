import type { RunEffect } from '../../../core/engine/run-effect';
import { insertSelect, unnestRows } from '../../../platform/postgres/unnest-rows';
import type { CompletionRow } from '../shapes/execution-row';

interface EffectRow extends RunEffect {
  logId: string;
  /** The first of the runs that called each other. */
  rootId: string;
  /** Its place among those of its run, from 0. */
  position: number;
  /** The number of all effects of its run, with those that are only counted. */
  total: number;
}

export const EFFECTS = unnestRows<EffectRow>([
  { column: 'log_id', type: 'uuid', of: ({ logId }) => logId },
  { column: 'root_execution_id', type: 'uuid', of: ({ rootId }) => rootId },
  { column: 'position', type: 'smallint', of: ({ position }) => position },
  { column: 'total', type: 'integer', of: ({ total }) => total },
  { column: 'sent_at', type: 'timestamptz', of: ({ sentAtMs }) => new Date(sentAtMs) },
  { column: 'block_id', type: 'text', of: ({ blockId }) => blockId },
  { column: 'block_name', type: 'text', of: ({ blockName }) => blockName },
  { column: 'method', type: 'text', of: ({ method }) => method },
  { column: 'host', type: 'text', of: ({ host }) => host },
  { column: 'path', type: 'text', of: ({ path }) => path },
  { column: 'status', type: 'smallint', of: ({ status }) => status },
  { column: 'attempts', type: 'integer', of: ({ attempts }) => attempts },
  { column: 'idempotency_key', type: 'text', of: ({ idempotencyKey }) => idempotencyKey },
]);

export function effectRows({ execution, effects }: CompletionRow): EffectRow[] {
  if (effects === undefined) return [];
  const { logId, executionId, call } = execution;
  const total = effects.list.length + effects.more;
  const rootId = call?.rootId ?? executionId;
  return effects.list.map((effect, position) => ({ ...effect, logId, rootId, position, total }));
}

export const keepEffects = (first: number): string => `effects AS (
  ${insertSelect('runtime.effect', {
    started_at: 'o.started_at',
    log_id: 'e.log_id',
    position: 'e.position',
    workspace_id: 'o.workspace_id',
    workflow_id: 'o.workflow_id',
    execution_id: 'o.execution_id',
    root_execution_id: 'e.root_execution_id',
    total: 'e.total',
    sent_at: 'e.sent_at',
    block_id: 'e.block_id',
    block_name: 'e.block_name',
    method: 'e.method',
    host: 'e.host',
    path: 'e.path',
    status: 'e.status',
    attempts: 'e.attempts',
    idempotency_key: 'e.idempotency_key',
  })}
  FROM ${EFFECTS.from('e', first)} JOIN recordable o USING (log_id)
)`;
