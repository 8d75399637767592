import { FairGate } from '../../fair-gate';
import { processSingleton } from '../../process-singleton';
import { BodyBudget } from './body-budget';
import { type BodyLimits, bodyLimits } from './body-limits';
import { SlowBodies } from './slow-bodies';
import { SpillFolder } from './spill-folder';
import { WorkTurns } from './work-turns';

/**
 * How many of the bodies that go to disk are written at a time: half of the threads that Node has for files,
 * because signing in and DNS need them too. A body is not read meanwhile; reading many in each turn of the
 * event loop would make every turn long, and Node accepts only one connection a turn (libuv pull request
 * 3696): new clients would wait for seconds.
 */
const WRITES_AT_ONCE = 2;

/** The state that the bodies of one process share. */
export interface BodyRoom {
  budget: BodyBudget;
  turns: WorkTurns;
  writes: FairGate;
  folder: SpillFolder;
  slow: SlowBodies;
}

export function createBodyRoom(limits: BodyLimits): BodyRoom {
  return {
    budget: new BodyBudget(limits),
    turns: new WorkTurns(limits.workBytes),
    writes: new FairGate({ limit: WRITES_AT_ONCE }),
    folder: new SpillFolder(limits.parentFolder),
    slow: new SlowBodies(limits.minBytesPerSecond),
  };
}

export const bodyRoom = (): BodyRoom =>
  processSingleton('bodies', () => {
    const room = createBodyRoom(bodyLimits());
    room.slow.start();
    return room;
  });
