import { insertSelect, unnestRows } from '../../../platform/postgres/unnest-rows';
import { tagsInSql } from './stored-tags';

/** The most that a duration column holds, for runs that waited for longer: 24.8 days. */
const MAX_DURATION_MS = 2 ** 31 - 1;
export const DURATION = `least(ended_ms - started_ms, ${MAX_DURATION_MS})::integer`;
export const WAITED = `least(o.waited_ms, ${MAX_DURATION_MS})::integer`;

export const TAGS = tagsInSql('o.tags');

export const USED_MODELS = unnestRows<{ logId: string; model: string }>([
  { column: 'log_id', type: 'uuid', of: ({ logId }) => logId },
  { column: 'model', type: 'text', of: ({ model }) => model },
]);

/** The columns that logs are filtered by, as copied beside each tag. */
const ofRun = {
  started_at: 'o.started_at',
  seq: 'f.n - o.size + o.place',
  cost_total: 'o.cost_total',
  log_id: 'o.log_id',
  workspace_id: 'o.workspace_id',
  workflow_id: 'o.workflow_id',
  duration_ms: DURATION,
  level: 'o.status',
  trigger: 'o.trigger',
};

export const keepModels = (first: number): string => `used AS (
  SELECT o.*, f.n - o.size + o.place AS seq, m.model
  FROM ${USED_MODELS.from('m', first)} JOIN recordable o USING (log_id) JOIN feed f USING (workspace_id)
), models AS (
  ${insertSelect('runtime.log_model', {
    started_at: true,
    seq: true,
    cost_total: true,
    log_id: true,
    workspace_id: true,
    workflow_id: true,
    duration_ms: DURATION,
    level: 'status',
    trigger: true,
    model: true,
  })}
  FROM used
)`;

export const KEEP_TAGS = `tags AS (
  ${insertSelect('runtime.log_tag', { ...ofRun, tag: 't.tag' })}
  FROM recordable o JOIN feed f USING (workspace_id) CROSS JOIN LATERAL unnest(${TAGS}) AS t (tag)
)`;
