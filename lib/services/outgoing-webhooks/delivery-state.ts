import { closedList } from '../../platform/postgres/closed-list';
import { ATTEMPT_OUTCOMES, DELIVERY_CAUSES, DELIVERY_STATES, type DeliveryState } from './schema';

/** The values of `runtime.webhook_delivery.state`. */
export const STATE = closedList('state of a delivery', DELIVERY_STATES);
/** The values of `runtime.webhook_attempt.outcome`. */
export const OUTCOME = closedList('outcome of an attempt', ATTEMPT_OUTCOMES);
/** The reasons for an attempt. */
export const CAUSE = closedList('cause of an attempt', DELIVERY_CAUSES);

/**
 * The end of sending; `cancelled`: nothing was sent, because the subscription was paused or deleted
 * meanwhile.
 */
export type SendingEnd = Exclude<DeliveryState, 'pending'>;
