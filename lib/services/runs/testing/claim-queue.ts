import { LOWEST_ID } from '../../../platform/ids';
import { type ClaimedExecution, type ClaimRoom, claimExecutions } from '../queue/claim-executions';

/** A line's room for a process that has nothing under way yet. */
export const roomFor = (room: number, changes: Partial<ClaimRoom> = {}): ClaimRoom => {
  return { room, shared: room, held: new Map(), after: LOWEST_ID, ...changes };
};

/** Claims executions as a process does that has nothing under way yet. */
export async function claimQueue(most: number, mostLarge = 1): Promise<ClaimedExecution[]> {
  return (await claimExecutions(roomFor(most), roomFor(mostLarge))).executions;
}
