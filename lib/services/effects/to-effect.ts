import { wasTaken } from '../../core/engine/run-effect';
import type { Effect } from './schema';
import type { EffectRow } from './select-effects';

export const toEffect = (row: EffectRow): Effect => ({
  logId: row.log_id,
  executionId: row.execution_id,
  workflowId: row.workflow_id,
  workflowName: row.workflow_name,
  runStartedAt: row.started_at.toISOString(),
  sentAt: row.sent_at.toISOString(),
  blockId: row.block_id,
  blockName: row.block_name,
  method: row.method,
  host: row.host,
  path: row.path,
  outcome: outcomeOf(row.status),
  status: row.status,
  attempts: row.attempts,
  idempotencyKey: row.idempotency_key,
  runTotal: row.total,
});

function outcomeOf(status: number | null): Effect['outcome'] {
  if (status === null) return 'unknown';
  return wasTaken(status) ? 'accepted' : 'refused';
}
