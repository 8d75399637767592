import { startListening } from '../../../platform/postgres/notify';
import { type LeaseTiming, startHeartbeat } from '../../../platform/postgres/process-lease';
import { recoverOwnExecutions } from '../../runs/journal/recover-executions';
import { startOutageLoop } from '../../runs/outages/outage-loop';
import { startWorkQueue } from '../../runs/queue/work-queue';
import { stopTakenOver } from '../../runs/recording/stop-taken-over';

/** Runs what is queued and probes servers, in a separate process; its argument is its timing. */
const timing: LeaseTiming = JSON.parse(process.argv[2] ?? '');
await startListening();
await startHeartbeat('server', { timing, onReturn: stopTakenOver });
setInterval(() => recoverOwnExecutions().catch(() => undefined), 500); // tried again
startWorkQueue();
startOutageLoop();
process.on('disconnect', () => process.exit());
process.send?.('started');
