import type { Policy } from '../platform/http/handle';
import { authenticate } from '../services/access/authenticate';
import { payersOf } from '../services/access/payers-of';
import { requireScope } from '../services/access/require-scope';
import { countCall } from '../services/limits/count-call';

/** Who may call the API, and how often: the same in every process and for both ways in. */
export const policy: Policy = { authenticate, countCall, requireScope, payersOf };
