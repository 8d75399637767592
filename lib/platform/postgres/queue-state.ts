import { closedList } from './closed-list';

/**
 * The values of `runtime.execution.state`: a finished execution has no row there. A parked one waits for a
 * time or a response, and a held one has not begun because a hold keeps it; no process has either.
 */
export const QUEUE_STATE = closedList('state of an unfinished execution', [
  'queued',
  'running',
  'parked',
  'held',
]);
export type QueueState = (typeof QUEUE_STATE.names)[number];
