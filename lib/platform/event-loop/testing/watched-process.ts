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

interface Order {
  executionId?: string;
  forMs?: number;
  /** If true, it blocks in a later turn, without a mark of its own. */
  isLater?: boolean;
}

process.on('message', ({ executionId, forMs = Number.POSITIVE_INFINITY, isLater = false }: Order) => {
  markWork('a request');
  if (executionId !== undefined) markRun(executionId, executionId);
  const block = () => {
    const untilMs = performance.now() + forMs;
    while (performance.now() < untilMs);
    process.send?.('went on');
  };
  if (isLater) setTimeout(block, 20);
  else block();
});
process.send?.({ pid: process.pid });
