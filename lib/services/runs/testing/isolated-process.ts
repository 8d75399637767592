import { startListening } from '../../../platform/postgres/notify';
import { type LeaseTiming, startHeartbeat } from '../../../platform/postgres/process-lease';
import { startTestApi } from '../../accounts/testing/test-api';
import { recoverOwnExecutions } from '../journal/recover-executions';
import { startWorkQueue } from '../queue/work-queue';
import { stopTakenOver } from '../recording/stop-taken-over';

/**
 * Runs a server of its own with the lease timing of its argument. A test forks it, receives its address,
 * and ends it by disconnecting.
 */
const timing: LeaseTiming = JSON.parse(process.argv[2] ?? '');
await startListening();
await startHeartbeat('server', { timing, onReturn: stopTakenOver });
setInterval(() => recoverOwnExecutions().catch(() => undefined), 500); // tried again
startWorkQueue();
const api = await startTestApi();
process.on('disconnect', () => process.exit());
process.send?.({ origin: api.origin });
