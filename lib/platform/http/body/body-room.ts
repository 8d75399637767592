import { processSingleton } from '../../process-singleton';
import { BodyBudget } from './body-budget';
import { type BodyLimits, bodyLimits } from './body-limits';
import { SlowBodies } from './slow-bodies';
import { SpillFolder } from './spill-folder';
import { WorkTurns } from './work-turns';
import { WriteTurns } from './write-turns';

/** The state that the bodies of one process share. */
export interface BodyRoom {
  budget: BodyBudget;
  turns: WorkTurns;
  writes: WriteTurns;
  folder: SpillFolder;
  slow: SlowBodies;
}

export function createBodyRoom(limits: BodyLimits): BodyRoom {
  return {
    budget: new BodyBudget(limits),
    turns: new WorkTurns(limits.workBytes),
    writes: new WriteTurns(),
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
