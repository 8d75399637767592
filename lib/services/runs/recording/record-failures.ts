import { insertSelect } from '../../../platform/postgres/unnest-rows';

const UNLESS_TRIED_AGAIN = `
    AND o.execution_id NOT IN (SELECT execution_id FROM tried)`;
const FAILURE_WORKFLOW = 'coalesce(own.id, nullif(s.failure_workflow_id, w.id))';

/**
 * Stores notices of failed runs alone; this looks up which of their workflows want one. A workflow's own
 * choice comes before that of its workspace, which never runs for its own failures. `tries`: those that are
 * tried again are left out.
 */
export const keepFailures = (first: number, tries: boolean): string => `failures AS (
  ${insertSelect('runtime.failure_notice', {
    log_id: 'o.log_id',
    started_at: 'o.started_at',
    ended_at: 'to_timestamp(o.ended_ms / 1000)',
    execution_id: 'o.execution_id',
    workspace_id: 'o.workspace_id',
    workflow_id: 'o.workflow_id',
    target_id: FAILURE_WORKFLOW,
    trigger: 'o.trigger',
    version: 'o.workflow_version',
  })}
  FROM recordable o JOIN workflow w ON w.id = o.workflow_id JOIN workspace s ON s.id = w.workspace_id
    LEFT JOIN workflow own ON own.id = w.failure_workflow_id AND own.deleted_at IS NULL
  WHERE o.execution_id = ANY ($${first}::uuid[]) AND NOT w.failure_notice_off
    AND ${FAILURE_WORKFLOW} IS NOT NULL${tries ? UNLESS_TRIED_AGAIN : ''}
)`;
