import type { MaintenanceJob } from '../platform/postgres/maintenance';
import { checkAlerts } from '../services/alerts/check-alerts';
import { sendAlerts } from '../services/alerts/send-alerts';
import { checkBudgets } from '../services/budgets/check-budgets';
import { buildProfiles } from '../services/drift/build-profiles';
import { buildErrorGroups } from '../services/error-groups/build-groups';
import { queueFailureNotices } from '../services/failure-notices/queue-notices';
import { makeLogPartitions } from '../services/logs/make-log-partitions';
import { buildRollups, buildTraceRollups } from '../services/overview/build-rollups';
import { purgeOldWorkflows } from '../services/removal/purge-workflow';
import { recoverOwnExecutions } from '../services/runs/journal/recover-executions';
import { wakeMissedExecutions } from '../services/runs/recording/parked-runs';
import { RETENTION_JOBS } from '../services/tables/registry/retention-jobs';

const SIX_HOURS_MS = 6 * 60 * 60 * 1000;

/** All that every server and worker does again and again beside its work. */
export const MAINTENANCE_JOBS: readonly MaintenanceJob[] = [
  { name: 'look after executions', everyMs: 2_000, run: recoverOwnExecutions },
  { name: 'queue notices of failed runs', everyMs: 1_000, run: queueFailureNotices },
  { name: 'look at alert rules', everyMs: 5_000, run: checkAlerts },
  { name: 'look at budgets', everyMs: 5_000, run: checkBudgets },
  { name: 'send alerts', everyMs: 2_000, run: sendAlerts },
  { name: 'add up finished runs', everyMs: 2_000, run: buildRollups },
  { name: 'add up what finished runs used', everyMs: 2_000, run: buildTraceRollups },
  { name: 'group the failures of finished runs', everyMs: 2_000, run: buildErrorGroups },
  { name: 'learn what other servers answer', everyMs: 2_000, run: buildProfiles },
  { name: 'wake parked executions that were missed', everyMs: 60_000, run: wakeMissedExecutions },
  { name: 'make the months of logs ahead', everyMs: SIX_HOURS_MS, run: makeLogPartitions },
  { name: 'purge workflows that were deleted long ago', everyMs: SIX_HOURS_MS, run: purgeOldWorkflows },
  ...RETENTION_JOBS,
];
