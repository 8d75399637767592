import { env } from '../../platform/env';
import type { Plan } from '../limits/plans';

/** Returns the plan of an account that is made in the browser: whoever hosts Millrace pays for it themselves. */
export function planInBrowser(): Plan {
  return env().DEFAULT_PLAN ?? 'team';
}

/** Returns the plan of an account that a command makes: scripts rely on the limits of the free plan. */
export function planOfCommand(): Plan {
  return env().DEFAULT_PLAN ?? 'free';
}
