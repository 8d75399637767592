import { startListening } from '../../../../platform/postgres/notify';
import { type LeaseTiming, startHeartbeat } from '../../../../platform/postgres/process-lease';
import { recoverOwnExecutions } from '../../journal/recover-executions';
import { startWorkQueue } from '../../queue/work-queue';
import { stopTakenOver } from '../../recording/stop-taken-over';
import { startOutageLoop } from '../outage-loop';

/** Runs what is queued and probes servers that are away, in a separate process; its argument is its timing. */
const timing: LeaseTiming = JSON.parse(process.argv[2] ?? '');
await startListening();
await startHeartbeat('server', { timing, onReturn: stopTakenOver });
setInterval(() => recoverOwnExecutions().catch(() => undefined), 500); // tried again
startWorkQueue();
startOutageLoop();
process.on('disconnect', () => process.exit());
process.send?.('started');
