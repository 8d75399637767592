import { closedList } from './closed-list';

/**
 * The values of `runtime.execution.state`: a finished execution has no row there. A parked one waits for a
 * time or a response, a held one has not begun because a hold keeps it, a waiting one because as many of its
 * workflow run as may, and a delayed one because its time has not come; no process has any of them.
 */
export const QUEUE_STATE = closedList('state of an unfinished execution', [
  'queued',
  'running',
  'parked',
  'held',
  'waiting',
  'delayed',
]);
export type QueueState = (typeof QUEUE_STATE.names)[number];
