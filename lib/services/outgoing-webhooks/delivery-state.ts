import { closedList } from '../../platform/postgres/closed-list';
import { ATTEMPT_OUTCOMES, DELIVERY_CAUSES, DELIVERY_STATES, type DeliveryState } from './schema';

/** What `runtime.webhook_delivery.state` may hold. */
export const STATE = closedList('state of a delivery', DELIVERY_STATES);
/** What `runtime.webhook_attempt.outcome` may hold. */
export const OUTCOME = closedList('outcome of an attempt', ATTEMPT_OUTCOMES);
/** Why an attempt is made. */
export const CAUSE = closedList('cause of an attempt', DELIVERY_CAUSES);

/**
 * How sending ends; `cancelled`: nothing was sent, because the subscription was paused or deleted meanwhile.
 */
export type SendingEnd = Exclude<DeliveryState, 'pending'>;
