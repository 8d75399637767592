import type { TableName } from './all-tables';

/**
 * The order in which rows are removed with a workflow, and so the order of its locks. A row that others are
 * found by goes after them. A table that is named twice has two statements, the first of which locks.
 */
export const WORKFLOW_ORDER: readonly TableName[] = [
  'workflow_version',
  'block_pin',
  'run_test',
  'workflow_proposal',
  'comment_thread',
  'workflow_tool',
  'hook',
  'runtime.hook_request',
  'runtime.hook_outcome',
  'runtime.hook_listener',
  'runtime.schedule',
  'chat',
  'runtime.chat_conversation',
  'runtime.answer_profile',
  'runtime.workflow_shared',
  'runtime.workflow_presence',
  'runtime.failure_notice_window',
  'runtime.run_limit',
  'runtime.retry_rule',
  'runtime.budget',
  'runtime.error_group_run',
  'runtime.error_group_run',
  'runtime.error_group',
];

/**
 * The same with a workspace. A table that is named twice has two statements: running executions are
 * cancelled once nothing can start more.
 */
export const WORKSPACE_ORDER: readonly TableName[] = [
  // A look at a budget locks it before the hold that it makes or releases.
  'runtime.budget',
  // A step of a release locks its hold before the executions that it lets go.
  'runtime.hold',
  // The same order of locks as where turns are given.
  'runtime.run_limit',
  'runtime.retry_rule',
  // A step of a release locks its outage before the waits and the executions that it lets go.
  'runtime.server_outage',
  'runtime.bulk_job',
  'runtime.execution',
  'runtime.hook_request',
  'runtime.hook_outcome',
  'runtime.hook_listener',
  'runtime.schedule',
  'runtime.chat_conversation',
  'runtime.failure_notice',
  'runtime.failure_notice_window',
  'runtime.execution_wait',
  'runtime.execution',
  'runtime.log_payload',
  'runtime.log_file',
  'runtime.exact_result',
  'runtime.stored_file',
  'runtime.log_model',
  'runtime.log_tag',
  'runtime.effect',
  'runtime.log_facet',
  'runtime.repeated_run',
  'runtime.run_try',
  'runtime.log',
  'runtime.workflow_snapshot',
  'runtime.webhook_pending',
  'runtime.webhook_health',
  'runtime.webhook_turn',
  'runtime.webhook_redelivery',
  'runtime.webhook_attempt',
  'runtime.webhook_body',
  'runtime.webhook_delivery',
  'runtime.webhook_listener',
  'runtime.webhook_feed',
  // Its lock comes before the sums: rows being added up are committed and deleted then.
  'runtime.rollup_progress',
  'runtime.log_rollup',
  'runtime.duration_rollup',
  'runtime.trace_rollup',
  // The same: failures being grouped are committed and deleted then.
  'runtime.error_group_progress',
  'runtime.error_group_run',
  'runtime.error_group',
  'runtime.drift_progress',
  'runtime.answer_profile',
  'runtime.payload_retention',
  'runtime.workspace_feed',
];

/**
 * The same with finished runs. First the locks of whoever adds logs up or groups them, in the order of a
 * workspace; the log itself is last, because the others are found by it.
 */
export const RUN_ORDER: readonly TableName[] = [
  'runtime.rollup_progress',
  'runtime.log_rollup',
  'runtime.duration_rollup',
  'runtime.error_group_progress',
  'runtime.error_group_tag',
  'runtime.error_group_run',
  'runtime.error_group',
  'runtime.error_group',
  'runtime.failure_notice',
  'runtime.execution_wait',
  'runtime.execution_step',
  'runtime.webhook_pending',
  'runtime.webhook_attempt',
  'runtime.webhook_body',
  'runtime.webhook_delivery',
  'runtime.webhook_feed',
  'runtime.log_payload',
  'runtime.log_file',
  'runtime.exact_result',
  'runtime.stored_file',
  'runtime.repeated_run',
  'runtime.run_try',
  'run_test',
  'runtime.bulk_item',
  'runtime.bulk_item',
  'runtime.effect',
  'runtime.log_tag',
  'runtime.log_model',
  'runtime.log',
];
