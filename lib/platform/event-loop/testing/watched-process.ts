import { limitStall, markRun, markWork } from '../marks';
import { watchLoop } from '../watch-loop';

/**
 * A process whose event loop is watched, forked by a test with the settings as JSON. It reports its start,
 * does what the message says, and then blocks.
 */
const { limitMs, whenOrphaned } = JSON.parse(process.argv[2] ?? '{}');
watchLoop({ whenOrphaned, note: null });
limitStall(limitMs);
setInterval(() => undefined, 1_000);

process.on('message', (message: { executionId?: string; forMs?: number }) => {
  markWork('a request');
  if (message.executionId !== undefined) markRun(message.executionId, message.executionId);
  const untilMs = performance.now() + (message.forMs ?? Number.POSITIVE_INFINITY);
  while (performance.now() < untilMs);
  process.send?.('went on');
});
process.send?.({ pid: process.pid });
