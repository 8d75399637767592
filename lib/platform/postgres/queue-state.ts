import { closedList } from './closed-list';

/** What `runtime.execution.state` may hold: an execution that has finished has no row there. */
export const QUEUE_STATE = closedList('state of an unfinished execution', ['queued', 'running']);
export type QueueState = (typeof QUEUE_STATE.names)[number];
