import { authenticate } from '../auth/authenticate';
import { requireScope } from '../auth/require-scope';
import type { Policy } from '../http/handle';
import { countCall } from '../limits/count-call';

/** Who may call the API, and how often: the same in every process and for both ways in. */
export const policy: Policy = { authenticate, countCall, requireScope };
