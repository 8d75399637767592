import { closedList } from './closed-list';

/**
 * What `runtime.execution.state` may hold: an execution that has finished has no row there. One that is
 * parked waits for a time or an answer; no process holds it.
 */
export const QUEUE_STATE = closedList('state of an unfinished execution', ['queued', 'running', 'parked']);
export type QueueState = (typeof QUEUE_STATE.names)[number];
