import { defineTables } from '../tables/define-tables';
import { forgetIdleRates } from './claim-slots';

const SIX_HOURS_MS = 6 * 60 * 60 * 1000;

export const requestRateTables = defineTables({
  'runtime.request_rate': {
    columns: { workspace_id: 'workspace' },
    workspace: { kept: 'an unused rate is forgotten within hours' },
    retention: { name: 'forget rates that nothing uses', everyMs: SIX_HOURS_MS, run: forgetIdleRates },
  },
});
