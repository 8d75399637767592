import { startListening } from '../../../platform/postgres/notify';
import { type LeaseTiming, startHeartbeat } from '../../../platform/postgres/process-lease';
import { recoverOwnExecutions } from '../../runs/journal/recover-executions';
import { startWorkQueue } from '../../runs/queue/work-queue';
import { stopTakenOver } from '../../runs/recording/stop-taken-over';
import { startScheduleLoop } from '../schedule-loop';

/** A process that fires schedules and runs what they queue; its argument is the timing of its lease. */
const timing: LeaseTiming = JSON.parse(process.argv[2] ?? '');
await startListening();
await startHeartbeat('server', { timing, onReturn: stopTakenOver });
setInterval(() => recoverOwnExecutions().catch(() => undefined), 500); // tried again
startWorkQueue();
startScheduleLoop();
process.on('disconnect', () => process.exit());
process.send?.('started');
