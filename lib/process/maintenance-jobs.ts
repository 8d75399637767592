import type { MaintenanceJob } from '../platform/postgres/maintenance';
import { deleteFullBuckets } from '../services/access/attempts';
import { forgetUnconfirmed } from '../services/alerts/alert-recipients';
import { checkAlerts } from '../services/alerts/check-alerts';
import { forgetAlertEvents, sendAlerts } from '../services/alerts/send-alerts';
import { buildProfiles, forgetOldProfiles } from '../services/drift/build-profiles';
import { buildErrorGroups } from '../services/error-groups/build-groups';
import { forgetOldEvents } from '../services/error-groups/store-events';
import { queueFailureNotices } from '../services/failure-notices/queue-notices';
import { deleteStrayFiles } from '../services/files/delete-stray-files';
import { retainLogs } from '../services/logs/enforce-retention';
import { makeLogPartitions } from '../services/logs/make-log-partitions';
import { keepDeliveryHistory } from '../services/outgoing-webhooks/delivery-history';
import { buildRollups, buildTraceRollups } from '../services/overview/build-rollups';
import { forgetIdleRates } from '../services/request-rates/claim-slots';
import { recoverOwnExecutions } from '../services/runs/journal/recover-executions';
import { deleteStraySteps } from '../services/runs/recording/delete-stray-steps';
import { forgetOldExactResults } from '../services/runs/recording/exact-result';
import { wakeMissedExecutions } from '../services/runs/recording/parked-runs';
import { forgetExpiredKeys } from '../services/runs/starting/idempotency-key';
import { forgetOldWaits } from '../services/runs/waits/wait-rows';
import { forgetAbsent } from '../services/shared-edits/presence';
import { allTriggerServices } from '../services/triggers/registry/trigger-services';

const TEN_MINUTES_MS = 10 * 60 * 1000;
const SIX_HOURS_MS = 6 * 60 * 60 * 1000;

/** All that every server and worker does again and again beside its work. */
export const MAINTENANCE_JOBS: readonly MaintenanceJob[] = [
  { name: 'look after executions', everyMs: 2_000, run: recoverOwnExecutions },
  { name: 'queue notices of failed runs', everyMs: 1_000, run: queueFailureNotices },
  { name: 'look at alert rules', everyMs: 5_000, run: checkAlerts },
  { name: 'send alerts', everyMs: 2_000, run: sendAlerts },
  { name: 'forget alerts of long ago', everyMs: SIX_HOURS_MS, run: forgetAlertEvents },
  { name: 'forget recipients that never confirmed', everyMs: SIX_HOURS_MS, run: forgetUnconfirmed },
  { name: 'add up finished runs', everyMs: 2_000, run: buildRollups },
  { name: 'add up what finished runs used', everyMs: 2_000, run: buildTraceRollups },
  { name: 'group the failures of finished runs', everyMs: 2_000, run: buildErrorGroups },
  { name: 'forget events of errors of long ago', everyMs: SIX_HOURS_MS, run: forgetOldEvents },
  { name: 'learn what other servers answer', everyMs: 2_000, run: buildProfiles },
  { name: 'forget requests of long ago', everyMs: SIX_HOURS_MS, run: forgetOldProfiles },
  { name: 'wake parked executions that were missed', everyMs: 60_000, run: wakeMissedExecutions },
  { name: 'delete waits of executions that ended long ago', everyMs: SIX_HOURS_MS, run: forgetOldWaits },
  { name: 'make the months of logs ahead', everyMs: SIX_HOURS_MS, run: makeLogPartitions },
  { name: 'delete logs that plans no longer keep', everyMs: SIX_HOURS_MS, run: retainLogs },
  { name: 'delete files that nobody can have', everyMs: TEN_MINUTES_MS, run: deleteStrayFiles },
  { name: 'make and drop days of deliveries', everyMs: SIX_HOURS_MS, run: keepDeliveryHistory },
  { name: 'forget attempts of long ago', everyMs: TEN_MINUTES_MS, run: deleteFullBuckets },
  { name: 'delete expired idempotency keys', everyMs: SIX_HOURS_MS, run: forgetExpiredKeys },
  { name: 'delete exact results that nobody asks for', everyMs: SIX_HOURS_MS, run: forgetOldExactResults },
  ...allTriggerServices.flatMap(({ maintenance }) => maintenance),
  { name: 'forget who closed a workflow', everyMs: TEN_MINUTES_MS, run: forgetAbsent },
  { name: 'forget rates that nothing uses', everyMs: SIX_HOURS_MS, run: forgetIdleRates },
  { name: 'delete journals that nothing resumes', everyMs: SIX_HOURS_MS, run: deleteStraySteps },
];
