import type { Role } from '../access/actor';

/**
 * The least role for each way to repeat a run. The routes declare it and the verbs require it from here.
 * A replay sends and leaves nothing, and shows only what a reader may read; a new run acts.
 */
export const REPLAY_ROLES = {
  replayLog: 'reader',
  shadowWorkflow: 'reader',
  runAgain: 'writer',
} as const satisfies Record<string, Role>;
