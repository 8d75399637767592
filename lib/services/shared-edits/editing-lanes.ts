import { AppError } from '../../platform/errors';
import { FairGate } from '../../platform/fair-gate';
import { processSingleton } from '../../platform/process-singleton';
import { EditingThread, type ThreadLimits } from './editing-thread';

/** A document that is edited in few parts, and its updates, take a tenth of a second at most. */
const SMALL_BYTES = 256 * 1024;

/**
 * Small and large documents have a thread each, so that nobody with a small one waits for a large one.
 * `atOnce` are the requests that may hold a connection to the database meanwhile. The heaps hold what
 * `open-documents.ts` keeps open, and a document at its limits beside it: up to 300 MB and 200 MB. Beside
 * them a server needs 250 MB, so that all of it fits in 1 GB.
 */
const LANES = {
  small: { limitMs: 5_000, heapMb: 256, atOnce: 4 },
  large: { limitMs: 20_000, heapMb: 512, atOnce: 2 },
} as const;
type LaneName = keyof typeof LANES;

const MAX_WAITING = 500;

interface Lane {
  gate: FairGate;
  thread: EditingThread | null;
}

const lanes = () => processSingleton('editing-lanes', () => new Map<LaneName, Lane>());

function laneOf(name: LaneName): Lane {
  const known = lanes().get(name);
  if (known !== undefined) return known;
  const { atOnce } = LANES[name];
  const lane: Lane = {
    gate: new FairGate({ limit: atOnce, maxWaiting: MAX_WAITING, refusal: tooManyWait }),
    thread: null,
  };
  lanes().set(name, lane);
  return lane;
}

const tooManyWait = (): AppError =>
  new AppError('unavailable', 'Too many edits wait to be merged. Try again in a few seconds.', {
    headers: { 'retry-after': '5' },
  });

/** Runs `work` with the thread for documents of this size, when it is its turn. People take turns. */
export function inLane<Result>(
  owner: string,
  bytes: number,
  work: (thread: EditingThread) => Promise<Result>,
): Promise<Result> {
  const name = bytes > SMALL_BYTES ? 'large' : 'small';
  const lane = laneOf(name);
  return lane.gate.run(owner, () => work(threadOf(lane, LANES[name])));
}

function threadOf(lane: Lane, limits: ThreadLimits): EditingThread {
  if (lane.thread !== null && !lane.thread.hasEnded) return lane.thread;
  lane.thread = new EditingThread(limits);
  return lane.thread;
}
